"""Claims as a table in CSV: one row a claim, columns named as the keys of a claim; the data are given separately.

Columns: `where`, `metric`, `count`, `cell` (true and predicted class with a bar between them, `K|L`), `label`,
`average`, `combine`, `convention`, `form`, `over`, `weights`, `undefined`, `preset`, `beta`, `given`, `printed`,
`expression`, `verdict`, `expression_verdict`, `ledger`, `note`. An empty field is a key that is not given.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from typing import Any

from exactmetrics.exact.errors import InputError
from exactmetrics.metrics.suggest import choices
from exactmetrics.sheets.schema import check_shape, schema_named
from exactmetrics.sheets.sheet import Claim, claim_of


def claims_of_table(text: str, *, name: str = "the table") -> tuple[Claim, ...]:
    r"""Read the claims of a table.

    Args:
        text: the text of a CSV file, with a header; commas, semicolons or tabs stand between its fields.
        name: what to call it in messages.

    Raises:
        InputError: a column or a value that the format does not know, with its line.

    >>> claims_of_table("where,metric,average,printed\nTable 1,recall,macro,0.66")[0].question.options
    {'average': 'macro'}
    """
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    head = lines[0] if lines else ""
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        columns = [column.strip() for column in next(reader, [])]
        _check_columns(columns, name)
        return tuple(claim_of(_checked(row, name, line)) for line, row in _rows(reader, columns, name))
    except csv.Error as error:
        raise InputError(f"{name}, line {reader.line_num}: {error}; put quotation marks around the field") from None


def _rows(reader: Any, columns: list[str], name: str) -> Iterator[tuple[int, dict[str, str]]]:
    for row in reader:
        if not any(field.strip() for field in row):
            continue
        if len(row) != len(columns):
            raise InputError(
                f"{name}, line {reader.line_num}: {len(row)} fields under {len(columns)} columns; put quotation marks "
                "around a field that holds the separator"
            )
        yield reader.line_num, {key: field.strip() for key, field in zip(columns, row, strict=True) if field.strip()}


def _check_columns(columns: list[str], name: str) -> None:
    known = schema_named("answer_sheet")["$defs"]["claim"]["properties"].keys() - {"parameters"}
    for column in columns:
        if column not in known:
            raise InputError(f"{name}: there is no column {column!r}; {choices(column, sorted(known))}")
        if columns.count(column) > 1:
            raise InputError(f"{name}: the column {column!r} comes twice; leave one of them out")
    if not columns:
        raise InputError(f"{name} is empty; its first line names the columns, such as metric,label,printed")


def _checked(row: Mapping[str, str], name: str, line: int) -> dict[str, Any]:
    """The table of a claim, as TOML would give it, checked against the published schema."""
    table: dict[str, Any] = dict(row)
    if "cell" in table:
        table["cell"] = [part.strip() for part in row["cell"].split("|")]
    if "given" in table:
        table["given"] = {"true": True, "false": False, "1": True, "0": False}.get(row["given"].lower(), row["given"])
    try:
        check_shape(table, {"$ref": "urn:exactmetrics:schema:answer-sheet:1#/$defs/claim"})
    except InputError as error:
        raise InputError(f"{name}, line {line}: {error}") from None
    return table
