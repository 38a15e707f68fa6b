"""Formulas too long for a page, shortened: the first and the last terms of a sum, the first and the last digits.

What is left out is a node that says how much it stands for; it carries no value, for a shortened formula is only shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.square import radical
from exactmetrics.exact.values import Root, Symbolic
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Neg, Num, Sqrt, number

MOST_TERMS, FIRST, LAST = 12, 4, 2  # of a longer sum so many terms are shown
MOST_DIGITS, ENDS = 40, 6  # of a longer number so many digits at either end
MOST_BITS = 132  # numbers below are not longer


@dataclass(slots=True, unsafe_hash=True)
class Gap(Expr):
    """So many terms of a sum, or entries of a list, that are left out."""

    count: int


@dataclass(slots=True, unsafe_hash=True)
class Cut(Expr):
    """A whole number of which so many digits are left out between the first and the last ones."""

    first: str
    count: int
    last: str


def shortened(e: Expr) -> Expr:
    """A formula with what is too long in it cut; one that is short stays as it is.

    >>> shortened(Add(tuple(map(number, range(20))))).terms[4], shortened(number(10**50))
    (Gap(count=14), Cut(first='100000', count=39, last='000000'))
    >>> short = number(6) / 9
    >>> shortened(short) is short
    True
    """
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
    if isinstance(value, Root):
        return shortened(_radical(value))
    above, below = _whole(abs(value.numerator)), _whole(value.denominator)
    made = above if value.denominator == 1 else Div(above, below)
    return made if value > 0 else Neg(made)


def _radical(value: Root) -> Expr:
    """A root as a tree of whole numbers."""
    q, d = radical(value.square)
    top: Expr = Sqrt(number(d)) if q.numerator == 1 else Mul((number(q.numerator), Sqrt(number(d))))
    made = top if q.denominator == 1 else Div(top, number(q.denominator))
    return made if value.sign > 0 else Neg(made)


def _is_long(value: Any) -> bool:
    if isinstance(value, Symbolic):
        return _is_long(value.rational) or any(map(_is_long, value.roots))
    exact = value.square if isinstance(value, Root) else value
    return bool(max(abs(exact.numerator), exact.denominator).bit_length() > MOST_BITS)


def _whole(n: int) -> Expr:
    digits = int_text(n)
    if len(digits) <= MOST_DIGITS:
        return number(n)
    return Cut(digits[:ENDS], len(digits) - 2 * ENDS, digits[-ENDS:])


def shortened_facts(facts: dict[str, Any]) -> dict[str, Any]:
    """What a sentence names, long numbers and lists cut.

    >>> shortened_facts({"denominators": list(range(2, 22)), "lcm": 12})["denominators"][3:6]
    [5, Gap(count=14), 20]
    """
    return {name: _fact(value) for name, value in facts.items()}


def _fact(value: Any) -> Any:
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
