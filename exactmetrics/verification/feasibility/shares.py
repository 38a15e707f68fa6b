"""Scores for any number of samples: shares instead of counts, on which most scores depend alone.

With the prevalence, the recall and the specificity of the first class as coordinates every table is a point of a cube,
whatever n is. Boxes of the cube in which some score cannot be met are taken away, the others halved: where none is
left, no data of any size has the scores; what is left says where to look.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from exactmetrics.verification.feasibility.budget import Budget
from exactmetrics.verification.feasibility.plane_score import All, Atom, Part, PlaneScore
from exactmetrics.verification.feasibility.polynomial import Poly

Place: TypeAlias = tuple[int, int]  # of 2^depth parts of a coordinate the one meant, and the depth
Box: TypeAlias = tuple[Place, ...]
BOXES = 12_000
DEPTH = 20  # halvings of a coordinate, until a box is given up
COARSE = 7  # the same, to say where to look
Terms: TypeAlias = list[tuple[int, int, int, int]]  # coefficient, powers of prevalence, recall, specificity


def prevalences(scores: Sequence[PlaneScore], budget: Budget, boxes: int = BOXES) -> list[tuple[Fraction, Fraction]]:
    """The shares of the first class with which the scores may be met, as ranges; none if no n whatever has them.

    Ranges say where to look, never that there is something; where the boxes did not suffice they are wide.

    >>> from exactmetrics.verification.feasibility.given import Reader
    >>> from exactmetrics.verification.feasibility.plane_score import plane_score
    >>> read = Reader(("a", "b"), positive="a").read({"recall": "0.5", "specificity": "0.5", "accuracy": "0.9"})
    >>> prevalences([plane_score(score, ("a", "b")) for score in read], Budget(10**5))
    []
    """
    cube = _Cube([score for score in scores if _by_shares(score)])
    if _all_gone(cube, budget, boxes):
        return []
    found: set[Place] = set()
    waiting: list[Box] = [((0, 0), (0, 0), (0, 0))]
    while waiting and boxes:
        boxes -= 1
        budget.spend()
        box = waiting.pop()
        if box[0] in found or cube.excludes(box):
            continue
        halves = _halves(box, COARSE)
        waiting += halves
        if not halves:
            found.add(box[0])
    found |= {box[0] for box in waiting}
    return [(Fraction(at, 2**depth), Fraction(at + 1, 2**depth)) for at, depth in sorted(found)]


def _all_gone(cube: _Cube, budget: Budget, boxes: int) -> bool:
    """Whether every box could be taken away."""
    waiting: list[Box] = [((0, 0), (0, 0), (0, 0))]
    while waiting and boxes:
        boxes -= 1
        budget.spend()
        box = waiting.pop()
        if not cube.excludes(box):
            halves = _halves(box, DEPTH)
            if not halves:
                return False
            waiting += halves
    return not waiting


def _halves(box: Box, depth: int) -> list[Box]:
    """A box cut in two along its longest side; none where that is as short as it may be."""
    place = min(range(3), key=lambda i: box[i][1])
    at, now = box[place]
    if now >= depth:
        return []
    return [(*box[:place], (2 * at + half, now + 1), *box[place + 1 :]) for half in (1, 0)]


def _by_shares(ready: PlaneScore) -> bool:
    """Whether a score depends on shares alone, and continuously where its value is asked for.

    What a policy or the choice of classes puts in the place of a value is not told by the formula.
    """
    request = ready.score.request
    plain = request.over == "all" and request.policy.default == "propagate" and not request.policy.rules
    return ready.known and ready.part is not None and plain and request.metric.scale_free


class _Cube:
    """The scores as polynomials in the three shares."""

    def __init__(self, scores: Sequence[PlaneScore]) -> None:
        self.parts = [score.part for score in scores if score.part is not None]
        self._known: dict[Poly, _Bounded] = {}

    def excludes(self, box: Box) -> bool:
        """Whether some score cannot be met in a box."""
        return any(self._without(part, box) for part in self.parts)

    def _without(self, part: Part, box: Box) -> bool:
        if isinstance(part, Atom):
            return self._atom(part, box)
        found = (self._without(inner, box) for inner in part.parts)
        return any(found) if isinstance(part, All) else all(found)

    def _atom(self, atom: Atom, box: Box) -> bool:
        """Whether a polynomial has the wrong sign everywhere in the box."""
        low, high = self._bounds(atom.over, box)
        if low <= 0 <= high:
            return False
        sign = 1
        for factor in atom.den:
            least, most = self._bounds(factor, box)
            if least < 0 < most:
                return False
            sign = sign if least >= 0 else -sign
        return high < 0 if sign > 0 else low > 0

    def _bounds(self, poly: Poly, box: Box) -> tuple[int, int]:
        if poly not in self._known:
            self._known[poly] = _Bounded(poly)
        return self._known[poly].bounds(box)


class _Bounded:
    """A polynomial in the shares, which are never negative: what raises it and what lowers it are apart."""

    def __init__(self, poly: Poly) -> None:
        terms: dict[tuple[int, int, int], int] = {}
        for (i, j, k, _), c in poly.terms.items():
            # tp = prevalence · recall, tn = (1 − prevalence) · specificity, n = 1
            weight, sign = int(c), 1
            for lower in range(j + 1):
                key = (i + k + lower, i, j)
                terms[key] = terms.get(key, 0) + sign * weight
                weight, sign = weight * (j - lower) // (lower + 1), -sign
        self.terms: Terms = [(c, *powers) for powers, c in terms.items() if c]
        self.most = [max((term[1 + i] for term in self.terms), default=0) for i in range(3)]

    def bounds(self, box: Box) -> tuple[int, int]:
        """Bounds of its values in a box, times a positive number: its value in the middle, and how far it can get.

        A coordinate is counted in halves of the box's width, so that the middle is one step from either end.
        """
        scales = [depth + 1 for _, depth in box]
        ends = [(2 * at, 2 * at + 1, 2 * at + 2) for at, _ in box]
        powers = [
            [[x**e << scale * (most - e) for e in range(most + 1)] for x in three]
            for three, scale, most in zip(ends, scales, self.most, strict=True)
        ]
        middle = sum(c * powers[0][1][a] * powers[1][1][b] * powers[2][1][d] for c, a, b, d in self.terms)
        reach = sum(self._slope(i, powers, ends[i], scales[i]) for i in range(3))
        return middle - reach, middle + reach

    def _slope(self, i: int, powers: list[list[list[int]]], ends: tuple[int, int, int], scale: int) -> int:
        """How much the value can change along one coordinate between the middle and an end."""
        most, (j, k) = self.most[i], (x for x in range(3) if x != i)
        own = [
            [e * x ** (e - 1) << scale * (most - e) if e else 0 for e in range(most + 1)] for x in (ends[0], ends[2])
        ]
        low = high = 0
        for c, *term in self.terms:
            e = term[i]
            if e:
                least = c * own[0][e] * powers[j][0][term[j]] * powers[k][0][term[k]]
                greatest = c * own[1][e] * powers[j][2][term[j]] * powers[k][2][term[k]]
                low, high = low + min(least, greatest), high + max(least, greatest)
        return max(abs(low), abs(high))
