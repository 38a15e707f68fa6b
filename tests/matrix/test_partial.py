"""Partial information: Example 5 of Fahmy 2023 by its printed figures, and everything else against brute force."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.exact.errors import ContradictionError, ExactMetricsError, InputError, MissingCountsError
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.identities import CountsContradictionError
from exactmetrics.matrix.partial import deduce
from tests.cases import each, sample, size
from tests.strategies import square_rows

NAMES = ("tp", "fp", "fn", "tn", "support", "predicted")


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


def matrices(k: int, n: int) -> set[tuple[tuple[int, ...], ...]]:
    """All blocks (tp, fp, fn by class) that matrices of k classes and n samples have."""
    found = set()
    for cuts in combinations(range(n + k * k - 1), k * k - 1):
        edges = (-1, *cuts, n + k * k - 1)
        cells = [edges[i + 1] - edges[i] - 1 for i in range(k * k)]
        rows = [cells[i * k : (i + 1) * k] for i in range(k)]
        tp = tuple(rows[i][i] for i in range(k))
        fp = tuple(sum(row[i] for row in rows) - rows[i][i] for i in range(k))
        fn = tuple(sum(rows[i]) - rows[i][i] for i in range(k))
        found.add((tp, fp, fn))
    return found


def accepted(tp: tuple[int, ...], fp: tuple[int, ...], fn: tuple[int, ...], n: int) -> bool:
    try:
        deduce({i: {"tp": tp[i], "fp": fp[i], "fn": fn[i]} for i in range(len(tp))}, n=n)
    except CountsContradictionError:
        return False
    return True


def sums_agree(tp: tuple[int, ...], fp: tuple[int, ...], fn: tuple[int, ...], n: int) -> bool:
    return sum(fp) == sum(fn) == n - sum(tp)


@each(("k", "n"), [(2, 3), (3, 2)])
def test_blocks_are_accepted_exactly_when_a_matrix_has_them(k: int, n: int) -> None:
    real = matrices(k, n)
    every = ((values[:k], values[k : 2 * k], values[2 * k :]) for values in product(range(n + 1), repeat=3 * k))
    for blocks in sample(every, 2000, kind=lambda blocks: blocks if sums_agree(*blocks, n) else None):
        assert accepted(*blocks, n) is (blocks in real), blocks


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
@settings(deadline=None, max_examples=size(10, 40))
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


def fine(known: dict[int, dict[str, int]]) -> bool:
    try:
        deduce(known)
    except ExactMetricsError:
        return False
    return True


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
