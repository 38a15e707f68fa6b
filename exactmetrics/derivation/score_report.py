"""A report on scores: the metrics that most papers print, class by class, averaged, and of all classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from exactmetrics.derivation.look import DEFAULT, Look
from exactmetrics.derivation.report import ClassColumn, Reported, ReportRow, asked_metrics
from exactmetrics.derivation.score_derivation import ScoreDerivation
from exactmetrics.exact.errors import ExactMetricsError, Notice
from exactmetrics.matrix.exact_count import whole
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.policy import PROPAGATE, policy_named
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.metrics.score_request import AVERAGES, ScoreRequest, resolve_score, score_metric_named
from exactmetrics.metrics.summary import COUNTED, OF_PROBABILITIES, OF_RANKINGS, OF_SCORES
from exactmetrics.scores.compute import check_fits, compute_score, fits, scored_class
from exactmetrics.scores.probabilities import NoProbabilityError, other_sums
from exactmetrics.scores.samples import Samples


def required(metric: Metric) -> list[str]:
    """The parameters of a metric that may not be left out."""
    return [name for name, parameter in metric.standard.parameters.items() if not parameter.optional]


class ScoreReport(Reported):
    """Metrics of scores, exactly and as decimals; made by `Scores.report`.

    Of two classes the values are those of the positive one, where it is known. Of more classes, or of any number of
    labels a sample, each class stands against all others, and the averages are over the classes.

    >>> import exactmetrics as em
    >>> report = em.Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"]).report(metrics=["gini"], places=3)
    >>> [(row.metric, str(row.value), row.decimal) for row in report.overall][:3]
    [('roc_auc', '3/4', '0.750'), ('average_precision', '5/6', '0.833'), ('brier', '253/1600', '0.158')]
    >>> [metric.name for metric in report.asked], report.labels, report.n, report.partition, report.columns
    (['gini'], (0, 1), 4, True, [])
    >>> shares = [["0.5", "0.3", "0.2"], ["0.2", "0.7", "0.1"], ["0.1", "0.3", "0.6"], ["0.4", "0.5", "0.1"]]
    >>> several = em.Scores(["a", "b", "c", "a"], shares).report()
    >>> [(row.average, str(row.value)) for row in several.averages if row.metric == "roc_auc"]
    [('macro', '1'), ('weighted', '1'), ('micro', '61/64')]
    >>> several.opening, several.counted("support"), [metric.name for metric in several.counts], several.kinds
    (('roc_auc', 'average_precision'), [2, 1, 1], ['support'], ('macro', 'weighted', 'micro'))
    """

    def __init__(
        self,
        samples: Samples,
        *,
        metrics: str | Sequence[str] | None = None,
        undefined: str | int | None = None,
        derivations: str | None = None,
        look: Look = DEFAULT,
    ) -> None:
        self.samples, self.labels, self.look, self.places = samples, samples.labels, look, look.places
        self.policy = None if undefined is None else str(undefined)
        self.cited = PROPAGATE if undefined is None else policy_named(undefined)
        self.preset, self.derivations = None, derivations
        self.options: dict[str, Any] = {"undefined": undefined}
        self.opening = () if samples.positive is not None or samples.grades else OF_SCORES
        self.kinds = AVERAGES if samples.multilabel else AVERAGES[:-1]
        self.asked = asked_metrics(metrics, score_metric_named, self._every, required)
        if derivations is not None:
            replace(look, detail=derivations)  # an error comes now, not when the page is written

    def _every(self) -> list[Metric]:
        return [metric for metric in all_score_metrics() if not required(metric) and fits(metric, self.samples)]

    @cached_property
    def _shown(self) -> list[ScoreMetric]:
        """The metrics that are shown: ROC AUC and average precision, what probabilities and rankings are judged by."""
        usual = map(score_metric_named, (*OF_SCORES, *OF_PROBABILITIES, *(OF_RANKINGS if self.samples.grades else ())))
        asked = [metric for metric in self.asked if isinstance(metric, ScoreMetric)]
        return list(dict.fromkeys([*(metric for metric in usual if fits(metric, self.samples)), *asked]))

    @cached_property
    def notes(self) -> Sequence[str]:
        """Which metrics of probabilities are left out, because scores are none, and which samples have another sum.

        >>> import exactmetrics as em
        >>> em.Scores([1, 0], [80, 20]).report().notes[0]
        'without brier, log_loss: the score of 1 at position 0 is 80, and probabilities are from 0 to 1; \
if these are percent, divide them by 100'
        """
        left, why = list[str](), ""
        for metric in map(score_metric_named, OF_PROBABILITIES):
            try:
                if metric not in self._shown:
                    check_fits(metric, self.samples)
            except NoProbabilityError as error:
                left, why = [*left, metric.name], error.why
            except ExactMetricsError:
                continue
        if left:
            return (Notice(f"without {', '.join(left)}: {why}"),)
        of_probabilities = any(isinstance(m, ScoreMetric) and m.probabilities for m in self._shown)
        return other_sums(self.samples) if of_probabilities else ()

    @property
    def n(self) -> Any:
        """The number of samples, or their total weight."""
        return self.samples.n

    @property
    def partition(self) -> bool:
        """Whether every sample has one class."""
        return not self.samples.multilabel

    @property
    def counts(self) -> Sequence[Metric]:
        """How many samples a class has, where classes are shown."""
        return [metric_named(COUNTED)] if self.opening else []

    def counted(self, name: str) -> Sequence[Any]:
        """The samples of every class, or their weight."""
        return [whole(scored_class(self.samples, label).positives) for label in self.labels]

    @cached_property
    def columns(self) -> list[ClassColumn]:
        """The metrics of every class against all others; none of two classes."""
        columns = []
        for metric in self._shown if self.opening else ():
            if metric.of == "class":
                asked = (self._question(metric.name, label=label) for label in self.labels)
                found = [compute_score(question, self.samples) for question in asked]
                acted = tuple(acted for outcome in found for acted in outcome.acted)
                columns.append(ClassColumn(metric.name, [outcome.value for outcome in found], acted))
        return columns

    @cached_property
    def averages(self) -> list[ReportRow]:
        """The metrics of a class, averaged; none of two classes."""
        return [self._row(column.metric, average) for column in self.columns for average in self.kinds]

    @cached_property
    def overall(self) -> list[ReportRow]:
        """The metrics of all scores; of two classes all metrics."""
        return [self._row(m.name, None) for m in self._shown if m.of == "samples" or not self.opening]

    def _question(self, name: str, **which: Any) -> ScoreRequest:
        samples = self.samples
        positive = None if samples.positive is None else samples.labels[samples.positive]
        known: dict[str, Any] = {"labels": samples.labels, "positive": positive, "multilabel": samples.multilabel}
        return resolve_score(name, **which, **known, **self.options)

    def _row(self, name: str, average: str | None) -> ReportRow:
        question = self._question(name, average=average)
        outcome = compute_score(question, self.samples)
        return ReportRow(name, question.label, average, outcome.value, self.places, outcome.acted)

    def derivation(self, row: ReportRow) -> ScoreDerivation:
        """The derivation of one row: an average, or a value of all classes.

        >>> import exactmetrics as em
        >>> report = em.Scores([1, 1, 0, 0], ["0.8", "0.35", "0.4", "0.1"]).report()
        >>> report.derivation(report.overall[0])
        <ScoreDerivation of roc_auc: 3/4>
        """
        look = replace(self.look, detail=self.derivations or "standard")
        return ScoreDerivation(self._question(row.metric, average=row.average), self.samples, look=look)

    def __repr__(self) -> str:
        return f"<ScoreReport of {len(self.labels)} classes, {self.n} samples>"
