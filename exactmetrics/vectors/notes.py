"""The notes that flags point to: what fault a case finds, in the words of somebody who has it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache


@cache
def notes() -> Mapping[str, str]:
    """The note of every flag.

    >>> notes()["Underflow"]
    'The value is not 0, and the nearest double is.'
    """
    import tomllib
    from importlib.resources import files

    return tomllib.loads(files("exactmetrics.vectors").joinpath("notes.toml").read_text(encoding="utf-8"))
