"""How much is read and written at most, and the refusal of what is beyond; docs/limits.md lists them all.

Text of TOML and JSON is looked at before a parser sees it: the parsers recurse with the nesting, and a key of n parts
costs the square of n.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from .errors import InputError

LARGEST_FILE = 256_000_000  # bytes of a file that is read whole; label columns and documents are read as they come
MOST_DIGITS = 10_000  # after the point, or significant
DEEPEST = 100  # brackets of TOML or JSON that are open at once
MOST_PARTS = 50  # of a dotted key of TOML
_BRACKETS = re.compile(r'"(?:[^"\\\n]|\\.)*+"|[\[\]{}]')
_PART = r"(?:\"[^\"\n]*+\"|'[^'\n]*+'|[\w-]++)[ \t]*+"
_LONG_KEY = re.compile(rf"(?<![\w-])(?:{_PART}\.[ \t]*+){{{MOST_PARTS}}}")


def bounded(stream: BinaryIO, name: str, known: bytes = b"") -> bytes:
    """What is left of a stream, `known` before it; refused where that is too large to be read whole."""
    rest = stream.read(LARGEST_FILE + 1 - len(known))
    if len(known) + len(rest) > LARGEST_FILE:
        raise InputError(
            f"{name} is larger than {LARGEST_FILE // 1_000_000} MB; give label columns in a file that ends in .csv, "
            "which is read as it comes, or split it."
        )
    return known + rest


def check_nesting(text: str, format: str) -> None:
    """Refuse text of TOML or JSON that nests too deeply, or has a key of too many parts, for its parser."""
    depth = 0
    for found in _BRACKETS.finditer(text) if text.count("[") + text.count("{") > DEEPEST else ():
        depth += (found[0] in "[{") - (found[0] in "]}")
        if depth > DEEPEST:
            raise InputError(f"it is nested too deeply: more than {DEEPEST} brackets are open at once.")
    if format == "toml" and text.count(".") >= MOST_PARTS and _LONG_KEY.search(text):
        raise InputError(f"a key has more than {MOST_PARTS} parts.")
