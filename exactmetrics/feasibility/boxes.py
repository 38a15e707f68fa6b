"""Scores of two classes for any number of samples: shares instead of counts, on which most scores depend alone.

With the prevalence, the recall and the specificity of the first class as coordinates every table is a point of a cube,
whatever n is. A polynomial on a box of the cube lies between its least and its greatest Bernstein coefficient there
(Cargo and Shisha 1966). Boxes in which some score cannot be met are taken away, the others halved: where none is left,
no data of any size has the scores; what is left says where to look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import comb, lcm
from typing import TypeAlias

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.condition import Ends, Part, PlaneScore, Several, atoms, never_replaced, state
from exactmetrics.feasibility.integers import real_point
from exactmetrics.feasibility.polynomial import Poly

Place: TypeAlias = tuple[int, int]  # of 2^depth parts of a coordinate the one meant, and the depth
Box: TypeAlias = tuple[Place, Place, Place]
WHOLE: Box = ((0, 0), (0, 0), (0, 0))
BOXES = 12_000
DEPTH = 20  # halvings of a coordinate, until a box is given up
COARSE = 7  # the same, to say where to look
# tp, tn, the support and n as sums of TP, FN, FP and TN
SUMS = ((1, 0, 0, 0), (0, 0, 0, 1), (1, 1, 0, 0), (1, 1, 1, 1))


def prevalences(scores: Sequence[PlaneScore], budget: Budget, boxes: int = BOXES) -> list[tuple[Fraction, Fraction]]:
    """The shares of the first class with which the scores may be met, as ranges; none if no n whatever has them.

    Ranges say where to look, never that there is something; where the boxes did not suffice they are wide.
    """
    if _lines_exclude(scores):
        return []
    parts = [part for score in scores if _by_shares(score) for part in _apart(score.part)]
    if not any(True for _ in _left(parts, DEPTH, budget, boxes)):
        return []
    found = sorted(set(_left(parts, COARSE, budget, boxes)))
    return [(Fraction(at, 2**depth), Fraction(at + 1, 2**depth)) for at, depth in found]


def _by_shares(ready: PlaneScore) -> bool:
    """Whether a score depends on shares alone; what stands in the place of a value is not told by the formula."""
    request = ready.score.request
    return ready.part is not None and request.over == "all" and never_replaced(request) and request.metric.scale_free


def _apart(part: Part | None) -> Iterator[Part]:
    """Conditions that must all hold, one by one."""
    if isinstance(part, Several) and part.every:
        for inner in part.parts:
            yield from _apart(inner)
    elif part is not None:
        yield part


def _left(parts: list[Part], depth: int, budget: Budget, boxes: int) -> Iterator[Place]:
    """The prevalences of the boxes that cannot be taken away, halved to a depth or for want of boxes no further."""
    polys = {poly for part in parts for poly in _polys(part)}
    waiting = [(WHOLE, parts, {poly: _bernstein(poly) for poly in polys})]
    found: set[Place] = set()
    while waiting:
        box, asked, tensors = waiting.pop()
        if box[0] in found:
            continue
        boxes -= 1
        budget.spend()
        states = _states(asked, tensors)
        if not states:
            continue
        axis = min(range(3), key=lambda i: box[i][1])
        if boxes <= 0 or box[axis][1] >= depth:
            found.add(box[0])
            yield box[0]
            continue
        asked = [part for part, known in zip(asked, states, strict=False) if not known]
        needed = {poly for part in asked for poly in _polys(part)}
        at, now = box[axis]
        halved = {poly: tensors[poly].halves(axis) for poly in needed}
        for half in (1, 0):
            place = (*box[:axis], (2 * at + half, now + 1), *box[axis + 1 :])
            waiting.append((place, asked, {poly: both[half] for poly, both in halved.items()}))  # type: ignore[arg-type]


def _states(asked: list[Part], tensors: dict[Poly, _Bernstein]) -> list[int]:
    """For each part whether it holds in a box; nothing where one does not. That one is asked first of the next box."""
    states = []
    for place, part in enumerate(asked):
        states.append(state(part, lambda poly: tensors[poly].ends))
        if states[-1] < 0:
            asked.insert(0, asked.pop(place))
            return []
    return states or [1]


def _polys(part: Part) -> Iterator[Poly]:
    if isinstance(part, Several):
        for inner in part.parts:
            yield from _polys(inner)
    else:
        yield from (part.over, *part.den)


class _Bernstein:
    """A polynomial on a box by its Bernstein coefficients, times a positive number; the last axis changes first."""

    def __init__(self, sizes: tuple[int, ...], numbers: list[int]) -> None:
        self.sizes, self.numbers = sizes, numbers
        self.ends: Ends = (min(numbers), max(numbers))

    def halves(self, axis: int) -> tuple[_Bernstein, _Bernstein]:
        """The same on both halves of the box along an axis (de Casteljau's algorithm, without dividing)."""
        size, step = self.sizes[axis], 1
        for length in self.sizes[axis + 1 :]:
            step *= length
        low, high = self.numbers[:], self.numbers[:]
        for first in range(len(self.numbers)):
            if first // step % size:
                continue
            line = self.numbers[first : first + size * step : step]
            for i in range(size):
                low[first + i * step] = line[0] << (size - 1 - i)
                high[first + (size - 1 - i) * step] = line[-1] << (size - 1 - i)
                line = [a + b for a, b in pairwise(line)]
        return _Bernstein(self.sizes, low), _Bernstein(self.sizes, high)


def _bernstein(poly: Poly) -> _Bernstein:
    """A polynomial in tp, tn, the support and n on the whole cube, where n is 1."""
    terms: dict[tuple[int, int, int], int] = {}
    for product_, c in poly.terms.items():
        i, j, k = (product_.count(place) for place in range(3))
        for lower in range(j + 1):  # tp = prevalence · recall, tn = (1 − prevalence) · specificity
            key = (i + k + lower, i, j)
            terms[key] = terms.get(key, 0) + int(c) * (-1) ** lower * comb(j, lower)
    degrees = tuple(max((key[axis] for key in terms), default=0) for axis in range(3))
    scale = lcm(*(comb(d, a) for d in degrees for a in range(d + 1))) ** 3
    numbers = []
    for at in product(*(range(d + 1) for d in degrees)):
        total = Fraction(0)
        for key, c in terms.items():
            share = Fraction(c)
            for index, power, degree in zip(at, key, degrees, strict=True):
                share *= Fraction(comb(index, power), comb(degree, power))
            total += share
        numbers.append(int(total * scale))
    return _Bernstein(tuple(d + 1 for d in degrees), numbers)


def _lines_exclude(scores: Sequence[PlaneScore]) -> bool:
    """Whether linear inequalities among the scores have no solution even in real numbers, whatever n is.

    Boxes never tell that where all inequalities are equations at one point, as those of precision, recall and F1 are
    where all samples are true negatives. All counts may be multiplied by one number, so a divisor is taken to be at
    least 1.
    """
    rows: list[tuple[tuple[int, ...], int]] = []
    for score in scores:
        for atom in atoms(score.part) if score.plain else ():
            over = _factors(atom.over)
            divisor = _factors(atom.den[0]) if len(atom.den) == 1 else None
            if over is None or divisor is None or min(divisor) < 0 < max(divisor):
                continue
            sign = 1 if min(divisor) >= 0 else -1
            rows += [(tuple(-sign * x for x in over), 0), (tuple(-sign * x for x in divisor), -1)]
    return bool(rows) and real_point(rows, 4)[0] is None


def _factors(poly: Poly) -> tuple[int, ...] | None:
    """The factors of TP, FN, FP and TN in a linear polynomial; None where it is none."""
    found = [0] * 4
    for places, c in poly.terms.items():
        if len(places) != 1:
            return None
        found = [x + int(c) * y for x, y in zip(found, SUMS[places[0]], strict=True)]
    return tuple(found)
