"""Answers against exhaustive enumeration on the oracle's formulas, and against the solver Z3."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

import exactmetrics as em
from exactmetrics.exact.rounding import decimal
from exactmetrics.feasibility import Feasibility, feasible
from exactmetrics.feasibility.given import Reader
from tests.cases import each, size
from tests.feasibility.enumeration import Rows, Small, questions, small_problem, tables, value
from tests.feasibility.z3_view import opinion
from tests.oracle import Oracle

F = Fraction
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


Part = tuple[int, int]
MEANS_OF = {
    "recall": lambda tp, tn, p, n: F(tp, p),
    "specificity": lambda tp, tn, p, n: F(tn, n),
    "accuracy": lambda tp, tn, p, n: F(tp + tn, p + n),
}
HALF = F(1, 200)


def mean(name: str, counts: tuple[Part, ...], parts: list[Part]) -> Fraction:
    values = (MEANS_OF[name](*own, *part) for own, part in zip(counts, parts, strict=True))
    return sum(values, F(0)) / len(parts)


@each("seed", range(12), quick=4)
def test_means_of_up_to_three_parts(seed: int) -> None:
    """Tables of one to three parts, the means printed with two digits, half of them changed a little."""
    rng, verdicts = random.Random(seed), []
    for _ in range(size(12, 60)):
        parts = [(rng.randint(1, 4), rng.randint(1, 4)) for _ in range(rng.randint(1, 3))]
        every = list(product(*(product(range(p + 1), range(n + 1)) for p, n in parts)))
        counts = rng.choice(every)
        printed = {}
        for name in rng.sample(sorted(MEANS_OF), rng.choice((2, 3))):
            units = round(mean(name, counts, parts) * 100) + rng.choice((0, 0, 1, -2))
            printed[name] = f"{min(100, max(0, units)) / 100:.2f}"
        expected = any(
            all(abs(mean(name, one, parts) - F(text)) <= HALF for name, text in printed.items()) for one in every
        )
        assert bool(feasible(printed, parts=parts)) == expected, (printed, parts)
        verdicts.append(expected)
    assert len(set(verdicts)) == 2


SCORES_ASKED = {
    2: ("accuracy", "f1", "precision", "recall", "specificity", "npv", "jaccard", "f1[macro]", "f1[weighted]", "kappa",
        "balanced_accuracy"),
    3: ("accuracy", "recall[macro]", "f1[c0]", "precision[c1]", "recall[c2]", "f1[micro]", "kappa"),
}  # fmt: skip


def hidden_scores(rng: random.Random, k: int) -> tuple[dict[str, str], list[int]]:
    """Scores of a random matrix, one of them perhaps changed in its last digit, and the supports."""
    rows = [[rng.randint(0, 12 if k == 2 else 4) for _ in range(k)] for _ in range(k)]
    labels = [f"c{i}" for i in range(k)]
    cm = em.ConfusionMatrix(rows, labels=labels, positive=labels[0] if k == 2 else None)
    scores = {}
    for name in rng.sample(SCORES_ASKED[k], 3):
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
        scores, supports = hidden_scores(rng, k)
        found = em.feasible(scores, supports=dict(zip(labels, supports, strict=True)), positive=positive, undefined=0)
        assert found.feasible is not None
        read = Reader(labels, positive, options={"undefined": 0}).read(scores)
        other = opinion(read, labels, supports, sum(supports), positive)
        if other != "unknown":
            decided += 1
            verdicts.add(found.feasible)
            assert found.feasible == (other == "sat"), (scores, supports)
    assert decided


SCORES = ("precision", "recall", "specificity", "f1")
MACRO = {"precision[macro]": "precision", "recall[macro]": "recall", "f1[macro]": "f1"}


def of(rows: Rows, name: str, policy: str) -> Fraction | None:
    """The oracle's value of a score of the positive class, of all classes, or of their mean."""
    if name == "accuracy":
        found = Oracle(rows, policy).value("accuracy")
    elif name in MACRO:
        found = Oracle(rows, policy).value(MACRO[name], average="macro")
    else:
        found = Oracle(rows, policy).value(name, label=0)
    return found if isinstance(found, Fraction) else None


def feasible_problems(k: int, most: int, seed: int, count: int) -> Iterator[tuple[Small, list[Rows]]]:
    rng, asked = random.Random(seed), questions(k)
    while count:
        small = small_problem(rng, k, most, asked)
        matrices = small.matrices()
        if matrices:
            count -= 1
            yield small, matrices


@each(("k", "most"), [(2, 7), (3, 3)])
def test_what_follows(k: int, most: int) -> None:
    """The least and greatest value over every matrix that gives the scores."""
    told = 0
    for small, matrices in feasible_problems(k, most, 7, 40 if k == 2 else 20):
        for one in ask(small).follows:
            values = [found for rows in matrices if (found := of(rows, one.name, small.policy)) is not None]
            assert (one.least, one.greatest) == (min(values), max(values)), (small, one)
            told += 1
    assert told > 40


def test_what_follows_where_matrices_are_not_listed() -> None:
    """The same by search: 41 × 61 tables of 100 samples, of which only a witness is shown."""
    scores = {"accuracy": ("0.7", F(139, 200), F(141, 200))}
    found = em.feasible({"accuracy": "0.70"}, n=100, positives=40, limit=0)
    low, high = scores["accuracy"][1:]
    tables = [(a, b) for a in range(41) for b in range(61) if low <= F(a + b, 100) <= high]
    assert found.blocks == len(tables) > len(found.matrices)
    recalls = [F(a, 40) for a, _ in tables]
    precisions = [F(a, a + 60 - b) for a, b in tables if a + 60 - b]
    follows = {one.name: (one.least, one.greatest) for one in found.follows}
    assert follows["recall"] == (min(recalls), max(recalls))
    assert follows["precision"] == (min(precisions), max(precisions))


def test_the_nearest_values() -> None:
    """Of each score of a conflict the next values are those that enumeration finds."""
    told = 0
    for k, most, seeds in ((2, 6, range(70)), (3, 2, range(30))):
        asked = questions(k)
        for seed in seeds:
            small = small_problem(random.Random(seed), k, most, asked)
            found = ask(small)
            if found.verdict != "infeasible":
                continue
            for near in found.nearest:
                told += _check_nearest(small, found, near)
    assert told > 10


def _check_nearest(small: Small, found: em.Feasibility, near: object) -> int:
    """Compare one with all matrices that have the other scores of the conflict."""
    order = [text for text in found.scores if text in found.conflict]
    if len(set(found.scores)) < len(found.scores) or len(order) != len(found.conflict):
        return 0
    by_text = dict(zip(found.scores, small.scores, strict=True))
    own = by_text[f"{near.name} = {near.printed}"]
    others = tuple(by_text[text] for text in near.others)
    part = Small(small.supports, others, small.rule, small.policy)
    values = [value(rows, own[0], small.policy) for rows in part.matrices()]
    numbers = sorted({v for v in values if isinstance(v, Fraction)})
    if len(numbers) < len({str(v) for v in values}):
        return 0  # roots and missing values are compared elsewhere
    printed = F(own[1])
    below, above = [v for v in numbers if v < printed], [v for v in numbers if v > printed]
    assert near.below == (below[-1] if below else None), (small, near)
    assert near.above == (above[0] if above else None), (small, near)
    return 1


def test_the_nearest_roots() -> None:
    """MCC among 9 samples: the values next to 0.5 are those of all 2x2 tables."""
    found = em.feasible({"mcc": "0.501"}, n=9, positives=4)
    [near] = found.nearest
    values = [value(rows, next(q for q in questions(2) if q.metric == "mcc" and not q.options), "propagate")
              for rows in tables((4, 5))]  # fmt: skip
    digits = sorted({float(v) if isinstance(v, Fraction) else float(v.digits()) for v in values if _is_number(v)})
    assert float(near.below) == pytest.approx(max(x for x in digits if x < 0.501), abs=1e-12)
    assert float(near.above) == pytest.approx(min(x for x in digits if x > 0.501), abs=1e-12)


def _is_number(found: object) -> bool:
    return isinstance(found, Fraction) or hasattr(found, "digits")


def test_bounds_for_any_number_of_samples() -> None:
    """Precision and recall near 0.5 bound F1 away from 0.9, and no table up to 40 samples passes the bound."""
    found = em.feasible({"precision": "0.5", "recall": "0.5", "f1": "0.9"})
    assert (found.verdict, found.cases) == ("infeasible", None)
    bounds = {near.name: near for near in found.nearest}
    assert all(near.beyond for near in bounds.values())
    assert "f1" in bounds
    given = {text.partition(" = ")[0] for text in bounds["f1"].others}
    half = (F(9, 20), F(11, 20))
    for tp in range(1, 20):
        for fp in range(25):
            for fn in range(25):
                pair = {"precision": F(tp, tp + fp), "recall": F(tp, tp + fn)}
                if all(half[0] <= pair[name] <= half[1] for name in given):
                    assert F(2 * tp, 2 * tp + fp + fn) < bounds["f1"].below
