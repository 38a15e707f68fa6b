"""Excel workbooks (.xlsx), read with openpyxl as the text of their one sheet; their numbers are known to be numbers.

A number is written as its shortest decimal, a date in ISO form, with its time where it has one. Where a formula stands,
its value is read as it was saved.
"""

from __future__ import annotations

import csv
import datetime
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..exact.errors import InputError, UsageError
from ..exact.limits import LARGEST_FILE
from .labels import did_you_mean, listed
from .textfile import unreadable

MOST_CELLS = 2_000_000  # of a sheet, empty ones included


class Sheet(NamedTuple):
    """The cells of a sheet, row by row, as texts, and those of them that are numbers with a decimal point."""

    rows: list[list[str]]
    decimals: frozenset[str]


def text_of_workbook(path: Path, wanted: str | None = None) -> tuple[str, str, frozenset[str]]:
    """The cells of the sheet, as text with tabs; what messages call it; its decimals.

    It is the one that is `wanted`, by its name, or the only one that holds any.
    """
    _check_file(path)
    sheets = _sheets(path, wanted)
    filled = {name: sheet for name, sheet in sheets.items() if any(any(row) for row in sheet.rows)}
    if not filled:
        raise InputError(f"{path} is empty: no sheet of it that is read has a cell with something in it.")
    if len(filled) > 1:
        raise InputError(
            f"{path} has {len(filled)} sheets with data ({listed(filled)}): say which one is meant with sheet=."
        )
    [(name, (rows, decimals))] = filled.items()
    # A table may stand anywhere on a sheet, and a title beside it; a single cell in its row says nothing of the table.
    first = min((_begin(row) for row in rows if len(list(filter(None, row))) > 1 or len(rows) == 1), default=0)
    width, text = max(map(len, rows)), io.StringIO()
    table = ([*row, *[""] * (width - len(row))][first:] for row in rows)
    csv.writer(text, delimiter="\t", lineterminator="\n").writerows(table)
    return text.getvalue(), f"{path}, sheet {name!r}", decimals


def _check_file(path: Path) -> None:
    """Refuse what is no workbook, and what would be too large unpacked."""
    try:
        with path.open("rb") as file:
            if file.read(2) != b"PK":  # of a device the end would be looked for without end
                raise zipfile.BadZipFile
        with zipfile.ZipFile(path) as packed:
            size = sum(member.file_size for member in packed.infolist())
    except zipfile.BadZipFile:
        raise InputError(f"{path} is no Excel workbook, whatever its name says; text is called .csv or .txt.") from None
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    if size > LARGEST_FILE:
        raise InputError(f"{path} is larger than {LARGEST_FILE // 1_000_000} MB unpacked; save the sheet as .csv.")


def _sheets(path: Path, wanted: str | None) -> dict[str, Sheet]:
    try:
        import openpyxl
    except ImportError:
        raise UsageError(
            f"{path} is an Excel workbook, which is read with openpyxl: pip install 'exactmetrics[excel]', or save "
            "the sheet as .csv."
        ) from None
    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        found = {}
        for sheet in _wanted(book.worksheets, wanted):
            sheet.reset_dimensions()  # a sheet may claim to have a million columns
            found[sheet.title] = _read(sheet)
        return found
    except UsageError as error:
        raise UsageError(f"{path} has {error}") from None
    except InputError as error:
        raise InputError(f"{path}, sheet {sheet.title!r}: {error}") from None
    except Exception as error:  # of the zip file, of its XML, or of openpyxl, each with errors of its own
        told = (str(error) or type(error).__name__).splitlines()[0][:200]
        raise InputError(f"{path} cannot be read as an Excel workbook: {told}") from None


def _wanted(sheets: Sequence[Any], wanted: str | None) -> Sequence[Any]:
    """The sheets that are to be read: all, or the one of a name."""
    if wanted is None:
        return sheets
    names = [sheet.title for sheet in sheets]
    if wanted not in names:
        raise UsageError(f"no sheet {wanted!r}; it has {listed(names)}.{did_you_mean(wanted, names)}")
    return [sheets[names.index(wanted)]]


def _read(sheet: Any) -> Sheet:
    """The cells of a sheet; openpyxl fills the gaps between them, so that a few bytes may be very many cells."""
    rows, decimals, cells = list[list[str]](), set[str](), 0
    for row in sheet.iter_rows(values_only=True):
        cells += max(1, len(row))
        if cells > MOST_CELLS:
            raise InputError(f"it spans more than {MOST_CELLS:,} cells; save what is meant as .csv.")
        rows.append(list(map(_cell, row)))
        decimals.update(text for text, value in zip(rows[-1], row, strict=True) if type(value) is float and "." in text)
    return Sheet(rows, frozenset(decimals))


def _begin(row: list[str]) -> int:
    return next((at for at, cell in enumerate(row) if cell), 0)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime) and value.time() == datetime.time.min:
        return str(value.date())
    return str(value).replace("\r", "").replace("\n", " ").strip()
