"""The files a command reads, none of which it may write over."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from exactmetrics.exact.errors import UsageError


def keep_inputs(output: str | None, inputs: Iterable[str | None], templates: str | None = None) -> None:
    """Refuse to write a result over what it is made from.

    Args:
        output: where the result goes.
        inputs: the files it is made from; "-" is standard input, and what is no file is passed over.
        templates: a folder of templates, none of which is written over either.

    Raises:
        UsageError: the output is one of them, perhaps by another name.

    >>> keep_inputs("mcc.md", ["matrix.csv", "6 1; 2 3", None])
    >>> keep_inputs(__file__, ["matrix.csv", __file__])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.UsageError: ... is read, and would be written over: name another file with --output
    """
    if output is None or output == "-":
        return
    if any(_same(output, name) for name in inputs if name) or _template(output, templates):
        raise UsageError(f"{output!r} is read, and would be written over: name another file with --output")


def _same(output: str, name: str) -> bool:
    """Whether two names are those of one file that exists; a pipe or a device may be read and written."""
    try:
        if not os.path.isfile(output):
            return False
        return os.path.samestat(os.stat(output), os.fstat(sys.stdin.fileno()) if name == "-" else os.stat(name))
    except (OSError, ValueError):  # no such file, standard input that is no file, or a matrix and no name at all
        return False


def _template(output: str, templates: str | None) -> bool:
    if not templates or not output.endswith(".jinja"):
        return False
    return os.path.realpath(output).startswith(os.path.join(os.path.realpath(templates), ""))
