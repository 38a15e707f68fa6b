"""What is no document: binary files, and notebooks that are none; refused with what is wrong and the cure.

A file that is read as text whatever it holds would be "right": nothing in it looks like arithmetic.
"""

from __future__ import annotations

import codecs
import json
import os
import re
from pathlib import Path
from typing import IO

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.matrix.textfile import unreadable

SEARCHED = 1 << 16  # bytes in which signs of a binary file are looked for
LARGEST = 16_000_000  # characters of a notebook that is tried as JSON; of a longer one the beginning must do
LONGEST_NAME = 1_000  # characters of a text that may be the name of a file
CONTROLS = 0.01  # share of control characters that no text in an old encoding has
_KINDS = {
    b"%PDF-": ("a PDF file", "verify its source, or its text as `pdftotext -layout` writes it"),
    b"PK\x03\x04": ("a packed file (docx, odt, xlsx or zip)", "save it as text, HTML or Markdown, as pandoc does"),
    b"\xd0\xcf\x11\xe0": ("an old office file", "save it as text or HTML"),
    b"\x89PNG": ("an image", "give the document it belongs to"),
    b"\xff\xd8\xff": ("an image", "give the document it belongs to"),
    b"GIF8": ("an image", "give the document it belongs to"),
    b"\x1f\x8b": ("a compressed file", "unpack it first"),
}
_NAME = re.compile(
    r"[^\s<>|*?\"$=]{1,255}\.(?:md|markdown|tex|latex|txt|text|rst|html?|ipynb|toml|json|csv|tsv|log)", re.IGNORECASE
)
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROL = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x08\x1a\x1b")


def check_text(head: bytes, name: str) -> None:
    """Refuse the beginning of a file that is no text.

    Raises:
        InputError: a binary file; the message says which kind, where its first bytes tell, and what to do.
    """
    for start, (kind, cure) in _KINDS.items():
        if head.startswith(start):
            raise InputError(f"{name} is {kind}, not text: {cure}")
    if head.startswith(_WIDE) and not head.startswith(codecs.BOM_UTF32_LE):  # which begins like UTF-16
        return
    controls = sum(byte in _CONTROL for byte in head)
    if b"\x00" in head or (controls > CONTROLS * len(head) and not _may_be_utf8(head)):
        raise InputError(
            f"{name} is a binary file, not text: give Markdown, LaTeX, HTML, plain text or a notebook; "
            "text in an unusual encoding is to be saved as UTF-8"
        )


def check_file(path: Path) -> None:
    """Refuse a file that cannot be read, or is no text.

    Raises:
        InputError: such a file.
    """
    try:
        with path.open("rb") as raw:
            check_text(raw.read(SEARCHED), str(path))
    except InputError:
        raise
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def check_notebook(stream: IO[str], name: str) -> None:
    """Refuse what is no JSON, or JSON without cells.

    Raises:
        InputError: no notebook; with the line where its JSON ends or breaks.
    """
    text = stream.read(LARGEST)
    if len(text) == LARGEST:
        return
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{name} is no notebook: its JSON breaks in line {error.lineno}, column {error.colno} ({error.msg}); "
            "save it with Jupyter once more"
        ) from None
    except (ValueError, RecursionError):
        raise InputError(f"{name} is no notebook: its JSON cannot be read; save it with Jupyter once more") from None
    if not isinstance(found, dict) or not any(isinstance(found.get(key), list) for key in ("cells", "worksheets")):
        raise InputError(
            f'{name} is no notebook: its JSON has no "cells"; save it with Jupyter, or give the format that it is in'
        )


def check_no_name(text: str) -> None:
    """Refuse a text that is the name of a file which exists: a path was meant.

    Raises:
        UsageError: such a text.
    """
    name = text.strip()
    if name and "\n" not in name and len(name) < LONGEST_NAME and os.path.isfile(name):
        raise UsageError(f"{name!r} is the name of a file: give Path({name!r}); a string is taken as the text itself")


def check_no_missing_name(text: str) -> None:
    """Refuse a text that looks like the name of a file, which is not there; for texts in which nothing is said.

    Raises:
        UsageError: such a text.
    """
    name = text.strip()
    if _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} looks like the name of a file, and a string is taken as the text itself: for a file give "
            f"Path({name!r})"
        )


def _may_be_utf8(head: bytes) -> bool:
    """Whether bytes are UTF-8, but for a character that is cut at their end."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True
