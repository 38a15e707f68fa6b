"""The counts of a document taken up as it is read: four of them are data, in the order in which the text tells them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from exactmetrics.expression.reading.numerals import comma_here
from exactmetrics.verification.claims.counts_written import assignments, count_written
from exactmetrics.verification.claims.grids import Grid
from exactmetrics.verification.claims.groups import Group
from exactmetrics.verification.claims.kept import Kept
from exactmetrics.verification.claims.lexicon import Item, names
from exactmetrics.verification.claims.outcome_names import bare_outcome
from exactmetrics.verification.claims.outcomes import Outcomes, is_outcome
from exactmetrics.verification.claims.said import Equality
from exactmetrics.verification.claims.sentences import bounds, mentions
from exactmetrics.verification.claims.tallies import Tally, are_classes, digits_at, is_case, tallies_in
from exactmetrics.verification.claims.told import Told, told_in

LAST = 60  # named numbers among which those are that become data
_NO_NAMES = ("glue", "verb", "of", "neutral", "conj", "reach", "filler", "own", "mean", "class", "metric", "count")


class Counting(Kept):
    """What is kept, with the counts that wait to become data.

    >>> Counting().waiting
    []
    """

    def __init__(self) -> None:
        super().__init__()
        self.outcomes = Outcomes()
        self.waiting: list[Told] = []  # what the passage tells, as far as it is not taken up
        self.cases: list[tuple[int, int, int]] = []  # the rows of the table at hand with data of their own
        self.heard: set[int] = set()  # the places of counts that were told
        self.away: int | None = None  # where the passage comes to counts of other data that are not taken
        self.term: tuple[str, frozenset[str], int] | None = None  # an outcome that is named alone, and its passage

    def _open_counts(self, group: Group, comma: bool) -> None:
        """Find the counts that a passage tells of the data at hand."""
        text = group.piece.text
        told = told_in(text, comma_here(text, comma))
        told = told or self._defined(text, comma)
        items = self.vocabulary.items(text) if told else []
        self.waiting = [one for one in told if self._is_at_hand(items, text, one)]
        if not self.outcomes.open([(one.count, one.value) for one in self.waiting]):
            self.waiting = []
        self.heard.update(group.piece.position(one.start).offset for one in told)
        self.away = self._away(told)

    def _counts_in_code(self, group: Group) -> bool:
        """Take up the counts that code sets, `tp, fp, fn, tn = 71, 18, 29, 182`; whether they are data then."""
        lines, before = assignments(group.piece.text), len(self.library.matrices)
        if lines:
            self._open_counts(replace(group, piece=replace(group.piece, text=lines)), comma=False)
            self._count_until(group)
        return len(self.library.matrices) > before

    def _tallies(self, group: Group, grids: Sequence[Grid]) -> None:
        """Take up the four counts of tables that have them as columns or as rows."""
        self.cases = []
        for tallies in map(tallies_in, grids):
            if len(tallies) == 1 and not tallies[0].classes and self._is_new(tallies):
                (tally,) = tallies
                self._become_data(tally.rows, self._places(group, tally), group, tally.span)
                self._judge_in_row(tally)
            elif len(tallies) > 1 and self._is_new(tallies) and (of_classes := are_classes(tallies)) is not None:
                for tally in tallies:
                    self._become_case(group, tally, tally.name if of_classes else "")
                self.vocabulary.add_labels(tally.name for tally in tallies if of_classes)

    def _judge_in_row(self, tally: Tally) -> None:
        """Judge what else stands in the only row of counts by them, as far as they are the data at hand."""
        at_hand = None if self.library.current is None else self.library.matrices[self.library.current]
        own = at_hand is not None and at_hand.data.rows == tuple(map(tuple, tally.rows))
        if at_hand is not None and own and at_hand.data.positive is not None and is_case(tally):
            self.cases.append((*tally.line, at_hand.index))

    def _places(self, group: Group, tally: Tally) -> frozenset[int]:
        """Where in the file the digits of four counts stand: they are data and claim nothing."""
        places = frozenset(group.piece.position(digits_at(cell)).offset for cell in tally.cells)
        self.heard |= places
        return places

    def _become_case(self, group: Group, tally: Tally, label: str) -> None:
        """Keep the counts of one row as the data of its class, or of what else stands in that row."""
        matrix = self.library.add_case(tally.rows, label, group, tally.span)
        self.taken |= self._places(group, tally)
        if matrix is not None and not label:
            self.cases.append((*tally.line, matrix.index))
            self.library.current = None  # the text does not say which of them it is about

    def _case_at(self, place: int) -> int | None:
        """The data of the row of a table in which a place of the passage is."""
        return next((index for start, end, index in self.cases if start <= place < end), None)

    def _is_new(self, tallies: Sequence[Tally]) -> bool:
        """Whether no row of counts is called as a class of the matrices so far."""
        known = {str(label) for matrix in self.library.matrices[-50:] for label in matrix.data.labels}
        return not any(tally.name in known for tally in tallies)

    def _count_until(self, group: Group, place: int | None = None) -> None:
        """Take up the counts that stand before a place of the passage, or all of them."""
        while self.waiting and (place is None or self.waiting[0].start < place):
            one = self.waiting.pop(0)
            offset = group.piece.position(one.start).offset
            self.outcomes.add(one.count, one.value, self.library.passage, offset, one.families)
            self._complete(group, (one.start, one.end))
        if self.away is not None and (place is None or self.away < place):
            self.library.leave()
            self.away = None

    def _away(self, told: Sequence[Told]) -> int | None:
        """Where counts begin of which no matrix has two, and which are none themselves: what follows is about those."""
        taken = set(self.waiting)
        left = [one for one in told if one not in taken]
        known = [matrix.counts for matrix in self.library.matrices[-50:]]
        new = [one for one in left if not any(one.value in counts for counts in known)]
        return new[0].start if known and len(new) > 1 else None

    def _outcome(self, group: Group, one: Equality, span: tuple[int, int]) -> None:
        """Take a count that arithmetic ends in: `TP = 30 + 10 = 40`."""
        offset = group.piece.position(span[0]).offset
        if one.expression is not None and is_outcome(one.name, one.printed) and offset not in self.heard:
            self.outcomes.add(one.name.count, int(one.printed), self.library.passage, offset)
            self._complete(group, span)

    def _complete(self, group: Group, span: tuple[int, int]) -> None:
        found = self.outcomes.complete(self.library.passage)
        if found is None:
            return
        self._become_data(*found, group, span)

    def _become_data(self, rows: list[list[int]], places: frozenset[int], group: Group, span: tuple[int, int]) -> None:
        """Keep four counts that stand at some places of the file as data, of which they then claim nothing."""
        matrix = self.library.add_outcomes(rows, group, span, self.heading)
        if matrix is not None:
            self.vocabulary.add_labels(["positive", "negative", "pos", "neg", "yes"])
            last = [raw for raw in self.raws[-LAST:] if raw.span.start.offset not in places]
            self.raws[-LAST:] = last  # data claim nothing
            self.taken |= places
            for place in places:
                self.passed.pop(place, None)

    def _defined(self, text: str, comma: bool) -> list[Told]:
        """The number of a passage of its own, after one that names an outcome and nothing else."""
        term, self.term = self.term, None
        if len(text) > 200:
            return []
        if term is None or term[2] != self.library.passage - 1:
            named = bare_outcome(text)
            self.term = None if named is None else (*named, self.library.passage)
            return []
        start = len(text) - len(text.lstrip(" \n*:"))
        written = count_written(text, start, comma)
        if written is None or text[written[1] :].strip(" \n*."):
            return []
        return [Told(term[0], term[1], written[0], start, written[1])]

    def _is_at_hand(self, items: Sequence[Item], text: str, one: Told) -> bool:
        """Whether a count is of all the data at hand: of no class, no other model, no supposed case."""
        at = min(bisect_left(items, one.start, key=lambda item: item.start), len(items) - 1)
        low, high = bounds(items, at, text)
        said = items[low:high]
        roles = ("blocker", "elsewhere") if self.library.matrices else ("blocker",)
        if any(role in item.roles for item in said for role in roles if not {"label", "metric"} & item.roles.keys()):
            return False
        many = any(len(matrix.data.labels) > 2 for matrix in self.library.matrices[-50:])
        titled = names().items(self.heading)
        for sentence in (items[low:at], titled):
            for place, item in enumerate(sentence):
                follows = sentence[place + 1] if place + 1 < len(sentence) else None
                if (many and mentions(item)) or ("class" in item.roles and follows is not None and _is_class(follows)):
                    return False
        return True


def _is_class(item: Item) -> bool:
    """Whether a word behind "class" names one."""
    if len(item.text) == 1 and item.text.isupper():
        return True
    known = any(role in item.roles for role in _NO_NAMES)
    return item.sort in ("word", "number") and ("label" in item.roles or not known)
