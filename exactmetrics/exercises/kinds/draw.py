"""What a kind is given besides the exercise: numbers that are drawn, the language, the places that were asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

One = TypeVar("One")


class Draw(NamedTuple):
    """`below(k)` is a whole number from 0 to k - 1; `places` is None where nobody asked for any, and `denominator` is
    the largest that a value may have."""

    below: Callable[[int], int]
    language: str
    places: int | None
    denominator: int


def shuffled(found: list[One], below: Callable[[int], int]) -> Iterator[One]:
    """The things of a list, which they leave, in an order that is drawn as they are taken."""
    while found:
        yield found.pop(below(len(found)))
