"""Metrics and curves of scores and probabilities: each translates its arguments into `Scores` and one request.

Thresholds are scores that were given, so they come back as they were given; everything computed is exact.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, repeat
from math import inf
from numbers import Integral, Real
from typing import Any, NamedTuple

from exactmetrics.api import ConfusionMatrix
from exactmetrics.api.scores import Scores
from exactmetrics.compat.sklearn.checks import AVERAGES, Rule, checked, one_of, warn
from exactmetrics.compat.sklearn.numbers import NAN, as_array, beside_floats
from exactmetrics.compat.sklearn.targets import (
    INDICATORS,
    Target,
    finite,
    listed,
    named_labels,
    ordered,
    refuse_none,
    same_length,
    shown,
    target,
    weights_of,
)
from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import InputError
from exactmetrics.exact.values import Undefined
from exactmetrics.scores.curves import area

WITHOUT_A_WORD = ((0, 1), (-1, 1), (0,), (-1,), (1,))  # classes of which 1 is the positive one
ANY_K = Rule(lambda x: x is None or (isinstance(x, Integral) and int(x) >= 1), "an int in the range [1, inf) or None")
BASE = Rule(lambda x: isinstance(x, Real) and float(x) > 0, "a float in the range (0.0, inf)")
AVERAGED = one_of(*AVERAGES, None)
NO_POSITIVE = "No positive class found in y_true, recall is set to one for all thresholds."


def _scores(y_score: Any, name: str = "y_score") -> list[Any]:
    """The scores, which are finite."""
    found = listed(y_score, name)
    finite(chain.from_iterable(row if isinstance(row, list) else [row] for row in found), name)
    return found


def _one_column(values: list[Any]) -> list[Any]:
    """A column, also of rows of one entry."""
    width = max((len(entry) for entry in values if isinstance(entry, list)), default=1)
    if width != 1:
        raise InputError(f"y should be a 1d array, got an array of shape ({len(values)}, {width}) instead.")
    return [entry[0] if isinstance(entry, list) else entry for entry in values]


def _width(scores: list[Any]) -> int:
    """How many columns there are; 0 for a plain column."""
    return len(scores[0]) if scores and isinstance(scores[0], list) else 0


def _positive_label(pos_label: Any, true: Sequence[Any]) -> Any:
    classes = ordered(true)
    if pos_label is None and tuple(classes) not in WITHOUT_A_WORD:
        raise InputError(
            f"y_true takes value in {{{', '.join(map(repr, classes))}}} and pos_label is not specified: either make "
            "y_true take value in {0, 1} or {-1, 1} or pass pos_label explicitly."
        )
    return 1 if pos_label is None else pos_label


class _Drawn(NamedTuple):
    """What a curve is drawn of: whether each sample is positive, its score, and its weight."""

    true: list[int]
    scores: list[Any]
    weights: list[Any] | None

    def exact(self) -> Scores:
        """Floats are the numbers that they are, so that thresholds can come back as they were."""
        return Scores(
            self.true, self.scores, labels=[0, 1], positive=1, sample_weight=self.weights, floats="binary"
        )  # fmt: skip

    @property
    def one_sided(self) -> bool:
        """Whether there are no positive samples, or no others."""
        return len(set(self.true)) < 2

    def thresholds(self, found: Sequence[Any]) -> Any:
        """Thresholds as the floats they came as, unless exact numbers were given; inf where nothing is predicted."""
        exact = any(isinstance(score, (Fraction, str)) for score in self.scores)
        return as_array([inf if t is None else t if exact else float(t) for t in found])

    def points(self, *metrics: str) -> list[tuple[Any, ...]]:
        """Metrics at every threshold, 0 where there is none, and the threshold: for what has no curve."""
        added: dict[Any, Any] = {None: 0}  # the weight that each threshold adds to what is predicted as positive
        for score, weight in zip(self.scores, self.weights or repeat(1), strict=False):
            threshold = exact_number(score)
            added[threshold] = added.get(threshold, 0) + weight
        whole, told, found = sum(added.values()), 0, []
        for threshold in [None, *sorted((t for t in added if t is not None), reverse=True)]:
            told += added[threshold]
            one_class, none = [whole - told, told], [0, 0]
            counts = ConfusionMatrix([none, one_class] if any(self.true) else [one_class, none])
            found.append((*(counts.value(metric, label=1, undefined=0) for metric in metrics), threshold))
        return found


def _drawn(y_true: Any, y_score: Any, pos_label: Any, sample_weight: Any) -> _Drawn:
    found = target(y_true, "y_true")
    if found.kind != "binary" and (found.kind != "multiclass" or pos_label is None):
        raise InputError(f"{found.kind} format is not supported")
    positive = _positive_label(pos_label, found.values)
    scores = _one_column(_scores(y_score))
    weights = weights_of(sample_weight, len(scores))
    same_length(found.values, scores, weights)
    # The score of a sample without weight is no threshold.
    kept = range(len(scores)) if weights is None else [at for at, weight in enumerate(weights) if weight]
    return _Drawn(
        [int(found.values[at] == positive) for at in kept], [scores[at] for at in kept],
        None if weights is None else [weights[at] for at in kept],
    )  # fmt: skip


@checked()
def roc_curve(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None, drop_intermediate: bool = True
) -> tuple[Any, Any, Any]:
    """False positive rates, true positive rates and thresholds, from the highest threshold to the lowest one.

    >>> fpr, tpr, thresholds = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> print(*fpr, "|", *tpr, "|", *thresholds)
    0 0 1/2 1/2 1 | 0 1/2 1/2 1 1 | inf 0.8 0.4 0.35 0.1
    """
    drawn = _drawn(y_true, y_score, pos_label, sample_weight)
    points: list[Any] = (
        drawn.points("fpr", "recall") if drawn.one_sided else list(drawn.exact().roc_curve(drop_intermediate=False))
    )
    if drop_intermediate:
        points = [points[0], *_bends(points[1:])]
    columns = list(map(list, zip(*points, strict=True)))
    for at, there, words in ((0, 0, ("negative", "false")), (1, 1, ("positive", "true"))):
        if there not in drawn.true:
            warn(f"No {words[0]} samples in y_true, {words[1]} positive value should be meaningless")
            columns[at] = [NAN] * len(points)
    return as_array(columns[0]), as_array(columns[1]), drawn.thresholds(columns[2])


def _bends(points: list[Any]) -> list[Any]:
    """The points without those that lie halfway between their neighbours."""
    last = len(points) - 1
    return [
        point
        for at, point in enumerate(points)
        if at in (0, last) or any(points[at - 1][x] + points[at + 1][x] != 2 * point[x] for x in (0, 1))
    ]


@checked()
def precision_recall_curve(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None, drop_intermediate: bool = False
) -> tuple[Any, Any, Any]:
    """Precision, recall and thresholds, from the lowest threshold to the highest one.

    >>> precision, recall, thresholds = precision_recall_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> print(*precision, "|", *recall, "|", *thresholds)
    1/2 2/3 1/2 1 1 | 1 1 1/2 1/2 0 | 0.1 0.35 0.4 0.8
    """
    drawn = _drawn(y_true, y_score, pos_label, sample_weight)
    points: list[Any]
    if 1 in drawn.true:
        points = list(drawn.exact().precision_recall_curve(drop_intermediate=drop_intermediate))
    else:
        warn(NO_POSITIVE, UserWarning)
        below = [(precision, 1, threshold) for precision, threshold in drawn.points("precision")[1:]]
        points = [(1, 0, None), *([below[0], below[-1]] if drop_intermediate and len(below) > 2 else below)]
    precision, recall, thresholds = zip(*reversed(points), strict=True)
    return as_array(precision), as_array(recall), drawn.thresholds(thresholds[:-1])


@checked()
def det_curve(
    y_true: Any, y_score: Any, pos_label: Any = None, sample_weight: Any = None, drop_intermediate: bool = False
) -> tuple[Any, Any, Any]:
    """False positive rates, false negative rates and thresholds, from the lowest threshold to the highest one.

    >>> fpr, fnr, thresholds = det_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> print(*fpr, "|", *fnr, "|", *thresholds)
    1/2 1/2 0 | 0 1/2 1/2 | 0.35 0.4 0.8
    """
    drawn = _drawn(y_true, y_score, pos_label, sample_weight)
    if drawn.one_sided:
        raise InputError(
            "Only one class is present in y_true. Detection error tradeoff curve is not defined in that case."
        )
    points = reversed(drawn.exact().det_curve(drop_intermediate=drop_intermediate))
    fpr, fnr, thresholds = zip(*points, strict=True)
    return as_array(fpr), as_array(fnr), drawn.thresholds(thresholds)


@checked()
def auc(x: Any, y: Any) -> Any:
    """The area under points joined by straight lines.

    >>> fpr, tpr, _ = roc_curve([1, 1, 2, 2], [0.1, 0.4, 0.35, 0.8], pos_label=2)
    >>> auc(fpr, tpr)
    Exact(3, 4)
    """
    columns = [[exact_number(entry) for entry in _one_column(listed(side))] for side in (x, y)]
    same_length(*columns)
    if any(entry is None for entry in chain(*columns)):
        raise InputError("Input contains NaN: an area has points of finite numbers.")
    points: list[Any] = list(zip(*columns, strict=True))
    if len(points) < 2:
        raise InputError(f"At least 2 points are needed to compute area under curve, but x.shape = ({len(points)},)")
    if sorted(columns[0], reverse=True) == columns[0]:  # type: ignore[type-var]
        points.reverse()
    elif sorted(columns[0]) != columns[0]:  # type: ignore[type-var]
        raise InputError(f"x is neither increasing nor decreasing : {shown(listed(x))}.")
    return beside_floats(area(points))


class _Rows(NamedTuple):
    """Rows of zeros and ones, rows of scores, and weights."""

    true: list[list[Any]]
    scores: list[list[Any]]
    weights: list[Any] | None

    def lines(self, average: str | None) -> list[Any]:
        """The zeros and ones that the single values of an average are of."""
        if average == "samples":
            return self.true
        weighed = [row for row, weight in zip(self.true, self.weights or [1] * len(self.true), strict=True) if weight]
        if average == "weighted" and not any(map(any, weighed)):
            return []
        return [list(chain(*weighed))] if average == "micro" else list(zip(*weighed, strict=True))

    def value(self, metric: str, average: str | None, undefined: Any = None, **options: Any) -> Any:
        """A metric averaged, or of every class; weighted without any weight it is 0."""
        scores = Scores(self.true, self.scores, sample_weight=self.weights)
        if average is None:
            return as_array([scores.value(metric, label=at, undefined=undefined, **options) for at in scores.labels])
        if not self.lines(average):
            return beside_floats(Fraction(0))
        return beside_floats(scores.value(metric, average=average, undefined=undefined, **options))


def _rows(true: list[list[Any]], scores: list[Any], sample_weight: Any) -> _Rows:
    weights = weights_of(sample_weight, len(true))
    same_length(true, scores, weights)
    if _width(scores) != len(true[0]):
        raise InputError("y_true and y_score have different shape")
    return _Rows(true, scores, weights)


def _one_hot(true: list[Any], classes: list[Any]) -> list[list[int]]:
    return [[int(label == name) for name in classes] for label in true]


@checked(average=AVERAGED)
def average_precision_score(
    y_true: Any, y_score: Any, *, average: str | None = "macro", pos_label: Any = 1, sample_weight: Any = None
) -> Any:
    """Average precision.

    >>> average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    Exact(5, 6)
    """
    found = target(y_true, "y_true")
    if found.kind == "binary":
        classes = ordered(found.values)
        if len(classes) == 2 and pos_label not in classes:
            raise InputError(f"pos_label={pos_label} is not a valid label. It should be one of {shown(classes)}")
        drawn = _drawn(y_true, y_score, pos_label, sample_weight)
        if 1 not in drawn.true:
            warn(NO_POSITIVE, UserWarning)
        return beside_floats(drawn.exact().value("average_precision", undefined=0))
    if found.kind not in (INDICATORS, "multiclass"):
        raise InputError(f"{found.kind} format is not supported")
    if pos_label != 1:
        raise InputError(
            f"Parameter pos_label is fixed to 1 for {found.kind} y_true. Do not set pos_label or set pos_label to 1."
        )
    scores = _scores(y_score)
    true = found.values if found.kind == INDICATORS else _one_hot(found.values, ordered(found.values))
    if found.kind == "multiclass" and _width(scores) != len(true[0]):
        raise _needs_rows(scores)
    rows = _rows(true, scores, sample_weight)
    if not all(map(any, rows.lines(average))):
        warn(NO_POSITIVE, UserWarning)
    return rows.value("average_precision", average, undefined=0)


def _needs_rows(scores: list[Any]) -> InputError:
    width = _width(scores)
    shape = f"({len(scores)}, {width})" if width else f"({len(scores)},)"
    return InputError(
        "`y_score` needs to be of shape `(n_samples, n_classes)`, since `y_true` contains multiple classes. Got "
        f"`y_score.shape={shape}`."
    )


@checked(average=AVERAGED)
def roc_auc_score(
    y_true: Any, y_score: Any, *, average: str | None = "macro", sample_weight: Any = None,
    max_fpr: float | None = None, multi_class: str = "raise", labels: Any = None,
) -> Any:  # fmt: skip
    """The area under the ROC curve.

    >>> roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    Exact(3, 4)
    """
    found, scores = target(y_true, "y_true"), _scores(y_score)
    whole = max_fpr is None or max_fpr == 1
    if found.kind == "multiclass" or (found.kind == "binary" and _width(scores) > 2):
        if not whole:
            raise InputError(
                "Partial AUC computation not available in multiclass setting, 'max_fpr' must be set to `None`, "
                f"received `max_fpr={max_fpr}` instead"
            )
        return _multiclass_roc_auc(found.values, scores, average, sample_weight, multi_class, labels)
    metric, options = ("roc_auc", {}) if whole else ("partial_roc_auc", {"max_fpr": max_fpr})
    if found.kind == "binary":
        classes = ordered(found.values)
        drawn = _drawn([label == classes[-1] for label in found.values], scores, 1, sample_weight)
        value = drawn.exact().value(metric, **options)
        if isinstance(value, Undefined):
            _warn_of_one_class()
        return beside_floats(value)
    if found.kind != INDICATORS:
        raise InputError(f"{found.kind} format is not supported")
    return _warned(_rows(found.values, scores, sample_weight), metric, average, options)


def _warn_of_one_class() -> None:
    warn("Only one class is present in y_true. ROC AUC score is not defined in that case.")


def _warned(rows: _Rows, metric: str, average: str | None, options: dict[str, Any]) -> Any:
    if any(all(line) or not any(line) for line in rows.lines(average)):
        _warn_of_one_class()
    return rows.value(metric, average, **options)


def _multiclass_roc_auc(
    true: list[Any], scores: list[Any], average: str | None, sample_weight: Any, multi_class: str, labels: Any
) -> Any:
    if multi_class == "raise":
        raise InputError("multi_class must be in ('ovo', 'ovr')")
    if not _width(scores):
        raise _needs_rows(scores)
    if any(abs(1 - sum(map(_number, row), Fraction(0))) > Fraction(1, 10**5) for row in scores):
        raise InputError(
            "Target scores need to be probabilities for multiclass roc_auc, i.e. they should sum up to 1.0 over classes"
        )
    averages = (*(("micro",) if multi_class == "ovr" else ()), "macro", "weighted", None)
    if average not in averages:
        raise InputError(f"average must be one of {averages} for multiclass problems")
    if average is None and multi_class == "ovo":
        raise NotImplementedError("average=None is not implemented for multi_class='ovo'.")
    classes = _classes(
        true, scores, labels, "Number of classes in y_true not equal to the number of columns in 'y_score'",
        "Number of given labels, {}, not equal to the number of columns in 'y_score', {}",
    )  # fmt: skip
    if multi_class == "ovr":
        return _warned(_rows(_one_hot(true, classes), scores, sample_weight), "roc_auc", average, {})
    if sample_weight is not None:
        raise InputError(
            "sample_weight is not supported for multiclass one-vs-one ROC AUC, 'sample_weight' must be None in this "
            "case."
        )
    same_length(true, scores)
    present = [at for at, name in enumerate(classes) if name in true]
    if len(present) < 2:
        return NAN
    pairs = Scores(
        [present.index(classes.index(label)) for label in true], [[row[at] for at in present] for row in scores],
        labels=range(len(present)),
    )  # fmt: skip
    return beside_floats(pairs.value("roc_auc", average=average, multi_class="ovo"))


def _number(score: Any) -> Fraction:
    exact = exact_number(score)
    if exact is None:
        raise InputError(f"Input contains {'NaN' if score != score else 'infinity or what is no number'}.")
    return exact


def _classes(true: list[Any], scores: list[Any], labels: Any, lacking: str, unlike: str) -> list[Any]:
    """The classes of the columns of scores: those of y_true, or of `labels`, which are in order; with what is said
    where the columns are not as many.
    """
    columns = max(_width(scores), 2)
    if labels is None:
        found = ordered(true)
        if len(found) != columns:
            raise InputError(lacking)
        return found
    named = _one_column(listed(labels, "labels"))
    if len(set(named)) != len(named):
        raise InputError("Parameter 'labels' must be unique.")
    if sorted(named) != named:
        raise InputError("Parameter 'labels' must be ordered.")
    if len(named) != columns:
        raise InputError(unlike.format(len(named), columns))
    if not set(true) <= set(named):
        raise InputError("'y_true' contains labels not in parameter 'labels'.")
    return named


@checked()
def top_k_accuracy_score(
    y_true: Any, y_score: Any, *, k: int = 2, normalize: bool = True, sample_weight: Any = None, labels: Any = None
) -> Any:
    """The share of the samples whose class has one of the k highest scores; of equal scores the last is the highest.

    >>> top_k_accuracy_score([0, 1, 2, 2], [[0.5, 0.2, 0.2], [0.3, 0.4, 0.2], [0.2, 0.4, 0.3], [0.7, 0.2, 0.1]])
    Exact(3, 4)
    """
    found, scores = target(y_true, "y_true"), _scores(y_score)
    binary = found.kind == "binary" and (labels is None or len(named_labels(labels)) <= 2)
    if found.kind not in ("binary", "multiclass"):
        raise InputError(f"y type must be 'binary' or 'multiclass', got '{found.kind}' instead.")
    if binary and _width(scores) > 1:
        raise InputError(
            f"`y_true` is binary while y_score is 2d with {_width(scores)} classes. If `y_true` does not contain all "
            "the labels, `labels` must be provided."
        )
    if not binary and not _width(scores):
        raise _needs_rows(scores)
    weights = weights_of(sample_weight, len(found.values))
    same_length(found.values, scores, weights)
    classes = _classes(
        found.values, [] if binary else scores, labels,
        f"Number of classes in 'y_true' ({len(ordered(found.values))}) not equal to the number of classes in "
        f"'y_score' ({max(_width(scores), 2)}).You can provide a list of all known classes by assigning it to the "
        "`labels` parameter.",
        "Number of given labels ({}) not equal to the number of classes in 'y_score' ({}).",
    )  # fmt: skip
    if k >= len(classes):
        warn(
            f"'k' ({k}) greater than or equal to 'n_classes' ({len(classes)}) will result in a perfect score and is "
            "therefore meaningless."
        )
    true = [classes.index(label) for label in found.values]
    if binary:
        share, size = _top_of_two(true, [_number(score) for score in _one_column(scores)], k, weights)
    else:
        made = Scores(true, list(map(_ranks, scores)), labels=range(len(classes)), sample_weight=weights)
        share, size = made.value("top_k_accuracy", k=k), made.n
    return beside_floats(share if normalize else share * size)


def _top_of_two(true: list[int], scores: list[Fraction], k: int, weights: Any) -> tuple[Any, Any]:
    """Of two classes the second is the prediction above 1/2, or of scores that are no probabilities above 0."""
    cut = Fraction(1, 2) if min(scores) >= 0 and max(scores) <= 1 else 0
    predicted = [int(score > cut) for score in scores] if k == 1 else true
    matrix = ConfusionMatrix.from_labels(true, predicted, sample_weight=weights)
    return matrix.value("accuracy"), matrix.n


def _ranks(row: list[Any]) -> list[int]:
    """The places of a row of scores in their order, in which no two are equal."""
    order = sorted(range(len(row)), key=lambda at: (_number(row[at]), at))
    return [order.index(at) for at in range(len(row))]


def _label_ranking(metric: str, y_true: Any, y_score: Any, sample_weight: Any, *, one: bool = False) -> Any:
    """A metric of the ranking of labels; `one` label is enough for some."""
    true, scores = listed(y_true, "y_true"), _scores(y_score)
    if not _width(true) or not _width(scores):
        raise InputError("Expected 2D array, got 1D array instead")
    kind = target(y_true, "y_true").kind
    if kind != INDICATORS and not (one and kind == "binary"):
        raise InputError(f"{kind} format is not supported")
    rows = _rows(true, scores, sample_weight)
    return beside_floats(Scores(rows.true, rows.scores, sample_weight=rows.weights).value(metric))


@checked()
def coverage_error(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> Any:
    """How far down the ranking of its scores one has to go to meet all labels of a sample.

    >>> coverage_error([[1, 0, 0], [0, 1, 1]], [[1, 0, 0], [0, 1, 1]])
    Exact(3, 2)
    """
    return _label_ranking("coverage_error", y_true, y_score, sample_weight)


@checked()
def label_ranking_loss(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> Any:
    """The share of the pairs of a label and another in which the other scores as high or higher.

    >>> label_ranking_loss([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]])
    Exact(3, 4)
    """
    return _label_ranking("ranking_loss", y_true, y_score, sample_weight)


@checked()
def label_ranking_average_precision_score(y_true: Any, y_score: Any, *, sample_weight: Any = None) -> Any:
    """The mean share of the labels of a sample among all that score as high or higher.

    >>> label_ranking_average_precision_score([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]])
    Exact(5, 12)
    """
    return _label_ranking("lrap", y_true, y_score, sample_weight, one=True)


GRADED = (INDICATORS, "continuous-multioutput", "multiclass-multioutput")


def _ranked(y_true: Any, y_score: Any, sample_weight: Any, *, ignore_ties: bool) -> tuple[list[Any], list[Any], Any]:
    """Rows of how relevant things are, of their scores (which are all different with `ignore_ties`), and weights."""
    true, scores = listed(y_true, "y_true"), _scores(y_score)
    if (width := _width(true)) == 0 or width != _width(scores):
        raise InputError("Expected rows of y_true and of y_score of the same length.")
    weights = weights_of(sample_weight, len(true))
    same_length(true, scores, weights)
    kind = target(y_true, "y_true").kind
    if kind not in GRADED:
        raise InputError(f"Only {GRADED} formats are supported. Got {kind} instead")
    rows = [list(map(_number, row)) for row in true]
    return rows, list(map(_ranks, scores)) if ignore_ties else scores, weights


@checked(k=ANY_K, log_base=BASE)
def dcg_score(
    y_true: Any, y_score: Any, *, k: int | None = None, log_base: float = 2, sample_weight: Any = None,
    ignore_ties: bool = False,
) -> Any:  # fmt: skip
    """The discounted cumulative gain; a float is read as its shortest decimal.

    >>> gain = dcg_score([[10, 0, 0, 1, 5]], [[0.1, 0.2, 0.3, 4, 70]], k=2)
    >>> print(gain, gain == 5.630929753571458)
    5 + log3(2) True
    """
    rows, scores, weights = _ranked(y_true, y_score, sample_weight, ignore_ties=ignore_ties)
    base: Any = _number(log_base)
    if base == 1:
        raise InputError("log_base is 1: no logarithm has this base.")
    turned = base < 1  # ln(1/b) is minus ln(b)
    options = {"base": 1 / base if turned else base, **({} if k is None else {"k": k})}
    total: Any = Fraction(0)
    for side in (1, -1):  # gains below 0 are taken off
        part = [[max(side * grade, Fraction(0)) for grade in row] for row in rows]
        if side > 0 or any(map(any, part)):
            total = total + side * Scores(part, scores, sample_weight=weights).value("dcg", **options)
    return beside_floats(-total if turned else total)


@checked(k=ANY_K)
def ndcg_score(
    y_true: Any, y_score: Any, *, k: int | None = None, sample_weight: Any = None, ignore_ties: bool = False
) -> Any:
    """The normalized discounted cumulative gain; a float is read as its shortest decimal.

    >>> gain = ndcg_score([[10, 0, 0, 1, 5]], [[0.1, 0.2, 0.3, 4, 70]])
    >>> print(gain)
    (10 + 20*log6(2) + 2*log3(2))/(21 + 10*log3(2))
    >>> gain == 0.6956940443813075
    True
    """
    true = listed(y_true, "y_true")
    if any(_number(grade) < 0 for row in true for grade in (row if isinstance(row, list) else [row])):
        raise InputError("ndcg_score should not be used on negative y_true values.")
    if _width(true) == 1:
        raise InputError("Computing NDCG is only meaningful when there is more than 1 document. Got 1 instead.")
    rows, scores, weights = _ranked(true, y_score, sample_weight, ignore_ties=ignore_ties)
    options = {} if k is None else {"k": k}
    return beside_floats(Scores(rows, scores, sample_weight=weights).value("ndcg", **options))


@checked()
def brier_score_loss(
    y_true: Any, y_proba: Any, *, sample_weight: Any = None, pos_label: Any = None, labels: Any = None,
    scale_by_half: Any = "auto",
) -> Any:  # fmt: skip
    """The Brier score; a float among the probabilities is read as its shortest decimal.

    >>> brier_score_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3])
    Exact(3, 80)
    """
    found, rows = target(y_true, "y_true"), _scores(y_proba, "y_proba")
    width = _width(rows)
    _probabilities(rows)
    weights = weights_of(sample_weight, len(rows))
    same_length(found.values, rows, weights)
    if width > 1:
        true: Any = _coded(found, rows, labels)
        given: Any = rows
    else:
        true, given = _coded_of_two(found, pos_label), _one_column(rows)
    scores = Scores(true, given, labels=range(max(width, 2)), sample_weight=weights)
    halved = width < 3 if scale_by_half == "auto" else scale_by_half
    return beside_floats(scores.value("brier", convention="halved" if halved else "original"))


def _probabilities(rows: list[Any]) -> None:
    """Refuse what is no column and no rows of probabilities."""
    refuse_none(rows)
    width = _width(rows)
    flat = [_number(score) for score in (chain(*rows) if width else rows)]
    for wrong, words in ((max(flat) > 1, f"greater than 1: {max(flat)}"), (min(flat) < 0, f"less than 0: {min(flat)}")):
        if wrong:
            raise InputError(f"y_prob contains values {words.replace('less', 'lower') if width > 1 else words}")


def _renamed(y_proba: Any, y_pred: Any) -> Any:
    """The probabilities, also by their old name."""
    if isinstance(y_pred, str):
        return y_proba
    if y_proba is not None:
        raise InputError("Cannot use both `y_pred` and `y_proba`. `y_pred` is deprecated, use `y_proba` instead.")
    renamed = "`y_pred` was renamed to `y_proba` in version 1.9 and will be removed in 1.11. Use `y_proba` instead."
    warn(renamed, FutureWarning)
    return y_pred


@checked()
def log_loss(
    y_true: Any, y_proba: Any = None, *, normalize: bool = True, sample_weight: Any = None, labels: Any = None,
    y_pred: Any = "deprecated",
) -> Any:  # fmt: skip
    """The log loss, of probabilities clipped to lie between eps and 1 - eps, eps being that of the floats of an array;
    a float among the probabilities is read as its shortest decimal.

    >>> loss = log_loss(["spam", "ham", "ham", "spam"], [[0.1, 0.9], [0.9, 0.1], [0.8, 0.2], [0.35, 0.65]])
    >>> print(loss, float(loss))
    1/2*ln(2) + ln(5) - ln(3) - 1/4*ln(13) 0.21616187468057915
    """
    y_proba = _renamed(y_proba, y_pred)
    found, rows = target(y_true, "y_true"), _scores(y_proba, "y_proba")
    _probabilities(rows)
    weights = weights_of(sample_weight, len(rows))
    same_length(rows, found.values, weights)
    if _width(rows) < 2:
        rows = [[1 - _number(score), _number(score)] for score in _one_column(rows)]
    eps = _resolution(y_proba)
    clipped = [[min(max(_number(score), eps), 1 - eps) for score in row] for row in rows]
    scores = Scores(_coded(found, rows, labels), clipped, labels=range(len(rows[0])), sample_weight=weights)
    value: Any = scores.value("log_loss")
    return beside_floats(value if normalize else value * Fraction(scores.n))


def _one_sample(rows: list[Any]) -> bool:
    """Whether there are too few samples for a D2 score."""
    if len(rows) >= 2:
        return False
    warn("D^2 score is not well-defined with less than two samples.")
    return True


@checked()
def d2_brier_score(
    y_true: Any, y_proba: Any, *, sample_weight: Any = None, pos_label: Any = None, labels: Any = None
) -> Any:
    """1 minus the Brier score divided by that of the shares of the classes.

    >>> d2_brier_score([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3])
    Exact(17, 20)
    """
    found, rows = target(y_true, "y_true"), _scores(y_proba, "y_proba")
    width = _width(rows)
    weights = weights_of(sample_weight, len(rows))
    same_length(rows, found.values, weights)
    if _one_sample(rows):
        return NAN
    _probabilities(rows)
    if width > 1:
        true: Any = _coded(found, rows, labels)
        given: Any = rows
    else:
        true, given = _coded_of_two(found, pos_label), _one_column(rows)
    value = Scores(true, given, labels=range(max(width, 2)), sample_weight=weights).value("d2_brier")
    return -inf if isinstance(value, Undefined) and value.kind == "infinite" else beside_floats(value)


@checked()
def d2_log_loss_score(
    y_true: Any, y_proba: Any = None, *, sample_weight: Any = None, labels: Any = None, y_pred: Any = "deprecated"
) -> Any:
    """1 minus the log loss divided by that of the shares of the classes, of clipped probabilities as in `log_loss`.

    >>> print(d2_log_loss_score([0, 1, 1, 0], [0.5, 0.5, 0.5, 0.5]))
    0
    """
    given = _renamed(y_proba, y_pred)
    found, rows = target(y_true, "y_true"), _scores(given, "y_proba")
    if weights := weights_of(sample_weight, len(rows)):
        same_length(rows, found.values, weights)
    if _one_sample(rows):
        return NAN
    loss: Any = log_loss(y_true, given, sample_weight=sample_weight, labels=labels)
    classes = ordered(found.values if labels is None else named_labels(labels))
    counted = [
        sum(w for w, y in zip(weights or repeat(1), found.values, strict=False) if y == name) for name in classes
    ]
    shares = [Fraction(n) / sum(counted) for n in counted]
    usual: Any = log_loss(y_true, [shares] * len(rows), sample_weight=sample_weight, labels=labels)
    return beside_floats(1 - loss / usual)


@checked()
def hinge_loss(y_true: Any, pred_decision: Any, *, labels: Any = None, sample_weight: Any = None) -> Any:
    """The hinge loss of one column of decisions, or of a column for each class.

    >>> hinge_loss([-1, 1, 1], [-2.18, 2.36, 0.09])
    Exact(91, 300)
    """
    true, rows = _one_column(listed(y_true, "y_true")), _scores(pred_decision, "pred_decision")
    weights = weights_of(sample_weight, len(rows))
    same_length(rows, true, weights)
    classes = ordered(true if labels is None else named_labels(labels))
    if len(classes) > 2:
        if _width(rows) != len(classes):
            raise InputError(
                f"pred_decision must have the shape ({len(true)}, {len(classes)}), a column for each class; it has "
                f"{_width(rows) or 1}. Please include all labels in y_true or pass labels as third argument"
            )
        if outside := set(true) - set(classes):
            raise InputError(f"y contains previously unseen labels: {shown(outside)}")
        coded = [classes.index(label) for label in true]
        return beside_floats(Scores(coded, rows, labels=range(len(classes)), sample_weight=weights).value("hinge_loss"))
    found = ordered(true)
    coded = [int(len(found) > 1 and label == found[-1]) for label in true]
    scores = Scores(coded, _one_column(rows), labels=[0, 1], positive=1, sample_weight=weights)
    return beside_floats(scores.value("hinge_loss"))


def _resolution(values: Any) -> Fraction:
    """The distance of 1 from the next number of the floats of an array; of anything else that of doubles."""
    dtype = getattr(values, "dtype", None)
    if getattr(dtype, "kind", "") != "f" or dtype.itemsize > 8:  # type: ignore[union-attr]
        return Fraction(sys.float_info.epsilon)
    import numpy

    return Fraction(float(numpy.finfo(dtype).eps))


def _coded_of_two(found: Target, pos_label: Any) -> list[int]:
    if found.kind != "binary":
        raise InputError(
            f"The type of the target inferred from y_true is {found.kind} but should be binary according to the shape "
            "of y_prob."
        )
    if pos_label is None and not any(isinstance(label, str) for label in found.values):
        classes = ordered(found.values)
        pos_label = 1 if tuple(classes) in WITHOUT_A_WORD else classes[-1]
    positive = _positive_label(pos_label, found.values)
    return [int(label == positive) for label in found.values]


def _coded(found: Target, rows: list[list[Any]], labels: Any) -> list[int]:
    """The places of the classes among the columns of probabilities."""
    if any(abs(1 - sum(map(_number, row), Fraction(0))) > Fraction(1, 10**7) for row in rows):
        warn("The y_prob values do not sum to one. Make sure to pass probabilities.", UserWarning)
    true = found.values
    if found.kind == INDICATORS:
        if len(true[0]) != len(rows[0]):
            raise InputError(
                f"y_true and y_prob contain different number of classes: {len(true[0])} vs {len(rows[0])}."
            )
        if any(sum(row) != 1 for row in true):
            raise NotImplementedError("probabilities of samples with any number of classes: score each class alone")
        return [row.index(True) for row in true]
    classes = ordered(true if labels is None else named_labels(labels))
    if labels is not None:
        if classes != named_labels(labels):
            warn(
                f"Labels passed were {labels}. But this function assumes labels are ordered lexicographically. Pass "
                f"the ordered labels={classes} and ensure that the columns of y_prob correspond to this ordering.",
                UserWarning,
            )
        if outside := set(true) - set(classes):
            raise InputError(f"y_true contains values {outside} not belonging to the passed labels {labels}.")
    if len(classes) == 1:
        raise InputError(
            f"y_true contains only one label ({classes[0]}). Please provide the list of all expected class labels "
            "explicitly through the labels argument."
            if labels is None
            else f"The labels array needs to contain at least two labels, got {shown(classes)}."
        )
    if len(classes) != len(rows[0]):
        raise InputError(
            f"y_true and y_prob contain different number of classes: {len(classes)} vs {len(rows[0])}. Please provide "
            f"the true labels explicitly through the labels argument. Classes found in y_true: {shown(classes)}"
            if labels is None
            else "The number of classes in labels is different from that in y_prob. Classes found in labels: "
            f"{shown(classes)}"
        )
    return [classes.index(label) for label in true]
