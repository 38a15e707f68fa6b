"""Scores of two classes for any number of samples: shares instead of counts, on which most scores depend alone.

With the prevalence, the recall and the specificity of the first class as coordinates every table is a point of a cube,
whatever n is. A polynomial on a box of the cube lies between its least and its greatest Bernstein coefficient there
(Cargo and Shisha 1966). Boxes in which some score cannot be met are taken away, the others halved: where none is left,
no data of any size has the scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import comb, lcm, prod

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.condition import Atom, polys, state
from exactmetrics.feasibility.linear import Row, real_point
from exactmetrics.feasibility.plane import PlaneScore
from exactmetrics.feasibility.polynomial import Poly
from exactmetrics.feasibility.unknown import never_replaced

BOXES = 12_000
DEPTH = 60  # halvings of a box, until it is given up
# tp, tn, the support and n as sums of TP, FN, FP and TN
SUMS = ((1, 0, 0, 0), (0, 0, 0, 1), (1, 1, 0, 0), (1, 1, 1, 1))


def never_met(scores: Sequence[PlaneScore], budget: Budget) -> bool:
    """Whether it is certain that no data of any size have all scores."""
    if _lines_exclude(scores):
        return True
    parts = [part for score in scores if _by_shares(score) for part in score.needed]
    waiting = [(0, parts, {poly: Bernstein.on_cube(poly) for part in parts for poly in polys(part)})]
    for _ in range(BOXES):
        if not waiting:
            return True
        depth, asked, on_box = waiting.pop()
        budget.spend()
        states = [state(part, lambda poly: on_box[poly].ends) for part in asked]  # noqa: B023
        if -1 in states:
            continue
        asked = [part for part, known in zip(asked, states, strict=True) if not known]
        if not asked or depth == DEPTH:
            return False
        halves = {poly: on_box[poly].halves(depth % 3) for part in asked for poly in polys(part)}
        waiting += [(depth + 1, asked, {poly: both[half] for poly, both in halves.items()}) for half in (1, 0)]
    return False


def _by_shares(ready: PlaneScore) -> bool:
    """Whether a score depends on shares alone; what stands in the place of a value is not told by the formula."""
    request = ready.score.request
    return request.over == "all" and never_replaced(request) and request.metric.scale_free


class Bernstein:
    """A polynomial on a box by its Bernstein coefficients, times a positive number; the last axis changes first."""

    def __init__(self, sizes: tuple[int, ...], numbers: list[int]) -> None:
        self.sizes, self.numbers, self.ends = sizes, numbers, (min(numbers), max(numbers))

    @classmethod
    def on_cube(cls, poly: Poly) -> Bernstein:
        """A polynomial in tp, tn, the support and n on the whole cube, where n is 1."""
        terms: dict[tuple[int, int, int], int] = {}
        for places, c in poly.terms.items():
            i, j, k = map(places.count, range(3))
            for lower in range(j + 1):  # tp = prevalence · recall, tn = (1 − prevalence) · specificity
                key = (i + k + lower, i, j)
                terms[key] = terms.get(key, 0) + int(c) * (-1) ** lower * comb(j, lower)
        degrees = tuple(max((key[axis] for key in terms), default=0) for axis in range(3))
        scale = lcm(*(comb(d, a) for d in degrees for a in range(d + 1))) ** 3
        numbers = []
        for at in product(*(range(d + 1) for d in degrees)):
            shares = (
                prod((Fraction(comb(x, power), comb(d, power)) for x, power, d in zip(at, key, degrees, strict=True)),
                     start=Fraction(c))
                for key, c in terms.items()
            )  # fmt: skip
            numbers.append(int(sum(shares) * scale))
        return cls(tuple(d + 1 for d in degrees), numbers)

    def halves(self, axis: int) -> tuple[Bernstein, Bernstein]:
        """The same on both halves of the box along an axis (de Casteljau's algorithm, without dividing)."""
        size, step = self.sizes[axis], prod(self.sizes[axis + 1 :])
        low, high = self.numbers[:], self.numbers[:]
        for first in range(len(self.numbers)):
            if first // step % size:
                continue
            line = self.numbers[first : first + size * step : step]
            for i in range(size):
                low[first + i * step] = line[0] << (size - 1 - i)
                high[first + (size - 1 - i) * step] = line[-1] << (size - 1 - i)
                line = [a + b for a, b in pairwise(line)]
        return Bernstein(self.sizes, low), Bernstein(self.sizes, high)


def _lines_exclude(scores: Sequence[PlaneScore]) -> bool:
    """Whether linear inequalities among the scores have no solution even in real numbers, whatever n is.

    Boxes never tell that where all inequalities are equations at one point, as those of precision, recall and F1 are
    where all samples are true negatives. All counts may be multiplied by one number, so a divisor is taken to be at
    least 1.
    """
    rows: list[Row] = []
    for atom in (part for score in scores if score.plain for part in score.needed):
        over = _factors(atom.over) if isinstance(atom, Atom) and len(atom.den) == 1 else None
        divisor = _factors(atom.den[0]) if over and isinstance(atom, Atom) else None
        if over is None or divisor is None or min(divisor) < 0 < max(divisor):
            continue
        sign = 1 if min(divisor) >= 0 else -1
        rows += [(tuple(-sign * x for x in over), 0), (tuple(-sign * x for x in divisor), -1)]
    return bool(rows) and real_point(rows, 4) is None


def _factors(poly: Poly) -> tuple[int, ...] | None:
    """The factors of TP, FN, FP and TN in a linear polynomial; None where it is none."""
    if any(len(places) != 1 for places in poly.terms):
        return None
    return tuple(sum(int(c) * SUMS[place][i] for (place,), c in poly.terms.items()) for i in range(4))
