"""A derivation as data: what a page says, before any surface decides how it looks.

Every formula is a tree, every sentence a key of the message catalogue with its facts, every name still as it was given.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from exactmetrics.exact.values import Value
from exactmetrics.expression.nodes import Expr, Named


@dataclass(slots=True)
class Formula:
    """One chain: a name on the left, and what it equals, member after member."""

    left: Expr | None
    members: list[Expr]
    relation: str = "="
    numeric: bool = True  # every member is arithmetic on numbers, so that it can be read back and must hold


@dataclass(slots=True)
class Cell:
    """A count in a table: the cells of the matrix it adds up, if it adds up a few, and its value."""

    parts: tuple[Any, ...]
    value: Any


@dataclass(slots=True)
class CountTable:
    """The counts a derivation uses, class by class, and in the last column the class's own value."""

    columns: list[Expr]
    blocks: list[str]
    rows: list[tuple[Hashable, int, list[Cell]]]
    score: Expr | None = None
    scores: list[Formula] = field(default_factory=list)


@dataclass(slots=True)
class Step:
    """One step: its kind is the key of its sentence, `facts` what the sentence names."""

    kind: str
    formulas: list[Formula] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    table: CountTable | None = None


@dataclass(slots=True)
class Page:
    """A whole derivation."""

    named: Named
    title: dict[str, Any]
    steps: list[Step]
    value: Value
    decimal: dict[str, Any] = field(default_factory=dict)
    notes: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
