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
from exactmetrics.exact.isolation import Rising, isolated

STEP = 32  # bits: who asks for a few more or less gets what is known
FAR = 64  # bits of what lies beyond a quantile: above, Newton's method climbs in small steps and halving is quicker


@dataclass(frozen=True)
class Quantile:
    """The quantile of a confidence."""

    confidence: Fraction
    exactness: ClassVar[Literal["algebraic", "transcendental"]] = "transcendental"

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        return _bounds(self.confidence, -(-bits // STEP) * STEP)


@lru_cache(maxsize=4096)
def _bounds(confidence: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    n, d = confidence.as_integer_ratio()

    def rising(z: Fraction, fine: int) -> tuple[int, int]:
        """The integral of e^(-t^2/2) from 0 to z, less the share of the whole one that the confidence is."""
        low, high = _integral(z, fine)
        below, above = _half_integral(fine)
        return low - above * n // d - 1, high - below * n // d

    beyond = (d // (d - n)).bit_length()  # what lies beyond z is less than e^(-z^2/2), and e is less than 4
    if beyond > FAR:
        return isolated(rising, Fraction(0), Fraction(isqrt(2 * beyond) + 1), bits)
    near = _near(confidence, bits + 4, beyond)
    low, high = (Fraction(near + off, 1 << bits + 4) for off in (-4, 4))
    if low > 0 and _sign(rising, low, bits + beyond + 16) < 0 < _sign(rising, high, bits + beyond + 16):
        return low, high
    return isolated(rising, Fraction(0), Fraction(isqrt(2 * beyond) + 1), bits)


def _near(confidence: Fraction, bits: int, beyond: int) -> int:
    """Units of 2**-bits near the quantile, by Newton's method: a guess, of which nothing is proved.

    The integral bends down, so from below each step stays below, and in the end it doubles the digits.
    """
    n, d = confidence.as_integer_ratio()
    fine = 40 + beyond
    z, step = _half_integral(fine)[0] * n // d, 1 << fine  # the integral to z is less than z
    while True:
        least = 1 << (fine >> 1)
        for _ in range(8 * beyond):
            missing = _half_integral(fine)[0] * n // d - _integral(Fraction(z, 1 << fine), fine)[0]
            step = missing * _exponential(z * z >> fine + 1, fine) >> fine
            z += step
            if abs(step) < least:  # the next step would be about its square
                break
        if fine >= bits + beyond + 8:
            return z >> fine - bits
        finer = max(fine + 1, min(2 * fine - beyond - 16, bits + beyond + 8))
        z, fine = z << finer - fine, finer


def _exponential(x: int, fine: int) -> int:
    """About e to the x in units of 2**-fine."""
    term = total = 1 << fine
    i = 0
    while term:
        i += 1
        term = (term * x >> fine) // i
        total += term
    return total


def _sign(rising: Rising, point: Fraction, bits: int) -> int:
    """The sign of a rising function at a point; 0 where so many bits do not tell."""
    low, high = rising(point, bits)
    return 1 if low > 0 else -1 if high < 0 else 0


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
