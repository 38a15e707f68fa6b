"""Agreement with exhaustive enumeration: 2,400 small problems, every matrix tried on the oracle's formulas."""

from __future__ import annotations

import random

from exactmetrics.feasibility import Feasibility, feasible
from tests.cases import each, size
from tests.feasibility.enumeration import Small, questions, small_problem

LABELS = {2: ("yes", "no"), 3: ("a", "b", "c")}
EVERYTHING = 10**6  # more matrices than any small problem has


def ask(small: Small, *, n_only: bool = False) -> Feasibility:
    """Our answer to a small problem."""
    labels = LABELS[len(small.supports)]
    scores = []
    for question, text in small.scores:
        options = question.asked()
        if "label" in options:
            options["label"] = labels[options["label"]]
        scores.append({"metric": question.metric, "printed": text, **options})
    supports = dict(zip(labels, small.supports, strict=True))
    known = {"n": sum(small.supports), "labels": labels} if n_only else {"supports": supports}
    return feasible(
        scores, **known, positive=labels[0] if len(labels) == 2 else None, rounding=small.rule, undefined=small.policy,
        limit=EVERYTHING,
    )  # fmt: skip


def check(small: Small) -> bool:
    """Compare the verdict, the numbers and all matrices; returns whether the problem is feasible."""
    expected = small.matrices()
    found = ask(small)
    assert found.verdict == ("feasible" if expected else "infeasible"), small
    assert found.complete
    assert found.solutions == len(expected), small
    assert sorted(map(str, found.matrices)) == sorted(str([list(line) for line in rows]) for rows in expected), small
    return bool(expected)


@each("seed", range(8), quick=3)
def test_two_classes(seed: int) -> None:
    """Up to 12 samples: 200 problems a seed."""
    rng, asked = random.Random(seed), questions(2)
    outcomes = [check(small_problem(rng, 2, 6, asked)) for _ in range(size(60, 150))]
    assert 0.2 * len(outcomes) < sum(outcomes) < 0.9 * len(outcomes)  # both kinds are tried


@each("seed", range(8), quick=2)
def test_three_classes(seed: int) -> None:
    """Up to 3 samples a class: 100 problems a seed."""
    rng, asked = random.Random(1000 + seed), questions(3)
    outcomes = [check(small_problem(rng, 3, 3, asked)) for _ in range(size(20, 50))]
    assert 0.2 * len(outcomes) < sum(outcomes) < 0.9 * len(outcomes)


@each("n", range(1, 8))
def test_only_n_known(n: int) -> None:
    """The supports are open: the solutions are those of all supports together."""
    rng, asked = random.Random(n), questions(2)
    for _ in range(12):
        small = small_problem(rng, 2, n, asked)
        small = Small((n - 1, 1), small.scores, small.rule, small.policy)
        every = [Small((p, n - p), small.scores, small.rule, small.policy) for p in range(n + 1)]
        expected = [rows for one in every for rows in one.matrices()]
        found = ask(small, n_only=True)
        assert (found.verdict, found.solutions) == ("feasible" if expected else "infeasible", len(expected)), small
