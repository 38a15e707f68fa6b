"""Every question the registry can be asked: metric by convention, form, parameter example, class or average.

Classes are "a", "b", ... in the package's options and positions in the oracle's, so that no test can mix them up.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import groupby, product
from typing import Any
from zlib import crc32

from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.metric import Convention, Form, Metric
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.request import Request, averages_of, resolve
from exactmetrics.views.trace import record
from exactmetrics.views.value import Outcome, compute

NAMES = "abcdefgh"


@dataclass(frozen=True)
class Question:
    """A metric and its options; `label` is a position."""

    metric: str
    options: Mapping[str, Any]

    def __str__(self) -> str:
        return " ".join([self.metric, *(f"{k}={v}" for k, v in self.options.items())])

    @property
    def key(self) -> tuple[str, str, str]:
        return self.metric, self.options["convention"], self.options["form"]

    @property
    def definition(self) -> Metric:
        return metric_named(self.metric)

    @property
    def convention(self) -> Convention:
        return self.definition.conventions[self.options["convention"]]

    @property
    def asks_whole(self) -> bool:
        """Whether it asks for one number of the whole matrix, unaveraged."""
        return not {"label", "average"} & self.options.keys()

    def __hash__(self) -> int:
        return hash(str(self))

    def fits(self, rows: Sequence[Sequence[Any]]) -> bool:
        """Whether a matrix can answer it: a form for two classes is asked of a class against the rest otherwise."""
        of_two = self.asks_whole and bool(self.convention.forms[self.options["form"]].classes)
        return (len(rows) == 2 or not of_two) and self.options.get("label", 0) < len(rows) and not self.refuses(rows)

    def refuses(self, rows: Sequence[Sequence[Any]]) -> bool:
        """Whether it counts pairs of samples, and there are fractions of a sample."""
        return self.definition.single_samples and any(Fraction(x).denominator > 1 for row in rows for x in row)

    @property
    def parameters(self) -> dict[str, Fraction]:
        return {name: self.options[name] for name in self.convention.parameters}

    def request(self, labels: Sequence[str] = NAMES, **more: Any) -> Request:
        return resolve(self.metric, labels=labels, **self.named(), **more)

    def named(self) -> dict[str, Any]:
        """The options with classes by name."""
        options = dict(self.options)
        if "label" in options:
            options["label"] = NAMES[options["label"]]
        if isinstance(options.get("over"), (list, tuple)):
            options["over"] = [NAMES[i] for i in options["over"]]
        if isinstance(options.get("weights"), dict):
            options["weights"] = {NAMES[i]: w for i, w in options["weights"].items()}
        return options

    def outcome(self, rows: Sequence[Sequence[Any]], **more: Any) -> Outcome:
        return compute(self.request(**more), blocks_of(rows))

    def value(self, rows: Sequence[Sequence[Any]], **more: Any) -> Any:
        """Kept, as many tests ask for the same ones."""
        return self.outcome(rows, **more).value if more else _value(self, tuple(map(tuple, rows)))

    def tree(self, rows: Sequence[Sequence[Any]], **more: Any) -> Any:
        return record(self.request(**more), blocks_of(rows))


@cache
def _value(question: Question, rows: tuple[tuple[Any, ...], ...]) -> Any:
    return question.outcome(rows).value


def blocks_of(rows: Sequence[Sequence[Any]]) -> Blocks:
    return _blocks(tuple(map(tuple, rows)))


@lru_cache(5_000)
def _blocks(rows: tuple[tuple[Any, ...], ...]) -> Blocks:
    return Counts.from_rows(rows, labels=list(NAMES[: len(rows)])).blocks()


def _arrangements() -> Iterator[tuple[Metric, Form, dict[str, Any]]]:
    for metric in all_metrics():
        for convention in metric.conventions.values():
            for form in convention.forms.values():
                examples = [[(name, x) for x in p.examples] for name, p in convention.parameters.items()]
                for given in product(*examples):
                    yield metric, form, {"convention": convention.name, "form": form.name, **dict(given)}


def _every_question() -> Iterator[Question]:
    for metric, form, options in _arrangements():
        for position in (0, 1):
            yield Question(metric.name, {**options, "label": position})
        if metric.scope == "matrix":
            yield Question(metric.name, options)
        for average in averages_of(metric):
            yield Question(metric.name, {**options, "average": average})
            if form.composite:
                yield Question(metric.name, {**options, "average": average, "combine": "averages"})


def restricted(question: Question) -> Iterator[Question]:
    """The question again with each choice of classes and weights that applies to it; needs three classes."""
    average = question.options.get("average")
    if average or ("label" not in question.options and question.metric in ("balanced_accuracy", "average_accuracy")):
        for over in ("true", "predicted", "present", (2, 0), (1,)):
            yield Question(question.metric, {**question.options, "over": over})
    if average == "weighted":
        for weights in ("predicted", {0: 3, 1: Fraction(1, 2), 2: 0}, {0: 0, 1: 0, 2: "0.25"}):
            yield Question(question.metric, {**question.options, "weights": weights})


def _questions() -> Iterator[Question]:
    """Every question about what several libraries compute; of the rest the first class and one average, by its name.

    Averages are the same code for all; HYPOTHESIS_PROFILE=explore asks everything of everything.
    """
    for key, found in groupby(EVERY_QUESTION, key=lambda q: q.key):
        asked = list(found)
        if len(asked[0].definition.implemented_by) >= SEVERAL or os.environ.get("HYPOTHESIS_PROFILE") == "explore":
            yield from asked
            continue
        averages = [q for q in asked if "average" in q.options]
        yield from [q for q in asked if q.asks_whole or q.options.get("label") == 0]
        yield averages[crc32(" ".join(key).encode()) % len(averages)]  # whichever metrics there are besides


SEVERAL = 2
EVERY_QUESTION = list(_every_question())
QUESTIONS = list(_questions())


@cache
def questions(k: int) -> list[Question]:
    """Those that k classes can answer."""
    return [q for q in QUESTIONS if q.fits([[1] * k] * k)]


def questions_of(rows: Sequence[Sequence[Any]]) -> list[Question]:
    """Those that a matrix can answer."""
    return [q for q in questions(len(rows)) if not q.refuses(rows)]
