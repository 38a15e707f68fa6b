"""The matrix of the oracle: rows of fractions whose margins are counted once, and the four cells of a class."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple


class Four(NamedTuple):
    """The 2x2 table of a class."""

    tp: Fraction
    fn: Fraction
    fp: Fraction
    tn: Fraction


class Table(list[list[Fraction]]):
    """A matrix whose margins are counted once, which a thousand classes need."""

    @classmethod
    def of(cls, rows: Sequence[Sequence[Any]]) -> Table:
        return rows if isinstance(rows, Table) else cls([Fraction(x) for x in row] for row in rows)

    @cached_property
    def row_sums(self) -> list[Fraction]:
        return [sum((x for x in row if x), Fraction(0)) for row in self]

    @cached_property
    def column_sums(self) -> list[Fraction]:
        return [sum((x for x in column if x), Fraction(0)) for column in zip(*self, strict=True)]

    @cached_property
    def n(self) -> Fraction:
        return sum((x for row in self for x in row if x), Fraction(0))

    def four(self, i: int) -> Four:
        """The class at a position against the rest."""
        tp = self[i][i]
        fn, fp = self.row_sums[i] - tp, self.column_sums[i] - tp
        return Four(tp, fn, fp, self.n - tp - fn - fp)


def pooled(fours: Sequence[Four]) -> Four:
    """Several classes as one: count by count."""
    return (
        Four(*(sum(counts, Fraction(0)) for counts in zip(*fours, strict=True))) if fours else Four(*[Fraction(0)] * 4)
    )
