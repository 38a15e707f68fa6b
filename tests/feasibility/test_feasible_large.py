"""Many classes: witnesses that are found soon, proofs by two sums at once, and both against independent counts."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import exactmetrics as em
from exactmetrics.exact.rounding import decimal
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


def hidden(k: int, n: int, names: Sequence[str], places: int, seed: int) -> tuple[dict[str, str], list[int]]:
    """Scores of a random matrix that is then forgotten, and its supports."""
    rng = random.Random(seed)
    rows = [[0] * k for _ in range(k)]
    for _ in range(n):
        i = rng.randrange(k)
        rows[i][i if rng.random() < 0.6 else rng.randrange(k)] += 1
    cm = em.ConfusionMatrix(rows)
    scores = {}
    for name in names:
        metric, _, average = name.partition("[")
        value = cm.value(metric, average=average[:-1] or None)
        scores[name] = decimal(value, places=places)
    return scores, [sum(row) for row in rows]


@each(("k", "n", "names", "places", "open_"), [
    (4, 120, ("accuracy", "f1[macro]", "f1[weighted]"), 3, False),
    (4, 120, ("accuracy", "f1[macro]", "kappa"), 3, True),
    (6, 400, ("accuracy", "f1[macro]", "f1[weighted]", "kappa"), 3, True),
    (6, 400, ("accuracy", "f1[macro]", "precision[macro]"), 4, False),
])  # fmt: skip
def test_a_hidden_matrix_has_its_like_found(
    k: int, n: int, names: tuple[str, ...], places: int, open_: bool
) -> None:  # fmt: skip
    """Some matrix is found within the time, and the library gives it the scores that are printed."""
    scores, supports = hidden(k, n, names, places, 7 * k)
    known = {"k": k, "n": n} if open_ else {"supports": supports}
    found = em.feasible(scores, **known, seconds=200)  # 10 on a machine of its own
    assert found.verdict == "feasible"
    cm = em.ConfusionMatrix(found.witness)
    assert cm.n == n
    for name, text in scores.items():
        metric, _, average = name.partition("[")
        assert abs(cm.value(metric, average=average[:-1] or None) - Fraction(text)) * 2 <= Fraction(1, 10**places)


@each(("scores", "known"), [
    ({"f1[macro]": "0.5", "accuracy": "0.3"}, {"k": 1000, "n": 1000}),
    ({"f1[macro]": "0.5123", "mcc": "0.4312", "kappa": "0.9111"}, {"k": 5, "n": 300}),
    ({"recall": "0.7681", "accuracy": "0.5731", "specificity": "0.9"},
     {"parts": [{"positives": 90, "negatives": 60, "folds": 7}]}),
])  # fmt: skip
def test_seconds_are_those_of_a_clock_on_the_wall(scores: dict[str, str], known: dict[str, Any]) -> None:
    """Everything that is asked of an answer together takes no longer; a thousand classes are no deep recursion."""
    start = time.monotonic()
    found = em.feasible(scores, **known, seconds=1)
    found.to_json()
    assert time.monotonic() - start < 60  # on a busy machine; without the limit it takes far longer
    if found.feasible is None:
        assert "Not decided" in found.to_text()
