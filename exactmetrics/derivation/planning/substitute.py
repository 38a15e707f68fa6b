"""Counts for names: a recorded tree made ready once, and filled with the counts of one matrix after another.

A sum over classes whose terms look alike is filled as columns; whatever else it holds is filled term by term.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.expression.evaluate import children, evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Head, Leaf, Mul, Named, Num, Pow, Sum, number, whole_number
from exactmetrics.expression.rows import Alike, Column, Hole, Shape
from exactmetrics.matrix.blocks import Blocks

OF_MATRIX = ("n", "k")  # counts of the whole matrix; any other leaf without a class is a parameter


class Filling:
    """What names are replaced by: the counts of a matrix, and the values of the parts that were worked out before."""

    __slots__ = ("blocks", "values")

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.values: dict[Head, Expr] = {}


Put = Callable[[Filling], Expr]


def substitution(e: Expr, *, whole: bool = True) -> Put:
    """What puts counts for names, writes sums out, and puts its value for a kept metric; nothing is worked out.

    `whole` says that all counts are whole numbers, so that like terms may be kept in columns.

    >>> from exactmetrics.expression.nodes import Tag
    >>> blocks = Blocks("ab", n=9, tp=[4, 3], support=[5, 4], predicted=[6, 3])
    >>> tp, predicted = Leaf("tp", Tag(0, "a"), None), Leaf("predicted", Tag(0, "a"), None)
    >>> substitution(tp / predicted)(Filling(blocks)) == number(4) / number(6)
    True
    """
    if isinstance(e, Leaf):
        return _leaf(e)
    if isinstance(e, Named):
        return _named(e, whole)
    if isinstance(e, Sum):
        return _sum(e, whole)
    parts = [substitution(part, whole=whole) for part in children(e)]
    if not parts:
        return lambda filling: e
    if isinstance(e, Div):
        above, below = parts
        return lambda filling: Div(above(filling), below(filling))

    def put(filling: Filling) -> Expr:
        made = iter([part(filling) for part in parts])
        return rebuild(e, lambda _: next(made))

    return put


def _leaf(leaf: Leaf) -> Put:
    block, tag = leaf.block, leaf.tag
    if tag is None and block in OF_MATRIX:
        return lambda filling: _count(getattr(filling.blocks, block))
    if tag is None or tag.position is None or block == "weight":
        made = Num(evaluate(leaf))
        return lambda filling: made
    position = tag.position
    return lambda filling: _count(getattr(filling.blocks, block)[position])


def _count(value: Any) -> Num:
    return number(value) if type(value) is int else Num(Fraction(value))


def _named(e: Named, whole: bool) -> Put:
    if e.applied is not None:
        return lambda filling: Num(evaluate(e))
    inner = substitution(e.body, whole=whole)

    def put(filling: Filling) -> Expr:
        found = filling.values.get(e.head)
        if found is None:
            found = filling.values[e.head] = Num(evaluate(inner(filling)))
        return found

    return put


def _sum(e: Sum, whole: bool) -> Put:
    if whole and (made := like_terms(e.terms)) is not None:
        return made
    parts = [substitution(t, whole=whole) for t in e.terms]
    if not parts:  # no class to add over
        return lambda filling: number(0)
    return parts[0] if len(parts) == 1 else lambda filling: _flat_sum([part(filling) for part in parts])


def _flat_sum(parts: list[Expr]) -> Expr:
    terms: list[Expr] = []
    for part in parts:
        terms += part.terms if isinstance(part, Add) else (part,)
    return Add(tuple(terms))


def like_terms(terms: Sequence[Expr]) -> Callable[[Filling], Alike] | None:
    """What fills two or more terms of one shape as columns; None where they have none in common.

    >>> from exactmetrics.expression.nodes import Tag
    >>> blocks = Blocks("ab", n=9, tp=[4, 3], support=[5, 4], predicted=[6, 3])
    >>> ratios = [Leaf("tp", Tag(i), None) / Leaf("support", Tag(i), None) for i in (0, 1)]
    >>> like_terms(ratios)(Filling(blocks)).columns, like_terms([ratios[0], number(1)]) is None
    ([[4, 3], [5, 4]], True)
    """
    shapes, rows = [], []
    for term in terms:
        row: list[Leaf] = []
        shapes.append(_quotient_shape(term, row))
        rows.append(row)
        if shapes[-1] is None or shapes[-1] != shapes[0]:
            return None
    if len(terms) < 2 or shapes[0] is None:
        return None
    sources = [_column(leaves) for leaves in zip(*rows, strict=True)]
    if None in sources:
        return None
    shape = Shape(shapes[0])
    return lambda filling: Alike(shape, [source(filling) for source in sources if source])


def _quotient_shape(term: Expr, row: list[Leaf]) -> Expr | None:
    """A term with holes where counts stand, if it is arithmetic on whole numbers or one quotient of two such."""
    if isinstance(term, Add):  # its terms are terms of the whole sum
        return None
    if not isinstance(term, Div):
        return _shape(term, row)
    if isinstance(term.num, Num) or isinstance(term.den, Num):
        return None
    above, below = _shape(term.num, row), _shape(term.den, row)
    return None if above is None or below is None else Div(above, below)


def _shape(e: Expr, row: list[Leaf]) -> Expr | None:
    if isinstance(e, Leaf):
        row.append(e)
        return Hole(len(row) - 1)
    if isinstance(e, Num):
        n = whole_number(e)
        return e if n is not None and n >= 0 else None
    if not isinstance(e, (Add, Mul, Pow)):
        return None
    before = len(row)
    inner = [_shape(part, row) for part in children(e)]
    found = [part for part in inner if part is not None]
    if len(found) < len(inner) or len(row) == before:  # no operation on numbers of the definition alone
        return None
    return Pow(found[0], e.exponent) if isinstance(e, Pow) else type(e)(tuple(found))


def _column(leaves: tuple[Leaf, ...]) -> Callable[[Filling], Column] | None:
    """Where the numbers of one column come from."""
    block, tag = leaves[0].block, leaves[0].tag
    positions = [leaf.tag.position for leaf in leaves if leaf.tag is not None]
    if any(leaf.block != block for leaf in leaves) or (positions and None in positions):
        return None
    if tag is None and block in OF_MATRIX:
        return lambda filling: [getattr(filling.blocks, block)] * len(leaves)
    if tag is None or block == "weight":
        given = [whole_number(Num(leaf.value)) for leaf in leaves if leaf.value is not None]
        known = [n for n in given if n is not None and n >= 0]
        return (lambda filling: known) if len(known) == len(leaves) else None
    if positions == list(range(len(positions))):
        return lambda filling: getattr(filling.blocks, block)[: len(positions)]
    return lambda filling: [getattr(filling.blocks, block)[i] for i in positions]
