"""Questions about scores, and their right answers by `tests/oracle/scores.py`.

The inputs are those of the reference vectors (ties, weights, absent classes, empty sets, edges of bins) and seeded
ones with many ties and zeros.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

import mpmath

from exactmetrics import InputError, Scores, Undefined, decimal
from exactmetrics.derivation.score_derivation import ScoreDerivation
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import value_text
from exactmetrics.metrics.metric import Convention
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.vectors.score_vectors import SCORES
from tests.oracle.scores import score_answer
from tests.vectors.files import DATA

INPUTS: dict[str, dict[str, Any]] = json.loads((DATA / SCORES.name).read_text(encoding="utf-8"))["inputs"]
AVERAGES = (None, "macro", "weighted", "micro", "samples")
PLACES = 30
VALUES = (0, 0, 1, 2, 3, 5, 8)


class Binary(NamedTuple):
    """Two classes, 0 and 1, with scores in eighths, which floats hold exactly, and whole weights."""

    truth: list[int]
    scores: list[Fraction]
    weights: list[int]


class Rows(NamedTuple):
    """Several classes: the class of each sample, or its zeros and ones, and rows of scores."""

    truth: list[int]
    indicators: list[list[int]]
    scores: list[list[Fraction]]
    weights: list[int]


def binaries(number: int, seed: int = 1) -> Iterator[Binary]:
    draw = Random(seed)
    for _ in range(number):
        size = draw.randint(2, 14)
        truth = [draw.randint(0, 1) for _ in range(size)]
        truth[:2] = [0, 1]
        scores = [Fraction(draw.choice(VALUES), 8) for _ in range(size)]
        yield Binary(truth, scores, [draw.choice((1, 1, 2, 3)) for _ in range(size)])


def several(number: int, seed: int = 2) -> Iterator[Rows]:
    draw = Random(seed)
    for _ in range(number):
        size, k = draw.randint(5, 14), draw.randint(3, 5)
        truth = [at % k if at < k else draw.randrange(k) for at in range(size)]
        sets = [[draw.randint(0, 1) for _ in range(k)] for _ in range(size)]
        yield Rows(truth, sets, [_row(draw, k) for _ in range(size)], [draw.choice((1, 2, 3)) for _ in range(size)])


def _row(draw: Random, k: int) -> list[Fraction]:
    """Eighths that add up to 1."""
    cuts = sorted(draw.choice(range(9)) for _ in range(k - 1))
    return [Fraction(b - a, 8) for a, b in zip([0, *cuts], [*cuts, 8], strict=True)]


def floats(scores: list[Fraction]) -> list[float]:
    return list(map(float, scores))


def inputs(number: int) -> Iterator[dict[str, Any]]:
    """Inputs as the reference vectors have them, of every kind, with and without weights."""
    draw = Random(94)
    for turn, (two, rows) in enumerate(zip(binaries(number, seed=31), several(number, seed=32), strict=True)):
        weighted = [
            {"sample_weight": [Fraction(w, 2) for w in some.weights]} if turn % 2 else {} for some in (two, rows)
        ]
        classes, binary = {"labels": list(range(len(rows.scores[0])))}, {"labels": [0, 1], "positive": 1}
        yield (
            binary
            | {"y_true": two.truth, "scores": [s * (8 if turn % 5 == 4 else 1) for s in two.scores]}
            | weighted[0]
        )
        yield classes | {"y_true": rows.truth, "scores": rows.scores} | weighted[1]
        # Probabilities of which none is 0, and which have no sum in particular.
        likely = [[Fraction(repr(draw.random() / len(row))) for _ in row] for row in rows.scores[:6]]
        yield classes | {"y_true": rows.truth[:6], "scores": likely}
        yield classes | {"y_true": rows.indicators, "scores": rows.scores} | weighted[1]
        grades = [[draw.choice((0, 0, 1, 2, Fraction(1, 2))) for _ in row] for row in rows.scores[:3]]
        yield classes | {"y_true": grades, "scores": [[draw.randint(0, 3) for _ in row] for row in grades]}


class Question(NamedTuple):
    """What is asked of an input; the options are those of `Scores.value`."""

    data: Mapping[str, Any]
    metric: str
    convention: str
    options: dict[str, Any]

    @property
    def kind(self) -> tuple[Any, ...]:
        """What the page depends on: the definition, the average, and whether one class is the positive one."""
        averaged = self.options.get("average"), self.options.get("multi_class")
        return self.metric, self.convention, *averaged, "positive" in self.data

    @property
    def scores(self) -> Scores:
        more = {key: self.data[key] for key in ("positive", "sample_weight") if key in self.data}
        return Scores(self.data["y_true"], self.data["scores"], labels=self.data["labels"], **more)

    def value(self, **more: Any) -> Any:
        return self.scores.value(self.metric, convention=self.convention, **self.options, **more)

    def derive(self, **more: Any) -> ScoreDerivation:
        return self.scores.derive(self.metric, convention=self.convention, **self.options, **more)

    def check(self, value: Any, undefined: str = "propagate") -> None:
        """The oracle's answer: a rational number, a number with logarithms by its digits, or no value."""
        options = dict(self.options)
        case = {
            "metric": self.metric, "convention": self.convention, "label": options.pop("label", None),
            "average": options.pop("average", None), "options": options | {"undefined": undefined},
        }  # fmt: skip
        right = score_answer(case, self.data)
        if isinstance(right, str):
            assert isinstance(value, Undefined), self
        elif isinstance(right, Fraction):
            assert value == right, self
        else:
            with mpmath.workdps(PLACES + 10):
                shown = mpmath.mpf(str(decimal(value, places=PLACES)))
                assert abs(shown - right.digits()) < mpmath.mpf(10) ** (1 - PLACES), self


def options_of(metric: ScoreMetric, data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A class, or an average."""
    if metric.of == "samples":
        yield {}
        return
    yield {"label": data.get("positive", data["labels"][-1])}
    for average, versus in product(AVERAGES[1:], (None, "ovo")):
        yield {"average": average} | ({"multi_class": versus} if versus else {})


def parameters_of(convention: Convention) -> Iterator[dict[str, str]]:
    """An example of each parameter, and where there are several another one."""
    for at in (0, -1)[: max(len(convention.parameters), 1)]:
        yield {name: value_text(p.examples[at]) for name, p in convention.parameters.items()}


def questions_of(data: Mapping[str, Any]) -> Iterator[Question]:
    """Whatever may be asked; some are no questions about such samples."""
    for metric in all_score_metrics():
        for convention, options in product(metric.conventions.values(), options_of(metric, data)):
            for parameters in parameters_of(convention):
                yield Question(data, metric.name, convention.name, options | parameters)


def by_hash(questions: Iterable[Question]) -> list[Question]:
    """In an order that depends on each question alone."""
    return sorted(questions, key=lambda question: crc32(repr(question).encode()))


@cache
def some(number: int) -> tuple[Question, ...]:
    """About so many with an answer, about the inputs of the reference vectors: of each kind the first at least."""
    chosen: dict[Any, Question] = {}
    for at, question in enumerate(by_hash(question for data in INPUTS.values() for question in questions_of(data))):
        key = at if at < number else question.kind
        if question.kind not in chosen or at < number:
            with suppress(UsageError, InputError):
                question.value()
                chosen[key if question.kind in chosen else question.kind] = question
    return tuple(chosen.values())
