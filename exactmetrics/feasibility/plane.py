"""Two classes with known sizes: all (tp, tn) that give the scores.

Linear conditions make a polygon. What is left (roots, products) is solved row by row of tp, as ranges of tn. Where a
divisor is zero, and where no polynomial tells a score, its value is worked out under the policy for undefined values.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.condition import Atom, Part, PlaneScore, Several
from exactmetrics.feasibility.given import Score, holds
from exactmetrics.feasibility.polygon import Condition, Polygon
from exactmetrics.feasibility.polynomial import Grid, Poly
from exactmetrics.feasibility.ranges import Ranges, join, meet, never_negative, positive, product, value, without
from exactmetrics.matrix.blocks import Blocks


class TwoClasses:
    """Two classes by name, the first with tp and a support, the second the rest."""

    def __init__(self, labels: Sequence[Hashable], positive: Hashable | None = None) -> None:
        self.labels, self.positive = tuple(labels), positive

    def blocks(self, p: int, n: int, tp: int, tn: int) -> Blocks:
        predicted = tp + n - p - tn
        return Blocks(self.labels, n=n, tp=[tp, tn], support=[p, n - p], predicted=[predicted, n - predicted])

    def hold(self, scores: Iterable[Score], p: int, n: int, tp: int, tn: int) -> bool:
        """Whether the counts give every score."""
        return holds(scores, self.blocks(p, n, tp, tn), self.positive)


class Plane:
    """The scores for p samples of the first class among n."""

    def __init__(self, scores: Sequence[PlaneScore], both: TwoClasses, p: int, n: int, budget: Budget) -> None:
        self.scores, self.both, self.p, self.n, self.budget = scores, both, p, n, budget
        self.edge: dict[tuple[int, int], None] = {}  # points where a divisor is zero, each asked for by itself
        self.parts: list[Part] = []  # what is solved row by row
        self.zeros: list[Grid] = []  # divisors that may be zero inside
        self.asked: list[PlaneScore] = []  # scores whose value is worked out
        self.never = False
        self._grids: dict[int, Grid] = {}  # by polynomial, which a score keeps alive
        self._signs: dict[int, int] = {}  # by atom
        self.polygon = Polygon([line for score in scores for line in self._conditions(score)], p, n - p)

    def _conditions(self, score: PlaneScore) -> Iterator[Condition]:
        """Sort what a score asks into conditions of the polygon and the rest."""
        met = [self._grid(factor) for factor in score.met]
        if score.formula is None or not all(met):
            self.asked.append(score)
            return
        inner = False  # whether a divisor may be zero at counts that no edge of the polygon tells
        for grid in met:
            line = self._oriented(grid)
            if line is None:
                self.zeros.append(grid)
                inner = True
            elif self._lowest(line) == 0:
                yield line[0], line[1], line[2] - 1
                if not score.plain:
                    self._add_edge(line)
        if score.part is None:
            self.never = True
        elif inner and not score.plain:
            self.parts.append(score.part)
        else:
            yield from self._linear(score.part)

    def _linear(self, part: Part) -> Iterator[Condition]:
        """The linear conditions of a part; what is not linear is left for the rows."""
        if isinstance(part, Several) and part.every:
            for inner in part.parts:
                yield from self._linear(inner)
            return
        if isinstance(part, Atom):
            line, sign = _line(self._grid(part.over)), self._sign(part)
            if line is not None and sign:
                a, b, c = line
                yield sign * a, sign * b, sign * c - part.strict
                return
        self.parts.append(part)

    def _grid(self, poly: Poly) -> Grid:
        found = self._grids.get(id(poly))
        if found is None:
            found = self._grids[id(poly)] = poly.at(self.p, self.n)
        return found

    def _oriented(self, grid: Grid) -> Condition | None:
        """A divisor as a linear form that is nowhere negative; None where it is none."""
        line = _line(grid)
        if line is None or self._lowest(line) >= 0:
            return line
        a, b, c = line
        return (-a, -b, -c) if self._lowest((-a, -b, -c)) >= 0 else None

    def _sign(self, atom: Atom) -> int:
        """The sign of an atom's denominator where it is not zero; 0 where it changes or is not known."""
        if id(atom) not in self._signs:
            sign = 1
            for factor in atom.den:
                line, oriented = _line(self._grid(factor)), self._oriented(self._grid(factor))
                sign = 0 if oriented is None else sign if oriented == line else -sign
            self._signs[id(atom)] = sign
        return self._signs[id(atom)]

    def _lowest(self, line: Condition) -> int:
        """The least value of a linear form on the counts that are possible."""
        a, b, c = line
        return c + (a * self.p if a < 0 else 0) + (b * (self.n - self.p) if b < 0 else 0)

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
        for x, y in self.edge:
            if self._holds(x, y, self.scores):
                yield x, y, y
        if self.never and not self.zeros:
            return
        for x, low, high in self.polygon.rows():
            self.budget.spend()
            ranges = [(low, high)] if self.plain else self._row(x, low, high)
            yield from ((x, first, last) for first, last in ranges)

    def count(self) -> int:
        """How many solutions there are."""
        if not self.plain:
            return sum(last - first + 1 for _, first, last in self.pieces())
        self.budget.spend()
        return self.polygon.count() + sum(self._holds(x, y, self.scores) for x, y in self.edge)

    def _row(self, x: int, low: int, high: int) -> Ranges:
        """The tn of a row between two ends: where everything holds."""
        zero: Ranges = []
        for grid in self.zeros:
            poly = _at(grid, x)
            apart = join(positive(poly, low, high), positive([-c for c in poly], low, high))
            zero = join(zero, without(apart, low, high))
        found: Ranges = [] if self.never else without(zero, low, high)
        for part in self.parts:
            found = meet(found, self._where(part, x, low, high)) if found else found
        if self.asked:
            found = self._filtered(x, found, self.asked)
        if zero and not all(score.plain for score in self.scores):
            found = join(found, self._filtered(x, zero, self.scores))
        return found

    def _filtered(self, x: int, ranges: Ranges, scores: Sequence[PlaneScore]) -> Ranges:
        kept = [(y, y) for low, high in ranges for y in range(low, high + 1) if self._holds(x, y, scores)]
        return join(kept[:1], kept[1:])

    def _holds(self, x: int, y: int, scores: Sequence[PlaneScore]) -> bool:
        if (x, y) in self.edge and scores is not self.scores:
            return False  # the edge is asked once, by itself
        self.budget.spend()
        return self.both.hold([score.score for score in scores], self.p, self.n, x, y)

    def _where(self, part: Part, x: int, low: int, high: int) -> Ranges:
        """Where a part holds in a row."""
        if isinstance(part, Several):
            found, *others = (self._where(inner, x, low, high) for inner in part.parts)
            for other in others:
                found = meet(found, other) if part.every else join(found, other)
            return found
        over, sign = _at(self._grid(part.over), x), self._sign(part)
        if not sign:
            den = [1]
            for factor in part.den:
                den = product(den, _at(self._grid(factor), x))
            # A quotient has the sign of the product; where the divisor is zero, the point is none of these.
            over = over if never_negative(den, low, high) else product(over, den)
        over = [-c if sign < 0 else c for c in over] or [0]
        over[0] += not part.strict  # whole numbers that are not negative are greater than −1
        return positive(over, low, high)


def _line(grid: Grid) -> Condition | None:
    """A grid as a linear form a·tp + b·tn + c; None where it is none."""
    if len(grid) > 2 or (grid and len(grid[0]) > 2) or (len(grid) == 2 and len(grid[1]) > 1):
        return None
    first = [*(grid[0] if grid else []), 0, 0]
    return first[1], grid[1][0] if len(grid) == 2 else 0, first[0]


def _at(grid: Grid, x: int) -> list[int]:
    """The polynomial in tn that is left of a grid at a tp."""
    found = [value(row, x) for row in grid]
    while found and not found[-1]:
        found.pop()
    return found
