"""A document read passage by passage: its matrices and its named numbers, each with where it stands."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from exactmetrics.expression.reading.numerals import comma_here
from exactmetrics.verification.claims.call_values import called_values
from exactmetrics.verification.claims.coded import commented, json_pairs
from exactmetrics.verification.claims.counting import Counting
from exactmetrics.verification.claims.equalities import equalities
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.glance import beside_words, may_name
from exactmetrics.verification.claims.grids import Grid, grids_of, lines_of, worded
from exactmetrics.verification.claims.groups import Group
from exactmetrics.verification.claims.heading_text import heading_text
from exactmetrics.verification.claims.knowledge import Matrix, is_of_others
from exactmetrics.verification.claims.lexicon import names
from exactmetrics.verification.claims.lists import arrays_in
from exactmetrics.verification.claims.matrices import tables_in
from exactmetrics.verification.claims.names import is_of_class, whole_name
from exactmetrics.verification.claims.notes import without_notes
from exactmetrics.verification.claims.numbers import MAX_COUNT
from exactmetrics.verification.claims.outcome_words import FOUR
from exactmetrics.verification.claims.results import results_in
from exactmetrics.verification.claims.squares import Table
from exactmetrics.verification.claims.story import story_in
from exactmetrics.verification.claims.tokens import folded
from exactmetrics.verification.claims.weka import give, opens_run, summary_in, weka_in
from exactmetrics.verification.claims.yardstick import yardstick_in

LONGEST_LINE = 2_000  # characters of a line of a printout that are read
_POSITIVE = re.compile(r"'Positive' Class\s*:\s*(\S[^\n]{0,60})")
_BETA = re.compile(
    r"(?:(?<![_{])(?:\\beta|β)|(?<![_{\\\w])beta)\s?(?:=|is|ist|of|:)\s?([0-9]{1,2}(?:[.,][0-9]{1,3})?)", re.IGNORECASE
)
_GAP = re.compile(r"\t|  ")
_VALUED = re.compile(r"[=:≈≒→⇒~∼]|\.{4}|(?: \.){3}|……|->")


class Reader(Counting):
    """What is found so far."""

    def __init__(self, decimal_comma: bool) -> None:
        super().__init__()
        self.comma = decimal_comma
        self.seen: set[str] = set()
        self.betas: set[str] = set()  # the values that the document gives beta
        self.level = 0
        self.reports = 0
        self.reports_open = 0  # the last report, as long as no matrix follows
        self.owners: dict[int, int] = {}  # the matrix of a report that is printed before it
        self.run: int | None = None  # how many numbers were known when Weka began to print what its matrix ends
        self.before = ""  # the passage before
        self.supports: dict[int, dict[str, int]] = {}  # of each report that a program printed

    def read(self, group: Group) -> None:
        """Read one passage."""
        self.library.enter(group)
        self._note_words(group.piece.text)
        if group.piece.heading:
            self._open_section(group.piece.text, group.piece.heading)
        if self.run is None and opens_run(group.piece.text, bool(self.library.matrices)):
            self.run = len(self.raws)
        for span in called_values(group.piece.text, self.before):
            self._pass(group, span, "wording")
        self.before = group.piece.text
        if group.shape == "code":
            self._code(group)
            return
        if group.shape == "text":
            self._text(group)
            return
        grids = grids_of(group)
        self._matrices(group, grids)
        self._tallies(group, grids)
        self._arrays(group)
        if self.library.known_before(group):
            self.vocabulary.add_labels(self.library.labels())
        self._open_counts(group, self.comma)
        if len(self.waiting) <= len(FOUR):
            self._count_until(group)  # one case, which all the passage is about
        for name, span in itertools.chain(summary_in(group.piece.text), yardstick_in(group.piece.text)):
            self._add(group, name, span, self.heading)
        for grid in grids:
            self._results(group, grid)
        self._valued_cells(group)
        self._count_until(group)
        if group.shape == "block" and (found := _POSITIVE.search(group.piece.text)):
            self.library.set_positive(found[1].strip(), group)
        self.library.hear(group.piece.text)

    def _code(self, group: Group) -> None:
        """Counts that code sets with the values it then gives, and an object that holds a matrix with its scores."""
        text = group.piece.text
        self.library.hear(text)
        self._arrays(group)
        if self._counts_in_code(group):
            for one in equalities(commented(text), "prose", self.vocabulary, decimal_comma=False):
                self._take(group, one)
        for key, span in json_pairs(text):
            name = whole_name(key.replace("_", " "), self.vocabulary)
            if name is not None and name.metric and (name.average or not is_of_class(name)):
                self._add(group, name, span, self.heading)

    def _open_section(self, text: str, level: int) -> None:
        self.heading = heading_text(text)
        self.headed.open(self.heading, level, self.vocabulary)
        averages = {item.roles["average"] for item in names().items(self.heading) if "average" in item.roles}
        self.average = averages.pop() if len(averages) == 1 else ""
        if level <= self.others or not self.others:
            self.others = level if is_of_others(self.heading) else 0
        name = whole_name(self.heading, self.vocabulary)
        if name is not None or level <= self.level:
            self.topic, self.level = "" if name is None else name.metric, level

    def _note_words(self, text: str) -> None:
        plain = folded(text) if len(text) < 2_000 else text.casefold()
        self.betas.update(value.replace(",", ".") for value in _BETA.findall(text))
        self.seen.update(word for word in beside_words() if word not in self.seen and word in plain)

    def _text(self, group: Group) -> None:
        """Running text: figures it names, numbers it names, matrices in formulas."""
        text = group.piece.text
        if not group.piece.heading:
            self.headed.pass_by(text, self.vocabulary)
        bold = not group.piece.heading and len(text) < 80 and text.startswith(("*", "_", "\\textbf"))
        if bold and (name := whole_name(text.strip(" \n*_:"), self.vocabulary)) is not None:
            self.topic, self.level = name.metric, 9  # a line in bold, which any heading ends
        self.library.open_text(text)
        grids = grids_of(group)
        self._matrices(group, grids)
        self._tallies(group, grids)
        for grid in grids:
            self._results(group, grid)
        self._arrays(group)
        self._open_counts(group, self.comma)
        if not self.waiting and (told := story_in(text)) is not None:
            self._become_data(told[0], frozenset(), group, told[1])
        mentions = self.library.mentions(text)
        named = may_name(text)
        plain = self._plain(text)
        for one in equalities(plain, group.piece.kind, self.vocabulary, decimal_comma=self.comma) if named else ():
            while mentions and mentions[0][0] < one.start:
                self.library.point_to(mentions.pop(0)[1])
            self._count_until(group, one.start)
            self._take(group, one)
        self._count_until(group)
        for _, key in mentions:
            self.library.point_to(key)
        self.library.hear(text)

    def _matrices(self, group: Group, grids: list[Grid]) -> None:
        tables: list[Table] = list(weka_in(group.piece.text))
        of_weka = len(tables)
        for grid in grids:
            tables += tables_in(grid)
        if group.shape == "block" and not tables:
            tables += tables_in(worded(group.piece.text))
        for table in tables:
            matrix = self.library.add_table(table, group, self.heading)
            if matrix is None:
                continue
            self._own_report(matrix, group)
            if of_weka == 1 and self.run is not None:
                give(self.raws[self.run :], matrix)
                self.run = None
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
                self._own_report(matrix, group)
                self.vocabulary.add_labels(map(str, matrix.data.labels))

    def _own_report(self, matrix: Matrix, group: Group) -> None:
        """Give a matrix the report printed before it, if that has its sums and no matrix of its own."""
        last = max(self.supports, default=0)
        rows = matrix.data.rows or ()
        sums = [list(map(sum, rows)), list(map(sum, zip(*rows, strict=True)))]
        if last and last == self.reports_open and list(self.supports[last].values()) in sums:
            self.library.name_classes(self.supports[last], group)
            if set(map(str, matrix.data.labels)) == set(self.supports[last]):
                self.owners[last] = matrix.index
        self.reports_open = 0

    def _results(self, group: Group, grid: Grid) -> None:
        self.reports += 1
        supports = dict[str, int]()
        comma = comma_here(group.piece.text, self.comma)  # what a program printed has points, whatever the document
        for one in results_in(grid, self.vocabulary, comma, barred=_is_barred(group, grid)):
            where = ": ".join(text for text in (self.heading, ", ".join(filter(None, (one.row, one.column)))) if text)
            printed = group.piece.text[slice(*one.span)]
            case = self._case_at(one.span[0]) if one.name.metric else None
            if case is not None:
                self._add(group, replace(one.name, label=None), one.span, where, table=self.reports, own=case)
                continue
            if one.why:
                self._pass(group, one.span, one.why)
                continue
            if one.name.label is not None and one.report:
                self.vocabulary.add_labels([one.name.label])
                if one.name.count == "support" and printed.isdigit():
                    supports[one.name.label] = int(printed[:MAX_COUNT])
            self._add(group, one.name, one.span, where, report=self.reports if one.report else 0, table=self.reports)
        if len(supports) > 1:
            self.supports[self.reports] = supports
            self.reports_open = self.reports
            self.library.name_classes(supports, group)

    def _valued_cells(self, group: Group) -> None:
        """Names set equal to numbers inside cells and lines, and lines of a list, which are sentences."""
        is_list = group.shape == "block" and group.piece.kind == "prose"
        for start, text in self._parts(group):
            if group.shape == "block":
                self.headed.pass_by(text, self.vocabulary)
            if _VALUED.search(text) or (is_list and not _GAP.search(text.strip()) and may_name(text)):
                for one in equalities(self._plain(text), group.piece.kind, self.vocabulary, decimal_comma=self.comma):
                    self._count_until(group, start + one.start)
                    self._take(group, one, start)

    def _plain(self, text: str) -> str:
        """A text without marks of footnotes, and without the numbers of cases that are those of the data at hand."""
        return without_notes(text, (matrix.data for matrix in self.library.matrices[-3:]))

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


def _is_barred(group: Group, grid: Grid) -> bool:
    """Whether bars, tabs or ampersands part the cells of a grid, not spaces."""
    text = group.piece.text
    return group.shape != "block" or any(
        "|" in text[a.end : b.start] for row in grid[:20] for a, b in itertools.pairwise(row)
    )
