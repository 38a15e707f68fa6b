"""Whether a wrong answer is what a formula in floating point is known to give: the number itself, or within its error.

A formula that cancels gives numbers within a bound that follows from the counts: so many units of the precision times
what is subtracted. An answer beyond the bound is not excused by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import inf, isclose, sqrt

from exactmetrics.conformance.judge import Judgement
from exactmetrics.conformance.samples import pairs
from exactmetrics.exact.values import Undefined
from exactmetrics.matrix.blocks import Blocks

# Of a sum of products some units are lost, not one; the least and the greatest number a product of spreads may be.
UNITS = 16
RANGE = {"float64": (1e-300, 1e300), "float32": (1e-36, 1e36)}
EPSILON = {"float64": 2.0**-52, "float32": 2.0**-23}
LIKE = 1e-3  # of a number in single precision, made of a square root of its epsilon


def is_off_by_at_most(judged: Judgement, bound: Fraction) -> bool:
    """Whether an answer is a number, and not farther than a bound from the exact value, which is not 0.

    >>> from exactmetrics.conformance.answers import Answer
    >>> from exactmetrics.conformance.judge import judge_answer
    >>> from exactmetrics.vectors.reading import load_vectors
    >>> case = next(load_vectors("accuracy"))
    >>> is_off_by_at_most(judge_answer(case, Answer(0.65)), Fraction(1, 100))
    True
    """
    off = _off(judged)
    return off is not None and off <= bound and bool(judged.case.expected.float64)


def _off(judged: Judgement) -> Fraction | None:
    exact, given = judged.case.expected, judged.answer.value
    if given is None or isinstance(exact.exact, Undefined):
        return None
    return abs(Fraction(given) - Fraction(exact.decimal or 0))


def _blocks(judged: Judgement) -> Blocks:
    return judged.case.input.counts().blocks()


def _spreads(blocks: Blocks) -> tuple[Fraction, Fraction]:
    """What the counts leave of n^2 when the squares of the sums of rows, or of columns, are taken away."""
    n = Fraction(blocks.n)
    margins = (blocks.support, blocks.predicted)
    squares = [sum((Fraction(x) * Fraction(x) for x in sums), Fraction(0)) for sums in margins]
    return n * n - squares[0], n * n - squares[1]


def _mcc(judged: Judgement) -> bool:
    """The quotient of differences of products: its error, or 0 where the product of the spreads leaves the range."""
    blocks, given = _blocks(judged), judged.answer.value
    true, predicted = _spreads(blocks)
    if given is None or not true or not predicted:
        return False
    low, high = RANGE[judged.precision]
    if given == 0 and not low < float(min(true * predicted, Fraction(10) ** 300)) < high:
        return True
    n = Fraction(blocks.n)
    lost = UNITS * Fraction(EPSILON[judged.precision]) * n * n
    share: Fraction = lost / min(true, predicted)
    if share >= 1:  # no digit is left of a spread: the answer may be anything that is a correlation
        return abs(Fraction(given)) <= 1
    size = abs(Fraction(judged.case.expected.decimal or 0))
    off = _off(judged)
    return off is not None and off <= share * (1 + size)


def _kappa(judged: Judgement) -> bool:
    """The difference of the accuracy and the chance agreement, each rounded, over 1 minus the latter."""
    blocks = _blocks(judged)
    n = Fraction(blocks.n)
    left = n * n - sum(Fraction(s) * Fraction(c) for s, c in zip(blocks.support, blocks.predicted, strict=True))
    off = _off(judged)
    lost = UNITS * Fraction(EPSILON[judged.precision]) * n * n
    return off is not None and bool(left) and off <= lost / left * (1 + abs(Fraction(judged.answer.value or 0)))


def _unweighted_tn(judged: Judgement) -> bool:
    """Specificity whose true negatives are counted without the weights, with which all else is."""
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


def _surrogate(judged: Judgement) -> bool:
    """With one class only, right minus wrong over the root of n times right times wrong."""
    blocks, given = _blocks(judged), judged.answer.value
    right = float(sum(blocks.tp))
    wrong = float(blocks.n) - right
    made = (right - wrong) / sqrt(blocks.n * right * wrong) if right and wrong else 0.0
    return given is not None and isclose(given, made, rel_tol=LIKE)


FORMULAS: Mapping[str, Callable[[Judgement], bool]] = {
    "mcc of products": _mcc,
    "kappa of rounded shares": _kappa,
    "specificity of unweighted true negatives": _unweighted_tn,
    "mcc of one class": _surrogate,
}
