"""Sample weights, read exactly.

A weight is a non-negative int, Fraction, Decimal, or a text such as "0.1" or "1/3". A float is accepted only when it is
whole, because the float 0.1 is not one tenth and adding it up would not be exact.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..exact.digits import from_text
from ..exact.errors import InputError
from .exact_count import Count, as_count, non_negative, simplest


def exact_weights(weights: Iterable[object]) -> list[Count]:
    """Read a column of weights.

    Raises:
        InputError: one text instead of a column, or a weight that is negative, missing or an inexact float.

    >>> exact_weights([2, "0.5", 3.0])
    [2, Fraction(1, 2), 3]
    """
    if isinstance(weights, (str, bytes)):
        raise InputError(f"sample_weight is one text, {weights[:40]!r}; give one weight a sample.")
    shape = getattr(weights, "shape", None)
    if isinstance(shape, tuple) and len(shape) != 1:
        raise InputError(f"sample_weight has the shape {shape}; give one weight a sample.")
    for method in ("tolist", "to_list", "to_pylist"):
        if hasattr(weights, method):
            weights = getattr(weights, method)()
            break
    return [
        weight if type(weight) is int and weight >= 0 else exact_weight(weight, position)
        for position, weight in enumerate(weights)
    ]


def exact_weight(weight: object, position: int) -> Count:
    """Read one weight that is not a plain non-negative int.

    >>> exact_weight("1/3", 0)
    Fraction(1, 3)
    """
    where = f"sample_weight at position {position}"
    if isinstance(weight, str):
        exact = from_text(weight)
        if exact is None:
            raise InputError(f'{where} is the text {weight[:80]!r}; give a number such as "0.1" or "1/3".')
        return non_negative(simplest(exact), where)
    return as_count(weight, where)
