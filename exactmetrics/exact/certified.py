"""Real numbers known by certified enclosures as fine as asked for, such as the bounds of confidence intervals.

Who makes one has proved that it is no rational, so that rounding and comparison with a rational end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, Protocol

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Irrational, Number, enclosure, sign

MOST_BITS = 1 << 11  # of two such numbers that are compared; whether they are equal is not always decided


class Source(Protocol):
    """What a certified number is: two sources that are equal are the same number."""

    @property
    def exactness(self) -> Literal["algebraic", "transcendental"]: ...

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        """Two rationals around it, about 2**-bits apart."""
        ...

    def __hash__(self) -> int: ...


class Certified(Irrational):
    """An irrational number known by enclosures as fine as asked for, such as the bound of a Clopper-Pearson interval.

    `decimal` writes any number of its digits, all certified, `float` gives the nearest double, and it compares with
    every exact number. It is shown with 16 digits and "...". `exactness` is "algebraic" or "transcendental".

    >>> from exactmetrics import decimal, proportion_interval
    >>> bound = proportion_interval(81, 263, method="clopper_pearson").lower; bound
    <Certified 0.2527367455852711...>
    >>> decimal(bound, places=40), float(bound), bound < Fraction(1, 4), bound.exactness
    ('0.2527367455852711630245717758989897799884', 0.25273674558527115, False, 'algebraic')
    """

    __slots__ = ("_factor", "_offset", "_source")
    _no_difference = True

    def __init__(self, source: Source, factor: Fraction = Fraction(1), offset: Fraction = Fraction(0)) -> None:
        self._source, self._factor, self._offset = source, factor, offset

    @property
    def exactness(self) -> Literal["algebraic", "transcendental"]:
        """Whether it is a root of a polynomial with rational coefficients."""
        return self._source.exactness

    @classmethod
    def _joined(cls, values: Sequence[object]) -> Number:
        own = [v for v in values if isinstance(v, Certified)]
        rest = [v for v in values if isinstance(v, (int, Fraction))]
        if len(own) + len(rest) < len(values) or len({v._source for v in own}) > 1:
            raise TypeError(f"no exact sum of {' and '.join(map(str, values))}: their decimals may be added")
        factor = sum((v._factor for v in own), Fraction(0))
        offset = sum((v._offset for v in own), Fraction(0)) + sum(rest, Fraction(0))
        return cls(own[0]._source, factor, offset) if factor else offset

    def __mul__(self, other: object) -> Number:
        if not isinstance(other, (int, Fraction)):
            return NotImplemented
        return Certified(self._source, self._factor * other, self._offset * other) if other else Fraction(0)

    __rmul__ = __mul__

    def __rtruediv__(self, other: object) -> Number:
        raise TypeError(f"no exact quotient by {self}: decimals may be divided")

    def _enclosed(self, bits: int) -> tuple[Fraction, Fraction]:
        low, high = (self._offset + self._factor * bound for bound in self._source.bounds(bits))
        return (low, high) if self._factor > 0 else (high, low)

    def _rationals(self) -> Iterator[Fraction]:
        yield from (self._factor, self._offset)

    def _order(self, other: object) -> int:
        if isinstance(other, (int, Fraction)):
            return sign(self - other)
        if self == other:
            return 0
        bits = 64
        while bits <= MOST_BITS:
            (low, high), (below, above) = self._enclosed(bits), enclosure(other, bits)
            if low > above or high < below:
                return 1 if low > above else -1
            bits *= 2
        raise UsageError(
            f"{self} and {other} agree in {MOST_BITS * 3 // 10} digits; whether they are equal is not decided"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Certified) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((Certified, *self._key()))

    def _key(self) -> tuple[Source, Fraction, Fraction]:
        return self._source, self._factor, self._offset

    def __str__(self) -> str:
        return decimal(self, repeating=True, limit=16)

    def __repr__(self) -> str:
        return f"<Certified {self}>"

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {str(self).removesuffix('...')} \ldots$"
