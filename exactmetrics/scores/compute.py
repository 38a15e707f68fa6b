"""The exact value of a question about scores, its averages, and what policies stand for a value that does not exist."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import Any

from exactmetrics.exact.errors import ExactMetricsError, UndefinedValueError, UsageError
from exactmetrics.exact.sums import total
from exactmetrics.exact.values import Cause, Irrational, Number, Undefined, Value
from exactmetrics.matrix.exact_count import Count
from exactmetrics.matrix.labels import listed
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.score_request import ScoreRequest
from exactmetrics.scores.probabilities import refuse_no_probabilities
from exactmetrics.scores.samples import RANKING, Samples
from exactmetrics.scores.view import AllValues, ClassValues, NoLogarithmError, NoSampleError, NoUsualLossError
from exactmetrics.views.value import Acted, Outcome


def compute_score(request: ScoreRequest, samples: Samples) -> Outcome:
    """The value, and every policy that acted on the way."""
    check_fits(request.metric, samples)
    run = _Run(request, samples)
    return Outcome(run.value(), tuple(run.acted))


def scored_class(samples: Samples, label: Hashable) -> ClassValues:
    """One class against the rest."""
    at = samples.position(label)
    return ClassValues(samples.keys_of(at), samples.truth_of(at), samples.weights)


def pooled(samples: Samples) -> ClassValues:
    """All samples of all classes as one: each counts once for each class."""
    keys = [key for column in AllValues(samples).columns for key in column]
    truth = [bool(hit) for at in range(samples.k) for hit in samples.truth_of(at)]
    weights = None if samples.weights is None else samples.weights * samples.k
    return ClassValues(keys, truth, weights)


def parts_of(average: str, samples: Samples) -> Iterator[tuple[Hashable | None, ClassValues, Count | Fraction]]:
    """What an average is the mean of, with the weights: the classes, or the samples, which have no name."""
    if average == "samples":
        columns, indicators = AllValues(samples).columns, samples.indicators or []
        for at in range(samples.size):
            row = ClassValues([column[at] for column in columns], [column[at] for column in indicators], None)
            yield None, row, 1 if samples.weights is None else samples.weights[at]
        return
    for label in samples.labels:
        scored = scored_class(samples, label)
        yield label, scored, scored.positives if average == "weighted" else 1


def weight_of_pair(average: str | None) -> Callable[[ClassValues], Fraction]:
    """What the values of a pair of classes count in an average."""
    return lambda scored: scored.positives + scored.negatives if average == "weighted" else Fraction(1)


def fits(metric: ScoreMetric, samples: Samples) -> bool:
    """Whether scores are such as a metric is made for."""
    try:
        check_fits(metric, samples)
    except ExactMetricsError:
        return False
    return True


def check_fits(metric: ScoreMetric, samples: Samples) -> None:
    """Refuse scores that a metric is not made for."""
    if metric.per_class and len(samples.columns) < samples.k:
        hint = f"; {RANKING}" if metric.graded else ""
        raise UsageError(
            f"{metric.name} needs a column of scores for each of the classes {listed(samples.labels)}{hint}"
        )
    if samples.multilabel and not metric.several:
        raise UsageError(f"{metric.name} is for samples of one class each; here a sample may have any number")
    if not metric.graded:
        samples.refuse_grades(metric.name)
    if metric.of == "samples" and samples.binary and samples.positive is None and metric.probabilities:
        raise UsageError(f"say with positive= which class is the positive one: {listed(samples.labels)}")
    if metric.probabilities:
        refuse_no_probabilities(metric.name, samples)


def _none_of(label: Hashable) -> str:
    return f"there are no samples of the class {label}"


class _Run:
    """One question on its way."""

    def __init__(self, request: ScoreRequest, samples: Samples) -> None:
        self.request, self.samples = request, samples
        self.acted: list[Acted] = []

    def value(self) -> Value:
        request, samples = self.request, self.samples
        if request.metric.of == "samples":
            return self._settled(lambda: request.bound.define(AllValues(samples)), None)
        if request.average is None:
            return self._of_class(request.label)
        if request.multi_class == "ovo":
            return self._settled(self._over_pairs, None)
        if request.average == "micro":
            return self._value_of(pooled(self.samples), None)
        return self._average()

    def _of_class(self, label: Hashable) -> Value:
        return self._value_of(scored_class(self.samples, label), label)

    def _value_of(self, scored: ClassValues, label: Hashable | None) -> Value:
        return self._settled(lambda: self.request.bound.define(scored), label, None if label is None else scored)

    def _settled(self, run: Callable[[], Any], label: Hashable | None, scored: ClassValues | None = None) -> Value:
        """What a run gives; where it has no value, what the policy says."""
        try:
            value = run()
        except NoLogarithmError:
            return self._infinite("logarithm")
        except NoUsualLossError as error:
            return self._infinite("ratio", error.numerator) if error.numerator else self._replaced(label)
        except NoSampleError as error:
            return self._replaced(label, _none_of(error.label))
        except ZeroDivisionError:
            return self._replaced(label, "" if scored is None else self._lacking(scored, label))
        return value if isinstance(value, Irrational) else Fraction(value)  # type: ignore[return-value]

    def _infinite(self, cause: Cause, numerator: Number | None = None) -> Undefined:
        """A loss above every number, or a skill below every one, for which no policy stands in."""
        metric = self.request.metric
        above = Fraction(1 if metric.direction == "down" else -1) if numerator is None else numerator
        found = Undefined(metric.name, None, above, Fraction(0), cause=cause)
        if self.request.policy.decide(metric.name, None, None) == "raise":
            raise UndefinedValueError(f"{found.reason}, which has no value")
        return found

    def _replaced(self, label: Hashable | None, why: str = "") -> Value:
        metric, average = self.request.metric, self.request.average if label is None else None
        undefined = Undefined(metric.name, label, Fraction(0), Fraction(0), average=average, why=why)
        rule = self.request.policy.decide(metric.name, None, None)
        if rule == "raise":
            raise UndefinedValueError(f"{undefined.told}, which has no value")
        if isinstance(rule, Fraction):
            self.acted.append(Acted(metric.name, label, rule, self.request.policy.name, "0/0"))
            return rule
        return undefined

    def _lacking(self, scored: ClassValues, label: Hashable) -> str:
        """Which samples are missing, where a class or the rest has none."""
        if scored.positives and scored.negatives:
            return ""
        if scored.positives:
            return f"there are no samples of {'the other' if self.samples.binary else 'any other'} class"
        return _none_of(label)

    def _average(self) -> Value:
        """The mean over the classes, or over the samples of a multilabel question; those left out do not count."""
        request, values, bottom = self.request, list[Number](), Fraction(0)
        for label, scored, weight in parts_of(str(request.average), self.samples):
            if not weight:
                continue
            value = self._value_of(scored, label)
            if isinstance(value, Undefined):
                if request.policy.decide(request.metric.name, None, None) != "omit":
                    return value
                self.acted.append(Acted(request.metric.name, label, None, request.policy.name, "0/0"))
                continue
            values.append(value * Fraction(weight))
            bottom += weight
        if not bottom:
            name = request.metric.name
            return Undefined(name, None, Fraction(0), Fraction(0), average=request.average, cause="no_class")
        return total(values) / bottom

    def _over_pairs(self) -> Number:
        return AllValues(self.samples).pairs(self.request.bound.define, weight_of_pair(self.request.average))
