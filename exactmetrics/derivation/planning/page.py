"""A derivation as data: what a page says, before any surface decides how it looks.

Every formula is a tree, every sentence a key of the message catalogue with its facts, every name still as it was given.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from exactmetrics.derivation.planning.blank import Blank
from exactmetrics.exact.values import Value
from exactmetrics.expression.nodes import Expr, Named


@dataclass(slots=True)
class Formula:
    """One chain: a name on the left, and what it equals, member after member."""

    left: Expr | None
    members: list[Expr]
    relation: str = "="
    numeric: bool = True  # every member is arithmetic on numbers, so that it can be read back and must hold
    shown: list[Expr] | None = None  # the members as they are shown, where they are too long for a page
    apart: int = 0  # so many of the first members stand on a line of their own


@dataclass(slots=True)
class Cell:
    """A count in a table: the cells of the matrix it adds up, if it adds up a few, and its value, or a blank for it."""

    parts: tuple[Any, ...]
    value: Any

    @property
    def count(self) -> Any:
        """The number itself, also where there is a blank.

        >>> Cell((1, 2), 3).count
        3
        """
        return self.value.value if isinstance(self.value, Blank) else self.value


@dataclass(slots=True)
class CountTable:
    """The counts a derivation uses, class by class, and in the last column the class's own value."""

    columns: list[Expr]
    blocks: list[str]
    rows: list[tuple[Hashable, int, list[Cell]]]
    score: Expr | None = None
    scores: Sequence[Formula] = ()
    terms: Sequence[Expr] = ()  # the terms of the substituted sum, class by class, where the sum is shortened
    numerators: Sequence[int] = ()  # of the terms over their common denominator, where those are short
    left_out: int = 0  # classes that the table does not list


@dataclass(slots=True)
class Step:
    """One step: its kind is the key of its sentence, `facts` what the sentence names."""

    kind: str
    formulas: list[Formula] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    table: CountTable | None = None
    told: dict[str, Any] | None = None  # the facts as they are told, where they are too long for a sentence


@dataclass(slots=True)
class Page:
    """A whole derivation; of an exercise also its blanks in the order of the key, and those that ask for the result."""

    named: Named
    title: dict[str, Any]
    steps: list[Step]
    value: Value
    decimal: dict[str, Any] = field(default_factory=dict)
    notes: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    shown: Expr | None = None  # the value as it is shown, where it is too long for a page
    wide: bool = False  # there are more classes than fit, so long sums and numbers are shortened
    blanks: list[Blank] = field(default_factory=list)
    asked: dict[str, Expr] = field(default_factory=dict)
