"""Wide problems made to fit a page: what is too long in formulas and sentences is shown shortened."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_

from exactmetrics.derivation.planning.page import CountTable, Page
from exactmetrics.derivation.planning.shortened import FIRST, LAST, shortened, shortened_facts
from exactmetrics.derivation.planning.tree import ratio
from exactmetrics.derivation.working.step import Work
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Num, Pow, whole_number

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


def like_terms(e: Expr, classes: int) -> tuple[Expr, ...]:
    """The terms of a substituted sum that has one quotient of whole numbers a class; none where there is no such sum.

    >>> from exactmetrics.expression.nodes import number
    >>> row = (number(6) / number(9), number(5) / number(7))
    >>> like_terms(Div(Add(row), number(2)), 2) == row
    True
    """
    return _sum_over_classes(e, lambda terms: len(terms) == classes and all(map(_is_quotient, terms)))


def list_numerators(table: CountTable, works: list[Work]) -> None:
    """In the table of the counts the numerators of the terms over their common denominator, where they are short."""
    for work in works:
        if work.kind == "common_denominator":
            terms = _sum_over_classes(work.members[-1], lambda terms: all(map(ratio, terms)))
            tops = [top for top, _ in filter(None, map(ratio, terms))]
            if len(tops) == len(table.terms) and max(tops) < SHORT:
                table.numerators = tops


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


def _sum_over_classes(e: Expr, is_one: Callable[[tuple[Expr, ...]], bool]) -> tuple[Expr, ...]:
    """The terms of the first sum of such terms in a quotient or a product."""
    if isinstance(e, Add):
        return e.terms if is_one(e.terms) else ()
    parts = (e.num, e.den) if isinstance(e, Div) else e.factors if isinstance(e, Mul) else ()
    return next(filter(None, (_sum_over_classes(part, is_one) for part in parts)), ())


def _is_quotient(term: Expr) -> bool:
    """Whether a term is one quotient, of whole numbers in products, powers and sums."""
    return isinstance(term, Div) and _is_whole(term.num) and _is_whole(term.den)


def _is_whole(e: Expr) -> bool:
    if isinstance(e, Num):
        n = whole_number(e)
        return n is not None and n >= 0
    return isinstance(e, (Add, Mul, Pow)) and all(map(_is_whole, children(e)))
