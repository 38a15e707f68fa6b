"""Whole numbers that stand for rounded values: a quotient printed without decimals, a root taken on the way."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Root, Symbolic
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.interval import interval_of
from exactmetrics.expression.links import judge_link
from exactmetrics.expression.nodes import Add, Div, Expr, Literal, Mul, Neg, Sqrt
from exactmetrics.expression.reading.value import value_of
from exactmetrics.verification.arithmetic.sides import Side

LEAST_DIGITS = 3  # of a whole number that may be a rounded root


def rounded_whole(left: Side, right: Side, verdict: Verdict) -> Verdict:
    """The verdict on two sides that differ, softened where a whole number on one of them is a rounded one.

    A quotient that is no whole number, printed as the nearest one, is rounded, though the sign claims more; a root that
    was taken on the way and rounded makes the other side hold as an interval.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.sides import whole
    >>> for pair in (("1000/3", "333"), ("50/√6300", "50/79"), ("5000/√63000000", "5000/7937")):
    ...     a, b = (whole(tokenize(text), False) for text in pair)
    ...     print(rounded_whole(a, b, judge_link(a.tree, b.tree)).word)
    rounded
    false
    interval
    """
    for side, other in ((right, left), (left, right)):
        if side.tree is None or other.tree is None:
            continue
        if _roots(other.tree) and not _roots(side.tree) and _meets_rounded(other.tree, side.tree):
            return replace(verdict, word="interval", level="warn")
        if len(side.tokens) > 2 or not side.tokens[-1].text.isdigit() or len(side.tokens[-1].text) < 2:
            continue
        if not any(token.kind in ("over", "frac", "percent") for token in other.tokens):
            continue
        near = judge_link(other.tree, side.tree, relation="≈")
        if near.word == "rounded" and near.value is not None and decimal(near.value, places=0) == side.tokens[-1].text:
            return replace(near, level="note", why=Why("rounded-whole"))
    return verdict


def _roots(tree: Expr) -> bool:
    """Whether the value of a tree is irrational by a root."""
    return any(isinstance(node, Sqrt) for node in _nodes(tree)) and isinstance(value_of(tree), (Root, Symbolic))


def _nodes(tree: Expr) -> list[Expr]:
    found = [tree]
    for node in found:
        found.extend(children(node))
    return found


def _meets_rounded(exact: Expr, other: Expr) -> bool:
    """Whether the sides may be equal if long whole numbers of the other one are rounded ones."""
    a, b = interval_of(exact), interval_of(_loosened(other))
    return a is not None and b is not None and a[0] <= b[1] and b[0] <= a[1]


def _loosened(tree: Expr) -> Expr:
    match tree:
        case Literal(text, value, None) if text.isdigit() and len(text) >= LEAST_DIGITS:
            return Literal(text, value, Fraction(1, 2))
        case Add(terms):
            return Add(tuple(map(_loosened, terms)))
        case Mul(factors):
            return Mul(tuple(map(_loosened, factors)))
        case Div(num, den):
            return Div(_loosened(num), _loosened(den))
        case Neg(arg):
            return Neg(_loosened(arg))
    return tree
