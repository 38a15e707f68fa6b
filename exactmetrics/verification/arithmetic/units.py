"""Whether two numbers that differ may be the same quantity in two units."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.values import Value

_WHOLE = (60, 3600, 86400, 1440, 24, 7, 12, 30, 365, 52, 168, 8760, 3, 4, 8, 14, 16, 5280, 1760)
_BROKEN = "365.25 2.54 30.48 1.609344 0.45359237 3.6 4.184 57.2958 1.8 1.048576 1.073741824"
_FACTORS = (*map(Fraction, _WHOLE), *map(Fraction, _BROKEN.split()))
_TOLERANCE = Fraction(1, 100)
_CLOSE = Fraction(3, 2)  # no change of units makes less of a difference


def may_convert(a: Value | None, b: Value | None) -> bool:
    """Whether the ratio of two values is, perhaps rounded, one that a change of units makes.

    >>> may_convert(Fraction(180), Fraction(3)), may_convert(Fraction(180), Fraction(185))
    (True, False)
    """
    if not isinstance(a, Fraction) or not isinstance(b, Fraction) or not a or not b:
        return True  # nothing speaks against it
    ratio = abs(a / b)
    if ratio < 1:
        ratio = 1 / ratio
    if ratio < _CLOSE or ratio > 10**30:
        return ratio > _CLOSE
    return any(_is_power_of_ten(ratio / factor) for factor in (Fraction(1), *_FACTORS))


def _is_power_of_ten(ratio: Fraction) -> bool:
    while ratio > 5:
        ratio /= 10
    while ratio < Fraction(1, 2):
        ratio *= 10
    return abs(ratio - 1) < _TOLERANCE
