"""Logarithms of rationals as exact numbers: rational sums of them, and quotients of such sums.

A logarithm of a rational is a sum of logarithms of primes, which are linearly independent over the rationals, and with
1 over the algebraic numbers (Baker 1966). So a sum of logarithms is zero only if every factor of its primes is, and a
quotient of two sums is rational only if they are proportional: whether a value is a given rational is decided, and
rounding ends. Of a sum of unlike quotients, as a mean of several has it, the same follows from Schanuel's conjecture.

What trial division leaves of a long number stands for a prime as long as it shares no factor with another one.
Decimals are certified by whole numbers: the logarithm of n lies between two sums of the series of the area tangent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, count
from math import gcd, lcm
from typing import TypeAlias

from exactmetrics.exact.digits import fraction_text, int_text
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.square import as_power, primes_below
from exactmetrics.exact.sums import ratio_sum
from exactmetrics.exact.values import (
    Irrational,
    Number,
    Root,
    Symbolic,
    add,
    enclosure,
    rationals_of,
    value_latex,
    value_text,
)

BOUND = 1000  # trial division goes so far; what is left below its square is a prime
MANY = 200  # long numbers of a sum whose shared factors are looked for in any case: every two of them are compared
TOGETHER = 1 << 14  # bits of the product of such numbers that are compared at once
LONGEST_BASE = 10**9  # that is written below a logarithm
ONE = 1  # the key of the constant of a sum: no logarithm has it

Form: TypeAlias = Mapping[int, Fraction]  # a constant and factors of logarithms, by the number the logarithm is of


class Logarithmic(Irrational):
    """An algebraic number plus quotients of sums of logarithms; never equal to an algebraic number.

    `algebraic` is a `Fraction`, perhaps 0 (or a root), and `terms` are pairs of sums: factors by the number whose
    natural logarithm they multiply, 1 standing for no logarithm. Use `log` to build one.

    >>> value = log(Fraction(12), 2); print(value, float(value))
    2 + log2(3) 3.584962500721156
    >>> print(log(Fraction(3, 4)) + log(Fraction(4, 3)), log(Fraction(8), 4))
    0 3/2
    >>> value.algebraic, value.terms
    (Fraction(2, 1), (({3: Fraction(1, 1)}, {2: Fraction(1, 1)}),))
    """

    __slots__ = ("algebraic", "terms")

    def __init__(self, algebraic: Fraction | Root | Symbolic, terms: Sequence[tuple[Form, Form]]) -> None:
        self.algebraic, self.terms = algebraic, tuple(terms)

    @classmethod
    def _joined(cls, values: Sequence[object]) -> Number:
        logs = [v for v in values if isinstance(v, Logarithmic)]
        rest: object = add(*(v for v in values if not isinstance(v, Logarithmic)), *(v.algebraic for v in logs))
        if not isinstance(rest, (Fraction, Root, Symbolic)):
            raise TypeError(f"no exact sum of {' and '.join(map(str, values))}: their decimals may be added")
        if len(logs) == 1:
            return Logarithmic(rest, logs[0].terms)
        return collected(rest, [term for v in logs for term in v.terms])

    def __mul__(self, other: object) -> Number:
        if isinstance(other, (int, Fraction)):
            if not other:
                return Fraction(0)
            known = self.algebraic * other
            assert isinstance(known, (Fraction, Root, Symbolic))
            return Logarithmic(known, [(_times(top, Fraction(other)), below) for top, below in self.terms])
        if not isinstance(other, Logarithmic):
            return NotImplemented
        try:
            return self / (1 / other)
        except TypeError:
            raise TypeError(f"no exact product of {self} and {other}: it has a product of logarithms") from None

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Number:
        if isinstance(other, (int, Fraction)):
            return self * (1 / Fraction(other))
        if not isinstance(other, Logarithmic):
            return NotImplemented
        sides = *_as_quotient(self), *_as_quotient(other)
        for split in (in_small_primes, in_one_basis):
            top, below, divisor, over = split(sides)
            if (ratio := _ratio(over, below)) is not None:  # the logarithms of one base cancel
                return collected(Fraction(0), [(_times(top, ratio), divisor)])
            if (ratio := _ratio(top, divisor)) is not None:
                return collected(Fraction(0), [(_times(over, ratio), below)])
        raise TypeError(f"no exact quotient of {self} and {other}: it has a product of logarithms")

    def __rtruediv__(self, other: object) -> Number:
        if not isinstance(other, (int, Fraction)):
            return NotImplemented
        top, below = _as_quotient(self)
        return collected(Fraction(0), [(_times(below, Fraction(other)), top)])

    def __pow__(self, exponent: int) -> Number:
        if exponent not in (0, 1):
            raise TypeError(f"no exact power of {self}: it has a product of logarithms")
        return self if exponent else Fraction(1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Logarithmic):
            return NotImplemented if isinstance(other, Irrational) else False
        if (self.algebraic, self.terms) == (other.algebraic, other.terms):
            return True
        difference = self - other
        return not isinstance(difference, Irrational) and difference == 0

    def __hash__(self) -> int:
        return hash((Logarithmic, float(self)))  # what is equal may be written with other factors of a long number

    def __repr__(self) -> str:
        return f"<Logarithmic {self}>"

    def __str__(self) -> str:
        algebraic, shown = written(in_bases(self))
        terms = list[str]()
        for top, below in shown:
            base = base_of(below)
            if base is not None:
                named = "ln" if base == ONE else f"log{int_text(base)}"
                terms += [
                    _over_log(q, f"ln({int_text(base)})") if n == ONE else _product(q, f"{named}({int_text(n)})")
                    for n, q in in_order(top)
                ]
            else:
                over = _sum_text(top)
                terms.append(f"({over})/({_sum_text(below)})" if len(top) > 1 else f"{over}/({_sum_text(below)})")
        if algebraic:
            terms.insert(len(terms) if algebraic < 0 else 0, value_text(algebraic))
        return " + ".join(terms).replace("+ -", "- ")

    def _repr_latex_(self) -> str:
        algebraic, shown = written(in_bases(self))
        terms = list[str]()
        for top, below in shown:
            base = base_of(below)
            if base is not None:
                named = r"\ln" if base == ONE else rf"\log_{{{base}}}"
                for n, q in in_order(top):
                    terms += [_latex_over_log(q, base)] if n == ONE else _latex_terms({n: q}, named)
            else:
                sides = (" + ".join(_latex_terms(side, r"\ln")).replace("+ -", "- ") for side in (top, below))
                terms.append(r"\frac{{{}}}{{{}}}".format(*sides))
        if algebraic:
            terms.insert(len(terms) if algebraic < 0 else 0, value_latex(algebraic))
        return rf"$\displaystyle {' + '.join(terms).replace('+ -', '- ')}$"

    def _enclosed(self, bits: int) -> tuple[Fraction, Fraction]:
        """Two rationals around the number."""
        low, high = enclosure(self.algebraic, bits)
        for top, below in self.terms:
            above = _bounds(top, bits)
            under = next(b for more in count() if (b := _bounds(below, bits << more))[0] > 0 or b[1] < 0)
            corners = [a / b for a in above for b in under]
            low, high = low + min(corners), high + max(corners)
        return low, high

    def _rationals(self) -> Iterator[Fraction]:
        yield from rationals_of(self.algebraic)
        for form in (form for term in self.terms for form in term):
            yield from (Fraction(n) for n in form)
            yield from form.values()


@lru_cache(maxsize=16_384)
def log(value: Fraction | int, base: int | None = None) -> Number:
    """The logarithm of a positive rational, exactly: to a base, or with None the natural one.

    >>> log(Fraction(1)), log(Fraction(1, 8), 2)
    (Fraction(0, 1), Fraction(-3, 1))
    >>> print(log(Fraction(6, 5)))
    ln(2) + ln(3) - ln(5)
    """
    value = Fraction(value)
    if value <= 0:
        raise ZeroDivisionError(f"no logarithm of {value}")
    if base is not None and base < 2:
        raise UsageError(
            f"no logarithm to the base {base}; a base is a whole number from 2 on, None is the natural one"
        )
    sides = ((value.numerator, 1), (value.denominator, -1))
    return collected(Fraction(0), [({n: Fraction(q) for n, q in sides if n != 1}, {base or ONE: Fraction(1)})])


def sum_of_logs(
    ratios: Iterable[tuple[int, int]], weights: Iterable[tuple[int, int]], base: int | None = None
) -> Number:
    """The sum of the logarithms of positive ratios in lowest terms, each so many times: at once, not one by one.

    >>> print(sum_of_logs([(3, 2), (9, 5)], [(1, 2), (1, 4)], 2))
    log2(3) - 1/4*log2(5) - 1/2
    """
    numerators: dict[int, dict[int, int]] = {}
    for ratio, (times, over) in zip(ratios, weights, strict=True):
        for n, signed in zip(ratio, (times, -times), strict=True):
            if n != ONE:
                by_denominator = numerators.setdefault(n, {})
                by_denominator[over] = by_denominator.get(over, 0) + signed
    form = {n: _over_each(parts) for n, parts in numerators.items()}
    return collected(Fraction(0), [(form, {base or ONE: Fraction(1)})])


def log_sum(factors: Form, base: int | None = None) -> Number:
    """The sum of the logarithms of whole numbers, each so many times, to a prime base or the natural one.

    >>> print(log_sum({12: Fraction(1), 5: Fraction(-1, 2)}, 2))
    2 + log2(3) - 1/2*log2(5)
    """
    kept = {n: q for n, q in factors.items() if q and n != ONE}
    return collected(Fraction(0), [(kept, {base or ONE: Fraction(1)})])


def written(value: Logarithmic) -> tuple[Fraction | Root | Symbolic, Sequence[tuple[Form, Form]]]:
    """The parts as they are shown: quotients of sums have whole factors and a denominator greater than 0.

    A single one takes the rational in.
    """
    if any(base_of(below) is not None for _, below in value.terms) or not isinstance(value.algebraic, Fraction):
        return value.algebraic, value.terms
    alone = len(value.terms) == 1
    terms = [_as_quotient(value)] if alone else value.terms
    return Fraction(0) if alone else value.algebraic, [_with_whole_factors(top, below) for top, below in terms]


def in_bases(value: Logarithmic) -> Logarithmic:
    """The value with sums that are the logarithm of one whole number, such as ln 2 + ln 3, taken for its base."""
    return Logarithmic(value.algebraic, [_in_base(top, below) for top, below in value.terms])


def _in_base(top: Form, below: Form) -> tuple[Form, Form]:
    if len(below) < 2 or ONE in below:
        return top, below
    scale = Fraction(lcm(*(q.denominator for q in below.values())), gcd(*(q.numerator for q in below.values())))
    base = 1
    for n, q in below.items():
        if q < 0 or q * scale > LONGEST_BASE.bit_length():
            return top, below
        base *= n ** int(q * scale)
        if base >= LONGEST_BASE:
            return top, below
    return _times(top, scale), {base: Fraction(1)}


def _with_whole_factors(top: Form, below: Form) -> tuple[Form, Form]:
    every = [*top.values(), *below.values()]
    scale = Fraction(lcm(*(q.denominator for q in every)), gcd(*(q.numerator for q in every)))
    scale *= next(1 if low > 0 else -1 for n in count(6) for low, high in [_bounds(below, 1 << n)] if low * high > 0)
    return _times(top, scale), _times(below, scale)


def base_of(below: Form) -> int | None:
    """The base of the logarithms over a sum: 1 stands for the natural ones.

    None where it is no single logarithm, or one whose base is too long to be written as an index.
    """
    [*keys] = below
    return keys[0] if len(keys) == 1 and keys[0] < LONGEST_BASE else None


def collected(algebraic: Fraction | Root | Symbolic, terms: Sequence[tuple[Form, Form]]) -> Number:
    """One number of these terms, in the only way it can be written in its primes.

    Of very many long numbers the shared factors are not looked for where small primes tell that the sum is irrational.
    """
    forms = [form for term in terms for form in term]
    whole, kept = _joined_terms(in_small_primes(forms))
    if kept and not (_has_many(kept) and _is_told(kept)):
        whole, kept = _joined_terms(in_one_basis(forms))
    known = add(algebraic, whole)
    assert isinstance(known, (Fraction, Root, Symbolic))
    return Logarithmic(known, kept) if kept else known


def _joined_terms(forms: Sequence[Form]) -> tuple[Fraction, list[tuple[Form, Form]]]:
    """The sum of quotients, given as their sides in turn: a rational, and one quotient for each denominator."""
    found: dict[tuple[tuple[int, Fraction], ...], list[Form]] = {}
    whole = Fraction(0)
    for given, below in zip(forms[::2], forms[1::2], strict=True):
        if not below:
            raise ZeroDivisionError("a quotient of logarithms by zero")
        leading = max(below)
        scale = below[leading]
        top = dict(given)
        if scale != 1:
            top, below = _times(top, 1 / scale), _times(below, 1 / scale)
        parts = found.setdefault(tuple(below.items()), [])
        multiple = top.pop(leading, None)  # so many times what it is divided by
        if multiple is not None:
            whole += multiple
            if len(below) > 1:
                parts.append({n: -multiple * q for n, q in below.items() if n != leading})
        parts.append(top)
    kept = [(_added(parts), dict(key)) for key, parts in found.items()]
    return whole, sorted(((top, below) for top, below in kept if top), key=lambda term: [*term[1].items()])


def _has_many(terms: Sequence[tuple[Form, Form]]) -> bool:
    return sum(n > BOUND * BOUND for term in terms for form in term for n in form) > MANY


def _is_told(terms: Sequence[tuple[Form, Form]]) -> bool:
    """Whether small primes, of which all powers are known, tell that no two sums that count are proportional: the sides
    of a quotient, and two denominators.
    """
    sides = [[{n: q for n, q in side.items() if n < BOUND} for side in term] for term in terms]
    pairs = [*sides, *combinations([below for _, below in sides], 2)]
    return all(a and b and _ratio(a, b) is None for a, b in pairs)


def _as_quotient(value: Logarithmic) -> tuple[Form, Form]:
    """The value as one quotient of sums."""
    if len(value.terms) != 1 or not isinstance(value.algebraic, Fraction):
        raise TypeError(f"no exact quotient with {value}: it would have a product of logarithms or of roots")
    [(top, below)] = value.terms
    out = dict(top)
    for n, q in below.items():
        out[n] = out.get(n, Fraction(0)) + value.algebraic * q
    return {n: q for n, q in out.items() if q}, below


def _ratio(top: Form, below: Form) -> Fraction | None:
    """The factor between two sums in one basis; None where they are not proportional."""
    n, q = next(iter(below.items()))
    ratio = top.get(n, Fraction(0)) / q
    return ratio if ratio and top == {n: q * ratio for n, q in below.items()} else None


def _times(form: Form, factor: Fraction) -> dict[int, Fraction]:
    return {n: q * factor for n, q in form.items()}


def _added(forms: Sequence[Form]) -> dict[int, Fraction]:
    """The sum of sums, in the order of their numbers; zeros are dropped.

    Each factor is reduced once: numerators are added by denominator, of which there are few.
    """
    if len(forms) == 1:
        return {n: q for n, q in sorted(forms[0].items()) if q}
    numerators: dict[int, dict[int, int]] = {}
    for form in forms:
        for n, q in form.items():
            by_denominator = numerators.setdefault(n, {})
            by_denominator[q.denominator] = by_denominator.get(q.denominator, 0) + q.numerator
    return {n: q for n, parts in sorted(numerators.items()) if (q := _over_each(parts))}


def _over_each(numerators: Mapping[int, int]) -> Fraction:
    """The sum of numerators over the denominators by which they are kept."""
    if len(numerators) == 1:
        [(bottom, top)] = numerators.items()
        return Fraction(top, bottom)
    return ratio_sum(numerators.values(), numerators)


# Bases of coprime numbers


def in_one_basis(forms: Sequence[Form]) -> list[dict[int, Fraction]]:
    """The sums with logarithms of numbers of which no two share a factor and none is a power; zeros are dropped."""
    split = _split(forms)
    known = sorted({p for factors in split.values() for p in factors if p > BOUND})
    if len(known) > 1 and known[-1] > BOUND * BOUND:  # what is left of a long number may share a factor
        basis = _Coprime(known)
        split = {n: basis.powers(factors) for n, factors in split.items()}
    return _in_factors(forms, split)


def in_small_primes(forms: Sequence[Form]) -> list[dict[int, Fraction]]:
    """The same, but that what trial division leaves of two long numbers may share a factor."""
    return _in_factors(forms, _split(forms))


def _split(forms: Sequence[Form]) -> dict[int, Mapping[int, int]]:
    return {n: factored(n) for n in {n for form in forms for n in form} if n != ONE}


def _in_factors(forms: Sequence[Form], split: Mapping[int, Mapping[int, int]]) -> list[dict[int, Fraction]]:
    """The sums in the factors of their numbers."""
    if all(factors == {n: 1} for n, factors in split.items()):
        return [{n: q for n, q in sorted(form.items()) if q} for form in forms]
    return [_in_powers(form, {**split, ONE: {ONE: 1}}) for form in forms]


def _in_powers(form: Form, powers: Mapping[int, Mapping[int, int]]) -> dict[int, Fraction]:
    """A sum in the numbers of a basis, of whose powers its own are products; numerators are added by denominator."""
    numerators: dict[int, dict[int, int]] = {}
    for n, q in form.items():
        top, bottom = q.numerator, q.denominator
        for b, power in powers[n].items():
            by_denominator = numerators.get(b)
            if by_denominator is None:
                numerators[b] = {bottom: top * power}
            else:
                by_denominator[bottom] = by_denominator.get(bottom, 0) + top * power
    return {b: q for b, parts in sorted(numerators.items()) if (q := _over_each(parts))}


@lru_cache(maxsize=65_536)
def factored(n: int) -> Mapping[int, int]:
    """The primes of a whole number with their powers; of a long number what has no small factor is one of them.

    >>> factored(360), factored(10**6 + 3)
    ({2: 3, 3: 2, 5: 1}, {1000003: 1})
    """
    found: dict[int, int] = {}
    for p in primes_below(BOUND):
        if p * p > n:
            break
        while n % p == 0:
            found[p] = found.get(p, 0) + 1
            n //= p
    if n > 1:
        base, power = as_power(n, BOUND) if n > BOUND * BOUND else (n, 1)
        found[base] = found.get(base, 0) + power
    return found


class _Coprime:
    """Numbers of which no two share a factor and none is a power, and of whose powers the given ones are products.

    They stand in groups with their product: what shares no factor with that shares none with a number of the group.
    """

    def __init__(self, numbers: Iterable[int]) -> None:
        self._groups: list[tuple[int, list[int]]] = []
        waiting = list(numbers)
        while waiting:
            n, _ = as_power(waiting.pop(), BOUND)
            found = next(self._sharing(n), None)
            if found is None:
                self._add(n)
            elif n != found[1]:
                waiting += self._parted(n, *found)
        self._all = {b for _, group in self._groups for b in group}

    def _sharing(self, n: int) -> Iterator[tuple[int, int]]:
        """The numbers that share a factor with another, each with the place of its group."""
        for at, (product, group) in enumerate(self._groups):
            if gcd(n, product) > 1:
                yield from ((at, b) for b in group if gcd(n, b) > 1)

    def _add(self, n: int) -> None:
        if self._groups and self._groups[-1][0].bit_length() < TOGETHER:
            product, group = self._groups.pop()
            self._groups.append((product * n, [*group, n]))
        else:
            self._groups.append((n, [n]))

    def _parted(self, n: int, at: int, b: int) -> list[int]:
        """What a number, and one here that is taken away, are products of."""
        product, group = self._groups[at]
        self._groups[at] = product // b, [other for other in group if other != b]
        common = gcd(n, b)
        return [x for x in (common, n // common, b // common) if x > 1]

    def powers(self, factors: Mapping[int, int]) -> dict[int, int]:
        """The powers of these numbers, and of small primes, in a number of which the factors are known."""
        found: dict[int, int] = {}
        for p, power in factors.items():
            if p < BOUND or p in self._all:
                found[p] = found.get(p, 0) + power
                continue
            for _, b in self._sharing(p):
                rest = p
                while rest % b == 0:
                    found[b], rest = found.get(b, 0) + power, rest // b
        return found


# Enclosures


def _bounds(form: Form, bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around a sum of logarithms."""
    low = high = form.get(ONE, Fraction(0))
    alike: dict[Fraction, list[int]] = {}  # numbers with the same factor: theirs is the logarithm of their product
    for n, q in form.items():
        if n != ONE:
            alike.setdefault(q, []).append(n)
    for q, numbers in alike.items():
        units = log_units(numbers[0], bits) if len(numbers) == 1 else _product_units(numbers, bits)
        a, b = (Fraction(end, 1 << bits) for end in units)
        low, high = (low + q * a, high + q * b) if q > 0 else (low + q * b, high + q * a)
    return low, high


def _product_units(numbers: Sequence[int], bits: int) -> tuple[int, int]:
    """Whole units of 2**-bits below and above the logarithm of a product, of which only the first digits are kept."""
    width, first, power = bits + len(numbers).bit_length() + 4, 1, 0
    for n in numbers:
        first *= n
        if (more := first.bit_length() - width) > 0:  # the product is less than 2**(1 - width) larger than what is kept
            first, power = first >> more, power + more
    guard = power.bit_length() + 1
    low, high = log_units(first, bits)
    below, above = log_units(2, bits + guard)
    return low + (power * below >> guard), high + (power * above >> guard) + 2


@lru_cache(maxsize=4096)
def log_units(n: int, bits: int) -> tuple[int, int]:
    """Whole units of 2**-bits right below and above the natural logarithm of a whole number.

    >>> log_units(2, 10)
    (709, 710)
    """
    guard = bits.bit_length() + n.bit_length().bit_length() + 8
    power = n.bit_length() - 1
    low, error = _area_tangent(n - (1 << power), n + (1 << power), bits + guard)
    if power:  # n = 2**power * m with m from 1 to 2, and ln 2 = 2 artanh(1/3)
        two, more = _area_tangent(1, 3, bits + guard)
        low, error = low + power * two, error + power * more
    return 2 * low >> guard, (2 * (low + error) >> guard) + 1


def _area_tangent(top: int, bottom: int, bits: int) -> tuple[int, int]:
    """Units of 2**-bits below artanh(top/bottom), a ratio of at most 1/3, and how many are missing at most."""
    power, total, odd = (top << bits) // bottom, 0, 1
    square, over = top * top, bottom * bottom
    while power:
        total += power // odd
        power = power * square // over
        odd += 2
    return total, 2 * odd  # each term is less than two units too small, and so is what follows the last


# Writing


def in_order(form: Form) -> list[tuple[int, Fraction]]:
    """The terms of a sum as they are written, those with a minus last."""
    return sorted(form.items(), key=lambda term: term[1] < 0)


def _product(factor: Fraction, what: str) -> str:
    """A multiple of a logarithm: 3/4*ln(2), -ln(5)."""
    if not what:
        return fraction_text(factor)
    if abs(factor) == 1:
        return what if factor > 0 else f"-{what}"
    return f"{fraction_text(factor)}*{what}"


def _over_log(factor: Fraction, logarithm: str) -> str:
    """A rational divided by a logarithm: 99/(2000*ln(10))."""
    n, d = factor.as_integer_ratio()
    return f"{int_text(n)}/{logarithm}" if d == 1 else f"{int_text(n)}/({int_text(d)}*{logarithm})"


def _latex_over_log(factor: Fraction, base: int) -> str:
    n, d = abs(factor).as_integer_ratio()
    times = "" if d == 1 else f"{int_text(d)} "
    return rf"{'-' if factor < 0 else ''}\frac{{{int_text(n)}}}{{{times}\ln {base}}}"


def _sum_text(form: Form) -> str:
    terms = [_product(q, "" if n == ONE else f"ln({int_text(n)})") for n, q in in_order(form)]
    return " + ".join(terms).replace("+ -", "- ")


def _latex_terms(form: Form, named: str) -> list[str]:
    def term(n: int, q: Fraction) -> str:
        before = value_latex(q) if n == ONE or abs(q) != 1 else "-" if q < 0 else ""
        return before if n == ONE else f"{before} {named} {int_text(n)}".strip().replace("- ", "-")

    return [term(n, q) for n, q in in_order(form)]
