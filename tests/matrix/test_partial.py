"""Partial information: Example 5 of Fahmy 2023 by its printed figures, and everything else against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from exactmetrics.exact.errors import ContradictionError, ExactMetricsError, InputError, MissingCountsError
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.identities import (  # fmt: skip
    CountsContradictionError,
    Deduction,
    N,
    Term,
    check_conditions,
    identities,
    independent,
    own_n,
    reduced,
    symbol,
)
from exactmetrics.matrix.linear import Equation, echelon, whole_points
from exactmetrics.matrix.partial import deduce, missing_counts
from tests.cases import each, sample, size
from tests.strategies import square_rows

F = Fraction
NAMES = ("tp", "fp", "fn", "tn", "support", "predicted")
COLUMNS: list[tuple[str, int | None]] = [("n", None), *((name, i) for i in range(3) for name in NAMES)]
Given = dict[tuple[str, Any], int]
MOST = 6  # samples of the matrices that are spoiled, and of those that repairs are looked up in
LINES = st.lists(
    st.tuples(st.fractions(-9, 9, max_denominator=6), st.fractions(-3, 3, max_denominator=6)), min_size=1, max_size=3
)


def example_5(tn_k: int) -> dict[str, dict[str, int]]:
    return {
        "K": {"support": 53, "tp": 30, "tn": tn_k},
        "L": {"support": 110, "tp": 52, "tn": 73},
        "M": {"support": 37, "tp": 22, "tn": 133},
    }


def test_example_5_is_completed_with_its_steps() -> None:
    blocks = deduce(example_5(98))
    assert blocks.n == 200
    assert blocks.fn == [23, 58, 15]
    assert blocks.fp == [49, 17, 30]
    assert blocks.predicted == [79, 69, 52]
    steps = {(step.count, step.label): str(step) for step in blocks.deductions}
    assert steps["n", None] == "n = support_K + support_L + support_M = 53 + 110 + 37 = 200"
    assert steps["fn", "K"] == "FN_K = support_K − TP_K = 53 − 30 = 23"
    assert steps["fp", "K"] == "FP_K = n − support_K − TN_K = 200 − 53 − 98 = 49"
    assert len(steps) == len(blocks.deductions) == 1 + 3 * 3


def test_example_5_with_the_misprint_is_refused_with_its_only_repair() -> None:
    with pytest.raises(CountsContradictionError, match=r"TN_K 38 → 98") as caught:
        deduce(example_5(38))
    assert isinstance(caught.value, ContradictionError)
    assert caught.value.identity == "ΣFP = ΣFN"
    assert [(r.count, r.label, r.given, r.repaired) for r in caught.value.repairs] == [("tn", "K", 38, 98)]
    assert all(figure in str(caught.value) for figure in ("156", "96", "200 − 104"))


def tables(k: int, n: int) -> Iterator[np.ndarray[Any, np.dtype[np.int64]]]:
    """All matrices of k classes and n samples."""
    for cuts in combinations(range(n + k * k - 1), k * k - 1):
        edges = (-1, *cuts, n + k * k - 1)
        yield np.array([right - left - 1 for left, right in pairwise(edges)]).reshape(k, k)


def blocks_of(table: np.ndarray[Any, np.dtype[np.int64]]) -> tuple[tuple[int, ...], ...]:
    """TP, FP and FN by class."""
    tp = table.diagonal()
    return tuple(tuple(map(int, counts)) for counts in (tp, table.sum(axis=0) - tp, table.sum(axis=1) - tp))


def fine(known: dict[int, dict[str, int]], n: int | None = None) -> bool:
    try:
        deduce(known, n=n)
    except ExactMetricsError:
        return False
    return True


def sums_agree(tp: tuple[int, ...], fp: tuple[int, ...], fn: tuple[int, ...], n: int) -> bool:
    return sum(fp) == sum(fn) == n - sum(tp)


@each(("k", "n"), [(2, 3), (3, 2)])
def test_blocks_are_accepted_exactly_when_a_matrix_has_them(k: int, n: int) -> None:
    real = set(map(blocks_of, tables(k, n)))
    every = ((values[:k], values[k : 2 * k], values[2 * k :]) for values in product(range(n + 1), repeat=3 * k))
    for blocks in sample(every, 500, kind=lambda blocks: blocks if sums_agree(*blocks, n) else None):
        known = {
            i: dict(zip(("tp", "fp", "fn"), counts, strict=True)) for i, counts in enumerate(zip(*blocks, strict=True))
        }
        assert fine(known, n) is (blocks in real), blocks


def test_second_condition_of_a_partition() -> None:
    with pytest.raises(CountsContradictionError, match="2 wrong predictions") as caught:
        deduce({label: {"tp": 1, "fp": wrong, "fn": wrong} for label, wrong in zip("abc", (2, 0, 0), strict=True)}, n=5)
    assert caught.value.identity == "FP_i + FN_i ≤ n − ΣTP"
    loose = deduce({"a": {"tp": 1, "fp": 2, "fn": 2}, "b": {"tp": 1, "fp": 0, "fn": 0}}, n=9, partition=False)
    assert loose.tn == [4, 8]


def functionals(k: int) -> dict[tuple[str, int], list[int]]:
    """Every count as a linear function of the k² cells, by its definition."""
    cells = list(product(range(k), repeat=2))
    found = {}
    for c in range(k):
        for name, counted in {
            "tp": lambda i, j, c=c: i == j == c, "fp": lambda i, j, c=c: i != c and j == c,
            "fn": lambda i, j, c=c: i == c and j != c, "tn": lambda i, j, c=c: i != c and j != c,
            "support": lambda i, j, c=c: i == c, "predicted": lambda i, j, c=c: j == c,
        }.items():  # fmt: skip
            found[name, c] = [int(counted(i, j)) for i, j in cells]
    return found


@given(square_rows(most=4), st.data())
@settings(deadline=None, max_examples=size(75, 300))
def test_everything_that_the_cells_determine_is_deduced_and_nothing_else(
    rows: list[list[int]], data: st.DataObject
) -> None:
    whole = Counts.from_rows(rows).blocks()
    known: dict[Any, dict[str, int]] = {}
    for i in range(whole.k):
        names = data.draw(st.sets(st.sampled_from(NAMES), max_size=4))
        known[i] = {name: getattr(whole, name)[i] for name in sorted(names)}
    n = data.draw(st.sampled_from([None, whole.n]))
    rules = functionals(whole.k)
    given_rows = [rules[name, i] for i in known for name in known[i]] + [[1] * whole.k**2] * (n is not None)
    rank = np.linalg.matrix_rank(given_rows) if given_rows else 0
    determined = np.linalg.matrix_rank([*given_rows, *rules.values()]) == rank
    if determined:
        assert deduce(known, n=n) == whole
    else:
        with pytest.raises(MissingCountsError):
            deduce(known, n=n)


@given(square_rows(most=3, highest=4), st.data())
@settings(deadline=None, max_examples=size(6, 40))
def test_repairs_are_those_brute_force_finds(rows: list[list[int]], data: st.DataObject) -> None:
    whole = Counts.from_rows(rows).blocks()
    known = {i: {name: getattr(whole, name)[i] for name in ("tp", "support", "predicted")} for i in range(whole.k)}
    spoiled = data.draw(st.sampled_from([(i, name) for i in known for name in known[i]]))
    known[spoiled[0]][spoiled[1]] += data.draw(st.integers(1, 3))
    try:
        deduce(known)
    except CountsContradictionError as error:
        told = {(repair.label, repair.count): repair for repair in error.repairs}
    else:
        return
    truth: dict[tuple[int, str], list[int]] = {}
    for i, name in product(known, known[0]):
        for value in range(40):
            if value != known[i][name] and fine({**known, i: {**known[i], name: value}}):
                truth.setdefault((i, name), []).append(value)
    assert spoiled in truth
    assert len(told) == min(5, len(truth))
    for key, repair in told.items():
        old = known[key[0]][key[1]]
        assert key in truth, repair
        assert repair.repaired in truth[key]
        assert abs(repair.repaired - old) == min(abs(value - old) for value in truth[key])
        assert repair.lowest == min(truth[key])
        assert repair.highest is None or repair.highest == max(truth[key])


def test_missing_counts_are_named() -> None:
    with pytest.raises(MissingCountsError, match="for class 'a' FN, or TN, or support; for class 'b' FN"):
        deduce({"a": {"tp": 1, "fp": 1}, "b": {"tp": 1, "fp": 0}, "c": {"tp": 2, "fp": 1}})
    with pytest.raises(MissingCountsError, match="Missing: n"):
        deduce({"a": {"tp": 1, "fp": 1, "fn": 1}}, partition=False)


def test_elimination_finds_what_single_steps_do_not() -> None:
    rows = [[5, 2, 1], [1, 4, 0], [3, 0, 6]]
    whole = Counts.from_rows(rows).blocks()
    known = {i: {"tn": whole.tn[i], "fp": whole.fp[i]} for i in range(3)}
    known[0]["tp"] = whole.tp[0]
    known[1]["tp"] = whole.tp[1]
    assert deduce(known) == whole


@each(
    ("counts", "said"),
    [
        ({"a": {"tpp": 1}, "b": {}}, "unknown count 'tpp'.*Did you mean 'tp'"),
        ({"a": {"tp": -1}, "b": {}}, "TP_a is -1"), ({"a": {"tp": 1.5}, "b": {}}, "float 1.5"),
        ({"a": {"tp": True}, "b": {}}, "bool"), ({"a": 3, "b": {}}, "class 'a' has 3"),
        ({"a": {"tp": 1}}, "one class alone"), ({}, "empty"),
        ({"a": {"n": 3}, "b": {"n": 4}}, "n is the same for every class"),
        ({"a": {"tp": 2, "support": 1}, "b": {}}, "FN_a = support_a − TP_a = 1 − 2 = -1"),
    ],
)  # fmt: skip
def test_bad_counts_are_refused(counts: dict[str, dict[str, int]], said: str) -> None:
    with pytest.raises(InputError, match=said):
        deduce(counts)  # type: ignore[arg-type]


def test_counts_of_several_labels_a_sample_get_the_hint() -> None:
    """Two labels a sample: the blocks agree with themselves, and n is not the sum of the supports."""
    counts = {"a": {"tp": 5, "fp": 1, "fn": 2, "tn": 4}, "b": {"tp": 3, "fp": 4, "fn": 1, "tn": 4}}
    with pytest.raises(ContradictionError, match=r"several labels .* say partition=False"):
        deduce(counts)
    assert deduce(counts, partition=False).n == 12
    broken = {**counts, "b": {**counts["b"], "support": 9}}  # false for any kind of data
    with pytest.raises(ContradictionError) as caught:
        deduce(broken)
    assert "partition=False" not in str(caught.value)


@cache
def all_counts() -> np.ndarray[Any, np.dtype[np.int64]]:
    """The counts, by COLUMNS, of every 3×3 matrix of up to MOST samples."""
    found = []
    for n, table in ((total, table) for total in range(MOST + 1) for table in tables(3, total)):
        each_class = zip(*blocks_of(table), strict=True)
        found.append([n] + [x for tp, fp, fn in each_class for x in (tp, fp, fn, n - tp - fp - fn, tp + fn, tp + fp)])
    return np.unique(np.array(found), axis=0)


def exists(known: Given) -> bool:
    """Whether a matrix of up to MOST samples has these counts."""
    rows = all_counts()
    for column, value in known.items():
        rows = rows[rows[:, COLUMNS.index(column)] == value]
    return bool(len(rows))


def deduced(known: Given) -> Blocks:
    counts = {i: {name: known[name, i] for name in NAMES if (name, i) in known} for i in range(3)}
    return deduce(counts, n=known.get(("n", None)))


@given(st.data())
@settings(deadline=None, max_examples=size(75, 300))
def test_a_repair_holds_what_is_said_of_it(data: st.DataObject) -> None:
    row = all_counts()[data.draw(st.integers(0, len(all_counts()) // 2))]  # the matrices of fewer samples come first
    columns = data.draw(st.lists(st.sampled_from(COLUMNS), min_size=5, max_size=16, unique=True))
    known: Given = {column: int(row[COLUMNS.index(column)]) for column in columns}
    spoiled = data.draw(st.sampled_from(columns))
    known[spoiled] += data.draw(st.sampled_from([1, 2, -1]))
    known[spoiled] = max(0, known[spoiled])
    try:
        deduced(known)
    except MissingCountsError:
        return
    except CountsContradictionError as error:
        repairs, said = error.repairs, str(error)
    else:
        return
    for repair in repairs:
        repaired = {**known, (repair.count, repair.label): repair.repaired}
        if "everything hold" in said:
            assert exists(repaired) or deduced(repaired).n > MOST, repair
        else:
            assert "would remove this contradiction" in said
            with pytest.raises(MissingCountsError):
                deduced(repaired)
    if not repairs:
        assert not any(exists({**known, column: value}) for column in columns for value in range(MOST + 1))


def test_a_change_without_any_matrix_is_no_repair() -> None:
    known: Given = {("n", None): 5, ("fn", 0): 2, ("predicted", 0): 4, ("tp", 1): 2, ("predicted", 1): 2}
    known |= {("fp", 2): 1, ("tn", 2): 4, ("support", 2): 0}
    assert not exists({**known, ("predicted", 0): 2})
    with pytest.raises(CountsContradictionError) as caught:
        deduced(known)
    assert ("predicted", 0) not in [(repair.count, repair.label) for repair in caught.value.repairs]
    real = {c: [v for v in range(MOST + 1) if v != known[c] and exists({**known, c: v})] for c in known}
    assert bool(caught.value.repairs) is any(real.values())


def test_where_counts_stay_open_a_repair_promises_no_more_than_it_can() -> None:
    # TN_0 = n − predicted_0 − FN_0 is negative; TP and FP of no class are known.
    with pytest.raises(
        CountsContradictionError, match="would remove this contradiction, though other counts"
    ) as caught:
        deduced({("n", None): 3, ("predicted", 0): 3, ("fn", 0): 1})
    changes = {repair.count: repair.repaired for repair in caught.value.repairs}
    assert changes == {"n": 4, "predicted": 2, "fn": 0}


@each(
    ("known", "n", "advice"),
    [
        (
            {"tp": 9, "support": 3, "predicted": 2}, 20,
            "The only single change that makes everything hold is TP_a 9 → 2 (or any from 0 to 2).",
        ),
        (
            {"tp": 5, "support": 3, "predicted": 7}, 20,
            "Single changes that make everything hold: TP_a 5 → 3 (or any from 0 to 3); support_a 3 → 5 (or any from "
            "5 to 18).",
        ),
        (
            {"tp": 5, "support": 3, "predicted": 4}, None,
            "A single change that would remove this contradiction, though other counts stay open: TP_a 5 → 3 (or any "
            "from 0 to 3).",
        ),
        (
            {"tp": 3, "fn": 2, "support": 4}, None,
            "Single changes that would remove this contradiction, though other counts stay open: TP_a 3 → 2; "
            "FN_a 2 → 1; support_a 4 → 5.",
        ),
        ({"tp": 3, "fn": 2, "support": 4, "predicted": 1}, 20, "No change of a single number makes everything hold."),
    ],
)  # fmt: skip
def test_what_is_advised_of_one_class(known: dict[str, int], n: int | None, advice: str) -> None:
    """Worked out by hand from TP ≤ support, TP ≤ predicted, support + predicted − TP ≤ n and support = TP + FN."""
    with pytest.raises(CountsContradictionError) as caught:
        deduce({"a": known}, n=n, partition=False)
    assert str(caught.value).endswith(f". {advice}")


def test_identities() -> None:
    assert (symbol("fn", "K"), symbol("n", None)) == ("FN_K", "n")
    terms = {2: "2·TP_K", 1: "TP_K", -1: "−TP_K", -2: "−2·TP_K"}
    for factor, text in terms.items():
        later = f"+ {text}" if factor > 0 else f"− {text[1:]}"
        step = Deduction(None, "n", "", (Term(factor, "tp", "K", 3), Term(factor, "tp", "K", 4)), 0)
        numbers = f"{text.replace('TP_K', '3')} {later.replace('TP_K', '4')}"
        assert str(step) == f"n = {text} {later} = {numbers} = 0"
    assert str(Deduction(None, "n", "", (Term(1, "support", "K", 3),), 3)) == "n = support_K = 3"
    assert str(Deduction(None, "n", "", (Term(-1, "support", "K", 3),), -3)) == "n = −support_K = −3 = -3"
    one = [identity.text for identity in independent(["a"], partition=False)]
    assert one == ["support = TP + FN", "predicted = TP + FP", "n = TP + FP + FN + TN"]
    assert [len(identities("abc"[:k], partition=True)) for k in (1, 2, 3)] == [9, 18, 19]
    assert [len(independent("abc"[:k], partition=True)) for k in (1, 2, 3)] == [5, 12, 11]
    assert own_n([("n", "K"), N])[0].left == (("n", "K"),)
    assert len(own_n([("n", "K"), N, ("tp", "K")])) == 1
    fn = {("support", "K"): 1, ("tp", "K"): -1}
    assert reduced({("fn", "K"): 2, ("tp", "K"): 2}, {("fn", "K"): fn}) == {("support", "K"): 2}
    assert reduced({("fn", "K"): 1}, {("fn", "K"): {N: 3}}) == {N: 3}
    check_conditions([], {N: 0}, partition=True)
    known = {("tp", "K"), ("fn", "K"), ("support", "K"), N}
    lacks = "the identities alone do not determine all counts. Missing: for class 'K' FP, or TN, or predicted."
    assert str(missing_counts(["K"], known)) == lacks
    many = [str(missing_counts([f"c{i}" for i in range(k)], known - {N})) for k in (10, 11)]
    assert "further classes" not in many[0]
    assert many[1].endswith("and so on for 1 further classes.")
    assert many[0].startswith(
        "the identities alone do not determine all counts. Missing: n; for class 'c0' TP and FP and FN"
    )


@given(LINES, st.integers(0, 60))
@example([(F(9), F(1, 2)), (F(9, 2), F(1, 4))], 60)  # the step has a factor of the slope
@example([(F(30), F(1, 2)), (F(27, 5), F(1, 10))], 60)
def test_whole_points_are_those_of_a_walk(lines: list[tuple[Fraction, Fraction]], highest: int) -> None:
    values = [[right - slope * x for right, slope in lines] for x in range(highest + 1)]
    walked = [x for x, row in enumerate(values) if all(v >= 0 and v.denominator == 1 for v in row)]
    assert list(whole_points(lines, highest)) == walked


def test_linear_systems() -> None:
    rows, fault = echelon([Equation("x + y = 3", (1, 1), F(3)), Equation("2x + 2y = 1", (2, 2), F(1))])
    assert (rows, fault) == ({0: [1, 1, 3]}, "2x + 2y = 1")
    lines = [(F(3), F(1, 2))]
    assert [list(whole_points(lines, highest)) for highest in (10, 6, 5)] == [[0, 2, 4, 6], [0, 2, 4, 6], [0, 2, 4]]
    assert list(whole_points([(F(1, 2), F(1))], 10)) == []
    assert list(whole_points([(F(-4), F(-2))], 4)) == [2, 3, 4]
    assert list(whole_points([(F(-1), F(0))], 4)) == []
    assert list(whole_points([(F(0), F(0))], 1)) == [0, 1]
