"""The data of an answer sheet: a matrix, two lists of labels, or what is known of every class."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts


@dataclass(frozen=True, slots=True)
class Data:
    """The counts of a sheet.

    Attributes:
        blocks: the building blocks of every class.
        counts: the full matrix; None where only the blocks are known.
        given: what was known of every class, where the blocks were deduced.
        positive: the class that counts as positive, if the sheet names one.
    """

    blocks: Blocks
    counts: Counts | None = None
    given: Mapping[Hashable, Mapping[str, object]] | None = None
    positive: Hashable | None = None


def read_data(table: Mapping[str, Any]) -> Data:
    """Count the data of a sheet.

    Args:
        table: the `[data]` table, already checked against the schema.

    Raises:
        InputError: counts or labels that cannot be used.

    >>> read_data({"y_true": ["a", "b"], "y_pred": ["a", "a"]}).counts.rows()
    [[1, 0], [1, 0]]
    """
    positive = table.get("positive")
    if "counts" in table:
        data = _from_known(table, positive)
    elif "matrix" in table:
        rows = [[_exact(cell) for cell in row] for row in table["matrix"]]
        counts = Counts.from_rows(rows, labels=table.get("labels"), orientation=table.get("orientation", "true"))
        data = Data(counts.blocks(), counts, positive=positive)
    else:
        from exactmetrics.matrix.pairs import count_pairs

        weights = table.get("sample_weight")
        exact = None if weights is None else [_exact(weight) for weight in weights]
        counts = count_pairs(table["y_true"], table["y_pred"], labels=table.get("labels"), sample_weight=exact)
        data = Data(counts.blocks(), counts, positive=positive)
    if positive is not None:
        data.blocks.position(positive)
    return data


def _from_known(table: Mapping[str, Any], positive: Hashable | None) -> Data:
    from exactmetrics.matrix.partial import deduce

    known: dict[Hashable, dict[str, object]] = table["counts"]
    order = table.get("labels", list(known))
    if sorted(map(str, order)) != sorted(map(str, known)):
        names = ", ".join(map(str, known))
        raise InputError(f"labels names {', '.join(map(str, order))}, but counts has {names}: name the same classes")
    known = {str(label): known[str(label)] for label in order}
    blocks = deduce(known, n=table.get("n"), partition=table.get("partition", True))
    return Data(blocks, given=known, positive=positive)


def count_of(data: Data, word: str, label: Hashable | None) -> int | Fraction:
    """Return a count: "n", "correct", or one of the class `label`.

    Raises:
        UsageError: a count of a class without a label, or a label with a count of all classes.

    >>> data = read_data({"matrix": [[3, 1], [0, 2]]})
    >>> count_of(data, "correct", None), count_of(data, "negatives", 0)
    (5, 2)
    """
    blocks = data.blocks
    if word in ("n", "correct"):
        if label is not None:
            raise UsageError(f"count {word!r} is of all classes: leave out label {label!r}")
        return blocks.n if word == "n" else sum(blocks.tp)
    if label is None:
        raise UsageError(f"count {word!r} is of one class: give its label")
    place = blocks.position(label)
    if word == "negatives":
        return blocks.n - blocks.support[place]
    count: int | Fraction = getattr(blocks, word)[place]
    return count


def cell_of(data: Data, true: Hashable, predicted: Hashable) -> int | Fraction:
    """Return the samples of one class that were predicted as another.

    Raises:
        UsageError: the sheet holds no full matrix, or no such class.

    >>> cell_of(read_data({"matrix": [[3, 1], [0, 2]]}), 0, 1)
    1
    """
    if data.counts is None:
        raise UsageError("a cell needs the full matrix, and this sheet gives counts of the classes only")
    return data.counts.cells.get((data.counts.position(true), data.counts.position(predicted)), 0)


def _exact(number: str | int | Decimal) -> int | Fraction:
    """A number of a sheet, exactly; texts may be fractions."""
    exact = Fraction(number)
    return exact.numerator if exact.denominator == 1 else exact
