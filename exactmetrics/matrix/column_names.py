"""What the columns of a file or a frame are by their names: labels, and how often a row counts.

A table of counted pairs, as R, pandas, Spark, SQL and Excel write it, has one row for each pair of labels and its
number of samples beside it. What such a column is called stands in `columns.toml`; that a column was taken for the
counts is said in a notice, and so is every column that is not used.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isfinite
from typing import Any, Self

from ..exact.errors import InputError, Notice, UsageError
from .exact_count import number
from .labels import did_you_mean, listed

WEIGHT = "sample_weight"
Rows = Mapping[tuple[Hashable, Hashable, object], int]  # true, predicted and a cell, and how many rows are alike


@cache
def _table() -> dict[str, Any]:
    import tomllib  # only where a table with names is read
    from importlib.resources import files

    found: dict[str, Any] = tomllib.loads(files(__package__).joinpath("columns.toml").read_text(encoding="utf-8"))
    return found


@cache
def words(*path: str) -> frozenset[str]:
    """The names at a place of `columns.toml`, of all languages."""
    found = _table()
    for key in path:
        found = found[key]
    every = found.values() if isinstance(found, dict) else [found]
    return frozenset(word for row in every for word in (row.split() if isinstance(row, str) else row))


def plain(name: object) -> str:
    """A name without what does not matter in it: capitals, "_" and "-".

    >>> plain("y_true"), plain("rowCount"), plain("TRUE")
    ('y true', 'row count', 'true')
    """
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(name).strip())
    return parted.casefold().replace("_", " ").replace("-", " ")


def usual_columns(names: Sequence[str]) -> tuple[str, str] | None:
    """The names of the true and of the predicted column; None unless there is exactly one of each.

    `y_true` and `y_pred` go before all others. Capitals, "_" and "-" do not matter.
    """
    if "y_true" in names and "y_pred" in names:
        return "y_true", "y_pred"
    true, pred = (columns_called(names, side) for side in ("true", "predicted"))
    return (true[0], pred[0]) if len(true) == len(pred) == 1 else None


def columns_called(names: Sequence[str], side: str) -> list[str]:
    """The columns that are called as labels of a side are; names that others have too only where there is none."""
    for path in (("labels", side), ("labels", "also", side), ("sides", side)):
        if found := [name for name in names if plain(name) in words(*path)]:
            return found
    return []


def side_of(title: str) -> str | None:
    """Which classes a title speaks of, "true" or "predicted"; None where of neither, or of both.

    >>> side_of("Actual class"), side_of("Vorhergesagt"), side_of("Confusion matrix"), side_of("actual vs. predicted")
    ('true', 'predicted', None, None)
    """
    sides = set(sides_in(title))
    return sides.pop() if len(sides) == 1 else None


def sides_at(corner: str) -> tuple[str | None, str | None]:
    """Which classes the rows and the columns are, by the title in the corner between both; None where it does not say.

    Spark puts the names of two columns together, that of the rows first, and KNIME a sign between both.

    >>> [sides_at(corner) for corner in ("Predicted vs actual", "y_pred", "label_prediction", "species_prediction")]
    [('predicted', 'true'), ('predicted', None), ('true', 'predicted'), (None, None)]
    >>> sides_at("species / Prediction (species)")
    (None, 'predicted')
    """
    if (side := _sidecolumns_called(corner)) is not None:
        return side, None
    for found in re.finditer("_", corner):
        rows, columns = corner[: found.start()], corner[found.end() :]
        if (across := _sidecolumns_called(columns)) is not None:
            down = _sidecolumns_called(rows) or side_of(rows)
            return (down, across) if down else (None, None)
    halves = re.split(r"[\\/|]", corner)
    if len(halves) == 2 and any(parted := (side_of(halves[0]), side_of(halves[1]))):
        return parted
    sides = sides_in(corner)
    return (sides[0] if sides else None), next((side for side in sides if side != sides[0]), None)


def _sidecolumns_called(name: str) -> str | None:
    """Which labels a column of this name holds."""
    sides = [side for side in ("true", "predicted") if columns_called([name], side)]
    return sides[0] if len(sides) == 1 else None


def sides_in(title: str) -> list[str]:
    """The classes that a title speaks of, "true" or "predicted", in the order of its words.

    >>> sides_in("Predicted (rows) x actual (columns)"), sides_in("Predictor")
    (['predicted', 'true'], [])
    """
    named = {word: side for side in ("true", "predicted") for word in words("sides", side)}
    return [named[word] for word in re.findall(r"[^\W\d_]+", plain(title)) if word in named]


def names_counts(name: object) -> bool:
    """Whether a column is called as one of counts or weights is.

    >>> [name for name in ("Freq", "count(*)", "Count of y_pred", "n_samples", "id", "country") if names_counts(name)]
    ['Freq', 'count(*)', 'Count of y_pred', 'n_samples']
    """
    named = re.findall(r"\w+", plain(name).replace("#", " number of ", 1))
    if not named or named[-1] in words("of"):
        return False
    if words("counting") | words("counted") | words("of") >= set(named):
        return not words("counting").isdisjoint(named) or (len(named) > 1 and named[0] in words("number"))
    first, second, *_ = [*named, "", ""]
    parted = second in words("of") or "(" in str(name)  # as in "Count of id" and "count(id)"
    return parted and (first in words("count_of") or (first in words("sum_of") and named[-1] in words("counting")))


def may_count(name: object) -> bool:
    """Whether a column is called as some of counts are, and others.

    >>> [name for name in ("size", "0", "_c2", "EXPR$0", "(No column name)", "age") if may_count(name)]
    ['size', '0', '_c2', 'EXPR$0', '(No column name)']
    """
    text = plain(name).strip(" ()")
    named = re.findall(r"\w+", text)
    counted = 1 < len(named) < 5 and not words("counting").isdisjoint((named[0], named[-1]))  # "id_count"
    return text in words("perhaps") or counted or re.fullmatch(r"c\d+", text) is not None


def may_name_counts(names: Iterable[str], besides: Iterable[str] = ()) -> list[str]:
    """The columns that may say how often each row counts: those that are called so, else those that may be.

    The columns `besides` hold something else.
    """
    taken = set(besides)
    known = [name for name in names if name not in taken]
    return [name for name in known if names_counts(name)] or [name for name in known if may_count(name)]


def asked_column(names: Sequence[str], asked: str | None, source: str, besides: Iterable[str] = ()) -> str | None:
    """The column of counts that was asked for, or has the very name; None where one is to be found, "" where none is.

    >>> asked_column(["y_true", "y_pred", "n"], "n", "pairs.csv"), asked_column(["sample_weight"], None, "pairs.csv")
    ('n', 'sample_weight')
    """
    known = [name for name in names if name not in set(besides)]
    if asked and asked not in known:
        raise UsageError(f"{source} has no column {asked!r}; it has {listed(names)}.{did_you_mean(asked, known)}")
    return WEIGHT if asked is None and WEIGHT in known else asked


def counts_column(
    names: Sequence[str], asked: str | None, source: str, besides: Iterable[str], rows: Callable[[str], Rows]
) -> str | None:
    """The column that says how often each row counts: the one asked for, `sample_weight`, or one that holds counts.

    None where there is none. `rows` are those with a column, from which it is told.
    """
    sure = asked_column(names, asked, source, besides)
    if sure is not None:
        return sure or None
    found = [name for name in may_name_counts(names, besides) if holds_counts(name, rows(name))]
    if len(found) > 1 and names_counts(found[0]):
        raise UsageError(
            f"{source} has several columns that may be the counts of its rows: {listed(found)}. Name one with "
            'sample_weight=, or none with sample_weight="".'
        )
    return found[0] if len(found) == 1 else None


def sample_rows(truth: Iterable[Hashable], cells: Iterable[object]) -> Rows:
    """The rows of samples whose predictions say nothing of whether a column holds counts."""
    return Counter((label, None, cell) for label, cell in zip(truth, cells, strict=True))


def holds_counts(name: str, rows: Rows) -> bool:
    """Whether a column does hold counts.

    Texts are none, and neither are numbers that number the rows. A name that others have too is one of whole numbers
    beside pairs of which none repeats, every one of them; a cell that is none below another name is an error.
    """
    cells = [_number(cell) for _, _, cell in rows]
    known = [cell for cell in cells if cell is not None]
    if not known:
        return False
    repeated = len({pair[:2] for pair in rows}) < sum(rows.values())
    if not names_counts(name):
        whole = len(known) == len(cells) and all(cell == int(cell) >= 0 for cell in known)
        return whole and not repeated and not (min(known) > 1 and _number_rows(known))
    single = repeated and len(known) == sum(rows.values())  # one each
    return not (single and (_number_rows(known) or _rises(known)))


def _number_rows(cells: Sequence[Any]) -> bool:
    """Whether numbers go up by one, in whatever order: two may be counts that happen to."""
    low = min(cells)
    return len(cells) > 2 and set(cells) == {low + at for at in range(len(cells))}


def _rises(cells: Sequence[Any]) -> bool:
    """Whether each number is larger than the one before, as those of rows of which some were left out."""
    return len(cells) > 3 and all(one < next_one for one, next_one in pairwise(cells))


def _number(cell: Any) -> Any:
    """A cell that may be a count, as a number; None for everything else."""
    if isinstance(cell, str):
        return number(cell) if number(cell) is not None else number(cell, decimal_comma=True)
    if isinstance(cell, bool) or not isinstance(cell, (int, float, Decimal, Fraction)):
        return None
    return cell if isfinite(cell) else None


@contextmanager
def curing(weight: str | None, asked: str | None) -> Iterator[None]:
    """Say in errors of weights that their column was found by its name, and what counts without it."""
    try:
        yield
    except InputError as error:
        if weight is None or asked or weight == WEIGHT or not any(word in str(error) for word in (weight, "weight")):
            raise
        told = f'{error} The column {weight!r} was taken for counts: sample_weight="" counts every row once.'
        raise InputError(told) from None


def noticed(names: Iterable[str], used: Iterable[str], weight: str | None, asked: str | None) -> tuple[Notice, ...]:
    """What is said of the columns: which one was found by its name to hold the counts, and which are not used."""
    counted = (
        ()
        if weight is None or asked or weight == WEIGHT
        else (Notice(f'every row counts as often as its {weight!r} says (one each: sample_weight="")'),)
    )
    return (*counted, *not_used(names, [*used, weight]))


def not_used(names: Iterable[str], used: Iterable[str | None]) -> tuple[Notice, ...]:
    """What is said of the columns that are not used."""
    known = set(used)
    left = [name for name in names if name not in known and str(name).strip()]
    return (NotUsed(left),) if left else ()


class NotUsed(Notice):
    """The notice that columns are not used.

    >>> NotUsed(["id", "day"]).besides(["day"]), NotUsed(["id"]).besides(["id"])
    ("the column 'id' is not used (sample_weight= names one of counts)", '')
    """

    columns: list[str]

    def __new__(cls, columns: list[str]) -> Self:
        told = f"column {listed(columns)} is" if len(columns) == 1 else f"columns {listed(columns)} are"
        made = super().__new__(cls, f"the {told} not used (sample_weight= names one of counts)" if columns else "")
        made.columns = columns
        return made

    def __getnewargs__(self) -> tuple[list[str]]:  # type: ignore[override]
        return (self.columns,)

    def besides(self, used: Iterable[str | None]) -> NotUsed:
        known = set(used)
        return NotUsed([column for column in self.columns if column not in known])
