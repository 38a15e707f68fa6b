"""How results are written, and where to: standard output, or a file that is written whole or not at all."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from exactmetrics.exact.errors import InputError

if TYPE_CHECKING:
    pass


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
    text = text.rstrip("\n") + "\n"
    data = text.encode("utf-8", errors="replace")
    if output is None or output == "-":
        click.echo(data if json else text, nl=False)
        return
    path = os.path.realpath(output)  # a link stays, and what it points to is renewed
    try:
        if os.path.exists(output) and not os.path.isfile(output) and not os.path.isdir(output):
            with open(output, "wb") as device:  # a pipe or a terminal, which nothing can be renamed to
                device.write(data)
        else:
            _replace(path, data)
    except OSError as error:
        raise InputError(f"cannot write {output!r}: {_reason(path, error)}") from error


def style_of(style: str | None, output: str | None) -> str:
    """The format asked for, else the one of the file's ending, else text.

    >>> style_of(None, "mcc.tex"), style_of(None, "mcc.md"), style_of("text", "mcc.md"), style_of(None, None)
    ('latex-document', 'markdown', 'text', 'text')
    """
    if style is not None:
        return style
    endings = {".md": "markdown", ".markdown": "markdown", ".tex": "latex-document", ".json": "json", ".html": "html"}
    return endings.get(os.path.splitext(output or "")[1].lower(), "text")


def _replace(path: str, data: bytes) -> None:
    """Write beside the file and rename, so that nobody ever reads half of it."""
    if os.path.isdir(path):
        raise IsADirectoryError("it is a directory; name a file in it")
    temporary = os.path.join(os.path.dirname(path), f".exactmetrics-{os.getpid()}-{os.urandom(4).hex()}")
    # Created as any new file would be, so that the user's umask decides who may read it.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        if os.path.exists(path):
            os.chmod(temporary, os.stat(path).st_mode & 0o777)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _reason(path: str, error: OSError) -> str:
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        return f"there is no directory {folder!r}; make it first, or name another"
    return error.strerror or str(error)


def visible(text: str) -> str:
    r"""A stranger's text with control characters written out, so that it cannot steer a terminal.

    >>> print(visible("a\x1b[31mb\u732b"))
    a\x1b[31mb猫
    """
    if text.isprintable():
        return text
    return "".join(ch if ch.isprintable() else repr(ch)[1:-1] for ch in text)
