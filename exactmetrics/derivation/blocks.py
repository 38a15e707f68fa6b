"""What a page is made of, in its order: sections, paragraphs, lists, tables and formulas, each written for one format.

A template says how each kind looks, once for every page of its format; `part` says what a block is there for, by the
names that docs/templates.md lists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

Row = Sequence[str]


@dataclass(slots=True)
class Section:
    """What stands below a heading; one that is `run_in` begins with its title and a `text` in one line."""

    kind: ClassVar[str] = "section"
    part: str
    title: str = ""
    blocks: Sequence[Block] = ()
    level: int = 2  # of the heading; that of the whole page has 1
    number: int = 0
    text: str = ""
    run_in: bool = False
    place: str = ""  # what links lead to


@dataclass(slots=True)
class Paragraph:
    """A text, behind a title of its own where it has one."""

    kind: ClassVar[str] = "paragraph"
    part: str
    text: str
    title: str = ""


@dataclass(slots=True)
class Items:
    """A list of texts; in plain text those of "lines" are broken already."""

    kind: ClassVar[str] = "items"
    part: str
    items: Sequence[str]


@dataclass(slots=True)
class Table:
    """A table: its first column names the rows, and `sides` says of each column on which side its cells stand."""

    kind: ClassVar[str] = "table"
    part: str
    heads: Row
    rows: Sequence[Row]
    sides: Row
    lines: Sequence[str] = ()  # the finished lines of plain text
    rule: int | None = None  # the row above which a rule stands
    size: str = "normal"  # the type in which it fits a page of paper
    long: bool = False  # it has more rows than a page of paper
    broken: bool = False  # the cells of the first column are broken to fit paper
    anchors: Sequence[Row] = ()  # what links lead to, cell by cell, without the first column
    over: Row = ()  # what stands over the rows and over the columns
    setting: Row = ()  # words for how the table looks
    caption: str = ""  # what the table is, for those who hear it


@dataclass(slots=True)
class Formulas:
    """Formulas that are set as one group, each a chain in rows."""

    kind: ClassVar[str] = "formulas"
    part: str
    formulas: Sequence[Mapping[str, Any]]
    size: str = ""  # a smaller type for a number wider than a page


@dataclass(slots=True)
class Displayed:
    """Finished formulas, each in a line of its own."""

    kind: ClassVar[str] = "displayed"
    part: str
    formulas: Sequence[str]


@dataclass(slots=True)
class Box:
    """The result in a box: what it is the value of, the value, and its decimal behind it."""

    kind: ClassVar[str] = "box"
    part: str
    head: str
    relation: str
    formula: str
    decimal: str
    tag: str
    lines: Sequence[str]


@dataclass(slots=True)
class Key:
    """The key of an exercise, apart from it: a text, or the entries for the blanks."""

    kind: ClassVar[str] = "key"
    part: str
    title: str
    text: str
    entries: Sequence[str] = ()
    comma: str = ""
    first: bool = True  # the first key of a page is set off from what stands above it


@dataclass(slots=True)
class Finished:
    """What is written already, such as a drawing."""

    kind: ClassVar[str] = "finished"
    part: str
    text: str


@dataclass(slots=True)
class Frame:
    """A frame of a presentation."""

    kind: ClassVar[str] = "frame"
    part: str
    title: str
    blocks: Sequence[Block] = field(default_factory=list)


Block = Section | Paragraph | Items | Table | Formulas | Displayed | Box | Key | Finished | Frame
