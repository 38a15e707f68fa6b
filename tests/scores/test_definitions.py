"""Each metric of scores against its definition, written out here sample by sample and pair by pair."""

from __future__ import annotations

import doctest
import itertools
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from random import Random
from typing import Any

import mpmath
import pytest

import exactmetrics as em
from exactmetrics import ConfusionMatrix, Scores
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.metric import Convention
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.metrics.score_request import score_metric_named
from tests.cases import each, size
from tests.conformance.installed import want
from tests.scores.drawn import Binary, Rows, binaries, floats, several

METRICS = all_score_metrics()
CONVENTIONS = [(m, c) for m in METRICS for c in m.conventions.values()]
WEIGHTED = [pair for drawn in binaries(size(60, 600), seed=11) for pair in ((drawn, drawn.weights), (drawn, None))]
NUMBER = size(40, 400)


def weighed(drawn: Binary | Rows, weights: list[int] | None) -> list[int]:
    return weights or [1] * len(drawn.truth)


def mean(values: Any, weights: list[int]) -> Fraction:
    return sum((Fraction(v) * w for v, w in zip(values, weights, strict=True)), Fraction(0)) / sum(weights)


def half_pairs(positive: list[tuple[Fraction, int]], negative: list[tuple[Fraction, int]]) -> Fraction:
    """Every pair by itself, a tie one half."""
    top = bottom = Fraction(0)
    for (a, v), (b, w) in itertools.product(positive, negative):
        top += v * w * (Fraction(1) if a > b else Fraction(1, 2) if a == b else Fraction(0))
        bottom += v * w
    return top / bottom


def test_the_pairs() -> None:
    for drawn, weights in WEIGHTED:
        samples = list(zip(drawn.scores, weighed(drawn, weights), strict=True))
        sides = [[s for s, y in zip(samples, drawn.truth, strict=True) if y == side] for side in (1, 0)]
        value = Scores(drawn.truth, drawn.scores, sample_weight=weights).value("roc_auc")
        assert value == half_pairs(*sides)
        assert Scores(drawn.truth, drawn.scores, sample_weight=weights).value("gini") == 2 * value - 1


def test_the_precision_of_every_positive_sample() -> None:
    for drawn, weights in WEIGHTED:
        w = weighed(drawn, weights)
        precisions = []
        for score in drawn.scores:
            reached = [at for at, other in enumerate(drawn.scores) if other >= score]
            precisions.append(Fraction(sum(w[at] for at in reached if drawn.truth[at]), sum(w[at] for at in reached)))
        positive = [(p, v) for p, v, y in zip(precisions, w, drawn.truth, strict=True) if y]
        expected = mean(*map(list, zip(*positive, strict=True)))  # type: ignore[arg-type]
        assert Scores(drawn.truth, drawn.scores, sample_weight=weights).value("ap") == expected


def test_ways_to_give_the_same_scores() -> None:
    for drawn in binaries(NUMBER, seed=12):
        import numpy as np
        import pandas
        import polars

        expected = {name: Scores(drawn.truth, drawn.scores).value(name) for name in ("auc", "ap", "pr_auc", "brier")}
        plain = floats(drawn.scores)
        ways = {
            "floats": (drawn.truth, plain),
            "texts": (drawn.truth, list(map(str, drawn.scores))),
            "arrays": (np.array(drawn.truth), np.array(plain)),
            "narrow arrays": (np.array(drawn.truth, dtype="i1"), np.array(plain, dtype="f4")),
            "bools": (np.array(drawn.truth, dtype=bool), np.array(plain)),
            "pandas": (pandas.Series(drawn.truth), pandas.Series(plain)),
            "polars": (polars.Series(drawn.truth), polars.Series(plain)),
            "names": (["n" + "y" * y for y in drawn.truth], {"ny": plain}),
        }
        for way, given in ways.items():
            found = Scores(*given)
            assert {name: found.value(name) for name in expected} == expected, way


def test_large_columns_are_as_small_ones() -> None:
    from random import Random

    draw = Random(21)
    truth = [draw.randint(0, 1) for _ in range(12_000)]
    scores = [draw.choice((draw.random(), round(draw.random(), 2))) for _ in truth]
    texts = list(map(repr, scores))
    for name in ("roc_auc", "average_precision", "brier"):
        assert Scores(truth, scores).value(name) == Scores(truth, texts).value(name)


def test_the_binary_value_of_a_float_on_request() -> None:
    y, p = [1, 0], [0.1, 0.2]
    assert Scores(y, p).value("brier") == (Fraction(9, 10) ** 2 + Fraction(2, 10) ** 2) / 2
    assert Scores(y, p, floats="binary").value("brier") == ((1 - Fraction(0.1)) ** 2 + Fraction(0.2) ** 2) / 2
    import numpy as np

    narrow = np.array(p, dtype="f4")
    assert Scores(y, narrow).value("brier") == Scores(y, p).value("brier")
    assert (
        Scores(y, narrow, floats="binary").value("brier")
        == ((1 - Fraction(float(narrow[0]))) ** 2 + Fraction(float(narrow[1])) ** 2) / 2
    )


def test_equal_numbers_of_several_kinds_are_ties() -> None:
    assert Scores([1, 0], [0.1, "1/10"]).value("auc") == Fraction(1, 2)
    assert Scores([1, 0], [0.1, "1/10"], floats="binary").value("auc") == 1  # the double is a little above
    # Scores as near as doubles get are no ties.
    assert Scores([1, 0], [0.1 + 2**-56, 0.1]).value("auc") == 1


def test_the_brier_score() -> None:
    for drawn in several(NUMBER, seed=13):
        expected = mean(
            [
                sum((p - (at == y)) ** 2 for at, p in enumerate(row))
                for y, row in zip(drawn.truth, drawn.scores, strict=True)
            ],
            drawn.weights,
        )
        scores = Scores(drawn.truth, drawn.scores, sample_weight=drawn.weights)
        assert scores.value("brier") == scores.value("brier", convention="original") == expected
        assert scores.value("brier", convention="halved") == expected / 2
    for two in binaries(NUMBER, seed=14):
        columns = [[1 - p, p] for p in two.scores]
        expected = mean([(p - y) ** 2 for y, p in zip(two.truth, two.scores, strict=True)], [1] * len(two.truth))
        for one in (Scores(two.truth, two.scores), Scores(two.truth, columns)):
            assert one.value("brier") == one.value("brier", convention="halved") == expected
            assert one.value("brier", convention="original") == 2 * expected


def losses(number: int) -> Iterator[tuple[Scores, list[tuple[Fraction, Fraction]]]]:
    """Questions with the weight of each sample and the probability of its class, none of which is 0."""
    for two in binaries(number, seed=86):
        p = [(score + 1) / Fraction(10) for score in two.scores]
        own = [x if y else 1 - x for x, y in zip(p, two.truth, strict=True)]
        yield Scores(two.truth, p), [(Fraction(1), x) for x in own]
        columns = [[1 - x, x] for x in p]
        weighted = list(zip(map(Fraction, two.weights), own, strict=True))
        yield Scores(two.truth, columns, sample_weight=two.weights), weighted
    draw = Random(87)
    for many in several(number, seed=88):
        rows = [
            [Fraction(repr(draw.random() / len(row))) for _ in row] for row in many.scores
        ]  # of no sum in particular
        weights = [Fraction(w, 3) for w in many.weights]
        own = [row[y] for row, y in zip(rows, many.truth, strict=True)]
        yield Scores(many.truth, rows, sample_weight=weights), list(zip(weights, own, strict=True))


def test_the_log_loss_at_sixty_digits() -> None:
    with mpmath.workdps(90):
        for scores, known in losses(size(12, 150)):
            logs = [mpmath.mpf(w.numerator) / w.denominator * mpmath.log(mpmath.mpf(p.numerator) / p.denominator)
                    for w, p in known]  # fmt: skip
            whole = sum((w for w, _ in known), Fraction(0))
            expected = -mpmath.fsum(logs) * whole.denominator / whole.numerator
            for convention, unit in (("standard", 1), ("bits", mpmath.log(2))):
                value = scores.value("log_loss", convention=convention)
                assert abs(mpmath.mpf(em.decimal(value, places=60)) - expected / unit) < mpmath.mpf(10) ** -59


def test_a_probability_of_zero_makes_the_log_loss_infinite() -> None:
    for undefined in ("propagate", 0, 1, "omit"):
        value = Scores([1, 0, 1], ["0", "0.5", "1"]).value("log_loss", undefined=undefined)
        assert isinstance(value, Undefined)
        assert (value.kind, value.sign, value.cause) == ("infinite", 1, "logarithm")
    assert Scores([1, 0], [1, 0]).value("log_loss") == 0
    assert Scores([1, 0, 1], ["0", "0.5", "1"], sample_weight=[0, 1, 1]).value(
        "log_loss", convention="bits"
    ) == Fraction(1, 2)


def test_samples_of_no_weight_take_no_part_in_the_log_loss() -> None:
    nothing = Scores([0, 1], ["0.2", "0.5"], sample_weight=[0, 0], positive=1)
    assert isinstance(nothing.value("log_loss"), Undefined)
    assert nothing.value("log_loss", undefined=0) == 0
    assert "LL is undefined" in nothing.derive("log_loss").to_text()
    many = Scores([1, 0] * 30, [0, *["0.5"] * 59], sample_weight=[0, *[1] * 59])  # the first has the probability 0
    assert many.value("log_loss", convention="bits") == 1
    assert "infinite" not in many.derive("log_loss", convention="bits").to_text()


def test_the_log_loss_of_many_long_probabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not taken apart; whether two losses are equal, and whether one is rational, is decided all the same."""
    draw = Random(89)
    p = [draw.random() for _ in range(250)]
    truth = [draw.randint(0, 1) for _ in p]
    found = Scores(truth, p).value("log_loss")
    assert found == Scores(truth[::-1], p[::-1]).value("log_loss")
    assert found != Scores(truth, [p[1], p[0], *p[2:]]).value("log_loss")
    assert 0 < found < 100 * found
    powers = [Fraction(repr(x)) / 2 + Fraction(1, 2) for x in p]  # 1/2 and more, so that 1/(2 p) is a probability
    assert Scores([1] * 500, [*powers, *(1 / (2 * x) for x in powers)]).value(
        "log_loss", convention="bits"
    ) == Fraction(1, 2)
    monkeypatch.setattr("exactmetrics.exact.logs.MANY", 10**9)
    apart = Scores(truth, p).value("log_loss")
    assert isinstance(apart, em.Logarithmic)
    assert isinstance(found, em.Logarithmic)
    assert apart.terms != found.terms
    assert apart == found
    assert em.decimal(apart, places=100) == em.decimal(found, places=100)


@each("left", [False, True])
def test_calibration(left: bool) -> None:
    name = "lower_bound" if left else "standard"
    for drawn, weights in WEIGHTED:
        w, ours = weighed(drawn, weights), Scores(drawn.truth, drawn.scores, sample_weight=weights)
        for m in (1, 2, 4, 5, 8):
            place = (lambda p, m=m: min(floor(p * m), m - 1)) if left else (lambda p, m=m: max(ceil(p * m), 1) - 1)
            bins: dict[int, list[tuple[Fraction, int, int]]] = {}
            for p, y, v in zip(drawn.scores, drawn.truth, w, strict=True):
                bins.setdefault(place(p), []).append((p, y, v))
            gaps = [
                (abs(sum(v * (y - p) for p, y, v in each)) / sum(v for _, _, v in each), sum(v for _, _, v in each))
                for each in bins.values()
            ]
            expected = mean([g for g, _ in gaps], [v for _, v in gaps])
            assert ours.value("ece", bins=m, convention=name) == expected
            if not left:
                assert ours.value("mce", bins=m) == max(g for g, _ in gaps)


def test_calibration_of_several_classes_looks_at_the_highest_probability() -> None:
    rows = [["0.6", "0.3", "0.1"], ["0.2", "0.4", "0.4"], ["0.1", "0.2", "0.7"]]
    # Confidences 0.6 (right), 0.4 (class b, wrong), 0.7 (right), all in one bin.
    found = Scores(["a", "c", "c"], rows, labels=["a", "b", "c"]).value("ece", bins=1)
    assert found == (2 - Fraction("1.7")) / 3


def test_top_k_by_drawing_every_order() -> None:
    for drawn in several(size(10, 60), seed=15):
        k = len(drawn.scores[0])
        if k > 4:
            continue
        orders = list(itertools.permutations(range(k)))
        for top in range(1, k + 1):
            hits = [
                Fraction(sum(y in sorted(range(k), key=lambda c: (-row[c], o[c]))[:top] for o in orders), len(orders))
                for y, row in zip(drawn.truth, drawn.scores, strict=True)
            ]
            ours = Scores(drawn.truth, drawn.scores, sample_weight=drawn.weights)
            assert ours.value("top_k_accuracy", k=top) == mean(hits, drawn.weights)


def rankings(number: int) -> Iterator[tuple[Scores, list[tuple[int, list[int], list[int]]]]]:
    """Questions with the weight, the relevance of each class and the scores of every sample."""
    draw = Random(94)
    for _ in range(number):
        k = draw.randint(2, 5)
        rows = [
            (
                draw.randint(1, 3),
                [draw.choice((0, 0, 1, 2, 5)) for _ in range(k)],
                [draw.randint(0, 3) for _ in range(k)],
            )
            for _ in range(draw.randint(1, 4))
        ]
        weights, grades, scores = zip(*rows, strict=True)
        yield Scores(list(map(list, grades)), list(map(list, scores)), sample_weight=list(weights)), rows


def gain(grades: list[int], scores: list[int], k: int, base: int) -> Any:
    """The mean over all orders that the scores allow."""
    orders = [
        order
        for order in itertools.permutations(range(len(grades)))
        if all(scores[a] >= scores[b] for a, b in itertools.pairwise(order))
    ]
    terms = [grades[at] / mpmath.log(place + 2, base) for order in orders for place, at in enumerate(order[:k])]
    return mpmath.fsum(terms) / len(orders)


def test_gains_by_every_order_at_fifty_digits() -> None:
    with mpmath.workdps(80):
        for scores, rows in rankings(size(25, 300)):
            for k in (1, 2, 9):
                n = sum(weight for weight, *_ in rows)
                for base in (2, 10):
                    expected = mpmath.fsum(w * gain(grades, ranked, k, base) for w, grades, ranked in rows) / n
                    found = em.decimal(scores.value("dcg", k=k, base=base), places=50)
                    assert abs(mpmath.mpf(found) - expected) < mpmath.mpf(10) ** -49
                best = [gain(grades, grades, k, 2) for _, grades, _ in rows]
                shares = [
                    w * gain(grades, ranked, k, 2) / b for (w, grades, ranked), b in zip(rows, best, strict=True) if b
                ]
                value = scores.value("ndcg", k=k)
                assert abs(mpmath.mpf(em.decimal(value, places=50)) - mpmath.fsum(shares) / n) < mpmath.mpf(10) ** -49


def test_skills_compare_with_the_shares_of_the_classes() -> None:
    for drawn in several(NUMBER, seed=95):
        n, k = sum(drawn.weights), len(drawn.scores[0])
        shares = [
            Fraction(sum(w for y, w in zip(drawn.truth, drawn.weights, strict=True) if y == c), n) for c in range(k)
        ]
        asked = Scores(drawn.truth, drawn.scores, sample_weight=drawn.weights)
        usual = Scores(drawn.truth, [shares] * len(drawn.truth), sample_weight=drawn.weights)
        assert asked.value("d2_brier") == 1 - asked.value("brier") / usual.value("brier")  # type: ignore[operator]
        assert usual.value("d2_brier") == usual.value("d2_log_loss") == 0
        losses = asked.value("log_loss"), usual.value("log_loss")
        skill = asked.value("d2_log_loss")
        if isinstance(losses[0], Undefined):
            assert isinstance(skill, Undefined)
            assert (skill.kind, skill.sign) == ("infinite", -1)
        else:
            assert abs(float(skill) - (1 - float(losses[0]) / float(losses[1]))) < 1e-12
    one = Scores([1, 1], ["0.5", "0.25"])  # the shares are right without a model
    for name in ("d2_brier", "d2_log_loss"):
        value = one.value(name)
        assert isinstance(value, Undefined)
        assert (value.kind, value.sign, value.cause) == ("infinite", -1, "ratio")
    nothing = Scores([1, 1], [1, 1]).value("d2_brier")
    assert isinstance(nothing, Undefined)
    assert nothing.kind == "indeterminate"


def test_ranked_probabilities_and_hinges() -> None:
    for drawn in several(NUMBER, seed=96):
        k, pairs = len(drawn.scores[0]), list(zip(drawn.truth, drawn.scores, strict=True))
        asked = Scores(drawn.truth, drawn.scores, sample_weight=drawn.weights)
        expected = mean(
            [sum((sum(row[: c + 1]) - (y <= c)) ** 2 for c in range(k - 1)) for y, row in pairs], drawn.weights
        )
        assert asked.value("rps") == expected == asked.value("rps", convention="normalized") * (k - 1)  # type: ignore[operator]
        lacking = [max(Fraction(0), *(1 - row[y] + row[c] for c in range(k) if c != y)) for y, row in pairs]
        assert asked.value("hinge_loss") == mean(lacking, drawn.weights)
        assert asked.value("hinge_loss", convention="squared") == mean([x**2 for x in lacking], drawn.weights)
    for two in binaries(NUMBER, seed=97):
        margins = [s - Fraction(1, 2) if y else Fraction(1, 2) - s for y, s in zip(two.truth, two.scores, strict=True)]
        asked = Scores(two.truth, [s - Fraction(1, 2) for s in two.scores])
        assert asked.value("hinge_loss") == mean([max(0, 1 - m) for m in margins], [1] * len(margins))


def test_rates_at_the_threshold_that_another_asks_for() -> None:
    for drawn, weights in WEIGHTED:
        asked = Scores(drawn.truth, drawn.scores, sample_weight=weights)
        matrices = [asked.at(t) for t in [None, *sorted(set(drawn.scores), reverse=True)]]
        rates: list[dict[str, Any]] = [{name: cm.value(name) for name in ("recall", "specificity")} for cm in matrices]
        for cm, found in zip(matrices, rates, strict=True):
            found["precision"] = cm.value("precision", undefined=1)
        for least in (Fraction(1, 3), Fraction(1, 2), Fraction(1)):
            for term, where, name in (
                ("precision", "recall", "precision_at_recall"), ("recall", "precision", "recall_at_precision"),
                ("recall", "specificity", "sensitivity_at_specificity"),
                ("specificity", "recall", "specificity_at_sensitivity"),
            ):  # fmt: skip
                assert asked.value(name, least=least) == max(r[term] for r in rates if r[where] >= least)
        gaps = [(abs(1 - r["recall"] - 1 + r["specificity"]), at) for at, r in enumerate(rates)]
        near = rates[min(gaps)[1]]
        assert asked.value("eer", convention="nearest") == (2 - near["recall"] - near["specificity"]) / 2
        # On the line between two points of the curve both rates are the value.
        value, points = asked.value("eer"), [(1 - r["specificity"], r["recall"]) for r in rates]
        assert any(
            min(a[0], b[0]) <= value <= max(a[0], b[0])
            and (value - a[0]) * (b[1] - a[1]) == (1 - value - a[1]) * (b[0] - a[0])
            for a, b in itertools.pairwise(points)
        )


def test_equal_error_rates_as_torchmetrics_prints_them() -> None:
    for truth, scores, printed in (
        ([0, 0, 1, 1, 1], ["0.13", "0.26", "0.08", "0.19", "0.34"], "0.5833"),
        ([0, 1, 1, 0], ["0", "0.5", "0.7", "0.8"], "0.5000"),
    ):
        assert em.decimal(Scores(truth, scores).value("eer", convention="nearest"), places=4) == printed


def drawn_curves(number: int) -> Iterator[tuple[Scores, list[tuple[Fraction, Fraction]], Fraction, Fraction]]:
    """Scores with the points of their ROC curve, from a matrix of each threshold, and limits on and beside them."""
    limits = [(Fraction(1, 1000), Fraction(1, 10)), (Fraction(1, 4), Fraction(2, 3)), (Fraction(1, 3), Fraction(1))]
    for turn, (drawn, weights) in enumerate(WEIGHTED[:number]):
        asked = Scores(drawn.truth, drawn.scores, sample_weight=weights)
        matrices = [asked.at(t) for t in [None, *sorted(set(drawn.scores), reverse=True)]]
        points = [(Fraction(cm.value("fpr")), Fraction(cm.value("recall"))) for cm in matrices]  # type: ignore[arg-type]
        yield asked, points, *limits[turn % len(limits)]


def test_areas_on_a_logarithmic_axis_at_thirty_digits() -> None:
    """The curve is integrated by quadrature over the logarithm of the rate; a trapezoid has the mean of its heights."""
    with mpmath.workdps(40):
        for asked, points, low, high in drawn_curves(size(40, 600)):
            rates = [low, *sorted({x for x, _ in points if low < x < high}), high]
            logs = [mpmath.log(mpmath.mpf(rate.numerator) / rate.denominator) for rate in rates]
            area = trapezoids = mpmath.mpf(0)
            for (a, b), (s, t) in zip(itertools.pairwise(rates), itertools.pairwise(logs), strict=True):
                (x, y), (u, v) = next(ends for ends in itertools.pairwise(points) if ends[0][0] <= a < b <= ends[1][0])
                slope = (v - y) / (u - x)
                m, c = (mpmath.mpf(part.numerator) / part.denominator for part in (slope, y - slope * x))
                area += mpmath.quad(lambda z, m=m, c=c: m * mpmath.exp(z) + c, [s, t])
                trapezoids += (t - s) * (m * (mpmath.exp(s) + mpmath.exp(t)) / 2 + c)
            for convention, expected in (("standard", area), ("trapezoid", trapezoids)):
                value = asked.value("log_auc", low=low, high=high, convention=convention)
                assert (
                    abs(mpmath.mpf(em.decimal(value, places=30)) * (logs[-1] - logs[0]) - expected)
                    < mpmath.mpf(10) ** -28
                )


def test_random_guessing_has_the_log_auc_that_its_source_subtracts() -> None:
    """Between 1/1000 and 1 the wiki of its authors has 14.462 %."""
    assert em.decimal(Scores([1, 0, 1], [1, 1, 1]).value("log_auc", high=1), places=5) == "0.14462"


@pytest.mark.filterwarnings("ignore")
def test_the_log_auc_of_torchmetrics() -> None:
    """It computes in the default type of torch, and takes the trapezoids of all thresholds."""
    want("torchmetrics")
    import torch
    from torchmetrics.functional.classification import binary_logauc

    before = torch.get_default_dtype()
    try:
        for kind, close in ((torch.float32, 1e-6), (torch.float64, 1e-14)):
            torch.set_default_dtype(kind)
            for turn, drawn in enumerate(binaries(size(60, 600), seed=98)):
                low, high = [(Fraction(1, 1000), Fraction(1, 10)), (Fraction(1, 3), Fraction(1))][turn % 2]
                preds, target = torch.tensor(floats(drawn.scores)), torch.tensor(drawn.truth)
                theirs = float(binary_logauc(preds, target, fpr_range=(float(low), float(high))))
                ours = Scores(drawn.truth, drawn.scores).value("log_auc", convention="trapezoid", low=low, high=high)
                assert abs(theirs - float(ours)) < close, (kind, drawn, theirs, ours)  # type: ignore[arg-type]
    finally:
        torch.set_default_dtype(before)


def test_one_more_threshold_on_a_line_changes_trapezoids_alone() -> None:
    """Two samples of each class at one score, or one of each at two: the points of the second lie on the line."""
    curves = [Scores([1, 0, 1, 0], scores) for scores in ([1, 1, 1, 1], [2, 2, 1, 1])]
    assert len({scores.value("log_auc") for scores in curves}) == 1
    assert len({scores.value("log_auc", convention="trapezoid", high=1) for scores in curves}) == 2


@pytest.mark.parametrize(("limits", "told"), [
    ({"low": 0}, "low must be a number between 0 and 1"),
    ({"high": "1.1"}, "high must be"),
    ({"low": "1/10"}, "has to be below the higher one: 1/10 is not below 1/10"),
    ({"low": "0.5", "high": "0.2"}, "1/2 is not below 1/5"),
])  # fmt: skip
def test_limits_that_leave_no_range(limits: dict[str, Any], told: str) -> None:
    for run in (Scores([1, 0], [1, 0]).value, Scores([1, 0], [1, 0]).derive):
        with pytest.raises(UsageError, match=told):
            run("log_auc", **limits)


@pytest.mark.filterwarnings("ignore")
def test_the_precision_recall_area_of_pycm() -> None:
    """The number of its docstring, and drawn ones; the curve of PyCM has no point at a recall of 0."""
    from pycm import PRCurve

    example = Scores([0, 0, 1, 1], ["0.1", "0.4", "0.35", "0.8"])
    assert example.value("pr_auc", convention="thresholds") == Fraction(7, 24)
    for drawn in binaries(size(20, 100), seed=99):
        scores = floats(drawn.scores)
        theirs = PRCurve(drawn.truth, [[score, 1 - score] for score in scores], classes=[1, 0]).area()[1]
        ours = Scores(drawn.truth, drawn.scores).value("pr_auc", convention="thresholds")
        assert abs(theirs - float(ours)) < 1e-12, (drawn, theirs, ours)  # type: ignore[arg-type]


def test_hand_till_with_pairs() -> None:
    for drawn in several(NUMBER, seed=16):
        k = len(drawn.scores[0])
        found = []
        for i, j in itertools.permutations(range(k), 2):
            sides = [[(row[i], 1) for y, row in zip(drawn.truth, drawn.scores, strict=True) if y == c] for c in (i, j)]
            found.append(half_pairs(*sides))
        assert Scores(drawn.truth, drawn.scores).value("hand_till") == sum(found) / len(found)


@each(("metric", "options"), [
    ("f1", {}), ("mcc", {}), ("accuracy", {}), ("balanced_accuracy", {}), ("fpr", {}), ("fbeta", {"beta": "1/2"}),
    ("precision", {"average": "macro"}),
])  # fmt: skip
def test_the_best_threshold_is_that_of_every_threshold(metric: str, options: dict[str, Any]) -> None:
    for drawn in binaries(size(15, 150), seed=17):
        ours = Scores(drawn.truth, drawn.scores, sample_weight=drawn.weights)
        found = {}
        for threshold in [None, *sorted(set(drawn.scores), reverse=True)]:
            predicted = [int(threshold is not None and p >= threshold) for p in drawn.scores]
            cm = ConfusionMatrix.from_labels(
                drawn.truth, predicted, labels=[0, 1], sample_weight=drawn.weights, positive=1
            )
            assert ours.at(threshold) == cm
            value = cm.value(metric, **options)
            if not isinstance(value, Undefined):
                found[threshold] = value
        if not found:
            with pytest.raises(UsageError, match="has no value at any threshold"):
                ours.best_threshold(metric, **options)
            continue
        best = (min if metric == "fpr" else max)(found.values())
        answer = ours.best_threshold(metric, **options)
        assert answer.value == best
        assert answer.thresholds == tuple(t for t, value in found.items() if value == best)
        assert answer.threshold == answer.thresholds[0]


def test_what_has_no_value() -> None:
    for truth, name in itertools.product(([0, 0, 0], [1, 1, 1]), ("roc_auc", "gini")):
        value = Scores(truth, [1, 2, 2]).value(name)
        assert isinstance(value, Undefined)
        assert (value.name, value.label, value.kind) == (name, 1, "indeterminate")
    assert isinstance(Scores([0, 0], [1, 2]).value("ap"), Undefined)
    assert Scores([1, 1], [1, 2]).value("ap") == 1
    assert Scores([0, 0], [1, 2]).value("roc_auc", undefined=0) == 0
    three = Scores(["a", "b", "b"], [[3, 2, 1], [1, 2, 3], [2, 3, 1]], labels=["a", "b", "c"])
    value = three.value("roc_auc", average="macro")
    assert isinstance(value, Undefined)
    assert value.label == "c"
    outcome = three.outcome("roc_auc", average="macro", undefined="omit")
    assert outcome.value == (three.value("auc", label="a") + three.value("auc", label="b")) / 2  # type: ignore[operator]
    assert [(acted.label, acted.value) for acted in outcome.acted] == [("c", None)]
    # A class without samples has no weight in a weighted average.
    assert not isinstance(three.value("roc_auc", average="weighted"), Undefined)
    assert isinstance(three.value("roc_auc", average="macro", multi_class="ovo"), Undefined)
    assert isinstance(Scores([0, 1], [0, 1], sample_weight=[0, 0]).value("brier"), Undefined)


def test_weights_are_copies() -> None:
    for drawn in several(NUMBER, seed=18):
        copies = [at for at, weight in enumerate(drawn.weights) for _ in range(weight)]
        weighted = Scores(drawn.truth, drawn.scores, sample_weight=drawn.weights)
        copied = Scores([drawn.truth[at] for at in copies], [drawn.scores[at] for at in copies])
        for metric in METRICS:
            parameters = {name: p.examples[1] for name, p in metric.standard.parameters.items()}
            average = {} if metric.of == "samples" else {"average": "macro"}
            assert weighted.value(metric.name, **average, **parameters) == copied.value(
                metric.name, **average, **parameters
            ), metric.name


@each(("metric", "convention"), CONVENTIONS, ids=lambda case: f"{case[0].name} {case[1].name}" if case else "")
def test_values_lie_within_the_range(metric: ScoreMetric, convention: Convention) -> None:
    low, high = convention.range
    parameters = {name: p.examples[0] for name, p in convention.parameters.items()}
    average = {} if metric.of == "samples" else {"average": "macro"}
    for drawn in several(size(20, 200), seed=19):
        value = Scores(drawn.truth, drawn.scores).value(
            metric.name, convention=convention.name, **average, **parameters
        )
        if isinstance(value, Undefined):
            assert (value.kind, (low, high)[value.sign > 0]) == ("infinite", None)
            continue
        assert type(value) is Fraction or metric.exactness == "transcendental"
        assert low is None or value >= low
        assert high is None or value <= high
    k = 3
    perfect = Scores(list(range(k)) * 2, [[int(c == at % k) for c in range(k)] for at in range(2 * k)])
    if convention.optimum is not None:
        value = perfect.value(metric.name, convention=convention.name, **average, **parameters)
        assert value == convention.optimum


def test_names_are_unique_and_told_from_those_of_a_matrix() -> None:
    from exactmetrics.metrics.registry import all_metrics

    names = [name for m in [*METRICS, *all_metrics()] for name in (m.name, *m.aliases)]
    assert len(names) == len(set(names))
    for metric in METRICS:
        for name in (metric.name, *metric.aliases):
            assert score_metric_named(name.upper().replace("_", " ")) is metric


@each("metric", METRICS, ids=lambda m: m.name)
def test_docstrings_have_a_reference_and_an_example_that_runs(metric: ScoreMetric) -> None:
    test = doctest.DocTestParser().get_doctest(metric.doc, {"em": em}, metric.name, None, 0)
    assert any(metric.name in example.source or set(metric.aliases) & set(example.source.split('"'))
               for example in test.examples)  # fmt: skip
    report: list[str] = []
    assert doctest.DocTestRunner(verbose=False).run(test, out=report.append).failed == 0, "".join(report)
    assert "Reference:" in metric.doc or metric.name == "top_k_accuracy"
