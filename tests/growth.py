"""How work grows with its input.

Seconds say more about the machine than about the code, so a test asks for no number of them: it compares two sizes, and
takes the best of several tries of each, or it counts calls.
"""

from __future__ import annotations

import gc
import os
import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
TIMES = 4  # how much larger the larger input is
TOO_MUCH = 10  # linear work takes 4 times as long, quadratic 16 times
TRIES = 6
RESET = Path("/proc/self/clear_refs")


def assert_linear(run: Callable[[T], object], make: Callable[[int], T], size: int) -> None:
    """Fail where the time for `make(4 * size)` is not near four times that for `make(size)`."""
    small, large = make(size), make(TIMES * size)
    seconds(run, small)  # what is read or compiled once
    best = worst = float("inf")
    for _ in range(TRIES):
        best, worst = min(best, seconds(run, small)), min(worst, seconds(run, large))
        if worst < TOO_MUCH * best:
            return
    raise AssertionError(f"{TIMES} times the input took {worst / best:.1f} times as long ({best:.4f} s, {worst:.4f} s)")


def assert_calls_linear(run: Callable[[T], object], make: Callable[[int], T], size: int) -> None:
    """Fail where `make(4 * size)` takes many more than four times the calls that `make(size)` takes."""
    small, large = (calls(partial(run, make(n))) for n in (size, TIMES * size))
    assert large < 1.5 * TIMES * small, f"{TIMES} times the input took {large} calls instead of {small}"


class Peak:
    """The most memory that is held at once inside, beyond what was held before.

    Linux counts for a process, at no cost; elsewhere Python counts, which takes ten times as long.
    """

    bytes = 0

    def __init__(self) -> None:
        self.traced = not os.access(RESET, os.W_OK)

    def __enter__(self) -> Peak:
        if self.traced:
            tracemalloc.start()
        else:
            RESET.write_text("5", encoding="ascii")
            self._before = _most()
        return self

    def __exit__(self, *error: object) -> None:
        if self.traced:
            self.bytes = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        else:
            self.bytes = _most() - self._before


def _most() -> int:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


def calls(run: Callable[[], object]) -> int:
    """How many functions a run calls, those written in C too: the same number every time, on every machine."""
    count = 0

    def on_event(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(on_event)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


def seconds(run: Callable[[T], object], given: T) -> float:
    """The processor time of one run, without that of collecting what other tests have left."""
    collects = gc.isenabled()
    gc.disable()
    try:
        start = time.process_time()
        run(given)
        return time.process_time() - start
    finally:
        if collects:
            gc.enable()
