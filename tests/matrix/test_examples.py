"""The helpers of the room by example: what each gives at its boundaries."""

from __future__ import annotations

import io
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.delimited import (
    all_whole,
    delimiter_of,
    dissected,
    matrix_from_csv,
    split_lines,
)
from exactmetrics.matrix.exact_count import as_count, number, simplest, whole, whole_number
from exactmetrics.matrix.identities import (
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
from exactmetrics.matrix.label_files import split, usual_columns
from exactmetrics.matrix.labels import (
    check_labels,
    default_order,
    did_you_mean,
    is_missing,
    listed,
    match_text,
    python_label,
    refuse_other_classes,
    unknown_label,
)
from exactmetrics.matrix.linear import Equation, echelon, whole_points
from exactmetrics.matrix.lists import agreed_names, counts_of_pairs, exact_weights, listing, weighed
from exactmetrics.matrix.partial import missing_counts
from exactmetrics.matrix.reading import is_file, looks_inline, read_counts
from exactmetrics.matrix.rows import (
    aligned,
    cells_from_rows,
    checked_cells,
    refuse_headed_totals,
    refuse_totals,
    turned,
)
from exactmetrics.matrix.structured import counts_from_data, counts_from_text, with_usual_names
from exactmetrics.matrix.textfile import decoded, file_bytes, unreadable

TOTALS = [[3, 1, 4], [0, 2, 2], [3, 3, 6]]
HALF = Fraction(1, 2)


def refused(what: str, run: Any, *arguments: Any, **options: Any) -> None:
    with pytest.raises((InputError, UsageError)) as caught:
        run(*arguments, **options)
    assert what in str(caught.value)


def test_labels() -> None:
    assert python_label("cat") == "cat"
    assert type(python_label(np.int64(3))) is int
    missing = [float("nan"), None, pd.NA, pd.NaT, Decimal("nan"), np.float32("nan")]
    assert all(map(is_missing, missing))
    assert not any(map(is_missing, [0, "", "nan", 1.5, Decimal(1), False]))
    assert listed(["a", 1]) == "'a', 1"
    assert listed(range(12)).endswith("10, 11")
    assert listed(range(13)).endswith("10, 11, ... (13 in all)")
    assert did_you_mean("suport", ["support", "predicted"]) == " Did you mean 'support'?"
    assert did_you_mean("x", ["support"]) == ""
    assert (default_order([3, 1, 2]), default_order(["b", 1])) == ((1, 2, 3), ("b", 1))
    assert str(unknown_label("1", [0, 1])) == (
        "no class is called '1'; the labels are 0, 1. There is 1 of type int; labels are matched with their type."
    )
    assert match_text("1", [0, 1]) == 1
    refused("'1' is the text of several labels: 1, '1'", match_text, "1", [1, "1"])
    refused("no class is called 'ct'; the labels are 'cat'. Did you mean 'cat'?", match_text, "ct", ["cat"])
    refuse_other_classes(("a", "b"), ("b", "a"), "the rows", "the columns")
    refused(
        "only the rows name 'a'; only the columns name 'c'", refuse_other_classes, "ab", "bc", "the rows", "the columns"
    )
    refused("names 'a' twice, as number 1 and as number 3", check_labels, ["a", "b", "a"])
    counts = Counts.from_rows([[3, 1], [0, 2]], labels=["yes", "no"])
    assert counts.position("no") == 1
    refused("no class is called ['no']", counts.position, ["no"])
    refused("no class is called True", Counts.from_rows([[3, 1], [0, 2]]).position, True)
    for names, rest in ((["a", "b"], "rest"), (["rest", "b"], "rest 2"), (["rest", "rest 2"], "rest 3")):
        assert Counts.from_rows([[3, 1], [0, 2]], labels=names).one_vs_rest(names[0]).labels == (names[0], rest)


def test_counts_as_numbers() -> None:
    assert (simplest(Fraction(6, 3)), simplest(HALF), whole(HALF + HALF), whole(3)) == (2, HALF, 1, 3)
    for value, read in (
        (3, 3), (0, 0), (2.0, 2), (Decimal("0.5"), HALF), (np.int8(7), 7), (np.float64(2), 2), (HALF, HALF),
    ):  # fmt: skip
        assert as_count(value, "it") == read
    faults = {
        -1: "negative", -2.0: "negative", Fraction(-1, 2): "negative", 0.5: "Decimal('0.5')", True: "a bool",
        float("nan"): "it is NaN", float("inf"): "not a whole number", Decimal("-inf"): "a finite number",
        Decimal("1e1000"): "beyond what is read exactly", "3": "it is the text '3'", None: "missing", b"3": "a bytes",
    }  # fmt: skip
    for fault, said in faults.items():
        refused(said, as_count, fault, "it")
    assert whole_number(3.0, "n") == 3
    refused("n is 1/2, which is not a whole number of samples", whole_number, HALF, "n")
    assert exact_weights([2, "0.5", 3.0]) == [2, HALF, 3]
    assert exact_weights(np.array([1, 0])) == [1, 0]
    refused("sample_weight at position 1 is -1", exact_weights, [0, -1])
    refused("sample_weight at position 0 is -1", exact_weights, ["-1"])
    assert (number("6.0"), number("0,5", decimal_comma=True), number("0,5"), number("cat")) == (6, HALF, None, None)


def test_rows_and_totals() -> None:
    cells = {(0, 0): 3, (0, 1): 1, (1, 1): 2}
    assert cells_from_rows(((3, 1), (0, 2)), None) == ((0, 1), cells, ())
    assert checked_cells([[0, 2], [1.0, HALF]], ("a", "b")) == {(0, 1): 2, (1, 0): 1, (1, 1): HALF}
    refused("row 2 (class 'b'), column 1 (class 'a') of the matrix is -1", checked_cells, [[0, 2], [-1, 0]], ("a", "b"))
    refused("ragged: row 1 has 2 cells and row 2 has 1", checked_cells, [[0, 2], [1]], ("a", "b"))
    refused("2 rows of 1 cell.", checked_cells, [[0], [1]], ("a", "b"))
    refused("labels has 1 name ('a') for 2 rows", checked_cells, [[0, 2], [1, 0]], ("a",))
    refused("row 2 of the matrix is 'ab', not a row", cells_from_rows, [[1, 2], "ab"], None)
    for length, end in ((40, "x'; read it"), (41, "x'...; read it")):
        refused(f"{'x' * 39}{end}", cells_from_rows, "x" * length, None)
    labels, moved, (note,) = aligned(("a", "b"), ("b", "a"), [[1, 5], [6, 0]])
    assert (labels, moved) == (("a", "b"), {(0, 0): 5, (0, 1): 1, (1, 1): 6})
    assert str(note) == "the columns ('b', 'a') were put into the order of the rows ('a', 'b'), by name"
    refused("row 2 has 1 cell under 2 column names", aligned, ("a", "b"), ("b", "a"), [[1, 5], [6]])
    assert (turned("predicted"), turned("true")) == (True, False)
    refused("not 'rows'", turned, "rows")
    for word in ("Total", "Σ", " sum: ", "grand TOTAL"):
        refused(
            f"x.csv: {word!r} is no class: leave the totals out", refuse_headed_totals, ["a", "b", word], "x.csv", None
        )
    for names, named in (
        (["a", "total"], ["a", "total"]), (["total"], None), (["a", "all"], None), (["total", "a"], None),
    ):  # fmt: skip
        refuse_headed_totals(names, "x.csv", named)
    refused("the last row and the last column are the sums of the others: leave", refuse_totals, TOTALS, "x.csv", None)
    refused("the last column ('c') are the sums", refuse_totals, TOTALS, "x.csv", ["a"], ["a", "b", "c"])
    refuse_totals(TOTALS, "the matrix", ["a", "b", "c"])
    # Two rows, nothing but zeros, a wrong sum in the last column, in the last row, a ragged table, words.
    wrong = [[3, 1, 5], *TOTALS[1:]], [*TOTALS[:2], [3, 4, 6]], [[3, 1], *TOTALS[1:]], [["a"] * 3] * 3
    for table in ([[3, 3], [3, 3]], [[0] * 3] * 3, *wrong):
        refuse_totals(table, "x.csv", None)
    assert counts_from_data({"matrix": TOTALS, "labels": ["a", "b", "c"]}).n == 24
    for data in ({"matrix": TOTALS}, {"data": {"matrix": TOTALS}}, TOTALS):
        refused("are the sums of the others", counts_from_data, data)
    refused("x: row 2 of the matrix is 5", counts_from_data, [[1, 2], 5], "x")


def test_pairs_of_labels() -> None:
    assert counts_of_pairs({("b", "a"): 2}, (), None).labels == ("a", "b")
    assert counts_of_pairs({("b", "a"): HALF, ("a", "a"): HALF}, ["c"], None).labels == ("a", "b", "c")
    assert (agreed_names(["b", "a"], None), agreed_names(["b"], ("b", "c"))) == (("a", "b"), ("b", "c"))
    assert (listing(("a", "b")), listing(dict.fromkeys("ab"))) == (("a", "b"), ["a", "b"])
    assert weighed(["a", "a"], ["a", "a"], [1, "0.5"])[0] == {("a", "a"): Fraction(3, 2)}


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


def test_linear_systems() -> None:
    rows, fault = echelon([Equation("x + y = 3", (1, 1), Fraction(3)), Equation("2x + 2y = 1", (2, 2), Fraction(1))])
    assert (rows, fault) == ({0: [1, 1, 3]}, "2x + 2y = 1")
    lines = [(Fraction(3), HALF)]
    assert [list(whole_points(lines, highest)) for highest in (10, 6, 5)] == [[0, 2, 4, 6], [0, 2, 4, 6], [0, 2, 4]]
    assert list(whole_points([(HALF, Fraction(1))], 10)) == []
    assert list(whole_points([(Fraction(-4), Fraction(-2))], 4)) == [2, 3, 4]
    assert list(whole_points([(Fraction(-1), Fraction(0))], 4)) == []
    assert list(whole_points([(Fraction(0), Fraction(0))], 1)) == [0, 1]


def test_delimited_text() -> None:
    heads = [
        ["id", "Actual", "predicted"], ["cat", "dog"], ["true", "false"], ["true", "pred", "gold"],
        ["y-hat", "label"],
    ]  # fmt: skip
    wanted = [("Actual", "predicted"), None, None, None, ("label", "y-hat")]
    assert list(map(usual_columns, heads)) == wanted
    assert usual_columns(["true", "y_pred", "pred", "y_true"]) == ("y_true", "y_pred")
    marks = {"a;b": ";", "a,b": ",", "6 1 1": " ", "a\t;,": "\t", "a;b,c": ";", '"a;b",c': ",", '"a;b': ";"}
    assert {line: delimiter_of(line) for line in marks} == marks
    assert split_lines('a,"b,c"\n\nd, e\n', ",", "x.csv") == [(1, ["a", "b,c"]), (3, ["d", "e"])]
    refused("x.csv, line", split_lines, 'a,"b', ",", "x.csv")
    assert list(split(['a,"b"\n', ",\n"], ",")) == [("a", "b")]
    assert all_whole(["0", "-1", "9" * 18])
    assert not any(map(all_whole, (["01", "2"], ["--1", "2"], ["9" * 19], ["-0"], ["1.0"], [""])))
    tables = {
        ",cat,dog\ncat,3,1\ndog,0,2\n": ("cat", "dog"), "cat,dog\n3,1\n0,2\n": ("cat", "dog"),
        "cat,3,1\ndog,0,2\n": ("cat", "dog"), "cat,dog\ncat,3,1\ndog,0,2\n": ("cat", "dog"), "3;1\n0;2": (0, 1),
        "1,0\n3,1\n0,2\n": None, "7,3,1\n8,0,2\n": None, "a\n5": ("a",), "x,5": ("x",), "3 1\n0 2": (0, 1),
        ",7,8\n7,3,1\n8,0,2": (7, 8),
    }  # fmt: skip
    for text, labels in tables.items():
        if labels is None:
            refused("", matrix_from_csv, text, "x.csv")
        else:
            assert matrix_from_csv(text, "x.csv").labels == labels
    assert dissected([(1, ["a", "b"]), (2, ["3", "1"]), (3, ["0", "2"])], str.isalpha)[0] == ["a", "b"]
    columns = ' Columns of labels are called "y_true" and "y_pred", or are named with true= and pred=.'
    shape = "a confusion matrix has a row and a column for each class."
    faults = {
        "a,b\n3,1": f"x.csv: 2 column names ('a', 'b') for 1 row: {shape}{columns}",
        "a,b,c\n3,1,2\n0,2,1": f"x.csv: 3 column names ('a', 'b', 'c') for 2 rows: {shape}",
        ",a,b\na,3,1": f"x.csv: 2 column names ('a', 'b') for 1 row: {shape}",
        "1,2\n3,x": f"x.csv, line 2, column 2: 'x' is not a number.{columns}",
        "1,2,3\n3,4,\n5,6,7": "x.csv, line 2, column 3: the cell is empty; write 0 if nothing was counted.",
        ",a,b\na,3,1\nb,x,2": f"x.csv, line 3, column 2: 'x' is not a number.{columns}",
        ",a,\na,3,1\nb,0,2": "x.csv: the column name number 2 is empty; give the class a name.",
    }  # fmt: skip
    for text, said in faults.items():
        with pytest.raises(InputError) as caught:
            matrix_from_csv(text, "x.csv")
        assert str(caught.value) == said
    assert matrix_from_csv("6;1,5\n2;3", "x.csv").rows() == [[6, Fraction(3, 2)], [2, 3]]
    assert matrix_from_csv("a b\n6 1,5\n2 3", "x.txt").rows() == [[6, Fraction(3, 2)], [2, 3]]
    assert matrix_from_csv("a,b\n3,1\n0,2", "x.csv", ("b", "a"), "predicted").rows() == [[2, 1], [0, 3]]


def test_structured_data() -> None:
    assert with_usual_names({"t": ["a"], "p": ["b"], "n": 1}, "x", "t", "p") == {
        "y_true": ["a"],
        "y_pred": ["b"],
        "n": 1,
    }
    record = {"y_true": "a", "y_pred": "b", "sample_weight": 2, "id": 7}
    columns = {"y_true": ["a"], "y_pred": ["b"], "sample_weight": [2]}
    assert with_usual_names([record], "x", None, None) == columns
    refused(
        "x: record 2 has no 'y_pred'; it has 'y_true'.", with_usual_names, [record, {"y_true": "a"}], "x", None, None
    )
    refused("x has no column 't'; it has nothing.", with_usual_names, {}, "x", "t", None)
    many = {f"c{i}": 0 for i in range(9)}
    refused("'c7'.", with_usual_names, many, "x", "t", None)
    refused("no columns that true= and pred= could name", with_usual_names, [[1]], "x", "t", None)
    assert counts_from_text("[[3, 1], [0, 2]]", "json", "x.json").n == 6
    assert counts_from_text("matrix = [[3, 1], [0, 2]]", "toml", "x.toml").n == 6
    assert counts_from_text('{"matrix": [[0.5]]}', "json", "x.json").n == HALF
    faults = {
        "{": "x, line 1, column 2:", '{"n": 1, "n": 2}': "the key 'n' is given twice", "[" * 100_000: "too deeply",
        '{"matrix": [[1e9999999999999999999]]}': "too large, or too small", f"[[{'1' * 5000}]]": "too long to be",
        '"a"': "x holds a str;", '{"matrx": []}': "unknown key 'matrx'", '{"n": 3}': "it has none of them",
        '{"matrix": [[1]], "counts": {}}': "and counts", '{"matrix": [[1]], "n": 1}': "'n' does not go with 'mat",
        '{"counts": [], "n": 1}': "counts is a list", '{"counts": {}, "partition": 1}': "partition is 1; it is true or",
        '{"counts": {"a": {}}, "labels": ["b"]}': "must name the same classes", '{"y_true": [1]}': "lacks y_pred",
        '{"y_true": [1], "y_pred": [[1]], "sample_weight": [1]}': "does not go with lists",
        '{"a": {"a": -1}}': "the count of 'a' under 'a' is -1",
    }  # fmt: skip
    for text, said in faults.items():
        refused(said, counts_from_text, text, "json", "x")
    nested = {"a": {"a": 3, "b": 1}, "b": {"b": 2}}
    assert counts_from_data(nested).rows() == [[3, 1], [0, 2]]
    assert counts_from_data(nested, labels=("b", "a"), orientation="predicted").rows() == [[2, 1], [0, 3]]
    own = {"matrix": [[3, 1], [0, 2]], "labels": ["a", "b"], "orientation": "predicted"}
    assert counts_from_data(own, labels=("b", "a")).rows() == [[2, 1], [0, 3]]
    pairs = {"y_true": ["a"], "y_pred": ["b"], "labels": ["b", "a", "c"]}
    assert counts_from_data(pairs, labels=("c", "a", "b")).labels == ("c", "a", "b")
    known = {"counts": {"1": {"tp": 1, "fp": 2}, "2": {"tp": 3, "fp": 4}}, "labels": [2, 1]}
    assert counts_from_data(known).labels == (2, 1)


def test_files_and_streams(tmp_path: Path) -> None:
    refused("there is no file /no/counts.csv: the folder /no does not exist.", file_bytes, Path("/no/counts.csv"))
    assert str(unreadable(Path("counts"), IsADirectoryError())) == "counts is a folder; name a file in it."
    assert str(unreadable(Path("a"), PermissionError(13, "Denied"))) == "a cannot be read: Denied."
    (tmp_path / "counts.csv").write_text("3,1\n0,2")
    refused("Did you mean 'counts.csv'?", file_bytes, tmp_path / "count.csv")
    for data in (b"\xef\xbb\xbfa,b", "a,b".encode("utf-16"), b"a,b"):
        assert decoded(data, "x.csv") == "a,b"
    refused("x is a binary file", decoded, b"a\x00b", "x")
    refused("x, line 2, column 3: the byte 0xff is not UTF-8", decoded, b"a\nbc\xff", "x")
    assert (is_file("6 1; 2 3"), is_file("a\x00"), is_file(str(tmp_path))) == (False, False, True)
    assert [looks_inline(text) for text in ("6 1; 2 3", "matrix.csv", "6 x; 1 2", "6 x", "x 6; 1 2")] == [
        True, False, True, False, False,
    ]  # fmt: skip
    for stream in (io.StringIO("6 1; 2 3"), io.BytesIO(b"6 1; 2 3"), io.BytesIO(b"6,1\r2,3\r")):
        assert read_counts("-", stdin=stream).support == [7, 5]
    assert read_counts("6 1, 1/2\n 2 3 4 ; 1 1 1").rows() == [[6, 1, HALF], [2, 3, 4], [1, 1, 1]]
    refused("inline matrix, row 2, column 2: 'x' is no number", read_counts, "6 1; 2 x")
    refused("the source is empty", read_counts, " ")
    refused("not a int", read_counts, 5)
