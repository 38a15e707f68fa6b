"""Progress of long work, on standard error, and only where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from exactmetrics.cli.output import visible

LATER = 0.5  # seconds after which progress is shown at all
OFTEN = 0.1  # seconds between two looks


@contextmanager
def shown_progress(
    what: str, seconds: float | None = None, *, unit: str = "steps"
) -> Iterator[Callable[[int, int], None] | None]:
    """A function to be told (done, all); None where nobody watches.

    Args:
        what: what is being done.
        seconds: the budget in seconds, if the clock alone decides: then the bar is that of the time.
        unit: what is counted.

    >>> with shown_progress("a test") as tell:
    ...     tell is None or callable(tell)
    True
    """
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(what, seconds, unit)
    try:
        yield bar.tell
    finally:
        bar.stop()


class _Bar:
    """A bar drawn by rich, once the work has taken a while."""

    def __init__(self, what: str, seconds: float | None, unit: str) -> None:
        self.what, self.seconds, self.unit = visible(what), seconds, unit
        self.start = self.last = time.monotonic()
        self.progress: Any = None

    def tell(self, done: int, every: int) -> None:
        now = time.monotonic()
        if now - self.start < LATER or now - self.last < OFTEN:
            return
        self.last = now
        if self.progress is None:
            self._begin()
        share = (now - self.start) / self.seconds if self.seconds else done / every
        self.progress.update(0, completed=min(1.0, share), steps=f"{done:,}")

    def _begin(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("{task.description}", markup=False), BarColumn(),
            TextColumn("{task.fields[steps]} " + self.unit), TimeElapsedColumn(),
        )  # fmt: skip
        self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self.progress.add_task(self.what, total=1.0, steps="0")
        self.progress.start()

    def stop(self) -> None:
        if self.progress is not None:
            self.progress.stop()
