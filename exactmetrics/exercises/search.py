"""The search for exercises: a matrix that meets the criteria, and what its kind makes of it.

The criteria, in the order in which a matrix is tried; docs/exercises.md says them to the reader:

- `classes`: every class occurs, is predicted, and has a correct prediction; its FP and FN differ, so that its precision
  and recall do;
- `repeated`: no matrix comes twice, and no answer that one of the five exercises before has;
- `undefined`: nothing in the working is undefined; or, where the question says what stands for 0/0, exactly one value;
- `ends`: the value is not 0 and no end of the metric's range;
- `different`: the values of the classes differ, where they are averaged;
- `denominators`: of every quotient in the working, reduced, at most so large;
- `coincidence`: no slip gives the right answer, unless it does so for all counts, as weighted recall is accuracy;
- `kind`: the kind of exercise can be made of it; each module of `kinds` says when.

Of the first matrices that meet all up to the denominators, the one with the smallest is taken.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any, Protocol

from exactmetrics._writers import writer
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.square import whole_root
from exactmetrics.exact.values import Number, Root, Undefined
from exactmetrics.exercises.kinds import MAKERS
from exactmetrics.exercises.kinds.draw import Draw
from exactmetrics.exercises.question import PLACES, Exercise, options_of, printed
from exactmetrics.exercises.slips import Slip, is_possible
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Named
from exactmetrics.metrics.request import Request
from exactmetrics.views.value import Outcome

TRIES = 3_000  # matrices that are drawn for one exercise
HOPELESS = 200  # matrices that are good for the metric, and of which the kind can make nothing
POOL = 12  # matrices among which the one with the smallest denominators is taken
RECENT = 5  # exercises before, whose answers another one does not have
PROBES = 5  # matrices on which a slip that is none is known by its always giving the right value
# The criteria in the order in which they are tried, and what to do where no matrix meets the last one reached.
CURES = {
    "classes": "Give a larger n=, or fewer classes",
    "undefined": "Give a larger n=, or fewer classes, or leave undefined= out",
    "repeated": "Give fewer exercises, or a larger n=, or a metric of which there are more values",
    "ends": "Give a larger n=, or a metric of which there are more values",
    "different": "Give a larger n=, or another number of classes",
    "denominators": "Give a smaller n=, or a larger denominator=",
    "coincidence": "Give a larger n=, or more classes",
    "kind": "Ask for exercises of another kind than {kind}",
}


class Source(Protocol):
    """Where the data of the exercises about one metric come from: matrices, or scores."""

    question: Mapping[str, Any]
    told: str  # what is drawn, in a sentence

    def asked(self, kind: str, below: Callable[[int], int]) -> dict[str, Any]:
        """What an exercise of a kind asks."""

    def check(self, kind: str) -> None:
        """Refuse a kind of which there are no exercises about this question, whatever the data."""

    def resolve(self, question: Mapping[str, Any]) -> Request: ...

    def drawn(self, below: Callable[[int], int], *, undefined: bool) -> Any: ...

    def fits(self, data: Any, *, undefined: bool) -> bool:
        """Whether data meet the criterion `classes`."""

    def differs(self, data: Any, request: Any) -> bool:
        """Whether they meet the criterion `different`."""

    def outcome(self, data: Any, request: Any) -> Outcome: ...

    def recorded(self, data: Any, request: Any) -> Named:
        """The tree of the value, with every number that it is made of."""

    def known(self, data: Any) -> Hashable:
        """What tells data from others."""

    def slips(self, data: Any, request: Any, value: Number, **options: Any) -> list[Slip]: ...

    def shape(self, data: Any) -> Any:
        """What other data must share for the same slips to give the right value."""

    def probes(self, shape: Any, number: int) -> Iterator[Any]:
        """Data of a shape, without coincidences."""


class Search:
    """Draws the exercises of one sheet, one after the other.

    Only `Random(seed).random()` is used, whose numbers are the same in every version of Python and on every platform.
    """

    def __init__(self, source: Source, seed: int, *, denominator: int, places: int | None, language: str) -> None:
        self.source = source
        self.denominator, self.places, self.language = denominator, places, language
        self.random = Random(seed).random
        self.undefined = False  # whether one value of the data is to be undefined
        self.failed = Counter[str]()
        self.taken: set[Hashable] = set()
        self.recent = deque[Number](maxlen=RECENT)
        self._identities: dict[Any, set[tuple[str, ...]]] = {}

    def below(self, k: int) -> int:
        """A whole number from 0 to k - 1."""
        return int(self.random() * k)

    def exercise(self, id: str, kind: str) -> Exercise:
        """The next exercise; a UsageError says which criterion no data meet."""
        self.check(kind)
        question = self.source.asked(kind, self.below)
        self.undefined = "undefined" in question
        request = self.source.resolve(question)
        self.failed.clear()
        pool: list[tuple[int, int, Any, Number]] = []
        for at in range(TRIES):
            data = self.source.drawn(self.below, undefined=self.undefined)
            found = self._tried(data, request)
            if isinstance(found, str):
                self.failed[found] += 1
                continue
            pool.append((found[0], at, data, found[1]))
            if self.failed["kind"] > HOPELESS:
                break
            if len(pool) == POOL:
                made = self._best(pool, request, question, id, kind)
                if made is not None:
                    return made
                pool.clear()
        made = self._best(pool, request, question, id, kind)
        if made is None:
            raise self._none(kind)
        return made

    def takes(self, kind: str) -> bool:
        """Whether there are exercises of a kind about this question."""
        try:
            self.check(kind)
        except UsageError:
            return False
        return True

    def check(self, kind: str) -> None:
        """Refuse a kind of which there are no exercises about this question, whatever the data."""
        self.source.check(kind)

    def _none(self, kind: str) -> UsageError:
        """What is said where no data are found: how many failed which criterion, and a cure for the last reached."""
        counted = ", ".join(f"{self.failed[name]} at {name!r}" for name in CURES if self.failed[name])
        last = next(name for name in reversed(CURES) if self.failed[name])
        return UsageError(
            f"{self.source.question['metric']}: no {self.source.told} meets the "
            f"criteria of another exercise; of those tried they failed: {counted}. {CURES[last].format(kind=kind)}"
        )

    def _tried(self, data: Any, request: Request) -> str | tuple[int, Number]:
        """The criterion that data fail, or their largest denominator and the value."""
        if not self.source.fits(data, undefined=self.undefined):
            return "classes"
        outcome = self.source.outcome(data, request)
        value = outcome.value
        if isinstance(value, Undefined) or len(outcome.acted) != self.undefined:
            return "undefined"
        if value in self.recent or self.source.known(data) in self.taken:
            return "repeated"
        if not value or value in request.bound.convention.range:
            return "ends"
        size = value.denominator if isinstance(value, Fraction) else 1
        if size > self.denominator:  # neither the classes nor the working, which take longer, need be looked at
            return "denominators"
        if not self.source.differs(data, request):
            return "different"
        size = _largest_denominator(self.source.recorded(data, request))
        return "denominators" if size > self.denominator else (size, value)

    def _best(
        self, pool: list[tuple[int, int, Any, Number]], request: Request, question: dict[str, Any], id: str, kind: str
    ) -> Exercise | None:
        for _, _, data, value in sorted(pool, key=lambda one: one[:2]):
            made = self._made(data, value, request, question, id, kind)
            if isinstance(made, str):
                self.failed[made] += 1
            else:
                self.taken.add(self.source.known(data))
                self.recent.append(value)
                return made
        return None

    def _made(
        self, data: Any, value: Number, request: Request, question: dict[str, Any], id: str, kind: str
    ) -> Exercise | str:
        # The right fraction among those of a choice would be known by its small denominator.
        rounded = kind == "choice" or not isinstance(value, Fraction)
        places = PLACES if self.places is None and rounded else self.places
        none = self._always_right(request, data)
        wrong: dict[str, Slip] = {}
        right = printed(value, places)
        for slip in self.source.slips(data, request, value, places=places, language=self.language):
            text = printed(slip.value, places)
            if slip.value == value or text == right:
                if slip.same not in none:
                    return "coincidence"
            elif is_possible(slip.value, request):
                wrong.setdefault(text, slip)
        derivation = data.derive(question["metric"], language=self.language, **options_of(question))
        title = writer(derivation._kind, "title")(derivation, capital=False)
        plain = Exercise(id, kind, title, data, request, question, value, places, tuple(wrong.values()))
        return MAKERS[kind](plain, Draw(self.below, self.language, self.places, self.denominator)) or "kind"

    def _always_right(self, request: Request, data: Any) -> set[tuple[str, ...]]:
        """The slips that are none, for they give the right value whatever the data: weighted recall is accuracy.

        Where one of several gives it always, as precision or recall is the overlap, none of them is a slip.
        """
        shape = self.source.shape(data)
        key = request.label, request.average, shape
        if key not in self._identities:
            self._identities[key] = self._always(request, shape)
        return self._identities[key]

    def _always(self, request: Request, shape: Any) -> set[tuple[str, ...]]:
        found = []
        for slips in self._coincident(request, shape, PROBES):
            if not slips:
                return slips  # then neither one nor one of several is right always
            found.append(slips)
        always = set.intersection(*found)
        if all(slips - always for slips in found):  # the larger of two numbers is always one of them
            always = set.union(*self._coincident(request, shape, 4 * PROBES))
        return always

    def _coincident(self, request: Request, shape: Any, probes: int) -> Iterator[set[tuple[str, ...]]]:
        """The slips that give the right value, probe by probe."""
        for probe in self.source.probes(shape, probes):
            value = self.source.outcome(probe, request).value
            if not isinstance(value, Undefined):
                yield {slip.same for slip in self.source.slips(probe, request, value) if slip.value == value}


def _largest_denominator(named: Named) -> int:
    """Of every quotient in the working, reduced; of a root the root of that of its square."""
    largest = 1
    for part in every_part(named):
        if isinstance(part, (Div, Named)):
            try:
                value = evaluate(part)
            except (ZeroDivisionError, TypeError):  # what a policy stands for, and the term of a sum of any class
                continue
            if isinstance(value, Fraction):
                largest = max(largest, value.denominator)
            elif isinstance(value, Root):
                largest = max(largest, whole_root(value.radicand.denominator, value.degree))
    return largest
