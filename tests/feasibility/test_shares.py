"""What the shares rule out is not there: the prevalence of data that have the scores is never taken away."""

from __future__ import annotations

import random
from fractions import Fraction

from exactmetrics.feasibility.boxes import prevalences
from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.condition import plane_score
from exactmetrics.feasibility.given import Reader
from tests.cases import each
from tests.oracle import Oracle

ASKED = {
    "accuracy": {}, "recall": {"label": 0}, "precision": {"label": 0}, "f1[macro]": {"average": "macro"},
    "f1[weighted]": {"average": "weighted"}, "specificity[weighted]": {"average": "weighted"},
}  # fmt: skip


def ranges(scores: dict[str, str]) -> list[tuple[Fraction, Fraction]]:
    read = Reader((0, 1), positive=0).read(scores)
    return prevalences([plane_score(score, (0, 1)) for score in read], Budget(10**6), 2000)


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
    share = Fraction(sum(rows[0]), sum(map(sum, rows)))
    assert any(low <= share <= high for low, high in ranges(scores))


def test_what_no_data_have_is_ruled_out() -> None:
    """The row Hernia of source 004, rounded; and means of recall and specificity on either side of the accuracy."""
    hernia = {
        "accuracy": "0.88", "f1[weighted]": "0.93", "precision[weighted]": "0.98", "recall[weighted]": "0.88",
        "specificity[weighted]": "0.0061",
    }  # fmt: skip
    read = Reader((0, 1), positive=0).read(hernia)
    assert prevalences([plane_score(score, (0, 1)) for score in read], Budget(10**6)) == []
    assert ranges({"recall": "0.5", "specificity": "0.5", "accuracy": "0.9"}) == []
