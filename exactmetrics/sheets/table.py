"""Claims as a table in CSV: one row a claim, columns named as the keys of a claim; the data are given separately.

Columns: `where`, `metric`, `count`, `cell` (true and predicted class with a bar between them, `K|L`), `label`,
`average`, `combine`, `convention`, `form`, `over`, `weights`, `undefined`, `preset`, `beta`, `given`, `printed`,
`expression`, `verdict`, `expression_verdict`, `ledger`, `note`. An empty field is a key that is not given; a row
without an answer is a question that was not answered. Other usual names of a column (`ALIASES`) are read too, in
capitals or not.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.suggest import choices
from exactmetrics.sheets.aliases import ALIASES
from exactmetrics.sheets.places import Place, place_in_row
from exactmetrics.sheets.schema import SHOWN, check_shape, schema_named
from exactmetrics.sheets.sheet import Claim, claim_of

ANSWERS = ("printed", "expression")  # one of these columns makes a table a sheet
EXAMPLE = "metric,label,average,printed"


@dataclass(frozen=True, slots=True)
class Row:
    """A claim of a table, and where its answer stands."""

    claim: Claim
    place: Place


def rows_of_table(text: str, *, name: str = "the table") -> tuple[Row, ...]:
    r"""Read the claims of a table with their places.

    Args:
        text: the text of a CSV file, with a header; commas, semicolons or tabs stand between its fields.
        name: what to call it in messages.

    Raises:
        InputError: a column or a value that the format does not know, with its line.

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
        more = f"; and {len(faults) - SHOWN} more" if len(faults) > SHOWN else ""
        raise InputError(f"{name}, {'; '.join(faults[:SHOWN])}{more}")
    return tuple(found)


def separator(text: str) -> str:
    """What stands between the fields of a table: a comma, a semicolon or a tab, as its first line shows.

    >>> separator("metric;printed")
    ';'
    """
    head = text.partition("\n")[0]
    return max(",;\t", key=head.count)


def key_of(column: str) -> str:
    """The key that a column stands for; a name that is not known stays as it is.

    >>> key_of("Class"), key_of(" printed "), key_of("colour")
    ('label', 'printed', 'colour')
    """
    plain = column.strip()
    return ALIASES.get(plain.lower(), plain.lower() if plain.lower() in _known() else plain)


def is_known(columns: Iterable[str]) -> bool:
    """Whether all these columns, as `key_of` gives them, are those of answer sheets.

    >>> is_known(["metric", "printed"]), is_known(["metric", "colour"])
    (True, False)
    """
    return _known().issuperset(columns)


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
                    f"{name}, line {reader.line_num}: {len(row)} fields under {len(columns)} columns; put quotation "
                    "marks around a field that holds the separator"
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
