"""The table of counts: margins against an independent sum, moves against their meaning, every bad input refused."""

from __future__ import annotations

import copy
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.matrix.counts import Counts
from tests.cases import each
from tests.strategies import square_rows

ANIMALS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]


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
    rows = [[6.0, np.int32(1)], [Decimal("0.5"), Fraction(4, 2)]]
    counts = Counts.from_rows(rows)
    assert counts.rows() == [[6, 1], [Fraction(1, 2), 2]]
    assert [type(counts.cells[cell]) for cell in ((0, 0), (0, 1), (1, 1))] == [int, int, int]
    assert Counts.from_rows(np.array(ANIMALS)).rows() == ANIMALS
    assert Counts.from_rows(map(iter, ANIMALS)).rows() == ANIMALS
    halves = Counts.from_rows([[Fraction(1, 2), Fraction(1, 2)], [0, 1]])
    assert (halves.support, halves.predicted) == ([1, 1], [Fraction(1, 2), Fraction(3, 2)])
    assert {type(count) for count in halves.support} == {int}
    assert (Counts.from_rows([[Fraction(1, 2)]]) + Counts.from_rows([[Fraction(1, 2)]])).cells == {(0, 0): 1}


def test_pandas_table_is_aligned_by_name_with_a_note() -> None:
    counts = Counts.from_rows(pd.DataFrame([[1, 6], [5, 2]], index=["cat", "dog"], columns=["dog", "cat"]))
    assert counts.rows() == [[6, 1], [2, 5]]
    assert "by name" in counts.notes[0]


def test_normalize_is_exact_and_names_an_empty_class() -> None:
    assert Counts.from_rows(ANIMALS).normalize("true").support == [1, 1, 1]
    assert Counts.from_rows(ANIMALS).normalize("predicted").predicted == [1, 1, 1]
    assert Counts.from_rows(ANIMALS).normalize("all").n == 1
    assert Counts.from_rows(ANIMALS).normalize("true").rows()[2][1] == Fraction(3, 12)
    with pytest.raises(InputError, match="no true samples of class 'b'"):
        Counts.from_rows([[1, 1], [0, 0]], labels=["a", "b"]).normalize("true")
    with pytest.raises(InputError, match="no predictions of class 'b'"):
        Counts.from_rows([[1, 0], [1, 0]], labels=["a", "b"]).normalize("predicted")
    with pytest.raises(InputError, match="no samples"):
        Counts.from_rows([[0]]).normalize("all")


def test_one_vs_rest_keeps_names_apart() -> None:
    assert Counts.from_rows(ANIMALS, labels=["bird", "cat", "dog"]).one_vs_rest("cat").labels == ("cat", "rest")
    assert Counts.from_rows(ANIMALS, labels=["rest", "cat", "dog"]).one_vs_rest("rest").labels == ("rest", "rest 2")


@each(
    ("rows", "labels", "said"),
    [
        ([], None, "empty"),
        ([[1, 2], [3]], None, "row 1 has 2 cells and row 2 has 1"),
        ([[1, 2, 3], [4, 5, 6]], None, "2 rows of 3 cells"),
        ([[1, -2], [3, 4]], None, r"row 1 \(class 0\), column 2 \(class 1\) of the matrix is -2"),
        ([[1, 0.5], [3, 4]], None, r"float 0\.5"),
        ([[1, float("nan")], [3, 4]], None, "NaN"),
        ([[1, float("inf")], [3, 4]], None, "inf"),
        ([[1, Decimal("NaN")], [3, 4]], None, "finite"),
        ([[1, Decimal("1E+999999999")], [3, 4]], None, r"is 1E\+999999999, which is beyond"),
        ([[1, Decimal("1E-999999999")], [3, 4]], None, "1E-999999999, which is beyond"),
        ([[1, Decimal("1." + "0" * 2000)], [3, 4]], None, "beyond"),
        ([[True, False], [False, True]], None, "bool is not a count"),
        (np.eye(2, dtype=bool), None, "bool is not a count"),
        ([[1, None], [3, 4]], None, "missing"),
        ([[1, "2"], [3, 4]], None, "text '2'"),
        (np.zeros((2, 2, 2)), None, "two dimensions"),
        ("6 1; 2 3", None, "text"),
        (5, None, "int"),
        ([1, 2], None, "row 1 of the matrix is 1"),
        ([[1, 2], [3, 4]], ["a"], "1 name .* for 2 rows"),
        ([[1, 2], [3, 4]], ["a", "a"], "'a' twice, as number 1 and as number 2"),
        ([[1, 2], [3, 4]], [1, True], r"mix 1 \(int\) and True \(bool\)"),
        ([[1, 2], [3, 4]], [1, 1.0], r"mix 1 \(int\) and 1.0 \(float\)"),
        ([[1, 2], [3, 4]], ["a", None], "missing value .* at position 1"),
        ([[1, 2], [3, 4]], [1, Decimal("sNaN")], "missing value .* at position 1"),
        ([[1, 2], [3, 4]], "ab", "single text"),
        ([[1, 2], [3, 4]], ["a", ["b"]], "a list"),
        (pd.DataFrame([[1, 2], [3, 4]], index=["a", "b"], columns=["a", "c"]), None, "only the rows name 'b'"),
    ],
)
def test_bad_rows_are_refused(rows: object, labels: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        Counts.from_rows(rows, labels=labels)  # type: ignore[arg-type]


def test_unknown_words_and_labels() -> None:
    counts = Counts.from_rows([[1, 2], [3, 4]], labels=["cat", "dog"])
    with pytest.raises(UsageError, match=r"the labels are 'cat', 'dog'. Did you mean 'cat'"):
        counts.position("Cat")
    with pytest.raises(UsageError, match="no class is called True"):
        Counts.from_rows([[1, 2], [3, 4]]).position(True)
    with pytest.raises(UsageError, match="orientation"):
        Counts.from_rows([[1]], orientation="rows")
    with pytest.raises(UsageError, match="normalize"):
        counts.normalize("rows")
    with pytest.raises(InputError, match="'eel'"):
        counts + Counts.from_rows([[1, 2], [3, 4]], labels=["cat", "eel"])
    with pytest.raises(InputError, match="'dog'"):
        counts.reorder(["cat"])
