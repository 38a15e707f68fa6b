"""Two derivations one after the other: what tells them apart, how far apart they are, and why equal ones are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from exactmetrics.derivation import machine
from exactmetrics.derivation.comparison_steps import in_sections
from exactmetrics.derivation.derivation import Derivation, Derived
from exactmetrics.derivation.planning.page import PLACES_ASKED, Blank, Page
from exactmetrics.derivation.shown import Shown
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal, round_to, stripped
from exactmetrics.exact.values import Number, Undefined, sign
from exactmetrics.expression.nodes import Head
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.identities import theorems, usual_key
from exactmetrics.metrics.request import Request
from exactmetrics.views.value import compute

WITNESS_CLASSES = 30  # up to how many a coincidence is looked into
MOST_PLACES = 40  # digits behind the point up to which two values are told apart
QUANTITY = ("metric", "average", "label")  # aspects by which the values have names of their own
# An aspect that follows from others says nothing where these differ: another convention has other forms, and so on.
FOLLOWS = {
    "form": {"metric", "convention", "combine"},
    "convention": {"metric"},
    "combine": {"metric", "average"},
    "weights": {"average"},
    "multi_class": {"metric", "average", "label"},
    "undefined": {"preset"},
}


@dataclass(frozen=True, slots=True)
class Aspect:
    """One aspect of two questions: its key, and what it is on either side; None where it does not apply."""

    key: str
    first: Any
    second: Any
    same: bool


class Comparison(Shown):
    """Two derivations one after the other, with the exact difference; made by `compare`.

    `first` and `second` are the derivations; the page looks as the first one does. `titles` are what the reader knows
    the two sides by, where that was given. `sides` says how the page tells them apart: as two sets of "data", as two
    "quantities" with names of their own, or as two "ways" to calculate one.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[4, 0, 1], [10, 65, 16], [1, 1, 9]])
    >>> scores, averages = (cm.derive("f1", average="macro", combine=how) for how in ("scores", "averages"))
    >>> comparison = em.compare(scores, averages)
    >>> comparison.difference, comparison.first.value - comparison.second.value
    (Fraction(-228589338, 3770743889), Fraction(-228589338, 3770743889))
    >>> [aspect.key for aspect in comparison.differs], [aspect.key for aspect in comparison.same]
    (['combine'], ['data', 'metric', 'average'])
    >>> comparison.sides, comparison.same_data, comparison.reasons, comparison.is_exercise
    ('ways', True, [], False)
    >>> [[step.kind for step in page.steps] for page in comparison.pages[1:]]
    [['add_values', 'divide_by_classes'], ['part', 'part', 'reciprocals_of_means', 'over_sum']]
    >>> micro = em.compare(cm.derive("f1", average="micro"), cm.derive("accuracy"))
    >>> len(micro.pages), micro.reasons, micro.coincidence, micro.is_one
    (2, ['micro'], False, True)
    >>> comparison.places, comparison.larger, comparison.other_way, comparison.blank
    (4, 1, False, None)
    """

    _kind = "comparison"

    def __init__(self, first: Derived, second: Derived, *, names: Sequence[str] | None = None) -> None:
        for side in (first, second):
            if not isinstance(side, Derived):
                raise UsageError(f"compare takes two derivations, made by derive(); this is a {type(side).__name__}")
        if type(first) is not type(second):
            raise UsageError(
                "compare takes two derivations from counts or two from scores; one is of counts and one of scores: "
                "show the two pages one after the other"
            )
        if isinstance(first, Derivation) and isinstance(second, Derivation) and first.blocks.of != second.blocks.of:
            raise UsageError(
                f"compare takes two derivations from the same kind of counts; one is of {first.blocks.of} and one of "
                f"{second.blocks.of}: show the two pages one after the other"
            )
        self.first, self.second, self.look = first, second.lettered_after(first), first.look
        self.titles = None if names is None else _titles(names)

    @cached_property
    def sides(self) -> str:
        """How the page tells the two apart: as "data", "quantities" or "ways"."""
        if not self.same_data:
            return "data"
        return "quantities" if {aspect.key for aspect in self.differs} & {*QUANTITY} else "ways"

    @property
    def of_counts(self) -> tuple[Derivation, Derivation] | None:
        """The derivations, if they are from counts; None of scores.

        >>> import exactmetrics as em
        >>> scores = em.Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"])
        >>> found = em.compare(scores.derive("roc_auc"), scores.derive("average_precision"))
        >>> found.of_counts, str(found.difference)
        (None, '-1/12')
        """
        first, second = self._sides
        return (first, second) if isinstance(first, Derivation) and isinstance(second, Derivation) else None

    @cached_property
    def _sides(self) -> tuple[Derived, Derived]:
        """The derivations, with names for their values that are two."""
        if self.sides == "quantities":
            return self.first, self.second
        names = [Head(side.request.bound.name, average=f"{self.sides} {n}") for n, side in self._numbered]
        one, other = (side.called(name) for name, (_, side) in zip(names, self._numbered, strict=True))
        return one, other

    @property
    def _numbered(self) -> list[tuple[int, Derived]]:
        return [(1, self.first), (2, self.second)]

    @cached_property
    def same_data(self) -> bool:
        """Whether both are derived from the same counts, or the same scores."""
        return self.first._has_data_of(self.second)

    @cached_property
    def _aspects(self) -> list[Aspect]:
        return _aspects(self.first.request, self.second.request, same_data=self.same_data)

    @property
    def differs(self) -> list[Aspect]:
        """What tells the two apart."""
        return [aspect for aspect in self._aspects if not aspect.same]

    @property
    def same(self) -> list[Aspect]:
        """What they have in common."""
        return [aspect for aspect in self._aspects if aspect.same]

    @cached_property
    def difference(self) -> Number | None:
        """The first value minus the second, exactly: negative where the second is larger; None where one has no value.

        The page prints the larger value minus the smaller one, and says which that is.
        """
        a, b = self.first.value, self.second.value
        try:
            return None if isinstance(a, Undefined) or isinstance(b, Undefined) else a - b
        except TypeError:  # quotients of logarithms
            return None

    @cached_property
    def pages(self) -> list[Page | None]:
        """What both sides use, if anything, then either side; the first side alone where both are the same number."""
        if self.is_one:
            return [None, self.first.page]
        shared, of_counts = None, self.of_counts
        if of_counts and self.same_data and self.look.detail in ("standard", "full"):
            shared = in_sections(
                of_counts, told={aspect.key for aspect in self.differs} <= {"average", "weights", "combine"}
            )
        if shared is None:
            return [None, *(side.page for side in self._sides)]
        return [machine.lay_out(page, self.first.labels) for page in shared]

    @property
    def is_one(self) -> bool:
        """Whether the page does one calculation for both, because they are the same number for all counts."""
        return bool(self.reasons) and not self.is_exercise

    @cached_property
    def is_exercise(self) -> bool:
        """Whether there are blanks to fill in."""
        return self.look.detail == "scaffold" and any(side.page.blanks for side in (self.first, self.second))

    @cached_property
    def places(self) -> int:
        """Digits behind the point with which the printed values differ by the printed difference, in two digits."""
        a, b, by = self.first.value, self.second.value, self.difference
        least = PLACES_ASKED if self.is_exercise else self.look.places
        if by is None or not by or isinstance(a, Undefined) or isinstance(b, Undefined):
            return least
        for places in range(least, MOST_PLACES):
            units = abs(round_to(by, places))
            whole = isinstance(by, Fraction) and (by * 10**places).denominator == 1
            if abs(round_to(a, places) - round_to(b, places)) == units and (units >= 10 or whole):
                return places
        return least

    @property
    def larger(self) -> int:
        """Which side has the larger value, 0 or 1; 0 where neither has."""
        return int(bool(self.difference) and sign(self.difference) < 0)

    @cached_property
    def blank(self) -> Blank | None:
        """Of an exercise the blank for the difference, the larger value minus the smaller one."""
        taken = [blank.number for side in self._sides for blank in side.page.blanks]
        if not self.is_exercise or self.difference is None:
            return None
        size = self.difference if not self.larger else -self.difference
        return Blank(stripped(decimal(size, places=self.places)), size, None, max(taken) + 1)

    @property
    def key(self) -> list[tuple[str, str]]:
        """The key of an exercise: of the first side, of the second, of their difference, with letters that go on.

        >>> import exactmetrics as em
        >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
        >>> sides = (cm.derive("recall", label=label, detail="scaffold") for label in (0, 1))
        >>> em.compare(*sides).key[-1][1]
        '0.25'
        """
        blanks = [blank for side in self._sides for blank in side.page.blanks]
        blanks += [] if self.blank is None else [self.blank]
        return [(blank.letter, blank.answer) for blank in blanks]

    @cached_property
    def reasons(self) -> list[str]:
        """The theorems by which equal values are equal; none where they are equal by coincidence."""
        if self.difference != 0 or not self.same_data:
            return []
        if not {aspect.key for aspect in self.differs} - {"form"}:
            return ["form" if self.differs else "question"]
        if not isinstance(self.first, Derivation) or not self.first.blocks.partition:
            return []
        if self.first.request.policy != self.second.request.policy:
            return []  # equal here, but a policy makes them two where there is 0/0
        first, second = usual_key(self.first.request), usual_key(self.second.request)
        return [] if first is None or second is None else theorems(first, second)

    @cached_property
    def coincidence(self) -> bool:
        """Whether equal values are known to be equal on these counts alone: on others they are not."""
        if self.difference != 0 or self.reasons or not self.same_data:
            return False
        return any(self._signs)

    @cached_property
    def other_way(self) -> bool:
        """Whether the other value is known to be the larger one on other counts."""
        return self.difference is not None and self.same_data and -sign(self.difference) in self._signs

    @cached_property
    def _signs(self) -> list[int]:
        """The signs of the difference on other counts of as many classes."""
        found = list[int]()
        if not isinstance(self.first, Derivation):
            return found
        for rows in _witnesses(self.first.blocks):
            blocks = Counts.from_rows(rows, labels=self.first.labels).blocks()
            a, b = (compute(side.request, blocks).value for side in (self.first, self.second))
            if not isinstance(a, Undefined) and not isinstance(b, Undefined):
                found.append(sign(a - b))
        return found

    def __repr__(self) -> str:
        return f"<Comparison of {self.first!r} and {self.second!r}>"


def _titles(names: Sequence[str]) -> tuple[str, str]:
    listed = isinstance(names, Sequence) and not isinstance(names, str)
    given = [" ".join(name.split()) if isinstance(name, str) else "" for name in names] if listed else []
    if len(given) != 2 or not all(given) or given[0] == given[1]:
        raise UsageError(f"names are two different texts, as in names=('Filter A', 'Filter B'), and not {names!r}")
    return given[0], given[1]


def _witnesses(blocks: Blocks) -> list[list[list[int]]]:
    """Other matrices of as many classes, without zeros and without symmetry; none where there are too many classes."""
    k = blocks.k if blocks.partition and 1 < blocks.k <= WITNESS_CLASSES else 0
    found = [[[1 + (i * i * a + 3 * j + i * j) % 11 for j in range(k)] for i in range(k)] for a in (2, 5, 7) if k]
    return [*found, *([row[::-1] for row in rows] for rows in found)]


def _aspects(first: Request, second: Request, *, same_data: bool) -> list[Aspect]:
    """Every aspect that applies to one side at least and is worth a word, the data first."""
    a, b = _asked(first), _asked(second)
    found = [Aspect(key, a.get(key), b.get(key), a.get(key) == b.get(key)) for key in dict.fromkeys([*a, *b])]
    other = {aspect.key for aspect in found if not aspect.same}
    told = [
        aspect
        for aspect in found
        if aspect.key in ("metric", "average", "label")
        or (not aspect.same and not other & FOLLOWS.get(aspect.key, set()))
    ]
    return [Aspect("data", None, None, same_data), *told]


def _asked(request: Request) -> dict[str, Any]:
    """What was asked, as far as it applies; parameters by their names."""
    asked: dict[str, Any] = {
        "metric": request.metric.name,
        "average": request.average,
        "label": request.label,
        "combine": request.combine if request.average is not None else None,
        "convention": request.bound.convention.name,
        "form": request.bound.chosen.name,
        **request.parameters,
        "multi_class": (request.multi_class if request.average is not None else "") or None,
        "over": request.over,
        "weights": request.weights if request.is_weighted else None,
        "preset": request.preset.name if request.preset else None,
        "undefined": request.policy,
    }
    return {key: value for key, value in asked.items() if value is not None}
