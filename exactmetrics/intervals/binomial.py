r"""The binomial distribution: the exact test, and the bounds of Clopper and Pearson (1934).

The lower bound for k of n is the p with P(X >= k) = alpha/2, the upper one is 1 less the lower bound for n - k. With
alpha/2 = u/v in lowest terms a rational root p = r/(r + t), in lowest terms too, has r^k | u and t^(n-k+1) | v - u, as
the sums over j >= k and over j < k show: the few such p are tried exactly, so that what is left is irrational.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import ClassVar, Literal

from exactmetrics.exact.certified import Certified
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.isolation import isolated
from exactmetrics.exact.values import Number, root
from exactmetrics.intervals.given import as_share, check_counts
from exactmetrics.metrics.suggest import choices

ALTERNATIVES = ("two_sided", "greater", "less")
LONGEST = 50_000  # digits of the denominator of a P-value
LARGEST_DEGREE = 100  # of a bound that is written as a root
MOST_SAMPLES = 200_000  # of a Clopper-Pearson interval
Scaled = tuple[int, int, int]  # a number between two whole ones, times 2 to the third


def binomial_test(k: int, n: int, p0: object, *, alternative: str = "two_sided") -> Fraction:
    """The P-value of the exact binomial test: how probable k of n, or what is no more probable, is if the proportion is
    `p0`.

    Args:
        k, n: how many of how many samples.
        p0: the proportion of the null hypothesis: a number from 0 to 1, text, or a float read as its shortest decimal.
        alternative: "greater" adds up the probabilities of k and more, "less" of k and fewer, "two_sided" of all
            numbers that are no more probable than k, decided exactly.

    Raises:
        UsageError: counts, a proportion or an alternative that are none, or a P-value that is too long.

    >>> binomial_test(9, 10, Fraction(1, 2)), binomial_test(9, 10, "0.5", alternative="greater")
    (Fraction(11, 512), Fraction(11, 1024))
    """
    check_counts(k, n)
    share = as_share("p0", p0)
    if alternative not in ALTERNATIVES:
        raise UsageError(f"no alternative {alternative!r}; {choices(alternative, ALTERNATIVES)}")
    a, whole = share.as_integer_ratio()
    if n * whole.bit_length() > LONGEST * 10 // 3:
        raise UsageError(
            f"the exact P-value of {n} samples and p0 = {share} has more than {LONGEST:,} digits: give a p0 with a "
            "smaller denominator, or ask for a Clopper-Pearson interval, which says whether p0 lies in it"
        )
    terms = _weights(n, a, whole - a)
    if alternative == "greater":
        found = sum(w for j, w in enumerate(terms) if j >= k)
    elif alternative == "less":
        found = sum(w for j, w in enumerate(terms) if j <= k)
    else:
        found = sum(w for w in terms if w <= terms[k])
    return Fraction(found, whole**n)


def _weights(n: int, a: int, b: int) -> list[int]:
    """C(n, j) a^j b^(n-j) for every j."""
    if not a or not b:
        return [(a or b) ** n if j == (n if a else 0) else 0 for j in range(n + 1)]
    found = [b**n]
    for j in range(n):
        found.append(found[-1] * ((n - j) * a) // ((j + 1) * b))
    return found


def lower_bound(k: int, n: int, confidence: Fraction) -> Number:
    """The lower bound of Clopper and Pearson: 0, a root, or certified; rational where it is."""
    if n > MOST_SAMPLES:
        raise UsageError(f"a Clopper-Pearson interval is of at most {MOST_SAMPLES:,} samples, not {n}: take wilson")
    half = (1 - confidence) / 2
    if not k:
        return Fraction(0)
    if n <= LARGEST_DEGREE and k in (1, n):
        return 1 - root(1 - half, n) if k == 1 else root(half, n)
    source = BinomialRoot(k, n, half)
    for p in _candidates(k, n, half):
        low, high = _above_half(source, p, 64)
        if low <= 0 <= high and _tail(k, n, p) == half:
            return p
    return Certified(source)


def _candidates(k: int, n: int, half: Fraction) -> Iterator[Fraction]:
    """The rationals that the bound may be, see above."""
    if k in (1, n):  # of more samples than the largest degree: a power so high is no number that is read
        return
    u, v = half.as_integer_ratio()
    tops, rests = _powers_in(u, k), _powers_in(v - u, n - k + 1)
    yield from (p for r in tops for t in rests if (p := Fraction(r, r + t)) * n <= k)


def _powers_in(number: int, exponent: int) -> list[int]:
    """Whose power divides a number, for an exponent of at least 2."""
    found, base = [], 1
    while (power := base**exponent) <= number:
        if number % power == 0:
            found.append(base)
        base += 1
    return found


def _tail(k: int, n: int, p: Fraction) -> Fraction:
    a, whole = p.as_integer_ratio()
    return Fraction(sum(_weights(n, a, whole - a)[k:]), whole**n)


@dataclass(frozen=True)
class BinomialRoot:
    """The p with P(X >= k) = half, X binomial with n and p."""

    k: int
    n: int
    half: Fraction
    exactness: ClassVar[Literal["algebraic", "transcendental"]] = "algebraic"

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        return _bounds(self, bits)


@lru_cache(maxsize=64)
def _bounds(found: BinomialRoot, bits: int) -> tuple[Fraction, Fraction]:
    # At k/n the tail is at least 1/2, for k is the median there (Kaas and Buhrman 1980); half is less.
    high = min(Fraction(1), Fraction((found.k << 64) // found.n + 1, 1 << 64))
    return isolated(lambda p, fine: _above_half(found, p, fine), Fraction(0), high, bits)


def _above_half(found: BinomialRoot, p: Fraction, bits: int) -> tuple[int, int]:
    """Units of 2**-bits around P(X >= k) - half, for a p that is not above k/n by much: terms fall from k on."""
    k, n = found.k, found.n
    a, whole = p.as_integer_ratio()
    b = whole - a
    fine = bits + 4 * n.bit_length() + 16
    if not b:
        tail = (1 << bits, 1 << bits)
    else:
        low, high = _probability(k, n, a, whole, fine)
        total, missing = _quotients(k, n, a, b, fine)
        guard = 2 * fine - bits
        tail = (low * total >> guard, (high * (total + missing) >> guard) + 1)
    u, v = found.half.as_integer_ratio()
    return tail[0] - (u << bits) // v - 1, tail[1] - (u << bits) // v


def _quotients(k: int, n: int, a: int, b: int, bits: int) -> tuple[int, int]:
    """Units of 2**-bits below the sum of the terms from k on over that of k, and how many are missing at most."""
    term = total = 1 << bits
    odds, cut = (a << bits) // b, a // b + n // k + 4  # what a term loses at most by being cut three times
    missing, error = 0, 0
    for j in range(k, n):
        term, error = (term * (n - j) // (j + 1)) * odds >> bits, error + cut  # each is less than the one before
        total, missing = total + term, missing + error
        if not term:
            top, bottom = (n - j) * a, (j + 1) * b
            return total, missing + error * bottom // (bottom - top) + 1
    return total, missing


def _probability(k: int, n: int, a: int, whole: int, bits: int) -> tuple[int, int]:
    """Units of 2**-bits around P(X = k)."""
    size = bits + n.bit_length()
    ways = _ways(n, k)
    found = _times((ways, ways, 0), _times(_power(a, k, size), _power(whole - a, n - k, size), size), size)
    below = _power(whole, n, size)
    shift = bits + found[2] - below[2]
    low, high = (found[0] << max(0, shift)) // below[1], (found[1] << max(0, shift)) // below[0] + 1
    return (low, high) if shift >= 0 else (low >> -shift, (high >> -shift) + 1)


@lru_cache(maxsize=8)
def _ways(n: int, k: int) -> int:
    return comb(n, k)  # takes a while for many samples, and is asked for again and again


def _times(x: Scaled, y: Scaled, size: int) -> Scaled:
    low, high, power = x[0] * y[0], x[1] * y[1], x[2] + y[2]
    cut = high.bit_length() - size
    return (low >> cut, (high >> cut) + 1, power + cut) if cut > 0 else (low, high, power)


def _power(base: int, exponent: int, size: int) -> Scaled:
    out, square = (1, 1, 0), (base, base, 0)
    while exponent:
        if exponent % 2:
            out = _times(out, square, size)
        square, exponent = _times(square, square, size), exponent // 2
    return out
