"""Where results are written to: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from exactmetrics.derivation.saving import ended, format_of, save_text


def on_terminal() -> bool:
    """Whether standard output is a terminal.

    >>> from contextlib import redirect_stdout
    >>> from io import StringIO
    >>> with redirect_stdout(StringIO()):
    ...     found = on_terminal()
    >>> found
    False
    """
    return sys.stdout.isatty()


def deliver(text: str, output: str | None, *, json: bool = False) -> None:
    r"""Write a result to standard output (None or "-") or to a file, ended by one line end.

    Args:
        text: the result.
        output: the name of the file.
        json: whether it is JSON, which is UTF-8 also where the terminal is not.

    Raises:
        InputError: a file that cannot be written.

    >>> deliver("9/14", None)
    9/14
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     deliver("9/14", f"{folder}/accuracy.txt")
    ...     Path(folder, "accuracy.txt").read_text(encoding="utf-8")
    '9/14\n'
    """
    if output is None or output == "-":
        click.echo(ended(text).encode("utf-8", errors="replace") if json else ended(text), nl=False)
    else:
        save_text(text, output)


def style_of(style: str | None, output: str | None, among: Sequence[str] | None = None) -> str:
    """The format asked for, else the one of the file's ending, else text.

    `among` are the formats that a command writes; by default all.

    Raises:
        UsageError: an ending that no format is written to.

    >>> style_of(None, "mcc.tex"), style_of(None, "mcc.htm"), style_of("text", "mcc.md"), style_of(None, None)
    ('latex-document', 'html', 'text', 'text')
    """
    if style is not None:
        return style
    return "text" if output is None or output == "-" else format_of(output, among)


def visible(text: str) -> str:
    r"""A stranger's text with control characters written out, so that it cannot steer a terminal.

    >>> print(visible("a\x1b[31mb\u732b"))
    a\x1b[31mb猫
    """
    if text.isprintable():
        return text
    return "".join(ch if ch.isprintable() else repr(ch)[1:-1] for ch in text)
