"""Counting numpy arrays.

Two arrays of integers are counted as `bincount(a * k + b)` in blocks small enough that the temporaries stay in the
processor's cache. Labels in a wide range are first numbered. Texts and other types are faster as Python lists.
numpy is imported here only, and only after the user has given numpy arrays.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..exact.errors import InputError
from .counts import Counts
from .exact_count import Count
from .tally import agreed_names, counts_of_pairs

BLOCK = 1 << 18
WIDEST = 1 << 10
Names = list[int] | list[bool]


def count_arrays(true: Any, pred: Any, named: tuple[Hashable, ...] | None = None) -> Counts | None:
    """Count two one-dimensional numpy arrays of integers or bools of the same length.

    Args:
        true, pred: the arrays.
        named: all class names in the wanted order, or None for those that occur, sorted.

    Returns:
        The counts, with Python labels; None when the arrays hold something else than integers or bools.

    Raises:
        InputError: a masked entry, or a label outside `named`.

    >>> import numpy
    >>> count_arrays(numpy.array([0, 1, 1]), numpy.array([0, 0, 1])).rows()
    [[1, 0], [1, 1]]
    """
    _refuse_masked(true, "y_true")
    _refuse_masked(pred, "y_pred")
    kinds = {true.dtype.kind, pred.dtype.kind}
    if kinds == {"b"}:
        return _counts_of_table([False, True], _table_of_codes(true.view("u1"), pred.view("u1"), 2), named)
    if not kinds <= {"i", "u"}:
        return None
    k = max(_extent(true), _extent(pred))
    if k <= WIDEST:
        return _counts_of_table(list(range(k)), _table_of_codes(true, pred, k), named)
    names, first, second = _numbered(true, pred)
    if len(names) <= WIDEST:
        return _counts_of_table(names, _table_of_codes(first, second, len(names)), named)
    return counts_of_pairs(_sparse_pairs(names, first, second), (), named)


def _refuse_masked(values: Any, name: str) -> None:
    """Refuse a masked array that hides entries, naming the first."""
    mask = getattr(values, "mask", None)
    if mask is not None and mask.any():
        position = int(mask.argmax())
        raise InputError(f"{name} is masked at position {position}; drop that sample or name its class.")


def _extent(values: Any) -> int:
    """Return the k for which all values lie in 0 to k - 1, or a k beyond WIDEST when one is negative."""
    if values.dtype.kind == "i":
        if not values.dtype.isnative:
            return WIDEST + 1
        # Read as unsigned, a negative number is huge: one pass finds both faults.
        top = int(values.view(f"u{values.dtype.itemsize}").max())
        return WIDEST + 1 if top >> (8 * values.dtype.itemsize - 1) else top + 1
    return int(values.max()) + 1


def _numbered(true: Any, pred: Any) -> tuple[list[int], Any, Any]:
    """Return the distinct integers, sorted, and both arrays as positions among them."""
    import numpy as np

    names = sorted({*np.unique(true).tolist(), *np.unique(pred).tolist()})
    kind = object if names[-1] >= 1 << 63 else np.int64
    known: Any = np.array(names, dtype=kind)
    return names, np.searchsorted(known, true.astype(kind)), np.searchsorted(known, pred.astype(kind))


def _sparse_pairs(names: list[int], first: Any, second: Any) -> dict[tuple[Hashable, Hashable], Count]:
    """Count pairs of positions by sorting them, for so many classes that a table would be mostly empty."""
    import numpy as np

    k = len(names)
    codes, counts = np.unique(first * k + second, return_counts=True)
    cells = zip(codes.tolist(), counts.tolist(), strict=True)
    return {(names[cell // k], names[cell % k]): count for cell, count in cells}


def _table_of_codes(true: Any, pred: Any, k: int) -> Any:
    """Count pairs of codes below k as one number, true * k + predicted, block by block; returns a k × k array."""
    import numpy as np

    block = max(BLOCK, k * k)
    totals = np.zeros(k * k, dtype=np.int64)
    for start in range(0, len(true), block):
        codes = true[start : start + block].astype(np.intp)
        codes *= k
        codes += pred[start : start + block].astype(np.intp, copy=False)
        totals += np.bincount(codes, minlength=k * k)
    return totals.reshape(k, k)


def _counts_of_table(names: Names, table: Any, named: tuple[Hashable, ...] | None) -> Counts:
    """Make counts from a k × k array; the margins are summed by numpy, the cells listed only when asked for.

    Args:
        names: k labels, sorted; those that do not occur are dropped unless `named` has them.
        table: the array of counts.
        named: all class names in the wanted order, or None.
    """
    import numpy as np

    occurring = (table.any(axis=0) | table.any(axis=1)).nonzero()[0]
    if len(occurring) < len(names):
        table = table[np.ix_(occurring, occurring)]
    seen: list[Hashable] = [names[position] for position in occurring.tolist()]
    labels = agreed_names(seen, named)
    if named is not None:
        wider = np.zeros((len(labels), len(labels)), dtype=np.int64)
        where = {label: position for position, label in enumerate(labels)}
        places = [where[label] for label in seen]
        wider[np.ix_(places, places)] = table
        table = wider

    def cells() -> dict[tuple[int, int], Count]:
        rows, columns = table.nonzero()
        keys = zip(rows.tolist(), columns.tolist(), strict=True)
        return dict(zip(keys, table[rows, columns].tolist(), strict=True))

    margins = table.diagonal().tolist(), table.sum(axis=1).tolist(), table.sum(axis=0).tolist()
    return Counts.with_margins(labels, *margins, cells)
