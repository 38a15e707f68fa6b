"""A definition run on unknown counts: what is left is a ratio of polynomials, perhaps times a square root.

`Ratio` keeps its denominator as factors, so that like ones cancel; every divisor met on the way is remembered, for
where one of them is zero the formula says nothing and the value itself must be asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from exactmetrics.feasibility.polynomial import ONE, Poly
from exactmetrics.matrix.exact_count import simplest
from exactmetrics.metrics.quantity import ROOTS


class Ratio:
    """A polynomial times factors over factors; `met` are all divisors met on the way to it."""

    __slots__ = ("_bottom", "_top", "den", "met", "num", "up")

    def __init__(
        self, num: Poly, den: Iterable[Poly] = (), met: frozenset[Poly] = frozenset(), up: Iterable[Poly] = ()
    ) -> None:
        above, below = Counter(up), Counter(den)
        self.num, self.up, self.den, self.met = num, above - below, below - above, met
        self._top: Poly | None = None
        self._bottom: Poly | None = None

    @property
    def top(self) -> Poly:
        """The whole numerator.

        >>> Ratio(Poly.variable(0)).top.terms
        {(1, 0, 0, 0): 1}
        """
        if self._top is None:
            self._top = times(self.num, self.up)
        return self._top

    @property
    def bottom(self) -> Poly:
        """The whole denominator.

        >>> (1 / Ratio(Poly.variable(3))).bottom.terms
        {(0, 0, 0, 1): 1}
        """
        if self._bottom is None:
            self._bottom = times(Poly.constant(1), self.den)
        return self._bottom

    def __add__(self, other: object) -> Ratio:
        right = _ratio(other)
        if right is None:
            return NotImplemented
        common, shared = self.den | right.den, self.up & right.up
        left_top = times(self.num, (self.up - shared) + (common - self.den))
        right_top = times(right.num, (right.up - shared) + (common - right.den))
        return Ratio(left_top + right_top, common.elements(), self.met | right.met, shared.elements())

    __radd__ = __add__

    def __neg__(self) -> Ratio:
        return self * -1

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
        """One over this; its numerator becomes a divisor.

        >>> tp = Ratio(Poly.variable(0))
        >>> list((tp * tp.inverse()).den), len((tp * tp.inverse()).met)
        ([Poly({(1, 0, 0, 0): 1})], 1)
        """
        if not self.num:
            raise ZeroDivisionError("a divisor that is zero whatever the counts are")
        factor, rest = self.num.primitive()
        below = list(self.up.elements()) + ([] if rest.terms == {ONE: 1} else [rest])
        return Ratio(
            Poly.constant(simplest(1 / Fraction(factor))), below, self.met | frozenset(below), self.den.elements()
        )


def _ratio(value: object) -> Ratio | None:
    if isinstance(value, (int, Fraction)):
        return Ratio(Poly.constant(value))
    return value if isinstance(value, Ratio) else None


class Surd:
    """A number with a square root in it, by its `square` and by a ratio that has its `sign`."""

    __slots__ = ("sign", "square")

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


ROOTS[Ratio] = lambda inside: Surd(Ratio(Poly.constant(1)), inside)


def times(poly: Poly, factors: Counter[Poly]) -> Poly:
    """A polynomial times a product of others.

    >>> times(Poly.constant(2), Counter([Poly.variable(0)])) == Poly.variable(0).scaled(2)
    True
    """
    for factor in factors.elements():
        poly = poly * factor
    return poly


def formula_of(define: Callable[[Any], Any], view: Any) -> Ratio | Surd | None:
    """What a definition leaves on a view of unknown counts; None where it is beyond these two shapes.

    >>> formula_of(lambda m: 1 / 0, None) is None
    True
    """
    try:
        found = define(view)
    except (TypeError, ZeroDivisionError):
        return None
    return found if isinstance(found, (Ratio, Surd)) else None
