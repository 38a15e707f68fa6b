"""Totals beside a matrix are never read as a class, and the usual headings of label columns are known."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from exactmetrics.exact.errors import InputError
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.reading import read_counts
from tests.cases import each

SUMMED = [[3, 1, 4], [0, 2, 2], [3, 3, 6]]


def read(folder: Path, text: str, name: str = "m.csv", **options: object) -> object:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_counts(path, **options)  # type: ignore[arg-type]


@each("word", ["total", "Total", "TOTAL", "sum", "Σ", "support", "all", "Gesamt", "n"])
@each(
    "text",
    [
        ",a,b,{0}\na,3,1,4\nb,0,2,2\n{0},3,3,6\n",
        "a,b,{0}\n3,1,4\n0,2,2\n3,3,6\n",
        "a;3;1;4\nb;0;2;2\n{0};3;3;6\n",
        "a,b,{0}\n3.0,1,4\n0,2,2\n3,3,6.0\n",
    ],
)
def test_sums_of_the_others_are_refused(tmp_path: Path, word: str, text: str) -> None:
    with pytest.raises(InputError, match=rf"m\.csv: .*'{word}'.*leave the totals out"):
        read(tmp_path, text.format(word))


@each(
    ("name", "text"),
    [
        ("m.csv", "3,1,4\n0,2,2\n3,3,6\n"),
        ("m.tsv", "3\t1\t4\n0\t2\t2\n3\t3\t6\n"),
        ("m.txt", "3 1 4\n0 2 2\n3 3 6\n"),
        ("m.txt", "3 1 4; 0 2 2; 3 3 6"),
        ("m.json", "[[3, 1, 4], [0, 2, 2], [3, 3, 6]]"),
        ("m.toml", "matrix = [[0.5, 1, 1.5], [0, 2, 2], [0.5, 3, 3.5]]"),
    ],
)
def test_sums_without_names_are_refused_in_every_kind_of_file(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(InputError, match="the last row and the last column are the sums of the others"):
        read(tmp_path, text, name)
    with pytest.raises(InputError, match="leave the totals out"):
        read(tmp_path, text, name, labels=["a", "b"])


def test_whoever_names_every_class_is_believed(tmp_path: Path) -> None:
    counts = Counts.from_rows(SUMMED, labels=["a", "b", "total"])
    assert read(tmp_path, "3,1,4\n0,2,2\n3,3,6\n", labels=["a", "b", "total"]) == counts
    headed = ",a,b,total\na,3,1,4\nb,0,2,2\ntotal,3,3,6\n"
    assert read(tmp_path, headed, labels=["a", "b", "total"]) == counts
    assert read_counts("3 1 4; 0 2 2; 3 3 6", labels=["a", "b", "total"]) == counts
    assert Counts.from_rows(SUMMED).n == sum(map(sum, SUMMED))  # rows that a program gives are what they are


@each("last", ["3,3,", "3,3,7", ",,6"])
def test_a_heading_alone_is_enough(tmp_path: Path, last: str) -> None:
    with pytest.raises(InputError, match="'total' is no class: leave the totals out"):
        read(tmp_path, f",a,b,total\na,3,1,4\nb,0,2,2\ntotal,{last}\n")


@each(
    "text",
    ["5,5\n5,5", "0,0,0\n0,0,0\n0,0,0", "3,1,4\n0,2,2\n3,3,7", "3,1,4\n0,2,3\n3,3,6", ",a,all\na,3,1\nall,0,2\n"],
)
def test_other_matrices_are_read(tmp_path: Path, text: str) -> None:
    assert isinstance(read(tmp_path, text), Counts)


@each(
    ("text", "said"),
    [
        (",ham,spam,support\nham,3,1,4\nspam,0,2,2\n", r"3 column names \('ham', 'spam', 'support'\) for 2 rows"),
        ("ham,spam,support\n3,1,4\n0,2,2\n", "3 column names .* for 2 rows"),
        (",ham,spam\nham,3,1\nspam,0,2\nsupport,3,3\n", "2 column names .* for 3 rows"),
        (",ham,spam,total\nham,3,1,4\nspam,0,2,2\n", "'total' is no class: leave the totals out"),
        (",ham,spam\nham,3,1\nspam,0,2\ntotal,3,3\n", "'total' is no class: leave the totals out"),
        ("first,second\n1,0\n0,0\n1,1\n", "2 column names .* for 3 rows.*true= and pred="),
    ],
)
def test_totals_on_one_side_are_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(tmp_path, text)


def test_margins_of_a_data_frame_are_refused() -> None:
    true, pred = pd.Series(["a", "a", "a", "b", "b"], name="t"), pd.Series(["a", "b", "a", "b", "b"], name="p")
    with pytest.raises(InputError, match=r"\('All'\) are the sums of the others"):
        Counts.from_rows(pd.crosstab(true, pred, margins=True))
    assert Counts.from_rows(pd.crosstab(true, pred)).rows() == [[2, 1], [0, 2]]


@each(
    "header",
    ["true,pred", "actual,predicted", "label,prediction", "target,pred", "Actual,Predicted", "ground-truth,y_hat",
     "True Label,Predicted Label", "y_true,y_pred"],
)  # fmt: skip
@each("classes", ["ab", "01"])
def test_usual_headings(tmp_path: Path, header: str, classes: str) -> None:
    first, second = tuple(classes)
    text = f"{header}\n{first},{second}\n{first},{first}\n{second},{second}\n{first},{second}\n"
    counts = read(tmp_path, text)
    assert isinstance(counts, Counts)
    assert counts.rows() == [[1, 2], [0, 1]]
    turned = ",".join(reversed(header.split(",")))
    counts = read(tmp_path, text.replace(header, turned))
    assert isinstance(counts, Counts)
    assert counts.rows() == [[1, 0], [2, 1]]


def test_usual_headings_of_parquet(tmp_path: Path) -> None:
    pd.DataFrame({"Predicted": ["b", "a"], "Actual": ["a", "a"]}).to_parquet(tmp_path / "l.parquet")
    counts = read_counts(tmp_path / "l.parquet")
    assert isinstance(counts, Counts)
    assert counts.rows() == [[1, 1], [0, 0]]


def test_two_headings_of_a_kind_are_not_chosen_from(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read(tmp_path, "true,label,pred\na,b,b\nb,b,b\n")


def test_rows_and_columns_are_counted_from_one() -> None:
    with pytest.raises(InputError, match=r"row 2 \(class 'b'\), column 1 \(class 'a'\) of the matrix is -4"):
        Counts.from_rows([[1, 2], [-4, 3]], labels=["a", "b"])
    with pytest.raises(InputError, match=r"row 2 \(class 1\), column 1 \(class 0\) of the matrix is -4"):
        Counts.from_rows([[1, 2], [-4, 3]])
    with pytest.raises(InputError, match="row 1 has 2 cells and row 2 has 1"):
        Counts.from_rows([[1, 2], [3]])


def test_only_near_names_are_proposed(tmp_path: Path) -> None:
    (tmp_path / "odd.csv").touch()
    with pytest.raises(InputError) as told:
        read_counts(tmp_path / "nope.csv")
    assert "mean" not in str(told.value)
    with pytest.raises(InputError, match=r"Did you mean 'odd\.csv'"):
        read_counts(tmp_path / "od.csv")
