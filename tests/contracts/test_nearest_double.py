"""`float()` of every value is the nearest double, on thousands of matrices, decided exactly and not by `float()`."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from typing import Any

import mpmath

from exactmetrics.exact.values import Irrational, Root, Symbolic, Undefined
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.views.value import compute
from tests.cases import each, size
from tests.contracts.matrices import random_matrix
from tests.contracts.questions import QUESTIONS, Question, blocks_of
from tests.oracle.surd import digits_of

ROUNDS = size(300, 600)
FRACTIONS = size(100, 300)  # of a fraction it is Python's own division that answers


def below(value: Any, bound: Fraction) -> bool:
    """Whether a value is less than a rational, from its data alone."""
    if isinstance(value, Fraction):
        return value < bound
    if isinstance(value, Root):
        if (value.sign > 0) != (bound > 0):
            return value.sign < 0
        return (value.radicand < abs(bound) ** value.degree) == (value.sign > 0)
    assert isinstance(value, Irrational)
    with mpmath.workdps(120):  # the values at hand differ from a midpoint of doubles long before
        gap = digits_of(value) - mpmath.mpf(bound.numerator) / bound.denominator
        assert abs(gap) > mpmath.mpf(10) ** -110
        return bool(gap < 0)


def is_nearest(value: Any, x: float) -> bool:
    """Whether no double is nearer to the value than x: the value lies between the midpoints to its neighbours."""
    exact = Fraction(x)
    low = (exact + Fraction(math.nextafter(x, -math.inf))) / 2
    high = (exact + Fraction(math.nextafter(x, math.inf))) / 2
    if value == x:
        return True
    return not below(value, low) and (below(value, high) or value == high)


def plain(m: Any) -> list[Question]:
    """The first form of each convention, of a class or the whole, and one average by turns."""
    own = [q for q in QUESTIONS if q.metric == m.name and q.options["form"] == next(iter(q.convention.forms))]
    asked = [q for q in own if q.options.get("label") == 0 or q.asks_whole]
    return asked + [q for q in own if q.options.get("average") in ("macro", "weighted") and "combine" not in q.options]


@each("m", all_metrics(), ids=lambda m: m.name, quick=20)
def test_float_is_the_nearest_double(m: Any) -> None:
    random = Random(m.name)
    pool = [(q, q.request(undefined=0)) for q in plain(m)]
    values, rounds = 0, FRACTIONS if m.exactness == "rational" else ROUNDS
    for turn in range(rounds):
        rows = random_matrix(random, random.randint(2, 4))
        question, request = pool[turn % len(pool)]
        value = compute(request, blocks_of(rows)).value
        if not isinstance(value, Undefined):
            values += 1
            assert is_nearest(value, float(value)), (str(question), rows)
            if isinstance(value, Fraction):
                assert float(value) == value.numerator / value.denominator
    assert values > rounds / 3  # of some there is a logarithm of 0 in half of the matrices


@each(
    "value",
    [
        Fraction(409, 630),
        Fraction(2**53 + 1, 2**54),  # a tie goes to the even neighbour
        Root(-1, Fraction(25, 116)),
        Symbolic(Fraction(1, 3), (Root(1, Fraction(2)), Root(-1, Fraction(3)))),
    ],
    ids=str,
)
def test_the_check_refuses_the_neighbours(value: Any) -> None:
    x = float(value)
    assert is_nearest(value, x)
    assert not is_nearest(value, math.nextafter(math.nextafter(x, 9), 9))
    assert not is_nearest(value, math.nextafter(math.nextafter(x, -9), -9))
