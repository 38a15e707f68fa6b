"""Powers of rationals: the exact root if there is one, and the square factors a display takes out.

Nothing here decides a value: `exact_root` needs no factoring, and what `take_out` leaves under the root (square factors
of primes beyond `BOUND`) only makes a display longer.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
from math import gcd, isqrt, log2, prod

BOUND = 10_000  # primes up to here are tried when a square is taken out of a root
PRIMES = [p for p in range(3, 74) if all(p % d for d in range(2, p))]  # twenty, for a fingerprint of a million classes
SQUARES = {p: {x * x % p for x in range(p)} - {0} for p in PRIMES}
PRODUCT = prod(PRIMES)


def whole_root(n: int, degree: int) -> int:
    """The largest whole number whose power of that degree is at most n, which is not negative."""
    if degree == 2 or n.bit_length() <= degree:
        return isqrt(n) if degree == 2 else min(n, 1)
    size = max(0, n.bit_length() - 53)
    whole, rest = divmod((log2(n >> size) + size) / degree, 1)
    x = ((int(2 ** (rest + 40)) + 2**20 << int(whole)) >> 40) + 1  # just above the root: Newton's steps fall
    while (y := ((degree - 1) * x + n // x ** (degree - 1)) // degree) < x:
        x = y
    return x


def exact_root(value: Fraction, degree: int = 2) -> Fraction | None:
    """The root of a rational that is not negative, or None where it is irrational."""
    a = whole_root(value.numerator, degree)
    if a**degree != value.numerator:
        return None
    b = whole_root(value.denominator, degree)
    return Fraction(a, b) if b**degree == value.denominator else None


def as_power(n: int, least: int = 2) -> tuple[int, int]:
    """A whole number from 2 on as a power, with the largest exponent there is; none of its primes is below `least`.

    >>> as_power(36**3), as_power(1009**6, 1000), as_power(1009 * 1013, 1000)
    ((6, 6), (1009, 6), (1022117, 1))
    """
    power = 1
    for p in primes_below(n.bit_length() // (least.bit_length() - 1) + 1):
        while _may_be_power(n, p) and (base := whole_root(n, p)) ** p == n:
            n, power = base, power * p
    return n, power


def _may_be_power(n: int, p: int) -> bool:
    """Whether a number is a power with a prime exponent modulo a prime, which few others are."""
    modulus = _modulus(p)
    return pow(n % modulus, (modulus - 1) // p, modulus) < 2


@cache
def _modulus(p: int) -> int:
    """A prime modulo which one in p numbers is a power with the exponent p."""
    return next(q for q in count(2 * p + 1, 2 * p) if all(q % d for d in range(3, isqrt(q) + 1, 2)))


def least_degree(value: Fraction, degree: int) -> tuple[Fraction, int]:
    """The root of that degree of a positive rational with the least degree: the fourth root of 4/9 is a square root."""
    prime = 2
    while prime <= degree:
        lower = exact_root(value, prime) if degree % prime == 0 else None
        if lower is None:
            prime += 1
        else:
            value, degree = lower, degree // prime
    return value, degree


@lru_cache(maxsize=16_384)
def square_class(value: Fraction) -> int:
    """A fingerprint that positive rationals have in common if their ratio is the square of a rational.

    For each of some primes: whether it divides the number an odd number of times, and whether the rest is a square
    modulo it. Numbers that differ here are unlike; nearly all that agree are alike, and `exact_root` decides.
    """
    n = value.numerator * value.denominator
    residue, mark = n % PRODUCT, 0
    for p in PRIMES:
        rest, odd = residue % p, 0
        if not rest:
            power = n
            while not power % p:
                power, odd = power // p, 1 - odd
            rest = power % p
        mark = mark * 4 + 2 * odd + (rest in SQUARES[p])
    return mark


@lru_cache(maxsize=64)
def primes_below(bound: int) -> tuple[int, ...]:
    """The primes below a bound.

    >>> primes_below(12)
    (2, 3, 5, 7, 11)
    """
    is_prime = bytearray([1]) * bound
    for p in range(2, isqrt(bound) + 1):
        if is_prime[p]:
            is_prime[p * p :: p] = bytes(len(range(p * p, bound, p)))
    return tuple(p for p in range(2, bound) if is_prime[p])


@cache
def _product_of_primes() -> int:
    return prod(primes_below(BOUND + 1))


def take_out(n: int) -> tuple[int, int]:
    """`(a, d)` with ``n == a*a*d`` and no square of a prime up to `BOUND` left in `d`."""
    a, d = 1, n
    primes, product = primes_below(BOUND + 1), _product_of_primes()
    once = gcd(n, product)
    twice = gcd(n // once, once) if n else 1  # the product of the primes whose squares divide the number
    for p in primes if twice > 1 else ():
        if twice % p == 0:
            while d % (p * p) == 0:
                d //= p * p
                a *= p
            twice //= p
            if twice == 1:
                break
    rest = isqrt(d)
    return (a * rest, 1) if rest * rest == d else (a, d)


def radical(square: Fraction) -> tuple[Fraction, int]:
    """`(q, d)` with ``sqrt(square) == q*sqrt(d)``, d a whole number: the form that is shown."""
    (a, top), (b, bottom) = take_out(square.numerator), take_out(square.denominator)
    return Fraction(a, b * bottom), top * bottom
