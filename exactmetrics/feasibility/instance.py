"""Two classes with known sizes: all (tp, tn) that give the scores.

Linear conditions make a polygon. What is left (roots, products) is solved row by row of tp, as ranges of tn. Where a
divisor is zero, and where no polynomial tells a score, its value is worked out under the policy for undefined values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.evaluate import TwoClasses
from exactmetrics.feasibility.plane_score import All, Atom, Part, PlaneScore
from exactmetrics.feasibility.polygon import Condition, Polygon
from exactmetrics.feasibility.polynomial import Poly
from exactmetrics.feasibility.ranges import (
    Ranges,
    join,
    meet,
    never_negative,
    positive,
    size,
    times,
    value,
    without,
)

Grid = list[list[int]]  # by the power of tn, the coefficients of the powers of tp


class Instance:
    """The scores for p samples of the first class among n.

    >>> from exactmetrics.feasibility.given import Reader
    >>> from exactmetrics.feasibility.plane_score import plane_score
    >>> [f1] = Reader(("a", "b"), positive="a").read({"f1": "0.89"})
    >>> it = Instance([plane_score(f1, ("a", "b"))], TwoClasses(("a", "b")), 4, 9, Budget(1000))
    >>> it.count(), list(it.pieces())
    (1, [(4, 4, 4)])
    """

    def __init__(self, scores: Sequence[PlaneScore], both: TwoClasses, p: int, n: int, budget: Budget) -> None:
        self.both, self.p, self.n, self.budget = both, p, n, budget
        self.scores, self.edge = scores, dict[tuple[int, int], None]()
        self.rows: list[Part] = []  # what is solved row by row
        self.zeros: list[Grid] = []  # divisors that may be zero inside
        self.asked: list[PlaneScore] = []  # scores whose value is worked out
        self.never = False
        self._grids: dict[int, Grid] = {}  # by polynomial, each of which a score holds
        self._signs: dict[int, int] = {}  # by atom, whose scores outlive this
        conditions: list[Condition] = []
        settled: Polygon | None = None
        for place, score in enumerate(scores):
            if place > 1 and (settled := self._settled(conditions)) is not None:
                break  # nothing is left to ask of
            conditions += self._conditions(score)
        self.polygon = settled or Polygon(conditions, p, n - p)

    def _settled(self, conditions: list[Condition]) -> Polygon | None:
        """The polygon of the conditions so far, if they already exclude every point."""
        if self.edge or self.zeros or self.asked or self.never:
            return None
        polygon = Polygon(conditions, self.p, self.n - self.p)
        return polygon if polygon.start > polygon.end else None

    def _conditions(self, score: PlaneScore) -> Iterator[Condition]:
        """Sort what a score asks into conditions of the polygon and the rest."""
        met = [self._grid(factor) for factor in score.met]
        if not score.known or not all(met):
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
                    self._singular(line)
        if score.part is None:
            self.never = True
        elif inner and not score.plain:
            self.rows.append(score.part)
        else:
            yield from self._linear(score.part)

    def _oriented(self, grid: Grid) -> Condition | None:
        """A divisor as a linear form that is nowhere negative; None where it is none."""
        line = _line(grid)
        if line is None or self._lowest(line) >= 0:
            return line
        a, b, c = line
        return (-a, -b, -c) if self._lowest((-a, -b, -c)) >= 0 else None

    def _linear(self, part: Part) -> Iterator[Condition]:
        """The linear conditions of a part; what is not linear is left for the rows."""
        if isinstance(part, All):
            for inner in part.parts:
                yield from self._linear(inner)
            return
        if isinstance(part, Atom):
            line, sign = _line(self._grid(part.over)), self._sign(part)
            if line is not None and sign:
                a, b, c = line
                yield sign * a, sign * b, sign * c - part.strict
                return
        self.rows.append(part)

    def _grid(self, poly: Poly) -> Grid:
        found = self._grids.get(id(poly))
        if found is None:
            found = self._grids[id(poly)] = poly.at(self.p, self.n)
        return found

    def _sign(self, atom: Atom) -> int:
        """The sign of an atom's denominator where it is not zero; 0 where it changes or is not known."""
        sign = 1
        for factor in atom.den:
            grid = self._grid(factor)
            line, oriented = _line(grid), self._oriented(grid)
            if oriented is None:
                return 0
            sign = sign if oriented == line else -sign
        return sign

    def _lowest(self, line: Sequence[int]) -> int:
        """The least value of a linear form on the counts that are possible."""
        a, b, c = line
        return c + (a * self.p if a < 0 else 0) + (b * (self.n - self.p) if b < 0 else 0)

    def _singular(self, line: Condition) -> None:
        """Remember the points at which a divisor is zero."""
        a, b, c = line
        for x, low, high in Polygon([(-a, -b, -c)], self.p, self.n - self.p).rows():
            for y in range(low, high + 1):
                self.budget.spend()
                self.edge[x, y] = None

    @property
    def plain(self) -> bool:
        """Whether a polygon tells all solutions, apart from some points of its edge."""
        return not (self.rows or self.zeros or self.asked or self.never)

    def pieces(self) -> Iterator[tuple[int, int, int]]:
        """Every solution: a tp, and the first and last tn of a range."""
        for x, y in self.edge:
            if self._holds(x, y, self.scores):
                yield x, y, y
        if self.never and not self.zeros:
            return
        for x, low, high in self.polygon.rows():
            self.budget.spend()
            if self.plain:
                yield x, low, high
            else:
                yield from ((x, first, last) for first, last in self._row(x, low, high))

    def count(self) -> int:
        """How many solutions there are."""
        if not self.plain:
            return sum(last - first + 1 for _, first, last in self.pieces())
        self.budget.spend()
        inside = self.polygon.count()
        return inside + sum(self._holds(x, y, self.scores) for x, y in self.edge)

    def _row(self, x: int, low: int, high: int) -> Ranges:
        """The tn of a row between two ends: where everything holds."""
        zero: Ranges = []
        for grid in self.zeros:
            poly = _at(grid, x)
            apart = join(positive(poly, low, high), positive([-c for c in poly], low, high))
            zero = join(zero, without(apart, low, high))
        found: Ranges = [] if self.never else without(zero, low, high)
        for part in self.rows:
            if not found:
                break
            found = meet(found, self._where(part, x, low, high))
        if self.asked:
            found = self._filtered(x, found, self.asked)
        if zero and not all(score.plain for score in self.scores):
            found = join(found, self._filtered(x, zero, self.scores))
        self.budget.spend(size(zero) if zero else 0)
        return found

    def _filtered(self, x: int, ranges: Ranges, scores: Iterable[PlaneScore]) -> Ranges:
        scores = list(scores)
        kept = [(y, y) for low, high in ranges for y in range(low, high + 1) if self._holds(x, y, scores)]
        return join(kept, [])

    def _holds(self, x: int, y: int, scores: Iterable[PlaneScore]) -> bool:
        if (x, y) in self.edge and scores is not self.scores:
            return False  # the edge is asked once, by itself
        self.budget.spend()
        return self.both.hold([score.score for score in scores], self.p, self.n, x, y)

    def _where(self, part: Part, x: int, low: int, high: int) -> Ranges:
        """Where a part holds in a row."""
        if isinstance(part, Atom):
            return self._atom(part, x, low, high)
        sets = (self._where(inner, x, low, high) for inner in part.parts)
        found = next(sets)
        for other in sets:
            found = meet(found, other) if isinstance(part, All) else join(found, other)
        return found

    def _atom(self, atom: Atom, x: int, low: int, high: int) -> Ranges:
        if id(atom) not in self._signs:
            self._signs[id(atom)] = self._sign(atom)
        over, sign = _at(self._grid(atom.over), x), self._signs[id(atom)]
        if sign:
            return _beyond(over, sign, atom.strict, low, high)
        den = [1]
        for factor in atom.den:
            den = times(den, _at(self._grid(factor), x))
        for sign in (1, -1):  # where it is zero, no regular point is left anyway
            if never_negative([sign * c for c in den], low, high):
                return _beyond(over, sign, atom.strict, low, high)
        up = meet(positive(den, low, high), _beyond(over, 1, atom.strict, low, high))
        down = positive([-c for c in den], low, high)
        return join(up, meet(down, _beyond(over, -1, atom.strict, low, high)))


def _beyond(poly: Sequence[int], sign: int, strict: bool, low: int, high: int) -> Ranges:
    """Where a polynomial times a sign is positive, or not negative: whole numbers are greater than −1 then."""
    found = [sign * c for c in poly] or [0]
    if not strict:
        found[0] += 1
    return positive(found, low, high)


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
