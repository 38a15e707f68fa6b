"""Rationals around a sum of roots, as near to it as is asked for: what decides signs and roundings."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from exactmetrics.exact.values import Root


def bounds(rational: Fraction, roots: Iterable[Root], bits: int) -> tuple[Fraction, Fraction]:
    """Two rationals around a rational and roots added up, `bits` binary digits fine relative to each of the terms.

    >>> from exactmetrics.exact.values import root
    >>> low, high = bounds(Fraction(1), [root(Fraction(2))], 20)
    >>> (low - 1) ** 2 < 2 < (high - 1) ** 2
    True
    """
    low = high = rational
    for r in roots:
        shift = max(0, 2 * bits + r.square.denominator.bit_length() - r.square.numerator.bit_length() + 2)
        shift += shift % 2
        floor = isqrt((r.square.numerator << shift) // r.square.denominator)
        below, above = Fraction(floor, 1 << shift // 2), Fraction(floor + 1, 1 << shift // 2)
        low, high = (low + below, high + above) if r.sign > 0 else (low - above, high - below)
    return low, high
