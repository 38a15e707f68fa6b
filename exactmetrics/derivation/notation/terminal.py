"""How wide a text is: on a terminal, and about how wide on paper."""

from __future__ import annotations

import unicodedata

_BROAD = dict.fromkeys("Mmw@%&#<>=+~", 0.9) | dict.fromkeys("W—…", 1.5)  # what these letters are wider than others
_NO_WIDTH = ("Mn", "Me", "Cf")  # marks over a letter, and characters that only say how others are set


def terminal_width(text: str) -> int:
    """How many columns of a terminal a text takes.

    >>> terminal_width("abc"), terminal_width("\u732b"), terminal_width("e\u0301")
    (3, 2, 1)
    """
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


def _columns(ch: str) -> int:
    if unicodedata.category(ch) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(ch) in "WF" else 1


def breadth(text: str) -> float:
    """How many letters of usual width a text would fill in print, where capitals take more room.

    >>> breadth("dog"), breadth("W") > 1.5 < breadth("\u732b")
    (3, True)
    """
    return terminal_width(text) + sum(_BROAD.get(ch, 0.4 if ch.isupper() else 0) for ch in text)
