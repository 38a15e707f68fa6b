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
from tests.growth import Peak
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


def with_parts(path: Path, **parts: list[str]) -> Path:
    """A workbook of which some parts are these pieces."""
    whole = workbook(path.with_name("whole.xlsx"), [["a", 1.5], ["b", 2]])
    own = {PARTS[name]: pieces for name, pieces in parts.items()}
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in {*old.namelist(), *own}:
            pieces = own[name] if name in own else [old.read(name).decode()]
            if name == "[Content_Types].xml" and "strings" in parts:
                pieces = [
                    pieces[0].replace("</Types>", f'<Override PartName="/{PARTS["strings"]}" {STRINGS}/></Types>')
                ]
            with new.open(name, "w") as stream:
                for piece in pieces:
                    stream.write(piece.encode())
    return path


PARTS = {"sheet": "xl/worksheets/sheet1.xml", "strings": "xl/sharedStrings.xml", "styles": "xl/styles.xml"}
STRINGS = 'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"'
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
CELL = "<c><v>1</v></c>"


def rows(*pieces: str) -> list[str]:
    return [f"<worksheet {MAIN}><sheetData>", *pieces, "</sheetData></worksheet>"]


def far(*places: str) -> list[str]:
    return rows(*(f'<row r="{place.strip("ABCDFX")}"><c r="{place}"><v>1</v></c></row>' for place in places))


@each(
    ("pieces", "part", "said"),
    [
        (far("A1", "XFD1048576"), "sheet", "spans more than 20,000 cells"),
        (far("XFD1", "A1048576"), "sheet", "spans more than 20,000 cells"),
        (far(*(f"XFD{row}" for row in range(1, 200))), "sheet", "spans more than 20,000 cells"),
        (rows("<row>", CELL * 21_000, "</row>"), "sheet", "spans more than 20,000 cells"),
        (rows("<row>" * 100_000, "</row>" * 100_000), "sheet", "nested too deeply: more than 100"),
        (rows("<row>", "<c>" * 15_000, "</c>" * 15_000, "</row>"), "sheet", "nested too deeply: more than 100"),
        (rows("<row><c>", "<f/>" * 110_000, "</c></row>"), "sheet", "more than 100,000 elements"),
        (rows('<row><c t="str"><v>', *["a" * 1_000_000] * 50, "</v></c></row>"), "sheet", "than 32,767 characters"),
        (
            rows('<row><c t="inlineStr"><is>', "<r><t>abc</t></r>" * 20_000, "</is></c></row>"), "sheet",
            "more than 32,767 characters",
        ),
        (rows('<row><c s="', *["1" * 1_000_000] * 50, '"/></row>'), "sheet", "a comment in it is longer than 1 MB"),
        (rows("<!--", *["a" * 1_000_000] * 50, "-->"), "sheet", "a comment in it is longer than 1 MB"),
        (['<!DOCTYPE x [<!ENTITY a "b">]>', *rows("<row><c><v>&a;</v></c></row>")], "sheet", "entities of its own"),
        ([f"<sst {MAIN}>", "<r/>" * 110_000, "</sst>"], "strings", "more than 100,000 elements"),
        ([f"<sst {MAIN}>", "<si/>" * 30_000, "</sst>"], "strings", "more than 20,000 texts"),
        ([f"<sst {MAIN}><si><t>", "a" * 40_000, "</t></si></sst>"], "strings", "more than 32,767 characters"),
        ([f"<styleSheet {MAIN}><cellXfs>", "<xf/>" * 4_000, "</cellXfs></styleSheet>"], "styles", "elements of XML"),
        ([f"<styleSheet {MAIN}>", *[" " * 1_000_000] * 20, "</styleSheet>"], "styles", "is larger than 16 MB"),
    ],
    quick=17,
)  # fmt: skip
def test_what_a_few_bytes_unpack_to_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pieces: list[str], part: str, said: str
) -> None:
    for name, most in (("CELLS", 20_000), ("ELEMENTS", 100_000), ("IN_PART", 3_000)):  # a hundredth of what they are
        monkeypatch.setattr(f"exactmetrics.matrix.workbook.MOST_{name}", most)
    path = with_parts(tmp_path / "m.xlsx", **{part: pieces})
    with Peak() as peak, pytest.raises(InputError, match=rf"m\.xlsx, .*{said}.*save the sheet as \.csv"):
        read_counts(path)
    assert peak.bytes < 30_000_000


def test_texts_that_cells_share_are_counted_as_often_as_they_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("exactmetrics.matrix.workbook.LARGEST_FILE", 1_000_000)
    strings = [f"<sst {MAIN}><si><t>", "a" * 20_000, "</t></si></sst>"]
    with_parts(tmp_path / "m.xlsx", sheet=rows('<row><c t="s"><v>0</v></c></row>' * 60), strings=strings)
    with pytest.raises(InputError, match="its cells have more than"):
        read_counts(tmp_path / "m.xlsx")


def test_a_style_far_away_spans_no_cells(tmp_path: Path) -> None:
    sheet = '<row r="1"><c r="A1"><v>3</v></c><c r="B1"><v>1</v></c></row><row r="2"><c r="A2"><v>0</v></c>'
    sheet += '<c r="B2"><v>2</v></c><c r="XFD2" s="0"/></row><row r="1048576"><c r="A1048576" s="0"/></row>'
    assert read_counts(with_parts(tmp_path / "m.xlsx", sheet=rows(sheet))).rows() == [[3, 1], [0, 2]]


FOUR = f"<row>{CELL * 2}</row>" * 2


def renamed(path: Path, old: str, new: str) -> Path:
    """The workbook with another name of a part, which its types and relations say too."""
    out = path.with_name("renamed.xlsx")
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in whole.namelist():
            text = whole.read(name)
            if name == "[Content_Types].xml" or name.endswith(".rels"):
                text = text.replace(old.rpartition("/")[2].encode(), new.rpartition("/")[2].encode())
            made.writestr(new if name == old else name, text)
    return out


@each("ending", ["foo", "dat", "XML", "png", "svg"])
def test_a_part_is_what_its_type_says_whatever_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    whole = with_parts(tmp_path / "m.xlsx", sheet=rows(FOUR))
    assert read_counts(renamed(whole, PARTS["sheet"], f"xl/worksheets/sheet1.{ending}")).rows() == [[1, 1], [1, 1]]
    for name, most in (("CELLS", 20_000), ("ELEMENTS", 100_000), ("IN_PART", 3_000)):
        monkeypatch.setattr(f"exactmetrics.matrix.workbook.MOST_{name}", most)
    nested = "<r>" * 100_000
    for strings, said in (
        (["<r/>" * 110_000], "more than 100,000 elements"), (["<si/>" * 30_000], "more than 20,000 texts"),
        ([nested, nested.replace("<", "</")], "nested too deeply"), ([" " * 70_000, "<r/>" * 110_000], "100,000 elem"),
    ):  # fmt: skip
        blank = strings.pop(0) if strings[0].isspace() else ""
        whole = with_parts(tmp_path / "m.xlsx", strings=[blank, f"<sst {MAIN}>", *strings, "</sst>"])
        path = renamed(whole, PARTS["strings"], f"xl/ss.{ending}")
        with pytest.raises(InputError, match=rf"xlsx, xl/ss\.{ending}: .*{said}"):
            read_counts(path)


def test_the_elements_of_all_parts_are_counted_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("exactmetrics.matrix.workbook.MOST_ELEMENTS", 100_000)
    whole = with_parts(tmp_path / "m.xlsx", sheet=rows(FOUR))
    with zipfile.ZipFile(whole, "a") as packed:
        for n in range(6):
            packed.writestr(f"xl/worksheets/other{n}.xml", "".join(rows("<row/>" * 20_000)))
    with pytest.raises(InputError, match="up to here the workbook has more than 100,000 elements of XML"):
        read_counts(whole)


def test_pictures_are_not_looked_through(tmp_path: Path) -> None:
    whole = with_parts(tmp_path / "m.xlsx", sheet=rows(FOUR))
    with zipfile.ZipFile(whole, "a") as packed:
        packed.writestr("xl/media/image1.svg", '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" ""><svg/>')
        packed.writestr("xl/media/image2.png", b"\x89PNG\r\n\x1a\n" + b"<" * 100)
        packed.writestr("xl/drawings/vmlDrawing1.vml", "<xml><br></xml>")
        packed.writestr("xl/printerSettings/printerSettings1.bin", b"<\0p\0")
    assert read_counts(whole).rows() == [[1, 1], [1, 1]]
