"""Many classes with known supports: all building blocks of a partition that give the scores.

Every class has its candidates, pairs of tp and predicted, those left that its own scores allow; each is worth something
to every sum that a score is made of. First all classes get a tp, then a number predicted; what the sums may still
become rules most choices out. The blocks come from a matrix exactly when the predicted add up to n and no class has
more errors than there are (FP + FN ≤ n − ΣTP). Whatever is left is asked for its exact values.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import Any, NamedTuple

from exactmetrics.exact.values import Number, Undefined, enclosure
from exactmetrics.feasibility.backtracking import choices
from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.condition import Ends, Part, part_of, state
from exactmetrics.feasibility.given import Score, holds
from exactmetrics.feasibility.plane import Plane, PlaneScore
from exactmetrics.feasibility.polynomial import Formula, Poly, Ratio
from exactmetrics.feasibility.target import Target
from exactmetrics.feasibility.unknown import Sum, given_weight, many_formula, never_replaced, of_one_class
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.views.column import Column
from exactmetrics.views.value import EachClass, NoValue, ValueMatrix

REST = ("the other classes",)  # a name that is no label
BITS = 80
UNIT = 1 << BITS  # ends are whole numbers of a fine unit, rounded outward
ANYTHING = (-(UNIT << 200), UNIT << 200)  # the policy acts on more than the class, so that nothing is known of it
PREDICTED_SUM, TP_SUM = 0, 1  # the places of these two sums, which are whole numbers


class Window(NamedTuple):
    """The ends between which a sum must lie."""

    place: int
    least: int
    most: int


class Watched(NamedTuple):
    """A score that is no window: what must hold of its sums, by their places, unless a divisor of it may be zero."""

    part: Part
    met: frozenset[Poly]
    places: range

    def may_hold(self, sums: Sequence[Ends]) -> bool:
        def bounds(poly: Poly) -> Ends:
            low = high = 0
            for product, c in poly.terms.items():
                a, b = UNIT, UNIT
                for variable in product:
                    corners = [x * y for x in (a, b) for y in sums[self.places[variable]]]
                    a, b = min(corners) >> BITS, -(-max(corners) >> BITS)
                low, high = (low + int(c) * a, high + int(c) * b) if c > 0 else (low + int(c) * b, high + int(c) * a)
            return low, high

        return any(low <= 0 <= high for low, high in map(bounds, self.met)) or state(self.part, bounds) >= 0


class Option(NamedTuple):
    """A choice for one class: a tp with all its candidates, or one of these; what it adds, and its errors at least."""

    tp: int
    predicted: dict[int, Option]
    ends: list[Ends]
    errors: int


class Conditions:
    """What scores of many classes ask of sums over the classes, the numbers predicted and the tp among them."""

    def __init__(self, scores: Iterable[Score], labels: Sequence[Hashable], n: int) -> None:
        self.windows = [Window(PREDICTED_SUM, n, n)]
        self.watched: list[Watched] = []
        self.sums: list[Sum] = []
        for score in scores:
            found = many_formula(score.request, labels, n)
            if found is not None and score.target is not None and score.request.label is None:
                self._watch(*found, score.target)

    def _watch(self, formula: Formula, sums: Sequence[Sum], target: Target) -> None:
        part = part_of(formula, target)
        if part is None:
            return
        start = len(self.sums) + 2
        line = _line(formula)
        if line is None:
            self.watched.append(Watched(part, formula.met, range(start, start + len(sums))))
            self.sums += sums
            return
        factor, constant = line
        ends = sorted(((target.low - constant) / factor, (target.high - constant) / factor))
        if sums[0].is_right_predictions():
            open_low, open_high = (target.open_low, target.open_high)[:: 1 if factor > 0 else -1]
            least = floor(ends[0]) + 1 if open_low else ceil(ends[0])
            self.windows.append(Window(TP_SUM, least, ceil(ends[1]) - 1 if open_high else floor(ends[1])))
        else:
            self.windows.append(Window(start, floor(ends[0] * UNIT), ceil(ends[1] * UNIT)))
            self.sums += sums

    def right_predictions(self, n: int) -> tuple[int, int]:
        """The least and the most right predictions among n, as far as windows tell it."""
        right = [window for window in self.windows if window.place == TP_SUM]
        return max([0, *(window.least for window in right)]), min([n, *(window.most for window in right)])

    def may_hold(self, sums: Sequence[Ends]) -> bool:
        for place, least, most in self.windows:
            if sums[place][1] < least or sums[place][0] > most:
                return False
        return all(watched.may_hold(sums) for watched in self.watched)


class Partition:
    """The scores for classes of given supports."""

    def __init__(self, scores: Sequence[Score], labels: Sequence[Hashable], supports: Sequence[int], budget: Budget):
        self.scores, self.labels, self.supports = scores, tuple(labels), supports
        self.n, self.budget = sum(supports), budget
        self.conditions = Conditions(scores, labels, self.n)

    def solutions(self) -> Iterator[Blocks]:
        """Every solution, as building blocks."""
        candidates = []
        for place in range(len(self.labels)):
            candidates.append(self._candidates(place))
            if not candidates[-1]:
                return
        self._weigh(candidates)
        order = sorted(range(len(candidates)), key=lambda place: len(candidates[place]))
        for rows in self._descend([self._rows(place, candidates[place]) for place in order]):
            inner = [list(row.predicted.values()) for row in rows]
            for chosen in self._descend(inner, rows[-1].predicted):
                tp, predicted = [0] * len(order), [0] * len(order)
                for place, option in zip(order, chosen, strict=True):
                    tp[place], predicted[place] = option.tp, option.ends[PREDICTED_SUM][0]
                blocks = Blocks(self.labels, n=self.n, tp=tp, support=list(self.supports), predicted=predicted)
                if holds(self.scores, blocks):
                    yield blocks

    def _candidates(self, place: int) -> list[Option]:
        """What a class may be by its own scores, and what that adds to every sum."""
        label, support, n, sums = self.labels[place], self.supports[place], self.n, self.conditions.sums
        names, least = (label, REST), self.conditions.right_predictions(n)[0]
        own = [PlaneScore.of(score, names) for score in self.scores if of_one_class(score.request) == label]
        tps: list[int] = []
        predicted: list[int] = []
        for tp, first, last in Plane(own, names, None, support, n, self.budget).pieces():
            first = max(first, least - tp)  # the class has no more errors than there are: n − tp − tn
            self.budget.spend(max(0, last - first + 1) * (4 + len(sums)) // 4)
            tps += [tp] * (last - first + 1)
            predicted += [tp + n - support - tn for tn in range(first, last + 1)]
        columns = []
        for made in sums:
            self.budget.spend(0)  # only the seconds
            columns.append(added(made, label, [support] * len(tps), n, tps, predicted))
        return [
            Option(tp, {}, [(p, p), (tp, tp), *ends], support + p - 2 * tp)
            for tp, p, *ends in zip(tps, predicted, *columns, strict=True)
            if None not in ends
        ]

    def _weigh(self, candidates: Sequence[Sequence[Option]]) -> None:
        """Two sums that are each possible may exclude each other: their sum and difference, weighed alike, tell it."""
        every = [option for level in candidates for option in level]
        windows = [window for window in self.conditions.windows if window.place != PREDICTED_SUM]
        for one, other in combinations(windows, 2):
            values = [[option.ends[window.place][0] for option in every] for window in (other, one)]
            a, b = (max(1, max(column) - min(column)) for column in values)
            for times in (b, -b) if one.place != other.place else ():
                low, high = sorted((times * other.least, times * other.most))
                self.conditions.windows.append(Window(len(every[0].ends), a * one.least + low, a * one.most + high))
                for option in every:
                    low, high = sorted(times * end for end in option.ends[other.place])
                    least, most = option.ends[one.place]
                    option.ends.append((a * least + low, a * most + high))

    def _rows(self, place: int, candidates: Sequence[Option]) -> list[Option]:
        """The candidates of a class by tp, likely ones first."""
        found: dict[int, dict[int, Option]] = {}
        for option in candidates:
            found.setdefault(option.tp, {})[option.ends[PREDICTED_SUM][0]] = option
        rows = [
            Option(tp, of_tp, _hull(of_tp.values()), min(option.errors for option in of_tp.values()))
            for tp, of_tp in found.items()
        ]
        least, most = self.conditions.right_predictions(self.n)
        likely = (least + most) / (2 * self.n) if (least, most) != (0, self.n) else 0.75
        return sorted(rows, key=lambda row: abs(row.tp - likely * self.supports[place]))

    def _descend(
        self, levels: Sequence[Sequence[Option]], last: dict[int, Option] | None = None
    ) -> Iterator[list[Option]]:
        """Every choice of one option a level that the ends of the sums allow.

        The last number predicted follows from the others: `last` has the options of the last level by it.
        """
        rest: list[list[Ends]] = [[(0, 0)] * len(levels[0][0].ends)]
        for level in reversed(levels):
            rest.insert(0, _plus(rest[0], _hull(level)))
        totals = [rest[-1]]

        def options(chosen: list[Option]) -> Iterator[Option]:
            at = len(chosen)
            if chosen:
                totals[at:] = [_plus(totals[at - 1], chosen[-1].ends)]
            level: Iterable[Option] = levels[at]
            if last is not None and at == len(levels) - 1:
                level = filter(None, [last.get(self.n - totals[at][PREDICTED_SUM][0])])
            for option in level:
                self.budget.spend()
                reach = _plus(_plus(totals[at], option.ends), rest[at + 1])
                if option.errors <= self.n - reach[TP_SUM][0] and self.conditions.may_hold(reach):
                    yield option

        return choices(len(levels), options)


def _plus(a: Sequence[Ends], b: Sequence[Ends]) -> list[Ends]:
    return [(x + low, y + high) for (x, y), (low, high) in zip(a, b, strict=True)]


def _hull(options: Iterable[Option]) -> list[Ends]:
    return [(min(e[0] for e in ends), max(e[1] for e in ends)) for ends in zip(*(o.ends for o in options), strict=True)]


def _line(formula: Formula) -> tuple[Fraction, Fraction] | None:
    """The factor and the constant of a formula that is linear in its only sum; None where it is not."""
    if not isinstance(formula, Ratio) or formula.den or formula.met or not formula.top.terms.keys() <= {(), (0,)}:
        return None
    terms = formula.top.terms
    return (Fraction(terms[0,]), Fraction(terms.get((), 0))) if (0,) in terms else None


class _Tried(EachClass):
    """All candidates at once; those without a value are noted, those a policy leaves out are not."""

    def valueless(self, place: int, undefined: Undefined, none: NoValue) -> None:
        if not none.omit:
            super().valueless(place, undefined, none)


def added(
    made: Sum, label: Hashable, supports: Sequence[int], n: int, tps: Sequence[int], predicted: Sequence[int]
) -> list[Ends | None]:
    """What every candidate of a class adds to a sum; None where the score has no value with it.

    Each candidate stands as a class of its own, so that one run of a definition does them all.
    """
    request, size = made.request, len(tps)
    b = Blocks(range(size), n=n, tp=tps, support=supports, predicted=predicted, partition=False)
    view = _Tried(ValueMatrix(b, request.policy, range(size), [given_weight(request, label)] * size), range(size))
    weight = _column(1 if made.weight is None else made.weight(view), size)
    counts = zip(supports, predicted, weight.tops, strict=True)
    kept = [made.chosen(label, support, p) and bool(w) for support, p, w in counts]
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
