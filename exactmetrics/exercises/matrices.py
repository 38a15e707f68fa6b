"""Matrices for exercises: how they are drawn, and what of the criteria of `search` is about matrices alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Number
from exactmetrics.exercises.kinds import ONE_CLASS
from exactmetrics.exercises.kinds.convention import check_conventions
from exactmetrics.exercises.question import options_of
from exactmetrics.exercises.slips import Slip, slips
from exactmetrics.expression.nodes import Named
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.registry import metric_named, needs_cells
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.views.trace import record
from exactmetrics.views.value import Outcome, class_values, compute

CORRECT = 3  # how much likelier than another cell one of the diagonal is


class Matrices:
    """Matrices of some classes, of so many samples at least and at most."""

    def __init__(self, question: Mapping[str, Any], labels: Sequence[str], n: tuple[int, int]) -> None:
        self.question, self.labels, self.n = question, list(labels), n
        request = resolve(question["metric"], labels=labels, positive=labels[0], **options_of(question))
        self.each_class = request.label is not None and "label" not in question  # where none is named, one is drawn
        self.of_matrix = request.metric.scope == "matrix"
        self.told = f"matrix of {len(labels)} classes and {n[0]} to {n[1]} samples"

    def asked(self, kind: str, below: Callable[[int], int]) -> dict[str, Any]:
        """What an exercise asks: of one class where its kind does; of an average where conventions are of averages."""
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
            question["label"] = self.labels[below(len(self.labels))]
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
            check_conventions(
                dict(self.question) | ({"average": "macro"} if self.each_class else {}), metric_named(name)
            )

    def resolve(self, question: Mapping[str, Any]) -> Request:
        return resolve(question["metric"], labels=self.labels, **options_of(question))

    def drawn(self, below: Callable[[int], int], *, undefined: bool) -> ConfusionMatrix:
        """Samples put into cells one by one; with an undefined value wanted, one class is never predicted or absent."""
        k, (low, high) = len(self.labels), self.n
        rows = [[0] * k for _ in range(k)]
        empty = below(2 * k) if undefined else None
        for _ in range(low + below(high - low + 1)):
            i = below(k)
            j = below(k - 1 + CORRECT)
            j = i if j >= k else j
            if empty is not None and (j == empty or i == empty - k):
                j = i = (empty + 1) % k
            rows[i][j] += 1
        return self._of(rows)

    def _of(self, rows: list[list[int]]) -> ConfusionMatrix:
        return ConfusionMatrix._of(Counts.from_rows(rows, labels=self.labels))

    def fits(self, data: ConfusionMatrix, *, undefined: bool) -> bool:
        """Whether every class has samples and predictions, some of them correct, and not as many of both."""
        counts = data._counts
        empty = sum(not count for count in (*counts.support, *counts.predicted))
        missed = sum(not count for count in counts.tp)
        alike = any(s == p for s, p in zip(counts.support, counts.predicted, strict=True))
        return empty == undefined and missed <= undefined and not alike

    def differs(self, data: ConfusionMatrix, request: Request) -> bool:
        """Whether the values of the classes differ, where they are averaged."""
        if request.average is None or request.metric.scope != "class":
            return True
        options = {
            key: one
            for key, one in options_of(self.question).items()
            if key in ("convention", "undefined", *request.parameters)
        }
        values, _ = class_values(resolve(request.metric.name, label=self.labels[0], **options), data._blocks)
        return all(a != b for i, a in enumerate(values) for b in values[:i])

    def outcome(self, data: ConfusionMatrix, request: Request) -> Outcome:
        return compute(request, data._blocks, None)

    def recorded(self, data: ConfusionMatrix, request: Request) -> Named:
        return record(request, data._blocks)

    def known(self, data: ConfusionMatrix) -> Hashable:
        """What tells a matrix from others."""
        return tuple(map(tuple, data._counts.rows()))

    def slips(self, data: ConfusionMatrix, request: Request, value: Number, **options: Any) -> list[Slip]:
        return slips(request, data._counts, value, **options)

    def shape(self, data: ConfusionMatrix) -> tuple[int, ...]:
        """Which classes are missing."""
        counts = data._counts
        return tuple(at for at, count in enumerate([*counts.predicted, *counts.support]) if not count)

    def probes(self, shape: Sequence[int], number: int) -> Iterator[ConfusionMatrix]:
        """Matrices without coincidences: counts of no pattern, far larger than usual; the same classes are missing."""
        k, random = len(self.labels), Random(len(self.labels)).random
        for _ in range(number):
            rows = [[int(random() * 9_000) + (20_000 if i == j else 1) for j in range(k)] for i in range(k)]
            yield self._of([[0 if j in shape or i + k in shape else rows[i][j] for j in range(k)] for i in range(k)])
