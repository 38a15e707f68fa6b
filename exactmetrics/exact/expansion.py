"""Repeating decimals: the integer part, the digits before the period, the period, and how long it is.

The length of a period is the order of ten modulo what is left of the denominator without its twos and fives. It is
found in about the square root of the cap many steps, never by writing the digits out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt, lcm

from exactmetrics.exact.digits import int_text


@dataclass(frozen=True, slots=True)
class Expansion:
    """A decimal in its parts; `complete` is False where the digits were cut before they began to repeat or to end."""

    minus: bool
    whole: str
    fixed: str
    period: str
    complete: bool

    @property
    def before(self) -> str:
        """What stands before the period."""
        point = "." if self.fixed or self.period else ""
        return f"{'-' if self.minus else ''}{self.whole}{point}{self.fixed}"

    def text(self) -> str:
        """The parts as one decimal, the period in brackets, "..." after cut digits."""
        period = f"({self.period})" if self.period else ""
        return f"{self.before}{period}{'' if self.complete else '...'}"


def expansion(value: Fraction | int, limit: int = 60) -> Expansion:
    """The decimal expansion of a rational, with at most `limit` digits after the point.

    >>> expansion(Fraction(409, 630))
    Expansion(minus=False, whole='0', fixed='6', period='492063', complete=True)
    """
    n, d = value.as_integer_ratio()
    whole, rest = divmod(abs(n), d)
    before, odd = _without_tens(d)
    length = 0 if odd == 1 else _order(odd, limit - before)
    shown = limit if length is None or before > limit else before + length
    digits = int_text(rest * 10**shown // d).zfill(shown) if shown else ""
    if length is None or before > limit:
        return Expansion(n < 0, int_text(whole), digits, "", False)
    return Expansion(n < 0, int_text(whole), digits[:before], digits[before:], True)


def repeating_text(value: Fraction | int, limit: int) -> str:
    """A rational as a decimal with its period in brackets, or its first `limit` digits and "..." where that is longer.

    >>> repeating_text(Fraction(1, 6), 60), repeating_text(Fraction(-1, 8), 60), repeating_text(Fraction(1, 97), 5)
    ('0.1(6)', '-0.125', '0.01030...')
    """
    return expansion(value, limit).text()


def period_length(value: Fraction | int, limit: int = 10**8) -> int | None:
    """How many digits of the decimal expansion repeat: 0 where it ends, None where it is more than `limit`.

    >>> period_length(Fraction(409, 630)), period_length(Fraction(1, 8)), period_length(Fraction(1, 97), 50)
    (6, 0, None)
    """
    _, odd = _without_tens(Fraction(value).denominator)
    return 0 if odd == 1 else _order(odd, limit)


def _without_tens(d: int) -> tuple[int, int]:
    """How many digits stand before the period, and the denominator without its factors two and five."""
    twos = (d & -d).bit_length() - 1
    d >>= twos
    fives = 0
    while d % 5 == 0:
        d //= 5
        fives += 1
    return max(twos, fives), d


FEW = 64  # so many powers of ten are looked at one by one
FACTORED = 250_000  # a smaller modulus is taken to its factors, which is faster than any search


def _order_by_factors(modulus: int) -> int:
    """The order of ten divides the exponent of the group, and is what is left when no prime can be taken out."""
    order = 1
    for p, e in _factors(modulus).items():
        order = lcm(order, p ** (e - 1) * (p - 1))
    for q in _factors(order):
        while order % q == 0 and pow(10, order // q, modulus) == 1 % modulus:
            order //= q
    return order


@cache
def _primes() -> tuple[int, ...]:
    """The primes of which a number below `FACTORED` has one, unless it is prime."""
    return tuple(p for p in range(2, isqrt(FACTORED) + 1) if all(p % d for d in range(2, isqrt(p) + 1)))


def _factors(n: int) -> dict[int, int]:
    """The primes of a small number with their powers."""
    found: dict[int, int] = {}
    for p in _primes():
        if p * p > n:
            break
        while n % p == 0:
            found[p] = found.get(p, 0) + 1
            n //= p
    if n > 1:
        found[n] = 1
    return found


def _order(modulus: int, limit: int) -> int | None:
    """The least k from 1 to `limit` with ``10**k % modulus == 1``: giant steps over a table of small ones."""
    if limit < 1:
        return None
    if limit <= FEW:
        power = 1
        for k in range(1, limit + 1):
            power = power * 10 % modulus
            if power == 1:
                return k
        return None
    if modulus < FACTORED:
        k = _order_by_factors(modulus)
        return k if k <= limit else None
    width = isqrt(limit - 1) + 1
    small, power = dict[int, int](), 1
    for j in range(width):
        small[power] = j  # the largest j for a power: the least k below
        power = power * 10 % modulus
    giant = power
    for i in range(1, width + 1):
        if giant in small:
            k = i * width - small[giant]
            return k if k <= limit else None
        giant = giant * power % modulus
    return None
