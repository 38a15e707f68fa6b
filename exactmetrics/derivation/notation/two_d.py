"""Formulas for a terminal in two dimensions: fractions one over the other, roots and sums drawn.

`Stacked` writes a line in which control characters, which no name can hold, mark what is to be drawn; `laid_out` draws
it as boxes. What is broken inside a fraction or a root stands in tall brackets, so that its rows cannot be taken for
anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exactmetrics.derivation.notation.printer import ATOM, Notation
from exactmetrics.derivation.notation.terminal import column, terminal_width
from exactmetrics.expression.nodes import Joined

FRACTION, ROOT, BRACKET, TOTAL, NEXT, END, PRODUCT = "\x01", "\x02", "\x03", "\x04", "\x05", "\x06", "\x07"
GROUPS = FRACTION + ROOT + BRACKET + TOTAL + PRODUCT
SUPERSCRIPTS = str.maketrans("0123456789-kn", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᵏⁿ")
BAR, LINE = "─", "_"
BRACKETS = (("⎛", "⎜", "⎝"), ("⎞", "⎟", "⎠"))
LEAST = 20  # columns that a broken part is given at least
_EXPONENT = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")


class Stacked(Notation):
    """Formulas with marks, which a page draws; `show` gives the marked line."""

    def fraction(self, top: tuple[str, int], bottom: tuple[str, int]) -> tuple[str, int]:
        return f"{FRACTION}{top[0]}{NEXT}{bottom[0]}{END}", ATOM

    def paren(self, inside: str) -> str:
        return f"{BRACKET}{inside}{END}"

    def power(self, base: str, exponent: int) -> str:
        return base + str(exponent).translate(SUPERSCRIPTS)

    def radical(self, inside: str, degree: str = "") -> str:
        return f"{ROOT}{inside}{NEXT}{degree.translate(SUPERSCRIPTS)}{END}"

    pi = "π"

    unequal = "≠"

    def total(self, body: str, whole: bool, pairs: str = "", joined: Joined = "sum") -> str:
        letter = self.symbols.letter
        if joined == "largest":
            return f"max_{letter} {body}"
        if pairs:
            return f"{TOTAL}{pairs}{END} {body}"
        sign = PRODUCT if joined == "product" else TOTAL
        return f"{sign}{letter if whole else f'{letter}∈{self.symbols.set_letter}'}{END} {body}"

    def times(self, left: str, right: str, *, bracketed: bool) -> str:
        """Spaced out where a side is no single number or symbol."""
        wide = any(" " in side or any(mark in side for mark in GROUPS) for side in (left, right))
        return f"{left} · {right}" if wide else f"{left}·{right}"


@dataclass(frozen=True, slots=True)
class Box:
    """Rows of one width in terminal columns; `base` is the row that stands on the line of what is beside it."""

    rows: tuple[str, ...]
    base: int = 0

    @property
    def width(self) -> int:
        return terminal_width(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)


def beside(boxes: Sequence[Box]) -> Box:
    """Boxes from left to right, their baselines on one line."""
    base = max(box.base for box in boxes)
    below = max(box.height - box.base for box in boxes)
    rows = []
    for at in range(-base, below):
        cells = ((box.rows[i] if 0 <= (i := box.base + at) < box.height else " " * box.width) for box in boxes)
        rows.append("".join(cells))
    return Box(tuple(rows), base)


def _fraction(top: Box, bottom: Box) -> Box:
    """One box over another with a bar between; the bar of what is a fraction itself is the shorter one."""
    wide = max(top.width, bottom.width) + (2 if top.height > 1 or bottom.height > 1 else 0)
    rows = [*(_centred(row, wide) for row in top.rows), BAR * wide, *(_centred(row, wide) for row in bottom.rows)]
    return Box(tuple(rows), top.height)


def _bracketed(inside: Box) -> Box:
    if inside.height == 1:
        return Box((f"({inside.rows[0]})",))
    last = inside.height - 1
    rows = (
        f"{left}{row}{right}"
        for at, row in enumerate(inside.rows)
        for left, right in [(side[0 if at == 0 else 2 if at == last else 1] for side in BRACKETS)]
    )
    return Box(tuple(rows), inside.base)


def _under_root(inside: Box, index: Row) -> Box:
    """A box under a root sign, whose degree stands before the row above the last one."""
    high = inside.height
    rows = [" " * (high + 1) + LINE * inside.width]
    for at, row in enumerate(inside.rows):
        left = "╲╱" if at == high - 1 else " " * (high - at) + "╱"
        rows.append(left.ljust(high + 1) + row)
    degree = "".join(part for part in index if isinstance(part, str))
    room = max(0, len(degree) - 2)
    rows = [" " * room + row for row in rows]
    rows[-2] = degree + rows[-2][len(degree) :]
    return Box(tuple(rows), inside.base + 1)


def _raised(text: str, beside: Box) -> Box:
    blank = " " * terminal_width(text)
    return Box((text, *[blank] * (beside.height - 1)), beside.base)


def _stacked(boxes: Sequence[Box]) -> Box:
    """Rows of one formula below each other, an empty row between them; the baseline is in the middle."""
    if len(boxes) == 1:
        return boxes[0]
    wide = max(box.width for box in boxes)
    rows: list[str] = []
    for box in boxes:
        rows += [" " * wide] if rows else []
        rows += [column(row, wide) for row in box.rows]
    return Box(tuple(rows), len(rows) // 2)


def _centred(row: str, wide: int) -> str:
    left = (wide - terminal_width(row)) // 2
    return column(" " * left + row, wide)


@dataclass(slots=True)
class Group:
    """A part that is drawn: its mark, and the rows of text and groups inside."""

    mark: str
    parts: list[Row]


Row = list["str | Group"]


def laid_out(marked: str, room: int) -> list[Box]:
    """The rows of a formula as `Stacked` marks it, each at most `room` columns wide if there is any way to."""
    return _rows(_read(marked, 0)[0], room)


def _read(text: str, at: int) -> tuple[Row, int]:
    """What stands up to the end of a part: texts and groups, and where the end is."""
    row: Row = []
    while at < len(text) and text[at] not in (NEXT, END):
        mark = text[at]
        if mark in GROUPS:
            group = Group(mark, [])
            while text[at] != END:
                part, at = _read(text, at + 1)
                group.parts.append(part)
            at += 1
            row.append(group)
        else:
            start = at
            while at < len(text) and text[at] not in GROUPS and text[at] not in (NEXT, END):
                at += 1
            row.append(text[start:at])
    return row, at


def _whole(row: Row) -> Box:
    return _joined(row, [_drawn(item) for item in row])


def _joined(row: Row, boxes: list[Box]) -> Box:
    """The boxes of a row side by side: exponents raised, a minus kept apart from a bar."""
    out: list[Box] = []
    for item, box in zip(row, boxes, strict=True):
        if out and isinstance(item, Group) and item.mark == FRACTION and out[-1].rows[0].endswith("-"):
            out.append(Box((" ",)))
        if out and isinstance(item, str) and (exponent := _EXPONENT.match(item)):
            out.append(_raised(exponent[0], out[-1]))
            item = item[exponent.end() :]
            box = Box((item,))
        if item != "":
            out.append(box)
    return beside(out)


def _drawn(item: str | Group, room: int | None = None) -> Box:
    """A text, or a group with its parts inside so much room."""
    if isinstance(item, str):
        return Box((item,))
    inner = item.parts[0]
    if item.mark == BRACKET:
        return _bracketed(_whole(inner) if room is None else _stacked(_rows(inner, room - 2)))
    if item.mark == FRACTION:
        top, bottom = (_closed(part, None if room is None else room - 2) for part in item.parts)
        return _fraction(top, bottom)
    if item.mark == ROOT:
        return _rooted(inner, item.parts[1], room)
    under = "".join(part for part in inner if isinstance(part, str))  # what a sum runs over
    return Box((_centred("∏" if item.mark == PRODUCT else "∑", terminal_width(under)), under))


def _closed(row: Row, room: int | None) -> Box:
    """A part of a fraction or a root, in brackets where it takes several rows."""
    box = _whole(row)
    if room is None or box.width <= room:
        return box
    rows = _rows(row, room - 2)
    return rows[0] if len(rows) == 1 else _bracketed(_stacked(rows))


def _rooted(row: Row, index: Row, room: int | None) -> Box:
    """A part under a root, whose sign is the wider the higher the part is."""
    box = _whole(row)
    if room is None or box.width + box.height < room:
        return _under_root(box, index)
    for _ in range(3):
        box = _closed(row, max(room - 1 - box.height, LEAST))
    return _under_root(box, index)


def _rows(row: Row, room: int) -> list[Box]:
    box = _whole(row)
    if box.width <= room:
        return [box]
    pieces = list(_pieces(row, (" + ", " - ")))
    if len(pieces) == 1:
        pieces = list(_pieces(row, (" · ", "·")))
        if len(pieces) == 2 and _whole(pieces[0]).width < LEAST:
            pieces = [row]
    if len(pieces) == 1:
        return [_narrowed(row, room)]
    return _filled(pieces, room)


def _filled(pieces: list[Row], room: int) -> list[Box]:
    rows: list[list[Box]] = []
    used = 0
    for piece in pieces:
        box = _whole(piece)
        boxes = _rows(piece, room) if box.width > room else [box]
        for at, each in enumerate(boxes):
            if rows and at == 0 and used + 1 + each.width <= room:
                rows[-1] += [Box((" ",)), each]
                used += 1 + each.width
            else:
                rows.append([each])
                used = each.width
    return [beside(boxes) for boxes in rows]


def _pieces(row: Row, signs: tuple[str, ...]) -> Iterator[Row]:
    """A row cut before its signs, each piece with the sign it begins with."""
    piece: Row = []
    pattern = "|".join(map(re.escape, signs))
    for item in row:
        if isinstance(item, Group):
            piece.append(item)
            continue
        start = 0
        for found in re.finditer(pattern, item):
            piece += [item[start : found.start()]] if found.start() > start else []
            if piece:
                yield piece
            piece, start = [f"{found[0].strip()} "], found.end()
        piece += [item[start:]] if start < len(item) else []
    if piece:
        yield piece


def _narrowed(row: Row, room: int) -> Box:
    """A row whose widest groups are broken inside, one after the other, until it fits."""
    boxes = [_drawn(item) for item in row]
    widest = sorted((i for i, item in enumerate(row) if isinstance(item, Group)), key=lambda i: -boxes[i].width)
    for at in widest:
        others = sum(box.width for i, box in enumerate(boxes) if i != at)
        if others + boxes[at].width <= room:
            break
        boxes[at] = _drawn(row[at], max(room - others, LEAST))
    return _joined(row, boxes)


def chain_boxes(left: str, before: str, members: Sequence[str], room: int) -> Iterator[Box]:
    """The rows of a chain, as full as they may be; a member that is wider than the page goes on in the next row.

    `left` is the left side in one line, `before` the same as it is marked, and so are the members; one that is the same
    as what stands before it is left out. Without a left side only the rows after the first begin with the sign.
    """
    sign = Box((" = ",))
    start, next_start = (f"{left} = ", f"{' ' * Box((left,)).width} = ") if left else ("", "= ")
    room -= Box((next_start,)).width
    row: list[Box] = []
    for shown in members:
        if shown == before:  # a count is its own definition
            continue
        before = shown
        boxes = laid_out(shown, room)
        if row and len(boxes) == 1 and beside([*row[1:], sign, boxes[0]]).width <= room:
            row += [sign, boxes[0]]
            continue
        if row:
            yield beside(row)
            start = next_start
        row = [Box((start,)), boxes[0]]
        for box in boxes[1:]:
            yield beside(row)
            start = " " * Box((start,)).width
            row = [Box((start,)), box]
    if row:
        yield beside(row)


def named_line(lines: Sequence[str], start: int = 0) -> int:
    """Which of the lines of a chain its name and its sign are on, from a start; the middle where no sign is seen."""
    signs = (at for at in range(start, len(lines)) if " = " in lines[at] or " ≈ " in lines[at])
    return next(signs, (start + len(lines)) // 2)


def lines_of(boxes: Sequence[Box]) -> list[str]:
    """Boxes below each other, set apart where they are higher than a row."""
    lines: list[str] = []
    tall = any(box.height > 1 for box in boxes)
    for box in boxes:
        lines += [""] if lines and tall else []
        lines += [row.rstrip() for row in box.rows]
    return lines
