"""Scores for exercises: how they are drawn, and what of the criteria of `search` is about scores alone.

There are few samples of two classes, and a score for each, higher for most of the positive ones. What ranks samples
has different scores but for one tie at most, between a positive and a negative sample, in half of the exercises; what
is made of probabilities has tenths, which keep its denominators small.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from exactmetrics.api.scores import Scores
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Number
from exactmetrics.exercises.kinds.lines import has_lines
from exactmetrics.exercises.question import options_of
from exactmetrics.exercises.score_slips import score_slips
from exactmetrics.exercises.slips import Slip
from exactmetrics.expression.nodes import Named
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.recorded import recorded
from exactmetrics.views.value import Outcome

OF_VALUES = ("compute", "choice")  # kinds that ask for nothing but the value
KINDS = (*OF_VALUES, "blanks", "error")
FEWEST, MOST = 4, 12  # samples: two of each side, and as many as a table of scores lists in a row
TENTHS, TWENTIETHS = 10, 20  # probabilities and scores; neither 0 nor 1 is one of them
OF_A_SIDE = 2  # samples at least
EXAMPLE = Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"])
PROBED = 40  # samples of a probe, whose scores are thousandths


class ScoreLists:
    """Scores of two classes, of which 1 is the positive one, of so many samples at least and at most."""

    def __init__(self, question: Mapping[str, Any], n: tuple[int, int]) -> None:
        self.question, self.n = question, n
        request = self.request = self.resolve(question)
        if request.metric.per_class:
            raise UsageError(
                f"{request.metric.name} needs a score of every class, and exercises have one score for each sample: "
                "choose a metric of one class, such as roc_auc or brier"
            )
        self.ranks = not request.metric.probabilities
        self.told = f"list of {n[0]} to {n[1]} scores"

    def asked(self, kind: str, below: Callable[[int], int]) -> dict[str, Any]:
        return dict(self.question)

    def check(self, kind: str) -> None:
        """Refuse a kind that is about matrices, and one about lines where the working is not of lines alone."""
        name = self.question["metric"]
        if kind not in KINDS:
            raise UsageError(
                f"exercises of the kind {kind!r} are about a matrix, and {name} is a metric of scores: choose from "
                f"{', '.join(KINDS)}"
            )
        if kind not in OF_VALUES and not has_lines(self.request, EXAMPLE):
            raise UsageError(
                f"exercises of the kind {kind!r} are about the lines of a working, and that of {name} has none: choose "
                f"from {', '.join(OF_VALUES)}"
            )

    def resolve(self, question: Mapping[str, Any]) -> ScoreRequest:
        return EXAMPLE._resolve(question["metric"], options_of(question))

    def drawn(self, below: Callable[[int], int], *, undefined: bool) -> Scores:
        """Of two numbers a positive sample has the larger one, a negative sample the smaller one, and some neither."""
        low, high = self.n
        n = low + below(high - low + 1)
        positives = OF_A_SIDE + below(n - 2 * OF_A_SIDE + 1)
        steps = TWENTIETHS if self.ranks else TENTHS
        sides: list[list[int]] = [[], []]
        for at in range(n):
            larger = at < positives
            pair = sorted((1 + below(steps - 1), 1 + below(steps - 1)))
            sides[larger].append(pair[larger])
        negative, positive = (sorted(side, reverse=True) for side in sides)
        if self.ranks and below(2):
            negative[below(len(negative))] = positive[below(len(positive))]
            negative.sort(reverse=True)
        numbers = [Fraction(at, steps) for at in (*positive, *negative)]
        return Scores([1] * len(positive) + [0] * len(negative), numbers)

    def fits(self, data: Scores, *, undefined: bool) -> bool:
        """Whether, where scores rank, none comes twice but in one tie of both sides."""
        keys = self._keys(data)
        return not self.ranks or len(keys) - len(set(keys)) == self._ties(data) <= 1

    @staticmethod
    def _keys(data: Scores) -> list[Fraction]:
        return data._samples.exact_of(data._samples.positive or 0)

    @staticmethod
    def _ties(data: Scores) -> int:
        return int(data._class(None)[0].ties)

    def differs(self, data: Scores, request: ScoreRequest) -> bool:
        return True

    def outcome(self, data: Scores, request: ScoreRequest) -> Outcome:
        return data.outcome(request.metric.name, **options_of(self.question))

    def recorded(self, data: Scores, request: ScoreRequest) -> Named:
        return recorded(request, data._samples)

    def known(self, data: Scores) -> Hashable:
        """What tells scores from others."""
        return tuple(data._samples.truth), tuple(self._keys(data))

    def slips(self, data: Scores, request: ScoreRequest, value: Number, **options: Any) -> list[Slip]:
        return score_slips(request, data, value, **options)

    def shape(self, data: Scores) -> bool:
        """Whether there is a tie."""
        return bool(self._ties(data))

    def probes(self, shape: bool, number: int) -> Iterator[Scores]:
        """Many samples with scores of no pattern; with ties where there is one."""
        random = Random(number).random
        for _ in range(number):
            scores = [Fraction(1 + int(random() * 998), 999) for _ in range(PROBED)]
            if shape:
                scores[::4] = scores[1::4]
            yield Scores([at % 2 for at in range(PROBED)], scores)
