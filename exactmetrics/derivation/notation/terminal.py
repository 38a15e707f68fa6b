"""Plain text in the columns of a terminal: how wide it is, aligned in tables, and folded where a line is too long."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_BROAD = dict.fromkeys("Mmw@%&#<>=+~", 0.9) | dict.fromkeys("W—…", 1.5)  # what these letters are wider than others
_NO_WIDTH = ("Mn", "Me", "Cf")  # marks over a letter, and characters that only say how others are set

WIDTH = 88  # columns of a terminal
HANG = "  "  # before the further lines of a note or an entry of a list
_APART = (" ", "|", "\u200e")  # what a line begins with that is set off: a formula, a table
_BREAK = re.compile(r"(?<=\S) (?=\S)")
# Spaces that stay: around a sign of a formula, after the letter of a blank, and inside what is set off by isolates.
_GLUED = re.compile(
    r" (?=[=\u2248<>+*/\u00b7-] )|(?<= [=\u2248<>+*/\u00b7-]) |(?<=\([a-zA-Z]\)) (?=[\d-])"
    r"|\u2066[^\u2066-\u2069]*\u2069"
)
_COMMAND = re.compile(r"\s*(?=::\w)")
_GLUE = "\ue000"  # private use, dropped from names


def terminal_width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


@lru_cache(maxsize=4096)  # a page has few different ones
def _columns(ch: str) -> int:
    if unicodedata.category(ch) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(ch) in "WF" else 1


def breadth(text: str) -> float:
    """How many letters of usual width a text would fill in print, where capitals take more room."""
    return terminal_width(text) + sum(_BROAD.get(ch, 0.4 if ch.isupper() else 0) for ch in text)


def column(text: str, width: int, side: str = "left") -> str:
    """A text filled up with spaces to a number of terminal columns, wide characters counted twice."""
    fill = " " * max(0, width - terminal_width(text))
    return fill + text if side == "right" else text + fill


def text_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1, rule_before: int | None = None
) -> list[str]:
    """The lines of a table; the first `left` columns are aligned to the left, a rule is drawn below the head."""
    widths = [max(terminal_width(row[i]) for row in [head, *rows]) for i in range(len(head))]
    sides = ["left" if i < left else "right" for i in range(len(head))]
    lines = ["  ".join(map(column, row, widths, sides)) for row in [head, *rows]]
    rule = "-" * max(map(terminal_width, lines))
    lines.insert(1, rule)
    if rule_before is not None:
        lines.insert(rule_before + 2, rule)
    return [line.rstrip() for line in lines]


def no_command(line: str) -> str:
    """A line that the log of a build takes for no command: `::name::`, blanks before it or not, or `##[name]` anywhere.

    >>> no_command("   ::error file=a::x"), no_command("a ##[error]b")
    (' - ::error file=a::x', 'a ## [error]b')
    """
    line = line.replace("##[", "## [")
    found = _COMMAND.match(line)
    return f"{found[0][:-2]}- {line[found.end() :]}" if found else line


def no_commands(page: str) -> str:
    """A page none of whose lines is a command of a build: the names of classes may look like one."""
    return "\n".join(map(no_command, page.split("\n"))) if "::" in page or "##[" in page else page


def folded(page: str, width: int = WIDTH) -> str:
    """A page whose sentences are no wider than a terminal; formulas and tables stay whole."""
    lines = page.split("\n")
    whole = (len(line) <= width or line.startswith(_APART) for line in lines)
    return no_commands(
        "\n".join(
            line if keep else "\n".join(folded_lines(line, width)) for line, keep in zip(lines, whole, strict=True)
        )
    )


def folded_lines(text: str, width: int, hang: str = "") -> list[str]:
    """A sentence in lines that are no wider, where its formulas allow it; all but the first begin with `hang`."""
    glued = _GLUED.sub(lambda found: found[0].replace(" ", _GLUE), text)
    return [line.replace(_GLUE, " ") for line in packed(_BREAK.split(glued), width, hang)]


def fitted(text: str, width: int, hang: str = HANG) -> list[str]:
    """A sentence in lines that are no wider: broken between words, and inside a word that is wider than a line."""
    return [piece for line in folded_lines(text, width, hang) for piece in pieces(line, width, hang)]


def pieces(line: str, width: int, hang: str = "") -> list[str]:
    """A line in pieces that are no wider, even where that is inside a word; all but the first begin with `hang`."""
    if terminal_width(line) <= width:
        return [line]
    found, piece, used = list[str](), list[str](), 0
    for ch in line:
        wide = terminal_width(ch)
        if used + wide > width:
            found.append("".join(piece))
            piece, used = [hang], terminal_width(hang)
        piece.append(ch)
        used += wide
    return [*found, "".join(piece)]


def packed(words: Sequence[str], width: int, hang: str = "") -> list[str]:
    """Words, of which none is broken, in lines as full as they may be."""
    rows, row, used = [], "", 0
    for word in words:
        wide = terminal_width(word)
        if row and used + 1 + wide > width:
            rows.append(row)
            row, used = hang + word, len(hang) + wide
        else:
            row, used = (f"{row} {word}", used + 1 + wide) if row else (word, wide)
    return [*rows, row]
