"""A derivation from scores: the value, and how it comes about, step by step."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import Self

from exactmetrics.derivation.derivation import Derived
from exactmetrics.derivation.look import DEFAULT, Look
from exactmetrics.derivation.score_steps import ScorePage, ScoreRecorded, recorded
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.compute import compute_score
from exactmetrics.scores.samples import Samples
from exactmetrics.views.value import Outcome


class ScoreDerivation(Derived):
    """How a value comes about from scores; made by `Scores.derive`.

    >>> import exactmetrics as em
    >>> d = em.Scores([1, 1, 1, 0, 0, 0], [0.9, 0.7, 0.5, 0.7, 0.4, 0.2]).derive("roc_auc")
    >>> d.value
    Fraction(5, 6)
    >>> print(d.to_text().splitlines()[0])
    ROC AUC
    """

    _kind = "score_derivation"
    page: ScorePage

    def __init__(self, request: ScoreRequest, samples: Samples, *, look: Look = DEFAULT) -> None:
        self.request: ScoreRequest = request
        self.samples, self.look = samples, look
        _ = self.outcome  # an error comes now, not when the page is written

    @cached_property
    def outcome(self) -> Outcome:
        """The value, and every policy that acted on the way."""
        return compute_score(self.request, self.samples)

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The classes, in order."""
        return self.samples.labels

    def _has_data_of(self, other: Self) -> bool:
        return self.samples == other.samples

    def _recorded(self) -> ScoreRecorded:
        """What the definition makes of the scores, for the steps after it."""
        return recorded(self.request, self.samples, self.outcome, self.look, self._head)
