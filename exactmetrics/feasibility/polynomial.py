"""What a definition leaves on unknown counts: a ratio of polynomials, perhaps times a square root, exactly.

A ratio keeps its denominator as factors, so that like ones cancel, and remembers every divisor met on the way: where
one of them is zero the formula says nothing, and the value itself must be asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any, TypeAlias

from exactmetrics.metrics.quantity import ROOTS

Monomial: TypeAlias = tuple[int, ...]  # the variables of a product, ascending, each as often as it occurs
Coefficient: TypeAlias = int | Fraction
Grid: TypeAlias = list[list[int]]  # by the power of tn, the coefficients of the powers of tp


class Poly:
    """A polynomial: the coefficient of every product of variables."""

    def __init__(self, terms: Mapping[Monomial, Coefficient]) -> None:
        self.terms = {product: c for product, c in terms.items() if c}

    @classmethod
    def variable(cls, place: int) -> Poly:
        return cls({(place,): 1})

    @classmethod
    def constant(cls, value: Coefficient) -> Poly:
        return cls({(): value})

    def combined(self, factor: Coefficient, other: Poly, times: Coefficient) -> Poly:
        """This times a number, and another one times another."""
        terms = {product: c * factor for product, c in self.terms.items()}
        for product, c in other.terms.items():
            terms[product] = terms.get(product, 0) + c * times
        return Poly(terms)

    def __add__(self, other: Poly) -> Poly:
        return self.combined(1, other, 1)

    def __mul__(self, other: Poly) -> Poly:
        terms: dict[Monomial, Coefficient] = {}
        for a, x in self.terms.items():
            for b, y in other.terms.items():
                product = tuple(sorted(a + b))
                terms[product] = terms.get(product, 0) + x * y
        return Poly(terms)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self.terms == other.terms

    @cached_property
    def _hash(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __hash__(self) -> int:
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.terms)

    def primitive(self) -> tuple[Fraction, Poly]:
        """A positive number and a polynomial with whole coefficients without a common factor: their product is this."""
        if not self.terms:
            return Fraction(1), self
        whole = lcm(*(c.denominator for c in self.terms.values()))
        numbers = {product: int(c * whole) for product, c in self.terms.items()}
        common = gcd(*numbers.values())
        return Fraction(common, whole), Poly({product: c // common for product, c in numbers.items()})

    @cached_property
    def _powers(self) -> list[tuple[int, int, int, int, int]]:
        return [(*(product.count(place) for place in range(4)), int(c)) for product, c in self.terms.items()]  # type: ignore[misc]

    def at(self, p: int, n: int) -> Grid:
        """A whole polynomial in tp, tn, the support and n, for a support and an n."""
        found: Grid = []
        for i, j, k, m, c in self._powers:
            while len(found) <= j:
                found.append([])
            row = found[j]
            row += [0] * (i + 1 - len(row))
            row[i] += c * p**k * n**m
        for row in found:
            while row and not row[-1]:
                row.pop()
        while found and not found[-1]:
            found.pop()
        return found


class Ratio:
    """A polynomial times the factors `up` over the factors `den`; `met` are all divisors met on the way to it."""

    def __init__(
        self, num: Poly, den: Iterable[Poly] = (), met: frozenset[Poly] = frozenset(), up: Iterable[Poly] = ()
    ) -> None:
        above, below = Counter(up), Counter(den)
        self.num, self.up, self.den, self.met = num, above - below, below - above, met

    @cached_property
    def top(self) -> Poly:
        return _times(self.num, self.up)

    @cached_property
    def bottom(self) -> Poly:
        return _times(Poly.constant(1), self.den)

    def __add__(self, other: object) -> Ratio:
        right = _ratio(other)
        if right is None:
            return NotImplemented
        common, shared = self.den | right.den, self.up & right.up
        left_top = _times(self.num, (self.up - shared) + (common - self.den))
        right_top = _times(right.num, (right.up - shared) + (common - right.den))
        return Ratio(left_top + right_top, common.elements(), self.met | right.met, shared.elements())

    __radd__ = __add__

    def __sub__(self, other: object) -> Ratio:
        right = _ratio(other)
        return NotImplemented if right is None else self + right * -1

    def __rsub__(self, other: object) -> Ratio:
        return self * -1 + other

    def __mul__(self, other: object) -> Ratio:
        right = _ratio(other)
        if right is None:
            return NotImplemented
        den, up = self.den + right.den, self.up + right.up
        return Ratio(self.num * right.num, den.elements(), self.met | right.met, up.elements())

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Ratio:
        right = _ratio(other)
        return NotImplemented if right is None else self * right.inverse()

    def __rtruediv__(self, other: object) -> Ratio:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Ratio:
        out = Ratio(Poly.constant(1))
        for _ in range(exponent):
            out = out * self
        return out

    def inverse(self) -> Ratio:
        """One over this; its numerator becomes a divisor."""
        if not self.num:
            raise ZeroDivisionError("a divisor that is zero whatever the counts are")
        factor, rest = self.num.primitive()
        if rest.terms[max(rest.terms)] < 0:  # one sign for like factors
            factor, rest = -factor, Poly({product: -c for product, c in rest.terms.items()})
        below = [*self.up.elements(), *([] if set(rest.terms) == {()} else [rest])]
        return Ratio(Poly.constant(1 / factor), below, self.met | frozenset(below), self.den.elements())


def _ratio(value: object) -> Ratio | None:
    if isinstance(value, (int, Fraction)):
        return Ratio(Poly.constant(value))
    return value if isinstance(value, Ratio) else None


def _times(poly: Poly, factors: Counter[Poly]) -> Poly:
    for factor in factors.elements():
        poly = poly * factor
    return poly


class Surd:
    """A number with a square root in it, by its `square` and by a ratio that has its `sign`."""

    def __init__(self, sign: Ratio, square: Ratio) -> None:
        self.sign, self.square = sign, square

    def __mul__(self, other: object) -> Surd:
        factor = _ratio(other)
        return NotImplemented if factor is None else Surd(self.sign * factor, self.square * factor * factor)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Surd:
        divisor = _ratio(other)
        return NotImplemented if divisor is None else self * divisor.inverse()

    def __rtruediv__(self, other: object) -> Surd:
        top = _ratio(other)
        return NotImplemented if top is None else Surd(self.sign * top, top * top / self.square)


Formula: TypeAlias = Ratio | Surd
ROOTS[Ratio] = lambda inside: Surd(Ratio(Poly.constant(1)), inside)


def formula_of(define: Callable[[Any], Any], view: Any) -> Formula | None:
    """What a definition leaves on a view of unknown counts; None where it is beyond these two shapes."""
    try:
        found = define(view)
    except (TypeError, ZeroDivisionError):
        return None
    return found if isinstance(found, Surd) else _ratio(found)
