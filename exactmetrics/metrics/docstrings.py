"""The docstrings that are printed: of definitions, on every page, and of commands, as their help."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any


def docstring(function: Callable[..., Any]) -> str:
    """The docstring of a function; that of its source where Python was told to strip docstrings (-OO).

    >>> def half(x):
    ...     "Half of a number."
    ...     return x / 2
    >>> docstring(half)
    'Half of a number.'
    """
    found = inspect.getdoc(function)
    return _in_source(function) if found is None and __doc__ is None else found or ""


def _in_source(function: Callable[..., Any]) -> str:
    import ast
    from textwrap import dedent

    try:
        [definition] = ast.parse(dedent(inspect.getsource(function))).body
        return ast.get_docstring(definition) or ""  # type: ignore[arg-type]
    except (OSError, TypeError, SyntaxError):  # without a source, or no function of its own, as a lambda is
        return ""
