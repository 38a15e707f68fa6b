"""Running prose between the numbers of a text, which need not be cut into tokens to be passed over.

What a word says of a number, it says from near by: only the first and the last words of a long stretch are kept.
"""

from __future__ import annotations

import re

_NEAR = 20  # characters kept at each end, and the word that they end in
_STRETCH = re.compile(rf"[a-zà-ÿ] [a-zA-ZÀ-ɏ ,.\n]{{{3 * _NEAR},}}")


def without_prose(text: str) -> str:
    """The text of a piece without words that no link can depend on, as long as before.

    Punctuation among them ends a clause: a semicolon stands for all of it.

    >>> without_prose("This is what all the scores of both classes come to, as the reader may expect: P = 3/4")
    'This is what all the scores ;                           the reader may expect: P = 3/4'
    """
    return _STRETCH.sub(_shortened, text)


def _shortened(found: re.Match[str]) -> str:
    words = found[0]
    start, stop = words.find(" ", _NEAR), words.rfind(" ", 0, -_NEAR)
    if stop - start < 2:
        return words
    far = words[start:stop]
    sign = ";" if "," in far or "." in far else " "
    blank = " " * (stop - start - 2) if "\n" not in far else "".join(c if c == "\n" else " " for c in far[2:])
    return f"{words[:start]} {sign}{blank}{words[stop:]}"
