"""Columns of labels in arrays and data frames, counted in their own engine.

The engine numbers the labels, and only the distinct ones become Python objects. Lazy frames, weights, and what has no
codes (dates, decimals, floats) are grouped by the frame, and only the distinct pairs come back.

numpy and narwhals, the one adapter to all frames, are optional and imported only after the user has given an array or a
frame; without narwhals, columns are counted as lists.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from typing import Any
from warnings import catch_warnings, simplefilter

from ..exact.errors import InputError, UsageError
from .column_names import Rows
from .counts import Counts
from .exact_count import Count, as_count
from .labels import check_labels, did_you_mean, is_missing, listed, refuse_mixed
from .lists import Pair, agreed_names, count_lists, counts_of_pairs

BLOCK = 1 << 18  # samples counted at a time: their codes stay in the processor's cache
LARGEST_TABLE = 1 << 20  # cells; the pairs of more classes are sorted, for the table would be mostly empty
FRAME_MODULES = frozenset({"pandas", "polars", "pyarrow", "modin", "cudf", "narwhals"})
Coded = tuple[Any, Sequence[Hashable]]  # an array of codes, and the label that each code stands for


def counted_by_engine(
    true: Collection[Hashable], pred: Collection[Hashable], named: tuple[Hashable, ...] | None
) -> Counts | None:
    """Count two columns of arrays or frames; None when they are to be counted as lists, which also find all faults.

    Columns are matched by their order, never by an index. `named` are all class names in the wanted order, if given.
    """
    modules = {type(side).__module__.partition(".")[0] for side in (true, pred)}
    if not modules <= FRAME_MODULES | {"numpy"}:
        return None
    if modules == {"numpy"}:
        _refuse_masked(true, "y_true")
        _refuse_masked(pred, "y_pred")
    counts = _counts_of_codes(coded(true), coded(pred), named)
    return counts if counts is not None or not modules <= FRAME_MODULES else _count_columns(true, pred, named)


def _refuse_masked(values: Any, name: str) -> None:
    mask = getattr(values, "mask", None)
    if mask is not None and mask.any():
        position = int(mask.argmax())
        raise InputError(f"{name} is masked at position {position}; drop that sample or name its class.")


def coded(column: Any) -> Coded | None:
    """Number the labels of a column; None when a label is missing, or they are neither texts, integers nor bools."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        return None
    if not len(column):
        return None
    module = type(column).__module__.partition(".")[0]
    if module == "numpy":
        return _coded_array(column)
    if module == "pyarrow" and not hasattr(column, "chunks"):
        import pyarrow

        column = pyarrow.chunked_array([column])
    if module == "pandas" and not hasattr(column, "to_frame"):
        import pandas

        column = pandas.Series(column)
    try:
        nw = adapter()
        series = nw.from_native(column, series_only=True)
    except (UsageError, TypeError):
        return None
    native = series.to_native()
    texts = series.dtype in (nw.String, nw.Categorical, nw.Enum)
    if texts and series.implementation.is_pandas():
        return _coded_pandas(native)
    if series.null_count():
        return None
    if series.dtype.is_integer() or series.dtype == nw.Boolean:
        return _coded_array(series.to_numpy())
    if not texts:
        return None
    if series.implementation.is_polars():
        return _coded_polars(series)
    if series.implementation.is_pyarrow():
        encoded = native if series.dtype == nw.Categorical else native.dictionary_encode()
        whole = encoded.unify_dictionaries().combine_chunks()
        return whole.indices.to_numpy(zero_copy_only=False), whole.dictionary.to_pylist()
    return None


def _coded_pandas(native: Any) -> Coded | None:
    import pandas

    if hasattr(native, "cat"):
        codes, labels = native.cat.codes.to_numpy(), native.cat.categories
    elif native.dtype == object and pandas.api.types.infer_dtype(native, skipna=False) != "string":
        return None  # narwhals has looked at the first entries only
    else:
        codes, labels = native.factorize()
    return None if codes.min() < 0 else (codes, labels.tolist())  # a missing label has the code -1


def _coded_polars(series: Any) -> Coded:
    """Number texts by the codes of a Categorical; polars numbers the texts of all its columns together."""
    import numpy as np

    nw = adapter()
    texts = (series.cast(nw.Categorical) if series.dtype == nw.String else series).to_native()
    codes = texts.to_physical().to_numpy()
    place = np.full(int(codes.max()) + 1, -1)  # of one sample with each code
    place[codes] = np.arange(len(codes))
    seen = (place >= 0).nonzero()[0]
    labels: list[Hashable] = [None] * len(place)
    for code, label in zip(seen.tolist(), texts.gather(place[seen]).to_list(), strict=True):
        labels[code] = label
    return codes, labels


def _coded_array(values: Any) -> Coded | None:
    import numpy as np

    values = np.asarray(values)
    if values.dtype.kind == "b":
        return values.view("u1"), (False, True)
    if values.dtype.kind in "iu":
        return _coded_integers(values)
    items: list[Hashable] = values.tolist() if values.dtype.kind in "OU" else []
    if not items or set(map(type, items)) != {str}:
        return None
    codes = _Numbering()
    return np.fromiter(map(codes.__getitem__, items), dtype=np.intp, count=len(items)), list(codes)


class _Numbering(dict[Hashable, int]):
    """Numbers for labels, in the order in which they are first asked for."""

    def __missing__(self, label: Hashable) -> int:
        self[label] = number = len(self)
        return number


def _coded_integers(values: Any) -> Coded:
    """Take integers of a narrow range for their own codes; number those of a wide one."""
    import numpy as np

    narrow = max(1 << 10, len(values))
    # Read as unsigned, a negative number has the highest bit: one pass sees that all lie from 0 to a small number.
    size = values.dtype.itemsize
    top = int(values.view(f"{values.dtype.byteorder}u{size}").max())
    if top < narrow and (values.dtype.kind == "u" or not top >> (8 * size - 1)):
        return values, range(top + 1)
    low, high = int(values.min()), int(values.max())
    if high - low < narrow:  # in eight bytes no difference overflows
        return values.astype(f"{values.dtype.kind}8") - low, range(low, high + 1)
    known = np.unique(values)
    return np.searchsorted(known, values), known.tolist()


def _counts_of_codes(
    first: Coded | None, second: Coded | None, named: tuple[Hashable, ...] | None, times: Any = None
) -> Counts | None:
    """Count pairs of codes, each once or so many times.

    None when the labels are of several types, double, or texts outside `named`; messages need the samples in order.
    """
    import numpy as np

    if first is None or second is None:
        return None
    (true, rows), (pred, columns) = first, second
    height, width = len(rows), len(columns)
    support, predicted, cell_counts, count_at = _tables(true, pred, (height, width), times)
    seen_rows, seen_columns = support.nonzero()[0], predicted.nonzero()[0]
    row_labels = list(map(rows.__getitem__, seen_rows.tolist()))
    column_labels = list(map(columns.__getitem__, seen_columns.tolist()))
    kinds = {*map(type, row_labels), *map(type, column_labels)}
    if kinds not in ({str}, {int}, {bool}):
        return None
    true_seen, pred_seen = set(row_labels), set(column_labels)
    if len(true_seen) < len(row_labels) or len(pred_seen) < len(column_labels):
        return None
    seen = true_seen | pred_seen
    if kinds == {str} and named is not None and not seen.issubset(named):
        return None
    names = tuple(sorted(seen)) if named is None else agreed_names(sorted(seen), named)  # type: ignore[type-var]
    where = dict(zip(names, range(len(names)), strict=True))
    # From codes to positions among the names, and back for the columns.
    row_place, column_place = np.zeros(height, dtype=np.intp), np.zeros(width, dtype=np.intp)
    row_place[seen_rows] = list(map(where.__getitem__, row_labels))
    column_place[seen_columns] = list(map(where.__getitem__, column_labels))
    column_at = np.full(len(names), -1)
    column_at[column_place[seen_columns]] = seen_columns
    both = seen_rows[column_at[row_place[seen_rows]] >= 0]
    margins: Any = np.zeros((3, len(names)), dtype=np.int64)
    margins[0, row_place[both]] = count_at(both, column_at[row_place[both]])
    margins[1, row_place[seen_rows]] = support[seen_rows]
    margins[2, column_place[seen_columns]] = predicted[seen_columns]

    def cells() -> dict[tuple[int, int], Count]:
        row_codes, column_codes, counts = cell_counts()
        i, j = row_place[row_codes], column_place[column_codes]
        order = np.lexsort((j, i))
        keys = zip(i[order].tolist(), j[order].tolist(), strict=True)
        return dict(zip(keys, counts[order].tolist(), strict=True))

    return Counts(names, cells, margins=tuple(margins.tolist()))


def _tables(
    true: Any, pred: Any, shape: tuple[int, int], times: Any
) -> tuple[Any, Any, Callable[[], Any], Callable[[Any, Any], Any]]:
    """Count pairs of codes: the sums by row and by column, all cells that are not 0, and the counts of some cells."""
    import numpy as np

    height, width = shape
    if height * width <= LARGEST_TABLE and times is None:
        flat = np.zeros(height * width, dtype=np.int64)
        block = max(BLOCK, height * width)
        for start in range(0, len(true), block):
            codes = true[start : start + block].astype(np.intp)
            codes *= width
            codes += pred[start : start + block].astype(np.intp, copy=False)
            flat += np.bincount(codes, minlength=height * width)
        table = flat.reshape(height, width)
        return (
            table.sum(axis=1),
            table.sum(axis=0),
            lambda: (*table.nonzero(), table[table.nonzero()]),
            lambda rows, columns: table[rows, columns],
        )
    true, pred = true.astype(np.intp), pred.astype(np.intp)
    if times is None:
        pairs, counts = np.unique(true * width + pred, return_counts=True)
        support, predicted = np.bincount(true, minlength=height), np.bincount(pred, minlength=width)
    else:
        pairs, place = np.unique(true * width + pred, return_inverse=True)
        counts, support, predicted = (np.zeros(size, dtype=np.int64) for size in (len(pairs), height, width))
        for sums, codes in ((counts, place), (support, true), (predicted, pred)):
            np.add.at(sums, codes, times)

    def count_at(rows: Any, columns: Any) -> Any:
        wanted = rows * width + columns
        found = np.searchsorted(pairs, wanted).clip(max=len(pairs) - 1)
        return np.where(pairs[found] == wanted, counts[found], 0)

    return support, predicted, lambda: (pairs // width, pairs % width, counts), count_at


def count_frame(
    frame: object,
    *,
    true: str,
    pred: str,
    sample_weight: str | None = None,
    labels: Iterable[Hashable] | None = None,
) -> Counts:
    """Count the pairs of two columns of a data frame, eager or lazy.

    Weights are integers (or Decimals, where the frame's engine has them), since an engine's sum of others is not exact.
    """
    table = _with_columns(frame, true, pred, sample_weight)
    named = None if labels is None else check_labels(labels)
    if sample_weight is None and hasattr(table, "get_column"):
        sides = [_column(table, name) for name in (true, pred)]
        counts = _counts_of_codes(coded(sides[0]), coded(sides[1]), named)
        if counts is not None:
            return counts
        if not all(_one_type(side.dtype) for side in sides):
            return count_lists(sides[0].to_list(), sides[1].to_list(), named)
    return _counts_of_groups(table, (true, pred, sample_weight), named)


def distinct_rows(frame: object, names: Sequence[str]) -> Rows:
    """The distinct rows of three columns, true, predicted and another one, and how many are alike.

    None of a column of dates, lists or the like, which hold no numbers.
    """
    nw, table = adapter(), _with_columns(frame, *names)
    kind = table.collect_schema()[names[-1]]
    if not (kind.is_numeric() or kind in (nw.String, nw.Categorical, nw.Enum, nw.Object)):
        return {}
    columns = [_place(table, name).alias(str(at)) for at, name in enumerate(names)]
    found = table.select(*columns).group_by("0", "1", "2").agg(nw.len().alias("times"))
    found = found.collect() if hasattr(found, "collect") else found
    return {(true, pred, cell): times for true, pred, cell, times in found.iter_rows()}


def _with_columns(frame: object, *wanted: str | None) -> Any:
    """A frame behind the adapter, which has these columns."""
    nw = adapter()
    try:
        with catch_warnings():
            simplefilter("ignore", FutureWarning)  # of narwhals, for dask: nothing that the caller could mend
            table = nw.from_native(frame)
            names = table.collect_schema().names()
    except nw.exceptions.DuplicateError:
        names = None
    except TypeError:
        raise InputError(
            f"a {type(frame).__name__} is not a data frame; give a pandas, polars or pyarrow one."
        ) from None
    if names is None or len(set(names)) < len(names):
        raise UsageError("the frame has several columns of one name; give each a name of its own.")
    for name in wanted:
        if name is not None and name not in names:
            raise UsageError(f"the frame has no column {name!r}; it has {listed(names)}.{did_you_mean(name, names)}")
    return table


def _place(table: Any, name: str) -> Any:
    """A column by its place, for polars reads a name such as "*" as a pattern."""
    return adapter().nth(table.collect_schema().names().index(name))


def _column(table: Any, name: str) -> Any:
    return table.select(_place(table, name).alias("column")).get_column("column")


def column_names(frame: object) -> list[str]:
    """Return the names of a frame's columns, without reading its rows."""
    names: list[str] = _with_columns(frame).collect_schema().names()
    return names


def adapter() -> Any:
    try:
        import narwhals
    except ImportError:
        raise UsageError(
            "data frames are read through narwhals, which is not installed: pip install narwhals. "
            "Lists of labels need nothing: frame[column].to_list()."
        ) from None
    return narwhals


def _count_columns(true: Any, pred: Any, named: tuple[Hashable, ...] | None) -> Counts | None:
    """Count two columns in the frame; None when they are better counted as lists."""
    try:
        nw = adapter()
        first, second = (nw.from_native(side, series_only=True) for side in (true, pred))
    except (UsageError, TypeError):
        return None  # no adapter, or a column it does not know: as lists they count too
    if first.implementation is not second.implementation or not all(map(_one_type, (first.dtype, second.dtype))):
        return None
    if first.implementation.is_pandas_like():
        first, second = (nw.from_native(side.reset_index(drop=True), series_only=True) for side in (true, pred))
    table = first.alias("y_true").to_frame().with_columns(second.alias("y_pred"))
    return _counts_of_groups(table, ("y_true", "y_pred", None), named)


def _one_type(dtype: Any) -> bool:
    """Say whether a column can only hold labels of one type, so that grouping merges none that differ."""
    return str(dtype) not in ("Object", "Unknown")


def _counts_of_groups(table: Any, wanted: tuple[str, str, str | None], named: tuple[Hashable, ...] | None) -> Counts:
    """Count the distinct (true, predicted, weight) with their numbers of samples, grouped by the frame's engine."""
    nw = adapter()
    true, pred, weight = wanted
    schema = table.collect_schema()
    keys = [_place(table, true).alias("true"), _place(table, pred).alias("pred")]
    # Weights are grouped too and multiplied by their number here, because an engine's sum may round or overflow.
    keys.append((nw.lit(1) if weight is None else _place(table, weight)).alias("weight"))
    if not all(_one_type(schema[name]) for name in (true, pred)):
        raise InputError(
            f"the columns {true!r} and {pred!r} hold Python objects, which their engine would merge when they are "
            "equal (True and 1). Convert them to texts or numbers, or count them as lists."
        )
    found = table.select(*keys).group_by("true", "pred", "weight").agg(nw.len().alias("number"))
    found = found.collect() if hasattr(found, "collect") else found
    first, second = coded(found.get_column("true")), coded(found.get_column("pred"))
    if weight is None and first is not None and second is not None:
        counts = _counts_of_codes(first, second, named, found.get_column("number").to_numpy())
        if counts is not None:
            return counts
    return counts_of_pairs(_checked_rows(found.iter_rows(), (true, pred), table), (), named)


def _checked_rows(rows: Iterable[tuple[Any, ...]], names: tuple[str, str], table: Any) -> dict[Pair, Count]:
    """Check labels and weights of the distinct rows and add them up by pair."""
    totals: dict[Pair, Count] = {}
    for true, pred, weight, number in rows:
        for name, label in zip(names, (true, pred), strict=True):
            if is_missing(label):
                place = ""
                if hasattr(table, "get_column"):  # not of a lazy frame, whose rows have no order
                    values = _column(table, name).to_list()
                    place = next(f" at position {at}" for at, value in enumerate(values) if is_missing(value))
                raise InputError(f"column {name!r} has a missing label{place}; drop it or name the class.")
        count = as_count(weight, "a sample weight") * int(number)
        totals[true, pred] = totals.get((true, pred), 0) + count
    if not totals:
        raise InputError(f"the columns {names[0]!r} and {names[1]!r} are empty: there are no samples to count.")
    seen = {(type(label), label): label for pair in totals for label in pair}
    refuse_mixed(seen.values(), f"the labels of {names[0]!r} and {names[1]!r}")
    return totals
