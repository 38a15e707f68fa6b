"""Many classes with known supports: all building blocks of a partition that give the scores.

Every class has its candidates, pairs of tp and predicted, those left that its own scores allow; each is worth something
to every sum that a score is made of. First all classes get a tp, then a number predicted; what the sums may still
become rules most choices out. The blocks come from a matrix exactly when the predicted add up to n and no class has
more errors than there are (FP + FN ≤ n − ΣTP). What the ends of the sums leave undecided the exact values decide.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import Any, NamedTuple

from exactmetrics.exact.values import Number, Undefined, enclosure
from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.condition import Ends, Part, divisors, never_replaced, part_of, plane_score, state
from exactmetrics.feasibility.given import Score, holds
from exactmetrics.feasibility.plane import Plane, TwoClasses
from exactmetrics.feasibility.polynomial import Poly, Ratio, formula_of
from exactmetrics.feasibility.target import Target
from exactmetrics.feasibility.unknown import PREDICTED, SUPPORT, TP, N, Sum, UnknownClass, given_weight, many_formula
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.policy import ByOutcome
from exactmetrics.views.column import Column
from exactmetrics.views.value import EachClass, NoValue, ValueMatrix

REST = ("the other classes",)  # a name that is no label
BITS = 80
UNIT = 1 << BITS  # ends are whole numbers of a fine unit, rounded outward
ANYTHING = (-(UNIT << 200), UNIT << 200)  # the policy acts on more than the class, so that nothing is known of it
PREDICTED_SUM, TP_SUM = 0, 1  # the places of these two sums, which are whole numbers


@dataclass(frozen=True, slots=True)
class Window:
    """The ends between which a sum must lie, and those between which it does beyond doubt."""

    place: int
    least: int
    most: int
    sure_least: int
    sure_most: int

    @classmethod
    def of(cls, place: int, target: Target) -> Window:
        if place == TP_SUM:
            least = floor(target.low) + 1 if target.open_low else ceil(target.low)
            most = ceil(target.high) - 1 if target.open_high else floor(target.high)
            return cls(place, least, most, least, most)
        low, high = target.low * UNIT, target.high * UNIT
        return cls(place, floor(low), ceil(high), ceil(low) + 1, floor(high) - 1)


class Watched(NamedTuple):
    """A score that is no window: what must hold of its sums, by their places, unless a divisor of it may be zero."""

    part: Part
    met: tuple[Poly, ...]
    places: list[int]

    def state(self, sums: Sequence[Ends]) -> int:
        """−1 where the score cannot be met, 1 where it is met beyond doubt, else 0."""

        def bounds(poly: Poly) -> Ends:
            low = high = 0
            for product, c in poly.terms.items():
                a, b = UNIT, UNIT
                for variable in product:
                    corners = [x * y for x in (a, b) for y in sums[self.places[variable]]]
                    a, b = min(corners) >> BITS, -(-max(corners) >> BITS)
                low, high = (low + int(c) * a, high + int(c) * b) if c > 0 else (low + int(c) * b, high + int(c) * a)
            return low, high

        if any(low <= 0 <= high for low, high in map(bounds, self.met)):
            return 0
        return state(self.part, bounds)


class Option(NamedTuple):
    """A choice for one class: a tp with all its candidates, or one of these; what it adds, and its errors at least."""

    tp: int
    predicted: dict[int, Option]
    ends: list[Ends]
    errors: int


class Partition:
    """The scores for classes of given supports."""

    def __init__(self, scores: Sequence[Score], labels: Sequence[Hashable], supports: Sequence[int], budget: Budget):
        self.scores, self.labels, self.supports = scores, tuple(labels), supports
        self.n, self.budget = sum(supports), budget
        self.windows = [Window(PREDICTED_SUM, self.n, self.n, self.n, self.n)]
        self.sums: list[Sum] = []
        self.watched: list[Watched] = []
        self.decided = True  # whether what is watched and the scores of single classes are all there is
        for score in scores:
            self._watch(score)
        right = [window for window in self.windows if window.place == TP_SUM]
        self.least_right = max((window.least for window in right), default=0)
        self.guess = (right[0].least + right[0].most) / (2 * self.n) if right and self.n else 0.75

    def _watch(self, score: Score) -> None:
        if own(score, None):
            return
        target = score.target
        found = many_formula(score.request, self.labels, self.supports, self.n)
        part = None if found is None or target is None else part_of(found[0], target)
        if found is None or target is None or part is None:
            self.decided = False
            return
        formula, sums = found
        places = list(range(len(self.sums) + 2, len(self.sums) + 2 + len(sums)))
        line = _line(formula) if isinstance(formula, Ratio) else None
        if line is None:
            self.watched.append(Watched(part, divisors(formula), places))
            self.sums += sums
            return
        variable, factor, constant = line
        low, high = (target.low - constant) / factor, (target.high - constant) / factor
        window = Target(low, high, target.open_low, target.open_high)
        if factor < 0:
            window = Target(high, low, target.open_high, target.open_low)
        if _is_tp(sums[variable]):
            self.windows.append(Window.of(TP_SUM, window))
        else:
            self.windows.append(Window.of(places[0], window))
            self.sums.append(sums[variable])

    def solutions(self) -> Iterator[Blocks]:
        """Every solution, as building blocks."""
        candidates = []
        for place in range(len(self.labels)):
            candidates.append(self._candidates(place))
            if not candidates[-1]:
                return
        self._weigh(candidates)
        order = sorted(range(len(candidates)), key=lambda place: len(candidates[place]))
        levels = [self._rows(place, candidates[place]) for place in order]
        for rows, _ in self._descend(levels):
            inner = [list(row.predicted.values()) for row in rows]
            for chosen, sure in self._descend(inner, rows[-1].predicted):
                tp, predicted = [0] * len(order), [0] * len(order)
                for place, option in zip(order, chosen, strict=True):
                    tp[place], predicted[place] = option.tp, option.ends[PREDICTED_SUM][0]
                blocks = Blocks(self.labels, n=self.n, tp=tp, support=list(self.supports), predicted=predicted)
                if (sure and self.decided) or holds(self.scores, blocks):
                    yield blocks

    def _candidates(self, place: int) -> list[tuple[int, int, list[Ends]]]:
        """The candidates of a class: tp, predicted, and what they add to every sum."""
        label, support, n = self.labels[place], self.supports[place], self.n
        ready = [plane_score(score, (label, REST)) for score in self.scores if own(score, label)]
        tps: list[int] = []
        predicted: list[int] = []
        for tp, first, last in sorted(Plane(ready, TwoClasses((label, REST)), support, n, self.budget).pieces()):
            first = max(first, self.least_right - tp)  # the class has no more errors than there are: n − tp − tn
            self.budget.spend(max(0, last - first + 1) * (4 + len(self.sums)) // 4)
            tps += [tp] * (last - first + 1)
            predicted += [tp + n - support - tn for tn in range(first, last + 1)]
        columns = [added(made, label, support, n, tps, predicted) for made in self.sums]
        adds = zip(*columns, strict=True) if columns else [()] * len(tps)
        return [
            (tp, p, [(p, p), (tp, tp), *ends])
            for tp, p, ends in zip(tps, predicted, adds, strict=True)
            if None not in ends
        ]

    def _weigh(self, candidates: Sequence[Sequence[tuple[int, int, list[Ends]]]]) -> None:
        """Two sums that are each possible may exclude each other: their sum and difference, weighed alike, tell it."""
        windows = [window for window in self.windows if window.place != PREDICTED_SUM]
        for one, other in combinations(windows, 2):
            if one.place == other.place:
                continue
            a, b = (self._spread(candidates, window.place) for window in (other, one))
            for sign in (1, -1):
                ends = sorted((sign * b * other.least, sign * b * other.most))
                least, most = a * one.least + ends[0], a * one.most + ends[1]
                self.windows.append(Window(len(candidates[0][0][2]), least, most, least, most))
                for _, _, adds in (candidate for table in candidates for candidate in table):
                    low, high = sorted((sign * b * adds[other.place][0], sign * b * adds[other.place][1]))
                    adds.append((a * adds[one.place][0] + low, a * adds[one.place][1] + high))

    @staticmethod
    def _spread(candidates: Sequence[Sequence[tuple[int, int, list[Ends]]]], place: int) -> int:
        found = [adds[place][0] for table in candidates for _, _, adds in table]
        return max(1, max(found) - min(found))

    def _rows(self, place: int, candidates: Sequence[tuple[int, int, list[Ends]]]) -> list[Option]:
        """The candidates of a class by tp, likely ones first."""
        support = self.supports[place]
        found: dict[int, dict[int, Option]] = {}
        for tp, predicted, ends in candidates:
            option = Option(tp, {}, ends, support + predicted - 2 * tp)
            found.setdefault(tp, {})[predicted] = option
        rows = [
            Option(tp, of_tp, _hull(of_tp.values()), min(option.errors for option in of_tp.values()))
            for tp, of_tp in found.items()
        ]
        return sorted(rows, key=lambda row: abs(row.tp - self.guess * support))

    def _descend(
        self, levels: Sequence[Sequence[Option]], last: dict[int, Option] | None = None
    ) -> Iterator[tuple[list[Option], bool]]:
        """Every choice of one option a level that the ends of the sums allow, and whether it meets all beyond doubt.

        The last number predicted follows from the others: `last` has the options of the last level by it.
        """
        size = len(levels[0][0].ends)
        rest = [[(0, 0)] * size]
        for level in reversed(levels):
            rest.insert(0, _plus(rest[0], _hull(level)))
        chosen: list[Option] = []
        totals = [rest[-1]]
        waiting = [iter(levels[0])]
        while waiting:
            option = next(waiting[-1], None)
            if option is None:
                waiting.pop()
                totals.pop()
                if chosen:
                    chosen.pop()
                continue
            self.budget.spend()
            total = _plus(totals[-1], option.ends)
            reach = _plus(total, rest[len(chosen) + 1])
            known = self._state(reach)
            if known < 0 or option.errors > self.n - reach[TP_SUM][0]:
                continue
            chosen.append(option)
            if len(chosen) == len(levels):
                yield chosen, known > 0
                chosen.pop()
                continue
            totals.append(total)
            options: Iterable[Option] = levels[len(chosen)]
            if last is not None and len(chosen) == len(levels) - 1:
                need = self.n - total[PREDICTED_SUM][0]
                options = [last[need]] if need in last else []
            waiting.append(iter(options))

    def _state(self, sums: Sequence[Ends]) -> int:
        """−1 where some score cannot be met, 1 where all are met beyond doubt, else 0."""
        worst = 1
        for window in self.windows:
            low, high = sums[window.place]
            if high < window.least or low > window.most:
                return -1
            if low < window.sure_least or high > window.sure_most:
                worst = 0
        for watched in self.watched:
            known = watched.state(sums)
            if known < 0:
                return -1
            worst = min(worst, known)
        return worst


def _plus(a: Sequence[Ends], b: Sequence[Ends]) -> list[Ends]:
    return [(x + low, y + high) for (x, y), (low, high) in zip(a, b, strict=True)]


def _hull(options: Iterable[Option]) -> list[Ends]:
    return [(min(e[0] for e in ends), max(e[1] for e in ends)) for ends in zip(*(o.ends for o in options), strict=True)]


def own(score: Score, label: Hashable | None) -> bool:
    """Whether a score is of one class alone (of this one, if a label is given)."""
    request = score.request
    if request.label is None or any(isinstance(rule, ByOutcome) for rule in request.policy.rules.values()):
        return False
    return label is None or request.label == label


def _line(formula: Ratio) -> tuple[int, Fraction, Fraction] | None:
    """The only sum of a formula, its factor and the constant; None where it is not linear in one."""
    variables = [product for product in formula.num.terms if product]
    if formula.den or formula.up or formula.met or len(variables) != 1 or len(variables[0]) != 1:
        return None
    terms = formula.num.terms
    return variables[0][0], Fraction(terms[variables[0]]), Fraction(terms.get((), 0))


def _is_tp(made: Sum) -> bool:
    """Whether a sum is the number of right predictions, which is whole."""
    one = UnknownClass(TP, SUPPORT, PREDICTED, N)
    weight = one.constant(1) if made.weight is None else made.weight(one)
    found = formula_of(lambda c: weight * made.term(c), one)
    if made.weights or made.over != "all" or not isinstance(found, Ratio) or not isinstance(weight, Ratio):
        return False
    return found.num == TP.num and not found.den and not found.up and found.met <= {weight.num}


def right_predictions(scores: Sequence[Score], labels: Sequence[Hashable], n: int) -> tuple[int, int]:
    """The least and the most right predictions among n that the scores allow, as far as sums of them tell it."""
    least, most = 0, n
    for window in Partition(scores, labels, [*[0] * (len(labels) - 1), n], Budget(0)).windows:
        if window.place == TP_SUM:
            least, most = max(least, window.least), min(most, window.most)
    return least, most


class _Tried(EachClass):
    """All candidates at once; those without a value are noted, those a policy leaves out are not."""

    def valueless(self, place: int, undefined: Undefined, none: NoValue) -> None:
        if not none.omit:
            super().valueless(place, undefined, none)


def added(
    made: Sum, label: Hashable, support: int, n: int, tps: Sequence[int], predicted: Sequence[int]
) -> list[Ends | None]:
    """What every candidate of a class adds to a sum; None where the score has no value with it.

    Each candidate stands as a class of its own, so that one run of a definition does them all.
    """
    request, size = made.request, len(tps)
    b = Blocks(range(size), n=n, tp=tps, support=[support] * size, predicted=predicted, partition=False)
    view = _Tried(ValueMatrix(b, request.policy, range(size), [given_weight(request, label)] * size), range(size))
    weight = _column(1 if made.weight is None else made.weight(view), size)
    kept = [made.chosen(label, support, p) and bool(w) for p, w in zip(predicted, weight.tops, strict=True)]
    if not any(kept):
        return [(0, 0)] * size
    term = _column(made.term(view), size)
    found: list[Ends | None] = []
    for i, keep in enumerate(kept):
        if keep and i in view.undefined:
            found.append(None)
        elif not keep or i in term.omitted:
            found.append((0, 0))
        elif i in term.bad:
            found.append(None if never_replaced(request) else ANYTHING)
        else:
            found.append(_ends(weight[i]) if made.weights else _ends_at(term, i, weight[i]))
    return found


def _column(found: Any, size: int) -> Column:
    return found if isinstance(found, Column) else Column([found] * size)


def _ends_at(column: Column, i: int, weight: Number) -> Ends:
    if column.bottoms is None or not isinstance(weight, Fraction):
        return _ends(column[i] * weight)
    top, bottom = column.tops[i] * weight.numerator, column.bottoms[i] * weight.denominator
    scaled, bottom = (top << BITS, bottom) if bottom > 0 else (-top << BITS, -bottom)
    return scaled // bottom, -(-scaled // bottom)


def _ends(number: Number) -> Ends:
    low, high = (number, number) if isinstance(number, Fraction) else enclosure(number, BITS)
    return floor(low * UNIT), ceil(high * UNIT)
