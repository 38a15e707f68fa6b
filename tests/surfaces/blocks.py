"""Formulas drawn in two dimensions read back into one line: fraction bars, roots, tall brackets, rows inside them.

The reader knows the drawing alone: from left to right, what begins at the first column that is not empty is a bar, the
foot of a root, a bracket, the sign of a sum, or characters of the line itself, which all have to stand on one row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

BAR, LINE = "─", "_"
OVER = {"∑": "sum", "∏": "prod"}  # what runs over classes
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"


class MisdrawnError(AssertionError):
    """A drawing that cannot be read."""


class Drawing:
    """A rectangle of characters, empty rows and columns around it cut off."""

    def __init__(self, rows: Sequence[str]) -> None:
        wide = max((len(row) for row in rows), default=0)
        padded = [row.ljust(wide) for row in rows]
        while padded and not padded[0].strip():
            padded.pop(0)
        while padded and not padded[-1].strip():
            padded.pop()
        self.rows = padded
        self.width = wide
        self.line: int | None = None  # the row of the line itself, once something stands on it

    def at(self, row: int, column: int) -> str:
        inside = 0 <= row < len(self.rows) and 0 <= column < self.width
        return self.rows[row][column] if inside else " "

    def cut(self, top: int, bottom: int, left: int, right: int) -> str:
        """The part inside some rows and columns, read."""
        return Drawing([row[left:right] for row in self.rows[top:bottom]]).read()

    def read(self) -> str:
        """The drawing as one line."""
        if len(self.rows) < 2:
            text = self.rows[0].strip() if self.rows else ""
            if set(text) & set("─╲╱⎛⎞⎝⎠"):
                raise MisdrawnError(f"part of a drawing alone on a line: {text}")
            return text
        empty = [i for i, row in enumerate(self.rows) if not row.strip()]
        if empty:  # several rows of one formula
            edges = [-1, *empty, len(self.rows)]
            parts = [Drawing(self.rows[a + 1 : b]).read() for a, b in pairwise(edges)]
            return " ".join(part for part in parts if part)
        out, column = "", 0
        while column < self.width:
            text, column = self.item(column)
            out += text
        return re.sub(" +", " ", out).strip()

    def item(self, column: int) -> tuple[str, int]:
        """What begins in a column, and the column behind it."""
        found = {row: self.at(row, column) for row in range(len(self.rows)) if self.at(row, column) != " "}
        if not found:
            return " ", column + 1
        for row, character in found.items():
            if character == "⎛":
                return self.bracket(row, column)
            if character == BAR:
                return self.fraction(row, column)
            if character == "╲":
                return self.root(row, column, column)
            if (foot := self.foot(row, column)) is not None:
                return self.root(row + 1, foot, column)
            # what a sum runs over may be wider than its sign
            if character in OVER or self.is_under(row, column):
                return self.total(column)
        if len(found) > 1:
            raise MisdrawnError(f"several things in one column: {found}")
        ((row, character),) = found.items()
        if character not in RAISED:
            self.on_line(row)
        return character, column + 1

    def is_under(self, row: int, column: int) -> bool:
        """Whether the word that begins there stands below the sign of a sum."""
        while self.at(row, column) != " ":
            if self.at(row - 1, column) in OVER:
                return True
            column += 1
        return False

    def on_line(self, row: int) -> None:
        if self.line not in (None, row):
            raise MisdrawnError(f"something on row {row} of a formula whose line is row {self.line}")
        self.line = row

    def bracket(self, top: int, column: int) -> tuple[str, int]:
        bottom = top
        while self.at(bottom, column) != "⎝":
            bottom += 1
            if self.at(bottom, column) not in "⎜⎝":
                raise MisdrawnError("a bracket that is not closed below")
        depth, end = 1, column
        while depth:
            end += 1
            if end >= self.width:
                raise MisdrawnError("a bracket that is not closed")
            depth += {"⎛": 1, "⎞": -1}.get(self.at(top, end), 0)
        if any(self.at(row, end) != ("⎠" if row == bottom else "⎟") for row in range(top + 1, bottom + 1)):
            raise MisdrawnError("brackets of two sizes")
        return f"({self.cut(top, bottom + 1, column + 1, end)})", end + 1

    def fraction(self, row: int, column: int) -> tuple[str, int]:
        end = column
        while self.at(row, end) == BAR:
            end += 1
        top, bottom = self.cut(0, row, column, end), self.cut(row + 1, len(self.rows), column, end)
        if not top or not bottom:
            raise MisdrawnError("a bar with nothing above or below")
        self.on_line(row)
        return f"(({top})/({bottom}))", end

    def foot(self, row: int, column: int) -> int | None:
        """Where the foot of a root stands whose degree begins in a column, in the row above the foot."""
        while self.at(row, column) in RAISED:
            if self.at(row + 1, column) == "╲":
                return column
            column += 1
        return None

    def root(self, row: int, column: int, first: int) -> tuple[str, int]:
        """What the root over a foot stands for; its degree, if it is not 2, begins in the column `first`."""
        degree = re.match(f"[{RAISED}]*", "".join(self.at(row - 1, c) for c in range(first, column + 2)))[0]
        high = 0
        while self.at(row - high, column + 1 + high) == "╱":
            high += 1
        start = end = column + 1 + high
        while self.at(row - high, end) == LINE:
            end += 1
        inside = self.cut(row - high + 1, row + 1, start, end)
        if not inside:
            raise MisdrawnError("a root over nothing")
        return f"({inside})^(1/{degree.translate(_LOWERED)})" if degree else f"sqrt({inside})", end

    def total(self, column: int) -> tuple[str, int]:
        end = column
        while any(self.at(row, end) not in " " for row in range(len(self.rows))):
            end += 1
        rows = ["".join(self.at(row, c) for c in range(column, end)).strip() for row in range(len(self.rows))]
        sign, under = [text for text in rows if text]
        self.on_line(rows.index(sign))
        name = OVER[sign]
        return f"{name}_{under}" if under.isalpha() else f"{name}_({under.replace('∈', ' in ')})", end


def read_block(lines: Sequence[str]) -> str:
    """A drawn formula as one line of plain text, in the signs that the linear notation uses."""
    text = Drawing(list(lines)).read().replace("·", "*")
    return re.sub(f"[{RAISED}]+", lambda found: "^" + found[0].translate(_LOWERED), text)


_LOWERED = str.maketrans(RAISED, "0123456789-")


def linear_page(page: str) -> str:
    """A page with drawn formulas as the page of plain text that it stands for; tables are left as they are."""
    out: list[str] = []
    block: list[str] = []
    for line in [*page.split("\n"), ""]:
        if line.startswith("   "):
            block.append(line)
            continue
        out += _flat(block)
        block = []
        out.append(line)
    return "\n".join(_continued(out[:-1]))


def _flat(block: list[str]) -> list[str]:
    if not block or any(set(line.strip()) == {"-"} for line in block):
        return block
    if len(block) == 1 or not any(mark in "".join(block) for mark in (BAR, "╲", "⎛", *OVER)):
        text = "\n".join("   " + read_block([line]) for line in block)
        return re.sub(r"\n +(?=[-+*] )", " ", text).split("\n")  # a sum or product goes on in the next line
    return ["   " + read_block(block)]


def _continued(lines: list[str]) -> list[str]:
    """Formulas whose rows are set apart as rows below each other; one that begins with a sign goes on."""
    out: list[str] = []
    for line in lines:
        drawn = line.startswith("   ") and re.match(r" {3} *(?P<sign>[=+*/-](?=[ (])|≈)", line)
        if drawn and len(out) > 1 and not out[-1] and out[-2].startswith("   "):
            out.pop()
            if drawn["sign"] != "=":
                out[-1] += " " + line.strip()
                continue
        out.append(line)
    return out
