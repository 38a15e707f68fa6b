"""Metrics of samples with any number of labels, written on plain sets, in Fractions: nothing of the package runs here.

A metric gets two sets, Y (true) and Z (predicted), all that might be in them, and what an element weighs. Of a label
they are the samples that have it, of a sample its labels, and of a micro average pairs of a sample and a label.

Reference: Tsoumakas, Katakis and Vlahavas 2010, "Mining Multi-label Data", section 7.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from tests.oracle.scores import NoValue, total
from tests.oracle.surd import sqrt

Set = frozenset[Any]


class Pair(NamedTuple):
    """What is true (Y) and what is predicted (Z), and all there is."""

    y: Set
    z: Set
    all: Set
    weight: Callable[[Hashable], Fraction]

    def of(self, elements: Set) -> Fraction:
        return total(map(self.weight, elements))


def f(c: Pair, beta: Fraction) -> Fraction:
    return (1 + beta**2) * c.of(c.y & c.z) / (beta**2 * c.of(c.y) + c.of(c.z))


def phi(c: Pair) -> Any:
    y, z, n = c.of(c.y), c.of(c.z), c.of(c.all)
    if not y * z * (n - y) * (n - z):
        raise ZeroDivisionError
    return (n * c.of(c.y & c.z) - y * z) / sqrt(y * (n - y) * z * (n - z))


KNOWN: dict[str, Callable[..., Any]] = {
    "precision": lambda c: c.of(c.y & c.z) / c.of(c.z),
    "recall": lambda c: c.of(c.y & c.z) / c.of(c.y),
    "f1": lambda c: f(c, Fraction(1)),
    "fbeta": f,
    "jaccard": lambda c: c.of(c.y & c.z) / c.of(c.y | c.z),
    "specificity": lambda c: c.of(c.all - c.y - c.z) / c.of(c.all - c.y),
    "npv": lambda c: c.of(c.all - c.y - c.z) / c.of(c.all - c.z),
    "fnr": lambda c: c.of(c.y - c.z) / c.of(c.y),
    "fpr": lambda c: c.of(c.z - c.y) / c.of(c.all - c.y),
    "class_accuracy": lambda c: c.of(c.all - (c.y ^ c.z)) / c.of(c.all),
    "class_error_rate": lambda c: c.of(c.y ^ c.z) / c.of(c.all),
    "mcc": phi,
    "tp": lambda c: c.of(c.y & c.z),
    "fp": lambda c: c.of(c.z - c.y),
    "fn": lambda c: c.of(c.y - c.z),
    "tn": lambda c: c.of(c.all - c.y - c.z),
}


def harmonic(p: Fraction, r: Fraction, beta: Fraction = Fraction(1)) -> Fraction:
    """F of a precision and a recall."""
    return (1 + beta**2) * p * r / (beta**2 * p + r)


@dataclass(frozen=True)
class Rows:
    """The true and the predicted labels of each sample, as sets of places, and the weights of the samples."""

    true: Sequence[Set]
    pred: Sequence[Set]
    labels: int
    weights: Sequence[Fraction]

    @property
    def n(self) -> Fraction:
        return total(self.weights)

    def of_label(self, label: int) -> Pair:
        sides = (frozenset(at for at, row in enumerate(side) if label in row) for side in (self.true, self.pred))
        return Pair(*sides, frozenset(range(len(self.true))), self.weights.__getitem__)

    def of_sample(self, at: int) -> Pair:
        return Pair(self.true[at], self.pred[at], frozenset(range(self.labels)), lambda label: Fraction(1))

    def of_all(self) -> Pair:
        sides = (frozenset((at, i) for at, row in enumerate(side) for i in row) for side in (self.true, self.pred))
        everything = frozenset((at, i) for at in range(len(self.true)) for i in range(self.labels))
        return Pair(*sides, everything, lambda pair: self.weights[pair[0]])  # type: ignore[index]

    def subset_accuracy(self) -> Fraction:
        same = [w for y, z, w in zip(self.true, self.pred, self.weights, strict=True) if y == z]
        return total(same) / self.n

    def hamming_loss(self) -> Fraction:
        """The symmetric difference of true and predicted labels, of all labels."""
        wrong = [w * len(y ^ z) for y, z, w in zip(self.true, self.pred, self.weights, strict=True)]
        return total(wrong) / (self.n * self.labels)


WHOLE: dict[str, Callable[[Rows], Fraction]] = {
    "subset_accuracy": Rows.subset_accuracy, "hamming_loss": Rows.hamming_loss
}  # fmt: skip


def label_set_answer(case: Mapping[str, Any], data: Mapping[str, Any]) -> Any:
    """The value of a case of the file of label sets, or why there is none: "0/0" or "no class"."""
    options = dict(case["options"])
    policy, combine = options.pop("undefined", "propagate"), options.pop("combine", "scores")
    parameters = {name: Fraction(given) for name, given in options.items()}
    rows = read(data)
    label = None if case["label"] is None else data["labels"].index(case["label"])
    try:
        if case["metric"] in WHOLE:
            return WHOLE[case["metric"]](rows)
        if combine == "averages":
            means = (value(rows, name, case["average"], None, policy, {}) for name in ("precision", "recall"))
            return settled(lambda p, r: harmonic(p, r, **parameters), policy)(*means)
        return value(rows, case["metric"], case["average"], label, policy, parameters)
    except NoValue as none:
        return "no class" if none.no_class else "0/0"


def value(
    rows: Rows, metric: str, average: str | None, label: int | None, policy: str, parameters: Mapping[str, Fraction]
) -> Any:
    """A metric of a label or of an average; NoValue where it has no value under the policy."""
    define = settled(lambda pair: KNOWN[metric](pair, **parameters), policy)
    if label is not None:
        return define(rows.of_label(label))
    if average == "micro":
        return define(rows.of_all())
    if average == "samples":
        terms = [(rows.of_sample(at), weight) for at, weight in enumerate(rows.weights)]
    else:
        pairs = [rows.of_label(place) for place in range(rows.labels)]
        terms = [(pair, pair.of(pair.y) if average == "weighted" else Fraction(1)) for pair in pairs]
    top = bottom = Fraction(0)
    for pair, weight in terms:
        if not weight:
            continue
        try:
            found = define(pair)
        except NoValue as none:
            if none.omit:
                continue
            raise
        top, bottom = top + weight * found, bottom + weight
    if not bottom:
        raise NoValue(no_class=True)
    return top / bottom


def settled(define: Callable[..., Any], policy: str) -> Callable[..., Any]:
    """A formula whose 0/0 is what the policy says."""

    def run(*given: Any) -> Any:
        try:
            return define(*given)
        except ZeroDivisionError:
            if policy in ("0", "1"):
                return Fraction(policy)
            raise NoValue(omit=policy == "omit") from None

    return run


def read(data: Mapping[str, Any]) -> Rows:
    """The rows of an input."""
    sides = ([frozenset(i for i, x in enumerate(row) if x) for row in data[side]] for side in ("y_true", "y_pred"))
    weights = data.get("sample_weight", [1] * len(data["y_true"]))
    return Rows(*sides, len(data["labels"]), [Fraction(w) for w in weights])
