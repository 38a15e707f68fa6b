"""What went wrong in a template, as an error that names the file, the line, what it was and what would help."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from jinja2 import TemplateSyntaxError

from exactmetrics.derivation.rendering.budget import RefusedError
from exactmetrics.derivation.rendering.sandbox import MissingNameError, Sandbox
from exactmetrics.exact.errors import ExactMetricsError, InputError, UsageError
from exactmetrics.metrics.suggest import choices

GUIDE = "docs/templates.md lists the blocks and the names of every page"
CIRCLE = "this goes too deep: a template includes or extends itself, a macro calls itself, or too many brackets"
ENDED = ("block", "call", "filter", "for", "if", "macro", "raw", "set", "with")
TAGS = (*ENDED, "elif", "else", "extends", "from", "include", *(f"end{tag}" for tag in ENDED))
_UNKNOWN_TAG = re.compile(r"Encountered unknown tag '(\w{1,40})'")
LONGEST = 300  # characters of a message that quotes a template


def explained(error: Exception, page: str, names: Iterable[str], sandbox: Sandbox) -> ExactMetricsError:
    """The error that the user gets.

    Args:
        error: what a template or jinja raised.
        page: the name of the template that was asked for.
        names: the names that the page gives to its template.
        sandbox: where it was filled.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> from exactmetrics.derivation.rendering.sources import Sources
    >>> folder = Path(mkdtemp())
    >>> (folder / "text").mkdir(); (folder / "text" / "report.txt.jinja").write_text("<< 1 + 1 >>") and None
    >>> error = RefusedError("templates do no arithmetic", 1)
    >>> str(explained(error, "text/report.txt.jinja", ["title"], Sandbox(Sources(folder)))).partition("jinja, ")[2]
    'line 1: templates do no arithmetic'
    """
    file, line = _place(error)
    where = f"{file or sandbox.sources.shown(page)}{f', line {line}' if line else ''}"
    said = _said(error, sorted(names))
    kind = InputError if isinstance(error, InputError) else UsageError
    return kind(f"{where}: {said}")


def _said(error: Exception, names: list[str]) -> str:
    if isinstance(error, MissingNameError):
        return f"{_missing(error, names)}. {GUIDE}"
    if isinstance(error, RecursionError):
        return CIRCLE
    if isinstance(error, (ExactMetricsError, RefusedError, TemplateSyntaxError)):
        said = getattr(error, "message", None) or str(error)
        unknown = _UNKNOWN_TAG.match(said)
        return _cut(said) if unknown is None else f"there is no tag {unknown[1]!r}; {choices(unknown[1], TAGS)}"
    return f"{_cut(str(error))}. {GUIDE}"


def _missing(error: MissingNameError, names: list[str]) -> str:
    if error.owner is None and error.name not in (None, "super"):
        return f"there is no name {error.name!r}; {choices(error.name, names)}"
    if isinstance(error.owner, dict):
        keys = [key for key in error.owner if isinstance(key, str)]
        return f"there is no {error.name!r} here; {choices(error.name, keys)}"
    if isinstance(error.owner, (list, tuple)):
        return f"there is no entry {error.name} in a list of {len(error.owner)}"
    return _cut(str(error).rstrip("."))


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _place(error: Exception) -> tuple[str | None, int | None]:
    """The file and the line: of the innermost template that was being read or filled."""
    if isinstance(error, TemplateSyntaxError):
        return error.filename or error.name, error.lineno
    file, line = None, None
    trace: Any = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:  # compiled code that jinja has not rewritten yet
            file, line = template.filename, template.get_corresponding_lineno(trace.tb_lineno)
        elif "__jinja_exception__" in frame.f_globals:
            file, line = frame.f_code.co_filename, trace.tb_lineno
        elif frame.f_code.co_name == "_parse" and "filename" in frame.f_locals:
            file, line = frame.f_locals["filename"], None
        trace = trace.tb_next
    if isinstance(error, RefusedError) and error.line is not None:
        line = error.line
    return file, line
