"""Exact sums of many fractions, fast.

Denominators of class scores are bounded by the number of samples, so they repeat: numerators are added by denominator,
the groups are merged pairwise over their least common multiple, and the result is reduced once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import repeat
from math import gcd, lcm
from operator import floordiv, mul

from exactmetrics.exact.values import Number, add

TOGETHER = 16  # denominators that are put over their common multiple in one go; more make the numbers long too early


def total(values: Sequence[Number]) -> Number:
    """The exact sum of rationals and roots."""
    rationals = [v for v in values if isinstance(v, Fraction)]
    found = ratio_sum((v.numerator for v in rationals), (v.denominator for v in rationals))
    if len(rationals) == len(values):
        return found
    return add(found, *(v for v in values if not isinstance(v, Fraction)))


def ratio_sum(numerators: Iterable[int], denominators: Iterable[int]) -> Fraction:
    """The exact sum of ``numerators[i] / denominators[i]``; no denominator may be zero."""
    groups: dict[int, int] = {}
    get = groups.get
    for n, d in zip(numerators, denominators, strict=True):
        groups[d] = get(d, 0) + n
    distinct = list(groups)
    pairs = [_over_lcm(groups, distinct[i : i + TOGETHER]) for i in range(0, len(distinct), TOGETHER)]
    while len(pairs) > 1:
        paired = [_merge(*pairs[i], *pairs[i + 1]) for i in range(0, len(pairs) - 1, 2)]
        pairs = paired + pairs[len(pairs) & ~1 :]
    return Fraction(*pairs[0]) if pairs else Fraction(0)


def _over_lcm(groups: dict[int, int], some: list[int]) -> tuple[int, int]:
    """The sum over a few denominators at once, in loops that run in C while the numbers are short."""
    common = lcm(*some)
    factors = map(floordiv, repeat(common), some)
    return sum(map(mul, map(groups.__getitem__, some), factors)), common


def _merge(n1: int, d1: int, n2: int, d2: int) -> tuple[int, int]:
    g = gcd(d1, d2)
    return n1 * (d2 // g) + n2 * (d1 // g), d1 // g * d2
