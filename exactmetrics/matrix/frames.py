"""Counting two columns of a data frame in the frame's own engine.

One adapter, narwhals, reaches pandas, polars, pyarrow, duckdb, dask and others; lazy frames stay lazy. The frame groups
by the pair of labels, and only the distinct pairs come back. narwhals is optional: without it, columns are counted as
lists, and whole frames need it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from ..exact.errors import InputError, UsageError
from .counts import Counts
from .exact_count import Count, as_count
from .labels import check_labels, did_you_mean, is_missing, listed, refuse_mixed
from .lists import count_lists
from .tally import Pair, counts_of_pairs


def count_frame(
    frame: object,
    *,
    true: str,
    pred: str,
    sample_weight: str | None = None,
    labels: Iterable[Hashable] | None = None,
) -> Counts:
    """Count the pairs of two columns of a data frame, eager or lazy.

    Args:
        frame: any frame narwhals reads.
        true, pred: names of the columns of true and of predicted labels.
        sample_weight: name of a column of integer weights (or Decimals, where the frame's engine has them).
        labels: all class names in the wanted order.

    Raises:
        InputError: not a frame, no rows, missing labels, inexact weights.
        UsageError: narwhals is not installed, or a column does not exist.

    >>> import polars
    >>> frame = polars.DataFrame({"y": ["a", "b", "b"], "p": ["a", "a", "b"]})
    >>> count_frame(frame, true="y", pred="p").rows()
    [[1, 0], [1, 1]]
    """
    nw = adapter()
    try:
        table = nw.from_native(frame)
    except TypeError:
        raise InputError(
            f"a {type(frame).__name__} is not a data frame; give a pandas, polars or pyarrow one."
        ) from None
    wanted = (true, pred, sample_weight)
    known = table.collect_schema().names()
    for name in wanted:
        if name is not None and name not in known:
            raise UsageError(f"the frame has no column {name!r}; it has {listed(known)}.{did_you_mean(name, known)}")
    named = None if labels is None else check_labels(labels)
    if sample_weight is None and hasattr(table, "get_column"):
        sides = [table.get_column(name) for name in (true, pred)]
        if not all(_one_type(side.dtype) for side in sides):
            return count_lists(sides[0].to_list(), sides[1].to_list(), named)
    table = table.select(*(nw.col(name) for name in dict.fromkeys(name for name in wanted if name is not None)))
    return counts_of_pairs(*_checked_rows(_grouped(table, wanted), (true, pred), table), named)


def column_names(frame: object) -> list[str]:
    """Return the names of a frame's columns, without reading its rows.

    >>> import polars
    >>> column_names(polars.DataFrame({"y": ["a"], "p": ["b"]}))
    ['y', 'p']
    """
    names: list[str] = adapter().from_native(frame).collect_schema().names()
    return names


def adapter() -> Any:
    """Import narwhals, or say how to get it.

    >>> adapter().__name__
    'narwhals'
    """
    try:
        import narwhals
    except ImportError:
        raise UsageError(
            "data frames are read through narwhals, which is not installed: pip install narwhals. "
            "Lists of labels need nothing: frame[column].to_list()."
        ) from None
    return narwhals


def count_columns(true: Any, pred: Any, named: tuple[Hashable, ...] | None) -> Counts | None:
    """Count two columns of data frames of the same kind; None when they are better counted as lists.

    Args:
        true, pred: columns (series, chunked arrays) of the same length, matched by their order, never by an index.
        named: all class names in the wanted order, or None.

    >>> import polars
    >>> count_columns(polars.Series(["a", "b", "b"]), polars.Series(["a", "a", "b"]), None).rows()
    [[1, 0], [1, 1]]
    >>> count_columns(["a"], ["a"], None) is None
    True
    """
    try:
        nw = adapter()
        first, second = (nw.from_native(side, series_only=True) for side in (true, pred))
    except (UsageError, TypeError):
        return None  # no adapter, or a column it does not know: as lists they count too
    integral = first.dtype.is_integer() and second.dtype.is_integer()
    if integral and not first.is_null().any() and not second.is_null().any():
        from .arrays import count_arrays

        return count_arrays(first.to_numpy(), second.to_numpy(), named)
    if first.implementation is not second.implementation or not all(map(_one_type, (first.dtype, second.dtype))):
        return None
    if first.implementation.is_pandas_like():
        first, second = (nw.from_native(side.reset_index(drop=True), series_only=True) for side in (true, pred))
    table = first.alias("y_true").to_frame().with_columns(second.alias("y_pred"))
    names = ("y_true", "y_pred")
    return counts_of_pairs(*_checked_rows(_grouped(table, (*names, None)), names, table), named)


def _one_type(dtype: Any) -> bool:
    """Say whether a column can only hold labels of one type, so that grouping merges none that differ."""
    return str(dtype) not in ("Object", "Unknown")


def _grouped(table: Any, wanted: tuple[str, str, str | None]) -> list[tuple[Any, ...]]:
    """Return the distinct (true, predicted, weight, number of samples), grouped by the frame's engine."""
    nw = adapter()
    true, pred, weight = wanted
    schema = table.collect_schema()
    keys = [nw.col(true).alias("true"), nw.col(pred).alias("pred")]
    # Weights are grouped too and multiplied by their number here, because an engine's sum may round or overflow.
    keys.append((nw.lit(1) if weight is None else nw.col(weight)).alias("weight"))
    if not all(_one_type(schema[name]) for name in (true, pred)):
        raise InputError(
            f"the columns {true!r} and {pred!r} hold Python objects, which their engine would merge when they are "
            "equal (True and 1). Convert them to texts or numbers, or count them as lists."
        )
    found = table.select(*keys).group_by("true", "pred", "weight").agg(nw.len().alias("number"))
    found = found.collect() if hasattr(found, "collect") else found
    return list(found.iter_rows())


def _checked_rows(
    rows: Iterable[tuple[Any, ...]], names: tuple[str, str], table: Any
) -> tuple[dict[Pair, Count], Iterable[Hashable]]:
    """Check labels and weights of the distinct rows and add them up by pair; returns the sums and the labels seen.

    Raises:
        InputError: no rows, a missing label (with its place when the frame is not lazy), an inexact weight.
    """
    totals: dict[Pair, Count] = {}
    for true, pred, weight, number in rows:
        for name, label in zip(names, (true, pred), strict=True):
            if is_missing(label):
                raise InputError(
                    f"column {name!r} has a missing label{_place(table, name)}; drop it or name the class."
                )
        count = as_count(weight, "a sample weight") * int(number)
        totals[true, pred] = totals.get((true, pred), 0) + count
    if not totals:
        raise InputError(f"the columns {names[0]!r} and {names[1]!r} are empty: there are no samples to count.")
    seen = {(type(label), label): label for pair in totals for label in pair}
    refuse_mixed(seen.values(), f"the labels of {names[0]!r} and {names[1]!r}")
    return totals, ()


def _place(table: Any, name: str) -> str:
    """Say at which position a column's first missing label stands, for a frame whose rows have an order."""
    if not hasattr(table, "get_column"):
        return ""
    values = table.get_column(name).to_list()
    return next(f" at position {position}" for position, value in enumerate(values) if is_missing(value))
