"""Lemmas: roots by cases, sums over classes; each holds on counts, and false ones are not shown."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from sympy.polys.domains import QQ
from sympy.polys.rings import ring

from exactmetrics.proofs.lemmas import at_most_root, by_cases, lemma
from tests.cases import each, size
from tests.proofs.facts import (
    ACCURACY,
    BALANCED,
    COVARIANCE,
    F1,
    FN,
    FP,
    INFORMEDNESS,
    JACCARD,
    KAPPA,
    MARGINS,
    ONE,
    TP,
    N,
    P,
    R,
    S,
)  # fmt: skip

ROOTS: list[tuple[str, Any, Any, Any, bool]] = [
    ("f1 <= fowlkes_mallows", F1, P * R, ONE, True),
    ("jaccard <= fowlkes_mallows", JACCARD, P * R, ONE, True),
    ("fowlkes_mallows <= (P + R)/2", -(P + R) / 2, P * R, -ONE, True),
    ("gmean <= balanced accuracy", -BALANCED, R * S, -ONE, True),
    ("mcc <= 1", -ONE, 1 / MARGINS, -COVARIANCE, True),
    ("-1 <= mcc", -ONE, 1 / MARGINS, COVARIANCE, True),
    ("mcc <= accuracy", -ACCURACY, 1 / MARGINS, -COVARIANCE, True),
    ("kappa <= gmean", KAPPA, R * S, ONE, True),
    ("informedness <= gmean", INFORMEDNESS, R * S, ONE, True),
    ("kappa <= mcc", KAPPA, 1 / MARGINS, COVARIANCE, False),
    ("mcc <= kappa", -KAPPA, 1 / MARGINS, -COVARIANCE, False),
    ("fowlkes_mallows <= f1", -F1, P * R, -ONE, False),
    ("balanced accuracy <= gmean", BALANCED, R * S, ONE, False),
    ("mcc <= informedness", -INFORMEDNESS, 1 / MARGINS, -COVARIANCE, False),
    ("1 <= gmean", ONE, R * S, ONE, False),
]
S_, P_ = TP + FN, TP + FP  # samples of the class and predictions of it
TWO = [Fraction(n, 7) for n in (0, 1, 3, 6, 7)]


@each(("name", "u", "v", "times", "true"), ROOTS)
def test_roots(name: str, u: Any, v: Any, times: Any, true: bool) -> None:
    why = at_most_root(u, v, times)
    assert (why is not None) is true
    assert why is None or why.check()
    below = 0
    for point in product((0, 1, 2, 7), repeat=4):
        a, b, c = (value_of(each, point) for each in (u, v, times))
        if a is not None and b is not None and c is not None and b >= 0:
            below += not (c * c * b >= a * a if a > 0 and c > 0 else a <= 0 <= c or (a <= 0 and c * c * b <= a * a))
    assert (below == 0) is true


def value_of(value: Any, point: tuple[int, ...]) -> Fraction | None:
    top, bottom = (sum_of(part, point) for part in (value.numer, value.denom))
    return top / bottom if bottom else None


def sum_of(polynomial: Any, point: tuple[int, ...] | tuple[Fraction, ...]) -> Fraction:
    total = Fraction(0)
    for monomial, value in polynomial.terms():
        term = Fraction(int(value.numerator), int(value.denominator))
        for count, power in zip(point, monomial, strict=True):
            term *= count**power
        total += term
    return total


def test_kappa_and_mcc_by_the_sign_of_their_numerator() -> None:
    sign = COVARIANCE.numer
    assert at_most_root(KAPPA, 1 / MARGINS, COVARIANCE, [sign]) is not None
    assert at_most_root(-KAPPA, 1 / MARGINS, -COVARIANCE, [-sign]) is not None
    assert at_most_root(KAPPA, 1 / MARGINS, COVARIANCE, [-sign]) is None


def test_spoilt_cases_are_seen() -> None:
    why = by_cases("least", ((F1 - P,), (F1 - R,)), [P - R])
    assert why is not None
    assert [case.given for case in why.cases] == [((FP - FN).numer,), ((FN - FP).numer,)]
    first, second = why.cases
    for other in (
        replace(why, cases=(first,)), replace(why, cases=(second,)), replace(why, cases=()),
        replace(why, cases=(replace(first, given=second.given), second)), replace(why, cases=(first, first)),
        replace(why, cases=(replace(first, given=()), second)), replace(why, alternatives=((F1 - S,),)),
    ):  # fmt: skip
        assert not other.check(), other
    assert by_cases("none", (), []) is None


# A lemma with its terms, and left and right of the inequality that follows, by sums over the classes.
Q, *_ARGUMENTS = ring(["precision", "recall"], QQ)
X, Y = map(Q.to_field(), _ARGUMENTS)
Q1, _ARGUMENT = ring(["f1"], QQ)
F = Q1.to_field()(_ARGUMENT)
HARMONIC = 2 * X * Y / (X + Y)
LEMMAS: list[tuple[str, tuple[Any, ...], bool]] = [
    ("cauchy_schwarz", (S_ * (N - S_), P_ * (N - P_), N * TP - S_ * P_), True), ("cauchy_schwarz", (P, R, F1), True),
    ("cauchy_schwarz", (S_**2, P_**2, S_ * P_), True), ("cauchy_schwarz", (F1, F1, P), False),
    ("geometric", (S_ * (N - S_), P_ * (N - P_), (S_ * N + P_ * N) / 2 - S_ * P_), True),
    ("geometric", (P, R, F1), False),
    ("convex", (S_, F / (2 - F)), True), ("concave", (S_, F / (2 - F)), False), ("convex", (ONE, F**2), True),
    ("convex", (S_, 1 / F), True), ("convex", (S_, 1 / (2 * F - 1) ** 2), False), ("convex", (S_, F**3), True),
    ("concave", (ONE, HARMONIC), True), ("convex", (ONE, HARMONIC), False), ("concave", (ONE, X * Y), False),
    ("convex", (ONE, X * Y), False), ("convex", (ONE, (X - Y) ** 2), True), ("concave", (S_ - 1, HARMONIC), False),
    ("concave", (ONE, 2 * F / (1 + F)), True),
]  # fmt: skip


@each(("name", "terms", "true"), LEMMAS)
def test_lemmas(name: str, terms: tuple[Any, ...], true: bool) -> None:
    why = lemma(name, *terms)
    assert (why is not None) is true
    if why is None:
        return
    assert why.check()
    for other in (
        replace(why, premises=why.premises[1:]), replace(why, terms=(terms[0] - 1, *terms[1:])),
        replace(why, premises=(*why.premises[:-1], replace(why.premises[-1], given=(S_.numer,)))),
    ):  # fmt: skip
        assert not other.check(), other


@each(("name", "terms", "true"), [case for case in LEMMAS if case[2]])
def test_what_follows_holds_on_matrices(name: str, terms: tuple[Any, ...], true: bool) -> None:
    random = Random(name)
    tried = 0
    while tried < size(30, 300):
        k = random.randrange(1, 6)
        matrix = [[random.choice((0, 1, 2, 9)) for _ in range(k)] for _ in range(k)]
        held = follows(name, terms, [class_counts(matrix, i) for i in range(k)], random)
        assert held is not False, matrix
        tried += held is not None


def class_counts(matrix: list[list[int]], i: int) -> tuple[int, ...]:
    right, row, column = matrix[i][i], sum(matrix[i]), sum(line[i] for line in matrix)
    return right, column - right, row - right, sum(map(sum, matrix)) - row - column + right


def follows(name: str, terms: tuple[Any, ...], classes: list[tuple[int, ...]], random: Random) -> bool | None:
    """Whether what the lemma says holds; None where a term has no value."""
    if name in ("convex", "concave"):
        weights = [value_of(terms[0], point) for point in classes]
        function = terms[1]
        arguments = [tuple(random.choice(TWO) for _ in function.parent().gens) for _ in classes]
        total = sum(filter(None, weights))
        bottoms = [sum_of(function.denom, point) for point in arguments]
        if not total or not all(bottoms) or None in weights:
            return None
        mean = tuple(
            sum(w * x for w, x in zip(weights, each, strict=True)) / total for each in zip(*arguments, strict=True)
        )
        if not (bottom := sum_of(function.denom, mean)):
            return None
        inside = sum_of(function.numer, mean) / bottom
        outside = sum(
            w * sum_of(function.numer, x) / below for w, x, below in zip(weights, arguments, bottoms, strict=True)
        ) / total  # fmt: skip
        return inside <= outside if name == "convex" else inside >= outside
    values = [[value_of(term, point) for point in classes] for term in terms]
    if any(value is None for some in values for value in some):
        return None
    sums = [sum(some) for some in values]
    square = sums[2] ** 2
    return bool(square <= sums[0] * sums[1] if name == "cauchy_schwarz" else sums[0] * sums[1] <= square)
