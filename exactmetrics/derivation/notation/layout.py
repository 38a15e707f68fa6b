"""Marked formulas drawn in two dimensions, and broken into rows where they are wider than the room they have.

A formula is broken before a sign of its sum, else of its product. What is broken inside a fraction or a root stands in
tall brackets, so that its rows cannot be taken for anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from exactmetrics.derivation.notation.boxes import Box, beside, bracketed, fraction, raised, rooted, stacked, total
from exactmetrics.derivation.notation.stacked import BRACKET, END, FRACTION, GROUPS, NEXT, ROOT

LEAST = 20  # columns that a broken part is given at least
_EXPONENT = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")


@dataclass(slots=True)
class Group:
    """A part that is drawn: its mark, and the rows of text and groups inside."""

    mark: str
    parts: list[Row]


Row = list["str | Group"]


def laid_out(marked: str, room: int) -> list[Box]:
    r"""The rows of a formula as `Stacked` marks it, each at most `room` columns wide if there is any way to.

    >>> for row in laid_out("1 - \x011\x0512\x06", 80)[0].rows: print(row.rstrip())
        1
    1 - ──
        12
    >>> [box.rows for box in laid_out("10 + 20 + 30", 9)]
    [('10 + 20',), ('+ 30',)]
    """
    row, _ = _read(marked, 0)
    return _rows(row, room)


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
    """A row drawn as wide as it is."""
    return _joined(row, [_drawn(item) for item in row])


def _joined(row: Row, boxes: list[Box]) -> Box:
    """The boxes of a row side by side: exponents raised, a minus kept apart from a bar."""
    out: list[Box] = []
    for item, box in zip(row, boxes, strict=True):
        before = out[-1] if out else None
        raises = _EXPONENT.match(item) if isinstance(item, str) and before is not None else None
        if before is not None and isinstance(item, Group) and item.mark == FRACTION and before.rows[0].endswith("-"):
            out.append(Box((" ",)))
        if raises and before is not None and isinstance(item, str):
            out.append(raised(raises[0], before))
            item, box = item[raises.end() :], Box((item[raises.end() :],))
        if item != "":
            out.append(box)
    return beside(out)


def _drawn(item: str | Group, room: int | None = None) -> Box:
    """A text, or a group with its parts inside so much room."""
    if isinstance(item, str):
        return Box((item,))
    if item.mark == BRACKET:
        return bracketed(_whole(item.parts[0]) if room is None else stacked(_rows(item.parts[0], room - 2)))
    if item.mark == FRACTION:
        top, bottom = (_closed(part, None if room is None else room - 2) for part in item.parts)
        return fraction(top, bottom)
    if item.mark == ROOT:
        return _rooted(item.parts[0], room)
    return total("".join(part for part in item.parts[0] if isinstance(part, str)))


def _closed(row: Row, room: int | None) -> Box:
    """A part of a fraction or a root, in brackets where it takes several rows."""
    box = _whole(row)
    if room is None or box.width <= room:
        return box
    rows = _rows(row, room - 2)
    return rows[0] if len(rows) == 1 else bracketed(stacked(rows))


def _rooted(row: Row, room: int | None) -> Box:
    """A part under a root, whose sign is the wider the higher the part is."""
    box = _whole(row)
    if room is None or box.width + box.height < room:
        return rooted(box)
    for _ in range(3):
        box = _closed(row, max(room - 1 - box.height, LEAST))
    return rooted(box)


def _rows(row: Row, room: int) -> list[Box]:
    """A row as one box, or as several below each other."""
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
    """Pieces in rows as full as they may be."""
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
            sign = found[0].strip()
            piece, start = [f"{sign} "], found.end()
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
