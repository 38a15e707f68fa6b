"""What is known of wrong answers: rows of a data file, each a kind of mistake with the finding that shows it.

A row says for which peer and metrics it holds, and on what inputs such a mistake is due. An answer that is wrong and
that no row covers is news.

A formula that cancels gives numbers within a bound that follows from the counts: so many units of the precision times
what is subtracted. An answer beyond the bound is not excused by it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import inf, isclose, log, log1p, sqrt
from typing import Any

from exactmetrics.conformance.cases import About, about
from exactmetrics.conformance.judge import Judgement
from exactmetrics.conformance.peer import pairs
from exactmetrics.conformance.score_formulas import SCORE_FORMULAS
from exactmetrics.exact.errors import InputError
from exactmetrics.exact.values import Undefined
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.views.carrier import cells_of

UNEXPECTED = ("wrong", "missing", "error", "crashed")  # verdicts that want an explanation
# Of a sum of products some units are lost, not one; the least and the greatest number a product of spreads may be.
UNITS = 16
RANGE = {"float64": (1e-300, 1e300), "float32": (1e-36, 1e36)}
EPSILON = {"float64": 2.0**-52, "float32": 2.0**-23}
LIKE = 1e-3  # of a number in single precision, made of a square root of its epsilon


@dataclass(frozen=True, slots=True)
class Explained:
    """One kind of mistake of a peer, and the metrics where it is seen."""

    peer: str
    metrics: tuple[str, ...]
    kind: str
    text: str
    finding: str  # the file in docs/findings that shows it; empty where it is documented behaviour
    when: Mapping[str, Any]  # conditions on the case and the answer, all of which hold; see `CONDITIONS`
    of: About = "matrix"  # what the inputs are

    def covers(self, peer: str, judged: Judgement) -> bool:
        """Whether the kind is what is wrong with an answer."""
        if peer != self.peer or about(judged.case) != self.of or judged.case.metric not in self.metrics:
            return False
        return all(CONDITIONS[name](judged, wanted) for name, wanted in self.when.items())


@cache
def all_explained() -> tuple[Explained, ...]:
    """Every kind of mistake that is known; InputError where a row has a condition that there is not."""
    text = files(__package__).joinpath("explained.toml").read_text(encoding="utf-8")
    found = []
    for row in tomllib.loads(text).get("explained", ()):
        if unknown := row["when"].keys() - CONDITIONS:
            raise InputError(f"no condition {min(unknown)!r}; choose from {', '.join(CONDITIONS)}")
        found.append(Explained(**{"finding": "", **row, "metrics": tuple(row["metrics"])}))
    return tuple(found)


def explanation(peer: str, judged: Judgement) -> Explained | None:
    """What is known of an answer that is wrong; None where nothing is, and where nothing is wrong."""
    if judged.verdict not in UNEXPECTED:
        return None
    return next((row for row in all_explained() if row.covers(peer, judged)), None)


def _off(judged: Judgement) -> Fraction | None:
    """How far an answer is from the exact value; None where there are no two numbers."""
    exact, given = judged.case.expected, judged.answer.value
    if given is None or isinstance(exact.exact, Undefined):
        return None
    return abs(Fraction(given) - Fraction(exact.decimal or 0))


def _within(judged: Judgement, bound: Fraction) -> bool:
    """Whether an answer is not farther than a bound from the exact value, which is not 0."""
    off = _off(judged)
    return off is not None and off <= bound and bool(judged.case.expected.float64)


def _blocks(judged: Judgement) -> Blocks:
    return judged.case.input.counts().blocks()


def _dot(one: Any, other: Any) -> Fraction:
    return sum((Fraction(x) * Fraction(y) for x, y in zip(one, other, strict=True)), Fraction(0))


def _difference_of_products(judged: Judgement) -> bool:
    """A correlation of differences of products: its error, or 0 where the product of the spreads leaves the range."""
    blocks, given = _blocks(judged), judged.answer.value
    n = Fraction(blocks.n)
    # What the counts leave of n^2 when the squares of the sums of rows, or of columns, are taken away.
    true, predicted = (n * n - _dot(sums, sums) for sums in (blocks.support, blocks.predicted))
    if given is None or not true or not predicted:
        return False
    low, high = RANGE[judged.precision]
    if given == 0 and not low < float(min(true * predicted, Fraction(10) ** 300)) < high:
        return True
    lost = UNITS * Fraction(EPSILON[judged.precision]) * n * n
    share: Fraction = lost / min(true, predicted)
    if share >= 1:  # no digit is left of a spread: the answer may be anything that is a correlation
        return abs(Fraction(given)) <= 1
    off = _off(judged)
    return off is not None and off <= share * (1 + abs(Fraction(judged.case.expected.decimal or 0)))


def _rounded_shares(judged: Judgement) -> bool:
    """The difference of the accuracy and the chance agreement, each rounded, over 1 minus the latter."""
    blocks = _blocks(judged)
    n = Fraction(blocks.n)
    left = n * n - _dot(blocks.support, blocks.predicted)
    off = _off(judged)
    lost = UNITS * Fraction(EPSILON[judged.precision]) * n * n
    return off is not None and bool(left) and off <= lost / left * (1 + abs(Fraction(judged.answer.value or 0)))


def _of_complements(judged: Judgement) -> bool:
    """A quotient of a false rate that is 1 minus its complement; there is none where nothing is left of the rate."""
    blocks = _blocks(judged)
    rates = []
    for tp, support, predicted in zip(blocks.tp, blocks.support, blocks.predicted, strict=True):
        rates += [Fraction(support - tp, support)] if support > tp else []
        rates += [Fraction(predicted - tp, blocks.n - support)] if predicted > tp else []
    if not rates:
        return False
    lost, off = UNITS * Fraction(EPSILON[judged.precision]) / min(rates), _off(judged)
    return lost >= 1 if off is None else off <= lost * Fraction(judged.case.expected.decimal or 0)


def _over_entropy(judged: Judgement) -> bool:
    """A mutual information that is off by some units of 1, over the entropy of the actual classes."""
    blocks, off = _blocks(judged), _off(judged)
    shares = [Fraction(support, blocks.n) for support in blocks.support if support]
    # Of a share near 1 the logarithm is that of what is left.
    entropy = -sum(float(p) * (log(p) if p < Fraction(1, 2) else log1p(-float(1 - p))) for p in shares) / log(2)
    return off is not None and bool(entropy) and float(off) <= UNITS * EPSILON[judged.precision] / entropy


def _unweighted_tn(judged: Judgement) -> bool:
    """A ratio whose true negatives are counted without the weights, with which all else is."""
    true, _, weights = pairs(judged.case.input)
    if weights is None or judged.answer.text not in ("", "inf", "-inf"):
        return False
    blocks = _blocks(judged)
    found = []
    for tp, support, predicted in zip(blocks.tp, blocks.support, blocks.predicted, strict=True):
        tn = len(true) - (float(predicted) + float(support) - float(tp))  # in this order, in doubles
        found.append((tn, tn + float(predicted) - float(tp), float(support)))
    given = float(judged.answer.value if judged.answer.value is not None else judged.answer.text)
    return any(isclose(given, x, rel_tol=1e-6) for x in _averaged(judged, found))


def _averaged(judged: Judgement, found: list[tuple[float, float, float]]) -> list[float]:
    """The values of an average, whatever stands for 0/0 and whichever classes it runs over."""
    case, blocks = judged.case, _blocks(judged)
    if case.label is not None:
        found = [found[case.input.labels.index(case.label)]]
    taken = {"true": blocks.support, "predicted": blocks.predicted}.get(case.options.get("over", ""))
    if case.options.get("over") == "present":
        taken = [a + b for a, b in zip(blocks.support, blocks.predicted, strict=True)]
    kept = [one for one, count in zip(found, taken or found, strict=True) if count]
    if case.average == "micro":
        kept = [(sum(one[0] for one in kept), sum(one[1] for one in kept), sum(one[2] for one in kept))] if kept else []
    weights = [s if case.average == "weighted" else 1.0 for _, _, s in kept]
    return [
        sum(w * (tn / n if n else empty) for w, (tn, n, _) in zip(weights, kept, strict=True)) / sum(weights)
        for empty in (0.0, 1.0, inf)
        if sum(weights)
    ]


def _of_one_class(judged: Judgement) -> bool:
    """With one class only, right minus wrong over the root of n times right times wrong."""
    blocks, given = _blocks(judged), judged.answer.value
    right = float(sum(blocks.tp))
    wrong = float(blocks.n) - right
    made = (right - wrong) / sqrt(blocks.n * right * wrong) if right and wrong else 0.0
    return given is not None and isclose(given, made, rel_tol=LIKE)


def _of_means(judged: Judgement) -> bool:
    """A weighted alpha whose chance agreement of two classes is the square of a mean of their probabilities."""
    blocks, given = _blocks(judged), judged.answer.value
    if given is None or not blocks.n:
        return False
    k, n, half = range(blocks.k), Fraction(blocks.n), Fraction(1, 2 * blocks.n)
    likeness = [[1 - Fraction((i - j) ** 2, max(1, (blocks.k - 1) ** 2)) for j in k] for i in k]
    observed = sum(count * likeness[i][j] for i, j, count in cells_of(blocks, diagonal=True)) / n
    chance = sum(((blocks.support[i] + blocks.predicted[j]) * half) ** 2 * likeness[i][j] for i in k for j in k)
    if chance == 1:
        return False
    made = ((1 - half) * observed + half - chance) / (1 - chance)
    return isclose(float(given), float(made), rel_tol=LIKE, abs_tol=LIKE)


def _of_pairs(judged: Judgement) -> bool:
    """Counts of pairs of samples, of which the expected number is taken away as a rounded one."""
    blocks = _blocks(judged)
    true, predicted, every = (
        sum(Fraction(c * (c - 1), 2) for c in counts) for counts in (blocks.support, blocks.predicted, [blocks.n])
    )
    expected = true * predicted / every if every else Fraction(0)
    upper, off = (true + predicted) / 2, _off(judged)
    if upper == expected:
        return False
    lost = UNITS * Fraction(EPSILON[judged.precision]) * upper / (upper - expected)
    return lost >= 1 if off is None else off <= lost * (1 + abs(Fraction(judged.answer.value or 0)))


def _mean_of_differences(judged: Judgement) -> bool:
    """A mean of numbers of samples in floating point, of which what is left may be 0."""
    off = _off(judged)
    return off is not None and off <= UNITS * Fraction(EPSILON[judged.precision]) * Fraction(_blocks(judged).n)


# Names of peers' formulas, as explained.toml has them.
FORMULAS: Mapping[str, Callable[[Judgement], bool]] = {
    "mcc of products": _difference_of_products,
    "kappa of rounded shares": _rounded_shares,
    "quotient of complements": _of_complements,
    "mutual information over an entropy": _over_entropy,
    "specificity of unweighted true negatives": _unweighted_tn,
    "mcc of one class": _of_one_class,
    "adjusted Rand of rounded pairs": _of_pairs,
    "mean of differences": _mean_of_differences,
    "alpha of means": _of_means,
    **SCORE_FORMULAS,
}
CONDITIONS: dict[str, Callable[[Judgement, Any], bool]] = {
    "verdict": lambda judged, wanted: judged.verdict == wanted,
    "answer": lambda judged, wanted: judged.name == wanted,
    "error": lambda judged, wanted: judged.verdict == "error" and wanted in judged.answer.error,
    "average": lambda judged, wanted: judged.case.average in wanted,
    "classes": lambda judged, wanted: len(judged.case.input.labels) == wanted,
    "without_value": lambda judged, wanted: isinstance(judged.case.expected.exact, Undefined) == wanted,
    "empty_class": lambda judged, wanted: (0 in (*(b := _blocks(judged)).support, *b.predicted)) == wanted,
    "sample_weights": lambda judged, wanted: (judged.case.input.sample_weight is not None) == wanted,
    "beta_from": lambda judged, wanted: Fraction(judged.case.options["beta"]) >= Fraction(wanted),
    "beta_up_to": lambda judged, wanted: Fraction(judged.case.options["beta"]) <= Fraction(wanted),
    "off_by_at_most": lambda judged, wanted: _within(judged, Fraction(wanted)),
    "off_by_share_of_total": lambda judged, wanted: _within(judged, Fraction(wanted) * Fraction(_blocks(judged).n)),
    "formula": lambda judged, wanted: FORMULAS[wanted](judged),
}
