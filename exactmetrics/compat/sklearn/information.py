"""How much two clusterings tell about each other, in nats: metrics of the table that counts the samples by both.

The adjusted score subtracts the mutual information that is expected where the samples of every cluster are drawn anew.
The expectation is exact: the samples that two clusters share are distributed hypergeometrically. Reference: Vinh, Epps
and Bailey 2010, "Information theoretic measures for clusterings comparison", eqs. (9) and (11).

The geometric mean of two entropies is no sum of logarithms unless they are proportional, and a score divided by it no
algebraic number, for the square of a sum of logarithms is the product of two others only then (by Schanuel's
conjecture). Such a score is known by certified bounds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import comb, inf, isinf, isqrt
from typing import Any, Literal

from exactmetrics.api import ConfusionMatrix
from exactmetrics.compat.sklearn.checks import InvalidParameterError, Rule, checked, one_of, real
from exactmetrics.compat.sklearn.clustering import clusterings
from exactmetrics.compat.sklearn.numbers import NAN, Exact, beside_floats
from exactmetrics.exact.certified import Certified
from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import InputError
from exactmetrics.exact.logs import log, log_sum
from exactmetrics.exact.values import Number, enclosure, root

AVERAGE_METHOD = one_of("arithmetic", "max", "min", "geometric")
BETA = Rule(lambda x: real(0, inf)(x) and not isinf(x), "a float in the range [0.0, inf)")
PICKED: dict[str, Any] = {"min": min, "max": max}
ONE = Fraction(1)


def _table(true: Iterable[Any], predicted: Iterable[Any]) -> ConfusionMatrix:
    """The samples by both clusterings; the clusters have numbers, for those of one need not be those of the other."""

    def numbered(column: Iterable[Any]) -> list[int]:
        known: dict[Any, int] = {}
        return [known.setdefault(label, len(known)) for label in column]

    return ConfusionMatrix.from_labels(numbered(true), numbered(predicted))


def _of_table(contingency: Any) -> ConfusionMatrix:
    given = contingency.toarray() if hasattr(contingency, "toarray") else contingency
    rows = given.tolist() if hasattr(given, "tolist") else given
    if not isinstance(rows, (list, tuple)) or not all(isinstance(row, (list, tuple)) for row in rows):
        raise InputError("contingency must be 2D: a row for each class, a column for each cluster")
    cells = [(i, j, size) for i, row in enumerate(rows) for j, size in enumerate(row) if size]
    if not cells:
        raise InputError("contingency counts no sample")
    true, predicted, sizes = zip(*cells, strict=True)
    return ConfusionMatrix.from_labels(true, predicted, sample_weight=sizes)


def _in_nats(table: ConfusionMatrix) -> tuple[Number, Number, Number]:
    """The mutual information, and the entropies of both clusterings."""
    names = ("mutual_information", "reference_entropy", "response_entropy")
    return tuple(table.value(name, convention="natural") for name in names)  # type: ignore[return-value]


@checked()
def mutual_info_score(labels_true: Any, labels_pred: Any, *, contingency: Any = None) -> Any:
    """The mutual information in nats, of labels or of a table of counts.

    >>> print(mutual_info_score([0, 0, 1, 1], [0, 0, 1, 2]))
    ln(2)
    """
    if contingency is not None:
        return beside_floats(_in_nats(_of_table(contingency))[0])
    columns = clusterings(labels_true, labels_pred)
    if not columns[0]:
        raise InputError("no sample, so no mutual information")
    return beside_floats(_in_nats(_table(*columns))[0])


@checked(beta=BETA)
def homogeneity_completeness_v_measure(labels_true: Any, labels_pred: Any, *, beta: float = 1.0) -> tuple[Any, ...]:
    """Homogeneity, completeness and V-measure; 1 where nothing is to be told, as of one cluster.

    >>> print(*homogeneity_completeness_v_measure([0, 0, 1, 1], [0, 0, 1, 2]))
    1 2/3 4/5
    """
    columns = clusterings(labels_true, labels_pred)
    if not columns[0]:
        return (Exact(1),) * 3
    shared, entropy, other = _in_nats(_table(*columns))
    weight = exact_number(int(beta) if isinstance(beta, bool) else beta)
    if weight is None:
        raise InvalidParameterError(f"beta must be a rational number or a float. Got {beta!r} instead.")
    below = entropy + weight * other
    shares = [shared / whole if whole else ONE for whole in (entropy, other)]
    both = (1 + weight) * shared / below if below else NAN if other else ONE  # homogeneity alone, of one class: 0/0
    return tuple(map(beside_floats, (*shares, both)))


@checked()
def homogeneity_score(labels_true: Any, labels_pred: Any) -> Any:
    """How much of what the class of a sample tells its cluster tells too.

    >>> print(homogeneity_score([0, 0, 1, 2], [0, 0, 1, 1]))
    2/3
    """
    return homogeneity_completeness_v_measure(labels_true, labels_pred)[0]


@checked()
def completeness_score(labels_true: Any, labels_pred: Any) -> Any:
    """How much of what the cluster of a sample tells its class tells too.

    >>> print(completeness_score([0, 0, 1, 1], [0, 0, 1, 2]))
    2/3
    """
    return homogeneity_completeness_v_measure(labels_true, labels_pred)[1]


@checked(beta=BETA)
def v_measure_score(labels_true: Any, labels_pred: Any, *, beta: float = 1.0) -> Any:
    """The harmonic mean of homogeneity and completeness, with weights 1 and beta.

    >>> print(v_measure_score([0, 0, 1, 1], [0, 0, 1, 2]))
    4/5
    """
    return homogeneity_completeness_v_measure(labels_true, labels_pred, beta=beta)[2]


@checked(average_method=AVERAGE_METHOD)
def normalized_mutual_info_score(labels_true: Any, labels_pred: Any, *, average_method: str = "arithmetic") -> Any:
    """The mutual information, divided by a mean of both entropies; 1 where both have one cluster.

    >>> print(normalized_mutual_info_score([0, 0, 1, 1], [0, 0, 1, 2]))
    4/5
    >>> print(normalized_mutual_info_score([0, 0, 1, 1], [0, 0, 1, 2], average_method="geometric"))
    sqrt(6)/3
    """
    columns = clusterings(labels_true, labels_pred)
    if all(len(set(column)) <= 1 for column in columns):
        return Exact(1)
    shared, *entropies = _in_nats(_table(*columns))
    return beside_floats(_over_mean(shared, entropies, average_method) if shared else Fraction(0))


@checked(average_method=AVERAGE_METHOD)
def adjusted_mutual_info_score(labels_true: Any, labels_pred: Any, *, average_method: str = "arithmetic") -> Any:
    """The mutual information above the expected one, divided by the most that it may be above it: a mean of entropies.

    >>> print(adjusted_mutual_info_score([0, 0, 1, 1], [0, 0, 1, 2]))
    4/7
    """
    columns = clusterings(labels_true, labels_pred)
    true, predicted = map(Counter, columns)
    if len(true) <= 1 and len(predicted) <= 1:
        return Exact(1)
    if len(true) == 1 or len(predicted) == 1:
        return Exact(0)
    shared, *entropies = _in_nats(_table(*columns))
    expected = entropies[0] + entropies[1] - _expected_joint_entropy(true, predicted, len(columns[0]))
    return beside_floats(_over_mean(shared - expected, entropies, average_method, expected))


def _expected_joint_entropy(true: Counter[Any], predicted: Counter[Any], n: int) -> Number:
    """The entropy of the pairs of labels, expected over all ways to hand the predicted labels to the samples.

    Of b samples that are drawn for a cluster, x are of a class of a samples in comb(a, x) comb(n - a, b - x) of the
    comb(n, b) ways.
    """
    ways: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for b, clusters in Counter(predicted.values()).items():
        for a, classes in Counter(true.values()).items():
            x = max(1, a + b - n)
            drawn = comb(a, x) * comb(n - a, b - x)
            while x <= min(a, b):
                ways[b][x] += classes * clusters * x * drawn
                drawn = drawn * (a - x) * (b - x) // ((x + 1) * (n - a - b + x + 1))
                x += 1
    factors: dict[int, Fraction] = defaultdict(Fraction)
    for b, found in ways.items():
        for x, times in found.items():
            factors[x] += Fraction(times, n * comb(n, b))
    return log(n) - log_sum(factors)


def _over_mean(top: Number, entropies: Sequence[Any], method: str, less: Number = Fraction(0)) -> Number:
    """A number divided by a mean of two entropies, less another number; 1 where nothing is above that."""
    if method == "geometric":
        ratio, part, missing = (x / entropies[1] for x in (entropies[0], top, less))
        factor = root(ratio) if isinstance(ratio, Fraction) else None
        if factor is not None and isinstance(part, Fraction) and isinstance(missing, Fraction):
            above = factor - missing
            return part / above if above else ONE
        if not isinstance(factor, Fraction):
            a, b = sorted(entropies)  # in whichever order they are given
            return Certified(_OverGeometricMean(top, a, b, less)) if top else Fraction(0)
        mean = factor * entropies[1]
    else:
        mean = (entropies[0] + entropies[1]) / 2 if method == "arithmetic" else PICKED[method](entropies)
    above = mean - less
    return top / above if above else ONE


@dataclass(frozen=True, slots=True)
class _OverGeometricMean:
    """A number divided by the geometric mean of two others, less another one."""

    top: Number
    a: Number
    b: Number
    less: Number

    exactness: Literal["transcendental"] = "transcendental"

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        """Two rationals around it, about 2**-bits apart."""
        for more in count():
            fine = bits + 8 << more
            top, a, b, less = (enclosure(x, fine) for x in (self.top, self.a, self.b, self.less))
            low = _root_below(a[0] * b[0], fine) - less[1]
            high = _root_below(a[1] * b[1], fine) + Fraction(1, 1 << fine) - less[0]
            if low > 0:
                corners = [x / y for x in top for y in (low, high)]
                if max(corners) - min(corners) <= Fraction(1, 1 << bits):
                    return min(corners), max(corners)
        raise AssertionError


def _root_below(x: Fraction, bits: int) -> Fraction:
    """Units of 2**-bits below the square root."""
    return Fraction(isqrt((x.numerator << 2 * bits) // x.denominator), 1 << bits)
