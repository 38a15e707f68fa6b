"""Files and data frames of samples with any number of labels each.

There are two forms. Two columns, true and predicted, hold the labels of each sample in one cell, with a separator
between them, and nothing where it has none: `sea|sand`. Or each label has two columns of 0 and 1, named `true_` and
`pred_` (or `y_true_` and `y_pred_`) with the label behind it. A column `sample_weight` holds weights.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from ..exact.errors import InputError, UsageError
from .column_names import Rows, counts_column, curing, not_used, noticed, sample_rows, usual_columns
from .delimited import all_whole
from .label_sets import LabelSets, of_indicators, of_label_sets
from .labels import composed, did_you_mean, is_missing, listed, refuse_unhashable
from .lists import listing, refuse_unhashable_in
from .tables import Table, table_of_file, table_of_frame
from .written_labels import SEPARATORS

BEFORE = {"true": ("y_true_", "true_"), "pred": ("y_pred_", "pred_")}  # of a label's columns of 0 and 1
TOGETHER = "true= and pred= go together: a column of label sets each, or the columns of 0 and 1 of each"
Columns = str | Sequence[str] | Mapping[Hashable, str]


def sets_of_file(
    source: str | os.PathLike[str],
    *,
    true: Columns | None = None,
    pred: Columns | None = None,
    separator: str | None = None,
    labels: Iterable[Hashable] | None = None,
    sample_weight: str | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
) -> LabelSets:
    """The samples of a file."""
    # A row of nothing is a sample without labels.
    table = table_of_file(source, blank=True, sheet=sheet, encoding=encoding)
    true, pred = _sides(table, true, pred)

    def rows(column: str) -> Rows:
        truth = zip(*(map(str, table.columns[name]) for name in _names(true)), strict=True)
        return sample_rows(truth, listing(table.columns[column]))

    used = [*_names(true), *_names(pred)]
    weight = counts_column(list(table.columns), sample_weight, table.name, used, rows)
    with curing(weight, sample_weight):
        found = _sets(table, true, pred, separator, labels, weight)
    found.notes = noticed(table.columns, used, weight, sample_weight)
    return found


def _names(side: Columns) -> list[str]:
    return [side] if isinstance(side, str) else list(map(str, side.values() if isinstance(side, Mapping) else side))


def sets_of_frame(
    frame: Any, true: Columns, pred: Columns, separator: str | None, labels: Iterable[Hashable] | None,
    sample_weight: str | None,
) -> LabelSets:  # fmt: skip
    """The samples of a data frame."""
    table = table_of_frame(frame)
    found = _sets(table, true, pred, separator, labels, sample_weight)
    found.notes = not_used(table.columns, [*_names(true), *_names(pred), sample_weight])
    return found


def _sides(table: Table, true: Columns | None, pred: Columns | None) -> tuple[Columns, Columns]:
    """The columns of both sides: those that are named, or those that have usual names."""
    if true is None and pred is None:
        return usual_columns(list(table.columns)) or _indicator_columns(table)
    if true is None or pred is None:
        raise UsageError(TOGETHER)
    return true, pred


def _sets(
    table: Table, true: Columns, pred: Columns, separator: str | None, labels: Iterable[Hashable] | None,
    weight: str | None,
) -> LabelSets:  # fmt: skip
    known = None if labels is None else list(labels)
    weights = None if weight is None else _column(table, weight)
    if isinstance(true, str) and isinstance(pred, str):
        sides = [listing(_column(table, name)) for name in (true, pred)]
        if all(map(_is_indicators, sides)):
            return of_indicators(*sides, labels=known, sample_weight=weights)
        between = _separator(separator, [cell for side in sides for cell in side])
        split = _read(
            [
                [_labels(cell, between, f"{table.name}: {name}, sample {at + 1},") for at, cell in enumerate(side)]
                for name, side in zip((true, pred), sides, strict=True)
            ]
        )
        return of_label_sets(*split, labels=known, sample_weight=weights)
    if isinstance(true, str) or isinstance(pred, str):
        raise UsageError(TOGETHER)
    if isinstance(true, Mapping) and isinstance(pred, Mapping):
        known = list(true) if known is None else known
        for side in (true, pred):
            if set(side) != set(known):
                raise UsageError(f"true= and pred= name columns of {listed(true)} and of {listed(pred)}; both name all")
        true, pred = [true[label] for label in known], [pred[label] for label in known]
    names = [[str(name) for name in side] for side in (true, pred)]
    rows = [zip(*(_digits(table, name) for name in side), strict=True) for side in names]
    return of_indicators(*map(list, rows), labels=known, sample_weight=weights)


def _column(table: Table, name: str) -> Sequence[Any]:
    if name not in table.columns:
        known = listed(table.columns)
        raise UsageError(f"{table.name} has no column {name!r}; it has {known}.{did_you_mean(name, table.columns)}")
    return table.columns[name]


def _indicator_columns(table: Table) -> tuple[Mapping[Hashable, str], Mapping[Hashable, str]]:
    """The columns of 0 and 1 of each label, true and predicted, by the beginnings of their names."""
    found: dict[str, dict[Hashable, str]] = {}
    for side, beginnings in BEFORE.items():
        found[side] = {}
        for name in table.columns:
            beginning = next((b for b in beginnings if name.casefold().startswith(b)), None)
            if beginning is not None and len(name) > len(beginning):
                found[side].setdefault(composed(name[len(beginning) :]), name)
    true, pred = found["true"], found["pred"]
    if not true or not pred:
        raise InputError(
            f"{table.name} has the columns {listed(table.columns)}; label sets stand in a column y_true and a column "
            "y_pred (others are named with true= and pred=), or each label has a column of 0 and 1 called true_ and "
            "one called pred_, with the label behind it."
        )
    if lacking := [label for label in [*true, *pred] if label not in true or label not in pred]:
        side = "true_" if lacking[0] not in true else "pred_"
        raise InputError(f"{table.name} has no column {side}{lacking[0]} for the label {lacking[0]!r}; it needs both.")
    return true, {label: pred[label] for label in true}


def _digits(table: Table, name: str) -> list[Any]:
    """A column of 0 and 1, which text files hold as texts."""
    return [int(entry) if entry in ("0", "1") else entry for entry in listing(_column(table, name))]


def _separator(given: str | None, cells: Sequence[Any]) -> str:
    """What stands between two labels of a cell."""
    if given is None:
        return next(
            (s for s in SEPARATORS if any(isinstance(cell, str) and s in cell for cell in cells)), SEPARATORS[0]
        )
    if not isinstance(given, str) or not given:
        raise UsageError(f"separator= is {given!r}; give the text between two labels of a cell, such as '|'")
    return given


def _is_indicators(rows: Sequence[Any]) -> bool:
    """Whether a column holds rows of 0 and 1, one for each label: as names no row could have two that are the same.

    Rows of one entry are names, for two classes are often called 0 and 1.
    """
    return (
        bool(rows)
        and all(isinstance(row, list) and len(row) == len(rows[0]) > 1 for row in rows)
        and all(isinstance(entry, int) and entry in (0, 1) for row in rows for entry in row)
    )


def _labels(cell: Any, separator: str, where: str) -> Any:
    """The labels in a cell: a text is parted, nothing is no label, and a list is what it is."""
    if isinstance(cell, str):
        parts = [composed(part.strip()) for part in cell.split(separator)]
        return [] if parts == [""] else parts
    if is_missing(cell):
        return []
    if isinstance(cell, Mapping) or not isinstance(cell, Iterable):
        refuse_unhashable(cell, where)
        return [cell]
    labels = list(listing(cell))
    refuse_unhashable_in(labels, where)
    return labels


def _read(sides: list[list[Any]]) -> list[list[Any]]:
    """Labels as files hold them: whole numbers if all look so."""
    texts = {label for side in sides for row in side for label in row}
    if texts and all(isinstance(text, str) for text in texts) and all_whole(texts):
        return [[[int(label) for label in row] for row in side] for side in sides]
    return sides
