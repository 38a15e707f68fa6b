r"""The quantile z of the normal distribution that a confidence c stands for: P(-z < Z < z) = c, certified.

That z is transcendental for every rational c is taken for granted. It is known of the integral of e^(-t^2) to an
algebraic limit (Siegel 1929, Shidlovskii 1954), which c is after a division by the root of pi.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import ClassVar, Literal

from exactmetrics.exact.constants import pi_units
from exactmetrics.exact.isolation import isolated


@dataclass(frozen=True)
class Quantile:
    """The quantile of a confidence."""

    confidence: Fraction
    exactness: ClassVar[Literal["algebraic", "transcendental"]] = "transcendental"

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        return _bounds(self.confidence, bits)


@lru_cache(maxsize=64)
def _bounds(confidence: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    n, d = confidence.as_integer_ratio()

    def rising(z: Fraction, fine: int) -> tuple[int, int]:
        """The integral of e^(-t^2/2) from 0 to z, less the share of the whole one that the confidence is."""
        low, high = _integral(z, fine)
        below, above = _half_integral(fine)
        return low - above * n // d - 1, high - below * n // d

    beyond = (d // (d - n)).bit_length()  # what lies beyond z is less than e^(-z^2/2), and e is less than 4
    return isolated(rising, Fraction(0), Fraction(isqrt(2 * beyond) + 1), bits)


def _integral(z: Fraction, bits: int) -> tuple[int, int]:
    """Units of 2**-bits around the integral of e^(-t^2/2) from 0 to z, by its power series.

    >>> low, high = _integral(Fraction(1), 40)
    >>> low / 2**40, high - low
    (0.855624391891979, 1)
    """
    guard = 2 * int(z * z) + 2 * bits.bit_length() + 16  # terms grow to e^(z^2/2) before they vanish
    fine = bits + guard
    square = (z.numerator**2 << fine) // z.denominator**2
    term, error = (z.numerator << fine) // z.denominator, 1
    total, missing, i = term, error, 0
    while term or 2 * i << fine <= square:
        i += 1
        error = (error * (square + 1) >> fine) // (2 * i) + (term >> fine) + 5  # square is cut too
        term = (term * square >> fine) // (2 * i)
        total += term // (2 * i + 1) * (-1 if i % 2 else 1)
        missing += error // (2 * i + 1) + 2
    missing += error  # what follows in an alternating series is less than its first term
    return (total - missing) >> guard, ((total + missing) >> guard) + 1


@lru_cache(maxsize=16)
def _half_integral(bits: int) -> tuple[int, int]:
    """Units of 2**-bits around the integral from 0 to infinity, the root of pi/2."""
    low, high = pi_units(2 * bits + 8)
    return isqrt(low >> 9), isqrt(high >> 9) + 1
