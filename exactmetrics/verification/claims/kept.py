"""What is kept of a document while it is read: its claims, the numbers passed over, the counts that became data."""

from __future__ import annotations

import re
from dataclasses import replace

from exactmetrics.verification.checked import Span
from exactmetrics.verification.claims.found import MAX_CLAIMS, Name
from exactmetrics.verification.claims.glance import around
from exactmetrics.verification.claims.grids import Cell
from exactmetrics.verification.claims.groups import Group
from exactmetrics.verification.claims.headed import Headed
from exactmetrics.verification.claims.knowledge import Raw
from exactmetrics.verification.claims.lexicon import Vocabulary
from exactmetrics.verification.claims.library import Library
from exactmetrics.verification.claims.names import is_of_class
from exactmetrics.verification.claims.said import Equality
from exactmetrics.verification.passed import Passed, Why


class Kept:
    """Claims, numbers passed over and data, as far as a document is read; a number is kept once.

    >>> Kept().raws
    []
    """

    def __init__(self) -> None:
        self.vocabulary = Vocabulary()
        self.library = Library()
        self.raws: list[Raw] = []
        self.passed: dict[int, Passed] = {}  # by offset in the file
        self.worked: dict[int, Passed] = {}  # those with arithmetic, which is judged as such
        self.taken: set[int] = set()
        self.headed = Headed()  # the class that the heading is about
        self.others = 0  # the level of a heading over what is about other models or data, 0 where none is
        self.heading = self.average = self.topic = ""  # the heading, its average, the metric it is about

    def _take(self, group: Group, one: Equality, shift: int = 0) -> None:
        """Keep what a text says of a name: as a claim, or as passed over."""
        span = (shift + one.start, shift + one.end)
        if one.why:
            is_data = group.piece.position(span[0]).offset in self.taken
            if not is_data:
                self._pass(group, span, one.why, worked=one.expression is not None)
        else:
            self._add(group, one.name, span, self.heading, one)
            self._outcome(group, one, span)

    def _pass(self, group: Group, span: tuple[int, int], why: Why, *, worked: bool = False) -> None:
        """Keep a number that is no claim."""
        start = group.piece.position(span[0])
        if len(self.passed) < MAX_CLAIMS:
            place = Span(start, group.piece.stop(span[1]))
            said = around(group.piece.text, *span, row=group.shape != "text")
            kept = self.worked if worked else self.passed
            kept.setdefault(start.offset, Passed(place, said, why, worked))

    def _outcome(self, group: Group, one: Equality, span: tuple[int, int]) -> None:
        """Take a number that may be data."""

    def _cell(self, group: Group, name: Name, cell: Cell) -> None:
        digits = re.search(r"[0-9][0-9,.' ]*(?=[^0-9]*$)", cell.text)
        if digits is not None:
            start = cell.start + digits.start()
            self._add(group, name, (start, start + len(digits[0].rstrip(" ,."))), self.heading)

    def _add(
        self,
        group: Group,
        name: Name,
        span: tuple[int, int],
        where: str,
        said: Equality | None = None,
        *,
        report: int = 0,
        table: int = 0,
        own: int | None = None,
    ) -> None:
        piece = group.piece
        start = piece.position(span[0])
        if start.offset in self.taken or len(self.raws) >= MAX_CLAIMS:
            return
        if self.topic.endswith(f"_{name.metric}"):
            return  # a section on balanced accuracy that calls it accuracy
        if name.metric and is_of_class(name) and not (name.label or name.average):
            beside = (*name.beside, *filter(None, [self.headed.beside]))
            name = replace(name, label=self.headed.label, beside=beside)
        if name.metric and self.others and not self.library.is_at_hand():
            self._pass(group, span, "about")
            return
        self.taken.add(start.offset)
        if name.metric:  # until it is known which
            self._pass(group, span, "class", worked=said is not None and said.expression is not None)
        printed = piece.text[span[0] : span[1]] if said is None else said.printed
        self.raws.append(
            Raw(
                name,
                printed,
                Span(start, piece.stop(span[1])),
                where,
                None if said is None else said.expression,
                self.library.place(group, start.offset),
                self.library.current,
                self.average,
                report,
                table,
                said is not None,
                own,
            )
        )
