"""Wide problems made to fit a page: what is too long in formulas and sentences is shown shortened."""

from __future__ import annotations

from operator import is_

from exactmetrics.derivation.planning.page import CountTable, Page
from exactmetrics.derivation.planning.shortened import FIRST, LAST, shortened, shortened_facts
from exactmetrics.derivation.working.step import Work
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.nodes import Div, Expr, Mul, Num
from exactmetrics.expression.rows import Alike, Fractions

MOST_CLASSES = 12  # up to which everything is shown
MOST_ROWS, FIRST_ROWS = 100, 50  # of a longer table so many rows are listed
MOST_PARTS, FIRST_PARTS = 12, 2  # of more metrics inside a formula so many are worked out
SHORT = 10**12  # numerators below are listed in the table


def fitted(page: Page) -> Page:
    """A page of many classes with what is shown of its long formulas, numbers and lists; others stay as they are.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[int(i == j) for j in range(20)] for i in range(20)])
    >>> page = fitted(cm.derive("accuracy").page)
    >>> page.steps[2].formulas[0].shown[0].num.terms[4].count
    14
    """
    if not page.wide:
        return page
    changed = False
    for step in page.steps:
        if step.facts and step.kind not in ("definition", "counts"):
            step.told = shortened_facts(step.facts)
            if step.kind == "root_square" and step.told != step.facts:  # its sentence would be a long formula
                step.kind, step.told = "root_square_each", None
        for formula in step.formulas:
            if formula.numeric:
                formula.shown = list(map(shortened, formula.members))
                changed = changed or not all(map(is_, formula.shown, formula.members))
    if not isinstance(page.value, Undefined):
        value = Num(page.value)
        page.shown = shortened(value)
        changed = changed or page.shown is not value
    if changed:
        told = ("shortened", {"first": FIRST, "last": LAST})
        page.notes = [note for note in page.notes if note != told] + [told]
    return page


def list_terms(table: CountTable, start: Expr, works: list[Work]) -> None:
    """In the table of the counts the terms of a sum that is too long to be shown, and its numerators where short.

    >>> from exactmetrics.expression.nodes import number
    >>> from exactmetrics.expression.rows import Hole, Shape
    >>> table = CountTable([], ["tp"], [("a", 0, []), ("b", 1, [])])
    >>> list_terms(table, Alike(Shape(Div(Hole(0), Hole(1))), [[6, 5], [9, 7]]), [])
    >>> table.terms.term(1) == number(5) / 7
    True
    """
    terms = _sum_over_classes(start, len(table.rows))
    if terms is None:
        return
    table.terms, table.score, table.scores = terms, None, []
    for work in works:
        if work.kind == "common_denominator":
            form = _fractions(work.members[-1])
            if form is not None and len(form) == len(terms) and max(form.tops) < SHORT:
                table.numerators = form.signed


def cut_rows(table: CountTable) -> None:
    """Only the first rows of a table that is too long.

    >>> table = CountTable([], ["tp"], [(i, i, []) for i in range(1000)])
    >>> cut_rows(table)
    >>> len(table.rows), table.left_out
    (50, 950)
    """
    if len(table.rows) > MOST_ROWS:
        table.left_out = len(table.rows) - FIRST_ROWS
        table.rows, table.scores = table.rows[:FIRST_ROWS], table.scores[:FIRST_ROWS]


def _sum_over_classes(e: Expr, classes: int) -> Alike | None:
    if isinstance(e, Alike):
        return e if len(e) == classes and e.shape.is_fraction else None
    parts = (e.num, e.den) if isinstance(e, Div) else e.factors if isinstance(e, Mul) else ()
    found = [_sum_over_classes(part, classes) for part in parts]
    return next((row for row in found if row is not None), None)


def _fractions(e: Expr) -> Fractions | None:
    if isinstance(e, Fractions):
        return e
    parts = (e.num, e.den) if isinstance(e, Div) else e.factors if isinstance(e, Mul) else ()
    found = [_fractions(part) for part in parts]
    return next((row for row in found if row is not None), None)
