"""Choosing one thing after the other, and going back where nothing is left to choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")


def choices(length: int, options: Callable[[list[T]], Iterator[T]]) -> Iterator[list[T]]:
    """Every list of a length, given what may come after its beginning; no recursion, for lists may be long.

    >>> [list(found) for found in choices(2, lambda chosen: iter(range(len(chosen) + 1)))]
    [[0, 0], [0, 1]]
    """
    chosen: list[T] = []
    waiting = [options(chosen)] if length else []
    while waiting:
        for one in waiting[-1]:
            chosen.append(one)
            break
        else:
            waiting.pop()
            del chosen[-1:]
            continue
        if len(chosen) < length:
            waiting.append(options(chosen))
        else:
            yield chosen
            chosen.pop()
