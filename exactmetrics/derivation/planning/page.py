"""A derivation as data: what a page says, before any surface decides how it looks.

Every formula is a tree, every sentence a key of the message catalogue with its facts, every name still as it was given.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from string import ascii_letters
from typing import TYPE_CHECKING, Any, ClassVar

from exactmetrics.exact.digits import int_text
from exactmetrics.exact.values import Number, Value, rationals_of, value_text
from exactmetrics.expression.nodes import Expr, Literal, Named

if TYPE_CHECKING:
    from exactmetrics.derivation.ending import Ending
    from exactmetrics.derivation.score_grid import Grid

Cells = list[list[Any]]  # the counts of a matrix, row by row
# What a step of a derivation can be, each with the finer kinds that are not called after it; each kind has one line of
# meaning in the message catalogue.
KINDS = {
    "definition": ("definitions", "from_counts"),
    "counts": ("class_values", "table"),
    "undefined": (),
    "part": ("both_sides", "numerator", "denominator", "reciprocals"),
    "substitute": ("read_off", "same_values", "from_table", "calculation"),
    "multiply": ("calculate",),
    "add": ("put_together", "add_or_subtract"),
    "subtract": (),
    "one_fraction": ("clear",),
    "divide": ("quotient", "zero", "over_sum"),
    "reduce": ("cancel",),
    "root": ("rationalise", "collect", "collect_like"),
    "compare": ("larger", "smaller", "absolute", "sign"),
    "logarithm": ("log_base", "log_product", "log_collect", "log_quotients", "log_divide", "log_cancel"),
    "function": ("function_values",),
    "result": (),
    "decimal": (),
    "formula": ("in_four", "collected", "in_cells", "for_two_classes", "always_equal"),
}
_KIND = {finer: kind for kind, named in KINDS.items() for finer in (kind, *named)}


def kind_of(kind: str) -> str:
    """Which of the `KINDS` a step is of; a step's own kind is finer.

    "reduce_each" is reducing in several places at once, "undefined_omit" a part without a value that is left out.
    """
    single = kind.removesuffix("_each")
    while single not in _KIND and single:
        single = single.rpartition("_")[0]
    return _KIND[single]


PLACES_ASKED = 4  # decimals of a result that an exercise asks for
LEAST_ROOM, MOST_ROOM = 3, 12  # digits a blank has room for


def letter_of(number: int) -> str:
    """What a blank is called on a page, where a number could be taken for the answer."""
    again, at = divmod(number - 1, len(ascii_letters))
    return ascii_letters[at] + (str(again + 1) if again else "")


@dataclass(slots=True, unsafe_hash=True)
class Blank(Literal):
    """A number that is left out: `number` is its place in the key, `text` the answer where digits are asked for.

    It has the value it stands for, so that a chain with blanks still holds.
    """

    value: Number  # type: ignore[assignment]  # the answer to a whole step may be a root
    number: int = 0

    @property
    def letter(self) -> str:
        return letter_of(self.number)

    @property
    def room(self) -> int:
        """How many digits there is room for, as a rule one more than the longest number of the answer has."""
        return min(MOST_ROOM, max(LEAST_ROOM, 1 + max(map(len, (self.text, *_numbers(self.value))))))

    @property
    def answer(self) -> str:
        """What stands in it, as plain text."""
        return self.text or value_text(self.value)


def _numbers(value: Number) -> list[str]:
    parts = rationals_of(value)
    return [int_text(n) for part in parts for n in part.as_integer_ratio()]


@dataclass(slots=True)
class Said:
    """A sentence: its path in the message catalogue, and the facts that it names."""

    path: tuple[str, ...]
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Formula:
    """One chain: a name on the left, and what it equals, member after member; `said` are sentences right before it."""

    left: Expr | None
    members: list[Expr]
    numeric: bool = True  # every member is arithmetic on numbers, so that it can be read back and must hold
    shown: list[Expr] | None = None  # the members as they are shown, where they are too long for a page
    said: list[Said] = field(default_factory=list)


@dataclass(slots=True)
class Cell:
    """A count in a table: the cells of the matrix it adds up, if it adds up a few, and its value, or a blank for it."""

    parts: tuple[Any, ...]
    value: Any


@dataclass(slots=True)
class Score:
    """A column of values, one a class: the metric over any class, what it equals there, and the chain of each class."""

    head: Expr | Said
    chains: list[Formula]  # of a class whose value is undefined without members
    body: Expr | None = None
    marked: set[int] = field(default_factory=set)  # positions of the classes whose value a convention gives


@dataclass(slots=True)
class CountTable:
    """The counts a derivation uses, class by class, and in the last columns the class's own values.

    A table of the terms of a sum has its values first, and a last row for the sum of its last column.
    """

    columns: list[Expr | Said]
    blocks: list[str]
    rows: list[tuple[Hashable, int, list[Cell]]]
    scores: list[Score] = field(default_factory=list)
    left_out: int = 0  # classes that the table does not list
    total: Any = None  # a number, or a blank for it
    sums: list[int | Fraction] = field(default_factory=list)  # of the counts of all classes, where they are used


@dataclass(slots=True)
class Step:
    """One step: its kind is the key of its title, `facts` what the title names.

    It is printed in this order: the sentences `said`, the list of `symbols` with their meaning, the table, each formula
    behind its own sentences, the sentences `after`.
    """

    kind: str
    formulas: list[Formula] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    table: CountTable | None = None
    said: list[Said] = field(default_factory=list)
    symbols: list[Expr] = field(default_factory=list)
    after: list[Said] = field(default_factory=list)
    told: dict[str, Any] | None = None  # the facts as they are told, where they are too long for a sentence
    grid: Grid | None = None  # the table of a derivation from scores

    def groups(self) -> list[tuple[list[Said], list[Formula]]]:
        """The formulas that follow each other without a sentence between them, behind the sentences before them."""
        found: list[tuple[list[Said], list[Formula]]] = []
        for formula in self.formulas:
            if formula.said or not found:
                found.append((formula.said, []))
            found[-1][1].append(formula)
        return found


@dataclass(slots=True)
class Told:
    """What is told in steps: of what, with the facts that its title names."""

    named: Named
    title: dict[str, Any]
    steps: list[Step]


@dataclass(slots=True)
class Page(Told):
    """A whole derivation; of an exercise also its blanks in the order of the key, and those that ask for the result."""

    writer: ClassVar[str] = "page"  # by which the table of writers knows it

    value: Value
    decimal: dict[str, Any] = field(default_factory=dict)
    notes: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    shown: Expr | None = None  # the value as it is shown, where it is too long for a page
    wide: bool = False  # there are more classes than fit, so long sums and numbers are shortened
    blanks: list[Blank] = field(default_factory=list)
    asked: dict[str, Expr] = field(default_factory=dict)
    ending: Ending | None = None  # what is said of the value; None of a page inside another
