"""Sixty digits of every metric with roots or logarithms, on random matrices, against mpmath at twice as many."""

from __future__ import annotations

from random import Random

import mpmath

from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Irrational
from exactmetrics.metrics.registry import all_metrics
from tests.cases import size
from tests.contracts.matrices import random_matrix
from tests.contracts.questions import QUESTIONS, questions
from tests.oracle import Missing, Oracle

DIGITS, WORKING = 60, 120
ROUNDS = size(12, 150)


def test_sixty_digits_are_right() -> None:
    """Each metric in its first form, of a class or of the matrix; the oracle never runs a definition."""
    random, irrational = Random(14), 0
    asked = [
        q for q in QUESTIONS if q.definition.exactness != "rational" and (q.options.get("label") == 0 or q.asks_whole)
    ]
    assert {q.metric for q in asked} == {m.name for m in all_metrics() if m.exactness != "rational"}
    for turn in range(ROUNDS):
        rows = random_matrix(random, 2 + turn % 3)
        oracle = Oracle(rows)
        for question in asked:
            if question not in questions(len(rows)):
                continue
            value, want = question.value(rows), oracle.value(question.metric, **question.options)
            if isinstance(want, Missing) or not isinstance(value, Irrational):
                continue
            irrational += 1
            with mpmath.workdps(WORKING):
                exponent = int(mpmath.floor(mpmath.log10(abs(want.digits()))))
                units = abs(want.digits()) * mpmath.mpf(10) ** (DIGITS - 1 - exponent)
                said = decimal(value, significant=DIGITS).lstrip("-").replace(".", "").partition("e")[0].lstrip("0")
                assert abs(units - int(said)) <= mpmath.mpf(1) / 2 + mpmath.mpf(10) ** -40, (str(question), rows)
                assert (value > 0) == (want.digits() > 0)
    assert irrational > 8 * ROUNDS
