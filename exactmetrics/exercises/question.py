"""One exercise: a matrix found by search that meets the criteria, the question about it, and its options.

The criteria, in the order in which a matrix is tried; docs/exercises.md says them to the reader:

- `classes`: every class occurs, is predicted, and has a correct prediction; its FP and FN differ, so that its precision
  and recall do;
- `repeated`: no matrix comes twice, and no answer that one of the five exercises before has;
- `undefined`: nothing in the working is undefined; or, where the question says what stands for 0/0, exactly one value;
- `ends`: the value is not 0 and no end of the metric's range;
- `different`: the values of the classes differ, where they are averaged;
- `denominators`: of every quotient in the working, reduced, at most so large;
- `coincidence`: no slip gives the right answer, unless it does so for all counts, as weighted recall is accuracy;
- `options`: a choice has three wrong options of misconceptions, all at least a fiftieth of the right value apart.

Of the first matrices that meet all up to the denominators, the one with the smallest is taken.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from random import Random
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.derivation.derivation_writers import derivation_title
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Root, Undefined, value_text
from exactmetrics.exercises.slips import Slip, slips
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Named
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.views.trace import record
from exactmetrics.views.value import compute

TRIES = 3_000  # matrices that are drawn for one exercise
POOL = 12  # matrices among which the one with the smallest denominators is taken
RECENT = 5  # exercises before, whose answers another one does not have
PROBES = 5  # matrices on which a slip that is none is known by its always giving the right value
WRONG = 3  # wrong options of a choice
APART = 50  # the part of the right value by which options differ at least
CORRECT = 3  # how much likelier than another cell one of the diagonal is
PLACES = 4  # of an answer that is no fraction
# The criteria in the order in which they are tried, and what to do where no matrix meets the last one reached.
CURES = {
    "classes": "Give a larger n, or fewer classes",
    "undefined": "Give a larger n, or fewer classes, or leave undefined= out",
    "repeated": "Give a larger n, or fewer exercises",
    "ends": "Give a larger n",
    "different": "Give a larger n, or another number of classes",
    "denominators": "Give a smaller n, or a larger denominator",
    "coincidence": "Give a larger n, or more classes",
    "options": "Ask for exercises of another kind",
}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose: its letter, its value, how it is printed, and the slip that leads to it, if it is wrong."""

    letter: str
    value: Number
    text: str
    slip: Slip | None


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question about a matrix: its id on the sheet, its kind, what is asked for, and the value that answers it.

    `question` is the metric with its options, as an answer sheet has them. `places` says how many places are asked; an
    exact fraction is where it is None. `slips` are the wrong ways that lead to another number, each number once.
    """

    id: str
    kind: str
    title: str
    counts: Counts
    request: Request
    question: Mapping[str, Any]
    value: Number
    places: int | None
    slips: tuple[Slip, ...]
    options: tuple[Option, ...] = ()

    @property
    def matrix(self) -> ConfusionMatrix:
        return ConfusionMatrix._of(self.counts)

    @property
    def answer(self) -> str:
        """The answer as it is asked for."""
        return printed(self.value, self.places)


def printed(value: Number, places: int | None) -> str:
    """A number as options and keys have it; a whole one has no places."""
    whole = isinstance(value, Fraction) and value.denominator == 1
    return value_text(value) if places is None or whole else decimal(value, places=places)


def options_of(question: Mapping[str, Any]) -> dict[str, Any]:
    """The keyword arguments of `value` for a question as an answer sheet has it."""
    return {key: value for key, value in question.items() if key not in ("metric", "parameters")} | dict(
        question.get("parameters", {})
    )


class Search:
    """Draws the exercises of one sheet, one after the other.

    Only `Random(seed).random()` is used, whose numbers are the same in every version of Python and on every platform.
    """

    def __init__(
        self, question: Mapping[str, Any], labels: Sequence[str], n: tuple[int, int], seed: int, *,
        denominator: int, places: int | None, language: str,
    ) -> None:  # fmt: skip
        self.question, self.labels, self.n = question, list(labels), n
        self.denominator, self.places, self.language = denominator, places, language
        self.random = Random(seed).random
        self.undefined = question.get("undefined") is not None
        self.failed = Counter[str]()
        self.taken: set[tuple[Any, ...]] = set()
        self.recent = deque[Number](maxlen=RECENT)
        self._options = options_of(question)
        request = resolve(question["metric"], labels=labels, positive=labels[0], **self._options)
        self.each_class = request.label is not None and "label" not in question  # where none is named, one is drawn
        self._identities: dict[Any, set[tuple[str, ...]]] = {}

    def below(self, k: int) -> int:
        """A whole number from 0 to k - 1."""
        return int(self.random() * k)

    def exercise(self, id: str, kind: str) -> Exercise:
        """The next exercise; a UsageError says which criterion no matrix meets."""
        question = dict(self.question)
        if self.each_class:
            question["label"] = self.labels[self.below(len(self.labels))]
        request = resolve(question["metric"], labels=self.labels, **options_of(question))
        self.failed.clear()
        pool: list[tuple[int, int, Counts, Number]] = []
        for at in range(TRIES):
            counts = self._drawn()
            found = self._tried(counts, request)
            if isinstance(found, str):
                self.failed[found] += 1
                continue
            pool.append((found[0], at, counts, found[1]))
            if len(pool) == POOL:
                made = self._best(pool, request, question, id, kind)
                if made is not None:
                    return made
                pool.clear()
        made = self._best(pool, request, question, id, kind)
        if made is None:
            raise self._none()
        return made

    def _none(self) -> UsageError:
        """What is said where no matrix is found: how many failed which criterion, and a cure for the last reached."""
        counted = ", ".join(f"{self.failed[name]} at {name!r}" for name in CURES if self.failed[name])
        last = next(name for name in reversed(CURES) if self.failed[name])
        low, high = self.n
        return UsageError(
            f"{self.question['metric']}: no matrix of {len(self.labels)} classes and {low} to {high} samples meets the "
            f"criteria of another exercise; of {TRIES} tried they failed: {counted}. {CURES[last]}"
        )

    def _drawn(self) -> Counts:
        """Samples put into cells one by one; with an undefined value wanted, one class is never predicted or absent."""
        k, (low, high) = len(self.labels), self.n
        rows = [[0] * k for _ in range(k)]
        empty = self.below(2 * k) if self.undefined else None
        for _ in range(low + self.below(high - low + 1)):
            i = self.below(k)
            j = self.below(k - 1 + CORRECT)
            j = i if j >= k else j
            if empty is not None and (j == empty or i == empty - k):
                j = i = (empty + 1) % k
            rows[i][j] += 1
        return Counts.from_rows(rows, labels=self.labels)

    def _tried(self, counts: Counts, request: Request) -> str | tuple[int, Number]:
        """The criterion that a matrix fails, or its largest denominator and the value."""
        empty = sum(not count for count in (*counts.support, *counts.predicted))
        missed = sum(not count for count in counts.tp)
        alike = any(s == p for s, p in zip(counts.support, counts.predicted, strict=True))
        if empty != self.undefined or missed > self.undefined or alike:
            return "classes"
        outcome = compute(request, counts.blocks(), None)
        value = outcome.value
        if isinstance(value, Undefined) or len(outcome.acted) != self.undefined:
            return "undefined"
        if value in self.recent or _cells(counts) in self.taken:
            return "repeated"
        if not value or value in request.bound.convention.range:
            return "ends"
        if not self._different(request, counts):
            return "different"
        size = _largest_denominator(record(request, counts.blocks()))
        return "denominators" if size > self.denominator else (size, value)

    def _different(self, request: Request, counts: Counts) -> bool:
        if request.average is None or request.metric.scope != "class":
            return True
        options = {
            key: one for key, one in self._options.items() if key in ("convention", "undefined", *request.parameters)
        }
        of_class = [resolve(request.metric.name, label=label, **options) for label in self.labels]
        values = [compute(one, counts.blocks(), None).value for one in of_class]
        return all(a != b for i, a in enumerate(values) for b in values[:i])

    def _best(
        self,
        pool: list[tuple[int, int, Counts, Number]],
        request: Request,
        question: dict[str, Any],
        id: str,
        kind: str,
    ) -> Exercise | None:
        for _, _, counts, value in sorted(pool, key=lambda one: one[:2]):
            made = self._made(counts, value, request, question, id, kind)
            if isinstance(made, str):
                self.failed[made] += 1
            else:
                self.taken.add(_cells(counts))
                self.recent.append(value)
                return made
        return None

    def _made(
        self, counts: Counts, value: Number, request: Request, question: dict[str, Any], id: str, kind: str
    ) -> Exercise | str:
        # The right fraction among those of a choice would be known by its small denominator.
        rounded = kind == "choice" or not isinstance(value, Fraction)
        places = PLACES if self.places is None and rounded else self.places
        none = self._always_right(request, counts)
        wrong: dict[str, Slip] = {}
        right = printed(value, places)
        for slip in slips(request, counts, value, places=places, language=self.language):
            text = printed(slip.value, places)
            if slip.value == value or text == right:
                if slip.same not in none:
                    return "coincidence"
            elif _is_possible(slip.value, request):
                wrong.setdefault(text, slip)
        options: tuple[Option, ...] = ()
        if kind == "choice":
            chosen: list[tuple[str, Slip]] = []
            for text, slip in _of_different_kinds(wrong):
                near = [value, *(other.value for _, other in chosen)]
                if len(chosen) < WRONG and all(_apart(slip.value, one, value) for one in near):
                    chosen.append((text, slip))
            if len(chosen) < WRONG:
                return "options"
            answers: list[tuple[str, Number, Slip | None]] = [(text, slip.value, slip) for text, slip in chosen]
            answers.insert(self.below(WRONG + 1), (right, value, None))
            options = tuple(Option(LETTERS[at], one, text, slip) for at, (text, one, slip) in enumerate(answers))
        derivation = ConfusionMatrix._of(counts).derive(
            question["metric"], language=self.language, **options_of(question)
        )
        title = derivation_title(derivation)
        return Exercise(id, kind, title, counts, request, question, value, places, tuple(wrong.values()), options)

    def _always_right(self, request: Request, counts: Counts) -> set[tuple[str, ...]]:
        """The slips that are none, for they give the right value whatever the counts: weighted recall is accuracy."""
        empty = tuple(at for at, count in enumerate([*counts.predicted, *counts.support]) if not count)
        key = request.label, empty
        if key not in self._identities:
            found = []
            for probe in self._probes(empty):
                value = compute(request, probe.blocks(), None).value
                if not isinstance(value, Undefined):
                    found.append({slip.same for slip in slips(request, probe, value) if slip.value == value})
            self._identities[key] = set.intersection(*found)
        return self._identities[key]

    def _probes(self, empty: Sequence[int]) -> Iterator[Counts]:
        """Matrices without coincidences: counts of no pattern, far larger than usual; the same classes are missing."""
        k, random = len(self.labels), Random(len(self.labels)).random
        for _ in range(PROBES):
            rows = [[int(random() * 9_000) + (20_000 if i == j else 1) for j in range(k)] for i in range(k)]
            rows = [[0 if j in empty or i + k in empty else rows[i][j] for j in range(k)] for i in range(k)]
            yield Counts.from_rows(rows, labels=self.labels)


def _cells(counts: Counts) -> tuple[Any, ...]:
    return tuple(counts.cells.get((i, j), 0) for i in range(counts.k) for j in range(counts.k))


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
                largest = max(largest, isqrt(value.square.denominator))
    return largest


def _is_possible(value: Number, request: Request) -> bool:
    """Whether a value lies in the metric's range; one outside is seen to be wrong."""
    low, high = request.bound.convention.range
    return (low is None or value >= low) and (high is None or value <= high)


def _apart(a: Number, b: Number, scale: Number) -> bool:
    """Whether two options are so far apart that neither is taken for the other rounded in another way."""
    off = (a - b) * APART
    return off >= scale or off <= scale * -1 if scale > 0 else off >= scale * -1 or off <= scale


def _of_different_kinds(wrong: Mapping[str, Slip]) -> Iterator[tuple[str, Slip]]:
    """The wrong answers, first the most plausible of each kind, then the rest."""
    first = {slip.kind: (text, slip) for text, slip in reversed(list(wrong.items()))}
    yield from sorted(first.values(), key=lambda one: -one[1].score)
    yield from ((text, slip) for text, slip in wrong.items() if first[slip.kind][1] is not slip)
