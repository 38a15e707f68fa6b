"""Consistency of printed scores: sources, peers' examples, partial knowledge, many classes, budgets and bad input."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from decimal import ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import ContradictionError, ExactMetricsError, InputError, UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.feasibility import feasible
from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.given import Reader
from exactmetrics.feasibility.linear import whole_point
from exactmetrics.feasibility.plane import PlaneScore, sign_changes
from exactmetrics.feasibility.problem import Problem
from exactmetrics.feasibility.shares import never_met
from tests.cases import EXHAUSTIVE, each
from tests.feasibility.mlscorecheck_readme import EXAMPLES
from tests.oracle import Oracle

F = Fraction
KLM = {"K": 53, "L": 110, "M": 37}
RIGHT = {"tp[K]": 30, "tp[L]": 52, "tp[M]": 22}


@each("name", EXAMPLES)
def test_an_example_of_mlscorecheck(name: str) -> None:
    """Every example of its README gets the verdict printed there."""
    assert EXAMPLES[name].run().verdict == ("infeasible" if EXAMPLES[name].inconsistent else "feasible")


def test_example_5_of_source_002() -> None:
    """One set of building blocks, 16 matrices; with the printed TN_K = 38 none."""
    found = feasible({**RIGHT, "tn[K]": 98, "tn[L]": 73, "tn[M]": 133}, supports=KLM)
    assert (found.blocks, found.solutions, len(found.matrices)) == (1, 16, 16)
    wrong = feasible({**RIGHT, "tn[K]": 38, "tn[L]": 73, "tn[M]": 133}, supports=KLM)
    assert wrong.verdict == "infeasible"
    assert "tn[K] = 38" in wrong.conflict


HERNIA = {"accuracy": "0.88", "f1[weighted]": "0.93", "precision[weighted]": "0.98", "recall[weighted]": "0.88",
          "specificity[weighted]": "0.0061"}  # fmt: skip


@pytest.mark.long
def test_the_row_hernia_of_source_004() -> None:
    """Weighted averages of its Table 2: impossible under rounding for any n, and possible under truncation."""
    assert feasible(HERNIA).verdict == "infeasible"
    assert feasible(HERNIA, rounding="truncate").verdict == "feasible"


def test_a_large_count_is_exact_and_fast() -> None:
    """F1 alone among a million: every tp adds the range of fp that 2·tp/(p + tp + fp) allows."""
    p, n, total = 400, 1000, 0
    for tp in range(p + 1):
        total += sum(1735 * (p + tp + fp) <= 4000 * tp <= 1745 * (p + tp + fp) for fp in range(n - p + 1))
    rule = {"tolerance": "0.0025"}  # 0.8700 ± 0.0025 = [0.8675, 0.8725]
    assert feasible({"f1": "0.87"}, n=n, positives=p, **rule).blocks == total
    assert feasible({"f1": "0.87"}, n=10**6, positives=400_000, steps=10_000).complete


def test_a_minimal_conflict() -> None:
    scores = {"precision": "0.9", "recall": "0.9", "f1": "0.5", "accuracy": "0.8"}
    found = feasible(scores, n=100)
    assert found.verdict == "infeasible"
    assert found.minimal
    for name in found.conflict:
        rest = {key: value for key, value in scores.items() if f"{key} = {value}" in set(found.conflict) - {name}}
        assert not rest or feasible(rest, n=100).verdict == "feasible"


def _tables(n: int) -> Iterator[tuple[int, int, int]]:
    """The TP, the wrong predictions and the TN of n samples."""
    return ((tp, wrong, n - tp - wrong) for tp in range(n + 1) for wrong in range(n + 1 - tp))


def _has_both(tp: int, wrong: int, tn: int) -> bool:
    """Whether accuracy is at most half a unit from 0.917 and F1 from 0.87, in whole numbers."""
    n, f1 = tp + wrong + tn, 2 * tp + wrong
    return f1 > 0 and abs(2000 * (tp + tn) - 2 * 917 * n) <= n and abs(200 * 2 * tp - 2 * 87 * f1) <= f1


def test_a_tie_may_have_gone_either_way() -> None:
    """What half up, half to even, half down and the formatting of a float print at a tie is possible."""
    for n in (80, 400, 16_000) if EXHAUSTIVE else (80, 400):
        ties = [right for right in range(n) if F(right * 1000, n).denominator == 2]
        assert ties
        for right in (ties[0], ties[len(ties) // 2], ties[-1]):
            ways = {f"{right / n:.3f}"}
            for way in (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_HALF_DOWN):
                ways.add(str((Decimal(right) / n).quantize(Decimal("0.001"), way)))
            assert len(ways) == 2
            for text in ways:
                assert feasible({"accuracy": text}, n=n).verdict == "feasible"
                assert feasible({"accuracy": text}, parts=[(n // 2, n // 2)]).verdict == "feasible"
            one_rule = [feasible({"accuracy": text}, n=n, rounding="half-up").verdict for text in sorted(ways)]
            neighbours = F(right - 1, n), F(right + 1, n)
            if n < 1000:  # no other count is printed so
                assert all(abs(value - F(text)) > F(1, 2000) for value in neighbours for text in ways)
                assert one_rule == ["infeasible", "feasible"]


def test_any_n() -> None:
    """Without n: the smallest that fits, or a proof for all of them."""
    found = feasible({"accuracy": "0.917", "f1": "0.87"})
    smallest = next(n for n in range(1, 40) if any(_has_both(*counts) for counts in _tables(n)))
    assert (found.verdict, found.cases, found.complete) == ("feasible", smallest, False)
    assert all(not feasible({"accuracy": "0.917", "f1": "0.87"}, n=n) for n in range(1, smallest))
    none = feasible({"precision": "0.5", "recall": "0.5", "f1": "0.9"})
    assert (none.verdict, none.cases) == ("infeasible", None)


def test_the_budget_ends() -> None:
    """Then it says so, with what is known, and never guesses."""
    told = []
    found = feasible(
        {"macro f1": "0.501", "mcc": "0.301"}, supports=[40, 50, 60], steps=3000, progress=lambda *at: told.append(at)
    )
    assert found.verdict in ("unknown", "feasible")
    assert not found.complete
    assert told
    unknown = feasible({"accuracy": "0.333"}, n=None, supports={"a": None, "b": None}, steps=1)
    assert unknown.feasible is None
    with pytest.raises(UsageError):
        bool(unknown)


def test_undefined_scores() -> None:
    """Under "propagate" no number is an undefined score, and nan is one; a policy changes that."""
    assert feasible({"precision": "nan"}, n=9, positives=4).witness == [[0, 4], [0, 5]]
    assert not feasible({"recall": "0.0"}, n=9, positives=0)
    assert feasible({"recall": "0.0"}, n=9, positives=0, undefined=0).blocks == 10


@each(
    ("scores", "known", "error", "said"),
    [
        ({"accurcy": "0.9"}, {"n": 10}, UsageError, ""), ({"accuracy": "0.9"}, {"n": 10.5}, InputError, ""),
        ({"accuracy": "0.9"}, {"n": -1}, InputError, ""), ({"accuracy": "nine"}, {"n": 10}, InputError, ""),
        ({"accuracy": True}, {"n": 10}, InputError, ""), ({}, {"n": 10}, UsageError, ""),
        ({"accuracy": "0.9"}, {"n": 10, "positives": 40}, ContradictionError, "positives = 40 is more than n = 10"),
        ({"accuracy": "0.9"}, {"n": 10, "supports": [3, 4]}, ContradictionError, ""),
        ({"recall[x]": "0.9"}, {"supports": {"a": 1, "b": 2, "c": 3}}, UsageError, ""),
        ({"recall": "0.9"}, {"supports": {"a": 1, "b": 2, "c": 3}}, UsageError, ""),
        ({"accuracy": "0.9"}, {"n": 10, "rounding": "up"}, UsageError, ""), ("accuracy", {"n": 10}, UsageError, ""),
        ({"accuracy": "0.9"}, {"n": 10, "steps": 0}, UsageError, ""), ({"precision": "0.5"}, {"parts": [(2, 3)]},
         UsageError, ""), ([("accuracy", "0.91")], {"f1": "0.87", "n": 100}, UsageError, ""),
        ({"accuracy": "0,912"}, {"n": 250}, InputError, r"with a decimal point: 0\.912"),
        ({"accuracy": 0.912}, {"n": 250}, UsageError, "write '0.912'"),
        ({"accuracy": Decimal("0.91")}, {"n": 250}, UsageError, "write '0.91'"),
        ([{"metric": "f1", "average": "macro", "printed": 0.5}], {"n": 250}, UsageError, "write '0.5', or '0.50'"),
    ],
)  # fmt: skip
def test_bad_input(scores: Any, known: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error) as caught:
        feasible(scores, **known)
    assert re.search(said, str(caught.value))


def test_what_scores_may_be() -> None:
    """By name, or not; a whole number, a fraction and a percentage; a number that no metric can have."""
    assert feasible(accuracy="0.91", f1="0.87", n=100, positives=40).witness == [[31, 9], [0, 60]]
    assert feasible({"accuracy": "0.91"}, f1="0.87", n=100, positives=40).witness == [[31, 9], [0, 60]]
    assert feasible({"tp": 3, "accuracy": Fraction(1, 2)}, n=10)
    found = feasible({"accuracy": "91"}, n=100)
    assert (found.verdict, found.outside.percent) == ("infeasible", True)
    assert feasible({"accuracy": "91%"}, n=100).verdict == "feasible"


NONSENSE = (..., [], {}, object(), float("nan"), b"x")


@each("name", ["n", "positives", "supports", "k", "labels", "positive", "max_n", "parts", "bounds", "rounding",
               "tolerance", "undefined", "preset", "combine", "limit", "steps", "seconds", "progress",
               "accuracy"])  # fmt: skip
def test_nonsense_is_refused_as_such(name: str) -> None:
    """Whatever stands in the place of a value: an error of this package, or an answer."""
    for value in NONSENSE:
        scores = {} if name == "accuracy" else {"accuracy": "0.9"}
        with suppress(ExactMetricsError):
            feasible(scores or None, **{"max_n": 12, name: value})
    with pytest.raises(InputError):
        feasible(n=100, accuracy=...)


@each(("average", "other"), [("recall[weighted]", "accuracy"), ("recall[macro]", "balanced_accuracy"),
                             ("f1[micro]", "accuracy"), ("fnr[micro]", "error_rate")])  # fmt: skip
def test_an_average_that_is_another_metric_clashes_with_it_at_once(average: str, other: str) -> None:
    found = feasible({average: "0.74", other: "0.76"}, k=4, n=1000, steps=100)
    assert (found.verdict, len(found.conflict)) == ("infeasible", 2)


@each("n", [10**8, 10**20])
def test_a_size_beyond_all_memory_is_searched_within_the_budget(n: int) -> None:
    """Supports are shared out one by one, not listed beforehand; 9 of 10 is right in any of them."""
    found = feasible({"accuracy": "0.9"}, n=n, steps=1000)
    assert (found.verdict, found.complete) == ("feasible", False)
    assert [sum(row) for row in found.witness] == [n // 2, n // 2]


def test_shares_come_even_ones_first() -> None:
    """By the definition: all of them, in the order of their distance from the middle, the smaller first."""
    for n in range(9):
        shares = [supports[0] for _, supports in Problem(("a", "b"), (None, None), n, n).cases()]
        assert shares == sorted(range(n + 1), key=lambda x: (abs(x - n // 2), x))


def test_sets_share_the_supports() -> None:
    """Two models on one test set: each is possible alone, together only where one support serves both."""
    both = {"A": {"recall": "1/4"}, "B": {"recall": "2/3"}}
    assert feasible(both, n=12).verdict == "feasible"  # 12 positives serve both
    found = feasible(both, n=11)
    assert (found.verdict, found.conflict) == ("infeasible", ("A", "B"))
    assert all(feasible(scores, n=11) for scores in both.values())


@each("metric", ["recall", "precision", "f1"])
def test_micro_averages_are_the_accuracy(metric: str) -> None:
    """Where the sizes are open too: the contradiction is seen at once, and what is possible stays possible."""
    for known in ({"n": 100}, {}):
        found = feasible({"accuracy": "0.74", f"{metric}[micro]": "0.76"}, k=3, steps=10_000, **known)
        assert (found.verdict, len(found.conflict)) == ("infeasible", 2)
    tie = {"accuracy": "0.74", f"{metric}[micro]": "0.75"}  # 0.745 is printed as either, and is no share of 100
    assert feasible(tie, k=3, n=100, steps=10_000).verdict == "infeasible"
    assert feasible(tie, k=3, n=200, steps=10_000).verdict == "feasible"
    assert feasible({"accuracy": "0.74", f"{metric}[micro]": "0.74"}, k=3, n=100, steps=10_000).verdict == "feasible"


def test_f1_of_micro_averages_has_no_value_where_none_is_right() -> None:
    f1 = {"metric": "f1", "average": "micro", "combine": "averages", "printed": "nan"}
    found = feasible([f1], supports={"a": 1, "b": 2}, limit=10)
    assert found.matrices == [[[0, 1], [2, 0]]]


@each(("k", "support", "accuracy", "f1"), [(10, 100, "0.91", "0.90"), (30, 20, "0.71", "0.70")])
def test_a_witness_of_many_classes(k: int, support: int, accuracy: str, f1: str) -> None:
    """The budget ends before everything is tried; the matrix shown has the scores, by the oracle."""
    found = em.feasible({"accuracy": accuracy, "f1[macro]": f1}, supports=[support] * k, steps=30_000)
    assert (found.verdict, found.complete) == ("feasible", False)
    rows = tuple(map(tuple, found.witness))
    assert [sum(row) for row in rows] == [support] * k
    for value, text in ((Oracle(rows).value("accuracy"), accuracy), (Oracle(rows).value("f1", average="macro"), f1)):
        assert abs(value - F(text)) <= F(1, 200)


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
], quick=2)  # fmt: skip
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
        assert abs(cm.value(metric, average=average[:-1] or None) - F(text)) * 2 <= F(1, 10**places)


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


def sign(poly: list[int], y: int) -> int:
    found = sum(c * y**power for power, c in enumerate(poly))
    return (found > 0) - (found < 0)


def test_every_change_of_sign_is_found() -> None:
    """Products of factors with roots at whole numbers, and such products moved a little: roots touched and missed."""
    rng, seen = random.Random(1), 0
    for _ in range(400):
        poly = [rng.choice((-2, 1, 3))]
        for _ in range(rng.randint(0, 4)):
            root = rng.randint(-8, 8)
            poly = [low - root * same for low, same in zip([0, *poly], [*poly, 0], strict=True)]
        poly[0] += rng.choice((0, 0, -1, 1, 5))
        expected = [y for y in range(-9, 11) if sign(poly, y) != sign(poly, y - 1)]
        assert sign_changes(poly, -10, 10) == expected, poly
        seen += len(expected)
    assert seen > 400


def test_whole_numbers_that_meet_inequalities_are_found_where_there_are_any() -> None:
    rng, verdicts = random.Random(2), set()
    for _ in range(300):
        most = [rng.randint(0, 4) for _ in range(rng.choice((2, 4)))]
        rows = [(tuple(rng.randint(-4, 4) for _ in most), rng.randint(-6, 6)) for _ in range(rng.randint(1, 5))]

        def meets(point: tuple[int, ...], rows: list[tuple[tuple[int, ...], int]] = rows) -> bool:
            return all(sum(a * x for a, x in zip(factors, point, strict=True)) <= bound for factors, bound in rows)

        found = whole_point(rows, most, Budget(10**6))
        expected = any(map(meets, product(*(range(top + 1) for top in most))))
        assert (found is not None) == expected, (rows, most)
        if found is not None:
            assert meets(tuple(found))
            assert all(0 <= x <= top for x, top in zip(found, most, strict=True))
        verdicts.add(expected)
    assert len(verdicts) == 2


ASKED = {
    "accuracy": {}, "recall": {"label": 0}, "precision": {"label": 0}, "f1[macro]": {"average": "macro"},
    "f1[weighted]": {"average": "weighted"}, "specificity[weighted]": {"average": "weighted"},
}  # fmt: skip


def excluded(scores: dict[str, str]) -> bool:
    read = Reader((0, 1), positive=0).read(scores)
    return never_met([PlaneScore.of(score, (0, 1)) for score in read], Budget(10**6))


@each("seed", range(12), quick=5)
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
    """The row Hernia, rounded; and means of recall and specificity on either side of the accuracy."""
    assert excluded(HERNIA)
    assert excluded({"recall": "0.5", "specificity": "0.5", "accuracy": "0.9"})
