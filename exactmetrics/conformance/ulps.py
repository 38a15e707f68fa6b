"""Distances of floating-point answers from exact values, in units in the last place.

Numbers of a format in their order are numbered by whole numbers, neighbours by neighbours; the distance of two of them
is the difference of their numbers. An answer is correctly rounded where it is the number nearest to the exact value, so
where its distance from that one is 0. Single precision is judged in units of its own.

Where the nearest number is 0 there is no last place to count in, and the grid at 1 stands in for it: 2**-52 for
doubles, 2**-23 for single precision. Metrics are numbers on the scale of 1: a residue of 1e-17 is one unit, not 4e18.
"""

from __future__ import annotations

import struct
from fractions import Fraction
from math import ceil
from typing import Literal, TypeAlias

from exactmetrics.exact.values import Number
from exactmetrics.vectors.floats import DOUBLE, SINGLE, nearest

Precision: TypeAlias = Literal["float64", "float32"]
_FORMATS = {"float64": DOUBLE, "float32": SINGLE}
_PACKED = {"float64": (">d", ">q"), "float32": (">f", ">i")}
ALIKE = 64  # units within which an answer is taken for another number than the one that is asked for
# More than half of the binary digits are wrong beyond so many units.
WRONG_BEYOND: dict[str, int] = {"float64": 2**26, "float32": 2**12}


def rounded(value: Number, precision: Precision = "float64") -> float:
    """The number of a precision that is nearest to an exact value.

    >>> rounded(Fraction(1, 10)), rounded(Fraction(1, 10), "float32")
    (0.1, 0.10000000149011612)
    """
    return nearest(value, _FORMATS[precision])


def distance(answer: float, to: float, precision: Precision = "float64") -> int:
    """How many units in the last place a finite answer is from the number nearest to the exact value.

    >>> distance(0.39999999999999997, 0.4), distance(0.1, 0.1), distance(-1.0, 1.0) > 2**60
    (1, 0, True)
    >>> distance(0.40000003576278687, 0.4000000059604645, "float32"), distance(2.7e-17, 0.0)
    (1, 1)
    """
    if answer == to:
        return 0
    if to == 0:
        return ceil(abs(Fraction(answer)) * (1 << (_FORMATS[precision].bits - 1)))
    near = nearest(Fraction(answer), _FORMATS[precision])
    if abs(near) == float("inf"):
        return WRONG_BEYOND[precision] * 2**10
    return abs(_number(near, precision) - _number(to, precision))


def _number(value: float, precision: Precision) -> int:
    """The place of a number in the order of all numbers of its precision."""
    real, whole = _PACKED[precision]
    bits: int = struct.unpack(whole, struct.pack(real, value + 0.0))[0]
    return bits if bits >= 0 else -(2 ** (8 * struct.calcsize(whole) - 1)) - bits
