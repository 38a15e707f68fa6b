"""A document read passage by passage: its matrices and its named numbers, each with where it stands."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from exactmetrics.verification.claims.attaching import Raw
from exactmetrics.verification.claims.equalities import Equality, equalities
from exactmetrics.verification.claims.found import MAX_CLAIMS, Name
from exactmetrics.verification.claims.glance import beside_words, may_name
from exactmetrics.verification.claims.grids import Cell, Grid, grids_of, lines_of, worded
from exactmetrics.verification.claims.groups import Group
from exactmetrics.verification.claims.lexicon import Vocabulary, names
from exactmetrics.verification.claims.library import Library
from exactmetrics.verification.claims.lists import arrays_in
from exactmetrics.verification.claims.matrices import Table, tables_in
from exactmetrics.verification.claims.names import whole_name
from exactmetrics.verification.claims.numbers import MAX_COUNT
from exactmetrics.verification.claims.outcomes import Outcomes
from exactmetrics.verification.claims.results import results_in
from exactmetrics.verification.claims.tokens import folded
from exactmetrics.verification.verified import Span

LONGEST_LINE = 2_000  # characters of a line of a printout that are read
_POSITIVE = re.compile(r"'Positive' Class\s*:\s*(\S[^\n]{0,60})")
_VALUED = re.compile(r"[=:≈]")


class Reader:
    """What is found so far."""

    def __init__(self, decimal_comma: bool) -> None:
        self.comma = decimal_comma
        self.vocabulary = Vocabulary()
        self.library = Library()
        self.outcomes = Outcomes()
        self.raws: list[Raw] = []
        self.seen: set[str] = set()
        self.taken: set[int] = set()
        self.heading = self.average = self.topic = ""  # the heading, its average, the metric it is about
        self.level = 0
        self.reports = 0
        self.supports: dict[int, dict[str, int]] = {}  # of each report that a program printed

    def read(self, group: Group) -> None:
        """Read one passage."""
        self.library.enter(group)
        self._note_words(group.piece.text)
        if group.piece.heading:
            self._open_section(group.piece.text, group.piece.heading)
        if group.shape == "code":
            self.library.hear(group.piece.text)
            self._arrays(group)
            return
        if group.shape == "text":
            self._text(group)
            return
        grids = grids_of(group)
        self._matrices(group, grids)
        self._arrays(group)
        if self.library.known_before(group):
            self.vocabulary.add_labels(self.library.labels())
        for grid in grids:
            self._results(group, grid)
        self._valued_cells(group)
        if group.shape == "block" and (found := _POSITIVE.search(group.piece.text)):
            self.library.set_positive(found[1].strip(), group)
        self.library.hear(group.piece.text)

    def _open_section(self, text: str, level: int) -> None:
        self.heading = " ".join(text.split())[:80]
        averages = {item.roles["average"] for item in names().items(self.heading) if "average" in item.roles}
        self.average = averages.pop() if len(averages) == 1 else ""
        name = whole_name(self.heading, self.vocabulary)
        if name is not None or level <= self.level:
            self.topic, self.level = "" if name is None else name.metric, level

    def _note_words(self, text: str) -> None:
        plain = folded(text) if len(text) < 2_000 else text.casefold()
        self.seen.update(word for word in beside_words() if word not in self.seen and word in plain)

    def _text(self, group: Group) -> None:
        """Running text: figures it names, numbers it names, matrices in formulas."""
        text = group.piece.text
        self.library.open_text(text)
        grids = grids_of(group)
        self._matrices(group, grids)
        for grid in grids:
            self._results(group, grid)
        self._arrays(group)
        if not may_name(text):
            for _, key in self.library.mentions(text):
                self.library.point_to(key)
            self.library.hear(text)
            return
        self.outcomes.add_told(text, self.library.passage)
        self._complete(group, (0, len(text)))
        mentions = self.library.mentions(text)
        for one in equalities(text, group.piece.kind, self.vocabulary, decimal_comma=self.comma):
            while mentions and mentions[0][0] < one.start:
                self.library.point_to(mentions.pop(0)[1])
            self._add(group, one.name, (one.start, one.end), self.heading, one)
            self._outcome(group, one.name, one.printed, (one.start, one.end))
        for _, key in mentions:
            self.library.point_to(key)
        self.library.hear(text)

    def _matrices(self, group: Group, grids: list[Grid]) -> None:
        tables = list[Table]()
        for grid in grids:
            tables += tables_in(grid)
        if group.shape == "block" and not tables:
            tables += tables_in(worded(group.piece.text))
        for table in tables:
            matrix = self.library.add_table(table, group, self.heading)
            if matrix is None:
                continue
            self.vocabulary.add_labels(map(str, matrix.data.labels))
            if table.orientation != "unknown":
                self._printed_sums(group, table, alone=matrix.whole is None)

    def _printed_sums(self, group: Group, table: Table, *, alone: bool) -> None:
        """The totals of a matrix as claims; where it sets one class against the rest, its cells as well."""
        turned = table.orientation == "predicted"
        for side, label, cell in table.totals:
            count = "n" if side == "all" else "predicted" if (side == "row") == turned else "support"
            if alone or (label == table.labels[0] and count != "n"):
                self._cell(group, Name(count=count, label=label or None), cell)
            elif count == "support":
                self._cell(group, Name(count="negatives", label=table.labels[0]), cell)
        if not alone:
            for count, row, column in (("tp", 0, 0), ("fn", 0, 1), ("fp", 1, 0), ("tn", 1, 1)):
                cell = table.cells[column if turned else row][row if turned else column]
                self._cell(group, Name(count=count, label=table.labels[0]), cell)

    def _arrays(self, group: Group) -> None:
        for bare in arrays_in(group.piece.text):
            matrix = self.library.add_bare(bare, group, self.heading)
            if matrix is not None:
                self.vocabulary.add_labels(map(str, matrix.data.labels))

    def _results(self, group: Group, grid: Grid) -> None:
        self.reports += 1
        supports = dict[str, int]()
        for one in results_in(grid, self.vocabulary, self.comma, barred=_is_barred(group, grid)):
            where = ": ".join(text for text in (self.heading, ", ".join(filter(None, (one.row, one.column)))) if text)
            printed = group.piece.text[slice(*one.span)]
            if one.name.label is not None and one.report:
                self.vocabulary.add_labels([one.name.label])
                if one.name.count == "support" and printed.isdigit():
                    supports[one.name.label] = int(printed[:MAX_COUNT])
            self._add(group, one.name, one.span, where, report=self.reports if one.report else 0)
            self._outcome(group, one.name, printed, one.span)
        if len(supports) > 1:
            self.supports[self.reports] = supports
            self.library.name_classes(supports, group)

    def _valued_cells(self, group: Group) -> None:
        """Names set equal to numbers inside cells and lines."""
        for start, text in self._parts(group):
            if _VALUED.search(text):
                for one in equalities(text, group.piece.kind, self.vocabulary, decimal_comma=self.comma):
                    span = (start + one.start, start + one.end)
                    self._add(group, one.name, span, self.heading, one)
                    self._outcome(group, one.name, one.printed, span)

    def _parts(self, group: Group) -> Iterator[tuple[int, str]]:
        text = group.piece.text
        for start, end in lines_of(text):
            if group.shape == "rows":
                at = start
                for part in re.split(r"[|\t]", text[start:end]):
                    yield at, part[:LONGEST_LINE]
                    at += len(part) + 1
            else:
                yield start, text[start : min(end, start + LONGEST_LINE)]

    def _outcome(self, group: Group, name: Name, printed: str, span: tuple[int, int]) -> None:
        """Take a count that may be one of the four outcomes of two classes."""
        if name.count:
            self.outcomes.add(name, printed, self.library.passage)
            self._complete(group, span)

    def _complete(self, group: Group, span: tuple[int, int]) -> None:
        rows = self.outcomes.complete(self.library.passage)
        if rows is not None and self.library.add_outcomes(rows, group, span, self.heading) is not None:
            self.vocabulary.add_labels(["positive", "negative"])

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
    ) -> None:
        piece = group.piece
        start = piece.position(span[0])
        if start.offset in self.taken or len(self.raws) >= MAX_CLAIMS:
            return
        if self.topic.endswith(f"_{name.metric}"):
            return  # a section on balanced accuracy that calls it accuracy
        self.taken.add(start.offset)
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
            )
        )


def _is_barred(group: Group, grid: Grid) -> bool:
    """Whether bars, tabs or ampersands part the cells of a grid, not spaces."""
    text = group.piece.text
    return group.shape != "block" or any(
        "|" in text[a.end : b.start] for row in grid[:20] for a, b in itertools.pairwise(row)
    )
