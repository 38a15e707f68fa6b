"""Names and their numbers in running text: "the recall of dog is 0.5", "weighted F1 (0.5)", "reaches 0.5 accuracy"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from exactmetrics.verification.claims.behind import name_behind
from exactmetrics.verification.claims.by_class import numbers_of_classes
from exactmetrics.verification.claims.coordinated import Printed, joined_names, joined_numbers, paired
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.names import is_of_class, name_before, name_start
from exactmetrics.verification.claims.numbers import goes_on, is_score, number_at
from exactmetrics.verification.claims.said import Equality, first_name, linked, settled
from exactmetrics.verification.claims.sentences import mentions
from exactmetrics.verification.claims.slashed import slashed
from exactmetrics.verification.claims.wording import read_name
from exactmetrics.verification.passed import Why


@dataclass(slots=True)
class Prose:
    """A text with its words, and the numbers that were dealt with."""

    text: str
    items: Sequence[Item]
    comma: bool
    done: set[int] = field(default_factory=set)

    def said(self) -> Iterator[Equality]:
        """The names that have a number: behind them, in brackets, or before them.

        >>> from exactmetrics.verification.claims.lexicon import Vocabulary
        >>> text = "It achieved 0.75 accuracy. Precision and recall of class A are 0.5 and 0.25, respectively."
        >>> [(e.name.metric, e.name.label, e.printed) for e in Prose(text, Vocabulary().items(text), False).said()]
        [('accuracy', None, '0.75'), ('precision', 'A', '0.5'), ('recall', 'A', '0.25')]
        """
        for at, item in enumerate(self.items):
            if item.sort == "number" and not item.sub and at and item.start not in self.done:
                back = linked(self.items, at)
                if back == 0:
                    continue
                joined = any("hedge" not in one.roles or "verb" in one.roles for one in self.items[back:at])
                yield from self._behind(at, back) if joined else self._beside(at, back)
            elif mentions(item) and 0 < (back := linked(self.items, at)) < at:
                yield from self._by_class(at, back)

    def _behind(self, at: int, back: int) -> Iterator[Equality]:
        """A name, or several, joined by a sign or a word such as "is" to what begins at an item."""
        if both := slashed(self.text, self.items, at, back, self.comma):
            for one, printed in both:
                yield self._judged(one, printed, at, back)
            return
        name = first_name(self.items, back, self.text)
        number = number_at(self.text, self.items[at].start, self.comma)
        numbers, behind = joined_numbers(self.text, self.items, at, self.comma)
        is_link = self.items[at - 1].sort == "link"
        parts = joined_names(self.items, back)
        if parts and (not is_link or 1 < len(parts) == len(numbers)):
            yield from self._several(parts, numbers, at, back, behind)
            return
        by_class = list(self._by_class(at, back))
        if by_class:
            yield from by_class
        elif name is None or number is None or goes_on(self.text, number[1]) or (not is_link and name.count == "n"):
            return
        elif len(numbers) > 1 and all(is_score(one[0]) for one in numbers):
            yield from self._of_classes(name, numbers, at, back, behind)
        elif self._goes_on_as_list(behind):
            yield from self._passed(name, numbers, "several")
        else:
            yield self._judged(name, (number[0], self.items[at].start, number[1]), at, back)

    def _goes_on_as_list(self, behind: int) -> bool:
        """Whether one word, which may be an "and" that is not known, parts a number from another."""
        word, number = [*self.items[behind : behind + 2], None, None][:2]
        if word is None or number is None or word.sort != "word" or number.sort != "number":
            return False
        printed = number_at(self.text, number.start, self.comma)
        return "percent" not in word.roles and printed is not None and is_score(printed[0])

    def _by_class(self, at: int, back: int) -> Iterator[Equality]:
        """One name and a number for each of several classes, from an item on."""
        name = first_name(self.items, back, self.text)
        if name is None or name.label or name.average or not is_of_class(name) or joined_names(self.items, back):
            return
        found, behind = numbers_of_classes(self.text, self.items, at, self.comma)
        for label, number in found:
            self.done.add(number[1])
            one = self._judged(replace(name, label=label), number, at, back, behind)
            one.name.label = label
            yield one

    def _several(
        self, parts: list[Sequence[Item]], numbers: list[Printed], at: int, back: int, behind: int
    ) -> Iterator[Equality]:
        """Names and numbers in the same order."""
        names = paired(parts)
        if names is None or len(names) != len(numbers):
            named = next((name for part in parts if (name := read_name(part)) is not None), None)
            yield from self._passed(named, numbers, "several")
            return
        for name, number in zip(names, numbers, strict=True):
            self.done.add(number[1])
            yield self._judged(name, number, at, back - sum(map(len, parts)) - len(parts) + 1, behind)

    def _of_classes(self, name: Name, numbers: list[Printed], at: int, back: int, behind: int) -> Iterator[Equality]:
        """One name and several numbers; of classes, where as many are named behind them."""
        labels = list[str]()
        after = behind
        while after < len(self.items) and after < behind + 3 * len(numbers) + 3:
            item = self.items[after]
            if mentions(item):
                labels.append(item.roles["label"])
            elif not (item.text in ",()" or any(role in item.roles for role in ("glue", "conj", "class"))):
                break
            after += 1
        if len(labels) != len(numbers) or name.label or name.average or not is_of_class(name):
            yield from self._passed(name, numbers, "several")
            return
        for label, number in zip(labels, numbers, strict=True):
            self.done.add(number[1])
            yield self._judged(replace(name, label=label), number, at, back, after)

    def _beside(self, at: int, first: int) -> Iterator[Equality]:
        """A name right before a number, also with a comma or a bracket between, or right behind it.

        Words such as "roughly" may stand before the number, from the item `first` on.
        """
        item, before = self.items[at], self.items[first - 1]
        number = number_at(self.text, item.start, self.comma)
        if number is None or not is_score(number[0]) or goes_on(self.text, number[1]):
            return
        after = at
        while after < len(self.items) and self.items[after].start < number[1]:
            after += 1
        next_to = self.items[after] if after < len(self.items) else None
        if before.text in ("(", "[", ","):
            closing = {"(": ")", "[": "]", ",": ","}[before.text]
            back = first - 1 if next_to is not None and next_to.text == closing else 0
        else:
            back = first
        printed = (number[0], item.start, number[1])
        name = name_before(self.items, back, self.text) if back and self._is_close(back, first) else None
        ends = back < first or self._may_end(number[1], next_to)
        if name is not None and not joined_names(self.items, back) and ends:
            yield self._judged(name, printed, at, back)
            return
        end = name_behind(self.items, after, first, self.done)
        found = read_name(self.items[after:end]) if end else None
        if found is not None and found.metric:
            yield self._judged(found, printed, at, at, end)

    def _is_close(self, back: int, at: int) -> bool:
        """Whether only space, emphasis and formula marks stand between a name and its number."""
        between = self.text[self.items[back - 1].end : self.items[at].start]
        between = between.removesuffix("{").removesuffix("\\num").removesuffix("\\SI").removesuffix("\\qty")
        return not between.strip(" \t\n$*_`{}(),[\\") and "\n\n" not in between

    def _may_end(self, end: int, item: Item | None) -> bool:
        """Whether a number may be all that is said: its line or sentence ends, or goes on with a word that is known."""
        if item is None or item.sort in ("stop", "break") or "\n" in self.text[end : item.start]:
            return True
        return any(role in item.roles for role in ("neutral", "verb", "conj", "glue", "reach", "own", "percent"))

    def _judged(self, name: Name, number: Printed, at: int, back: int, after: int = 0) -> Equality:
        """A name with its number, if its sentence speaks of the data at hand."""
        self.done.add(number[1])
        start = name_start(self.items, back, self.text) if back < at or not after else at
        end = self.items[after - 1].end if after else number[2]
        name, sure = settled(self.text, self.items, name, number, at, start, end)
        return Equality(name, *number, why="" if sure else "about")

    def _passed(self, name: Name | None, numbers: Sequence[Printed], why: Why) -> Iterator[Equality]:
        for number in numbers:
            self.done.add(number[1])
            if name is not None:
                yield Equality(name, *number, why=why)
