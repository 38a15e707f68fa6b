"""One column of scores: numbers in an order that is exactly theirs.

A float stands for its shortest decimal, or on request for the binary value it is. Both orders are the same, for the
shortest decimals of two floats lie as the floats do: columns of floats are sorted as they are, and only what is
computed with a score makes an exact number of it. Mixed columns become Fractions first.

numpy is imported only after the user has given an array or a column of a frame.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.exact.digits import exact_number, from_text
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.matrix.lists import listing
from exactmetrics.metrics.suggest import choices

LARGE = 10_000  # floats of a list from which on an array is worth its making
FLOATS = ("shortest", "binary")
Keys = Any  # a list of floats, of ints or of Fractions, or an array of floats or of integers


def check_floats(floats: str) -> str:
    """Refuse what is no way to read floats."""
    if floats not in FLOATS:
        raise UsageError(f"no floats={floats!r}; {choices(floats, FLOATS)}")
    return floats


def refuse_no_column(values: Any, where: str) -> None:
    """Refuse what is no column of one entry a sample."""
    shape = getattr(values, "shape", None)
    if isinstance(shape, tuple) and len(shape) != 1:
        raise InputError(f"{where} has the shape {shape}; give one entry for each sample.")
    if isinstance(values, (str, bytes, dict, set, frozenset)) or not isinstance(values, Iterable):
        raise InputError(f"{where} is a {type(values).__name__}; give a list with one entry for each sample.")


def read_column(values: Iterable[Any], where: str, floats: str) -> Keys:
    """The scores of a column, in order of the samples; `where` is what messages call it."""
    refuse_no_column(values, where)
    array = _array(values, where)
    if array is not None:
        return array
    items = listing(values)
    kinds = set(map(type, items))
    if kinds == {float}:
        if not all(map(math.isfinite, items)):
            _refuse_float(items, where)
        numpy = sys.modules.get("numpy") if len(items) >= LARGE else None  # faster where the program has it anyway
        return list(items) if numpy is None else numpy.array(items)
    if kinds == {int}:
        return list(items)
    return [exact_score(value, f"{where} at position {at}", floats) for at, value in enumerate(items)]


def _array(values: Any, where: str) -> Any:
    """The values as an array of floats or integers, where they are one already; None where they are not."""
    if isinstance(values, (list, tuple)) or not hasattr(values, "__array__"):
        return None
    import numpy as np

    mask = getattr(values, "mask", None)
    if isinstance(values, np.ma.MaskedArray) and mask is not None and np.any(mask):
        raise InputError(f"{where} is masked at position {int(np.argmax(mask))}; drop that sample or give its score.")
    array = np.asarray(values)
    if array.dtype.kind not in "fiu" or array.dtype.itemsize > 8:
        return None
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        _refuse_float(array.tolist(), where)
    return array


def _refuse_float(items: Sequence[float], where: str) -> None:
    at = next(at for at, value in enumerate(items) if not math.isfinite(value))
    _refuse_number(items[at], f"{where} at position {at}")


def _refuse_number(value: Any, where: str, what: str = "score") -> None:
    missing = value is None or value == "" or value != value
    why = f"missing there; drop that sample or give its {what}" if missing else "a finite number"
    raise InputError(f"{where} is {'empty' if value == '' else value}: a {what} is {why}.")


def exact_score(value: Any, where: str, floats: str, what: str = "score") -> Fraction:
    """The exact number that one score, or what else is given so, stands for."""
    if type(value).__module__ == "numpy" and hasattr(value, "dtype") and value.dtype.kind == "f":
        if not math.isfinite(value):
            _refuse_number(value, where, what)
        return _exact_float(value, floats)
    if isinstance(value, float):
        if not math.isfinite(value):
            _refuse_number(value, where, what)
        return Fraction(value) if floats == "binary" else Fraction(repr(float(value)))
    exact = exact_number(value)
    if exact is not None:
        return exact
    if (
        value is None
        or value == ""
        or (type(value).__name__ in ("NAType", "Decimal") and str(value) in ("<NA>", "NaN", "sNaN"))
    ):
        _refuse_number("" if value == "" else None, where, what)
    if isinstance(value, bool):
        raise InputError(f"{where} is {value}: a bool is no {what}. Give a number, such as a probability.")
    raise InputError(f"{where} is {str(value)[:60]!r}: a {what} is a number such as 0.7, '7/10' or Decimal('0.7').")


def _exact_float(value: Any, floats: str) -> Fraction:
    """A float of numpy, of its own width: the shortest decimal of a float32 is not that of the float64 it equals."""
    if floats == "binary":
        return Fraction(*value.as_integer_ratio())
    found = from_text(str(value))
    assert found is not None  # `str` of a finite float is a decimal
    return found


def exact_column(keys: Keys, floats: str) -> list[Fraction]:
    """The scores of a column as exact numbers."""
    if isinstance(keys, list):
        if not keys or type(keys[0]) is not float:
            return [key if type(key) is Fraction else Fraction(key) for key in keys]
        return list(map(Fraction, keys)) if floats == "binary" else [Fraction(repr(key)) for key in keys]
    if keys.dtype.kind != "f":
        return list(map(Fraction, keys.tolist()))
    if keys.dtype.itemsize == 8:
        return exact_column(keys.tolist(), floats)
    return [_exact_float(key, floats) for key in keys]


def exact_key(key: Any, floats: str) -> Fraction:
    """The exact number of one key of a column."""
    return exact_score(key, "a score", floats)
