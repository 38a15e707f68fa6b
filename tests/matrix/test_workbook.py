"""Excel workbooks: what openpyxl writes is read as the same counts, and what is no workbook is said to be none."""

from __future__ import annotations

import sys
import zipfile
from datetime import date, datetime, time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.exact.limits import LARGEST_FILE
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.reading import read_counts
from tests.cases import each
from tests.tools import module

AB = Counts.from_rows([[3, 1], [0, 2]], labels=["a", "b"])


def workbook(path: Path, *sheets: list[list[Any]]) -> Path:
    openpyxl = module("openpyxl")
    book = openpyxl.Workbook()
    for sheet in [book.active, *(book.create_sheet() for _ in sheets[1:])]:
        for row in sheets[book.worksheets.index(sheet)]:
            sheet.append(row)
    book.save(path)
    return path


@each(
    "rows",
    [
        [[None, "a", "b"], ["a", 3, 1], ["b", 0, 2]],
        [["a", "b"], [3.0, 1], [0, 2]],
        [["Results of March"], [], [None, None, "a", "b"], [None, "a", 3, 1], [None, "b", 0, 2, None]],
        [["y_true", "y_pred"], *[["a", "a"]] * 3, ["a", "b"], *[["b", "b"]] * 2],
        [["id", "y_true", "y_pred", "sample_weight"], [1, "a", "a", 3], [2, "a", "b", 1], [3, "b", "b", 2]],
    ],
)
def test_a_sheet_is_read_as_a_text_file_is(tmp_path: Path, rows: list[list[Any]]) -> None:
    assert read_counts(workbook(tmp_path / "m.xlsx", rows, [])) == AB


def test_a_number_is_a_number(tmp_path: Path) -> None:
    counts = read_counts(workbook(tmp_path / "m.xlsx", [["a", "b"], [1.234, 0.1], [1234, 2]]))
    assert counts.rows() == [[Fraction("1.234"), Fraction(1, 10)], [1234, 2]]
    with pytest.raises(InputError, match=r"'1\.234' may be 1234"):
        read_counts(workbook(tmp_path / "t.xlsx", [["a", "b"], ["1.234", 5], [7, 2]]))
    weighted = [["y_true", "y_pred", "sample_weight"], ["a", "b", 1.234]]
    assert read_counts(workbook(tmp_path / "w.xlsx", weighted)).cells[0, 1] == Fraction("1.234")


@each(
    ("label", "name"),
    [
        (1.125, "1.125"), (1234.5, "1234.5"), (datetime(2024, 1, 5), "2024-01-05"), (date(2024, 1, 5), "2024-01-05"),
        (datetime(2024, 1, 5, 10, 30), "2024-01-05 10:30:00"), (time(10, 30), "10:30:00"), (7.0, "7"),
    ],
)  # fmt: skip
def test_numbers_and_dates_as_labels(tmp_path: Path, label: Any, name: str) -> None:
    rows = [["y_true", "y_pred"], [label, "other"]]
    assert read_counts(workbook(tmp_path / "l.xlsx", rows)).labels == (name, "other")
    named = [[None, label, "x"], [label, 3, 1], ["x", 0, 1.125]]
    counts = read_counts(workbook(tmp_path / "m.xlsx", named))
    assert counts.labels == (name, "x")
    assert counts.cells[1, 1] == Fraction("1.125")


@each(
    ("sheets", "said"),
    [
        ([[]], "is empty"),
        ([[[1], [2]]], "not square"),
        ([[[1]], [[2]]], "2 sheets with data"),
        ([[["a", "b"], [3, None], [0, 2]]], r"m\.xlsx, sheet 'Sheet', line 2, column 2: the cell is empty"),
        ([[["a", "b"], [3, "x"], [0, 2]]], "line 2, column 2: 'x' is not a number"),
    ],
)
def test_faults_name_the_sheet(tmp_path: Path, sheets: list[list[list[Any]]], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_counts(workbook(tmp_path / "m.xlsx", *sheets))


def test_what_is_no_workbook(tmp_path: Path) -> None:
    (tmp_path / "text.xlsx").write_text("a,b\n3,1\n0,2\n")
    with pytest.raises(InputError, match="is no Excel workbook"):
        read_counts(tmp_path / "text.xlsx")
    with pytest.raises(InputError, match="there is no file"):
        read_counts(tmp_path / "none.xlsx")
    for ending in (".xls", ".ods"):
        (tmp_path / f"m{ending}").write_bytes(b"\xd0\xcf\x11\xe0" + b"\0" * 9)
        with pytest.raises(InputError, match=r"save it as"):
            read_counts(tmp_path / f"m{ending}")
    with zipfile.ZipFile(tmp_path / "other.xlsx", "w") as packed:
        packed.writestr("readme.txt", "nothing")
    module("openpyxl")
    with pytest.raises(InputError, match="cannot be read as an Excel workbook"):
        read_counts(tmp_path / "other.xlsx")


def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "big.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b" " * 1000)
    monkeypatch.setattr("exactmetrics.matrix.workbook.LARGEST_FILE", 999)
    with pytest.raises(InputError, match="unpacked"):
        read_counts(path)
    assert LARGEST_FILE > 999


def test_without_openpyxl_the_error_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "m.xlsx", "w") as packed:
        packed.writestr("xl/workbook.xml", "")
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(UsageError, match=r"pip install 'exactmetrics\[excel\]', or save the sheet as \.csv"):
        read_counts(tmp_path / "m.xlsx")


def test_a_few_bytes_that_span_very_many_cells_are_refused(tmp_path: Path) -> None:
    book = module("openpyxl").Workbook()
    for row in range(1, 200):
        book.active.cell(row=row, column=16_384, value=1)
    book.save(tmp_path / "far.xlsx")
    with pytest.raises(InputError, match=r"sheet 'Sheet': it spans more than 2,000,000 cells"):
        read_counts(tmp_path / "far.xlsx")
