"""What a command writes: results to standard output or a file, tables, remarks, and the progress of long work."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from exactmetrics.derivation.notation.escape import visible
from exactmetrics.derivation.saving import ended, format_of, save_text
from exactmetrics.exact.arguments import renamed
from exactmetrics.exact.errors import Notice

OPTIONS = (
    "label", "average", "positive", "scores", "form", "convention", "combine", "over", "weights", "undefined", "preset",
    "true", "pred", "labels", "places", "significant", "rounding", "orientation", "profile", "language", "detail",
    "format", "supports", "parts", "bounds", "sample_weight", "sheet", "encoding", "method", "confidence", "z", "p0",
    "alternative", "classes", "denominator", "partial_credit", "points", "title", "matrix",
)  # fmt: skip
COLUMNS = 80  # of a text that is not written to a terminal
_HEAD = re.compile(r" *(?:\S+ {2,})?")  # the indentation of a line, with a name that what is said of it stands beside
LATER = 0.5  # seconds after which progress is shown at all
OFTEN = 0.1  # seconds between two looks


def on_terminal() -> bool:
    return sys.stdout.isatty()


def terminal_columns() -> int:
    """How wide a text may be: as the terminal is, or as most are where there is none."""
    import shutil

    return shutil.get_terminal_size((COLUMNS, 24)).columns if on_terminal() else COLUMNS


def fitted(text: str) -> str:
    """A text whose lines are as wide as the terminal at most; what goes on stands below where it began.

    >>> from unittest import mock
    >>> with mock.patch("exactmetrics.cli.output.terminal_columns", return_value=24):
    ...     print(fitted("  p_o  what was observed, a fraction"))
      p_o  what was
           observed, a
           fraction
    """
    from textwrap import wrap

    width, lines = terminal_columns(), list[str]()
    for line in text.split("\n"):
        head = _HEAD.match(line)
        behind = " " * (len(head[0]) if head and len(head[0]) < width // 2 else 4)
        lines += wrap(line, width, subsequent_indent=behind, break_long_words=False, break_on_hyphens=False) or [""]
    return "\n".join(lines)


def say(note: str) -> None:
    """Tell something besides the result, on standard error."""
    click.echo(f"Note: {visible(note)}", err=True)


def say_all(notes: Iterable[str], used: Collection[str | None] | None = ()) -> None:
    """Tell what was noticed while data were read, with the names of the options in the place of those of arguments.

    `used` are columns that are used elsewhere; None says that the notes have been told.
    """
    if used is None:
        return
    for note in notes:
        if left := note.besides(used) if isinstance(note, Notice) else note:
            say(as_options(left))


def as_options(message: str) -> str:
    """A message of the library in the words of the command line.

    >>> as_options("give label= (one of 'a', 'b') or average='macro'")
    "give --label (one of 'a', 'b') or --average 'macro'"
    >>> as_options("the column 'title=1' is not used (sample_weight= names one of counts)")
    "the column 'title=1' is not used (--sample-weight names one of counts)"
    """
    return renamed(message, OPTIONS, lambda name: f"--{name.replace('_', '-')}")


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
        from exactmetrics.derivation.notation.terminal import text_table

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

    `seconds` is the budget, if the clock alone decides: then the bar is that of the time.
    """
    if not sys.stderr.isatty():
        yield None
        return
    start = last = time.monotonic()
    bar: Any = None

    def tell(done: int, every: int) -> None:
        nonlocal last, bar
        now = time.monotonic()
        if now - start < LATER or now - last < OFTEN:
            return
        last, bar = now, bar or _begun(visible(what), unit)
        share = (now - start) / seconds if seconds else done / every
        bar.update(0, completed=min(1.0, share), steps=f"{done:,}")

    try:
        yield tell
    finally:
        if bar is not None:
            bar.stop()


def _begun(what: str, unit: str) -> Any:
    """A bar drawn by rich, which takes a while to load."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    steps = TextColumn("{task.fields[steps]} " + unit)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), steps, TimeElapsedColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.add_task(what, total=1.0, steps="0")
    bar.start()
    return bar
