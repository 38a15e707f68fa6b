"""The last column of the table of counts: the value of each class, with the counts put in and as a reduced fraction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd
from typing import Any, overload

from exactmetrics.derivation.notation.base import ATOM, Notation
from exactmetrics.derivation.notation.verbatim import Verbatim
from exactmetrics.derivation.planning.page import Formula
from exactmetrics.derivation.planning.substitute import Filling, like_terms, substitution
from exactmetrics.derivation.planning.tree import distinct
from exactmetrics.derivation.working.engine import work_out
from exactmetrics.exact.digits import int_text
from exactmetrics.expression.nodes import Expr, Named, Num
from exactmetrics.expression.rows import Alike

MEMBERS = 3  # of a longer chain the first and the last two are shown


class Chains(Sequence[Formula]):
    """What the value of each class is equal to, where all are worked out alike: kept in columns.

    >>> from exactmetrics.expression.nodes import Div, number
    >>> from exactmetrics.expression.rows import Hole, Shape
    >>> chains = Chains(Alike(Shape(Div(Hole(0), Hole(1))), [[6, 5], [9, 9]]))
    >>> chains[0].members == [number(6) / number(9), Num(Fraction(2, 3))], len(chains[1].members)
    (True, 1)
    """

    def __init__(self, rows: Alike) -> None:
        forms = [rows]
        while not forms[-1].shape.is_plain:
            last = forms[-1]
            forms.append(Alike(last.shape.step, last.shape.columns(last.columns)))
        self._forms = forms
        self._lowest: list[tuple[int, int] | None] = [None] * len(rows)
        if rows.shape.is_fraction:
            self._lowest = list(map(_lowest, *forms[-1].columns))

    def __len__(self) -> int:
        return len(self._lowest)

    @overload
    def __getitem__(self, at: int) -> Formula: ...
    @overload
    def __getitem__(self, at: slice) -> list[Formula]: ...
    def __getitem__(self, at: int | slice) -> Formula | list[Formula]:
        """The chain of one class as trees."""
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        at = range(len(self))[at]
        made = [form.term(at) for form in self._forms]
        lowest = self._lowest[at]
        if lowest is not None:
            made.append(Num(Fraction(*lowest)))
        return Formula(None, _few(made))

    def written(self, notation: Notation) -> list[list[str]]:
        """The members of every chain, written."""
        columns = map(list, zip(*map(notation.terms, self._forms), strict=True))
        return [
            _few(members if lowest is None else [*members, _written(lowest, notation)])
            for members, lowest in zip(columns, self._lowest, strict=True)
        ]

    def longest(self, notation: Verbatim) -> list[int]:
        """How many characters each member of a chain has at most; no chain has more members."""
        longest = list(map(notation.longest, self._forms))
        return longest if self._lowest.count(None) == len(self._lowest) else [*longest, longest[-1]]


def written(formulas: Sequence[Formula], notation: Notation) -> list[list[str]]:
    """The members of chains in a notation, chain by chain.

    >>> from exactmetrics.derivation.notation.styles import TEXT
    >>> from exactmetrics.derivation.notation.symbols import Symbols
    >>> from exactmetrics.derivation.notation.text import Text
    >>> written([Formula(None, [Num(Fraction(1, 2))])], Text(Symbols({}, {}, (), TEXT)))
    [['1/2']]
    """
    if isinstance(formulas, Chains):
        return formulas.written(notation)
    return [list(map(notation.show, formula.members)) for formula in formulas]


def _lowest(p: int, q: int) -> tuple[int, int] | None:
    """A fraction in lowest terms, where that is another one."""
    g = gcd(p, q)
    return (p // g, q // g) if g != 1 or q == 1 else None


def _written(lowest: tuple[int, int], notation: Notation) -> str:
    above, below = map(int_text, lowest)
    return above if below == "1" else notation.fraction((above, ATOM), (below, ATOM))[0]


def _few(members: list[Any]) -> list[Any]:
    """The first member and the last two."""
    return members if len(members) <= MEMBERS else [members[0], *members[-2:]]


def chains_of(scores: Sequence[Named], *, whole: bool) -> Callable[[Filling], Sequence[Formula]]:
    """What fills the chains of the classes, for the recorded value of each.

    >>> from exactmetrics.expression.nodes import Head, Leaf, Tag
    >>> from exactmetrics.matrix.blocks import Blocks
    >>> blocks = Blocks("ab", n=9, tp=[4, 3], support=[5, 4], predicted=[6, 3])
    >>> ratios = [Named(Head("precision"), Leaf("tp", Tag(i), None) / Leaf("predicted", Tag(i), None)) for i in (0, 1)]
    >>> [len(chain.members) for chain in chains_of(ratios, whole=True)(Filling(blocks))]
    [2, 2]
    """
    alike = like_terms([score.body for score in scores]) if whole else None
    if alike is not None and all(score.applied is None for score in scores):
        return lambda filling: Chains(alike(filling))
    ready = [(substitution(score.body, whole=whole), score.applied is None) for score in scores]
    return lambda filling: [Formula(None, _members(put(filling), has_value)) for put, has_value in ready]


def _members(shown: Expr, has_value: bool) -> list[Expr]:
    """What the class's value is with the counts put in, as one fraction, and reduced."""
    if not has_value:
        return [shown]
    return _few(distinct([shown, *(w.members[-1] for w in work_out(shown, saving=1))]))
