"""The letters of the blanks of an exercise: in the order of the key, for the blanks that stand on the page.

A long page is shortened after its blanks are made, so that some of them are not on it; these are not in its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from exactmetrics.derivation.planning.page import Blank, Page, Step
from exactmetrics.exact.values import value_text
from exactmetrics.expression.evaluate import walk
from exactmetrics.expression.nodes import Expr


def lettered(page: Page, *, after: int = 0) -> Page:
    """An exercise whose blanks are those on the page, lettered one after the other.

    Args:
        page: an exercise as it will be shown; its blanks change their letters.
        after: how many letters are taken already, by another exercise on the same sheet.

    >>> import exactmetrics as em
    >>> page = em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy", detail="scaffold").page
    >>> [blank.letter for blank in lettered(page, after=4).blanks]
    ['e', 'f', 'g', 'h', 'i', 'j']
    """
    shown = {id(blank) for blank in _on(page)}
    page.blanks = [blank for blank in page.blanks if id(blank) in shown]
    for number, blank in enumerate(page.blanks, after + 1):
        blank.number = number
    return page


def answer(blank: Blank) -> str:
    """What stands in a blank, as plain text.

    >>> from fractions import Fraction
    >>> answer(Blank("", Fraction(48), None, 1))
    '48'
    """
    return blank.text or value_text(blank.value)


def _on(page: Page) -> Iterator[Blank]:
    """The blanks that a reader of a page sees, in no order."""
    for step in page.steps:
        yield from _in(_trees(step))
    yield from _in(page.asked.values())


def _trees(step: Step) -> Iterator[Any]:
    yield from (step.told or step.facts).values()
    for formula in step.formulas:
        yield from formula.shown or formula.members
    if step.table is not None:
        yield from (cell.value for _, _, cells in step.table.rows for cell in cells)


def _in(found: Iterable[Any]) -> Iterator[Blank]:
    for one in found:
        if isinstance(one, Expr):
            yield from (part for part in walk(one) if isinstance(part, Blank))
        elif isinstance(one, list):
            yield from _in(one)
