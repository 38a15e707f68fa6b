"""What verification found in a document: each link with its verdict and place, and what was not read."""

from __future__ import annotations

from dataclasses import dataclass, field

from exactmetrics.exact.errors import ReadingError, Why
from exactmetrics.exact.printed import Level, Verdict
from exactmetrics.exact.values import Number, Undefined, Value
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading.value import value_of
from exactmetrics.verification.documents.pieces import Position


@dataclass(slots=True)
class Link:
    """Two neighbours in a chain of equalities, as printed, and what is to be said of them.

    `where` is the place of the left side, `ends` that of the right one; `left_stop` and `stop` are the offsets behind
    them. `verdict` is None where a side is symbolic.
    `cut` says that a comment of LaTeX begins directly behind it.
    `left_tree` and `right_tree` are what was read; `decimal_comma` says how numbers were.
    """

    where: Position
    ends: Position
    chain: str
    left: str
    relation: str
    right: str
    left_tree: Expr | None
    right_tree: Expr | None
    verdict: Verdict | None
    decimal_comma: bool = False
    left_stop: int = 0
    stop: int = 0
    cut: bool = False

    @property
    def left_value(self) -> Value | None:
        """The exact value of the left side; None where it is symbolic or beyond the limits."""
        return _value(self.left_tree)

    @property
    def right_value(self) -> Value | None:
        """The exact value of the right side; None where it is symbolic or beyond the limits."""
        return _value(self.right_tree)

    @property
    def word(self) -> str | None:
        """The verdict's word; None where a side is symbolic."""
        return None if self.verdict is None else self.verdict.word

    @property
    def level(self) -> Level | None:
        """How bad it is; None where a side is symbolic."""
        return None if self.verdict is None else self.verdict.level

    @property
    def difference(self) -> Number | None:
        """What is printed minus what is exact, exactly."""
        return None if self.verdict is None else self.verdict.difference

    @property
    def why(self) -> Why | None:
        """Why the verdict is what it is, where that needs words."""
        return None if self.verdict is None else self.verdict.why

    @property
    def reason(self) -> str:
        """The sentence that says why, in English; empty where none is needed."""
        from exactmetrics.verification.reasons import sentence_of

        return "" if self.why is None else sentence_of(self.why)

    @property
    def value(self) -> Value | None:
        """The exact value that the printed side was judged against."""
        value = None if self.verdict is None else self.verdict.value
        return None if isinstance(value, Undefined) else value


@dataclass(slots=True)
class Coverage:
    """How much of a document was judged: `links` found, of them `judged`, `symbolic` and `unread`."""

    links: int = 0
    judged: int = 0
    symbolic: int = 0
    unread: int = 0

    def add(self, word: str | None) -> None:
        """Count a link by the word of its verdict."""
        self.links += 1
        self.symbolic += word is None
        self.unread += word == "unread"
        self.judged += word not in (None, "unread")


@dataclass(slots=True)
class Findings:
    """All links of a document in reading order, and how the document writes its numbers."""

    links: list[Link] = field(default_factory=list)
    decimal_comma: bool = False
    decimal_evidence: str = ""
    format: str = "text"

    @property
    def coverage(self) -> Coverage:
        """How many links there are of each sort."""
        counted = Coverage()
        for link in self.links:
            counted.add(link.word)
        return counted

    @property
    def judged(self) -> list[Link]:
        """The links that have a verdict other than `unread`."""
        return [link for link in self.links if link.word not in (None, "unread")]

    @property
    def unread(self) -> list[Link]:
        """The links that look like arithmetic and were not understood, or may be read in several ways."""
        return [link for link in self.links if link.word == "unread"]

    @property
    def problems(self) -> list[Link]:
        """The links whose level is a warning or an error."""
        return [link for link in self.links if link.level in ("warn", "error")]


def _value(tree: Expr | None) -> Value | None:
    try:
        return None if tree is None else value_of(tree)
    except ReadingError:
        return None
