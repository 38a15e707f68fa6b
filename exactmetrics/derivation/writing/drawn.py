"""Displayed formulas as the lines of a text: in one dimension row by row, in two as boxes on their baselines."""

from __future__ import annotations

from collections.abc import Iterator

from exactmetrics.derivation.notation.two_d import Box, beside, laid_out
from exactmetrics.derivation.planning.page import Formula
from exactmetrics.derivation.writing.surface import Surface

INDENT = 3  # columns that a text sets off its formulas by
LONGEST = 2000  # characters of a member that is drawn; of a longer one, pages high, the drawing could not be seen


def drawn(formula: Formula, surface: Surface, rows: list[str] | None = None) -> list[str]:
    """The lines of a chain where the format is plain text; the others write its rows themselves.

    `rows` are those of the surface, if they are made already.

    >>> from fractions import Fraction
    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> from exactmetrics.expression.nodes import Leaf, Num
    >>> chain = Formula(Leaf("n", None, None), [Num(Fraction(2)) / 4, Num(Fraction(1, 2))])
    >>> for line in drawn(chain, surface_for("text-2d", Look(), ())): print(line)
        2   1
    N = ─ = ─
        4   2
    """
    if surface.format.formulas:
        return []
    if surface.display is None:
        return _linear(formula, surface, surface.rows(formula) if rows is None else rows)
    return _lines(list(_rows(formula, surface)))


def drawn_line(written: str, surface: Surface) -> list[str]:
    """The lines of a formula as the notation of the display wrote it, where the format is plain text.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> drawn_line("1 < 2", surface_for("text", Look(), ())), drawn_line("1 < 2", surface_for("latex", Look(), ()))
    (['1 < 2'], [])
    """
    if surface.format.formulas:
        return []
    if surface.display is None:
        return [written]
    return _lines(laid_out(written, int(surface.format.width) - INDENT))


def _lines(boxes: list[Box]) -> list[str]:
    """Boxes below each other, set apart where they are higher than a row."""
    lines: list[str] = []
    tall = any(box.height > 1 for box in boxes)
    for box in boxes:
        lines += [""] if lines and tall else []
        lines += [row.rstrip() for row in box.rows]
    return lines


def _linear(formula: Formula, surface: Surface, rows: list[str]) -> list[str]:
    """The left side, and below it nothing but relations."""
    left = surface.left(formula)
    return [f"{' ' * len(left) if at else left} {formula.relation} {row}" for at, row in enumerate(rows)]


def _left(formula: Formula, surface: Surface) -> str:
    """The left side of a chain in one line, also where it is more than a symbol."""
    return "" if formula.left is None else surface.notation.show(formula.left)


def _rows(formula: Formula, surface: Surface) -> Iterator[Box]:
    """The rows of a chain, as full as they may be; a member that is wider than the page goes on in the next row."""
    assert surface.display is not None
    before = "" if formula.left is None else surface.display.show(formula.left)
    start, sign = Box((_left(formula, surface),)), Box((f" {formula.relation} ",))
    room = int(surface.format.width) - INDENT - start.width - sign.width
    row: list[Box] = []
    for at, member in enumerate(formula.shown or formula.members):
        shown = surface.display.show(member)
        if len(shown) > LONGEST:
            shown = surface.notation.show(member)
        if shown == before:  # a count is its own definition
            continue
        before = shown
        boxes = laid_out(shown, room)
        joins = len(boxes) == 1 and at != (formula.apart or -1)
        if row and joins and beside([*row[2:], sign, boxes[0]]).width <= room:
            row += [sign, boxes[0]]
            continue
        if row:
            yield beside(row)
            start = Box((" " * start.width,))
        row = [start, sign, boxes[0]]
        for box in boxes[1:]:
            yield beside(row)
            start = Box((" " * start.width,))
            row = [start, Box((" " * sign.width,)), box]
    if row:
        yield beside(row)
