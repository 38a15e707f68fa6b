"""Consistency of printed scores: sources, peers' examples, partial knowledge, budgets and bad input."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from decimal import ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exactmetrics.exact.errors import ContradictionError, ExactMetricsError, InputError, UsageError
from exactmetrics.feasibility import feasible
from exactmetrics.feasibility.problem import Problem
from tests.cases import EXHAUSTIVE, each
from tests.feasibility.mlscorecheck_readme import EXAMPLES, fowlkes_mallows

KLM = {"K": 53, "L": 110, "M": 37}
RIGHT = {"tp[K]": 30, "tp[L]": 52, "tp[M]": 22}


@each("name", EXAMPLES)
def test_an_example_of_mlscorecheck(name: str) -> None:
    """Every example of its README gets the verdict printed there."""
    with fowlkes_mallows():
        assert EXAMPLES[name].run().verdict == ("infeasible" if EXAMPLES[name].inconsistent else "feasible")


def test_example_5_of_source_002() -> None:
    """One set of building blocks, 16 matrices; with the printed TN_K = 38 none."""
    found = feasible({**RIGHT, "tn[K]": 98, "tn[L]": 73, "tn[M]": 133}, supports=KLM)
    assert (found.blocks, found.solutions, len(found.matrices)) == (1, 16, 16)
    wrong = feasible({**RIGHT, "tn[K]": 38, "tn[L]": 73, "tn[M]": 133}, supports=KLM)
    assert wrong.verdict == "infeasible"
    assert "tn[K] = 38" in wrong.conflict


def table_row(accuracy: str, f1: str, combine: str, precision: str, recall: str, specificity: str) -> list[Any]:
    """A row of Table 1 or 2 of source 004: weighted averages, F1 of the averages (Table 1) or the average F1 (2)."""
    weighted = {"precision": precision, "recall": recall, "specificity": specificity}
    scores = [{"metric": name, "average": "weighted", "printed": text} for name, text in weighted.items()]
    return [
        {"metric": "accuracy", "printed": accuracy},
        {"metric": "f1", "average": "weighted", "combine": combine, "printed": f1},
        *scores,
    ]


def test_rows_of_source_004() -> None:
    """The row Hernia is impossible under rounding for any n and possible under truncation; Lung Opacity is possible."""
    hernia = table_row("0.88", "0.93", "scores", "0.98", "0.88", "0.0061")
    assert feasible(hernia).verdict == "infeasible"
    assert feasible(hernia, rounding="truncate").verdict == "feasible"
    lung = table_row("0.89", "0.90", "averages", "0.91", "0.89", "0.93")
    lung += table_row("0.89", "0.89", "scores", "0.91", "0.89", "0.93")
    assert feasible(lung).cases == 18


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
        ties = [right for right in range(n) if Fraction(right * 1000, n).denominator == 2]
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
            neighbours = Fraction(right - 1, n), Fraction(right + 1, n)
            if n < 1000:  # no other count is printed so
                assert all(abs(value - Fraction(text)) > Fraction(1, 2000) for value in neighbours for text in ways)
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
    ("scores", "known", "error"),
    [
        ({"accurcy": "0.9"}, {"n": 10}, UsageError),
        ({"accuracy": "0.9"}, {"n": 10.5}, InputError),
        ({"accuracy": "0.9"}, {"n": -1}, InputError),
        ({"accuracy": "nine"}, {"n": 10}, InputError),
        ({"accuracy": True}, {"n": 10}, InputError),
        ({"accuracy": "0.9"}, {"n": 10, "positives": 11}, ContradictionError),
        ({"accuracy": "0.9"}, {"n": 10, "supports": [3, 4]}, ContradictionError),
        ({"recall[x]": "0.9"}, {"supports": {"a": 1, "b": 2, "c": 3}}, UsageError),
        ({"recall": "0.9"}, {"supports": {"a": 1, "b": 2, "c": 3}}, UsageError),
        ({"accuracy": "0.9"}, {"n": 10, "rounding": "up"}, UsageError),
        ({}, {"n": 10}, UsageError),
        ("accuracy", {"n": 10}, UsageError),
        ({"accuracy": "0.9"}, {"n": 10, "steps": 0}, UsageError),
    ],
)
def test_bad_input(scores: Any, known: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        feasible(scores, **known)


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


def test_scores_by_name() -> None:
    assert feasible(accuracy="0.91", f1="0.87", n=100, positives=40).witness == [[31, 9], [0, 60]]
    assert feasible({"accuracy": "0.91"}, f1="0.87", n=100, positives=40).witness == [[31, 9], [0, 60]]
    with pytest.raises(UsageError):
        feasible([("accuracy", "0.91")], f1="0.87", n=100)


@each(("average", "other"), [("recall[weighted]", "accuracy"), ("recall[macro]", "balanced_accuracy"),
                             ("f1[micro]", "accuracy"), ("fnr[micro]", "error_rate")])  # fmt: skip
def test_an_average_that_is_another_metric_clashes_with_it_at_once(average: str, other: str) -> None:
    found = feasible({average: "0.74", other: "0.76"}, k=4, n=1000, steps=100)
    assert (found.verdict, len(found.conflict)) == ("infeasible", 2)


def test_outside_the_range() -> None:
    """A number no metric can have is infeasible with the reason, and a percentage is recognised."""
    found = feasible({"accuracy": "91"}, n=100)
    assert found.verdict == "infeasible"
    assert found.outside.percent
    assert feasible({"accuracy": "91%"}, n=100).verdict == "feasible"


def test_means_by_enumeration() -> None:
    """Two folds, all tables tried."""
    folds = [(2, 3), (3, 2)]
    for text in ("0.40", "0.45", "0.58", "0.61", "0.75"):
        values = {(a / 2 + b / 3) / 2 for a in range(3) for b in range(4)}
        expected = any(abs(value - float(text)) < 0.005 - 1e-9 for value in values)
        assert bool(feasible({"recall": text}, parts=[folds])) == expected


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


@each(("scores", "words"), [
    ({"accuracy": 0.912}, "write '0.912'"),
    ({"accuracy": Decimal("0.91")}, "write '0.91'"),
    ([{"metric": "f1", "average": "macro", "printed": 0.5}], "write '0.5', or '0.50'"),
])  # fmt: skip
def test_a_float_has_lost_its_digits(scores: Any, words: str) -> None:
    """As `judge` does; a whole number and a fraction stand for themselves."""
    with pytest.raises(UsageError, match=words):
        feasible(scores, n=250)
    assert feasible({"tp": 3, "accuracy": Fraction(1, 2)}, n=10)


def test_a_decimal_comma_is_told() -> None:
    with pytest.raises(InputError, match=r"with a decimal point: 0\.912"):
        feasible({"accuracy": "0,912"}, n=250)
    with pytest.raises(ContradictionError, match="positives = 40 is more than n = 10"):
        feasible({"accuracy": "0.9"}, n=10, positives=40)


def test_a_mean_that_is_not_linear_is_refused() -> None:
    with pytest.raises(UsageError):
        feasible({"precision": "0.5"}, parts=[(2, 3)])


def test_the_search_has_no_formula_of_its_own() -> None:
    """Metrics come from the registry: no module of the search names one to compute it."""
    room = Path(__file__).parents[2] / "exactmetrics" / "feasibility"
    for path in room.glob("*.py"):
        assert "metrics.definitions" not in path.read_text(encoding="utf-8"), path


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
