"""Sums of rationals over logarithms, as discounted gains are, and rational sums of quotients of such sums.

A sum of rationals over logarithms is a `Logarithmic`, and so is its quotient by a single term. A mean of other
quotients is a rational function of the logarithms of primes, which by Schanuel's conjecture are algebraically
independent: it is rational only where the function is constant. Two of its values at random points (modulo a prime
number) that differ prove that it is not; where five are equal, the function takes their value, and the chance that a
point misleads is below 1 in 2**100 each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import gcd, lcm, prod
from random import Random
from typing import Any, ClassVar, Literal, TypeAlias

from exactmetrics.exact.certified import Certified
from exactmetrics.exact.logs import LONGEST_BASE, ONE, Logarithmic, collected, factored, in_one_basis, log_units
from exactmetrics.exact.values import LONGEST_SHOWN, Number, sign, value_latex, value_text

MODULUS = 2**127 - 1  # a prime number
SHORTEST_TERM = 10  # characters of a term of a sum: " + log3(2)"
POINTS = 5  # at which a constant function is tried

# Factors of logarithms: that of ln(n) stands at n, that of 1/ln(n) at -n, and at ONE stands a constant.
Sum: TypeAlias = tuple[tuple[int, Fraction], ...]
Term: TypeAlias = tuple[Sum, Sum]  # a quotient


def discounted(gains: Mapping[int, Fraction], base: Fraction | None = None) -> Number:
    """The sum of gains, each over the logarithm of its whole number (at least 2) to a base, or to the natural one.

    >>> print(discounted({2: Fraction(3), 3: Fraction(1)}, Fraction(2)))
    3 + log3(2)
    """
    sides = ((ONE, 1),) if base is None else ((base.numerator, 1), (base.denominator, -1))
    top = {n: Fraction(q) for n, q in sides if base is None or n != 1}
    terms = [({n: q * gain for n, q in top.items()}, {n: Fraction(1)}) for n, gain in gains.items() if gain]
    return collected(Fraction(0), terms)


def sum_of_quotients(quotients: Iterable[tuple[Fraction, Mapping[int, Fraction], Mapping[int, Fraction]]]) -> Number:
    """The sum of factors times quotients of two sums of gains over logarithms.

    >>> half = {2: Fraction(1), 3: Fraction(1)}
    >>> print(sum_of_quotients([(Fraction(1), {3: Fraction(1)}, {2: Fraction(1)})]))
    log3(2)
    >>> sum_of_quotients([(Fraction(1), {3: Fraction(1)}, half)])
    <LogQuotients log3(2)/(1 + log3(2))>
    >>> sum_of_quotients([(Fraction(1, 2), {2: Fraction(1)}, half), (Fraction(1, 2), {3: Fraction(1)}, half)])
    Fraction(1, 2)
    """
    return _made(
        Fraction(0),
        [(_over(top, factor), _over(below, Fraction(1))) for factor, top, below in quotients if factor],
    )


def quotient(top: Number, below: Number) -> Number:
    """The quotient of two numbers that `discounted` gives for one prime base, or for the natural logarithm.

    >>> gains = ({2: Fraction(1), 3: Fraction(3), 4: Fraction(2)}, {2: Fraction(3), 3: Fraction(2), 4: Fraction(1)})
    >>> quotient(*(discounted(given, Fraction(2)) for given in gains))
    <LogQuotients (4 + 6*log3(2))/(7 + 4*log3(2))>
    """
    tops = [over for value in (top, below) if isinstance(value, Logarithmic) for over, _ in value.terms]
    if not tops or not below:
        return top / below
    bases = {n for over in tops for n in over}
    if len(bases) != 1:
        raise TypeError(f"no exact quotient of {top} and {below}: it has a product of logarithms")
    [base] = bases
    return _made(Fraction(0), [(_side(top, base), _side(below, base))])


def _side(value: Number, base: int) -> Sum:
    """A number, divided by the logarithm of its base, as a sum of rationals over logarithms."""
    known = value.algebraic if isinstance(value, Logarithmic) else value
    if not isinstance(known, Fraction):
        raise TypeError(f"no exact quotient with {value}: it has a root")
    found = {ONE if base == ONE else -base: known}
    for top, below in value.terms if isinstance(value, Logarithmic) else ():
        scale = lcm(*(q.denominator for q in below.values()))
        powers = [q * scale for q in below.values()]
        if ONE in below or min(powers) < 0 or sum(powers) > LONGEST_BASE.bit_length():
            raise TypeError(f"no exact quotient with {value}: its logarithms are not those of whole numbers")
        number = prod(n ** int(q * scale) for n, q in below.items())
        found[-number] = found.get(-number, Fraction(0)) + top[base] * scale
    return _in_order(found)


def _over(gains: Mapping[int, Fraction], factor: Fraction) -> Sum:
    """A sum of gains over logarithms; that of a power is one of its root."""
    found: dict[int, Fraction] = {}
    for n, gain in gains.items():
        base, power = _root_of(n)
        found[-base] = found.get(-base, Fraction(0)) + gain * factor / power
    return _in_order(found)


def _in_order(factors: Mapping[int, Fraction]) -> Sum:
    return tuple(sorted(((n, q) for n, q in factors.items() if q), reverse=True))


@lru_cache(maxsize=65_536)
def _root_of(n: int) -> tuple[int, int]:
    """A whole number as a power, with the largest exponent that its factors tell of."""
    factors = factored(n)
    power = gcd(*factors.values())
    base = 1
    for p, times in factors.items():
        base *= p ** (times // power)
    return base, power


def _made(offset: Fraction, terms: Iterable[Term]) -> Number:
    """One number of quotients: those over proportional sums are one, and what is a rational is told."""
    grouped: dict[Sum, dict[int, Fraction]] = {}
    for top, below in terms:
        scale = below[0][1]
        below = tuple((n, q / scale) for n, q in below)
        into = grouped.setdefault(below, {})
        for n, q in top:
            into[n] = into.get(n, Fraction(0)) + q / scale
    kept: list[Term] = []
    for below, into in grouped.items():
        multiple = into.get(below[0][0], Fraction(0))
        offset += multiple
        for n, q in below:
            into[n] = into.get(n, Fraction(0)) - multiple * q
        if top := _in_order(into):
            kept.append((top, below))
    if not kept:
        return offset
    if all(len(below) == 1 and below[0][0] < 0 for _, below in kept) and all(n < 0 for top, _ in kept for n, _ in top):
        # (q / ln n) / (1 / ln m) = q ln m / ln n
        return collected(offset, [({-below[0][0]: q}, {-n: Fraction(1)}) for top, below in kept for n, q in top])
    kept.sort()
    constant = _constant(kept)
    return LogQuotients(_Quotients(tuple(kept)), Fraction(1), offset) if constant is None else offset + constant


def _constant(terms: Sequence[Term]) -> Fraction | None:
    """The value of a rational function of logarithms that is constant; None of any other one."""
    numbers = sorted({abs(n) for term in terms for side in term for n, _ in side} - {ONE})
    forms = dict(zip(numbers, in_one_basis([{n: Fraction(1)} for n in numbers]), strict=True))
    basis = sorted({p for form in forms.values() for p in form})
    draw = Random(str(terms))
    first: int | None = None
    for _ in range(POINTS):
        value = None
        while value is None:
            value = _at(terms, forms, {p: draw.randrange(1, MODULUS) for p in basis}, _Modular)
        if first is not None and value != first:
            return None
        first = value
    tried = (_at(terms, forms, {p: start + at for at, p in enumerate(basis)}, Fraction) for start in count(1))
    constant: Fraction = next(found for found in tried if found is not None)
    return constant


class _Modular(int):
    """A whole number modulo a prime, made of fractions."""

    def __new__(cls, value: int | Fraction) -> _Modular:
        n, d = value.as_integer_ratio()
        return super().__new__(cls, n % MODULUS if d == 1 else n * pow(d, -1, MODULUS) % MODULUS)

    def __add__(self, other: int) -> _Modular:
        return _Modular(int(self) + int(other))

    def __mul__(self, other: int) -> _Modular:
        return _Modular(int(self) * int(other))

    def __truediv__(self, other: int) -> _Modular:
        if not other:
            raise ZeroDivisionError
        return _Modular(int(self) * pow(int(other), -1, MODULUS))


def _at(
    terms: Sequence[Term], forms: Mapping[int, Mapping[int, Fraction]], point: Mapping[int, int],
    number: Callable[[int | Fraction], Any],
) -> Any:  # fmt: skip
    """The value of the function where the logarithms of primes are the numbers of a point; None if it divides by 0."""
    zero, one = number(0), number(1)

    def valued(side: Sum) -> Any:
        return sum((number(q) * (logs[n] if n > 0 else one / logs[-n]) for n, q in side), zero)

    logs = {n: sum((number(q) * number(point[p]) for p, q in form.items()), zero) for n, form in forms.items()}
    logs[ONE] = one
    try:
        return sum((valued(top) / valued(below) for top, below in terms), zero)
    except ZeroDivisionError:
        return None


@dataclass(frozen=True)
class _Quotients:
    """The sum of quotients of two sums."""

    terms: tuple[Term, ...]
    exactness: ClassVar[Literal["algebraic", "transcendental"]] = "transcendental"

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        """Two rationals around it."""
        low = high = Fraction(0)
        for top, below in self.terms:
            for fine in (bits << more for more in count()):
                under = _units(below, fine)
                if under[0] > 0 or under[1] < 0:
                    break
            over = _units(top, fine)
            corners = [(a << bits) // b for a in over for b in under]
            low, high = low + min(corners), high + max(corners) + 1
        return Fraction(low, 1 << bits), Fraction(high, 1 << bits)


def _units(side: Sum, bits: int) -> tuple[int, int]:
    """Units of 2**-bits below and above a sum."""
    low = high = 0
    for n, q in side:
        ends = (1 << bits, 1 << bits) if n == ONE else log_units(abs(n), bits)
        if n < 0:
            ends = (1 << 2 * bits) // ends[1], -(-(1 << 2 * bits) // ends[0])
        below, above = ends if q > 0 else ends[::-1]
        low += q.numerator * below // q.denominator
        high -= -q.numerator * above // q.denominator
    return low, high


def _with_whole_factors(top: Sum, below: Sum) -> Term:
    every = [q for side in (top, below) for _, q in side]
    scale = Fraction(lcm(*(q.denominator for q in every)), gcd(*(q.numerator for q in every)))
    return tuple((n, q * scale) for n, q in top), tuple((n, q * scale) for n, q in below)


def _inner_latex(value: Number) -> str:
    """A number in LaTeX, without what a notebook puts around it."""
    if isinstance(value, Logarithmic):
        return value._repr_latex_().removeprefix(r"$\displaystyle ").removesuffix("$")
    assert isinstance(value, Fraction)
    return value_latex(value)


class LogQuotients(Certified):
    """A rational plus quotients of two sums of rationals over logarithms, such as a mean NDCG; never a rational.

    Its sums with other such numbers and with logarithms are exact, and so is whether two are equal. It is written as
    quotients of sums of logarithms to the base 2, or with 16 digits and "..." where that is long.

    >>> over = {2: Fraction(1), 3: Fraction(1)}
    >>> value = sum_of_quotients([(Fraction(1), {3: Fraction(1)}, over)])
    >>> print(value, value + value == 2 * value, value < Fraction(2, 5), float(1 - value))
    log3(2)/(1 + log3(2)) True True 0.6131471927654584
    """

    __slots__ = ()
    _reach = 2  # it takes in logarithms

    def quotients(self) -> tuple[Fraction, tuple[Term, ...]]:
        """The rational and the quotients that it is the sum of; of a single quotient the rational is 0.

        A side is factors: that of ln(n) stands at n, that of 1/ln(n) at -n, and at 1 stands a constant.
        """
        terms, offset = list(self._terms()), self._offset
        if len(terms) == 1:
            [(top, below)] = terms
            found = dict(top)
            for n, q in below:
                found[n] = found.get(n, Fraction(0)) + offset * q
            terms, offset = [(_in_order(found), below)], Fraction(0)
        return offset, tuple(_with_whole_factors(*term) for term in terms)

    def __str__(self) -> str:
        written = self.written()
        if written is None:
            return super().__str__()
        offset, terms = written
        parts = [value_text(offset)] if offset else []
        for top, below in terms:
            over, under = value_text(top), value_text(below)
            under = f"({under})" if re.search("[^0-9a-z()]", under) else under
            parts.append(f"({over})/{under}" if " " in over else f"{over}/{under}")
        text = " + ".join(parts).replace("+ -", "- ")
        return text if len(text) <= LONGEST_SHOWN else super().__str__()

    def __repr__(self) -> str:
        return f"<LogQuotients {self}>"

    def _repr_latex_(self) -> str:
        written = self.written()
        if written is None or str(self).endswith("..."):
            return super()._repr_latex_()
        offset, terms = written
        parts = [value_latex(offset)] if offset else []
        parts += [rf"\frac{{{_inner_latex(top)}}}{{{_inner_latex(below)}}}" for top, below in terms]
        return rf"$\displaystyle {' + '.join(parts).replace('+ -', '- ')}$"

    def written(self) -> tuple[Fraction, list[tuple[Number, Number]]] | None:
        """The rational and the sides of the quotients as sums of logarithms to the base 2; None where they are none, or
        too many to be printed.
        """
        offset, terms = self.quotients()
        sides = [side for term in terms for side in term]
        if sum(map(len, sides)) * SHORTEST_TERM > LONGEST_SHOWN or any(n > 0 for side in sides for n, _ in side):
            return None
        two = Fraction(2)
        return offset, [
            (discounted({-n: q for n, q in top}, two), discounted({-n: q for n, q in below}, two))
            for top, below in terms
        ]

    def _terms(self) -> Iterator[Term]:
        for top, below in self._source.terms:  # type: ignore[attr-defined]
            yield tuple((n, q * self._factor) for n, q in top), below

    @classmethod
    def _joined(cls, values: Sequence[object]) -> Number:
        offset, terms = Fraction(0), list[Term]()
        for value in values:
            if isinstance(value, LogQuotients):
                offset, terms = offset + value._offset, [*terms, *value._terms()]
            elif isinstance(value, Logarithmic) and isinstance(value.algebraic, Fraction):
                offset += value.algebraic
                terms += [(_in_order(top), _in_order(below)) for top, below in value.terms]
            elif isinstance(value, (int, Fraction)):
                offset += value
            else:
                raise TypeError(f"no exact sum of {' and '.join(map(str, values))}: their decimals may be added")
        return _made(offset, terms)

    def __mul__(self, other: object) -> Number:
        if not isinstance(other, (int, Fraction)):
            return NotImplemented
        return LogQuotients(self._source, self._factor * other, self._offset * other) if other else Fraction(0)

    __rmul__ = __mul__

    def _order(self, other: object) -> int:
        known = isinstance(other, (int, Fraction, LogQuotients)) or _without_root(other)
        return sign(self - other) if known else super()._order(other)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LogQuotients) and not _without_root(other):
            return False
        difference = self - other
        return isinstance(difference, Fraction) and not difference

    def __hash__(self) -> int:
        return hash((Logarithmic, float(self)))  # what is equal may be written as other quotients, and as one sum


def _without_root(value: object) -> bool:
    return isinstance(value, Logarithmic) and isinstance(value.algebraic, Fraction)
