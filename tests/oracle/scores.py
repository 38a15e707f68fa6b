"""Metrics of scores written out sample by sample and pair by pair, in Fractions: nothing of the package runs here.

A metric of one class gets, of every sample, whether it is of the class, its score and its weight; a metric of all
scores gets, of every sample, the places of its classes, a row of scores, and its weight. Where a definition divides by
0 there is no value, and where it takes the logarithm of 0 the value is infinite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import ceil, floor
from typing import Any

from exactmetrics.metrics.cells import ZeroDenominator
from tests.oracle.surd import log, log2

Of = list[tuple[bool, Fraction, Fraction]]
All = list[tuple[list[int], list[Fraction], Fraction]]
KNOWN: dict[tuple[str, str], Callable[..., Any]] = {}


def defines(name: str, convention: str = "standard") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def keep(define: Callable[..., Any]) -> Callable[..., Any]:
        KNOWN[name, convention] = define
        return define

    return keep


def total(values: Any) -> Any:
    return sum(values, Fraction(0))


@defines("roc_auc")
def roc_auc(of: Of) -> Fraction:
    pairs = [(a, b, v * w) for (x, a, v), (y, b, w) in product(of, of) if x and not y]
    right = total(w * (1 if a > b else Fraction(1, 2) if a == b else 0) for a, b, w in pairs)
    return Fraction(right) / total(w for _, _, w in pairs)


@defines("gini")
def gini(of: Of) -> Fraction:
    pairs = [(a, b, v * w) for (x, a, v), (y, b, w) in product(of, of) if x and not y]
    return total(w * ((a > b) - (a < b)) for a, b, w in pairs) / total(w for _, _, w in pairs)


def curve(of: Of) -> list[tuple[Fraction, Fraction]]:
    """True and false positives at every threshold, the highest first; the first point is that of none."""
    points = [(Fraction(0), Fraction(0))]
    for threshold in sorted({score for _, score, _ in of}, reverse=True):
        points.append(
            (
                total(w for x, s, w in of if x and s >= threshold),
                total(w for x, s, w in of if not x and s >= threshold),
            )
        )
    return points


def area_up_to(of: Of, limit: Fraction) -> Fraction:
    positives, negatives = curve(of)[-1]
    points = [(fp / negatives, tp / positives) for tp, fp in curve(of)]
    area = Fraction(0)
    for (x, y), (u, v) in pairwise(points):
        if x >= limit:
            continue
        end = min(u, limit)
        height = v if u == x else y + (v - y) * (end - x) / (u - x)
        area += (end - x) * (y + height) / 2
    return area


@defines("partial_roc_auc", "area")
def partial_area(of: Of, max_fpr: Fraction) -> Fraction:
    return area_up_to(of, max_fpr)


@defines("partial_roc_auc")
def partial_roc_auc(of: Of, max_fpr: Fraction) -> Fraction:
    least, most = max_fpr**2 / 2, max_fpr
    return Fraction(1, 2) * (1 + (area_up_to(of, max_fpr) - least) / (most - least))


Lines = list[tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]]


def lines(of: Of, low: Fraction, high: Fraction) -> Lines:
    """The lines of the curve that are not upright, each from one end to the other, as far as they lie in a range."""
    if not low < high:
        raise ValueError("an empty range")
    found: Lines = []
    for (y, x), (v, u) in pairwise(rates(of)):
        left, right = max(x, low), min(u, high)
        if left < right:
            found.append(((left, y + (v - y) * (left - x) / (u - x)), (right, v - (v - y) * (u - right) / (u - x))))
    return found


@defines("log_auc")
def log_auc(of: Of, low: Fraction = Fraction(1, 1000), high: Fraction = Fraction(1, 10)) -> Any:
    area: Any = Fraction(0)
    for (x, y), (u, v) in lines(of, low, high):
        slope = (v - y) / (u - x)  # the integral of (y + slope * (t - x)) / t
        area = area + slope * (u - x) + (y - slope * x) * (log(u) - log(x))
    return area / (log(high) - log(low))


@defines("log_auc", "trapezoid")
def log_auc_of_trapezoids(of: Of, low: Fraction = Fraction(1, 1000), high: Fraction = Fraction(1, 10)) -> Any:
    area: Any = Fraction(0)
    for (x, y), (u, v) in lines(of, low, high):
        area = area + (log(u) - log(x)) * (y + v) / 2
    return area / (log(high) - log(low))


@defines("average_precision")
def average_precision(of: Of) -> Fraction:
    reached = [
        (w, total(v for y, t, v in of if y and t >= s) / total(v for _, t, v in of if t >= s)) for x, s, w in of
        if x and w
    ]  # fmt: skip
    return total(w * p for w, p in reached) / total(w for w, _ in reached)


@defines("pr_auc")
def pr_auc(of: Of) -> Fraction:
    points, (positives, _) = curve(of), curve(of)[-1]
    if not positives:
        raise ZeroDivisionError
    drawn = [(tp / positives, tp / (tp + fp) if tp + fp else Fraction(1)) for tp, fp in points]
    return total((u - x) * (y + v) / 2 for (x, y), (u, v) in pairwise(drawn))


@defines("pr_auc", "thresholds")
def pr_auc_from_the_highest_score(of: Of) -> Fraction:
    drawn = [(tp, tp / (tp + fp)) for tp, fp in curve(of) if tp + fp]
    return total((u - x) * (y + v) / 2 for (x, y), (u, v) in pairwise(drawn)) / curve(of)[-1][0]


def rates(of: Of) -> list[tuple[Fraction, Fraction]]:
    """True and false positive rate of every threshold, the highest first; the first point is that of none."""
    positives, negatives = curve(of)[-1]
    return [(tp / positives, fp / negatives) for tp, fp in curve(of)]


@defines("equal_error_rate")
def equal_error_rate(of: Of) -> Fraction:
    for (y, x), (v, u) in pairwise(rates(of)):
        before, after = x - (1 - y), u - (1 - v)  # by how much more is predicted wrongly than is missed
        if before <= 0 <= after and before != after:
            return x + (u - x) * before / (before - after)
    raise ZeroDivisionError


@defines("equal_error_rate", "nearest")
def nearest_error_rate(of: Of) -> Fraction:
    fpr, fnr = min(((x, 1 - y) for y, x in rates(of)), key=lambda pair: abs(pair[0] - pair[1]))
    return (fpr + fnr) / 2


@defines("precision_at_recall")
def precision_at_recall(of: Of, least: Fraction) -> Fraction:
    positives, _ = curve(of)[-1]
    return max(tp / (tp + fp) for tp, fp in curve(of) if tp / positives >= least)


@defines("recall_at_precision")
def recall_at_precision(of: Of, least: Fraction) -> Fraction:
    positives, _ = curve(of)[-1]
    return max(tp / positives for tp, fp in curve(of) if tp == fp == 0 or tp / (tp + fp) >= least)


@defines("sensitivity_at_specificity")
def sensitivity_at_specificity(of: Of, least: Fraction) -> Fraction:
    return max(tpr for tpr, fpr in rates(of) if 1 - fpr >= least)


@defines("specificity_at_sensitivity")
def specificity_at_sensitivity(of: Of, least: Fraction) -> Fraction:
    return max(1 - fpr for tpr, fpr in rates(of) if tpr >= least)


def mean(every: All, term: Callable[[list[int], list[Fraction]], Any]) -> Any:
    return total(w * term(own, row) for own, row, w in every if w) / total(w for _, _, w in every)


def squares(own: list[int], row: list[Fraction]) -> Fraction:
    return total((p - (at in own)) ** 2 for at, p in enumerate(row))


@defines("brier", "original")
def brier_original(every: All) -> Any:
    return mean(every, squares)


@defines("brier", "halved")
def brier_halved(every: All) -> Any:
    return mean(every, squares) / 2


@defines("brier")
def brier(every: All, positive: int | None) -> Any:
    if positive is None:
        return mean(every, squares)
    return mean(every, lambda own, row: (row[positive] - (positive in own)) ** 2)


def shares(every: All) -> All:
    """The samples with the shares of the classes as the scores of each."""
    sums = [total(w for own, _, w in every if at in own) for at in range(len(every[0][1]))]
    return [(own, [part / total(sums) for part in sums], w) for own, _, w in every]


class Below(ZeroDivisionError):  # noqa: N818
    """A value without end below 0, for which no policy stands in."""

    numerator = -1


def skill(loss: Any, of_shares: Any) -> Any:
    """1 minus a loss over that of the shares; without end below 0 where only the second is 0."""
    if of_shares == 0 and loss != 0:
        raise Below
    return 1 - loss / of_shares


@defines("d2_brier")
def d2_brier(every: All) -> Any:
    return skill(mean(every, squares), mean(shares(every), squares))


@defines("ranked_probability_score")
def ranked_probability_score(every: All) -> Any:
    def steps(own: list[int], row: list[Fraction]) -> Fraction:
        return total((total(row[: at + 1]) - (own[0] <= at)) ** 2 for at in range(len(row) - 1))

    return mean(every, steps)


@defines("ranked_probability_score", "normalized")
def of_most(every: All) -> Any:
    return ranked_probability_score(every) / (len(every[0][1]) - 1)


@defines("d2_log_loss")
def d2_log_loss(every: All) -> Any:
    try:
        loss = log_loss(every)
    except ZeroDenominator:  # of a logarithm of 0
        raise Below from None
    return skill(loss, log_loss(shares(every)))


@defines("log_loss")
def log_loss(every: All) -> Any:
    return -mean(every, lambda own, row: log(row[own[0]]))


@defines("log_loss", "bits")
def log_loss_in_bits(every: All) -> Any:
    return -mean(every, lambda own, row: log2(row[own[0]]))


def gaps(every: All, positive: int | None, bins: Fraction, *, upper: bool) -> list[tuple[Fraction, Fraction]]:
    """Of every bin that holds samples: its weight, and how far accuracy and confidence are apart."""
    found: dict[int, list[tuple[Fraction, Fraction]]] = {}
    for own, row, w in every:
        p = max(row) if positive is None else row[positive]
        right = (row.index(p) if positive is None else positive) in own
        place = max(ceil(p * bins), 1) if upper else min(floor(p * bins) + 1, bins)
        found.setdefault(int(place), []).append((w, w * (right - p)))
    sums = [(total(w for w, _ in bin), total(gap for _, gap in bin)) for bin in found.values()]
    return [(w, abs(gap) / w) for w, gap in sums if w]


@defines("expected_calibration_error")
def expected_calibration_error(every: All, positive: int | None, bins: Fraction, *, upper: bool = True) -> Fraction:
    found = gaps(every, positive, bins, upper=upper)
    return Fraction(total(w * gap for w, gap in found) / total(w for w, _ in found))


@defines("expected_calibration_error", "lower_bound")
def with_lower_bounds(every: All, positive: int | None, bins: Fraction) -> Fraction:
    return expected_calibration_error(every, positive, bins, upper=False)


@defines("maximum_calibration_error")
def maximum_calibration_error(every: All, positive: int | None, bins: Fraction) -> Fraction:
    found = [gap for _, gap in gaps(every, positive, bins, upper=True)]
    if not found:
        raise ZeroDivisionError
    return max(found)


@defines("top_k_accuracy")
def top_k_accuracy(every: All, k: Fraction) -> Any:
    def drawn(own: list[int], row: list[Fraction]) -> Fraction:
        """The share of the choices of k classes with the highest scores that hold the class."""
        size = min(int(k), len(row))
        sums = {
            chosen: sorted((row[at] for at in chosen), reverse=True) for chosen in combinations(range(len(row)), size)
        }
        best = [chosen for chosen, scores in sums.items() if scores == max(sums.values())]
        return Fraction(sum(own[0] in chosen for chosen in best), len(best))

    return mean(every, drawn)


@defines("hand_till")
def hand_till(every: All) -> Fraction:
    k = len(every[0][1])
    found = [
        roc_auc([(own == [i], row[i], w) for own, row, w in every if own in ([i], [j])])
        for i in range(k) for j in range(k) if i != j
    ]  # fmt: skip
    return Fraction(total(found) / len(found))


@defines("coverage_error")
def coverage_error(every: All) -> Any:
    return mean(every, lambda own, row: max((sum(x >= row[at] for x in row) for at in own), default=0))


@defines("ranking_loss")
def ranking_loss(every: All) -> Any:
    def loss(own: list[int], row: list[Fraction]) -> Fraction:
        pairs = [row[j] >= row[i] for i in own for j in range(len(row)) if j not in own]
        return Fraction(sum(pairs), len(pairs)) if pairs else Fraction(0)

    return mean(every, loss)


@defines("lrap")
def lrap(every: All) -> Any:
    def precision(own: list[int], row: list[Fraction]) -> Fraction:
        shares = [Fraction(sum(row[j] >= row[i] for j in own), sum(x >= row[i] for x in row)) for i in own]
        return total(shares) / len(shares) if shares else Fraction(1)

    return mean(every, precision)


@defines("hinge_loss")
def hinge_loss(every: All, positive: int | None, power: int = 1) -> Any:
    def lacking(own: list[int], row: list[Fraction]) -> Fraction:
        if positive is not None:  # one score, of which the other class has the opposite
            margin = row[positive] if positive in own else -row[positive]
        else:
            margin = row[own[0]] - max(x for at, x in enumerate(row) if at != own[0])
        return max(1 - margin, Fraction(0)) ** power

    return mean(every, lacking)


@defines("hinge_loss", "squared")
def squared_hinge_loss(every: All, positive: int | None) -> Any:
    return hinge_loss(every, positive, 2)


def gained(row: list[Fraction], grades: list[Fraction], k: Fraction | None, base: Fraction) -> Any:
    """Every item on each of the places that its score shares with equal ones, with the same share of its grade."""
    found: Any = Fraction(0)
    for score, grade in zip(row, grades, strict=True):
        first, alike = sum(x > score for x in row) + 1, sum(x == score for x in row)
        places = [p for p in range(first, first + alike) if k is None or p <= k]
        if grade:
            found = found + total(grade / alike * log(base) / log(Fraction(p + 1)) for p in places)
    return found


@defines("dcg")
def dcg(every: All, grades: list[list[Fraction]], k: Fraction | None = None, base: Fraction = Fraction(2)) -> Any:
    found = [(w, gained(row, given, k, base)) for (_, row, w), given in zip(every, grades, strict=True)]
    return total(w * value for w, value in found) / total(w for w, _ in found)


@defines("ndcg")
def ndcg(every: All, grades: list[list[Fraction]], k: Fraction | None = None) -> Any:
    sum_of, n = Fraction(0), total(w for _, _, w in every)
    for (_, row, w), given in zip(every, grades, strict=True):
        if any(given) and w:
            own, best = (gained(scores, given, k, Fraction(2)) for scores in (row, given))
            sum_of = sum_of + w * own / best
    return sum_of / n


class NoValue(Exception):  # noqa: N818
    """0/0, after the policy had its say; `omit` where it leaves the class out."""

    def __init__(self, *, omit: bool = False, no_class: bool = False) -> None:
        super().__init__("0/0")
        self.omit, self.no_class = omit, no_class


def score_answer(case: Mapping[str, Any], data: Mapping[str, Any]) -> Any:
    """The value of a case of the file of scores, or why there is none: "0/0", "+/0", "-/0", "no class"."""
    define, options = KNOWN[case["metric"], case["convention"]], dict(case["options"])
    policy, versus = options.pop("undefined", "propagate"), options.pop("multi_class", "ovr")
    parameters = {name: Fraction(given) for name, given in options.items()}
    every, positive = read(data)
    labels = data["labels"]

    def settled(run: Callable[[], Any]) -> Any:
        try:
            return run()
        except ZeroDivisionError as zero:
            if getattr(zero, "numerator", 0):  # the logarithm of 0, for which no policy stands in
                raise
            if policy in ("0", "1"):
                return Fraction(policy)
            raise NoValue(omit=policy == "omit") from None

    def of_class(i: int, among: Sequence[int] = ()) -> Of:
        return [(i in own, row[i], w) for own, row, w in every if not among or own[0] in among]

    def average() -> Any:
        if versus == "ovo":
            return settled(over_pairs)
        if case["average"] == "micro":
            pooled = [one for i in range(len(labels)) for one in of_class(i)]
            return settled(lambda: define(pooled, **parameters))
        if case["average"] == "samples":
            terms = [([(i in own, x, Fraction(1)) for i, x in enumerate(row)], w) for own, row, w in every]
        else:
            by_class = [of_class(i) for i in range(len(labels))]
            weighted = case["average"] == "weighted"
            terms = [(of, total(w for x, _, w in of if x) if weighted else Fraction(1)) for of in by_class]
        top = bottom = Fraction(0)
        for of, weight in terms:
            if not weight:
                continue
            try:
                value = settled(lambda of=of: define(of, **parameters))
            except NoValue as none:
                if none.omit:
                    continue
                raise
            top, bottom = top + weight * value, bottom + weight
        if not bottom:
            raise NoValue(no_class=True)
        return top / bottom

    def over_pairs() -> Any:
        top = bottom = Fraction(0)
        for i, j in combinations(range(len(labels)), 2):
            here, there = of_class(i, (i, j)), of_class(j, (i, j))
            weight = total(w for _, _, w in here) if case["average"] == "weighted" else Fraction(1)
            if weight:
                top += weight * (define(here, **parameters) + define(there, **parameters)) / 2
                bottom += weight
        return top / bottom

    try:
        if case["average"]:
            return average()
        if case["label"] is not None:
            return settled(lambda: define(of_class(labels.index(case["label"])), **parameters))
        needs = define.__code__.co_varnames[: define.__code__.co_argcount]
        more: dict[str, Any] = {"positive": positive} if "positive" in needs else {}
        if "grades" in needs:
            more["grades"] = grades_of(data)
        return settled(lambda: define(every, **more, **parameters))
    except NoValue as none:
        return "no class" if none.no_class else "0/0"
    except Below:
        return "-/0"
    except ZeroDivisionError:
        return "+/0"


def grades_of(data: Mapping[str, Any]) -> list[list[Fraction]]:
    """How relevant every class is to each sample."""
    labels = data["labels"]
    return [
        [Fraction(x) for x in truth] if isinstance(truth, list) else [Fraction(label == truth) for label in labels]
        for truth in data["y_true"]
    ]


def read(data: Mapping[str, Any]) -> tuple[All, int | None]:
    """The samples of an input, each with a score for every class, and the place of the positive class of two."""
    labels, weights = data["labels"], data.get("sample_weight", [1] * len(data["y_true"]))
    positive = labels.index(data["positive"]) if "positive" in data else None
    every: All = []
    for truth, given, weight in zip(data["y_true"], data["scores"], weights, strict=True):
        own = [at for at, x in enumerate(truth) if x] if isinstance(truth, list) else [labels.index(truth)]
        row = [Fraction(x) for x in given] if isinstance(given, list) else [Fraction(given)]
        if positive is not None and len(row) == 1:
            row = [row[0] if at == positive else 1 - row[0] for at in range(2)]
        every.append((own, row, Fraction(weight)))
    return every, positive
