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


def outward(low: int, high: int, start: int) -> Iterator[int]:
    """The whole numbers between two ends, those near a start first, and of two the smaller; none is made beforehand."""
    start = min(max(start, low), high)
    if low <= high:
        yield start
    for step in range(1, max(start - low, high - start) + 1):
        if start - step >= low:
            yield start - step
        if start + step <= high:
            yield start + step
