"""Many classes: witnesses that are found soon, proofs by two sums at once, and both against independent counts."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

import exactmetrics as em
from exactmetrics.feasibility import coupled
from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.candidates import Row
from exactmetrics.feasibility.coupled import Window, exclude_each_other
from tests.cases import each
from tests.oracle import Oracle


@each(("k", "support", "accuracy", "f1"), [(10, 100, "0.91", "0.90"), (30, 20, "0.71", "0.70")])
def test_a_witness_of_many_classes(k: int, support: int, accuracy: str, f1: str) -> None:
    """The budget ends before everything is tried; the matrix shown has the scores, by the oracle."""
    found = em.feasible({"accuracy": accuracy, "f1[macro]": f1}, supports=[support] * k, steps=30_000)
    assert (found.verdict, found.complete) == ("feasible", False)
    rows = tuple(map(tuple, found.witness))
    assert [sum(row) for row in rows] == [support] * k
    for value, text in ((Oracle(rows).value("accuracy"), accuracy), (Oracle(rows).value("f1", average="macro"), f1)):
        assert abs(value - Fraction(text)) <= Fraction(1, 200)


@each(("scores", "why"), [
    ({"accuracy": "0.91", "recall[macro]": "0.80"}, "with equal supports they are one number"),
    ({"accuracy": "0.91", "f1[macro]": "0.20"}, "at most 95 of 1000 are wrong"),
])  # fmt: skip
def test_two_sums_exclude_each_other(scores: dict[str, str], why: str) -> None:
    found = em.feasible(scores, supports=[100] * 10)
    assert found.verdict == "infeasible", why
    assert len(found.conflict) == 2


def test_what_is_excluded_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random rows: where a proof is given, no choice of one row a class lies in both windows."""
    monkeypatch.setattr(coupled, "FEW", 0)
    rng, proved, open_ = random.Random(3), 0, 0
    for _ in range(400):
        tables = [[_row(rng) for _ in range(rng.randint(1, 5))] for _ in range(3)]
        windows = [Window(place, low, low + rng.randint(0, 3)) for place in (0, 1) for low in [rng.randint(0, 24)]]
        there = any(_within(choice, windows) for choice in product(*tables))
        if exclude_each_other(tables, windows, Budget(10**6)):
            assert not there
            proved += 1
        else:
            open_ += not there
    assert proved > 100
    assert proved > open_  # most of what is impossible is seen


def _row(rng: random.Random) -> Row:
    low = [rng.randint(0, 8), rng.randint(0, 8)]
    return Row(0, low=low, high=[x + rng.randint(0, 2) for x in low])


def _within(choice: tuple[Row, ...], windows: list[Window]) -> bool:
    """Whether the intervals of the sums meet their windows."""
    return all(
        sum(row.low[w.place] for row in choice) <= w.most and sum(row.high[w.place] for row in choice) >= w.least
        for w in windows
    )
