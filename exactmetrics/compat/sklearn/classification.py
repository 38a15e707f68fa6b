"""Metrics of classes and predictions: each translates its arguments into counts and one request."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from math import inf, isinf
from numbers import Integral, Real
from typing import Any, NamedTuple

from exactmetrics.api import ConfusionMatrix, OneVsRest
from exactmetrics.compat.sklearn.checks import (
    Rule,
    checked,
    is_nan,
    one_of,
    warn,
)
from exactmetrics.compat.sklearn.numbers import NAN, Exact, as_array, beside_floats
from exactmetrics.compat.sklearn.targets import INDICATORS, Targets, listed, shown, targets
from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import InputError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.exact_count import simplest

# What is lacking where a ratio is 0/0, as the warnings say it.
LACKING = {"precision": "predicted", "recall": "true", "f-score": "true nor predicted", "jaccard": "true or predicted"}
KAPPAS = {None: "kappa", "linear": "linearly_weighted_kappa", "quadratic": "quadratically_weighted_kappa"}


@checked()
def accuracy_score(y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> Any:
    """The share of the samples whose prediction is right, or with `normalize=False` their number.

    >>> accuracy_score([0, 1, 2, 3], [0, 2, 1, 3])
    Exact(1, 2)
    """
    return _share("accuracy", targets(y_true, y_pred, sample_weight), normalize)


@checked()
def zero_one_loss(y_true: Any, y_pred: Any, *, normalize: bool = True, sample_weight: Any = None) -> Any:
    """The share of the samples whose prediction is wrong, or with `normalize=False` their number.

    >>> zero_one_loss([0, 1, 2, 3], [0, 2, 1, 3], normalize=False)
    Exact(2, 1)
    """
    return _share("error_rate", targets(y_true, y_pred, sample_weight), normalize)


@checked()
def hamming_loss(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> Any:
    """The share of the labels that are wrong.

    >>> hamming_loss([[0, 1], [1, 1]], [[0, 0], [1, 1]])
    Exact(1, 4)
    """
    found = targets(y_true, y_pred, sample_weight)
    if found.kind == INDICATORS:  # every entry is a sample of its own
        width, weights = len(found.present), found.weights
        found = found._replace(
            true=list(chain(*found.true)), predicted=list(chain(*found.predicted)),
            weights=None if weights is None else [weight for weight in weights for _ in range(width)],
        )  # fmt: skip
    return _share("error_rate", found, True)


def _share(metric: str, found: Targets, normalize: bool) -> Any:
    """A share of the samples; of samples with any number of classes, each set of them is a class."""
    true, predicted = ([tuple(x) if isinstance(x, list) else x for x in side] for side in (found.true, found.predicted))
    matrix = ConfusionMatrix.from_labels(true, predicted, sample_weight=found.weights)
    share = matrix.value(metric)
    return beside_floats(share if normalize else share * matrix.n)


@checked(normalize=one_of("true", "pred", "all", None))
def confusion_matrix(
    y_true: Any, y_pred: Any, *, labels: Any = None, sample_weight: Any = None, normalize: str | None = None
) -> Any:
    """The counts, one row for each true class; or their exact shares.

    >>> confusion_matrix([0, 0, 1], [0, 1, 1]).tolist()
    [[1, 1], [0, 1]]
    """
    matrix = _matrix(targets(y_true, y_pred, sample_weight), labels)
    rows = matrix.rows
    totals = {
        "true": [[sum(row)] * len(rows) for row in rows],
        "pred": [list(map(sum, zip(*rows, strict=True)))] * len(rows),
        "all": [[matrix.n] * len(rows)] * len(rows),
    }
    cells: list[Any] = list(chain(*rows))
    if normalize is not None:
        below = chain(*totals[normalize])
        cells = [Fraction(cell) / total if total else Fraction(0) for cell, total in zip(cells, below, strict=True)]
    return as_array(cells, (len(rows), len(rows)))


def _matrix(found: Targets, labels: Any) -> ConfusionMatrix:
    """The matrix of the labels; samples with another label on either side are left out."""
    if found.kind == INDICATORS:
        raise InputError(f"{found.kind} is not supported")
    names = found.named(labels)
    if not names:
        raise InputError("'labels' should contain at least one label.")
    if not set(names) & set(found.true):
        raise InputError("At least one label specified must be in y_true")
    if len(names) == 1:
        warn(
            "A single label was found in 'y_true' and 'y_pred'. For the confusion matrix to have the correct shape, "
            "use the 'labels' parameter to pass all known labels.",
            UserWarning,
        )
    rows = found.counts(names).reorder([*names, *(x for x in found.present if x not in names)]).rows
    return ConfusionMatrix([row[: len(names)] for row in rows[: len(names)]], labels=names)


@checked()
def multilabel_confusion_matrix(
    y_true: Any, y_pred: Any, *, sample_weight: Any = None, labels: Any = None, samplewise: bool = False
) -> Any:
    """The 2x2 matrix [[tn, fp], [fn, tp]] of every class, or with `samplewise` of every sample.

    >>> multilabel_confusion_matrix(["a", "b", "b"], ["a", "a", "b"]).tolist()
    [[[1, 1], [0, 1]], [[1, 0], [1, 1]]]
    """
    found = targets(y_true, y_pred, sample_weight)
    names = found.named(labels)
    counts = found.counts(names, samplewise=samplewise)
    asked: Sequence[Any] = names
    times: Sequence[Any] = [1] * len(names)
    if samplewise:
        asked, times = list(counts.labels), found.weights or [1] * len(counts.labels)
    blocks = counts if isinstance(counts, OneVsRest) else counts.building_blocks()
    cells = [
        blocks.counts(name)[count] * weight
        for name, weight in zip(asked, times, strict=True)
        for count in ("tn", "fp", "fn", "tp")
    ]
    return as_array(cells, (len(asked), 2, 2))


class _Asked(NamedTuple):
    """Counts, the classes that a question is about, how they are averaged, and what stands for 0/0."""

    counts: Any
    over: list[Any]
    average: str | None
    weights: dict[Any, Any] | None  # of the samples, where these are averaged
    zero_division: Any

    def values(self, metric: str, **parameters: Any) -> Sequence[Any]:
        """The values that the question averages, or those of the classes."""
        if self.average == "micro":
            return [self.counts.value(metric, average="micro", over=self.over, **parameters)]
        found = self.counts.values(metric, **parameters)
        return [found[label] for label in self.over]

    def answer(self, name: str, metric: str, warn_for: Sequence[str], **parameters: Any) -> Any:
        """The number, or those of the classes, with a warning where one is 0/0."""
        values = self.values(metric, **parameters)
        lacking = any(isinstance(value, Undefined) for value in values)
        if lacking and name in warn_for and self.zero_division == "warn":
            axes = ("label", "sample") if self.average == "samples" else ("sample", "label")
            where = "due to" if len(values) == 1 else f"in {axes[1]}s with"
            warn(
                f"{name.capitalize()} is ill-defined and being set to 0.0 {where} no {LACKING[name]} {axes[0]}s. Use "
                "`zero_division` parameter to control this behavior."
            )
        stands = 0 if self.zero_division == "warn" else self.zero_division
        settled = [(NAN if is_nan(stands) else Fraction(stands)) if isinstance(v, Undefined) else v for v in values]
        if self.average is None:
            return as_array(settled)
        if self.average == "micro":
            return beside_floats(settled[0])
        how: dict[str, Any] = {"average": "macro", "undefined": "omit" if is_nan(stands) else int(stands)}
        if self.weights is not None:
            how |= {"average": "weighted", "weights": self.weights}
        if self.average == "weighted":  # without any weight the mean is plain
            support = self.counts.values("support")
            counted = [support[label] for label, value in zip(self.over, settled, strict=True) if not is_nan(value)]
            how["average"] = "weighted" if any(counted) else "macro"
        return beside_floats(self.counts.value(metric, over=self.over, **how, **parameters))


def _asked(
    y_true: Any, y_pred: Any, labels: Any, pos_label: Any, average: str | None, sample_weight: Any, zero_division: Any
) -> _Asked:
    found = targets(y_true, y_pred, sample_weight)
    names = found.named(labels)
    if average == "binary":
        names, average = [_positive(found, pos_label)], "macro"
    elif pos_label is not None and pos_label != 1:
        warn(
            f"Note that pos_label (set to {pos_label!r}) is ignored when average != 'binary' (got {average!r}). You "
            "may use labels=[pos_label] to specify a single positive class.",
            UserWarning,
        )
    counts, weights = found.counts(names, samplewise=average == "samples"), None
    if average == "samples":
        names = list(counts.labels)
        weights = None if found.weights is None else dict(zip(names, found.weights, strict=True))
    return _Asked(counts, names, average, weights, zero_division)


def _positive(found: Targets, pos_label: Any) -> Any:
    if found.kind != "binary":
        averages = [None, "micro", "macro", "weighted", *(["samples"] if found.kind == INDICATORS else [])]
        raise InputError(
            f"Target is {found.kind} but average='binary'. Please choose another average setting, one of {averages}."
        )
    if pos_label not in found.present and len(found.present) >= 2:
        raise InputError(f"pos_label={pos_label} is not a valid label. It should be one of {shown(found.present)}")
    return found.named([pos_label])[0]


@checked(warn_for=Rule(lambda x: isinstance(x, (list, tuple, set)), "a list, a tuple or a set"))
def precision_recall_fscore_support(
    y_true: Any, y_pred: Any, *, beta: float = 1.0, labels: Any = None, pos_label: Any = 1,
    average: str | None = None, warn_for: Any = ("precision", "recall", "f-score"), sample_weight: Any = None,
    zero_division: Any = "warn",
) -> tuple[Any, Any, Any, Any]:  # fmt: skip
    """Precision, recall, F-score and support of every class, or averaged, without support.

    >>> precision_recall_fscore_support([0, 1, 1, 0], [0, 1, 0, 0], average="macro")
    (Exact(5, 6), Exact(3, 4), Exact(11, 15), None)
    """
    asked = _asked(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)
    metric, parameters = _fscore(beta)
    found = [
        asked.answer("precision", "precision", warn_for),
        asked.answer("recall", "recall", warn_for),
        asked.answer("f-score", metric, warn_for if metric == "fbeta" else (), **parameters),
    ]
    support = as_array([simplest(value) for value in asked.values("support")]) if average is None else None
    return found[0], found[1], found[2], support


def _fscore(beta: Any) -> tuple[str, dict[str, Any]]:
    """F-beta, which for a beta of 0 or without end is precision or recall."""
    if not beta or isinf(beta):
        return ("recall" if beta else "precision"), {}
    return "fbeta", {"beta": exact_number(beta)}


@checked()
def precision_score(
    y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1, average: str | None = "binary",
    sample_weight: Any = None, zero_division: Any = "warn",
) -> Any:  # fmt: skip
    """Precision.

    >>> precision_score([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1], average="macro")
    Exact(2, 9)
    """
    asked = _asked(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)
    return asked.answer("precision", "precision", ("precision",))


@checked()
def recall_score(
    y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1, average: str | None = "binary",
    sample_weight: Any = None, zero_division: Any = "warn",
) -> Any:  # fmt: skip
    """Recall.

    >>> recall_score([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1], average="macro")
    Exact(1, 3)
    """
    asked = _asked(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)
    return asked.answer("recall", "recall", ("recall",))


@checked()
def f1_score(
    y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1, average: str | None = "binary",
    sample_weight: Any = None, zero_division: Any = "warn",
) -> Any:  # fmt: skip
    """The F1 score.

    >>> f1_score([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1], average="macro")
    Exact(4, 15)
    """
    asked = _asked(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)
    return asked.answer("f-score", "f1", ("f-score",))


@checked()
def fbeta_score(
    y_true: Any, y_pred: Any, *, beta: float, labels: Any = None, pos_label: Any = 1, average: str | None = "binary",
    sample_weight: Any = None, zero_division: Any = "warn",
) -> Any:  # fmt: skip
    """The F-beta score; a float `beta` is read as its shortest decimal.

    >>> fbeta_score([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1], average="macro", beta=0.5)
    Exact(5, 21)
    """
    asked = _asked(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)
    metric, parameters = _fscore(beta)
    return asked.answer("f-score", metric, ("f-score",) if metric == "fbeta" else (), **parameters)


@checked(zero_division=Rule(lambda x: x == "warn" or x in (0, 1), "a float among {0, 1} or 'warn'"))
def jaccard_score(
    y_true: Any, y_pred: Any, *, labels: Any = None, pos_label: Any = 1, average: str | None = "binary",
    sample_weight: Any = None, zero_division: Any = "warn",
) -> Any:  # fmt: skip
    """The Jaccard index.

    >>> jaccard_score([0, 1, 2, 0], [0, 1, 1, 0], average=None).tolist()
    [Exact(1, 1), Exact(1, 2), Exact(0, 1)]
    """
    asked = _asked(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)
    return asked.answer("jaccard", "jaccard", ("jaccard",))


@checked()
def matthews_corrcoef(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> Any:
    """The Matthews correlation coefficient: a root, or a fraction where it is one.

    >>> print(matthews_corrcoef([1, 1, 1, 0], [1, 0, 1, 1]), matthews_corrcoef([1, 1, 1, 0, 0], [1, 0, 1, 1, 0]))
    -1/3 1/6
    """
    return beside_floats(_matrix(targets(y_true, y_pred, sample_weight), None).value("mcc", undefined=0))


@checked()
def cohen_kappa_score(
    y1: Any, y2: Any, *, labels: Any = None, weights: str | None = None, sample_weight: Any = None,
    replace_undefined_by: float = NAN,
) -> Any:  # fmt: skip
    """Cohen's kappa, with errors weighted alike, or by the distance of the classes or its square.

    >>> cohen_kappa_score(["no", "no", "yes", "yes"], ["no", "yes", "yes", "yes"])
    Exact(1, 2)
    """
    try:
        matrix = _matrix(targets(y1, y2, sample_weight), labels)
    except InputError as error:
        if "must be in y_true" not in str(error):
            raise
        raise InputError(
            "At least one label in `labels` must be present in `y1` (even though `cohen_kappa_score` is otherwise "
            "agnostic to the order of `y1` and `y2`)."
        ) from error
    value = matrix.value(KAPPAS[weights]) if len(matrix.labels) > 1 and matrix.n else None
    if value is None or isinstance(value, Undefined):
        lacking = (
            "`y1`, `y2` and `labels` have only one label in common. "
            if matrix.n
            else "`y2` contains no labels that are present in both `y1` and `labels`."
        )
        warn(
            f"{lacking}`cohen_kappa_score` is undefined and set to the value defined by the `replace_undefined_by` "
            f"param, which is set to {replace_undefined_by}."
        )
        return _stand_in(replace_undefined_by)
    return beside_floats(value)


def _stand_in(value: Any) -> Any:
    """The number that a caller has stand for a value that does not exist."""
    exact = exact_number(value)
    return value if exact is None else beside_floats(exact)


@checked(replace_undefined_by=Rule(lambda x: isinstance(x, dict) or is_nan(x) or x == 1, "1.0, nan or a dict"))
def class_likelihood_ratios(
    y_true: Any, y_pred: Any, *, labels: Any = None, sample_weight: Any = None, replace_undefined_by: Any = NAN
) -> tuple[Any, Any]:
    """The positive and the negative likelihood ratio of two classes, the second of which is the positive one.

    >>> class_likelihood_ratios([0, 1, 0, 1, 0], [1, 1, 0, 0, 0])
    (Exact(3, 2), Exact(3, 4))
    """
    found = targets(y_true, y_pred, sample_weight)
    if found.kind != "binary":
        raise InputError(
            f"class_likelihood_ratios only supports binary classification problems, got targets of type: {found.kind}"
        )
    stands = _likelihood_stand_ins(replace_undefined_by)
    matrix = _matrix(found, labels)
    if len(matrix.labels) != 2:
        raise InputError(f"there is one class only, {matrix.labels[0]!r}: name both with labels=.")
    negative, positive = (matrix.building_blocks().counts(label) for label in matrix.labels)
    if not positive["support"]:
        warn(
            "No samples of the positive class are present in `y_true`. `positive_likelihood_ratio` and "
            "`negative_likelihood_ratio` are both set to `np.nan`. Use the `replace_undefined_by` param to control "
            "this behavior."
        )
    ratios = []
    for key, metric, name, below in (
        ("LR+", "plr", "positive", positive["fp"]), ("LR-", "nlr", "negative", negative["tp"])
    ):  # fmt: skip
        if not below:
            none = key == "LR+" and not positive["tp"]
            begins = "No samples were predicted for the positive class and " if none else ""
            warn(
                f"{begins}`{name}_likelihood_ratio` is {'' if none else 'ill-defined and '}set to `np.nan`. Use the "
                "`replace_undefined_by` param to control this behavior."
            )
        ratios.append(beside_floats(matrix.value(metric, label=matrix.labels[1])) if below else stands[key])
    return ratios[0], ratios[1]


def _likelihood_stand_ins(given: Any) -> dict[str, Any]:
    if not isinstance(given, dict):
        return dict.fromkeys(("LR+", "LR-"), _stand_in(given))
    bounds = {"LR+": (1, inf), "LR-": (0, 1)}
    for key, (low, high) in bounds.items():
        value = given.get(key)
        if not isinstance(value, Real) or not (is_nan(value) or low <= float(value) <= high):
            raise InputError(
                "The dictionary passed as `replace_undefined_by` needs to be in the form `{'LR+': `value_1`, 'LR-': "
                "`value_2`}` where the value for `LR+` ranges from `1.0` to `np.inf` or is `np.nan` and the value for "
                f"`LR-` ranges from `0.0` to `1.0` or is `np.nan`; got `{given}`."
            )
    return {key: _stand_in(given[key]) for key in bounds}


@checked()
def balanced_accuracy_score(y_true: Any, y_pred: Any, *, sample_weight: Any = None, adjusted: bool = False) -> Any:
    """The mean recall of the classes that have samples; with `adjusted` 0 is random guessing.

    >>> balanced_accuracy_score([0, 1, 0, 0, 1, 0], [0, 1, 0, 0, 0, 1])
    Exact(5, 8)
    """
    matrix = _matrix(targets(y_true, y_pred, sample_weight), None)
    found = matrix.building_blocks()
    rows = [found.counts(label) for label in matrix.labels]
    kept = [row for row in rows if row["support"]]
    if len(kept) < len(rows):
        warn("y_pred contains classes not in y_true", UserWarning)
    tp, support, predicted = ([row[name] for row in kept] for name in ("tp", "support", "predicted"))
    of_true = OneVsRest(
        Blocks(range(len(kept)), n=matrix.n, tp=tp, support=support, predicted=predicted, partition=False)
    )
    return beside_floats(of_true.value("adjusted_balanced_accuracy" if adjusted else "balanced_accuracy"))


@checked()
def classification_report(
    y_true: Any, y_pred: Any, *, labels: Any = None, target_names: Any = None, sample_weight: Any = None,
    digits: int = 2, output_dict: bool = False, zero_division: Any = "warn",
) -> Any:  # fmt: skip
    """Precision, recall, F1 and support of the classes and their averages, as text or with `output_dict` exactly.

    >>> classification_report([0, 1, 1], [0, 1, 0], output_dict=True)["macro avg"]["recall"]
    Exact(3, 4)
    """
    found = targets(y_true, y_pred, sample_weight)
    names = found.named(labels)
    target_names = None if target_names is None else listed(target_names, "target_names")
    if target_names is not None and len(names) != len(target_names):
        if labels is None:
            raise InputError(
                f"Number of classes, {len(names)}, does not match size of target_names, {len(target_names)}. Try "
                "specifying the labels parameter"
            )
        warn(f"labels size, {len(names)}, does not match size of target_names, {len(target_names)}", UserWarning)
    called = [str(name) for name in (names if target_names is None else target_names)]
    options = {"labels": names, "sample_weight": sample_weight, "zero_division": zero_division}
    columns = precision_recall_fscore_support(y_true, y_pred, average=None, **options)
    lines = dict(zip(called, zip(*columns, strict=True), strict=False))
    total = sum(columns[3])
    if sample_weight is not None and not output_dict:
        lines, total = {name: (*line[:3], float(line[3])) for name, line in lines.items()}, float(total)
    pooled = "accuracy" if found.kind != INDICATORS and set(names) >= set(found.present) else "micro avg"
    averages = {}
    for average in ("micro", "macro", "weighted", *(["samples"] if found.kind == INDICATORS else [])):
        values = precision_recall_fscore_support(y_true, y_pred, average=average, **options)
        averages[pooled if average == "micro" else f"{average} avg"] = (*values[:3], total)
    if not output_dict:
        return _report_text(lines, averages, digits)
    heads = ("precision", "recall", "f1-score", "support")
    made: dict[str, Any] = {
        name: {head: Exact(int(v)) if isinstance(v, Integral) else v for head, v in zip(heads, line, strict=True)}
        for name, line in (lines | averages).items()
    }
    return made | ({"accuracy": made["accuracy"]["precision"]} if pooled == "accuracy" else {})


def _report_text(lines: dict[str, Any], averages: dict[str, Any], digits: int) -> str:
    width = max(*map(len, lines), len("weighted avg"), digits)
    heads = ("precision", "recall", "f1-score", "support")
    text = f"{'':>{width}s} " + "".join(f" {head:>9}" for head in heads) + "\n\n"
    for number, (name, line) in enumerate([*lines.items(), *averages.items()]):
        values = [f"{'nan' if is_nan(value) else decimal(value, places=digits):>9}" for value in line[:3]]
        if name == "accuracy" and number >= len(lines):
            values[:2] = [f"{'':>9}"] * 2
        text += f"{name:>{width}s}  {' '.join(values)} {line[3]!s:>9}\n" + "\n" * (number == len(lines) - 1)
    return text
