"""Columns besides the labels: a table of counted pairs counts, and whatever is not used is said to be."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import polars as pl
import pytest
from click.testing import CliRunner

import exactmetrics as em
from exactmetrics.api.multilabel import Multilabel
from exactmetrics.cli import main
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.matrix.reading import read_counts
from tests.cases import each

F = Fraction
# R's table() and xtabs, dplyr, data.table; value_counts, groupby.size and crosstab.stack of pandas; Spark; SQL of
# duckdb, SQLite and Postgres; polars; pivot tables of Excel in four languages; SAS, Stata, SPSS.
CALLED = [
    "x", "value", "f0_", "_c2", "EXPR$0", "(No column name)", "occurrences", "tally", "cases", "wt", "total",
    "Freq", "n", "nn", "N", "count", "size", "0", "Count", "count(1)", "count(*)", "count_star()", "COUNT(y_pred)",
    "sum(n)", "len", "Count of y_pred", "Anzahl von y_pred", "Nombre de y_pred", "Cuenta de y_pred", "Sum of Freq",
    "length(y_true)", "qty", "Zahl", "...3", "Unnamed: 2", "Var3", "#", "support", "hits",
    "COUNT", "_freq", "Frequency", "n_samples", "# samples", "num_rows", "weight", "sample_weight", "Häufigkeit",
]  # fmt: skip
ROWS = [("cat", "cat", 40), ("cat", "dog", 3), ("dog", "dog", 11), ("dog", "cat", 6)]
ACCURACY = F(51, 60)  # counted by hand


def delimited(names: Sequence[str], rows: Sequence[Sequence[object]], mark: str = ",") -> str:
    return "".join(mark.join(map(str, row)) + "\n" for row in [names, *rows])


def workbook(names: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    book, made = openpyxl.Workbook(), io.BytesIO()
    for row in [names, *rows]:
        book.active.append(list(row))
    book.save(made)
    return made.getvalue()


def parquet(names: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    made = io.BytesIO()
    pl.DataFrame(list(rows), schema=list(names), orient="row").write_parquet(made)
    return made.getvalue()


WRITERS: dict[str, Callable[[Sequence[str], Sequence[Sequence[object]]], str | bytes]] = {
    "csv": delimited,
    "tsv": lambda names, rows: delimited(names, rows, "\t"),
    "json": lambda names, rows: json.dumps([dict(zip(names, row, strict=True)) for row in rows]),
    "xlsx": workbook,
    "parquet": parquet,
}


def written(folder: Path, ending: str, names: Sequence[str], rows: Sequence[Sequence[object]]) -> Path:
    path, text = folder / f"pairs.{ending}", WRITERS[ending](names, rows)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@each("called", CALLED)
def test_a_column_of_counts_counts_under_every_name_that_programs_give_it(tmp_path: Path, called: str) -> None:
    for ending in WRITERS:
        path = written(tmp_path, ending, ["y_true", "y_pred", called], ROWS)
        found = em.read(path)
        assert (found.value("accuracy"), found.n) == (ACCURACY, 60), ending
        assert [called in note for note in found.notes] == [True] * (called != "sample_weight"), ending
    columns = {"actual": [row[0] for row in ROWS], "predicted": [row[1] for row in ROWS], called: [r[2] for r in ROWS]}
    (tmp_path / "columns.json").write_text(json.dumps(columns))
    assert em.read(tmp_path / "columns.json").value("accuracy") == ACCURACY
    aside = columns | {"fold": [1, 1, 2, 2]}
    (tmp_path / "columns.json").write_text(json.dumps(aside))
    assert "the column 'fold' is not used" in em.read(tmp_path / "columns.json").notes[-1]
    records = json.dumps([dict(zip(columns, row, strict=True)) for row in ROWS])
    assert CliRunner().invoke(main, ["value", "-", "-m", "accuracy"], input=records).stdout == "17/20\n"
    folder = tmp_path / "parts"
    folder.mkdir()
    for at in (0, 2):
        (folder / f"{at}.csv").write_text(delimited(["y_true", "y_pred", called], ROWS[at : at + 2]))
    assert em.read(folder).value("accuracy") == ACCURACY


def test_a_column_of_counts_weighs_label_sets_and_scores(tmp_path: Path) -> None:
    sets = written(tmp_path, "csv", ["y_true", "y_pred", "n"], [("a|b", "a", 3), ("b", "b", 1)])
    read = Multilabel.read(sets)
    assert read.value("recall", average="samples") == F(3 * F(1, 2) + 1, 4)
    assert "'n'" in read.notes[0]
    scores = written(tmp_path, "csv", ["y_true", "y_score", "Freq"], [(1, "0.9", 2), (0, "0.8", 5), (1, "0.1", 1)])
    found = em.Scores.read(scores)
    assert found.value("roc_auc") == F(2, 3)  # 2 of 3 positives stand above all negatives
    assert "'Freq'" in found.notes[0]


@each(
    "rows",
    [
        [("a", "a", 1), ("a", "a", 2), ("b", "a", 3)],  # numbers of rows
        [("a", "a", 0), ("a", "a", 1), ("b", "a", 2)],
        [("a", "a", 7), ("a", "a", 8), ("b", "a", 9)],
        [("a", "a", "large"), ("a", "a", "small"), ("b", "a", "small")],
    ],
)
def test_a_column_that_is_called_so_and_holds_no_counts_is_not_used(tmp_path: Path, rows: list[Any]) -> None:
    for ending in WRITERS:
        found = em.read(written(tmp_path, ending, ["y_true", "y_pred", "n"], rows))
        assert (found.value("accuracy"), found.n) == (F(2, 3), 3), ending
        assert found.notes == ("the column 'n' is not used (sample_weight= names one of counts)",), ending


@each(
    ("names", "rows"),
    [
        # Probabilities of the classes 0 and 1, and what is measured of every sample.
        (["0", "1"], [("0", "0", "0.9", "0.1"), ("0", "1", "0.2", "0.8"), ("1", "1", "0.4", "0.6")]),
        (["0"], [("0", "0", "0.9"), ("0", "1", "0.2"), ("1", "1", "0.4")]),
        *(([name], [("a", "a", 300), ("a", "a", 120), ("b", "a", 45)]) for name in ("size", "len", "total", "0")),
        (["frequency"], [("a", "a", "440"), ("a", "b", "441.5"), ("b", "b", "20")]),
        (["age"], [("a", "a", 34), ("a", "b", 21), ("b", "b", 50)]),
        (["samples"], [("a", "a", 101), ("a", "b", 102), ("b", "b", 103)]),  # numbers of the samples
        (["weight"], [("a", "a", "3.2"), ("a", "b", "1.2"), ("b", "b", "0.4")]),  # of a body, in kilograms
        *((["weight"], [("a", "a", 1), ("a", "b", cell), ("b", "b", 2)]) for cell in ("", "NA", "-0.3")),
    ],
)
def test_what_is_called_as_counts_are_and_is_something_else(tmp_path: Path, names: list[str], rows: list[Any]) -> None:
    found = em.read(written(tmp_path, "csv", ["y_true", "y_pred", *names], rows))
    assert (found.value("accuracy"), found.n) == (F(2, 3), 3)
    assert "not used" in found.notes[0]


def test_numbers_of_rows_of_which_some_were_left_out_are_no_counts(tmp_path: Path) -> None:
    rows = [("a", "a", 4), ("a", "a", 9), ("b", "a", 17), ("b", "b", 30)]
    for ending in ("csv", "json", "xlsx"):
        assert em.read(written(tmp_path, ending, ["y_true", "y_pred", "n"], rows)).n == 4, ending


def test_all_files_of_a_folder_say_together_whether_a_column_counts(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(
        delimited(["y_true", "y_pred", "n"], [*(("a", "a", at) for at in (1, 2)), ("b", "a", 3)])
    )
    (tmp_path / "b.csv").write_text(delimited(["y_true", "y_pred", "n"], [("a", "a", 1), ("b", "b", 2)]))
    found = em.read(tmp_path)
    assert (found.n, len(found.notes)) == (9, 1)  # 1 and 2 stand twice, so they number no rows


@each("cell", ["", "NA", "-3"])
def test_a_column_that_is_called_as_counts_and_has_a_cell_that_is_none_is_told(tmp_path: Path, cell: str) -> None:
    rows = [("a", "a", 12), ("a", "b", cell), ("b", "b", 2)]
    for ending in ("csv", "xlsx", "json"):
        path = written(tmp_path, ending, ["y_true", "y_pred", "count"], rows)
        with pytest.raises(
            InputError, match="The column 'count' was taken for counts: sample_weight=\"\" counts every"
        ):
            em.read(path)
        assert em.read(path, sample_weight="").n == 3


def test_cells_of_any_kind_beside_labels_do_no_harm(tmp_path: Path) -> None:
    for cells in (
        [date(2026, 1, 1)] * 2,
        [[1], [2]],
        [b"x", b"y"],
        [float("inf"), 1.0],
        [float("nan"), 1.0],
        [None, 1],
    ):
        frame = pl.DataFrame({"y_true": ["a", "b"], "y_pred": ["a", "b"], "value": cells}, strict=False)
        frame.write_parquet(tmp_path / "cells.parquet")
        assert em.read(tmp_path / "cells.parquet").rows == [[1, 0], [0, 1]]
    for cell in ("Infinity", "NaN", "null", '"x"', "[1]", "{}"):
        text = f'[{{"y_true": "a", "y_pred": "a", "value": {cell}}}, {{"y_true": "b", "y_pred": "b"}}]'
        assert CliRunner().invoke(main, ["value", "-", "-m", "accuracy"], input=text).stdout == "1\n", cell


@each("ending", list(WRITERS))
def test_every_column_that_is_not_used_is_named(tmp_path: Path, ending: str) -> None:
    names = ["id", "y_true", "y_pred", "how_many", "fold"]
    path = written(tmp_path, ending, names, [(at, *row, 7) for at, row in enumerate(ROWS)])
    assert em.read(path).notes == (
        "the columns 'id', 'how_many', 'fold' are not used (sample_weight= names one of counts)",
    )
    named = em.read(path, sample_weight="how_many")
    assert named.value("accuracy") == ACCURACY
    assert named.notes == ("the columns 'id', 'fold' are not used (sample_weight= names one of counts)",)
    assert all("not used" not in note for note in em.read(path, sample_weight="how_many").derive("accuracy").to_text())
    frame = pl.read_parquet(path) if ending == "parquet" else pl.DataFrame(ROWS, schema=names[1:4], orient="row")
    noted = em.ConfusionMatrix.from_frame(frame, true="y_true", pred="y_pred").notes
    assert "'how_many'" in noted[0]
    told = CliRunner().invoke(main, ["value", str(path), "-m", "accuracy", "--sample-weight", "how_many"])
    assert told.stdout == "17/20\n"
    assert told.stderr == "Note: the columns 'id', 'fold' are not used (--sample-weight names one of counts)\n"


def test_which_column_counts_is_asked_where_it_is_not_sure(tmp_path: Path) -> None:
    path = written(tmp_path, "csv", ["y_true", "y_pred", "n", "count"], [(*row, 1) for row in ROWS])
    with pytest.raises(UsageError, match=r"several columns that may be the counts of its rows: 'n', 'count'"):
        em.read(path)
    assert em.read(path, sample_weight="n").n == 60
    assert em.read(path, sample_weight="").n == 4
    with pytest.raises(UsageError, match=r"has no column 'cuont'; .* Did you mean 'count'\?"):
        em.read(path, sample_weight="cuont")
    texts = written(tmp_path, "csv", ["y_true", "y_pred", "n", "count"], [(*row, "few") for row in ROWS])
    assert em.read(texts).n == 60


SHARES = [["0.75", "0.12", "0.12"], ["0.12", "0.62", "0.25"], ["0.17", "0.25", "0.58"]]
COUNTS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]  # of 8, 8 and 12 samples


def inline(rows: Sequence[Sequence[object]]) -> str:
    return "; ".join(" ".join(map(str, row)) for row in rows)


def test_a_matrix_of_shares_is_called_one_and_its_counts_come_back(tmp_path: Path) -> None:
    named = [["", "a", "b", "c"], *([label, *row] for label, row in zip("abc", SHARES, strict=True))]
    (tmp_path / "shares.csv").write_text(delimited(named[0], named[1:]))  # type: ignore[arg-type]
    (tmp_path / "shares.json").write_text(json.dumps({"matrix": [list(map(float, row)) for row in SHARES]}))
    exact = [[F(cell) for cell in row] for row in SHARES]
    absent = "0.75 0.25 0; 0.1 0.8 0.1; 0 0 0"
    assert "these are shares" in em.read(absent).notes[0]
    assert em.read(absent, supports=[4, 10, 0]).rows == [[3, 1, 0], [1, 8, 1], [0, 0, 0]]
    percent = [[100 * F(cell) for cell in row] for row in SHARES]
    sources: list[Any] = [inline(SHARES), inline(percent), tmp_path / "shares.csv", tmp_path / "shares.json"]
    for source in sources:
        assert "and no counts, " in em.read(source).notes[0], source
        found = em.read(source, supports=[8, 8, 12])
        assert (found.rows, found.notes) == (COUNTS, ()), source
    assert em.ConfusionMatrix(exact, supports=[8, 8, 12]).rows == COUNTS
    page = em.ConfusionMatrix(exact).derive("f1", average="macro")
    for language, told in (("en", "shares and no counts"), ("de", "Anteile und keine Anzahlen")):
        assert told in em.ConfusionMatrix(exact).derive("f1", average="macro", language=language).to_text()
    assert "shares and no counts" in page.to_json()
    assert "shares" in em.ConfusionMatrix(exact).report().to_text()
    told = CliRunner().invoke(main, ["value", inline(SHARES), "-m", "f1", "-a", "macro", "--supports", "8,8,12"])
    assert (told.stdout, told.stderr) == ("361/561\n", "")
    assert "shares" in CliRunner().invoke(main, ["value", inline(SHARES), "-m", "accuracy"]).stderr


def test_a_column_of_totals_beside_shares_restores_the_counts(tmp_path: Path) -> None:
    beside = [[*row, size] for row, size in zip(SHARES, (8, 8, 12), strict=True)]
    assert em.read(inline(beside)).rows == COUNTS
    assert "the numbers of the last column are taken for the true samples" in em.read(inline(beside)).notes[0]
    for order in (["a", "b", "c"], ["c", "a", "b"]):  # sizes stand beside their class, whatever order is asked for
        (tmp_path / "ordered.csv").write_text(
            delimited(["", *"abc", "n"], [[n, *row] for n, row in zip("abc", beside, strict=True)])
        )  # type: ignore[arg-type]
        assert em.read(tmp_path / "ordered.csv", labels=order).value("recall", label="c") == F(7, 12)
    with pytest.raises(InputError, match="would be the true samples of each class, but the rows are predicted classes"):
        em.read(inline(beside), orientation="predicted")
    full = em.read(inline([[*row, 1] for row in SHARES]))
    assert (full.n, "these are shares" in full.notes[0]) == (F("2.98"), True)
    headed = [["", "a", "b", "c", "Total"], *([label, *row] for label, row in zip("abc", beside, strict=True))]
    (tmp_path / "shares.csv").write_text(delimited(headed[0], headed[1:]))
    assert em.read(tmp_path / "shares.csv").rows == COUNTS
    assert em.read(tmp_path / "shares.csv").labels == ("a", "b", "c")


@each(
    "rows",
    [
        [[99, 0], [0, 97]],
        [[1, 0], [0, 1]],
        [[50, 40], [0, 9]],
        [[F(1, 2), F(1, 2)], [F(1, 2), F(3, 2)]],
        [[5, 1], [5, 7]],
        [[1]],
    ],
)
def test_counts_are_not_called_shares(rows: list[Any]) -> None:
    assert em.ConfusionMatrix(rows).notes == ()


@each(
    ("cells", "told"),
    [
        ("0.4 0.1; 0.05 0.45", "all cells add up to 1: these are shares of all samples"),
        ("40.5 9.5; 5 45", "all cells add up to 100: these are shares of all samples"),
        ("0.75 0.25; 0 0", "all cells add up to 1:"),
        ("0.8 0.1 0.1; 0.1 0.6 0.2; 0.2 0.2 0.6", "each row adds up to about 1:"),
        ("90 5 3 1; 1 95 3 2; 0 0 100 0; 2 2 2 92", "each row adds up to about 100: if these are percentages"),
        ("75% 25%; 10% 90%", "each row adds up to 1: these are shares"),
        ("0.8 0.1; 0.2 0.9", "each column adds up to 1: these are shares"),
    ],
)
def test_shares_of_every_kind_are_called_so(cells: str, told: str) -> None:
    assert em.read(cells).notes[0].startswith(told)


def test_percent_signs_are_read_in_every_file(tmp_path: Path) -> None:
    for mark, row in ((",", "75%,25.0%"), (";", "75,0 %;25 %")):
        (tmp_path / "p.csv").write_text(f"{mark}a{mark}b\na{mark}{row}\nb{mark}0%{mark}100%\n")
        assert em.read(tmp_path / "p.csv").rows == [[F(3, 4), F(1, 4)], [0, 1]]
        assert em.read(tmp_path / "p.csv", supports=[8, 3]).rows == [[6, 2], [0, 3]]


@each("cells", ["0.70 0.30; 0.20 0.80", "70% 30%; 20% 80%", "70.0% 30.0%; 20.0% 80.0%", "70 30; 20 80"])
def test_zeros_that_are_written_say_how_shares_were_rounded(tmp_path: Path, cells: str) -> None:
    assert em.read(cells, supports=[50, 30]).rows == [[35, 15], [6, 24]]
    rows = [line.split() for line in cells.split(";")]
    for mark in (",", "\t"):
        (tmp_path / "z.csv").write_text(
            delimited(["", "a", "b", "n"], [["a", *rows[0], 50], ["b", *rows[1], 30]], mark)
        )
        assert em.read(tmp_path / "z.csv").rows == [[35, 15], [6, 24]]
    with pytest.raises(InputError, match="several rows of whole numbers that add up to 50"):
        em.read("0.7 0.3; 0.2 0.8", supports=[50, 30])


def test_shares_with_the_digits_of_a_float_are_shares(tmp_path: Path) -> None:
    """As NumPy, pandas and `json` write quotients of counts; the counts come back."""
    drawn = random.Random(7)
    for _ in range(20):
        rows = [[drawn.randint(0, 60) for _ in range(3)] for _ in range(3)]
        rows[0][0] = rows[1][1] = rows[2][2] = 61
        shares, sizes = [[cell / sum(row) for cell in row] for row in rows], list(map(sum, rows))
        (tmp_path / "a.csv").write_text(
            delimited(["", *"abc"], [[n, *row] for n, row in zip("abc", shares, strict=True)])
        )
        beside = [[n, *row, size] for n, row, size in zip("abc", shares, sizes, strict=True)]
        (tmp_path / "b.csv").write_text(delimited(["", *"abc", "support"], beside))
        (tmp_path / "a.json").write_text(json.dumps({"matrix": shares}))
        for name in ("a.csv", "a.json"):
            assert "these are shares" in em.read(tmp_path / name).notes[0]
            assert em.read(tmp_path / name, supports=sizes).rows == rows
        assert em.read(tmp_path / "b.csv").rows == rows


def test_fractions_that_are_given_are_exact_shares() -> None:
    exact = [[F(4, 5), F(1, 5)], [F(1, 10), F(9, 10)]]
    assert em.ConfusionMatrix(exact, supports=[50, 200]).rows == [[40, 10], [20, 180]]
    assert em.ConfusionMatrix(
        [[Decimal("0.80"), Decimal("0.20")], [Decimal("0.10"), Decimal("0.90")]], supports=[50, 90]
    ).rows == [[40, 10], [9, 81]]
    with pytest.raises(InputError, match="class 0: no whole numbers that add up to 7"):
        em.ConfusionMatrix(exact, supports=[7, 10])


@each(("corner", "recall"), [
    ("label_prediction", F(9, 10)), ("species_prediction", F(9, 10)), ("indexedLabel_prediction", F(9, 10)),
    ("actual_predicted", F(9, 10)), ("class_pred", F(9, 10)), ("y_true", F(9, 10)), ("true_label", F(9, 10)),
    ("predictedLabel", F(9, 11)), ("predictedLabel_label", F(9, 11)), ("y_pred_y_true", F(9, 11)), ("y_pred", F(9, 11)),
])  # fmt: skip
def test_the_corner_of_a_crosstab_names_the_rows_first(tmp_path: Path, corner: str, recall: Fraction) -> None:
    path = written(tmp_path, "csv", [corner, "no", "yes"], [["no", 40, 10], ["yes", 5, 45]])
    found = em.read(path)
    assert (found.value("recall", label="yes"), bool(found.notes)) == (recall, recall == F(9, 11))


@each("names", ["Wirklichkeit,Vorhersage", "tatsächlich,vorhergesagt", "réel,prédit", "verdadero,predicho"])
def test_columns_of_labels_have_names_of_other_languages(tmp_path: Path, names: str) -> None:
    (tmp_path / "pairs.csv").write_text(f"{names}\n1,1\n0,1\n")
    assert em.read(tmp_path / "pairs.csv").value("accuracy") == F(1, 2)


def test_columns_beside_labels_that_add_up_to_one_are_called_shares(tmp_path: Path) -> None:
    rows = [("a", "a", "0.75"), ("a", "b", "0.25"), ("b", "b", "1.0")]
    for ending in ("csv", "json", "xlsx"):
        found = em.read(written(tmp_path, ending, ["y_true", "y_pred", "Freq"], rows))
        assert found.notes[0].startswith("each row adds up to 1: these are shares"), ending


def test_columns_of_samples_are_no_matrix_of_as_many_classes(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    for names in ("Var1,Var2,Freq", "annotator,model,count", "y_true,score,fold", "label,age,height"):
        path.write_text(f"{names}\n0,0,50\n0,1,10\n1,1,40\n")
        with pytest.raises(InputError, match=r"is no usual name of a class\. Columns of labels are called"):
            em.read(path)
        assert em.read(path, labels=names.split(",")).n == 103
    for names in ("truth,estimate,n", "obs,pred,Freq", "y_test,yhat,count", "class,predicted_class,nSamples"):
        path.write_text(f"{names}\n0,0,50\n0,1,10\n1,1,40\n")
        assert em.read(path).value("accuracy") == F(9, 10), names


def test_a_line_of_usual_names_below_the_names_that_were_asked_for_is_a_row(tmp_path: Path) -> None:
    (tmp_path / "pairs.csv").write_text("human,model,field\na,b,x\nlabel,prediction,y\n")
    assert em.read(tmp_path / "pairs.csv", true="human", pred="model").n == 2


@each(
    ("options", "message"),
    [
        ({"supports": 8}, "supports= is 8: give one number for each class"),
        ({"supports": "81"}, "supports= is '81': give one"),
        ({"sheet": "X"}, "is no .*, and has no sheet= 'X'"),
        ({"sample_weight": "w"}, "is no table of samples, and has no sample_weight= 'w'"),
        ({"encoding": "utf-32"}, "Give the encoding that the file is in|is no file, and has no encoding= 'utf-32'"),
        ({"encoding": "utf-8\0"}, "there is no encoding|is no file"),
    ],
)
def test_what_a_source_has_not_is_refused(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    (tmp_path / "matrix.csv").write_text("0.75,0.25\n0.5,0.5\n")
    for source in (tmp_path / "matrix.csv", "0.75 0.25; 0.5 0.5"):
        with pytest.raises((UsageError, InputError), match=message):
            em.read(source, **options)


def test_whole_percentages_may_be_counts() -> None:
    balanced = em.ConfusionMatrix([[90, 10], [20, 80]])
    assert "if these are percentages" in balanced.notes[0]
    assert "percent" not in balanced.derive("accuracy").to_text()
    assert em.ConfusionMatrix([[90, 10], [20, 80]], supports=[10, 20]).rows == [[9, 1], [4, 16]]
    assert "each column adds up to 1" in em.ConfusionMatrix([[F(1, 4), F(2, 3)], [F(3, 4), F(1, 3)]]).notes[0]


@each(
    ("supports", "message"),
    [
        ([8, 8], "supports= has 2 numbers for 3 classes"),
        ([8, 8, 11], "class 2: no whole numbers that add up to 11 have these shares"),
        ([8, 8, 1200], "class 2: several rows of whole numbers that add up to 1200 have these shares"),
        ([8, 8, "x"], "supports= number 3 is the text 'x'"),
        ([8, 8, F(1, 2)], "supports= number 3 is 1/2, which is not a whole number"),
    ],
)
def test_shares_that_are_those_of_no_counts_are_refused(supports: list[Any], message: str) -> None:
    with pytest.raises(InputError if "numbers for" not in message else UsageError, match=message.replace("=", "\\=")):
        em.read(inline(SHARES), supports=supports)
    with pytest.raises(InputError, match="whose rows each add up to 1 or 100; here they add up to 8, 8, 12"):
        read_counts(inline(COUNTS), supports=[8, 8, 12])


def test_the_sheet_of_a_workbook_is_chosen(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for name, count in (("first", 1), ("second", 2)):
        sheet = book.create_sheet(name)
        for row in (["", "a", "b"], ["a", count, 0], ["b", 1, 1]):
            sheet.append(row)
    book.save(tmp_path / "two.xlsx")
    assert em.read(tmp_path / "two.xlsx", sheet="second").rows == [[2, 0], [1, 1]]
    with pytest.raises(InputError, match=r"has 2 sheets with data \('first', 'second'\): say which one .* sheet="):
        em.read(tmp_path / "two.xlsx")
    with pytest.raises(UsageError, match=r"has no sheet 'secnd'; .* Did you mean 'second'\?"):
        em.read(tmp_path / "two.xlsx", sheet="secnd")
    (tmp_path / "m.csv").write_text("1,0\n0,1\n")
    with pytest.raises(UsageError, match="is no workbook, and has no sheet= 'first'"):
        em.read(tmp_path / "m.csv", sheet="first")
    told = CliRunner().invoke(main, ["value", str(tmp_path / "two.xlsx"), "-m", "accuracy", "--sheet", "first"])
    assert told.stdout == "2/3\n"


@each("encoding", ["cp1252", "latin-1", "utf-16", "utf-16-le", "utf-8"])
def test_a_file_in_another_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    text = "y_true,y_pred\nGrün,Grün\nWeiß,Grün\n"
    for ending, written_as in (
        ("csv", text),
        ("txt", text),
        ("json", '{"y_true": ["Grün", "Weiß"], "y_pred": ["Grün", "Grün"]}'),
    ):
        path = tmp_path / f"colours.{ending}"
        path.write_bytes(written_as.encode(encoding))
        assert em.read(path, encoding=encoding).labels == ("Grün", "Weiß")
    if encoding == "cp1252":
        with pytest.raises(
            InputError, match=r"Save the file as UTF-8, or say what it is with encoding=, as in .*cp1252"
        ):
            em.read(path)
        with pytest.raises(UsageError, match="there is no encoding 'rot13'"):
            em.read(path, encoding="rot13")
    arguments = ["value", "-", "-m", "accuracy", "--encoding", encoding]
    assert CliRunner().invoke(main, arguments, input=text.encode(encoding)).stdout == "1/2\n"


@each(
    "rows",
    [
        [["Confusion matrix of model A"], ["", "cat", "dog"], ["cat", 5, 1], ["dog", 2, 7]],
        [["", "Predicted", ""], ["Actual", "cat", "dog"], ["cat", 5, 1], ["dog", 2, 7]],
        [["", "", "Predicted", ""], ["", "", "cat", "dog"], ["Actual", "cat", 5, 1], ["", "dog", 2, 7]],
        [["Model A"], ["", "Predicted", ""], ["Actual", "cat", "dog"], ["cat", 5, 1], ["dog", 2, 7]],
        [["Predictions", None, "run 3"], ["y_true", "y_pred", "n"], ["a", "a", 12], ["b", "a", 3]],
        [["Model A", "2026-01-01"], ["y_true", "y_pred"], *[["a", "a"]] * 4, ["b", "a"]],
    ],
)
def test_a_title_above_the_names_is_passed_over(tmp_path: Path, rows: list[list[Any]]) -> None:
    width = max(map(len, rows))
    full = [[*("" if cell is None else cell for cell in row), *[""] * (width - len(row))] for row in rows]
    for ending in ("csv", "tsv", "xlsx"):
        path = written(
            tmp_path,
            ending,
            full[0],
            [[cell or (None if ending == "xlsx" else cell) for cell in row] for row in full[1:]],
        )
        assert em.read(path).value("accuracy") == F(4, 5), ending


@each(
    "rows",
    [
        [["", "", "Actual", ""], ["", "", "a", "b"], ["Predicted", "a", 9, 1], ["", "b", 3, 7]],
        [["", "Reference", ""], ["Prediction", "a", "b"], ["a", 9, 1], ["b", 3, 7]],
        [["", "Tatsächlich", ""], ["", "a", "b"], ["a", 9, 1], ["b", 3, 7]],
        [["", "True class", ""], ["", "a", "b"], ["a", 9, 1], ["b", 3, 7]],
        [["Predicted class", "a", "b"], ["a", 9, 1], ["b", 3, 7]],
        [["pred\\true", "a", "b"], ["a", 9, 1], ["b", 3, 7]],
        [["y_pred / y_true", "a", "b"], ["a", 9, 1], ["b", 3, 7]],
        [["Predicted vs actual", "a", "b"], ["a", 9, 1], ["b", 3, 7]],
        [["Predicted (rows) x Actual (columns)", "a", "b"], ["a", 9, 1], ["b", 3, 7]],
    ],
)
def test_titles_say_what_a_row_is(tmp_path: Path, rows: list[list[Any]]) -> None:
    for ending in ("csv", "xlsx"):
        path = written(tmp_path, ending, rows[0], rows[1:])
        found = em.read(path)
        assert found.value("recall", label="a") == F(3, 4), ending  # 9 of the column of a
        assert "rows are read as predicted classes, as the titles say" in found.notes[0]
        assert em.read(path, orientation="true").value("recall", label="a") == F(9, 10)
    for title in ("Actual", "Results", "true / predicted", "Predictor", "predator", ""):
        path = written(tmp_path, "csv", [title, *rows[-3][-2:]], [["a", 9, 1], ["b", 3, 7]])
        assert (em.read(path).value("recall", label="a"), em.read(path).notes) == (F(9, 10), ())


def test_a_name_that_is_missing_is_no_title(tmp_path: Path) -> None:
    path = written(tmp_path, "csv", ["", "a", ""], [["a", 3, 1], ["b", 0, 2]])
    with pytest.raises(InputError, match="the column name number 2 is empty"):
        em.read(path)


def test_verify_reads_the_data_as_every_command_does(tmp_path: Path) -> None:
    (tmp_path / "claims.md").write_text("The macro F1 is 361/561, the accuracy 9/14.\n")
    asked = ["verify", str(tmp_path / "claims.md"), "--data", inline(SHARES), "--supports", "8,8,12"]
    told = CliRunner().invoke(main, asked)
    assert (told.exit_code, "2 right" in told.stdout) == (0, True), told.output
    for option in ("--sheet", "--encoding", "--supports", "--sample-weight"):
        refused = CliRunner().invoke(main, ["verify", str(tmp_path / "claims.md"), option, "x"])
        assert refused.exit_code == 2
        assert f"{option} says how --data is read" in refused.stderr


def test_sizes_beside_data_that_are_no_matrix_are_refused(tmp_path: Path) -> None:
    for ending in WRITERS:
        path = written(tmp_path, ending, ["Actual class", "Predicted class", "Freq"], ROWS)
        assert em.read(path).value("accuracy") == ACCURACY, ending
        with pytest.raises(UsageError, match="holds no matrix, and supports= restores the counts of a matrix"):
            em.read(path, supports=[43, 17])
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "1.csv").write_text(delimited(["y_true", "y_pred"], [("a", "b")]))
    with pytest.raises(UsageError, match="holds no matrix"):
        em.read(folder, supports=[1, 0])
