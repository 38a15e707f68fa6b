"""Claims as a table in CSV: one row a claim, columns named as the keys of a claim; the data are given separately.

A `cell` is its true and predicted class with a bar between them, `K|L`. An empty field is a key that is not given; a
row without an answer is a question that was not answered. Here too: whether a file of tables is an answer sheet at all,
and what one that is none would need.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import Any, Literal

from exactmetrics.exact.errors import ExactMetricsError, InputError
from exactmetrics.exact.many import many
from exactmetrics.matrix.reading import read_counts
from exactmetrics.metrics.suggest import choices
from exactmetrics.sheets.places import Place, place_in_row
from exactmetrics.sheets.schema import ALIASES, check_shape, listed, schema_named
from exactmetrics.sheets.sheet import Claim, claim_of

ANSWERS = ("printed", "expression")  # one of these columns makes a table a sheet
EXAMPLE = "metric,label,average,printed"
SUFFIXES = (".toml", ".json", ".csv", ".tsv")
KEYS = ("title", "data")  # of a sheet in TOML or JSON that has claims
FORMULAS = "formula"  # a sheet of these alone has no data
_QUESTIONS = ("metric", "count", "cell")
_FIRST = re.compile(
    r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*"
    r"(?:(?:title|source|data|rules|symbols)[\w.]*[ \t]*=|\[+(?:data|rules|claim|formula|general)\b)"
)
_CLAIM = re.compile(r"^(?:\[\[ *(?:claim|formula) *\]\]|(?:claim|formula) *=)", re.MULTILINE)
_NUMBERS = re.compile(r"[\s\d.,;\[\]]*")
_NUMBER = re.compile(r"\d+")
_FEWEST = 4  # numbers of a matrix
LARGEST = 200_000  # characters of a text that may be a matrix and nothing else
_OTHERWISE = "--input-format text reads the file as plain text"


@dataclass(frozen=True, slots=True)
class Row:
    """A claim of a table, and where its answer stands."""

    claim: Claim
    place: Place


def rows_of_table(text: str, *, name: str = "the table") -> tuple[Row, ...]:
    r"""Read the claims of a table with a header, and their places; `name` is what messages call it.

    >>> [row] = rows_of_table("metric;class;value\nrecall;a;0,66")
    >>> row.claim.printed, row.place.line, row.place.column
    ('0,66', 2, 10)
    """
    lines = text.splitlines(keepends=True)
    reader = csv.reader([line.removeprefix("\ufeff") for line in lines], delimiter=separator(text), strict=True)
    try:
        columns = [key_of(column) for column in next(reader, [])]
        _check_columns(columns, name)
        starts = list(accumulate(map(len, lines), initial=0))
        found, faults = list[Row](), list[str]()
        for (first, last), row in _rows(reader, columns, name):
            try:
                claim = claim_of(_checked(row, columns))
            except InputError as error:
                faults.append(f"line {last}: {error}")
                continue
            raw, at = "".join(lines[first - 1 : last]), starts[first - 1]
            found.append(Row(claim, place_in_row(raw, first, at, row, _answered(row, columns))))
    except csv.Error as error:
        raise InputError(f"{name}, line {reader.line_num}: {error}; put quotation marks around the field") from None
    if faults:
        raise InputError(f"{name}, {listed(faults)}")
    return tuple(found)


def separator(text: str) -> str:
    """What stands between the fields of a table: a comma, a semicolon or a tab, as its first line shows."""
    head = text.partition("\n")[0]
    return max(",;\t", key=head.count)


def key_of(column: str) -> str:
    """The key that a column stands for; a name that is not known stays as it is."""
    plain = column.strip()
    return ALIASES.get(plain.lower(), plain.lower() if plain.lower() in _known() else plain)


def _known() -> frozenset[str]:
    properties: Mapping[str, Any] = schema_named("answer_sheet")["$defs"]["claim"]["properties"]
    return frozenset(properties) - {"parameters"}


def _rows(reader: Any, columns: list[str], name: str) -> Iterator[tuple[tuple[int, int], list[str]]]:
    """Every row that is not empty, with its first and its last line."""
    first = reader.line_num + 1
    for row in reader:
        if any(field.strip() for field in row):
            if len(row) != len(columns):
                raise InputError(
                    f"{name}, line {reader.line_num}: {many(len(row), 'field')} under {many(len(columns), 'column')}; "
                    "put quotation marks around a field that holds the separator"
                )
            yield (first, reader.line_num), row
        first = reader.line_num + 1


def _answered(row: Sequence[str], columns: Sequence[str]) -> int:
    """The field that holds the answer; where it is left blank, the field it would stand in."""
    answers = [at for at, key in enumerate(columns) if key in ANSWERS]
    return next((at for at in answers if row[at].strip()), answers[0] if answers else 0)


def _check_columns(columns: list[str], name: str) -> None:
    if not columns:
        raise InputError(f"{name} is empty; its first line names the columns, such as {EXAMPLE}")
    for column in columns:
        if column not in _known():
            raise InputError(f"{name}: there is no column {column!r}; {choices(column, sorted(_known()))}")
        if columns.count(column) > 1:
            raise InputError(f"{name}: the column {column!r} comes twice{_also(column)}; leave one of them out")


def _also(column: str) -> str:
    others = [alias for alias, key in ALIASES.items() if key == column]
    return f" ({', '.join(others)} mean the same)" if others else ""


def _checked(row: Sequence[str], columns: Sequence[str]) -> dict[str, Any]:
    """The table of a claim, as TOML would give it, checked against the published schema."""
    table: dict[str, Any] = {key: field.strip() for key, field in zip(columns, row, strict=True) if field.strip()}
    if not any(key in table for key in ANSWERS) and "printed" in columns:
        table["printed"] = ""  # not answered
    if "cell" in table:
        table["cell"] = [part.strip() for part in table["cell"].split("|")]
    if "given" in table:
        word = table["given"]
        table["given"] = {"true": True, "false": False, "1": True, "0": False}.get(word.lower(), word)
    check_shape(table, {"$ref": "urn:exactmetrics:schema:answer-sheet:1#/$defs/claim"}, place="row")
    return table


def may_be_sheet(path: Path, text: str) -> bool:
    """Whether a file is read as an answer sheet, by its name; a notebook that is called JSON is none."""
    suffix = path.suffix.lower()
    return suffix in SUFFIXES and not (suffix == ".json" and _is_notebook(text))


def look_of(text: str) -> Literal["toml", "json", "csv"] | None:
    """Which kind of answer sheet a text without a name looks like; None for any other text."""
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return "json" if ('"claim"' in text or f'"{FORMULAS}"' in text) and not _is_notebook(text) else None
    if _FIRST.match(text) and _CLAIM.search(text):
        return "toml"
    columns = _columns(text)
    return "csv" if set(columns) & set(ANSWERS) and len(columns) > 1 and _known().issuperset(columns) else None


def check_is_sheet(path: Path, text: str, *, data: bool = False) -> None:
    """Refuse a file of tables that is no answer sheet; `data` says whether data are given beside it."""
    suffix = path.suffix.lower()
    if suffix in (".csv", ".tsv"):
        _check_table(path, text)
    elif suffix == ".json":
        _check_json(path, text, ("title",) if data else KEYS)


def check_no_matrix(text: str, name: str, data: str) -> None:
    """Refuse a text that is a confusion matrix and nothing else; `data` is how it would be given as data."""
    plain = text.removeprefix("\ufeff")
    if len(plain) > LARGEST or _NUMBERS.fullmatch(plain) is None or len(_NUMBER.findall(plain)) < _FEWEST:
        return
    if _holds_counts("-", plain.strip().encode()):
        raise InputError(
            f"{name} is no document but data, a confusion matrix: nothing is said of it that could be right or wrong. "
            f"Give it with --data, beside the document or the sheet that is about it: exactmetrics verify FILE --data "
            f"{data}. {_OTHERWISE}"
        )


def _check_table(path: Path, text: str) -> None:
    columns = _columns(text)
    if set(columns) & set(ANSWERS):
        return
    if set(columns) & set(_QUESTIONS) or not _holds_counts(path):
        others = ", ".join(alias for alias, key in ALIASES.items() if key == "printed")
        raise InputError(
            f"{path} is no answer sheet: its first line names no column printed (or {others}) and none called "
            f"expression; a sheet begins with a line such as {EXAMPLE}. {_OTHERWISE}"
        )
    raise InputError(
        f"{path} is no answer sheet but data: a confusion matrix, or labels. Give it with --data, beside the document "
        f"or the sheet that is about it: exactmetrics verify FILE --data {path}"
    )


def _columns(text: str) -> list[str]:
    """The keys of the columns that the first line of a table names."""
    head = text.removeprefix("\ufeff").partition("\n")[0].strip()
    try:
        return [key_of(column) for column in next(csv.reader([head], delimiter=separator(text)), [])]
    except csv.Error:
        return []


def _holds_counts(source: str | Path, stdin: bytes = b"") -> bool:
    try:
        read_counts(source, stdin=BytesIO(stdin))
    except ExactMetricsError:
        return False
    return True


def _check_json(path: Path, text: str, keys: Sequence[str]) -> None:
    try:
        found = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        said = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InputError(f"{path} is not read as JSON: {said}. {_OTHERWISE}") from None
    if isinstance(found, dict) and FORMULAS in found and "claim" not in found:
        keys = ("title",)
    missing = [key for key in keys if not isinstance(found, dict) or key not in found]
    if missing:
        raise InputError(
            f"{path} is no answer sheet: {' and '.join(map(repr, missing))} "
            f"{'is' if len(missing) == 1 else 'are'} missing. A sheet is a table with title, data and claim, the list "
            f"of what was printed. {_OTHERWISE}"
        )


def _is_notebook(text: str) -> bool:
    return text.lstrip("\ufeff \r\n\t").startswith("{") and '"cells"' in text[:2000]
