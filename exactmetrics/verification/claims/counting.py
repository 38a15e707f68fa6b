"""The counts of a document taken up as it is read: four of them are data, in the order in which the text tells them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from exactmetrics.verification.arithmetic.numerals import comma_here
from exactmetrics.verification.claims.counts_written import count_written
from exactmetrics.verification.claims.grids import Grid
from exactmetrics.verification.claims.groups import Group
from exactmetrics.verification.claims.kept import Kept
from exactmetrics.verification.claims.lexicon import Item, names
from exactmetrics.verification.claims.outcome_names import bare_outcome
from exactmetrics.verification.claims.outcomes import Outcomes, is_outcome
from exactmetrics.verification.claims.said import Equality
from exactmetrics.verification.claims.sentences import bounds, mentions
from exactmetrics.verification.claims.tallies import digits_at, tallies_in
from exactmetrics.verification.claims.told import Told, told_in

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

    def _tallies(self, group: Group, grids: Sequence[Grid]) -> None:
        """Take up the four counts of tables that have them as columns or as rows."""
        for grid in grids:
            for tally in tallies_in(grid):
                if tally.alone and not tally.classes and self._is_of_all(tally.name):
                    piece, cells = group.piece, tally.cells
                    places = frozenset(piece.position(digits_at(cell)).offset for cell in cells)
                    span = min(cell.start for cell in cells), max(cell.end for cell in cells)
                    self._become_data(tally.rows, places, group, span)
                    self.heard |= places

    def _is_of_all(self, name: str) -> bool:
        """Whether what a row of counts is called is no class of the matrices so far."""
        return not any(name in map(str, matrix.data.labels) for matrix in self.library.matrices[-50:])

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
        left = [one for one in told if one not in self.waiting]
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
            self.vocabulary.add_labels(["positive", "negative"])
            self.raws = [raw for raw in self.raws if raw.span.start.offset not in places]  # data claim nothing
            self.taken |= places

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
