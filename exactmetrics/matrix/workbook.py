"""Excel workbooks (.xlsx), read as the text of their one sheet; their numbers are known to be numbers.

A number is written as its shortest decimal, a date in ISO form, with its time where it has one. Where a formula stands,
its value is read as it was saved. openpyxl reads the parts that say which sheets there are and which numbers are dates;
sheets and texts, which may be long, are read as they come: a few bytes may unpack to very many cells, or to one cell
far away.
"""

from __future__ import annotations

import csv
import datetime
import io
import zipfile
from functools import cache
from pathlib import Path
from typing import IO, Any, NamedTuple
from xml.parsers import expat

from ..exact.errors import InputError, UsageError
from ..exact.limits import DEEPEST, LARGEST_FILE
from .labels import listed
from .textfile import unreadable

MOST_CELLS = 2_000_000  # of a workbook, and of the table that a sheet is made; empty ones included
MOST_ELEMENTS = 5 * MOST_CELLS  # of XML: a cell has up to three, and some stand beside the cells
LONGEST_CELL = 32_767  # characters, as in Excel
LARGEST_PART = 16_000_000  # bytes of a part that is read whole
MOST_IN_PART = 300_000  # elements of such a part
LONGEST_TAG = 1_000_000  # bytes
CHUNK = 1 << 16
CURE = "save the sheet as .csv."
_NOTHING: list[str] = []  # a row without a cell


class Sheet(NamedTuple):
    """The cells of a sheet, row by row, as texts, and those of them that are numbers with a decimal point."""

    rows: list[list[str]]
    decimals: frozenset[str]


def text_of_workbook(path: Path) -> tuple[str, str, frozenset[str]]:
    """The cells of the only sheet that holds any, as text with tabs; what messages call the sheet; its decimals."""
    _check_file(path)
    filled = {name: sheet for name, sheet in _sheets(path).items() if sheet.rows}
    if not filled:
        raise InputError(f"{path} is empty: no sheet of it has a cell with something in it.")
    if len(filled) > 1:
        raise InputError(f"{path} has {len(filled)} sheets with data ({listed(filled)}); keep the one that is meant.")
    [(name, (rows, decimals))] = filled.items()
    # A table may stand anywhere on a sheet, and a title beside it; a single cell in its row says nothing of the table.
    first = min((_begin(row) for row in rows if len(list(filter(None, row))) > 1 or len(rows) == 1), default=0)
    width, text = max(map(len, rows)), io.StringIO()
    if len(rows) * (width - first) > MOST_CELLS:
        raise InputError(f"{path}, sheet {name!r}: {_far()}")
    table = ([*row, *[""] * (width - len(row))][first:] for row in rows)
    csv.writer(text, delimiter="\t", lineterminator="\n").writerows(table)
    return text.getvalue(), f"{path}, sheet {name!r}", decimals


def _far() -> InputError:
    return InputError(f"it spans more than {MOST_CELLS:,} cells; {CURE}")


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


def _sheets(path: Path) -> dict[str, Sheet]:
    try:
        import openpyxl
    except ImportError:
        raise UsageError(
            f"{path} is an Excel workbook, which is read with openpyxl: pip install 'exactmetrics[excel]', or {CURE}"
        ) from None
    part = "workbook"
    try:
        with _Archive(path) as archive:
            reader = openpyxl.reader.excel.ExcelReader(path, read_only=True, data_only=True, keep_links=False)
            reader.archive.close()
            reader.archive = archive
            reader.read_manifest()
            reader.read_workbook()
            openpyxl.reader.excel.apply_stylesheet(archive, reader.wb)
            part = "shared texts"
            strings = _Strings()
            if (found := reader.package.find(openpyxl.xml.constants.SHARED_STRINGS)) is not None:
                strings.read(archive.open(found.PartName[1:]))
            sheets, left = dict[str, Sheet](), MOST_CELLS
            for sheet, relation in reader.parser.find_sheets():
                if relation.target in archive.namelist() and "chartsheet" not in relation.Type:
                    part = f"sheet {sheet.name!r}"
                    cells = _Cells(reader.wb, strings.found, left)
                    cells.read(archive.open(relation.target))
                    sheets[sheet.name], left = Sheet(cells.rows, frozenset(cells.decimals)), cells.left
            return sheets
    except InputError as error:
        raise InputError(f"{path}, {part}: {error}") from None
    except Exception as error:  # of the zip file, of its XML, or of openpyxl, each with errors of its own
        told = (str(error) or type(error).__name__).splitlines()[0][:200]
        raise InputError(f"{path} cannot be read as an Excel workbook: {told}") from None


class _Archive(zipfile.ZipFile):
    """The parts of a workbook, of which those that are read whole are small."""

    def read(self, name: str | zipfile.ZipInfo, pwd: bytes | None = None) -> bytes:
        if self.getinfo(str(name)).file_size > LARGEST_PART:
            raise InputError(f"its part {name} is larger than {LARGEST_PART // 1_000_000} MB unpacked; {CURE}")
        data = super().read(name, pwd)
        _Xml(MOST_IN_PART).read(io.BytesIO(data))
        return data


class _Xml:
    """XML that is read as it comes, element by element, and refused where it is more than the data of a workbook."""

    def __init__(self, most: int) -> None:
        self._most, self._begun, self._ended = most, 0, 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler, self._parser.EndElementHandler = self._start, self._end
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype

    def read(self, stream: IO[bytes]) -> None:
        fed = 0
        with stream:
            while chunk := stream.read(CHUNK):
                self._parser.Parse(chunk, False)
                fed += len(chunk)
                self._check(fed - self._parser.CurrentByteIndex)
            self._parser.Parse(b"", True)

    def _check(self, waiting: int) -> None:
        """Look at the numbers piece by piece: one holds too little to do harm."""
        if waiting > LONGEST_TAG:
            raise InputError(f"a tag or a comment in it is longer than {LONGEST_TAG // 1_000_000} MB; {CURE}")
        if self._begun - self._ended > DEEPEST:
            raise InputError(f"it is nested too deeply: more than {DEEPEST} elements are open at once; {CURE}")
        if self._begun > self._most:
            raise InputError(f"it has more than {self._most:,} elements of XML; {CURE}")

    def _refuse_doctype(self, *_: object) -> None:
        raise InputError(f"its XML defines entities of its own, which no workbook does; {CURE}")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._begun += 1
        self.opened(name.rpartition(":")[2] if ":" in name else name, attributes)

    def _end(self, name: str) -> None:
        self._ended += 1
        self.closed(name.rpartition(":")[2] if ":" in name else name)

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""

    def closed(self, name: str) -> None:
        """An element ends."""


class _Texts(_Xml):
    """The texts of an element, without how they are pronounced."""

    def __init__(self) -> None:
        super().__init__(MOST_ELEMENTS)
        self._kept, self._length, self._spoken = list[str](), 0, False

    def begin(self) -> None:
        self._kept, self._length = [], 0

    def listen(self, yes: bool) -> None:
        self._parser.CharacterDataHandler = self._keep if yes and not self._spoken else None

    def _keep(self, text: str) -> None:
        self._kept.append(text)
        self._length += len(text)
        if self._length > LONGEST_CELL:
            raise InputError(f"a cell has more than {LONGEST_CELL:,} characters; {CURE}")

    def text(self) -> str:
        return "".join(self._kept)

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        if name == "rPh":
            self._spoken = True
        elif name == "t":
            self.listen(True)

    def closed(self, name: str) -> None:
        if name == "rPh":
            self._spoken = False
        elif name == "t":
            self.listen(False)


class _Strings(_Texts):
    """The texts that cells share."""

    def __init__(self) -> None:
        super().__init__()
        self.found = list[str]()

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        if name == "si":
            self.begin()
        super().opened(name, attributes)

    def closed(self, name: str) -> None:
        super().closed(name)
        if name == "si":
            if len(self.found) == MOST_CELLS:
                raise InputError(f"there are more than {MOST_CELLS:,} of them; {CURE}")
            self.found.append(self.text().replace("x005F_", ""))


class _Cells(_Texts):
    """The rows of a sheet, up to the last cell with something in it; `left` is how many more cells there may be."""

    def __init__(self, book: Any, strings: list[str], left: int) -> None:
        super().__init__()
        self._strings, self.left, self._epoch = strings, left, book.epoch
        self._dates, self._durations = book._date_formats, book._timedelta_formats
        self.rows, self.decimals = list[list[str]](), set[str]()
        self._row, self._at, self._column, self._kind, self._style = list[str](), 0, 0, "n", 0
        self._characters = 0

    def _span(self, cells: int) -> None:
        self.left -= cells
        if self.left < 0:
            raise _far()

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            column = _column(attributes["r"]) if "r" in attributes else self._column + 1
            self._span(max(self._column > 0, column - max(1, self._column)))  # the row has paid for one
            self._column, self._kind, self._style = column, attributes.get("t", "n"), int(attributes.get("s", 0))
            self.begin()
        elif name == "v":
            self.listen(self._kind != "inlineStr")
        elif name == "row":
            at = int(attributes.get("r", self._at + 1))
            if at <= self._at:
                raise InputError(f"row {at} stands behind row {self._at}; {CURE}")
            self._span(at - self._at)
            self._row, self._at, self._column = [], at, 0
        elif self._kind == "inlineStr":
            super().opened(name, attributes)

    def closed(self, name: str) -> None:
        if name == "c":
            if shown := self._shown():
                self._row += [""] * (self._column - len(self._row))
                self._row[self._column - 1] = shown
        elif name == "v":
            self.listen(False)
        elif name == "row":
            if self._row:
                self.rows += [_NOTHING] * (self._at - 1 - len(self.rows))
                self.rows.append(self._row)
        else:
            super().closed(name)

    def _shown(self) -> str:
        text = self.text()
        value = self._value(text) if text else None
        shown = _cell(value)
        if type(value) is float and "." in shown:
            self.decimals.add(shown)
        self._characters += len(shown)
        if self._characters > LARGEST_FILE:
            raise InputError(f"its cells have more than {LARGEST_FILE // 1_000_000} million characters; {CURE}")
        return shown

    def _value(self, text: str) -> Any:
        if self._kind == "n":
            number = float(text) if "." in text or "e" in text or "E" in text else int(text)
            return self._date(number) if self._style in self._dates else number
        if self._kind == "s":
            return self._strings[int(text)]
        if self._kind == "b":
            return bool(int(text))
        if self._kind == "d":
            from openpyxl.utils.datetime import from_ISO8601

            return from_ISO8601(text)
        return text

    def _date(self, number: float) -> Any:
        from openpyxl.utils.datetime import from_excel

        try:
            return from_excel(number, self._epoch, timedelta=self._style in self._durations)
        except (OverflowError, ValueError):  # outside the dates that there are
            return "#VALUE!"


@cache
def _of_letters(letters: str) -> int:
    from openpyxl.utils import column_index_from_string

    return int(column_index_from_string(letters))


def _column(coordinate: str) -> int:
    return _of_letters(coordinate.rstrip("0123456789"))


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
