"""Two classes with known sizes: all (tp, tn) that give the scores.

Linear conditions make a polygon. What is left (roots, products) is solved row by row of tp: between the places where a
polynomial in tn changes its sign one point tells of all. Where a divisor is zero, and where no polynomial tells a
score, its value is worked out under the policy for undefined values.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import TypeAlias

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.condition import Atom, Part, needed, part_of, polys, state
from exactmetrics.feasibility.given import Score, holds
from exactmetrics.feasibility.polygon import Condition, Polygon
from exactmetrics.feasibility.polynomial import Formula, Poly
from exactmetrics.feasibility.unknown import never_replaced, plane_formula
from exactmetrics.matrix.blocks import Blocks

LINEAR = {(1, 0), (0, 1), (0, 0)}
Grid: TypeAlias = dict[tuple[int, int], int]  # the coefficients by the powers of tp and tn


@dataclass(frozen=True, eq=False, slots=True)
class PlaneScore:
    """A score on two classes, ready for any support and n.

    `formula` is what the definition leaves, None where no polynomial tells the score. `part` is what must hold where no
    divisor is zero, None if nothing there does, and `needed` its conditions one by one. `plain` says that a divisor of
    zero leaves the score undefined, so that no number fits.
    """

    score: Score
    formula: Formula | None
    part: Part | None = None
    needed: tuple[Part, ...] = ()
    plain: bool = False

    @classmethod
    def of(cls, score: Score, labels: Sequence[Hashable], positive: int = 0) -> PlaneScore:
        formula, target, request = plane_formula(score.request, labels, positive), score.target, score.request
        if formula is None or target is None:
            return cls(score, None)
        whole = request.over == "all" and request.average != "weighted"
        plain = whole and never_replaced(request) and target.kind == "interval"
        part = part_of(formula, target)
        return cls(score, formula, part, () if part is None else tuple(needed(part)), plain)


class Plane:
    """The scores for p samples of the first class among n."""

    def __init__(
        self, scores: Sequence[PlaneScore], labels: Sequence[Hashable], positive: Hashable | None, p: int, n: int,
        budget: Budget,
    ) -> None:  # fmt: skip
        self.scores, self.labels, self.positive, self.p, self.n, self.budget = scores, labels, positive, p, n, budget
        self.edge: dict[tuple[int, int], None] = {}  # points where a divisor is zero, each asked for by itself
        self.parts: list[Part] = []  # what is solved row by row
        self.zeros: list[Poly] = []  # divisors that may be zero inside
        self.asked: list[PlaneScore] = []  # scores whose value is worked out
        self.never = False
        self._grids: dict[int, Grid] = {}  # by polynomial
        self._divisors: dict[int, Condition | None] = {}
        self.polygon = Polygon([line for score in scores for line in self._conditions(score)], p, n - p)
        self.watched = {poly for part in self.parts for poly in polys(part)} | set(self.zeros)

    def blocks(self, tp: int, tn: int) -> Blocks:
        p, n = self.p, self.n
        predicted = tp + n - p - tn
        return Blocks(self.labels, n=n, tp=[tp, tn], support=[p, n - p], predicted=[predicted, n - predicted])

    def _conditions(self, score: PlaneScore) -> Iterator[Condition]:
        """Sort what a score asks into conditions of the polygon and the rest."""
        met = () if score.formula is None else score.formula.met
        if score.formula is None or not all(map(self._grid, met)):
            self.asked.append(score)
            return
        inner = False  # whether a divisor may be zero at counts that no edge of the polygon tells
        for poly in met:
            line = self._not_negative(poly)
            if line is None:
                self.zeros.append(poly)
                inner = True
            elif self._lowest(line) == 0:
                a, b, c = line
                yield a, b, c - 1
                if not score.plain:
                    self._add_edge(line)
        self.never |= score.part is None
        for part in score.needed:
            line = self._line(part) if isinstance(part, Atom) and (score.plain or not inner) else None
            if line is None:
                self.parts.append(part)
            else:
                yield line

    def _line(self, atom: Atom) -> Condition | None:
        """A condition as a linear form that must not be negative; None where it is none."""
        line, sign = _linear(self._grid(atom.over)), 1
        for factor in atom.den if line else ():
            oriented = self._not_negative(factor)
            sign = 0 if oriented is None else sign if oriented == _linear(self._grid(factor)) else -sign
        if line is None or not sign:
            return None
        a, b, c = line
        return sign * a, sign * b, sign * c - atom.strict

    def _grid(self, poly: Poly) -> Grid:
        found = self._grids.get(id(poly))  # a score keeps its polynomials alive
        if found is None:
            found = self._grids[id(poly)] = poly.at(self.p, self.n)
        return found

    def _not_negative(self, poly: Poly) -> Condition | None:
        """A divisor, or minus it, as a linear form that is nowhere negative; None where it is none."""
        if id(poly) not in self._divisors:
            line = _linear(self._grid(poly))
            if line is not None and self._lowest(line) < 0:
                a, b, c = line
                line = (-a, -b, -c) if self._lowest((-a, -b, -c)) >= 0 else None
            self._divisors[id(poly)] = line
        return self._divisors[id(poly)]

    def _lowest(self, line: Condition) -> int:
        """The least value of a linear form on the counts that are possible."""
        a, b, c = line
        return c + min(0, a * self.p) + min(0, b * (self.n - self.p))

    def _add_edge(self, line: Condition) -> None:
        a, b, c = line
        for x, low, high in Polygon([(-a, -b, -c)], self.p, self.n - self.p).rows():
            for y in range(low, high + 1):
                self.budget.spend()
                self.edge[x, y] = None

    @property
    def plain(self) -> bool:
        """Whether a polygon tells all solutions, apart from some points of its edge."""
        return not (self.parts or self.zeros or self.asked or self.never)

    def pieces(self) -> Iterator[tuple[int, int, int]]:
        """Every solution: a tp, and the first and last tn of a range."""
        yield from ((x, y, y) for x, y in self.edge if self._holds(x, y, self.scores))
        if self.never and not self.zeros:
            return
        for x, low, high in self.polygon.rows():
            self.budget.spend()
            yield from [(x, low, high)] if self.plain else self._row(x, low, high)

    def count(self) -> int:
        """How many solutions there are."""
        if not self.plain:
            return sum(last - first + 1 for _, first, last in self.pieces())
        self.budget.spend()
        return self.polygon.count() + sum(self._holds(x, y, self.scores) for x, y in self.edge)

    def _row(self, x: int, low: int, high: int) -> Iterator[tuple[int, int, int]]:
        """The pieces of a row between two ends: where everything holds."""
        row = {poly: _in_tn(self._grid(poly), x) for poly in self.watched}
        cuts = {low, high + 1}.union(*(sign_changes(poly, low, high) for poly in row.values()))
        for start, after in pairwise(sorted(cuts)):

            def at_start(poly: Poly, start: int = start) -> tuple[int, int]:
                found = _value(row[poly], start)
                return found, found

            asked: Sequence[PlaneScore] = self.asked
            if any(at_start(poly) == (0, 0) for poly in self.zeros):
                if all(score.plain for score in self.scores):
                    continue
                asked = self.scores
            elif self.never or any(state(part, at_start) < 1 for part in self.parts):
                continue
            if asked:
                yield from ((x, y, y) for y in range(start, after) if self._holds(x, y, asked))
            else:
                yield x, start, after - 1

    def _holds(self, x: int, y: int, scores: Sequence[PlaneScore]) -> bool:
        if (x, y) in self.edge and scores is not self.scores:
            return False  # the edge is asked once, by itself
        self.budget.spend()
        return holds([score.score for score in scores], self.blocks(x, y), self.positive)


def _linear(grid: Grid) -> Condition | None:
    """A grid as a linear form a·tp + b·tn + c; None where it is none."""
    if not grid.keys() <= LINEAR:
        return None
    return grid.get((1, 0), 0), grid.get((0, 1), 0), grid.get((0, 0), 0)


def _in_tn(grid: Grid, x: int) -> list[int]:
    """The polynomial in tn, its coefficients by ascending power, that is left of a grid at a tp."""
    found = [0] * (1 + max((j for _, j in grid), default=0))
    for (i, j), c in grid.items():
        found[j] += c * x**i
    return found


def _value(poly: Sequence[int], y: int) -> int:
    out = 0
    for c in reversed(poly):
        out = out * y + c
    return out


def sign_changes(poly: Sequence[int], low: int, high: int) -> list[int]:
    """The places after low, up to high, where a polynomial has another sign than one step before: above, below or at 0.

    >>> sign_changes([-4, 0, 1], -5, 5), sign_changes([7, -2], 0, 9)
    ([-2, -1, 2, 3], [4])
    """
    if len(poly) < 2 or low >= high:
        return []
    # Between the places where its steps change sign a polynomial only rises or only falls.
    steps = [sum(c * comb(power, i) for power, c in enumerate(poly) if power > i) for i in range(len(poly) - 1)]
    found: list[int] = []
    for start, end in pairwise([low, *sign_changes(steps, low, high - 1), high]):
        last = _sign(_value(poly, end))
        while (own := _sign(_value(poly, start))) != last:
            inside, outside = start, end
            while outside - inside > 1:
                middle = (inside + outside) // 2
                inside, outside = (middle, outside) if _sign(_value(poly, middle)) == own else (inside, middle)
            start = outside
            found.append(start)
    return found


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
