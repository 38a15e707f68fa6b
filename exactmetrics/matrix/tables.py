"""A file as a table of named columns, whatever stands in them: of delimited text, JSON, TOML, Excel or parquet."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TextIO

from ..exact.errors import InputError
from ..exact.many import many
from .decimal_marks import number_reader
from .delimited import delimiter_of, table_of, without_end
from .label_files import split
from .labels import listed
from .reading import HEAD_LINES, OTHER_WORKBOOKS, input_bytes, is_file, looks_inline
from .structured import parsed
from .textfile import decoded, file_bytes


class Table(NamedTuple):
    """The columns of a file by their names, in its order; `name` is what messages call it."""

    name: str
    columns: Mapping[str, Sequence[Any]]


def table_of_file(
    source: str | os.PathLike[str], stdin: TextIO | BinaryIO | None = None, *, blank: bool = False,
    sheet: str | None = None, encoding: str | None = None,
) -> Table:  # fmt: skip
    """Read a path, or standard input where it is "-"; cells of text files are texts, numbers with a decimal point.

    Rows of `blank` cells are left out, unless they mean something.
    """
    if source == "-":
        return _of_text(decoded(input_bytes(stdin, encoding), "standard input"), "standard input", blank=blank)
    if isinstance(source, str) and not is_file(source) and looks_inline(source):
        raise InputError("an inline matrix holds counts, and no columns: give a file with a header.")
    path = Path(source)
    ending, name = path.suffix.lower(), str(path)
    if ending in OTHER_WORKBOOKS and path.is_file():
        raise InputError(f"{path} is {OTHER_WORKBOOKS[ending]}.")
    if ending in (".xlsx", ".xlsm"):
        from .workbook import text_of_workbook

        text, name, pointed = text_of_workbook(path, sheet)
        return _delimited(text, name, pointed, blank=blank)
    if ending == ".parquet":
        from .parts import columns_of_parquet

        if not path.exists():
            file_bytes(path)  # raises the error about the file
        return Table(name, columns_of_parquet(name))
    text = decoded(file_bytes(path, encoding), name)
    return _of_text(text, name, ending, blank=blank)


def table_of_frame(frame: Any) -> Table:
    """The columns of a data frame, of whatever library; a lazy one is collected."""
    from .columns import adapter

    nw = adapter()
    try:
        table = nw.from_native(frame)
    except TypeError:
        raise InputError(
            f"a {type(frame).__name__} is not a data frame; give a pandas, polars or pyarrow one."
        ) from None
    table = table.collect() if hasattr(table, "collect") else table
    return Table("the frame", {name: table.get_column(name).to_native() for name in table.columns})


def _of_text(text: str, name: str, ending: str = "", *, blank: bool = False) -> Table:
    start = text.lstrip()
    if not start:
        raise InputError(f"{name} is empty.")
    if ending in (".json", ".toml") or start.startswith(("{", "[{")):
        return _structured(parsed(text, ending[1:] or "json", name), name)
    return _delimited(text, name, blank=blank)


def _delimited(text: str, name: str, pointed: frozenset[str] = frozenset(), *, blank: bool = False) -> Table:
    lines = text.splitlines()
    found = table_of(lines[:HEAD_LINES])
    delimiter = found.delimiter or delimiter_of(lines[found.above])
    rows = list(split(lines[found.above :], delimiter, blank=blank))
    header = without_end(rows[0])
    if len(set(header)) < len(header):
        twice = next(column for column in header if header.count(column) > 1)
        raise InputError(f"{name} has more than one column {twice!r}; it has {listed(header)}.")
    body = rows[1:]
    if not body:
        raise InputError(f"{name} has a header and no rows: there are no samples.")
    for at, row in enumerate(body, start=2):
        if len(row) < len(header) or any(row[len(header) :]):
            raise InputError(f"{name}, row {at}: it has {many(len(row), 'cell')}, and the header names {len(header)}.")
    columns = {column: [row[at] for row in body] for at, column in enumerate(header)}
    if delimiter == ",":
        return Table(name, columns)
    return Table(name, {column: _pointed(cells, pointed) for column, cells in columns.items()})


def _pointed(cells: list[str], pointed: frozenset[str]) -> Sequence[Any]:
    """Numbers that have a decimal comma as numbers; all other cells as they are."""
    if not any("," in cell for cell in cells):
        return cells
    read = number_reader(cells, pointed)
    numbers = [read(cell) for cell in cells]
    return cells if None in numbers else numbers


def _structured(data: object, name: str) -> Table:
    """A table of columns, or a list of records."""
    if isinstance(data, Mapping) and isinstance(data.get("data"), Mapping):
        data = data["data"]
    if isinstance(data, list) and data and all(isinstance(row, Mapping) for row in data):
        keys = list(data[0])
        for at, row in enumerate(data, start=1):
            if list(row) != keys and set(row) != set(keys):
                raise InputError(f"{name}: record {at} has {listed(row)}, and the first one {listed(keys)}.")
        return Table(name, {key: [row[key] for row in data] for key in keys})
    columns = (
        {key: value for key, value in data.items() if isinstance(value, list)} if isinstance(data, Mapping) else {}
    )
    if not columns:
        has = f" It has {listed(data)}, and none is a list." if isinstance(data, Mapping) and data else ""
        raise InputError(
            f"{name} holds no columns: give a table with a list for each column, or a list of records.{has}"
        )
    return Table(name, columns)
