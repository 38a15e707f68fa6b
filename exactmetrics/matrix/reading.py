"""Reading counts from a file, from standard input, or from an inline matrix such as `6 1 1/2; 1 5 0.5; 2 3 7`.

The kind of a file is told by its ending, that of standard input by its text. A word that is neither a matrix nor a file
is an error about the file.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Hashable, Iterable
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from ..exact.errors import InputError, UsageError
from .blocks import Blocks
from .counts import Counts
from .exact_count import Count, number
from .labels import check_labels
from .rows import refuse_totals

TYPE_CHECKING = False  # pathlib and the csv reader are loaded only when a file is read
if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO, TextIO

    from .delimited import Table
    from .label_files import LabelFile, Opener


class Asked(NamedTuple):
    """What the caller says of the data."""

    labels: tuple[Hashable, ...] | None = None
    orientation: str | None = None
    true: str | None = None
    pred: str | None = None
    sample_weight: str | None = None
    sheet: str | None = None
    encoding: str | None = None
    supports: tuple[object, ...] | None = None

    @property
    def columns(self) -> dict[str, str | None]:
        """The names of the columns."""
        return {"true": self.true, "pred": self.pred, "sample_weight": self.sample_weight}

    @property
    def of_data(self) -> dict[str, Any]:
        """What is said of data, whatever file they are in."""
        return {"labels": self.labels, "orientation": self.orientation, "supports": self.supports, **self.columns}

    @property
    def of_samples(self) -> bool:
        """Whether columns of samples, or the sizes of classes, are named, which only tables of ours have."""
        return self.supports is not None or any(self.columns.values())


class SourceText(NamedTuple):
    """The text of a source, what the source is called, and its file."""

    text: str
    name: str
    path: Path | None = None


def text_of(source: object, asked: Asked, stdin: TextIO | BinaryIO | None = None) -> SourceText | None:
    """The text that a source is or holds; None where it holds none, as a workbook or a folder, or is not there."""
    from pathlib import Path

    from .textfile import decoded, file_bytes

    if source == "-":
        return SourceText(decoded(input_bytes(stdin, asked.encoding), "standard input"), "standard input")
    if isinstance(source, str) and not is_file(source):
        return SourceText(source, INLINE) if len(re.findall(r"[0-9]+", source)) > 2 and "://" not in source else None
    if not isinstance(source, (str, os.PathLike)) or not os.path.isfile(source):
        return None
    path = Path(source)
    if path.suffix.lower() in (*WORKBOOKS, *OTHER_WORKBOOKS, ".parquet"):
        return None
    try:
        return SourceText(decoded(file_bytes(path, asked.encoding), str(path)), str(path), path)
    except InputError:
        return None


def _refuse(asked: Asked, name: str, what: str, *has_not: str) -> None:
    """Refuse what was asked of a source that has no such thing, and would leave it out without a word."""
    for option in has_not:
        if (given := getattr(asked, option)) is not None:
            raise UsageError(f"{name} is {what}, and has no {option}= {given!r}.")


# A comment is taken whole, in one way: a row of many "#" would otherwise be tried in all ways.
TOML_START = re.compile(r"(?:\s|#.*\n)*+(?:\[\s*[A-Za-z_]|[A-Za-z_][\w.-]*\s*=)")

OTHER_WORKBOOKS = {
    ".xls": "an old Excel workbook: save it as .xlsx or .csv",
    ".xlsb": "a binary Excel workbook: save it as .xlsx or .csv",
    ".ods": "an OpenDocument spreadsheet: save it as .csv or .xlsx",
    ".numbers": "a spreadsheet of Numbers: export it as .csv or .xlsx",
}
WORKBOOKS = (".xlsx", ".xlsm")
INLINE = "inline text"
HEAD_LINES = 8  # of a file, from which the beginning of its table is found
LONGEST_LINE = 1 << 20

SEPARATOR = re.compile(r"sep=[;,\t|]\W*\n", re.IGNORECASE)  # which is no TOML

_READ = WeakKeyDictionary[Any, bytes]()  # what a standard input held

LIKE_A_NUMBER = re.compile(r"[+-]?\.?\d[\d.eE/+-]*")  # it may be too long, or too large, to be read


def read_counts(
    source: str | os.PathLike[str],
    *,
    true: str | None = None,
    pred: str | None = None,
    orientation: str | None = None,
    labels: Iterable[Hashable] | None = None,
    sample_weight: str | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
    supports: Iterable[object] | None = None,
    stdin: TextIO | BinaryIO | None = None,
) -> Counts | Blocks:
    """Read counts from a path, from "-" for `stdin` (the process's own when not given), or from an inline matrix.

    `true` and `pred` name the two label columns where these have no usual names, `sample_weight` the column that says
    how often each row counts, `labels` the classes of a matrix without names, or their order. A workbook of several
    sheets is read from `sheet`, a text from its `encoding`; of a matrix of shares the counts are restored by the
    `supports` of the classes. Blocks are what a source holds that knows only some counts of every class.
    """
    asked = asked_of(
        true=true, pred=pred, orientation=orientation, labels=labels, sample_weight=sample_weight, sheet=sheet,
        encoding=encoding, supports=supports,
    )  # fmt: skip
    return read_as_asked(source, asked, stdin)


def asked_of(
    labels: Iterable[Hashable] | None = None, supports: Iterable[object] | None = None, **asked: str | None
) -> Asked:
    """What a caller says, checked."""
    sizes = None
    if supports is not None:
        from .shares import sizes_given

        sizes = sizes_given(supports)
    return Asked(None if labels is None else check_labels(labels), supports=sizes, **asked)


def read_as_asked(
    source: str | os.PathLike[str], asked: Asked, stdin: TextIO | BinaryIO | None = None
) -> Counts | Blocks:
    """What `read_counts` does, of what was said of the data before."""
    encoding = asked.encoding
    if isinstance(source, str) and source == "-":
        _refuse(asked, "standard input", "no workbook", "sheet")
        return _counts_from_bytes(input_bytes(stdin, encoding), "standard input", asked)
    if not isinstance(source, (str, os.PathLike)):
        raise InputError(f"read takes a path, '-' or an inline matrix, not a {type(source).__name__}.")
    if isinstance(source, str) and not is_file(source):
        if not source.strip():
            raise InputError("the source is empty: give a file, '-' or an inline matrix such as '6 1; 2 3'.")
        if source.lstrip().startswith(("[[", "{")):
            _refuse(asked, INLINE, "no file", "sheet", "encoding")
            return _counts_from_bytes(source.encode(), INLINE, asked)
        if looks_inline(source):
            _refuse(asked, "an inline matrix", "no file", "sheet", "encoding")
            return _inline_counts(source, asked)
        from .parts import is_address, is_pattern

        if is_address(source) or is_pattern(source):
            return _counts_from_parts(source, asked)
    elif os.path.isdir(source):
        return _counts_from_parts(os.fspath(source), asked)
    from pathlib import Path

    return _counts_from_path(Path(source), asked)


def is_inline(source: str) -> bool:
    """Say whether a text that names no file is counts: a matrix, or JSON."""
    return not is_file(source) and (source.lstrip().startswith(("[[", "{")) or looks_inline(source))


def is_file(source: str) -> bool:
    """Say whether a text is the name of something that exists; a text no path can be is not."""
    try:
        return os.path.exists(source)
    except ValueError:  # a null character
        return False


def input_bytes(stdin: TextIO | BinaryIO | None, encoding: str | None = None) -> bytes:
    """All of a stream, or of the process's own standard input; in UTF-8, if its encoding is said.

    That of the process is kept, for one command may ask for it twice: for counts and then for scores, or for two of its
    columns.
    """
    from .textfile import standard_input, stream_bytes

    stream: Any = stdin if stdin is not None else standard_input()
    data = stream_bytes(getattr(stream, "buffer", stream), "standard input", encoding)
    if stdin is None:
        data = _READ[stream] = data or _READ.get(stream, b"")
    return data


def _counts_from_parts(source: str, asked: Asked) -> Counts:
    """Count the samples of all files of a folder or a pattern, or of what an engine finds at an address."""
    from .delimited import COLUMNS
    from .label_files import counts_from_label_files
    from .parts import counts_from_parquet, files_of, is_address
    from .shares import refuse_supports

    refuse_supports(asked.supports, source)
    _refuse(asked, source, "no workbook", "sheet")
    if is_address(source):
        _refuse(asked, source, "no text", "encoding")
        return counts_from_parquet([source], source, labels=asked.labels, **asked.columns)
    files, notes = files_of(source)
    if files[0].suffix.lower() == ".parquet":
        _refuse(asked, source, "no text", "encoding")
        names = [str(path) for path in files]
        return counts_from_parquet(names, source, labels=asked.labels, **asked.columns).noted(notes)
    parts: list[LabelFile] = []
    for path in files:
        _, _, part = _table_of(partial(opened, path, asked.encoding), str(path), asked, path)
        if part is None:
            raise InputError(f"{path} has no two columns of labels, and only such files are counted together.{COLUMNS}")
        parts.append(part)
    return counts_from_label_files(parts, asked.labels).noted(notes)


def _counts_from_path(path: Path, asked: Asked) -> Counts | Blocks:
    from .shares import refuse_supports
    from .textfile import decoded, file_bytes

    ending = path.suffix.lower()
    name = str(path)
    if ending not in WORKBOOKS:
        _refuse(asked, name, "no workbook", "sheet")
    if ending in (*WORKBOOKS, ".parquet"):
        _refuse(asked, name, "no text", "encoding")
    if ending in WORKBOOKS:
        from .workbook import text_of_workbook

        text, name, pointed = text_of_workbook(path, asked.sheet)
        return _counts_from_csv(lambda: io.BytesIO(text.encode()), name, asked, pointed=pointed)
    if ending == ".parquet":
        from .parts import counts_from_parquet

        if not os.path.exists(path):
            file_bytes(path)  # raises the error about the file
        refuse_supports(asked.supports, name)
        return counts_from_parquet([name], name, labels=asked.labels, **asked.columns)
    if ending in (".csv", ".tsv", ".tab"):
        return _counts_from_csv(partial(opened, path, asked.encoding), name, asked, path)
    if ending in OTHER_WORKBOOKS and os.path.isfile(path):
        raise InputError(f"{path} is {OTHER_WORKBOOKS[ending]}.")
    data = file_bytes(path, asked.encoding)
    if ending in (".json", ".toml"):
        from .structured import counts_from_text

        return counts_from_text(decoded(data, name), ending[1:], name, **asked.of_data)
    return _counts_from_bytes(data, name, asked)


def opened(path: Path, encoding: str | None = None) -> BinaryIO:
    """Open a file in binary mode, after its byte order mark; of one in another encoding its text in UTF-8."""
    from .textfile import UTF16, decoded, file_bytes, unreadable

    if encoding is not None:
        return io.BytesIO(file_bytes(path, encoding))

    try:
        file = path.open("rb")
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    start = file.read(3)
    if start.startswith(UTF16):
        with file:
            return io.BytesIO(decoded(start + file.read(), str(path)).encode())
    file.seek(3 if start == b"\xef\xbb\xbf" else 0)
    return file


def _counts_from_bytes(data: bytes, name: str, asked: Asked) -> Counts | Blocks:
    """Read data of unknown kind: JSON, TOML, an inline matrix or delimited text, told by how it begins."""
    from .textfile import decoded

    text = decoded(data, name)
    start = text.lstrip()
    if not start:
        raise InputError(f"{name} is empty.")
    json = start.startswith("{") or re.match(r"\[\s*[\[\]{]", start)
    if json or (TOML_START.match(text) and not SEPARATOR.match(text)):
        from .structured import counts_from_text

        return counts_from_text(text, "json" if json else "toml", name, **asked.of_data)
    if looks_inline(text) and ";" in text and "\n" not in text.strip():
        return _inline_counts(text, asked)
    plain = text.encode()
    return _counts_from_csv(lambda: io.BytesIO(plain), name, asked)


def _counts_from_csv(
    open_file: Opener, name: str, asked: Asked, path: Path | None = None, pointed: frozenset[str] = frozenset()
) -> Counts:
    """Read delimited text: two columns of labels if its header names them, otherwise a matrix."""
    from .delimited import matrix_from_csv
    from .label_files import counts_from_label_files
    from .shares import refuse_supports
    from .textfile import decoded_lines

    opened, table, found = _table_of(open_file, name, asked, path, pointed)
    if found is not None:
        refuse_supports(asked.supports, name)
        return counts_from_label_files([found], asked.labels)
    if asked.sample_weight:
        _refuse(asked, name, "no table of samples", "sample_weight")
    with opened() as file:
        text = decoded_lines(file.read(), name, table.above + 1)
    return matrix_from_csv(text, name, asked.labels, asked.orientation, table, asked.supports)


def _table_of(
    open_file: Opener, name: str, asked: Asked, path: Path | None, pointed: frozenset[str] = frozenset()
) -> tuple[Opener, Table, LabelFile | None]:
    """What opens a file where its table begins; the table; and its two columns of labels, if the header names them."""
    from .delimited import names_its_rows, table_of
    from .label_files import label_file
    from .textfile import decoded_lines, refuse_binary

    with open_file() as file:
        head = [file.readline(LONGEST_LINE) for _ in range(HEAD_LINES)]
        if b"\r" in head[0].rstrip(b"\r\n"):  # lines that end in a carriage return alone
            plain = (b"".join(head) + file.read()).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            open_file, path = lambda: io.BytesIO(plain), None
            head = plain.split(b"\n", HEAD_LINES)[:HEAD_LINES]
    refuse_binary(b"".join(head), name)
    wanted = [column for column in (asked.true, asked.pred) if column]
    table = table_of([line.decode(errors="replace") for line in head], wanted)._replace(pointed=pointed)

    def opened() -> BinaryIO:
        return _behind(open_file(), table.above)

    header = decoded_lines(head[table.above], name, table.above + 1)
    if not wanted and names_its_rows([line.decode(errors="replace") for line in head[table.above :]]):
        return opened, table, None
    return opened, table, label_file(opened, header, asked.true, asked.pred, name, table, path, asked.sample_weight)


def _behind(file: BinaryIO, lines: int) -> BinaryIO:
    for _ in range(lines):
        file.readline()
    return file


def looks_inline(text: str) -> bool:
    """Say whether a text is a matrix rather than a file name: only numbers, or several rows beginning with one."""
    cells = re.split(r"[\s,;]+", text.strip())
    if all(number(cell.removesuffix("%")) is not None for cell in cells):
        return True
    return ";" in text and LIKE_A_NUMBER.fullmatch(cells[0]) is not None


def _inline_counts(text: str, asked: Asked) -> Counts:
    from .decimal_marks import percents

    columns = [option for option, given in asked.columns.items() if given]
    _refuse(asked, "an inline matrix", "no table of samples", *columns)
    rows, read = list[list[Count]](), percents(number)
    lines = [re.split(r"\s*,\s*|\s+", line.strip()) for line in re.split(r"[;\r\n]+", text) if line.strip()]
    for row, line in enumerate(lines, start=1):
        cells: list[Count] = []
        for column, cell in enumerate(line, start=1):
            value = read(cell)
            if value is None:
                raise InputError(
                    f"inline matrix, row {row}, column {column}: {cell[:40]!r} is no number, or a long one."
                )
            cells.append(value)
        rows.append(cells)
    refuse_totals(rows, "inline matrix", asked.labels)
    step = None
    if asked.supports is not None or len(rows) < len(rows[0]):
        from .shares import written_step

        step = written_step(cell for line in lines for cell in line[: len(rows)])
    return Counts.from_rows(
        rows, labels=asked.labels, orientation=asked.orientation, supports=asked.supports, step=step
    )
