"""Matrices in the JSON of other programs: a square of counts and the names of its classes, wherever they stand in it.

A square is a list of as many lists of whole numbers, or counts by the names of two classes. The names are a list of as
many texts under a key such as "class_labels" (see `columns.toml`), beside the square or further out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from .column_names import plain, words

LARGEST = 200  # classes of a square
Frames = tuple[Mapping[str, Any], ...]  # the tables that a place lies in, from within


class Square(NamedTuple):
    """A square of counts, the names of its classes if they are given, and the keys that lead to it."""

    rows: list[list[int]]
    labels: tuple[str | int, ...] | None
    path: str


def squares_in(data: object, frames: Frames = (), path: str = "") -> Iterator[Square]:
    """The squares of counts in parsed JSON, in their order.

    >>> [*squares_in({"data": {"class_labels": ["cat", "dog"], "matrix": [[44, 6], [13, 37]]}})]
    [Square(rows=[[44, 6], [13, 37]], labels=('cat', 'dog'), path='data.matrix')]
    """
    if (rows := _square(data)) is not None:
        if not _has_other_names(len(rows), frames):
            yield Square(rows, _names_for(len(rows), frames), path)
    elif isinstance(data, Mapping):
        if (found := _by_names(data)) is not None:
            yield found._replace(path=path)
            return
        for key, value in data.items():
            yield from squares_in(value, (data, *frames), f"{path}.{key}" if path else str(key))
    elif isinstance(data, list):
        for at, value in enumerate(data, start=1):
            yield from squares_in(value, frames, f"{path}[{at}]")


def _square(data: object) -> list[list[int]] | None:
    if not isinstance(data, list) or not 2 <= len(data) <= LARGEST:
        return None
    rows = [[_whole(cell) for cell in row] for row in data if isinstance(row, list) and len(row) == len(data)]
    counts = [[cell for cell in row if cell is not None] for row in rows]
    return counts if len(rows) == len(data) and counts == rows else None


def _whole(cell: object) -> int | None:
    if isinstance(cell, bool) or not isinstance(cell, (int, Decimal)):
        return None
    return int(cell) if cell == int(cell) else None


def _by_names(data: Mapping[str, Any]) -> Square | None:
    """Counts by the names of two classes, each row with all of them."""
    names = list(data)
    if not 2 <= len(names) <= LARGEST or any(
        not isinstance(row, Mapping) or set(row) != set(names) for row in data.values()
    ):
        return None
    rows = _square([[row[name] for name in names] for row in data.values()])
    return None if rows is None else Square(rows, tuple(names), "")


def _names_for(size: int, frames: Frames) -> tuple[str | int, ...] | None:
    """The names of the classes, from the nearest table that has some; None where lists of them differ."""
    for table in frames:
        lists = [
            names
            for key, value in table.items()
            if plain(key) in words("keys", "labels") and (names := _names(value, size))
        ]
        if lists:
            return lists[0] if all(names == lists[0] for names in lists) else None
    return None


def _has_other_names(size: int, frames: Frames) -> bool:
    """Whether the names beside a square are not as many as its classes."""
    beside = frames[0].items() if frames else ()
    return any(
        plain(key) in words("keys", "labels") and isinstance(one, list) and len(one) != size for key, one in beside
    )


def _names(value: object, size: int) -> tuple[str | int, ...] | None:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != size:
        return None
    names = [name for one in value if (name := _name(one)) is not None]
    return tuple(names) if len(set(names)) == size else None


def _name(one: object) -> str | int | None:
    """A name, or that of a table which stands for a class."""
    if isinstance(one, Mapping):
        return next(
            (value for key, value in one.items() if plain(key) in words("keys", "name") and isinstance(value, str)),
            None,
        )
    return one if isinstance(one, (str, int)) and not isinstance(one, bool) else None
