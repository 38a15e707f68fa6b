"""The slips in what is made of scores: another formula, other scores, another convention, another metric."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.api.scores import Scores
from exactmetrics.derivation.planning.tree import leaves
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.exercises.slips import Slip, slip_text
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Expr, Leaf, Named, Neg
from exactmetrics.metrics.metric import Bound
from exactmetrics.metrics.quantity import absolute, log, root
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.metrics.score_request import ScoreRequest, resolve_score
from exactmetrics.scores.compute import compute_score
from exactmetrics.scores.recorded import recorded_view

Formula = Callable[[Any], Any]  # on the view that records a definition
HALF = Fraction(1, 2)


def _difference(x: Any) -> Any:
    return x.score - x.truth


def _pairs_of_all(s: Any) -> Any:
    n = s.positives + s.negatives
    return (s.wins + HALF * s.ties) / (n * (n - 1) / 2)


def _precisions(s: Any) -> Any:
    return s.cuts(lambda cut: cut.gained * cut.precision)


def _squares(s: Any) -> Any:
    return s.mean(lambda sample: sample.outcomes(lambda x: _difference(x) ** 2))


def _logs(s: Any, base: int | None = None) -> Any:
    return -s.mean_log(lambda sample: sample.own_score, base)


def _undivided(mean: Expr) -> Expr:
    """The sum that a mean is made of."""
    if isinstance(mean, Neg):
        return Neg(_undivided(mean.arg))
    assert isinstance(mean, Div)
    return mean.num


# By the metric: the kind of slip, how plausible it is, and the formula that it puts in the place of the definition.
FORMULAS: dict[str, list[tuple[str, float, Formula]]] = {
    "roc_auc": [
        ("tie-as-whole", 3.0, lambda s: (s.wins + s.ties) / (s.positives * s.negatives)),
        ("tie-as-nothing", 3.0, lambda s: s.wins / (s.positives * s.negatives)),
        ("ties-left-out", 2.0, lambda s: s.wins / (s.positives * s.negatives - s.ties)),
        ("pairs-of-all", 1.5, _pairs_of_all),
    ],
    "average_precision": [
        ("all-thresholds", 3.0, lambda s: s.thresholds(lambda cut: cut.precision)),
        ("divided-by-all-samples", 1.5, lambda s: _precisions(s) / (s.positives + s.negatives)),
    ],
    "brier": [
        ("absolute-differences", 3.0, lambda s: s.mean(lambda one: one.outcomes(lambda x: absolute(_difference(x))))),
        ("root-of-mean", 3.0, lambda s: root(_squares(s))),
        ("not-divided", 1.5, lambda s: _undivided(_squares(s))),
        ("square-of-mean", 1.5, lambda s: s.mean(lambda sample: sample.outcomes(_difference)) ** 2),
    ],
    "log_loss": [
        ("base-10", 3.0, lambda s: _logs(s, 10)),
        ("minus-forgotten", 2.0, lambda s: s.mean_log(lambda sample: sample.own_score)),
        ("not-divided", 1.5, lambda s: _undivided(_logs(s))),
        ("log-of-mean", 1.5, lambda s: -log(s.mean(lambda sample: sample.own_score))),
    ],
}


def _kept(data: Scores, keep: Callable[[bool], bool], truth: Callable[[bool], bool]) -> Scores:
    """Some of the samples, perhaps taken for others."""
    rows = [(label == data.positive, score) for label, score in _rows(data)]
    chosen = [(truth(is_positive), score) for is_positive, score in rows if keep(is_positive)]
    return Scores([int(one) for one, _ in chosen], [score for _, score in chosen], labels=[0, 1], positive=1)


def _rows(data: Scores) -> list[tuple[Any, Fraction]]:
    samples = data._samples
    return list(zip((samples.labels[at] for at in samples.truth), samples.exact_of(samples.positive or 0), strict=True))


def _hard(data: Scores) -> Scores:
    """The predictions at one half in the place of the scores."""
    labels, scores = zip(*_rows(data), strict=True)
    return Scores(list(labels), [Fraction(score >= HALF) for score in scores], labels=data.labels, positive=1)


# What a slip makes of the samples, by whether the metric ranks them or is made of probabilities.
CHANGES: dict[bool, list[tuple[str, float, Callable[[Scores], Scores]]]] = {
    False: [("hard-predictions", 2.5, _hard)],
    True: [
        ("positives-only", 2.0, lambda data: _kept(data, lambda one: one, lambda one: one)),
        ("all-as-positive", 2.5, lambda data: _kept(data, lambda _: True, lambda _: True)),
        ("classes-exchanged", 1.5, lambda data: _kept(data, lambda _: True, lambda one: not one)),
    ],
}


def misread(named: Named, data: Scores) -> Iterator[tuple[str, Leaf, Fraction]]:
    """What may be read wrongly off the scores, one number at a time: a pair, a tied sample, the class of a sample."""
    found, is_positive = leaves(named), [label == data.positive for label, _ in _rows(data)]
    own = {leaf.tag: leaf.value for leaf in found if leaf.block == "tp"}
    for leaf in found:
        value = leaf.value
        if value is None:
            continue
        if leaf.block == "wins":
            yield "pair-miscounted", leaf, value + 1
            yield "pair-miscounted", leaf, value - 1
        elif leaf.block == "predicted" and value > (own.get(leaf.tag) or 0):  # a negative one
            yield "sample-passed-over", leaf, value - 1
        elif leaf.block == "own_score" and leaf.tag is not None and not is_positive[leaf.tag.position or 0]:
            yield "all-as-positive", leaf, 1 - value


CONVENTION, COMPLEMENT, OTHER = 2.0, 1.5, 0.7  # how plausible these are beside them


def score_slips(
    request: ScoreRequest, data: Scores, value: Number, *, places: int | None = None, language: str = "en"
) -> list[Slip]:
    """Every slip on a question that gives a number, the right one too; the most plausible first.

    >>> from exactmetrics.metrics.score_request import resolve_score
    >>> scores = Scores([1, 1, 0, 0], ["0.8", "0.4", "0.4", "0.1"])
    >>> found = score_slips(resolve_score("roc_auc", positive=1), scores, Fraction(7, 8))
    >>> [(slip.kind, str(slip.value)) for slip in found[:2]]
    [('tie-as-whole', '1'), ('tie-as-nothing', '3/4')]
    """
    found = [
        Slip(kind, number, slip_text(kind, facts, language), score, (kind, other), tree=tree, other=other)
        for kind, score, number, tree, other, facts in _found(request, data, value)
        if not isinstance(number, Undefined)
    ]
    return sorted(found, key=lambda slip: -slip.score)


Found = tuple[str, float, Any, Expr | None, str, dict[str, str]]


def _found(request: ScoreRequest, data: Scores, value: Number) -> Iterator[Found]:
    metric, samples = request.metric, data._samples
    for kind, score, formula in FORMULAS.get(metric.name, ()) if request.bound.convention is metric.standard else ():
        tree = formula(recorded_view(request, samples))
        yield kind, score, evaluate(tree), tree, "", {}
    for kind, score, change in CHANGES[metric.probabilities]:
        yield kind, score, compute_score(request, change(data)._samples).value, None, "", {}
    for name, convention in metric.conventions.items():
        if convention is not request.bound.convention and not convention.parameters:
            asked = ScoreRequest(Bound(metric, convention, None, {}), {}, request.label)
            facts = {"convention": convention.unit or name}
            yield "other-convention", CONVENTION, compute_score(asked, samples).value, None, name, facts
    if request.bound.convention.range == (0, 1) and isinstance(value, Fraction):
        yield "complement", COMPLEMENT, 1 - value, None, "", {}
    for other in _beside(request):
        asked = resolve_score(other, labels=data.labels, positive=data.positive)
        yield "other-metric", OTHER, compute_score(asked, samples).value, None, other, {"other": other}


def _beside(request: ScoreRequest) -> Sequence[str]:
    """Other metrics of the same scores."""
    own = request.metric
    return [
        metric.name
        for metric in all_score_metrics()
        if metric is not own and (metric.of, metric.probabilities) == (own.of, own.probabilities)
        and not metric.per_class and not metric.parameters
    ]  # fmt: skip
