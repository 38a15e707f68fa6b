"""Counts in JSON and TOML.

Besides the tables of `KINDS`, counts by true and predicted label are read, and a list with one record of labels a
sample. An answer sheet holds one of these under `data`. Numbers with a decimal point are read exactly.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from ..exact.errors import ContradictionError, InputError, MissingCountsError, Notice
from ..exact.limits import check_nesting
from .blocks import Blocks
from .column_names import WEIGHT, Rows, counts_column, curing, noticed, usual_columns
from .counts import Counts
from .exact_count import Count, as_count
from .labels import check_labels, composed, did_you_mean
from .shares import noted_if_shares, refuse_supports

TRUE, PRED = "y_true", "y_pred"
NO_COLUMNS = ("labels", "matrix")  # lists that are none of the samples


def with_usual_names(
    data: object, name: str, true: str | None, pred: str | None, sample_weight: str | None = None
) -> tuple[object, tuple[Notice, ...], str | None]:
    """The data with their columns of labels and of counts under the usual names, what is said of the columns, and what
    the one of counts was called.

    Data that hold no columns of labels are given back as they are.
    """
    records = isinstance(data, list) and bool(data) and all(isinstance(row, Mapping) for row in data)
    if not records and not isinstance(data, Mapping):
        if (true, pred) != (None, None):
            raise InputError(f"{name} holds no columns that true= and pred= could name.")
        return data, (), None
    table: Mapping[str, Any] = data[0] if records else data  # type: ignore[index, assignment]
    lists = {key: column for key, column in table.items() if records or isinstance(column, list)}
    columns = [key for key in lists if key not in NO_COLUMNS]
    usual = usual_columns(columns)
    if not records and (true, pred) == (None, None) and usual is None:
        return data, (), None
    usual_true, usual_pred = usual or (TRUE, PRED)
    names = {true or usual_true: TRUE, pred or usual_pred: PRED}
    for column in names:
        if not records and column not in table:
            raise InputError(f"{name} has no column {column!r}; it has {_listed(table)}.{did_you_mean(column, table)}")
    used = list(names)

    def rows(column: str) -> Rows:
        samples = table
        if isinstance(data, list):
            samples = _columns(data, name, used) | {column: [row.get(column) for row in data]}
        try:
            return Counter(zip(*(samples[one] for one in [*used, column]), strict=True))
        except (TypeError, ValueError):  # labels that are none, or columns of several lengths: errors of their own
            return {}

    weight = counts_column(columns, sample_weight, name, used, rows)
    if weight:
        names[weight] = WEIGHT
    with curing(weight, sample_weight):
        found = _columns(data, name, names) if records else dict(table)  # type: ignore[arg-type]
    kept = {names.get(key, key): column for key, column in found.items() if key in names or key not in columns}
    return kept, noticed(columns, used, weight, sample_weight), weight


def _columns(records: list[Mapping[str, Any]], name: str, wanted: Iterable[str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {column: [] for column in wanted}
    for position, record in enumerate(records):
        for column, cells in found.items():
            if column not in record:
                raise InputError(
                    f"{name}: record {position + 1} has no {column!r}; it has {_listed(record)}."
                    f"{did_you_mean(column, record)}"
                )
            cells.append(record[column])
    return found


def _listed(data: Mapping[str, Any]) -> str:
    return ", ".join(map(repr, list(data)[:8])) or "nothing"


KEYS = ("labels", "matrix", "orientation", "y_true", "y_pred", "sample_weight", "counts", "n", "partition")
KINDS = {
    "matrix": {"matrix", "labels", "orientation"},
    "y_true": {"y_true", "y_pred", "labels", "sample_weight"},
    "counts": {"counts", "n", "partition", "labels"},
}


def counts_from_text(text: str, kind: str, name: str, **options: Any) -> Counts | Blocks:
    """Read counts from JSON or TOML text; options as for `counts_from_data`."""
    return counts_from_data(parsed(text, kind, name), name, **options)


def parsed(text: str, kind: str, name: str) -> Any:
    """The data of JSON or TOML text, numbers with a decimal point as Decimals."""
    import json
    import tomllib

    try:
        check_nesting(text, kind)
        if kind == "json":
            data = json.loads(text, parse_float=_decimal, object_pairs_hook=_unique_keys)
        else:
            data = tomllib.loads(text, parse_float=_decimal)
        return data if text.isascii() and "\\u" not in text.lower() else _composed(data)
    except json.JSONDecodeError as error:
        raise InputError(f"{_broken(text, name, error.lineno, error.colno)} is not as JSON has it: {_JSON}.") from None
    except tomllib.TOMLDecodeError as error:
        found = _TOML_PLACE.search(str(error))
        place = map(int, found.groups()) if found else (text.count("\n") + 1, 0)
        raise InputError(f"{_broken(text, name, *place)} is not as TOML has it: {_TOML}.") from None
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except ValueError as error:  # of Python, where a whole number has thousands of digits
        what = str(error).partition(";")[0]
        raise InputError(f"{name} holds a whole number that is too long to be read: {what}.") from None


_TOML_PLACE = re.compile(r"line (\d+), column (\d+)")
_JSON = "commas stand between values, texts stand in double quotes, and every bracket is closed"
_TOML = "a line says key = value, texts stand in quotes, and every bracket is closed"


def _broken(text: str, name: str, line: int, column: int) -> str:
    """Where a text breaks off, and what stands there."""
    rest = [*text.split("\n"), ""][line - 1][max(column - 1, 0) :].strip()
    return f"{name}, line {line}, column {column}: " + (repr(rest[:20]) if rest and column else "the end")


def _composed(data: Any) -> Any:
    """Data with all texts composed, as names of classes are in files."""
    if isinstance(data, str):
        return composed(data)
    if isinstance(data, list):
        return [_composed(one) for one in data]
    if isinstance(data, dict):
        return _unique_keys([(composed(key), _composed(one)) for key, one in data.items()])
    return data


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:  # `Decimal` itself has a largest exponent
        raise InputError(f"the number {text[:40]} is too large, or too small, to be read.") from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise InputError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} is given twice in one table.")
    return found


def counts_from_data(
    data: object,
    name: str = "the data",
    *,
    labels: tuple[Hashable, ...] | None = None,
    orientation: str | None = None,
    true: str | None = None,
    pred: str | None = None,
    sample_weight: str | None = None,
    supports: Sequence[object] | None = None,
) -> Counts | Blocks:
    """Make counts, or blocks when only some counts are known, from parsed JSON or TOML.

    What the data say themselves of labels and orientation goes before what the caller says.
    """
    try:
        table, notices, weight = with_usual_names(data, name, true, pred, sample_weight)
        with curing(weight, sample_weight):
            counts = _counts_from_table(table, name, labels, orientation, supports)
        return noted_if_shares(counts, weight).noted(notices) if isinstance(counts, Counts) else counts
    except (ContradictionError, MissingCountsError):
        raise
    except InputError as error:
        text = str(error)
        raise InputError(text if text.startswith(name) else f"{name}: {text}") from None


def _counts_from_table(
    data: object,
    name: str,
    labels: tuple[Hashable, ...] | None,
    orientation: str | None,
    supports: Sequence[object] | None,
) -> Counts | Blocks:
    if isinstance(data, list):
        _refuse_totals(data, name, labels)
        return Counts.from_rows(data, labels=labels, orientation=orientation, supports=supports)
    if not isinstance(data, Mapping):
        raise InputError(f"{name} holds a {type(data).__name__}; a matrix is a list of rows or a table.")
    if isinstance(data.get("data"), Mapping):
        return _counts_from_table(data["data"], f"{name}, table data", labels, orientation, supports)
    if data and all(isinstance(row, Mapping) for row in data.values()) and not set(data) & set(KEYS):
        return _nested_counts(data, name).arranged(orientation, labels, supports)
    kind = _kind_of(data, name)
    if kind != "matrix":
        refuse_supports(supports, name)
    if kind == "counts":
        return _known_counts(data, name)
    if kind == "y_true":
        return _pairs_counts(data, name, labels)
    own = None if "labels" not in data else check_labels(data["labels"], f"{name}: labels")
    _refuse_totals(data["matrix"], name, own or labels)
    side = data.get("orientation", orientation)
    if own is None or labels is None:
        return Counts.from_rows(data["matrix"], labels=own or labels, orientation=side, supports=supports)
    return Counts.from_rows(data["matrix"], labels=own, orientation=side).arranged("true", labels, supports)


def _refuse_totals(rows: object, name: str, labels: tuple[Hashable, ...] | None) -> None:
    from .rows import refuse_totals

    if isinstance(rows, list) and all(isinstance(row, list) for row in rows):  # else there is an error of its own
        refuse_totals(rows, name, labels)


def _kind_of(data: Mapping[str, Any], name: str) -> str:
    """Say which table this is, refusing unknown keys and keys that do not go together."""
    for key in data:
        if key not in KEYS:
            raise InputError(
                f"{name} has an unknown key {key!r}; known are {', '.join(KEYS)}.{did_you_mean(key, KEYS)}"
            )
    kinds = [kind for kind in KINDS if kind in data]
    if len(kinds) != 1:
        told = " and ".join(kinds) if kinds else "none of them"
        raise InputError(f"{name} needs one of matrix, y_true with y_pred, or counts; it has {told}.")
    extra = [key for key in data if key not in KINDS[kinds[0]]]
    if extra:
        raise InputError(f"{name}: {', '.join(map(repr, extra))} does not go with {kinds[0]!r}.")
    return kinds[0]


def _known_counts(data: Mapping[str, Any], name: str) -> Blocks:
    """Deduce the blocks from a table of known counts, in the order of `labels` if given."""
    from .partial import deduce  # most files hold a whole matrix

    counts, partition = data["counts"], data.get("partition", True)
    if not isinstance(counts, Mapping):
        raise InputError(f"{name}: counts is a {type(counts).__name__}; give a table for every class.")
    if not isinstance(partition, bool):
        raise InputError(f"{name}: partition is {partition!r}; it is true or false.")
    if "labels" in data:
        order = check_labels(data["labels"], f"{name}: labels")
        if {str(label) for label in order} != set(counts):
            raise InputError(f"{name}: labels and counts must name the same classes.")
        counts = {label: counts[str(label)] for label in order}
    return deduce(counts, n=data.get("n"), partition=partition)


def _pairs_counts(data: Mapping[str, Any], name: str, labels: tuple[Hashable, ...] | None) -> Counts | Blocks:
    """Count lists of labels; lists of lists are top-k predictions."""
    from .pairs import count_pairs, top_k_blocks

    if "y_pred" not in data:
        raise InputError(f"{name} has y_true and lacks y_pred.")
    true, pred, own = data["y_true"], data["y_pred"], data.get("labels", labels)
    if isinstance(true, list) and any(isinstance(row, list) for row in true):
        raise InputError(
            f"{name}: y_true holds a list for a sample. Samples with any number of labels are read by Multilabel.read, "
            "on the command line with --multilabel; a sample of one class has its name."
        )
    if isinstance(pred, list) and any(isinstance(row, list) for row in pred):
        if "sample_weight" in data:
            raise InputError(f"{name}: sample_weight does not go with lists of predictions.")
        return top_k_blocks(true, pred, labels=own)
    counts = count_pairs(true, pred, labels=own, sample_weight=data.get("sample_weight"))
    return counts if labels is None or own is labels else counts.reorder(labels)


def _nested_counts(data: Mapping[str, Mapping[str, object]], name: str) -> Counts:
    """Read counts by true and predicted label; a pair that is not named was not counted."""
    predicted = dict.fromkeys(pred for row in data.values() for pred in row)
    if predicted and predicted.keys().isdisjoint(data):
        raise InputError(f"{name}: none of {_listed(predicted)} is a class of the rows, {_listed(data)}.")
    names = check_labels(dict.fromkeys([*data, *predicted]), name)
    where = {label: position for position, label in enumerate(names)}
    cells: dict[tuple[int, int], Count] = {}
    for true, row in data.items():
        for pred, count in row.items():
            cells[where[true], where[pred]] = as_count(count, f"{name}: the count of {pred!r} under {true!r}")
    return Counts(names, cells)
