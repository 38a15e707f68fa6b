"""What a command writes: results to standard output or a file, tables, remarks, and the progress of long work."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from exactmetrics.derivation.saving import ended, format_of, save_text

LATER = 0.5  # seconds after which progress is shown at all
OFTEN = 0.1  # seconds between two looks


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def visible(text: str) -> str:
    r"""A stranger's text with control characters written out, so that it cannot steer a terminal.

    >>> print(visible("a\x1b[31mb\u732b"))
    a\x1b[31mb猫
    """
    if text.isprintable():
        return text
    return "".join(ch if ch.isprintable() else repr(ch)[1:-1] for ch in text)


def say(note: str) -> None:
    """Tell something besides the result, on standard error."""
    click.echo(f"Note: {visible(note)}", err=True)


def deliver(text: str, output: str | None, *, json: bool = False) -> None:
    """Write a result to standard output (None or "-") or to a file, ended by one line end.

    JSON is UTF-8 also where the terminal is not. A file that cannot be written is an InputError.
    """
    if output is None or output == "-":
        click.echo(ended(text).encode("utf-8", errors="replace") if json else ended(text), nl=False)
    else:
        save_text(text, output)


def style_of(style: str | None, output: str | None, among: Sequence[str] | None = None) -> str:
    """The format asked for, else the one of the file's ending, else text.

    `among` are the formats that a command writes; by default all. An ending that no format is written to is a
    UsageError.

    >>> style_of(None, "mcc.tex"), style_of(None, "mcc.htm"), style_of("text", "mcc.md"), style_of(None, None)
    ('latex-document', 'html', 'text', 'text')
    """
    if style is not None:
        return style
    return "text" if output is None or output == "-" else format_of(output, among)


def show_table(head: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: int = 0) -> None:
    """Print a table: drawn by rich on a terminal, plain aligned text in a pipe; every cell is literal text.

    `numbers` is how many columns, from the right, hold numbers and are aligned to the right.
    """
    cells = [[visible(cell) for cell in row] for row in rows]
    if not on_terminal():
        from exactmetrics.derivation.writing.tables import text_table

        click.echo("\n".join(text_table(head, cells, left=len(head) - numbers)))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(show_edge=False, pad_edge=False)
    for at, heading in enumerate(head):
        right = at >= len(head) - numbers
        table.add_column(Text(heading), justify="right" if right else "left", no_wrap=at == 0 or right)
    for row in cells:
        table.add_row(*map(Text, row))
    Console().print(table)


@contextmanager
def shown_progress(
    what: str, seconds: float | None = None, *, unit: str = "steps"
) -> Iterator[Callable[[int, int], None] | None]:
    """A function to be told (done, all), which shows it on standard error; None where that is no terminal.

    Args:
        what: what is being done.
        seconds: the budget in seconds, if the clock alone decides: then the bar is that of the time.
        unit: what is counted.
    """
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(what, seconds, unit)
    try:
        yield bar.tell
    finally:
        if bar.progress is not None:
            bar.progress.stop()


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
