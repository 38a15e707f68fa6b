"""What the shares rule out is not there: scores of data that exist are never ruled out."""

from __future__ import annotations

import random
from fractions import Fraction

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.given import Reader
from exactmetrics.feasibility.plane import PlaneScore
from exactmetrics.feasibility.shares import never_met
from tests.cases import each
from tests.oracle import Oracle

ASKED = {
    "accuracy": {}, "recall": {"label": 0}, "precision": {"label": 0}, "f1[macro]": {"average": "macro"},
    "f1[weighted]": {"average": "weighted"}, "specificity[weighted]": {"average": "weighted"},
}  # fmt: skip


def excluded(scores: dict[str, str]) -> bool:
    read = Reader((0, 1), positive=0).read(scores)
    return never_met([PlaneScore.of(score, (0, 1)) for score in read], Budget(10**6))


@each("seed", range(12))
def test_data_that_exist_are_never_ruled_out(seed: int) -> None:
    rng = random.Random(seed)
    rows = [[rng.randint(1, 60), rng.randint(1, 30)], [rng.randint(1, 30), rng.randint(1, 60)]]
    oracle = Oracle(tuple(map(tuple, rows)))
    scores = {}
    for name in rng.sample(sorted(ASKED), 4):
        value = oracle.value(name.partition("[")[0], **ASKED[name])
        assert isinstance(value, Fraction)
        scores[name] = f"{round(value * 1000) / 1000:.3f}"
    assert not excluded(scores)


def test_what_no_data_have_is_ruled_out() -> None:
    """The row Hernia of source 004, rounded; and means of recall and specificity on either side of the accuracy."""
    hernia = {
        "accuracy": "0.88", "f1[weighted]": "0.93", "precision[weighted]": "0.98", "recall[weighted]": "0.88",
        "specificity[weighted]": "0.0061",
    }  # fmt: skip
    assert excluded(hernia)
    assert excluded({"recall": "0.5", "specificity": "0.5", "accuracy": "0.9"})
