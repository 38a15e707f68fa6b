"""Label columns in JSON and TOML: lists under names of the user's choice, or a list with one record a sample."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..exact.errors import InputError
from .labels import did_you_mean

TRUE, PRED, WEIGHT = "y_true", "y_pred", "sample_weight"


def with_usual_names(data: object, name: str, true: str | None, pred: str | None) -> object:
    """The data with its two label columns under their usual names; data that hold no label columns as they are.

    Args:
        data: what was parsed.
        name: where the data are from, for messages.
        true, pred: the names of the columns, where they are not y_true and y_pred.

    Raises:
        InputError: a named column that is not there; a record without one.

    >>> with_usual_names({"t": ["a"], "p": ["b"]}, "x.json", "t", "p")
    {'y_true': ['a'], 'y_pred': ['b']}
    >>> with_usual_names([{"y_true": "a", "y_pred": "b"}], "x.json", None, None)
    {'y_true': ['a'], 'y_pred': ['b']}
    """
    names = {true or TRUE: TRUE, pred or PRED: PRED}
    if isinstance(data, list) and data and all(isinstance(row, Mapping) for row in data):
        return _columns(data, name, names)
    if true is None and pred is None:
        return data
    if not isinstance(data, Mapping):
        raise InputError(f"{name} holds no columns that true= and pred= could name.")
    for column in names:
        if column not in data:
            raise InputError(f"{name} has no column {column!r}; it has {_listed(data)}.{did_you_mean(column, data)}")
    return {names.get(key, key): value for key, value in data.items()}


def _columns(records: list[Mapping[str, Any]], name: str, names: Mapping[str, str]) -> dict[str, list[Any]]:
    """Records as columns; weights are a column too if the first record has one."""
    wanted = dict(names)
    if WEIGHT in records[0]:
        wanted[WEIGHT] = WEIGHT
    found: dict[str, list[Any]] = {usual: [] for usual in wanted.values()}
    for position, record in enumerate(records):
        for column, usual in wanted.items():
            if column not in record:
                raise InputError(
                    f"{name}: record {position + 1} has no {column!r}; it has {_listed(record)}."
                    f"{did_you_mean(column, record)}"
                )
            found[usual].append(record[column])
    return found


def _listed(data: Mapping[str, Any]) -> str:
    return ", ".join(map(repr, list(data)[:8])) or "nothing"
