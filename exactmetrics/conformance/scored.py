"""The input of a case of scores as libraries take it: in floating point, class by class and sample by sample."""

from __future__ import annotations

from dataclasses import dataclass

from exactmetrics.conformance.answers import Precision
from exactmetrics.conformance.judge import rounded
from exactmetrics.conformance.peer import CannotTakeError
from exactmetrics.vectors.inputs import Input
from exactmetrics.vectors.sample_vectors import ScoreInput


@dataclass(frozen=True, slots=True)
class Scored:
    """Samples with scores: of each sample a row with a score for every class, and a row of what it belongs to."""

    scores: list[list[float]]
    truth: list[list[int]]  # 0 and 1, or grades
    weights: list[float] | None
    sets: bool  # whether a sample may have any number of classes
    positive: int | None  # of two classes, where the scores are those of one alone

    @property
    def k(self) -> int:
        return len(self.scores[0])

    @property
    def own(self) -> list[int]:
        """The position of the class of each sample, which has one."""
        return [row.index(1) for row in self.truth]

    def column(self, at: int) -> tuple[list[int], list[float]]:
        """A class against the rest: whether each sample belongs to it, and its scores."""
        return [row[at] for row in self.truth], [row[at] for row in self.scores]


def scored(data: Input, precision: Precision = "float64") -> Scored:
    """The samples of an input; a CannotTakeError where a precision makes ties of scores that are none."""
    assert isinstance(data, ScoreInput)
    samples = data.samples
    exact = list(zip(*map(samples.exact_of, range(samples.k)), strict=True))
    scores = [[rounded(x, precision) for x in row] for row in exact]
    # Of one column each score has its complement beside it, which a library is not given.
    given = [x for row in exact for x in row] if len(samples.columns) == samples.k else samples.exact_of(_one(data))
    if len({rounded(x, precision) for x in given}) < len(set(given)):
        raise CannotTakeError(f"scores that are equal as {precision}")
    y_true = data.data["y_true"]
    truth = [row if isinstance(row, list) else _row(data.labels.index(row), samples.k) for row in y_true]
    weights = data.sample_weight
    return Scored(
        scores, truth, None if weights is None else [float(w) for w in weights], samples.multilabel,
        samples.positive if len(samples.columns) < samples.k else None,
    )  # fmt: skip


def _one(data: ScoreInput) -> int:
    return data.samples.positive or 0


def _row(at: int, k: int) -> list[int]:
    return [int(place == at) for place in range(k)]
