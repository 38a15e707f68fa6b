"""What a kind is given besides the exercise: numbers that are drawn, the language, the places that were asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Draw(NamedTuple):
    """`below(k)` is a whole number from 0 to k - 1; `places` is None where nobody asked for any, and `denominator` is
    the largest that a value may have."""

    below: Callable[[int], int]
    language: str
    places: int | None
    denominator: int
