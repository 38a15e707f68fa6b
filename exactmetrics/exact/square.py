"""Squares of rationals: the exact root if there is one, and the square factors a display takes out.

Nothing here decides a value: `exact_root` needs no factoring, and what `take_out` leaves under the root (square factors
of primes beyond `BOUND`) only makes a display longer.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

BOUND = 10_000  # primes up to here are tried when a square is taken out of a root


def exact_root(value: Fraction) -> Fraction | None:
    """The square root of a rational that is not negative, or None where it is irrational.

    >>> exact_root(Fraction(4, 9)), exact_root(Fraction(2))
    (Fraction(2, 3), None)
    """
    a, b = isqrt(value.numerator), isqrt(value.denominator)
    if a * a != value.numerator or b * b != value.denominator:
        return None
    return Fraction(a, b)


def take_out(n: int) -> tuple[int, int]:
    """`(a, d)` with ``n == a*a*d`` and no square of a prime up to `BOUND` left in `d`.

    >>> take_out(360)
    (6, 10)
    """
    whole = isqrt(n)
    if whole * whole == n:
        return whole, 1
    a, d, factor = 1, n, 2
    while factor * factor <= d and factor <= BOUND:
        square = factor * factor
        while d % square == 0:
            d //= square
            a *= factor
        factor += 1 if factor == 2 else 2
    rest = isqrt(d)
    return (a * rest, 1) if rest * rest == d else (a, d)


def radical(square: Fraction) -> tuple[Fraction, int]:
    """`(q, d)` with ``sqrt(square) == q*sqrt(d)``, d a whole number: the form that is shown.

    >>> radical(Fraction(25, 116))
    (Fraction(5, 58), 29)
    """
    (a, top), (b, bottom) = take_out(square.numerator), take_out(square.denominator)
    return Fraction(a, b * bottom), top * bottom


def root_text(square: Fraction) -> str:
    """The root of a rational as text.

    >>> root_text(Fraction(25, 116)), root_text(Fraction(10))
    ('5*sqrt(29)/58', 'sqrt(10)')
    """
    q, d = radical(square)
    top = ("" if q.numerator == 1 else f"{q.numerator}*") + f"sqrt({d})"
    return top if q.denominator == 1 else f"{top}/{q.denominator}"
