"""What a definition leaves on unknown counts: a ratio of polynomials, perhaps times a square root, exactly.

A ratio is kept as powers of polynomials, so that like ones cancel, and remembers every divisor met on the way: where
one of them is zero the formula says nothing, and the value itself must be asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm, prod
from typing import Any, TypeAlias

from exactmetrics.metrics.quantity import ROOTS

Monomial: TypeAlias = tuple[int, ...]  # the variables of a product, ascending, each as often as it occurs
Coefficient: TypeAlias = int | Fraction


class Poly:
    """A polynomial: the coefficient of every product of variables."""

    def __init__(self, terms: Mapping[Monomial, Coefficient]) -> None:
        self.terms = {product: c for product, c in terms.items() if c}

    def combined(self, factor: Coefficient, other: Poly, times: Coefficient) -> Poly:
        """This times a number, and another one times another."""
        terms = {product: c * factor for product, c in self.terms.items()}
        for product, c in other.terms.items():
            terms[product] = terms.get(product, 0) + c * times
        return Poly(terms)

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

    def primitive(self) -> tuple[Fraction, Poly]:
        """A positive number and a polynomial with whole coefficients without a common factor: their product is this."""
        if not self.terms:
            return Fraction(1), self
        whole = lcm(*(c.denominator for c in self.terms.values()))
        numbers = {product: int(c * whole) for product, c in self.terms.items()}
        common = gcd(*numbers.values())
        return Fraction(common, whole), Poly({product: c // common for product, c in numbers.items()})

    def value(self, values: Sequence[Any]) -> Any:
        """The polynomial at values of its variables, which may be floats."""
        return sum(c * prod(values[variable] for variable in product) for product, c in self.terms.items())

    @cached_property
    def _powers(self) -> list[tuple[int, int, int, int, int]]:
        return [(*(product.count(place) for place in range(4)), int(c)) for product, c in self.terms.items()]  # type: ignore[misc]

    def at(self, p: int, n: int) -> dict[tuple[int, int], int]:
        """A whole polynomial in tp, tn, the support and n, for a support and an n: by the powers of tp and tn."""
        found: dict[tuple[int, int], int] = {}
        for i, j, k, m, c in self._powers:
            found[i, j] = found.get((i, j), 0) + c * p**k * n**m
        return {powers: c for powers, c in found.items() if c}


ONE = Poly({(): 1})


class Ratio:
    """A number times `powers` of polynomials; `met` are all divisors met on the way to it."""

    def __init__(
        self, number: Fraction, powers: Mapping[Poly, int] | None = None, met: frozenset[Poly] = frozenset()
    ) -> None:
        self.number, self.met = number, met
        self.powers = {poly: power for poly, power in (powers or {}).items() if power} if number else {}

    @classmethod
    def of(cls, poly: Poly) -> Ratio:
        if not poly.terms:
            return cls(Fraction(0))
        number, rest = poly.primitive()
        if rest.terms[max(rest.terms)] < 0:  # one sign for like factors
            number, rest = -number, rest.combined(-1, rest, 0)
        return cls(number, {} if rest == ONE else {rest: 1})

    @classmethod
    def variable(cls, place: int) -> Ratio:
        return cls.of(Poly({(place,): 1}))

    @cached_property
    def top(self) -> Poly:
        return self._times(self.powers).combined(self.number, ONE, 0)

    @cached_property
    def bottom(self) -> Poly:
        return self._times({poly: -power for poly, power in self.powers.items()})

    @property
    def den(self) -> tuple[Poly, ...]:
        """The factors of the bottom."""
        return tuple(poly for poly, power in self.powers.items() for _ in range(-power))

    @staticmethod
    def _times(powers: Mapping[Poly, int]) -> Poly:
        return prod((poly for poly, power in powers.items() for _ in range(power)), start=ONE)

    def value(self, values: Sequence[float]) -> float:
        return float(self.top.value(values) / self.bottom.value(values))

    def __add__(self, other: object) -> Ratio:
        right = _ratio(other)
        if right is None:
            return NotImplemented
        shared = {
            poly: min(self.powers.get(poly, 0), right.powers.get(poly, 0)) for poly in {**self.powers, **right.powers}
        }
        first, second = (
            self._times({poly: one.powers.get(poly, 0) - power for poly, power in shared.items()})
            for one in (self, right)
        )
        return Ratio(Fraction(1), shared, self.met | right.met) * Ratio.of(
            first.combined(self.number, second, right.number)
        )

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
        powers = dict(self.powers)
        for poly, power in right.powers.items():
            powers[poly] = powers.get(poly, 0) + power
        return Ratio(self.number * right.number, powers, self.met | right.met)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Ratio:
        right = _ratio(other)
        return NotImplemented if right is None else self * right.inverse()

    def __rtruediv__(self, other: object) -> Ratio:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> Ratio:
        return prod([self] * exponent, start=Ratio(Fraction(1)))

    def inverse(self) -> Ratio:
        """One over this; what stood above becomes divisors."""
        divisors = frozenset(poly for poly, power in self.powers.items() if power > 0)
        return Ratio(1 / self.number, {poly: -power for poly, power in self.powers.items()}, self.met | divisors)


def _ratio(value: object) -> Ratio | None:
    if isinstance(value, (int, Fraction)):
        return Ratio(Fraction(value))
    return value if isinstance(value, Ratio) else None


class Surd:
    """A number with a square root in it, by its `square` and by a ratio that has its `sign`."""

    def __init__(self, sign: Ratio, square: Ratio) -> None:
        self.sign, self.square, self.met = sign, square, sign.met | square.met

    def value(self, values: Sequence[float]) -> float:
        size = float(self.square.value(values) ** 0.5)  # an error where the square is below 0
        return size if self.sign.value(values) > 0 else -size

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


def _root(inside: Ratio, degree: int) -> Surd:
    if degree != 2:
        raise TypeError(f"no such shape has a root of degree {degree}")
    return Surd(Ratio(Fraction(1)), inside)


ROOTS[Ratio] = _root


def formula_of(define: Callable[[Any], Any], view: Any) -> Formula | None:
    """What a definition leaves on a view of unknown counts; None where it is beyond these two shapes."""
    try:
        found = define(view)
    except (TypeError, ZeroDivisionError):
        return None
    return found if isinstance(found, Surd) else _ratio(found)
