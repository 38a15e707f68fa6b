"""Trees with blanks: how they are laid over the trees they stand for, and read beside them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exactmetrics.derivation.planning.page import Blank
from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.expression.evaluate import children, evaluate, walk
from exactmetrics.expression.nodes import Div, Expr, Num


def asks(e: Expr) -> bool:
    """Whether there is a blank in a tree.

    >>> from fractions import Fraction
    >>> asks(Blank("", Fraction(48), None, 1) / 9)
    True
    """
    return any(isinstance(part, Blank) for part in walk(e))


def merged(asked: Expr, told: Expr) -> Expr:
    """The blanks of one tree in the place of the numbers of another of the same shape: the numbers are its own.

    >>> from fractions import Fraction
    >>> from exactmetrics.expression.nodes import number
    >>> merged(Blank("", Fraction(48), None, 1) / 5, number(48) / 9).den
    Num(value=Fraction(9, 1))
    """
    if isinstance(asked, Blank) or (isinstance(told, Num) and asks(asked) and evaluate(asked) == told.value):
        return asked
    if type(asked) is not type(told):
        return told
    parts = iter(children(asked))
    return rebuild(told, lambda part: merged(next(parts), part))


def pairs(tree: Expr, made: Expr) -> Iterator[tuple[Expr, Expr]]:
    """The parts of a tree with what they became.

    >>> from fractions import Fraction
    >>> from exactmetrics.expression.nodes import number
    >>> [type(new).__name__ for _, new in pairs(number(48) / 9, Blank("", Fraction(48), None, 1) / 9)]
    ['Div', 'Blank', 'Num']
    """
    yield tree, made
    if isinstance(tree, Num) and isinstance(tree.value, Fraction) and isinstance(made, Div):
        yield Num(Fraction(tree.value.numerator)), made.num
        yield Num(Fraction(tree.value.denominator)), made.den
    if not isinstance(made, Blank) and type(tree) is type(made):
        for old, new in zip(children(tree), children(made), strict=True):
            yield from pairs(old, new)
