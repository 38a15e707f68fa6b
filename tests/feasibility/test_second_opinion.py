"""The solver Z3 asked the same: it decides by other means, on definitions run as one more view."""

from __future__ import annotations

import random

import exactmetrics as em
from exactmetrics.exact.rounding import decimal
from exactmetrics.feasibility.given import Reader
from tests.cases import each, size
from tests.feasibility.z3_view import opinion

ASKED = {
    2: ("accuracy", "f1", "precision", "recall", "specificity", "npv", "jaccard", "f1[macro]", "f1[weighted]", "kappa",
        "balanced_accuracy"),
    3: ("accuracy", "recall[macro]", "f1[c0]", "precision[c1]", "recall[c2]", "f1[micro]", "kappa"),
}  # fmt: skip


def question(rng: random.Random, k: int) -> tuple[dict[str, str], list[int]]:
    """Scores of a random matrix, one of them perhaps changed in its last digit, and the supports."""
    rows = [[rng.randint(0, 12 if k == 2 else 4) for _ in range(k)] for _ in range(k)]
    labels = [f"c{i}" for i in range(k)]
    cm = em.ConfusionMatrix(rows, labels=labels, positive=labels[0] if k == 2 else None)
    scores = {}
    for name in rng.sample(ASKED[k], 3):
        metric, _, rest = name.partition("[")
        inside = rest.rstrip("]")
        options = {} if not rest else {"label" if inside in labels else "average": inside}
        value = cm.value(metric, **options, undefined=0)
        scores[name] = decimal(value, places=rng.choice((2, 3)))
    if rng.random() < 0.5:
        name = rng.choice(sorted(scores))
        scores[name] = scores[name][:-1] + str((int(scores[name][-1]) + rng.choice((1, 9))) % 10)
    return scores, [sum(row) for row in rows]


@each(("k", "seed"), [(k, seed) for k in (2, 3) for seed in range(4)], quick=4)
def test_another_solver_says_the_same(k: int, seed: int) -> None:
    rng, decided, verdicts = random.Random(10 * seed + k), 0, set()
    labels = tuple(f"c{i}" for i in range(k))
    positive = labels[0] if k == 2 else None
    for _ in range(size(8, 40)):
        scores, supports = question(rng, k)
        found = em.feasible(scores, supports=dict(zip(labels, supports, strict=True)), positive=positive, undefined=0)
        assert found.feasible is not None
        read = Reader(labels, positive, options={"undefined": 0}).read(scores)
        other = opinion(read, labels, supports, sum(supports), positive)
        if other != "unknown":
            decided += 1
            verdicts.add(found.feasible)
            assert found.feasible == (other == "sat"), (scores, supports)
    assert decided
