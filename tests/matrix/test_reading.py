"""Reading: the dialects that spreadsheets and programs write, totals beside a matrix, and the place of every fault."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics import ConfusionMatrix
from exactmetrics.exact.errors import ContradictionError, InputError, UsageError
from exactmetrics.matrix import label_files
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.column_names import usual_columns
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.delimited import all_whole, delimiter_of, split_lines
from exactmetrics.matrix.label_files import split
from exactmetrics.matrix.labels import match_text
from exactmetrics.matrix.lists import exact_weights
from exactmetrics.matrix.pairs import count_pairs
from exactmetrics.matrix.partial import deduce
from exactmetrics.matrix.reading import looks_inline, read_counts
from exactmetrics.matrix.structured import counts_from_data, counts_from_text, with_usual_names
from exactmetrics.matrix.textfile import decoded, unreadable
from tests.cases import each

F = Fraction
AB = Counts.from_rows([[3, 1], [0, 2]], labels=["a", "b"])
NFC, NFD = "caf\u00e9", "cafe\u0301"
SUMS = "3,1,4\n0,2,2\n3,3,6\n"


def read(folder: Path, name: str, text: str | bytes, **options: Any) -> Any:
    """What a file of this name and content holds."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_counts(path, **options)


def piped(text: str) -> Any:
    return read_counts("-", stdin=io.StringIO(text, newline=""))


@each(
    "text",
    [
        ",a,b\na,3,1\nb,0,2\n", "a,b\n3,1\n0,2", "a,3,1\nb,0,2", "\ufeff;a;b\r\na;3,0;1\r\nb;0;2\r\n",
        "true\\pred\ta\tb\na\t3\t1\nb\t0\t2\n", '"","a","b"\n"a",3,1\n"b",0,2\n', "a b\na 3 1\nb 0 2\n",
        ",a,b\n\na, 3 , 1\nb,0,2\n\n", ",a,b\na,3,1\nb,0,2\n".encode("utf-16"), ",a,b\ra,3,1\rb,0,2\r",
        "sep=;\r\n;a;b\r\na;3;1\r\nb;0;2\r\n", "SEP=|\n|a|b\na|3|1\nb|0|2\n", ";a;b;;\na;3;1;;\nb;0;2;;\n;;;;\n",
        ";a;b\na;3;1;;;\nb;0;2\n", "Confusion matrix of my model\n\n,a,b\na,3,1\nb,0,2\n",
        "Confusion matrix;;\nRun 3;;\n;a;b\na;3;1\nb;0;2\n", "Results\na,b\n3,1\n0,2\n", "a b\n3,0 1,0\n0,0 2,0\n",
        ",b,a\na,1,3\nb,2,0\n", '{"labels": ["a", "b"], "matrix": [[3, 1], [0, 2]]}', "a,b\na,3,1\nb,0,2\n",
        '{"a": {"a": 3, "b": 1}, "b": {"b": 2}}', "# ## [a]\n  #\nlabels = ['a', 'b']\nmatrix = [[3, 1], [0, 2]]\n",
        '{"y_true": ["a", "a", "a", "a", "b", "b"], "y_pred": ["a", "a", "a", "b", "b", "b"]}',
        '{"title": "x", "data": {"labels": ["a", "b"], "matrix": [[3, 0], [1, 2]], "orientation": "predicted"}}',
    ],
)  # fmt: skip
def test_dialects(tmp_path: Path, text: str | bytes) -> None:
    ending = "json" if text[:1] == "{" else "toml" if text[:1] == "#" else "csv"
    counts = read(tmp_path, f"m.{ending}", text)
    assert counts == AB
    assert [("by name" in note) for note in counts.notes] == ([True] if text[:4] == ",b,a" else [])
    if isinstance(text, str) and "\ufeff" not in text:
        assert piped(text) == AB


@each(
    ("text", "options", "labels", "rows"),
    [
        ("3,1\n0,2", {}, (0, 1), [[3, 1], [0, 2]]), ('"",0,1\n0,3,1\n1,0,2', {}, (0, 1), [[3, 1], [0, 2]]),
        ("1,5;1\n0;2", {"labels": ["a", "b"]}, ("a", "b"), [[F(3, 2), 1], [0, 2]]), ("x,5", {}, ("x",), [[5]]),
        (",a,b\na,3,1\nb,0,2", {"orientation": "predicted"}, ("a", "b"), [[3, 0], [1, 2]]), ("a\n5", {}, ("a",), [[5]]),
        (",b,a\nb,2,0\na,1,3", {"labels": ["a", "b"]}, ("a", "b"), [[3, 1], [0, 2]]), ("5,5\n5,5", {}, (0, 1), None),
        ("a,b\n3,1\n0,2", {"labels": ["b", "a"], "orientation": "predicted"}, ("b", "a"), [[2, 1], [0, 3]]),
        ("a b\n6 1,5\n2 3", {}, ("a", "b"), [[6, F(3, 2)], [2, 3]]), ("0,0,0\n0,0,0\n0,0,0", {}, (0, 1, 2), None),
        ("3,1,4\n0,2,2\n3,3,7", {}, (0, 1, 2), None), ("3,1,4\n0,2,3\n3,3,6", {}, (0, 1, 2), None),
        (",a,all\na,3,1\nall,0,2\n", {}, ("a", "all"), [[3, 1], [0, 2]]), (",7,8\n7,3,1\n8,0,2", {}, (7, 8), None),
    ],
)  # fmt: skip
def test_other_matrices(tmp_path: Path, text: str, options: Any, labels: tuple[Any, ...], rows: Any) -> None:
    counts = read(tmp_path, "m.csv", text, **options)
    assert counts.labels == labels
    assert rows is None or counts.rows() == rows


@each("table", [";a;b\na;{0};{1}\nb;0;7\n", "{0}\t{1}\n0\t7\n", "a;b\n{0};{1}\n0;7\n"])
@each(
    ("cell", "beside", "read_as"),
    [
        ("1.234", "5,5", 1234), ("1.234", "0.5", F(1234, 1000)), ("1.234", "0.125", F(1234, 1000)),
        ("1.234", "1234.567", F(1234, 1000)), ("1.234", "2.345.678", 1234), ("1.234", "2.345,6", 1234),
        ("1,234", "0,125", F(1234, 1000)), ("1,234", "1.5", 1234), ("1.234,5", "1", F(12345, 10)),
        ("1,234.5", "1", F(12345, 10)), ("1.234.567", "1", 1234567), ("1.2340", "1", F(1234, 1000)),
        ("0.234", "1", F(234, 1000)),
    ],
)  # fmt: skip
def test_the_other_numbers_tell_which_mark_is_decimal(
    tmp_path: Path, table: str, cell: str, beside: str, read_as: Fraction
) -> None:
    assert read(tmp_path, "m.csv", table.format(cell, beside)).cells[0, 0] == read_as


@each(
    ("one", "other"),
    [("1.234.567", "0.5"), ("1,234,567", "0,5"), ("0.5", "5,5"), ("1.234.567", "1,234,567"), ("1.234,5", "1,234.5")],
)
def test_numbers_that_contradict_each_other_are_refused(tmp_path: Path, one: str, other: str) -> None:
    said = "line 2, column 2: by '.*' the decimal mark of the table is the point"
    for first, second in ((one, other), (other, one)):
        with pytest.raises(InputError, match=said) as told:
            read(tmp_path, "m.csv", f";a;b\na;{first};1\nb;{second};7\n")
        assert repr(one) in str(told.value)
        assert repr(other) in str(told.value)


@each("cell", ["1.234", "1,234", "-1.234"])
@each("beside", ["5", "1234", "2.345", "2.345;7.000", "2.345.678;0.5"])
def test_a_number_that_may_be_two_is_refused(tmp_path: Path, cell: str, beside: str) -> None:
    first, _, second = beside.partition(";")
    text = f";a;b\na;{cell};{first}\nb;{second or 0};7\n".replace(",.", "." if "," in cell else "")
    if "," in cell:
        text = text.replace(first, first.replace(".", ",")).replace("0.5", "0,5")
    with pytest.raises(InputError, match=r"line 2, column 2: '-?1[.,]234' may be -?1234 or -?1234/1000"):
        read(tmp_path, "m.csv", text)


def test_weights_are_read_as_the_other_weights_say(tmp_path: Path) -> None:
    text = "y_true;y_pred;sample_weight\na;b;1.234\na;a;{}\n"
    assert read(tmp_path, "l.csv", text.format("0.5")).cells[0, 1] == F(1234, 1000)
    assert read(tmp_path, "l.csv", text.format("0,5")).cells[0, 1] == 1234
    with pytest.raises(InputError, match=r"line 2, column 3: '1\.234' may be 1234 or 1234/1000"):
        read(tmp_path, "l.csv", text.format("3"))
    # Where the comma separates cells, the point is the decimal mark.
    assert read(tmp_path, "l.csv", text.format("3").replace(";", ",")).cells[0, 1] == F(1234, 1000)


@each("above", ["sep=;\n", "Predictions of March\n", "sep=;\nPredictions\n\n"])
def test_what_stands_above_label_columns(tmp_path: Path, above: str) -> None:
    text = f"{above}y_true;y_pred;;\na;b;;\na;a\n;;;\nb;b;;\n"
    assert read(tmp_path, "l.csv", text).rows() == piped(text).rows() == [[1, 1], [0, 1]]
    with pytest.raises(InputError, match=rf"line {above.count(chr(10)) + 4}, column 2: the label is empty"):
        read(tmp_path, "l.csv", f"{above}y_true;y_pred\na;b\nb;b\na;\n")


@each(
    ("name", "text"),
    [
        ("m.csv", f",{NFC},b\n{NFD},3,1\nb,0,2\n"),
        ("m.csv", f",{NFD},b\n{NFD},3,1\nb,0,2\n"),
        ("l.csv", f"y_true,y_pred\n{NFC},{NFD}\n{NFD},{NFC}\n{NFD},{NFD}\n{NFC},b\nb,b\nb,b\n"),
        ("m.json", f'{{"{NFC}": {{"{NFD}": 3, "b": 1}}, "b": {{"b": 2}}}}'),
        ("m.json", f'{{"labels": ["{NFD}", "b"], "matrix": [[3, 1], [0, 2]]}}'),
    ],
)
def test_a_name_is_one_however_unicode_writes_it(tmp_path: Path, name: str, text: str) -> None:
    counts = read(tmp_path, name, text)
    by_name = Counts.from_rows([[3, 1], [0, 2]], labels=[NFC, "b"])
    assert counts == (by_name if counts.labels[0] == NFC else by_name.reorder(["b", NFC]))
    assert counts.position(NFD) == counts.position(NFC)
    assert match_text(NFD, counts.labels) == NFC


@each("columns", [list, pl.Series])
def test_labels_of_a_program_stay_as_they_are(columns: Any) -> None:
    """As in every library: two texts that differ are two labels, and `labels-composed` of the vectors says so."""
    assert set(count_pairs(columns([NFC, NFD]), columns([NFC, NFC])).labels) == {NFC, NFD}


HUGE = ("1e999999999", "1e-999999999", "1e99999999999999999999999")
BEYOND = "beyond what is read|too large, or too small"
USE_COLUMNS = r" Columns of labels are called \"y_true\" and \"y_pred\", or are named with true= and pred=\.$"
SHAPE = r": a confusion matrix has a row and a column for each class\."
FAULTS: list[tuple[str, str | bytes, str]] = [
    ("m.csv", ",a,b\na,3,x\nb,0,2\n", rf"m\.csv, line 2, column 3: 'x' is not a number\.{USE_COLUMNS}"),
    ("m.csv", ",a,b\na,3,\nb,0,2\n", r"line 2, column 3: the cell is empty; write 0"),
    ("m.csv", "1,2,3\n3,4,\n5,6,7", r"line 2, column 3: the cell is empty; write 0 if nothing was counted\.$"),
    ("m.csv", "5,,\n1,2,3\n4,5,6\n", "line 1"), ("m.csv", "a,,,\nb,0,2,5\nc,1,1,5\n", "line 2"),
    ("m.csv", "3,-1\n0,2", r"line 1, column 2 is -1"), ("m.csv", "3,1\n0", r"line 2: 1 counts where 2"),
    ("m.csv", ",a,b\na,3,1\nc,0,2", r"only the rows name 'c'.*only the columns name 'b'"),
    ("m.csv", ",a,a\na,3,1\na,0,2", r"'a' twice"), ("m.csv", "", "empty"), ("m.csv", b"a\x00b", "x?m.csv is a binary"),
    ("m.csv", "ä,b\n1,2\n3,4".encode("latin1"), r"line 1, column 1: the byte 0xe4 is not UTF-8\."),
    ("m.csv", b"\xff\xfe\xfd", r"line 1, column 3: the byte 0xfd is not UTF-16\."),
    ("m.csv", b"\xef\xbb\xbfa,b\n\xff\xfe1,2\n3,4\n", r"line 2, column 1: the byte 0xff is not UTF-8\."),
    ("m.csv", b"Title\n,a,b\n\xff\xfea,1,2\nb,3,4\n", r"line 3, column 1: the byte 0xff is not UTF-8\."),
    ("l.csv", b"y_true,y_pred\n" + b"a,b\n" * 9 + b"\xff\xfea,b\n", "line 11, column 1: the byte 0xff is not UTF-8"),
    ("l.csv", b"T\ny_true,y_pred\n" + b"a,b\n" * 9 + b"a\0,b\n", r"line 12, column 2: a null byte"),
    ("l.csv", b"i,y_true,y_pred\n1,a,b\n\xff\xfe,a,b\n", r"line 3, column 1: the byte 0xff is not UTF-8"),
    ("m.csv", ",a,b\na,1,2\nb,3,4\n".encode("utf-16-le"), "UTF-16 without a byte order mark"),
    ("l.csv", "y_true,y_pred\na,b\n".encode("utf-16-be"), "UTF-16 without a byte order mark"),
    ("m.csv", '"a,b\n1,2', r"line \d: unexpected end"), ("m.csv", "a\n1,5", r"line 2, column 1: '1,5'"),
    ("m.csv", "first,second\na,b\nb,b\n", r"named with true= and pred="),
    ("m.csv", "1,0\n3,1\n0,2\n", "3 rows of 2 cells"),
    ("m.csv", "7,3,1\n8,0,2\n", "2 rows of 3 cells"), ("m.csv", f",{NFC},{NFD}\n{NFC},3,1\n{NFD},0,2\n", "twice"),
    ("m.csv", "a,b\n3,1", rf"m.csv: 2 column names \('a', 'b'\) for 1 row{SHAPE}{USE_COLUMNS}"),
    ("m.csv", "a,b,c\n3,1,2\n0,2,1", rf"m.csv: 3 column names \('a', 'b', 'c'\) for 2 rows{SHAPE}$"),
    ("m.csv", ",a,b\na,3,1", rf"m.csv: 2 column names \('a', 'b'\) for 1 row{SHAPE}$"),
    ("m.csv", ",a,\na,3,1\nb,0,2", r"m.csv: the column name number 2 is empty; give the class a name\.$"),
    ("l.csv", "y_true,y_pred\na,\nb,b", r"l\.csv, line 2, column 2: the label is empty"),
    ("l.csv", "y_true,y_pred\na,b\na,b,c\n", r"line 3: the row has 3 cells, and the header names 2"),
    ("l.csv", "y_true,y_pred,sample_weight\na,b,-1", r"line 2, column 3: the weight '-1'"),
    ("l.csv", "y_true,y_pred\n", "no rows"), ("l.csv", "true,label,pred\na,b,b\nb,b,b\n", "l.csv"),
    ("m.csv", ",ham,spam,support\nham,3,1,4\nspam,0,2,2\n", r"3 column names \('ham', 'spam', 'support'\) for 2 rows"),
    ("m.csv", "ham,spam,support\n3,1,4\n0,2,2\n", "3 column names .* for 2 rows"),
    ("m.csv", ",ham,spam\nham,3,1\nspam,0,2\nsupport,3,3\n", "2 column names .* for 3 rows"),
    ("m.csv", ",ham,spam,total\nham,3,1,4\nspam,0,2,2\n", "'total' is no class: leave the totals out"),
    ("m.csv", ",ham,spam\nham,3,1\nspam,0,2\ntotal,3,3\n", "'total' is no class: leave the totals out"),
    ("m.csv", "first,second\n1,0\n0,0\n1,1\n", "2 column names .* for 3 rows.*true= and pred="),
    *(("m.csv", f",a,b,total\na,3,1,4\nb,0,2,2\ntotal,{last}\n", "'total' is no class: leave the totals out")
      for last in ("3,3,", "3,3,7", ",,6")),
    *(("m.csv", text.format(word), rf"m\.csv: .*'{word}'.*leave the totals out")
      for word in ("total", "Total", "TOTAL", "sum", "Σ", "support", "all", "Gesamt", "n")
      for text in (",a,b,{0}\na,3,1,4\nb,0,2,2\n{0},3,3,6\n", "a,b,{0}\n3,1,4\n0,2,2\n3,3,6\n",
                   "a;3;1;4\nb;0;2;2\n{0};3;3;6\n", "a,b,{0}\n3.0,1,4\n0,2,2\n3,3,6.0\n")),
    ("m.json", '{"matrix": [[3, 1],\n[0, 2]', r"m\.json, line 2, column 7"), ("m.json", "5", "int"),
    ("m.json", '{"matrx": [[1]]}', r"unknown key 'matrx'.*Did you mean 'matrix'"),
    ("m.json", "[" * 100_000, "too deep"),
    ("m.json", '{"matrix": [[1]], "y_true": [1]}', "has matrix and y_true"), ("m.json", '"a"', "m.json holds a str;"),
    ("m.json", '{"matrix": [[1]], "n": 1}', "'n' does not go with 'matrix'"), ("m.json", '{"n": 3}', "it has none of"),
    ("m.json", '{"matrix": [[1]], "matrix": [[2]]}', "'matrix' is given twice"), ("m.json", "{", "line 1, column 2:"),
    ("m.json", '{"y_true": ["a"]}', "lacks y_pred"), ("m.json", '{"matrix": [[NaN]]}', r"m\.json: .*NaN"),
    ("m.json", '{"matrix": null}', "the matrix is a NoneType"), ("m.toml", "[data]\n[rules]", "none of them"),
    ("m.json", "[[1, 2, 3], [3, 4, 7], 9]", "row 3 of the matrix is 9"), ("m.json", f"[[{'1' * 5000}]]", "too long"),
    ("m.json", '{"matrix": [[1]], "counts": {}}', "and counts"),
    ("m.json", '{"counts": [], "n": 1}', "counts is a list"),
    ("m.json", '{"counts": {}, "partition": 1}', "partition is 1; it is true or"),
    ("m.json", '{"counts": {"a": {}}, "labels": ["b"]}', "must name the same classes"),
    ("m.json", '{"y_true": [1], "y_pred": [[1]], "sample_weight": [1]}', "does not go with lists"),
    ("m.json", '{"a": {"a": -1}}', "the count of 'a' under 'a' is -1"),
    ("m.toml", "a = = 1", "toml, line 1, column 5: .= 1. is not as TOML has it"),
    ("m.json", f'{{"{NFC}": {{"b": 3}}, "{NFD}": {{"b": 3}}, "b": {{"b": 2}}}}', "twice"),
    *((name, text % ("9" * 5000), rf"{name} holds a whole number that is too long")
      for name, text in (("x.json", '{"matrix": [[%s, 1], [1, 1]]}'), ("x.toml", "matrix = [[%s, 1], [1, 1]]"))),
    *(("m.json", text % number, BEYOND) for number in HUGE for text in (
        '{"matrix": [[%s, 1], [1, 1]]}', '{"y_true": ["a", "b"], "y_pred": ["a", "b"], "sample_weight": [%s, 1]}',
        '{"counts": {"a": {"tp": %s}, "b": {}}}', '{"counts": {"a": {"tp": 1}, "b": {}}, "n": %s}',
        '{"a": {"a": %s}}')),
    *(("m.toml", f"matrix = [[{number}, 1], [1, 1]]", BEYOND) for number in HUGE),
]  # fmt: skip


@each(("name", "text", "said"), FAULTS)
def test_faults_are_placed(tmp_path: Path, name: str, text: str | bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(tmp_path, name, text)


@each(
    ("name", "text"),
    [
        ("m.csv", SUMS), ("m.tsv", SUMS.replace(",", "\t")), ("m.txt", SUMS.replace(",", " ")),
        ("m.txt", "3 1 4; 0 2 2; 3 3 6"), ("m.json", "[[3, 1, 4], [0, 2, 2], [3, 3, 6]]"),
        ("m.toml", "matrix = [[0.5, 1, 1.5], [0, 2, 2], [0.5, 3, 3.5]]"),
    ],
)  # fmt: skip
def test_sums_without_names_are_refused_unless_every_class_is_named(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(InputError, match="the last row and the last column are the sums of the others"):
        read(tmp_path, name, text)
    with pytest.raises(InputError, match="leave the totals out"):
        read(tmp_path, name, text, labels=["a", "b"])
    assert read(tmp_path, name, text, labels=["a", "b", "total"]).labels == ("a", "b", "total")
    headed = ",a,b,total\na,3,1,4\nb,0,2,2\ntotal,3,3,6\n"
    assert read(tmp_path, "m.csv", headed, labels=["a", "b", "total"]).n == 24


def test_margins_of_a_data_frame_are_refused() -> None:
    true, pred = pd.Series(["a", "a", "a", "b", "b"], name="t"), pd.Series(["a", "b", "a", "b", "b"], name="p")
    with pytest.raises(InputError, match=r"\('All'\) are the sums of the others"):
        Counts.from_rows(pd.crosstab(true, pred, margins=True))
    assert Counts.from_rows(pd.crosstab(true, pred)).rows() == [[2, 1], [0, 2]]
    assert Counts.from_rows([[3, 1, 4], [0, 2, 2], [3, 3, 6]]).n == 24  # rows that a program gives are what they are


@each(
    "header",
    ["true,pred", "actual,predicted", "label,prediction", "target,pred", "Actual,Predicted", "ground-truth,y_hat",
     "True Label,Predicted Label", "y_true,y_pred"],
)  # fmt: skip
@each("classes", ["ab", "01"])
def test_usual_headings(tmp_path: Path, header: str, classes: str) -> None:
    first, second = tuple(classes)
    text = f"{header}\n{first},{second}\n{first},{first}\n{second},{second}\n{first},{second}\n"
    assert read(tmp_path, "l.csv", text).rows() == [[1, 2], [0, 1]]
    turned = ",".join(reversed(header.split(",")))
    assert read(tmp_path, "l.csv", text.replace(header, turned)).rows() == [[1, 0], [2, 1]]


def test_names_of_columns() -> None:
    for head, wanted in [
        (["id", "Actual", "predicted"], ("Actual", "predicted")), (["cat", "dog"], None), (["true", "false"], None),
        (["true", "pred", "gold"], None), (["y-hat", "label"], ("label", "y-hat")),
        (["true", "y_pred", "pred", "y_true"], ("y_true", "y_pred")),
    ]:  # fmt: skip
        assert usual_columns(head) == wanted
    marks = {"a;b": ";", "a,b": ",", "6 1 1": " ", "a\t;,": "\t", "a;b,c": ";", '"a;b",c': ",", '"a;b': ";"}
    assert {line: delimiter_of(line) for line in marks} == marks
    assert split_lines('a,"b,c"\n\nd, e\n', ",", "x.csv") == [(1, ["a", "b,c"]), (3, ["d", "e"])]
    assert all_whole(["0", "-1", "9" * 18])
    assert not any(map(all_whole, (["01", "2"], ["--1", "2"], ["9" * 19], ["-0"], ["1.0"], [""])))


TRUE, PRED = ["x", "x", "y", "y", "y"], ["x", "y", "y", "y", "x"]


@each(("true", "pred"), [("truth", "guess"), ("y_true", "y_pred"), ("y_pred", "y_true")])
def test_columns_of_structured_files_under_any_names(tmp_path: Path, true: str, pred: str) -> None:
    records = [{true: t, pred: p, "id": i} for i, (t, p) in enumerate(zip(TRUE, PRED, strict=True))]
    toml = f"{true} = {json.dumps(TRUE)}\n{pred} = {json.dumps(PRED)}\n"
    weighed = [{"y_true": t, "y_pred": p, "sample_weight": 2} for t, p in zip(TRUE, PRED, strict=True)]
    for ending, text in [("json", json.dumps({true: TRUE, pred: PRED})), ("toml", toml), ("json", json.dumps(records))]:
        assert read(tmp_path, f"a.{ending}", text, true=true, pred=pred).rows() == [[1, 1], [1, 2]]  # counted by hand
    assert read(tmp_path, "w.json", json.dumps(weighed)).rows() == [[2, 2], [2, 4]]
    record = {"y_true": "a", "y_pred": "b", "sample_weight": 2, "id": 7}
    columns, (notice,), _ = with_usual_names([record], "x", None, None)
    assert columns == {"y_true": ["a"], "y_pred": ["b"], "sample_weight": [2]}
    assert "'id' is not used" in notice
    table = {"t": [1], "p": [2], "n": 1}
    assert with_usual_names(table, "x", "t", "p") == ({"y_true": [1], "y_pred": [2], "n": 1}, (), None)


@each(
    ("data", "message"),
    [
        ({"truth": TRUE, "gues": PRED}, "has no column 'guess'; it has 'truth', 'gues'"),
        ([{"truth": "x", "guess": "x"}, {"truth": "x"}], r"record 2 has no 'guess'; it has 'truth'\."),
        ([[1, 0], [0, 1]], "holds no columns that true= and pred= could name"),
        ({}, r"has no column 'truth'; it has nothing\."), ({f"c{i}": 0 for i in range(9)}, r"'c7'\."),
    ],
)  # fmt: skip
def test_a_column_that_is_not_there_is_named(tmp_path: Path, data: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path, "a.json", json.dumps(data), true="truth", pred="guess")


def test_structured_data(tmp_path: Path) -> None:
    nested = {"a": {"a": 3, "b": 1}, "b": {"b": 2}}
    assert counts_from_data(nested, labels=("b", "a"), orientation="predicted").rows() == [[2, 1], [0, 3]]
    own = {"matrix": [[3, 1], [0, 2]], "labels": ["a", "b"], "orientation": "predicted"}
    assert counts_from_data(own, labels=("b", "a")).rows() == [[2, 1], [0, 3]]  # type: ignore[union-attr]
    pairs = {"y_true": ["a"], "y_pred": ["b"], "labels": ["b", "a", "c"]}
    assert counts_from_data(pairs, labels=("c", "a", "b")).labels == ("c", "a", "b")
    known = {"counts": {"1": {"tp": 1, "fp": 2}, "2": {"tp": 3, "fp": 4}}, "labels": [2, 1]}
    assert counts_from_data(known).labels == (2, 1)
    assert counts_from_data({"matrix": [[3, 1, 4], [0, 2, 2], [3, 3, 6]], "labels": ["a", "b", "c"]}).n == 24
    with pytest.raises(InputError, match="are the sums of the others"):
        counts_from_data({"data": {"matrix": [[3, 1, 4], [0, 2, 2], [3, 3, 6]]}})
    assert read(tmp_path, "m.json", "[[0.1]]").n == F(1, 10)
    top = read(tmp_path, "m.json", '{"y_true": ["a"], "y_pred": [["b", "a"]]}')
    assert isinstance(top, Blocks)
    assert top.predicted == [1, 1]


def test_known_counts_in_toml(tmp_path: Path) -> None:
    text = "[data.counts]\nK = {{support = 53, tp = 30, tn = {}}}\n"
    text += "L = {{support = 110, tp = 52, tn = 73}}\nM = {{support = 37, tp = 22, tn = 133}}\n"
    assert read(tmp_path, "m.toml", text.format(98)).fp == [49, 17, 30]
    with pytest.raises(ContradictionError, match="TN_K 38 → 98"):
        read(tmp_path, "m.toml", text.format(38))


@each(
    ("kind", "text"),
    [
        ("toml", ".".join("a" * 20_000) + " = 1"), ("toml", "x = {" + ". ".join(['"a"'] * 20_000) + " = 1}"),
        ("toml", "matrix = " + "[" * 5_000 + "]" * 5_000), ("json", "[" * 5_000 + "]" * 5_000),
        ("json", '{"a":' * 5_000 + "1" + "}" * 5_000),
    ],
)  # fmt: skip
def test_deep_text_is_refused_before_it_is_parsed(kind: str, text: str) -> None:
    with pytest.raises(InputError, match=r"^x: (it is nested too deeply: more than 100|a key has more than 50 parts)"):
        counts_from_text(text, kind, "x")


def test_brackets_and_dots_in_names_are_no_depth() -> None:
    names = ["[" * 150, "a." * 80]
    text = json.dumps({"matrix": [[1, 2], [3, 4]], "labels": names})
    assert list(counts_from_text(text, "json", "x").labels) == names


def test_numbers_within_and_beyond_what_is_exact() -> None:
    huge = Decimal("1E+999999999")
    with pytest.raises(InputError, match="beyond"):
        exact_weights([huge])
    with pytest.raises(InputError, match="beyond"):
        deduce({"a": {"tp": huge}}, partition=False)
    assert Counts.from_rows([[Decimal("1E+999")]]).n == 10**999
    longest = ConfusionMatrix([[10**1300, 2 * 10**1299], [3, 4 * 10**1299]])
    assert "0" * 1299 in longest.derive("precision", average="weighted").to_text()
    for count in (10**1301, F(1, 10**1301)):
        with pytest.raises(InputError, match=r"row 1 .* beyond what is read exactly: .* 1300 digits"):
            Counts.from_rows([[count, 1], [2, 3]])


@each("name", ["a" * 5_000, "a/" * 2_500 + "b", "a\0b"], ids=["long", "deep", "null"])
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    for ending in ("", ".csv", ".json", ".xlsx", ".xls", ".parquet", "/*.csv", "/*.parquet"):
        for source in (name + ending, Path(name + ending)):
            with pytest.raises(InputError, match=r"cannot be read|the pattern .* fits no|there is no file"):
                read_counts(source)


@each("source", ["3 1; 0 2", "3,1\n0,2", "[[3, 1], [0, 2]]", " 3 1 ;0 2; ", "3.0 1; 0 4/2", "3, 1; 0, 2"])
def test_inline_and_standard_input(source: str) -> None:
    assert read_counts(source).rows() == [[3, 1], [0, 2]]
    assert read_counts("-", stdin=io.BytesIO(source.encode()), labels=["a", "b"]) == AB


def test_inline_matrices_are_told_from_names() -> None:
    for text, inline in {"6 1; 2 3": 1, "matrix.csv": 0, "6 x; 1 2": 1, "6 x": 0, "x 6; 1 2": 0}.items():
        assert looks_inline(text) == bool(inline)
    assert read_counts("-", stdin=io.BytesIO(b"6,1\r2,3\r")).support == [7, 5]
    assert read_counts("6 1, 1/2\n 2 3 4 ; 1 1 1").rows() == [[6, 1, F(1, 2)], [2, 3, 4], [1, 1, 1]]
    with pytest.raises(InputError, match="line 2: 2 counts where 1 is expected"):
        piped("#" * 100 + "\n1 2\n3 4\n")


@each(
    ("source", "said"),
    [
        ("matrix.cvs", "no file .*matrix.cvs.*Did you mean 'matrix.csv'"), ("matrix", "no file"), ("", "empty"),
        ("nowhere/matrix.csv", "no file nowhere/matrix.csv: the folder nowhere does not exist"), (" ", "empty"),
        (".", "matrix.csv has no two columns of labels"),
        ("3 x; 0 2", "inline matrix, row 1, column 2: 'x' is no number"),
        ("3 1; 0", "ragged"), (5, "not a int"), ("nope.csv", "no file nope.csv[^?]*$"),
        ("1e9999999 2; 3 4", "^inline matrix, row 1, column 1: .* is no number, or a long one"),
        ("7" * 1500 + " 2; 3 4", "^inline matrix, row 1, column 1: .* is no number, or a long one"),
    ],
)  # fmt: skip
def test_bad_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: Any, said: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("matrix.csv").write_text("1", encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_counts(source)


def test_files_that_cannot_be_read() -> None:
    assert str(unreadable(Path("counts"), IsADirectoryError())) == "counts is a folder; name a file in it."
    assert str(unreadable(Path("a"), PermissionError(13, "Denied"))) == "a cannot be read: Denied."
    for data in (b"\xef\xbb\xbfa,b", "a,b".encode("utf-16"), b"a,b"):
        assert decoded(data, "x.csv") == "a,b"


@each(
    ("names", "labels"),
    [
        (["--5", "3"], ["--5", "3"]), (["-5", "3"], [-5, 3]), (["-", "3"], ["-", "3"]), (["٣", "3"], ["٣", "3"]),
        (["-0", "3"], ["-0", "3"]), (["5-", "3"], ["5-", "3"]), (["01", "2"], ["01", "2"]),
    ],
)  # fmt: skip
def test_names_are_whole_numbers_only_in_their_usual_form(names: list[str], labels: list[object]) -> None:
    first, second = names
    assert piped(f"x,{first},{second}\n{first},3,1\n{second},0,2\n").labels == tuple(labels)
    assert set(piped(f"y_true,y_pred\n{first},{first}\n{second},{first}\n").labels) == set(labels)


cell = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=4)
awkward = st.one_of(cell, st.sampled_from(["a,b", 'say "x"', "two\nlines", "semi;colon", "01"]))


@given(st.lists(st.tuples(awkward, awkward), min_size=1, max_size=12), st.sampled_from(",;\t"))
def test_label_columns_come_back_as_the_csv_module_wrote_them(pairs: list[tuple[str, str]], mark: str) -> None:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=mark)
    writer.writerows([("y_true", "y_pred"), *pairs])
    counts = piped(text.getvalue())
    expected = count_pairs([true for true, _ in pairs], [pred for _, pred in pairs])
    by_text = {(str(counts.labels[i]), str(counts.labels[j])): count for (i, j), count in counts.cells.items()}
    assert by_text == {(expected.labels[i], expected.labels[j]): count for (i, j), count in expected.cells.items()}


def test_label_columns(tmp_path: Path) -> None:
    assert read(tmp_path, "l.csv", 'y_true,y_pred\r\na,b\r\na,a\r\n"a",a\r\n\r\nb,b').rows() == [[2, 1], [0, 1]]
    more = "id,guess,truth\n1,b,a\n2,a,a\n"
    assert read(tmp_path, "l.csv", more, true="truth", pred="guess").rows() == [[1, 1], [0, 0]]
    with pytest.raises(UsageError, match=r"no column 'gues'.*Did you mean 'guess'"):
        read(tmp_path, "l.csv", more, true="truth", pred="gues")
    assert read(tmp_path, "l.csv", "y_true;y_pred;sample_weight\na;b;0,1\na;b;0,2\n").n == F(3, 10)
    assert read(tmp_path, "l.csv", "y_true,y_pred\n10,2\n2,2\n", labels=[2, 10, 3]).labels == (2, 10, 3)
    pd.DataFrame({"Predicted": ["b", "a"], "Actual": ["a", "a"]}).to_parquet(tmp_path / "l.parquet")
    assert read_counts(tmp_path / "l.parquet").rows() == [[1, 1], [0, 0]]  # type: ignore[union-attr]
    with pytest.raises(InputError, match=r"no file .*m\.parquet"):
        read_counts(tmp_path / "m.parquet")


def test_lines_that_repeat_are_split_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless a quoted label may go on in the next line; then the whole file is split."""
    texts: list[list[str]] = []

    def noted(lines: Iterable[str], mark: str) -> Iterator[tuple[str, ...]]:
        texts.append(list(lines))
        return split(texts[-1], mark)

    monkeypatch.setattr(label_files, "split", noted)
    assert read(tmp_path, "l.csv", "y_true,y_pred\n" + 'a,b\n"b",b\n' * 500).rows() == [[0, 500], [0, 500]]
    assert texts[1:] == [["a,b"], ['"b",b']]
    quoted = "y_true,y_pred\n" + 'a,b\n"a\nb",b\n' * 500
    assert read(tmp_path, "l.csv", quoted).rows() == [[0, 0, 500], [0, 0, 500], [0, 0, 0]]
    assert "".join(texts[-1]) == quoted


def test_a_file_is_opened_once_for_its_head_and_once_for_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, opened, plain = tmp_path / "l.csv", list[Path](), Path.open
    path.write_text("y_true,y_pred\na,b\n", encoding="utf-8")
    monkeypatch.setattr(Path, "open", lambda file, mode: (opened.append(file), plain(file, mode))[1])
    read_counts(path)
    assert opened == [path, path]
