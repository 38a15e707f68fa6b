"""The table of a derivation from scores, as data."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.planning.facts import in_few_digits
from exactmetrics.derivation.planning.page import Said, Step
from exactmetrics.exact.rounding import expansion
from exactmetrics.exact.values import Number, value_text
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Expr, lift

MOST_ROWS, FIRST_ROWS = 20, 8  # of a longer table the first rows are shown
MOST_CLASSES = 4  # whose scores stand in a table of samples
LISTED = 60  # letters of the scores that the data section lists for a side
LONGEST = 12  # characters of a score that is shown as it is
PLACES = 4  # of a rounded number, behind the point


@dataclass(slots=True)
class Grid:
    """A table: `name` is the key of its sentences, `heads` are columns by symbol or by key, `rows` hold what they say.

    An entry is a number, a text that is the key of a word, a Label, or None for an empty cell; a Score is shown as a
    decimal, and a number that is no rational is rounded.
    """

    name: str
    heads: list[Any]
    rows: list[list[Any]]
    total: list[Any] = field(default_factory=list)
    left_out: int = 0
    asked: Sequence[int] = ()  # the columns that are worked out in the table, which an exercise asks for
    added: bool = False  # whether the entries of the last one of these are added up below
    notes: Sequence[str | Said] = ()  # sentences behind that of the table, or their keys
    says: bool = True  # whether the value has the meaning that is usual for the metric
    meaning: str = ""  # the key of the sentence of the meaning, where it is another
    defines: str = ""  # the key of a sentence behind the definition
    formula: str = ""  # the key of the sentence of the formula, where it is not that of the metric
    usual: str = ""  # that of a metric which has none of its own
    why: Said | None = None  # why the first part of an average that lacks a value has none


@dataclass(slots=True)
class Score:
    """A number that is shown as a score is given, as a decimal where it is one; `word` says whose it is."""

    value: Fraction
    word: str = ""


@dataclass(slots=True)
class Label:
    """The class of a sample."""

    name: Hashable


@dataclass(slots=True)
class Labels:
    """The classes of a sample."""

    names: list[Hashable]


@dataclass(slots=True)
class Title:
    """The name of a metric."""

    name: str


@dataclass(slots=True)
class Ends:
    """The bounds of a bin."""

    low: Fraction
    high: Fraction


# How parts of a formula are worked out, with the values of those that the formula makes something more of.
Worked = tuple[list[Step], dict[Expr, Number]]
Plan = tuple[Grid, Callable[[], Worked]]  # a table, and the working of what stands in it


def short_decimal(value: Fraction) -> str | None:
    """A number as a decimal, where it is a short one."""
    found = expansion(value, LONGEST)
    return found.before if found.complete and not found.period and len(found.before) <= LONGEST else None


def in_fractions(column: Iterable[Fraction]) -> bool:
    """Whether the numbers of a column stand as fractions: where one is no short decimal, and all others can."""
    odd = [(short_decimal(value), len(value_text(value)) <= LONGEST) for value in column]
    return any(text is None and fits for text, fits in odd) and all(text is None or fits for text, fits in odd)


def written(value: Fraction, *, fractions: bool) -> str:
    """A number of a table as a decimal where it is a short one, else as a fraction; empty where it is long either way.

    >>> written(Fraction(3, 4), fractions=False), written(Fraction(3, 4), fractions=True)
    ('0.75', '3/4')
    """
    text = (None if fractions else short_decimal(value)) or value_text(value)
    return text if len(text) <= LONGEST else ""


def is_listed(sides: Sequence[Sequence[Fraction]]) -> bool:
    """Whether the data section has room for the scores of both sides."""
    fractions = in_fractions(score for side in sides for score in side)
    lines = (", ".join(written(score, fractions=fractions) or "≈ 0.000000" for score in side) for side in sides)
    return all(len(line) <= LISTED for line in lines)


def number_of(term: Any) -> Any:
    """The number that a term is; with a parameter in it, it is a tree."""
    return term if isinstance(term, (int, Fraction)) else evaluate(lift(term))


def entry(value: Number) -> Score | Number:
    """A number in a table: a rational as a score, another one rounded."""
    return Score(value) if isinstance(value, Fraction) else value


def rounded(value: Number) -> Expr | Number:
    """A number in a sentence."""
    digits = in_few_digits(value, PLACES)
    return value if digits is None else digits[1]


def cut(grid: Grid) -> Grid:
    """A table with its first rows, where it is long."""
    if len(grid.rows) > MOST_ROWS:
        grid.left_out = len(grid.rows) - FIRST_ROWS
        grid.rows = grid.rows[:FIRST_ROWS]
    return grid
