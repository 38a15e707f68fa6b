"""The table of counts: margins against an independent sum, moves against their meaning, every bad input refused."""

from __future__ import annotations

import copy
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.errors import ExactMetricsError, InputError
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.exact_count import as_count, number, whole_number
from exactmetrics.matrix.labels import default_order, did_you_mean, is_missing, listed, match_text, unknown_label
from exactmetrics.matrix.lists import agreed_names, counts_of_pairs, exact_weights, listing, weighed
from exactmetrics.matrix.rows import aligned, refuse_headed_totals, refuse_totals, turned
from tests.cases import each
from tests.strategies import square_rows

F = Fraction
ANIMALS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
TOTALS = [[3, 1, 4], [0, 2, 2], [3, 3, 6]]


@given(square_rows())
def test_margins_and_blocks_are_the_sums_numpy_finds(rows: list[list[int]]) -> None:
    counts, table = Counts.from_rows(rows), np.array(rows)
    assert counts.support == table.sum(axis=1).tolist()
    assert counts.predicted == table.sum(axis=0).tolist()
    assert counts.n == table.sum()
    assert counts.rows() == rows
    for i in range(len(rows)):
        others = [j for j in range(len(rows)) if j != i]
        blocks = counts.blocks()
        assert blocks.tp[i] == rows[i][i]
        assert blocks.fn[i] == sum(rows[i][j] for j in others)
        assert blocks.fp[i] == sum(rows[j][i] for j in others)
        assert blocks.tn[i] == sum(rows[a][b] for a in others for b in others)


@given(square_rows(), st.randoms())
def test_moves(rows: list[list[int]], random: object) -> None:
    counts = Counts.from_rows(rows)
    order = list(range(len(rows)))
    random.shuffle(order)  # type: ignore[attr-defined]
    moved = counts.reorder(order)
    assert moved.rows() == [[rows[i][j] for j in order] for i in order]
    assert moved.reorder(counts.labels) == counts
    assert counts.transpose().rows() == [list(column) for column in zip(*rows, strict=True)]
    assert Counts.from_rows(rows, orientation="predicted") == counts.transpose()
    assert (counts + moved).rows() == [[2 * cell for cell in row] for row in rows]
    assert pickle.loads(pickle.dumps(counts)) == counts == copy.deepcopy(counts)
    assert hash(moved.reorder(counts.labels)) == hash(counts)


def test_reads_every_exact_kind_of_count() -> None:
    rows = [[6.0, np.int32(1)], [Decimal("0.5"), F(4, 2)]]
    counts = Counts.from_rows(rows)
    assert counts.rows() == [[6, 1], [F(1, 2), 2]]
    assert [type(counts.cells[cell]) for cell in ((0, 0), (0, 1), (1, 1))] == [int, int, int]
    assert Counts.from_rows(np.array(ANIMALS)).rows() == ANIMALS
    assert Counts.from_rows(map(iter, ANIMALS)).rows() == ANIMALS
    halves = Counts.from_rows([[F(1, 2), F(1, 2)], [0, 1]])
    assert (halves.support, halves.predicted) == ([1, 1], [F(1, 2), F(3, 2)])
    assert {type(count) for count in halves.support} == {int}
    assert (Counts.from_rows([[F(1, 2)]]) + Counts.from_rows([[F(1, 2)]])).cells == {(0, 0): 1}


def test_a_table_is_aligned_by_name_with_a_note() -> None:
    counts = Counts.from_rows(pd.DataFrame([[1, 6], [5, 2]], index=["cat", "dog"], columns=["dog", "cat"]))
    assert counts.rows() == [[6, 1], [2, 5]]
    [note] = counts.notes
    assert str(note) == "the columns ('dog', 'cat') were put into the order of the rows ('cat', 'dog'), by name"
    with pytest.raises(InputError, match="row 2 has 1 cell under 2 column names"):
        aligned(("a", "b"), ("b", "a"), [[1, 5], [6]])
    assert (turned("predicted"), turned("true")) == (True, False)


def test_normalize_is_exact_and_names_an_empty_class() -> None:
    assert Counts.from_rows(ANIMALS).normalize("true").support == [1, 1, 1]
    assert Counts.from_rows(ANIMALS).normalize("predicted").predicted == [1, 1, 1]
    assert Counts.from_rows(ANIMALS).normalize("all").n == 1
    assert Counts.from_rows(ANIMALS).normalize("true").rows()[2][1] == F(3, 12)
    with pytest.raises(InputError, match="no true samples of class 'b'"):
        Counts.from_rows([[1, 1], [0, 0]], labels=["a", "b"]).normalize("true")
    with pytest.raises(InputError, match="no predictions of class 'b'"):
        Counts.from_rows([[1, 0], [1, 0]], labels=["a", "b"]).normalize("predicted")
    with pytest.raises(InputError, match="no samples"):
        Counts.from_rows([[0]]).normalize("all")


@each(("names", "rest"), [(["a", "b"], "rest"), (["rest", "b"], "rest 2"), (["rest", "rest 2"], "rest 3")])
def test_one_vs_rest_keeps_names_apart(names: list[str], rest: str) -> None:
    assert Counts.from_rows([[3, 1], [0, 2]], labels=names).one_vs_rest(names[0]).labels == (names[0], rest)
    assert Counts.from_rows(ANIMALS, labels=[*names, "c"]).one_vs_rest(names[0]).rows() == [[6, 2], [3, 17]]


@each(
    ("rows", "labels", "said"),
    [
        ([], None, "empty"), ([[1, 2], [3]], None, "row 1 has 2 cells and row 2 has 1"),
        ([[1, 2, 3], [4, 5, 6]], None, "2 rows of 3 cells"),
        ([[1, 2], [-4, 3]], None, r"row 2 \(class 1\), column 1 \(class 0\) of the matrix is -4"),
        ([[1, 2], [-4, 3]], ["a", "b"], r"row 2 \(class 'b'\), column 1 \(class 'a'\) of the matrix is -4"),
        ([[1, "ab"], "ab"], None, "row 2 of the matrix is 'ab', not a row"), ("x" * 40, None, "x{39}'; read it"),
        ("x" * 41, None, r"x{39}'\.\.\.; read it"), ([[1, -2.0], [3, 4]], None, "negative"),
        ([[1, F(-1, 2)], [3, 4]], None, "negative"), ([[1, b"3"], [3, 4]], None, "a bytes"),
        ([[1, Decimal("-inf")], [3, 4]], None, "a finite number"), ([[0], [1]], None, r"2 rows of 1 cell\."),
        ([[1, 0.5], [3, 4]], None, r"float 0\.5"), ([[1, float("nan")], [3, 4]], None, "NaN"),
        ([[1, float("inf")], [3, 4]], None, "inf"), ([[1, Decimal("NaN")], [3, 4]], None, "finite"),
        ([[1, Decimal("1E+999999999")], [3, 4]], None, r"is 1E\+999999999, which is beyond"),
        ([[1, Decimal("1E-999999999")], [3, 4]], None, "1E-999999999, which is beyond"),
        ([[1, Decimal("1." + "0" * 2000)], [3, 4]], None, "beyond"),
        ([[True, False], [False, True]], None, "bool is not a count"),
        (np.eye(2, dtype=bool), None, "bool is not a count"), ([[1, None], [3, 4]], None, "missing"),
        ([[1, "2"], [3, 4]], None, "text '2'"), (np.zeros((2, 2, 2)), None, "two dimensions"),
        ("6 1; 2 3", None, "text"), (5, None, "int"), ([1, 2], None, "row 1 of the matrix is 1"),
        ([[1, 2], [3, 4]], ["a"], r"labels has 1 name \('a'\) for 2 rows"),
        ([[1, 2], [3, 4]], ["a", "a"], "'a' twice, as number 1 and as number 2"),
        ([[1, 2], [3, 4]], [1, True], r"mix 1 \(int\) and True \(bool\)"),
        ([[1, 2], [3, 4]], [1, 1.0], r"mix 1 \(int\) and 1.0 \(float\)"),
        ([[1, 2], [3, 4]], ["a", None], "missing value .* at position 1"),
        ([[1, 2], [3, 4]], [1, Decimal("sNaN")], "missing value .* at position 1"),
        ([[1, 2], [3, 4]], "ab", "single text"), ([[1, 2], [3, 4]], ["a", ["b"]], "a list"),
        (pd.DataFrame([[1, 2], [3, 4]], index=["a", "b"], columns=["a", "c"]), None, "only the rows name 'b'"),
    ],
)  # fmt: skip
def test_bad_rows_are_refused(rows: object, labels: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        Counts.from_rows(rows, labels=labels)  # type: ignore[arg-type]


@each(
    ("work", "said"),
    [
        (lambda c: c.position("Cat"), "no class is called 'Cat'; the labels are 'cat', 'dog'. Did you mean 'cat'?"),
        (lambda c: c.position(["cat"]), "no class is called ['cat']"), (lambda c: c.normalize("rows"), "normalize"),
        (lambda c: Counts.from_rows(c.rows()).position(True), "no class is called True"),
        (lambda c: Counts.from_rows([[1]], orientation="rows"), "orientation"), (lambda c: c.reorder(["cat"]), "'dog'"),
        (lambda c: c + Counts.from_rows([[1, 2], [3, 4]], labels=["cat", "eel"]), "'eel'"),
        (lambda c: match_text("ct", ["cat"]), "no class is called 'ct'; the labels are 'cat'. Did you mean 'cat'?"),
        (lambda c: match_text("1", [1, "1"]), "'1' is the text of several labels: 1, '1'"), (turned, "orientation"),
    ],
)  # fmt: skip
def test_unknown_words_and_labels(work: Any, said: str) -> None:
    counts = Counts.from_rows([[1, 2], [3, 4]], labels=["cat", "dog"])
    with pytest.raises(ExactMetricsError) as caught:
        work(counts)
    assert said in str(caught.value)


def test_labels() -> None:
    missing = [float("nan"), None, pd.NA, pd.NaT, Decimal("nan"), np.float32("nan")]
    assert all(map(is_missing, missing))
    assert not any(map(is_missing, [0, "", "nan", 1.5, Decimal(1), False]))
    assert (listed(["a", 1]), listed(range(12))[-6:]) == ("'a', 1", "10, 11")
    assert listed(range(13)).endswith("10, 11, ... (13 in all)")
    assert did_you_mean("suport", ["support", "predicted"]) == " Did you mean 'support'?"
    assert did_you_mean("x", ["support"]) == ""
    assert (default_order([3, 1, 2]), default_order(["b", 1]), match_text("1", [0, 1])) == ((1, 2, 3), ("b", 1), 1)
    assert str(unknown_label("1", [0, 1])) == (
        "no class is called '1'; the labels are 0, 1. There is 1 of type int; labels are matched with their type."
    )


def test_numbers_and_lists() -> None:
    assert [as_count(x, "it") for x in (0, 2.0, Decimal("0.5"), np.int8(7), np.float64(2), F(1, 2))] == [
        0, 2, F(1, 2), 7, 2, F(1, 2),
    ]  # fmt: skip
    assert whole_number(3.0, "n") == 3
    with pytest.raises(InputError, match="n is 1/2, which is not a whole number of samples"):
        whole_number(F(1, 2), "n")
    assert exact_weights([2, "0.5", 3.0]) == [2, F(1, 2), 3]
    assert exact_weights(np.array([1, 0])) == [1, 0]
    for weights, place in (([0, -1], 1), (["-1"], 0)):
        with pytest.raises(InputError, match=f"sample_weight at position {place} is -1"):
            exact_weights(weights)
    assert (number("6.0"), number("0,5", decimal_comma=True), number("0,5")) == (6, F(1, 2), None)
    assert counts_of_pairs({("b", "a"): F(1, 2), ("a", "a"): F(1, 2)}, ["c"], None).labels == ("a", "b", "c")
    assert (agreed_names(["b", "a"], None), agreed_names(["b"], ("b", "c"))) == (("a", "b"), ("b", "c"))
    assert (listing(("a", "b")), listing(dict.fromkeys("ab"))) == (("a", "b"), ["a", "b"])
    assert weighed(["a", "a"], ["a", "a"], [1, "0.5"])[0] == {("a", "a"): F(3, 2)}


def test_what_is_a_total_and_what_is_none() -> None:
    for word in ("Total", "Σ", " sum: ", "grand TOTAL"):
        with pytest.raises(InputError, match=f"x.csv: {word!r} is no class: leave the totals out"):
            refuse_headed_totals(["a", "b", word], "x.csv", None)
    for names, named in (
        (["a", "total"], ["a", "total"]), (["total"], None), (["a", "all"], None), (["sum", "a"], None),
    ):  # fmt: skip
        refuse_headed_totals(names, "x.csv", named)
    with pytest.raises(InputError, match=r"the last column \('c'\) are the sums"):
        refuse_totals(TOTALS, "x.csv", ["a"], ["a", "b", "c"])
    refuse_totals(TOTALS, "the matrix", ["a", "b", "c"])
    # Two rows, nothing but zeros, a wrong sum in the last column, in the last row, a ragged table, words.
    wrong = [[3, 1, 5], *TOTALS[1:]], [*TOTALS[:2], [3, 4, 6]], [[3, 1], *TOTALS[1:]], [["a"] * 3] * 3
    for table in ([[3, 3], [3, 3]], [[0] * 3] * 3, *wrong):
        refuse_totals(table, "x.csv", None)
