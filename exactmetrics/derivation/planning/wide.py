"""Wide problems made to fit a page: what is too long in formulas and sentences is shown shortened.

Of a sum the first and the last terms are shown, of a number the first and the last digits. What is left out is a node
that says how much it stands for; it carries no value, for a shortened formula is only shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from operator import is_
from typing import Any

from exactmetrics.derivation.planning.origins import root_tree
from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.planning.tree import log_tree, rebuild
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.values import Root, Symbolic, Undefined, rationals_of
from exactmetrics.expression.nodes import Add, Div, Expr, Joined, Neg, Num, Pairs, Tag, number

MOST_CLASSES = 12  # up to which everything is shown
MOST_ROWS, FIRST_ROWS = 100, 50  # of a longer table so many rows are listed
MOST_TERMS, FIRST, LAST = 12, 4, 2  # of a longer sum so many terms are shown
MOST_DIGITS, ENDS = 40, 6  # of a longer number so many digits at either end
MOST_BITS = 132  # numbers below are not longer


@dataclass(slots=True, unsafe_hash=True)
class Gap(Expr):
    """So many terms of a sum, or entries of a list, that are left out."""

    count: int


@dataclass(slots=True, unsafe_hash=True)
class SumSign(Expr):
    """The sign of a sum, a product or the largest by itself, for the sentence that says what it means."""

    whole: bool
    pairs: Pairs
    joined: Joined = "sum"
    but: Tag | None = None


@dataclass(slots=True, unsafe_hash=True)
class Cut(Expr):
    """A whole number of which so many digits are left out between the first and the last ones."""

    first: str
    count: int
    last: str


def shortened(e: Expr) -> Expr:
    """A formula with what is too long in it cut; one that is short stays as it is."""
    if isinstance(e, Num):
        return _number(e)
    if isinstance(e, Add) and len(e.terms) > MOST_TERMS:
        first, last = (tuple(map(shortened, some)) for some in (e.terms[:FIRST], e.terms[-LAST:]))
        return Add((*first, Gap(len(e.terms) - FIRST - LAST), *last))
    return rebuild(e, shortened)


def _number(e: Num) -> Expr:
    value = e.value
    if isinstance(value, Symbolic):
        terms: list[Expr] = [Num(value.rational)] if value.rational else []
        terms += [Num(r) if r.sign > 0 else Neg(Num(-r)) for r in sorted(value.roots, key=lambda r: r.sign < 0)]
        return shortened(Add(tuple(terms))) if _is_long(value) or len(terms) > MOST_TERMS else e
    if not _is_long(value):
        return e
    if not isinstance(value, (Fraction, Root)):
        return shortened(log_tree(value))
    if isinstance(value, Root):
        return shortened(root_tree(value))
    above, below = _whole(abs(value.numerator)), _whole(value.denominator)
    made = above if value.denominator == 1 else Div(above, below)
    return made if value > 0 else Neg(made)


def _is_long(value: Any) -> bool:
    parts = rationals_of(value)
    return any(max(abs(x.numerator), x.denominator).bit_length() > MOST_BITS for x in parts)


def _whole(n: int) -> Expr:
    digits = int_text(n)
    if len(digits) <= MOST_DIGITS:
        return number(n)
    return Cut(digits[:ENDS], len(digits) - 2 * ENDS, digits[-ENDS:])


def _fact(value: Any) -> Any:
    """What a sentence names, a long number or list cut."""
    if isinstance(value, list):
        if len(value) > MOST_TERMS:
            value = [*value[:FIRST], Gap(len(value) - FIRST - LAST), *value[-LAST:]]
        return [_fact(one) for one in value]
    if isinstance(value, Div):
        return shortened(value)
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        return value
    short = shortened(Num(Fraction(value)))
    return value if isinstance(short, Num) else short


def fitted(page: Page) -> Page:
    """A page of many classes with what is shown of its long formulas, numbers and lists; others stay as they are."""
    if not page.wide:
        return page
    changed = False
    for step in page.steps:
        if step.facts and step.kind not in ("definition", "counts"):
            step.told = {name: _fact(value) for name, value in step.facts.items()}
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
