"""Plain-text pages folded: sentences are broken into lines, formulas and tables stay whole."""

from __future__ import annotations

import re

from exactmetrics.derivation.notation.terminal import terminal_width

WIDTH = 88  # columns of a terminal
_APART = (" ", "|", "\u200e")  # what a line begins with that is set off: a formula, a table
_COLUMNS = "\u2502"  # between two pages side by side
_BREAK = re.compile(r"(?<=\S) (?=\S)")
# Spaces that stay: around a sign of a formula, after the letter of a blank, and inside what is set off by isolates.
_GLUED = re.compile(
    r" (?=[=\u2248<>+*/\u00b7-] )|(?<= [=\u2248<>+*/\u00b7-]) |(?<=\([a-zA-Z]\)) (?=[\d-])"
    r"|\u2066[^\u2066-\u2069]*\u2069"
)
_GLUE = "\ue000"  # private use, dropped from names


def folded(page: str) -> str:
    """A page whose sentences are no wider than a terminal.

    >>> long = "A sentence of many words with a formula in it that is not broken, so it goes on below: x = 1/2 + 1/3."
    >>> print(folded(f"{long}\\n\\n   {'1 + ' * 30}1").replace(" + 1" * 30, " ..."))
    A sentence of many words with a formula in it that is not broken, so it goes on below:
    x = 1/2 + 1/3.
    <BLANKLINE>
       1 ...
    """
    return "\n".join(_folded(line) for line in page.split("\n"))


def _folded(line: str) -> str:
    if len(line) <= WIDTH or line.startswith(_APART) or _COLUMNS in line:
        return line
    glued = _GLUED.sub(lambda found: found[0].replace(" ", _GLUE), line)
    rows, row, used = [], "", 0
    for word in _BREAK.split(glued):
        wide = terminal_width(word)
        if row and used + 1 + wide > WIDTH:
            rows.append(row)
            row, used = word, wide
        else:
            row, used = (f"{row} {word}", used + 1 + wide) if row else (word, wide)
    return "\n".join([*rows, row]).replace(_GLUE, " ")
