"""Names and their numbers in running text: "the recall of dog is 0.5", "weighted F1 (0.5)", "reaches 0.5 accuracy"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from exactmetrics.verification.claims.coordinated import Printed, joined_names, joined_numbers, paired
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item
from exactmetrics.verification.claims.names import REACH, is_of_class, name_before, name_start, read_name
from exactmetrics.verification.claims.numbers import goes_on, is_score, number_at
from exactmetrics.verification.claims.sentences import (
    bounds,
    class_spoken_of,
    is_of_other_things,
    mentions,
    others,
)  # fmt: skip
from exactmetrics.verification.passed import Why

_LINKING = ("verb", "of")


@dataclass(slots=True)
class Equality:
    """A name, the digits printed for it with their place in the text, and the arithmetic before them.

    `why` says why it is no claim: "about", "several" or "wording"; empty where it is one.
    """

    name: Name
    printed: str
    start: int
    end: int
    expression: str | None = None
    why: Why | Literal[""] = ""


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
                yield from self._behind(at, back) if back < at else self._beside(at)

    def _behind(self, at: int, back: int) -> Iterator[Equality]:
        """A name, or several, joined by a sign or a word such as "is" to what begins at an item."""
        name = first_name(self.items, back, self.text)
        number = number_at(self.text, self.items[at].start, self.comma)
        numbers, behind = joined_numbers(self.text, self.items, at, self.comma)
        parts = [] if self.items[at - 1].sort == "link" else joined_names(self.items, back)
        if parts:
            yield from self._several(parts, numbers, at, back, behind)
        elif (
            name is None
            or number is None
            or goes_on(self.text, number[1])
            or (self.items[at - 1].sort != "link" and name.count == "n")
        ):
            return
        elif len(numbers) > 1 and self.items[at - 1].sort != "link" and all(is_score(one[0]) for one in numbers):
            yield from self._of_classes(name, numbers, at, back, behind)
        else:
            yield self._judged(name, (number[0], self.items[at].start, number[1]), at, back)

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

    def _beside(self, at: int) -> Iterator[Equality]:
        """A name right before a number, also with a comma or a bracket between, or right behind it."""
        item, before = self.items[at], self.items[at - 1]
        number = number_at(self.text, item.start, self.comma)
        if number is None or not is_score(number[0]) or goes_on(self.text, number[1]):
            return
        after = at
        while after < len(self.items) and self.items[after].start < number[1]:
            after += 1
        next_to = self.items[after] if after < len(self.items) else None
        if before.text in ("(", "[", ","):
            closing = {"(": ")", "[": "]", ",": ","}[before.text]
            back = at - 1 if next_to is not None and next_to.text == closing else 0
        else:
            back = at
        printed = (number[0], item.start, number[1])
        name = name_before(self.items, back, self.text) if back and self._is_close(back, at) else None
        if name is not None and not joined_names(self.items, back) and (back < at or self._may_end(next_to)):
            yield self._judged(name, printed, at, back)
            return
        end = self._name_behind(at, after)
        found = read_name(self.items[after:end]) if end else None
        if found is not None and found.metric:
            yield self._judged(found, printed, at, at, end)

    def _is_close(self, back: int, at: int) -> bool:
        """Whether only space, emphasis and formula marks stand between a name and its number."""
        between = self.text[self.items[back - 1].end : self.items[at].start]
        return not between.strip(" \t\n$*_`{}(),[\\") and "\n\n" not in between

    def _may_end(self, item: Item | None) -> bool:
        """Whether a number may be all that is said: its sentence ends, or goes on with a word that is known."""
        if item is None or item.sort in ("stop", "break"):
            return True
        return any(role in item.roles for role in ("neutral", "verb", "conj", "glue", "reach", "own"))

    def _name_behind(self, at: int, after: int) -> int:
        """Where the name ends that stands behind a number, if one may: after "reaches", "with an", "and"; else 0."""
        before = at
        while before > 0 and "glue" in self.items[before - 1].roles:
            before -= 1
        lead = self.items[before - 1] if before else None
        goes_on_list = lead is not None and ("conj" in lead.roles or lead.text == ",") and self._was_before(before - 1)
        if lead is None or not ("reach" in lead.roles or goes_on_list):
            return 0
        end = after
        while end < min(len(self.items), after + REACH) and _is_named(self.items[end]):
            end += 1
        while end > after and "glue" in self.items[end - 1].roles:
            end -= 1
        follows = self.items[end] if end < len(self.items) else None
        if end == after or (follows is not None and (follows.sort in ("number", "link") or "verb" in follows.roles)):
            return 0
        return end

    def _was_before(self, at: int) -> bool:
        """Whether a number with its name behind it ends before an item."""
        back = at
        while back > max(0, at - REACH) and _is_named(self.items[back - 1]):
            back -= 1
        while back > 0 and self.items[back - 1].text in ("%", ","):
            back -= 1
        return back > 0 and self.items[back - 1].start in self.done

    def _judged(self, name: Name, number: Printed, at: int, back: int, after: int = 0) -> Equality:
        """A name with its number, if its sentence speaks of the data at hand; takes over a class that it speaks of."""
        self.done.add(number[1])
        start = name_start(self.items, back, self.text) if back < at or not after else at
        name = replace(name)
        low, _ = bounds(self.items, at, self.text)
        if not (name.label or name.average) and is_of_class(name):
            name.label = class_spoken_of(self.items, low, min(start, at))
            name.beside = () if name.label else others(self.items, low, start, None)
        end = self.items[after - 1].end if after else number[2]
        told = takes_class_behind(self.items, at, end, name)
        if not told or is_of_other_things(self.text, self.items, start, at, end, told=False):
            return Equality(name, *number, why="about")
        return Equality(name, *number)

    def _passed(self, name: Name | None, numbers: Sequence[Printed], why: Why) -> Iterator[Equality]:
        for number in numbers:
            self.done.add(number[1])
            if name is not None:
                yield Equality(name, *number, why=why)


def _is_named(item: Item) -> bool:
    return mentions(item) or any(
        role in item.roles for role in ("metric", "weak", "count", "average", "class", "filler", "mean", "glue")
    )


def linked(items: Sequence[Item], at: int) -> int:
    """Where the signs and words begin that join what is before them to an item: `at` itself where none does.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> linked(Vocabulary().items("recall is 0.5"), 2), linked(Vocabulary().items("recall 0.5"), 1)
    (1, 1)
    """
    back = at
    while back > 0 and (items[back - 1].sort == "link" or any(role in items[back - 1].roles for role in _LINKING)):
        back -= 1
    return back


def first_name(items: Sequence[Item], at: int, text: str) -> Name | None:
    """The name before a relation; of several set equal, `Recall_micro = Precision_micro = 0.52`, the first.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> first_name(Vocabulary().items("Recall = Precision = 0.5"), 3, "Recall = Precision = 0.5").metric
    'recall'
    """
    name = name_before(items, at, text)
    begin = at
    while begin > max(0, at - REACH) and items[begin - 1].sort not in ("link", "break", "number"):
        begin -= 1
    if name is None or begin == 0 or items[begin - 1].text not in "=≈" or read_name(items[begin:at]) is None:
        return name
    return name_before(items, begin - 1, text) or name


def takes_class_behind(items: Sequence[Item], at: int, end: int, name: Name) -> bool:
    """Whether what follows a number goes with its name; a class or an average behind it is taken over.

    >>> from exactmetrics.verification.claims.lexicon import Vocabulary
    >>> name, items = Name(metric="recall"), Vocabulary().items("recall is 0.5 for class B")
    >>> takes_class_behind(items, 2, items[2].end, name), name.label
    (True, 'B')
    """
    after = at
    while after < len(items) and items[after].start < end:
        after += 1
    tail = items[after : after + 5]
    if tail and tail[0].sort == "word" and "glue" in tail[0].roles:
        known = [item for item in tail[1:4] if item.sort in ("word", "number")]
        for place, item in enumerate(known):
            label = None
            if "class" in item.roles and place + 1 < len(known):
                label = known[place + 1].roles.get("label", known[place + 1].text)
            elif mentions(item):
                label = item.roles["label"]
            if label is not None:
                if name.label not in (None, label) or name.average:
                    return False
                name.label = label
                return True
            if "glue" not in item.roles and "filler" not in item.roles:
                return False
    if len(tail) > 1 and tail[0].text in "([" and "average" in tail[1].roles:
        if name.average not in ("", tail[1].roles["average"]) or name.label:
            return False
        name.average = tail[1].roles["average"]
    return True
