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
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.derivation.derivation_writers import derivation_title
from exactmetrics.derivation.planning.tree import every_part
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.square import whole_root
from exactmetrics.exact.values import Number, Root, Undefined
from exactmetrics.exercises.kinds import MAKERS, ONE_CLASS
from exactmetrics.exercises.kinds.convention import check_conventions
from exactmetrics.exercises.kinds.draw import Draw
from exactmetrics.exercises.question import PLACES, Exercise, options_of, printed
from exactmetrics.exercises.slips import Slip, is_possible, slips
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Named
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.registry import metric_named, needs_cells
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.views.trace import record
from exactmetrics.views.value import class_values, compute

TRIES = 3_000  # matrices that are drawn for one exercise
HOPELESS = 200  # matrices that are good for the metric, and of which the kind can make nothing
POOL = 12  # matrices among which the one with the smallest denominators is taken
RECENT = 5  # exercises before, whose answers another one does not have
PROBES = 5  # matrices on which a slip that is none is known by its always giving the right value
CORRECT = 3  # how much likelier than another cell one of the diagonal is
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


class Search:
    """Draws the exercises of one sheet, one after the other.

    Only `Random(seed).random()` is used, whose numbers are the same in every version of Python and on every platform.
    """

    def __init__(
        self, question: Mapping[str, Any], labels: Sequence[str], n: tuple[int, int], seed: int, *,
        denominator: int, places: int | None, language: str,
    ) -> None:  # fmt: skip
        self.question, self.labels, self.n = dict(question), list(labels), n
        self.denominator, self.places, self.language = denominator, places, language
        self.random = Random(seed).random
        self.undefined = False  # whether one value of the matrix is to be undefined
        self.failed = Counter[str]()
        self.taken: set[tuple[Any, ...]] = set()
        self.recent = deque[Number](maxlen=RECENT)
        self._options = options_of(question)
        request = resolve(question["metric"], labels=labels, positive=labels[0], **self._options)
        self.each_class = request.label is not None and "label" not in question  # where none is named, one is drawn
        self.of_matrix = request.metric.scope == "matrix"
        self._identities: dict[Any, set[tuple[str, ...]]] = {}

    def below(self, k: int) -> int:
        """A whole number from 0 to k - 1."""
        return int(self.random() * k)

    def exercise(self, id: str, kind: str) -> Exercise:
        """The next exercise; a UsageError says which criterion no matrix meets."""
        question = self._question(kind)
        self.undefined = "undefined" in question
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

    def _question(self, kind: str) -> dict[str, Any]:
        """What an exercise asks: of one class where its kind does; of an average where conventions are of averages."""
        self.check(kind)
        question = dict(self.question)
        each_class = self.each_class
        if kind in ONE_CLASS:
            each_class = not self.of_matrix and "label" not in question
            question = {
                key: question[key] for key in ("metric", "label", "convention", "parameters") if key in question
            }
        if kind == "convention" and each_class:
            question["average"] = "macro"
        elif each_class:
            question["label"] = self.labels[self.below(len(self.labels))]
        return question

    def check(self, kind: str) -> None:
        """Refuse a kind of which there are no exercises about this question, whatever the matrix."""
        name = self.question["metric"]
        if kind in ONE_CLASS and self.of_matrix and len(self.labels) > 2:
            raise UsageError(
                f"exercises of the kind {kind!r} are about one class and all others, and {name} is a "
                "metric of the whole matrix: give two classes, or ask for another kind"
            )
        if kind in ONE_CLASS and len(self.labels) > 2 and needs_cells(metric_named(name)):
            raise UsageError(
                f"exercises of the kind {kind!r} are about the four counts of one class, and {name} needs single cells "
                f"of the matrix: give two classes, or ask for another kind than {kind}"
            )
        if kind == "convention":
            check_conventions(self.question | ({"average": "macro"} if self.each_class else {}), metric_named(name))

    def takes(self, kind: str) -> bool:
        """Whether there are exercises of a kind about this question."""
        try:
            self.check(kind)
        except UsageError:
            return False
        return True

    def _none(self, kind: str) -> UsageError:
        """What is said where no matrix is found: how many failed which criterion, and a cure for the last reached."""
        counted = ", ".join(f"{self.failed[name]} at {name!r}" for name in CURES if self.failed[name])
        last = next(name for name in reversed(CURES) if self.failed[name])
        low, high = self.n
        return UsageError(
            f"{self.question['metric']}: no matrix of {len(self.labels)} classes and {low} to {high} samples meets the "
            f"criteria of another exercise; of those tried they failed: {counted}. {CURES[last].format(kind=kind)}"
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
        size = value.denominator if isinstance(value, Fraction) else 1
        if size > self.denominator:  # neither the classes nor the working, which take longer, need be looked at
            return "denominators"
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
        values, _ = class_values(resolve(request.metric.name, label=self.labels[0], **options), counts.blocks())
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
            elif is_possible(slip.value, request):
                wrong.setdefault(text, slip)
        derivation = ConfusionMatrix._of(counts).derive(
            question["metric"], language=self.language, **options_of(question)
        )
        title = derivation_title(derivation, capital=False)
        plain = Exercise(id, kind, title, counts, request, question, value, places, tuple(wrong.values()))
        return MAKERS[kind](plain, Draw(self.below, self.language, self.places, self.denominator)) or "kind"

    def _always_right(self, request: Request, counts: Counts) -> set[tuple[str, ...]]:
        """The slips that are none, for they give the right value whatever the counts: weighted recall is accuracy.

        Where one of several gives it on every matrix, as precision or recall is the overlap, none of them is a slip.
        """
        empty = tuple(at for at, count in enumerate([*counts.predicted, *counts.support]) if not count)
        key = request.label, request.average, empty
        if key not in self._identities:
            found = self._coincident(request, empty, PROBES)
            always = set.intersection(*found)
            if all(slips - always for slips in found):  # the larger of two numbers is always one of them
                always = set.union(*self._coincident(request, empty, 4 * PROBES))
            self._identities[key] = always
        return self._identities[key]

    def _coincident(self, request: Request, empty: Sequence[int], probes: int) -> list[set[tuple[str, ...]]]:
        """The slips that give the right value, matrix by matrix."""
        found = []
        for probe in self._probes(empty, probes):
            value = compute(request, probe.blocks(), None).value
            if not isinstance(value, Undefined):
                found.append({slip.same for slip in slips(request, probe, value) if slip.value == value})
        return found

    def _probes(self, empty: Sequence[int], probes: int) -> Iterator[Counts]:
        """Matrices without coincidences: counts of no pattern, far larger than usual; the same classes are missing."""
        k, random = len(self.labels), Random(len(self.labels)).random
        for _ in range(probes):
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
                largest = max(largest, whole_root(value.radicand.denominator, value.degree))
    return largest
