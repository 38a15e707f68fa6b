"""Why scores clash and what follows from them: against exhaustive enumeration on the oracle's formulas."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

import exactmetrics as em
from tests.cases import each
from tests.feasibility.enumeration import Rows, Small, questions, small_problem, tables, value
from tests.feasibility.test_feasible_enumeration import ask
from tests.oracle import Oracle

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
    scores = {"accuracy": ("0.7", Fraction(139, 200), Fraction(141, 200))}
    found = em.feasible({"accuracy": "0.70"}, n=100, positives=40, limit=0)
    low, high = scores["accuracy"][1:]
    tables = [(a, b) for a in range(41) for b in range(61) if low <= Fraction(a + b, 100) <= high]
    assert found.blocks == len(tables) > len(found.matrices)
    recalls = [Fraction(a, 40) for a, _ in tables]
    precisions = [Fraction(a, a + 60 - b) for a, b in tables if a + 60 - b]
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
    printed = Fraction(own[1])
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
    half = (Fraction(9, 20), Fraction(11, 20))
    for tp in range(1, 20):
        for fp in range(25):
            for fn in range(25):
                pair = {"precision": Fraction(tp, tp + fp), "recall": Fraction(tp, tp + fn)}
                if all(half[0] <= pair[name] <= half[1] for name in given):
                    assert Fraction(2 * tp, 2 * tp + fp + fn) < bounds["f1"].below
