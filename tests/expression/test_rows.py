"""Sums in columns are the sums of trees they stand for: to readers, to printers, and in value."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.derivation.notation.base import Notation
from exactmetrics.derivation.notation.broken import PageLatex
from exactmetrics.derivation.notation.latex import InlineLatex, Latex
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.notation.width import width
from exactmetrics.derivation.profiles import symbols
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.expression.evaluate import children, evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Pow, number
from exactmetrics.expression.rows import Alike, Columns, Fractions, Hole, Shape

NOTATIONS: list[Notation] = [
    kind(symbols(None, "abc", style="text" if kind is Text else "latex"))
    for kind in (Latex, InlineLatex, PageLatex, Text)
]
SHAPES = [
    Hole(0),
    Mul((Hole(0), Hole(1))),
    Pow(Hole(0), 2),
    Div(Hole(0), Hole(1)),
    Div(Mul((number(2), Hole(0))), Add((Hole(1), Hole(2)))),
    Div(Mul((Hole(0), Hole(1))), Mul((Hole(2), Add((Hole(1), Hole(0)))))),
]
NUMBERS = st.integers(1, 10**6)


@st.composite
def rows(draw: st.DrawFn) -> Columns:
    """Like terms of a shape, or fractions with signs."""
    count = draw(st.integers(2, 6))
    column = st.lists(NUMBERS, min_size=count, max_size=count)
    if draw(st.booleans()):
        return Alike(Shape(draw(st.sampled_from(SHAPES))), [draw(column) for _ in range(3)])
    minus = draw(st.one_of(st.just([]), st.lists(st.booleans(), min_size=count, max_size=count)))
    bottoms = draw(st.one_of(st.none(), st.lists(st.integers(1, 9), min_size=count, max_size=count)))
    tops = draw(st.lists(st.integers(-9, 99), min_size=count, max_size=count))
    return Fractions(tops, bottoms, minus if any(minus) else ())


@given(rows())
def test_columns_are_their_terms(row: Columns) -> None:
    tree = Add(row.terms)
    assert row == tree
    assert tree == row
    assert hash(row) == hash(tree)
    assert children(row) == row.terms
    assert evaluate(row) == evaluate(tree) == sum(map(evaluate, row.terms))
    assert width(row) == pytest.approx(width(tree))
    for notation in NOTATIONS:
        assert notation.show(row) == notation.show(tree)
        assert notation.terms(row) == [notation.show(term) for term in row.terms]


@given(rows(), st.integers(1, 30), st.sampled_from([1, 2, 4]))
def test_the_working_is_that_of_the_tree(row: Columns, divisor: int, saving: int) -> None:
    def worked(start: Expr) -> list[tuple[str, list[Expr]]]:
        return [(work.kind, work.members) for work in work_out(start, saving=saving)]

    made = worked(Div(row, number(divisor)))
    assert made == worked(Div(Add(row.terms), number(divisor)))
    assert all(evaluate(member) == evaluate(row) / divisor for _, members in made for member in members)


def test_a_term_that_divides_by_zero_is_no_number() -> None:
    with pytest.raises(ZeroDivisionError):
        evaluate(Alike(Shape(Div(Hole(0), Hole(1))), [[1, 2], [3, 0]]))
    assert evaluate(Fractions([1, 2], [3, 6])) == Fraction(2, 3)
