"""Excel workbooks (.xlsx), read with openpyxl as the text of their one sheet; their numbers are known to be numbers.

A number is written as its shortest decimal, a date in ISO form, with its time where it has one. Where a formula stands,
its value is read as it was saved.

A few bytes may unpack to very many cells, to one of hundreds of megabytes, or to one far away, and openpyxl would fill
the gap before it. So every part is looked through first, as it unpacks, and refused where a table has no use for it.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
import zipfile
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from xml.parsers import expat
from xml.parsers.expat import errors

from ..exact.errors import InputError, UsageError
from ..exact.limits import DEEPEST, LARGEST_FILE
from .labels import did_you_mean, listed
from .textfile import unreadable

MOST_CELLS = 2_000_000  # of a workbook, empty ones up to the last included
MOST_ELEMENTS = 5 * MOST_CELLS  # of XML in all parts: a cell has up to three, its shared text two
LONG_PARTS = {"worksheet", "sst"}  # the roots of sheets and of shared texts; all other parts are read whole
LARGEST_PART = 16_000_000  # bytes of such a part
MOST_IN_PART = 300_000  # elements of such a part
LONGEST_CELL = 32_767  # characters, as in Excel
LONGEST_TAG = 1_000_000  # bytes
CHUNK = 1 << 16
MARKUP = re.compile(rb"[\xef\xbb\xbf\xfe\xff\0\s]*(?:<|Lo\xa7\x94|\Z)")  # what any XML begins with, also in EBCDIC
TYPES = "[Content_Types].xml"
ENCODINGS = {errors.codes[errors.XML_ERROR_UNKNOWN_ENCODING], errors.codes[errors.XML_ERROR_INCORRECT_ENCODING]}
PICTURES = (".svg", ".vml")  # of XML, or nearly so; openpyxl reads none of them
CURE = "save the sheet as .csv."


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


def _sheets(path: Path, wanted: str | None = None) -> dict[str, Sheet]:
    try:
        import openpyxl
    except ImportError:
        raise UsageError(
            f"{path} is an Excel workbook, which is read with openpyxl: pip install 'exactmetrics[excel]', or {CURE}"
        ) from None
    part = "workbook"
    try:
        extents, elements, named = dict[str, tuple[int, int]](), 0, set[str]()
        with zipfile.ZipFile(path) as packed:
            for part in sorted(packed.namelist(), key=lambda name: name != TYPES):
                if part.lower().endswith(PICTURES) and part not in named:
                    continue
                look = _looked_through(packed, part, elements)
                extents[part], elements = (look.height, look.width), look.elements
                named |= look.named
        book = openpyxl.load_workbook(path, read_only=True, data_only=True, keep_links=False)
        found, left = dict[str, Sheet](), MOST_CELLS
        for sheet in _wanted(book.worksheets, wanted):
            part = f"sheet {sheet.title!r}"
            sheet.reset_dimensions()  # a sheet may claim to have a million columns
            place = sheet._worksheet_path.lstrip("/")
            if place not in extents:
                raise InputError(f"it is kept in {place}, where pictures are and no tables; {CURE}")
            found[sheet.title], left = _read(sheet, extents[place], left)
        return found
    except UsageError as error:
        raise UsageError(f"{path} has {error}") from None
    except InputError as error:
        raise InputError(f"{path}, {part}: {error}") from None
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


def _read(sheet: Any, extent: tuple[int, int], left: int) -> tuple[Sheet, int]:
    """The cells of a sheet up to the last row and column with something in them, and how many more there may be."""
    height, width = extent
    left -= height * width
    if left < 0:
        raise InputError(f"it spans more than {MOST_CELLS:,} cells; {CURE}")
    rows, decimals, characters = list[list[str]](), set[str](), 0
    for row in islice(sheet.iter_rows(max_col=width or 1, values_only=True), height):
        rows.append(list(map(_cell, row)))
        characters += sum(map(len, rows[-1]))
        if characters > LARGEST_FILE:  # a text that many cells share
            raise InputError(f"its cells have more than {LARGEST_FILE // 1_000_000} million characters; {CURE}")
        decimals.update(text for text, value in zip(rows[-1], row, strict=True) if type(value) is float and "." in text)
    return Sheet(rows, frozenset(decimals)), left


def _looked_through(packed: zipfile.ZipFile, part: str, elements: int) -> _Look:
    """What there is in a part, behind so many elements in others; refused where it is more than a table has.

    What a part is for, the types and relations of the workbook say, and not its name. What openpyxl cannot read, as an
    image, is looked through as far as it is XML: no further would openpyxl come.
    """
    look = _Look(elements)
    with packed.open(part) as stream:
        chunk, fed = stream.read(CHUNK), 0
        is_xml = part.lower().endswith((".xml", ".rels"))
        if not is_xml and MARKUP.match(chunk) is None:
            return look
        try:
            while chunk:
                look.parser.Parse(chunk, False)
                fed += len(chunk)
                look.check(fed)
                chunk = stream.read(CHUNK)
            look.parser.Parse(b"", True)
        except expat.ExpatError as error:
            if is_xml or error.code in ENCODINGS:
                raise
    return look


class _Look:
    """What there is in a part of XML, read as it comes: how deep, how many elements, and how far its cells go."""

    def __init__(self, elements: int) -> None:
        self.elements = elements  # with those of the parts before
        self.named = set[str]()  # the parts that this one says the types of
        self.height = self.width = self._row = self._column = 0
        self._elements = self._depth = self._length = self._texts = 0
        self._long = False  # whether it is a sheet, or the shared texts
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler, self.parser.EndElementHandler = self._start, self._end
        self.parser.CharacterDataHandler, self.parser.StartDoctypeDeclHandler = self._text, self._refuse_doctype

    def check(self, fed: int) -> None:
        """Refuse too much, piece by piece: one holds too little to do harm. `fed` are the bytes up to here."""
        if not self._long and fed > LARGEST_PART:
            raise InputError(f"it is larger than {LARGEST_PART // 1_000_000} MB unpacked; {CURE}")
        if fed - self.parser.CurrentByteIndex > LONGEST_TAG:
            raise InputError(f"a tag or a comment in it is longer than {LONGEST_TAG // 1_000_000} MB; {CURE}")
        if self._depth > DEEPEST:
            raise InputError(f"it is nested too deeply: more than {DEEPEST} elements are open at once; {CURE}")
        if not self._long and self._elements > MOST_IN_PART:
            raise InputError(f"it has more than {MOST_IN_PART:,} elements of XML; {CURE}")
        if self.elements > MOST_ELEMENTS:
            raise InputError(f"up to here the workbook has more than {MOST_ELEMENTS:,} elements of XML; {CURE}")
        if self._texts > MOST_CELLS:
            raise InputError(f"it has more than {MOST_CELLS:,} texts, as many as there may be cells; {CURE}")

    def _refuse_doctype(self, *_: object) -> None:
        raise InputError(f"its XML defines entities of its own, which no workbook does; {CURE}")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        self.elements += 1
        self._depth += 1
        kind = name.rpartition(":")[2]
        if self._elements == 1:
            self._long = kind in LONG_PARTS
        if kind == "row":
            self._row, self._column = int(attributes.get("r", self._row + 1)), 0
        elif kind == "c":
            self._column = _column(attributes["r"]) if "r" in attributes else self._column + 1
            self._length = 0
        elif kind in ("v", "is"):
            self.height, self.width = max(self.height, self._row), max(self.width, self._column)
            if self.height * self.width > MOST_CELLS:
                raise InputError(f"it spans more than {MOST_CELLS:,} cells; {CURE}")
        elif kind == "si":
            self._texts += 1
            self._length = 0
        elif kind == "Override":
            self.named.add(attributes.get("PartName", "")[1:])

    def _end(self, name: str) -> None:
        self._depth -= 1

    def _text(self, text: str) -> None:
        self._length += len(text.strip())
        if self._length > LONGEST_CELL:
            raise InputError(f"a cell has more than {LONGEST_CELL:,} characters; {CURE}")


def _column(place: str) -> int:
    """The number of a column, as in B7: letters are digits from 1 to 26."""
    found = 0
    for letter in re.match("[A-Z]*", place.upper())[0]:  # type: ignore[index]
        found = 26 * found + ord(letter) - ord("A") + 1
    return found


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
