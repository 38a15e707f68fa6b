"""Scores for any number of samples: shares instead of counts, on which most scores depend alone.

With the prevalence, the recall and the specificity of the first class as coordinates every table is a point of a cube,
whatever n is. Boxes of the cube in which some score cannot be met are taken away, the others halved: where none is
left, no data of any size has the scores; what is left says where to look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.plane_score import All, Atom, Part, PlaneScore
from exactmetrics.feasibility.polynomial import Poly

Place: TypeAlias = tuple[int, int]  # of 2^depth parts of a coordinate the one meant, and the depth
Box: TypeAlias = tuple[Place, ...]
BOXES = 12_000
DEPTH = 20  # halvings of a coordinate, until a box is given up
COARSE = 7  # the same, to say where to look
WHOLE: Box = ((0, 0), (0, 0), (0, 0))
Powers: TypeAlias = tuple[list[int], ...]
Terms: TypeAlias = list[tuple[int, int, int, int]]  # coefficient, powers of prevalence, recall, specificity


def prevalences(scores: Sequence[PlaneScore], budget: Budget, boxes: int = BOXES) -> list[tuple[Fraction, Fraction]]:
    """The shares of the first class with which the scores may be met, as ranges; none if no n whatever has them.

    Ranges say where to look, never that there is something; where the boxes did not suffice they are wide.

    >>> from exactmetrics.feasibility.given import Reader
    >>> from exactmetrics.feasibility.plane_score import plane_score
    >>> read = Reader(("a", "b"), positive="a").read({"recall": "0.5", "specificity": "0.5", "accuracy": "0.9"})
    >>> prevalences([plane_score(score, ("a", "b")) for score in read], Budget(10**5))
    []
    """
    cube = _Cube([score for score in scores if _by_shares(score)])
    if _all_gone(cube, budget, boxes):
        return []
    found: set[Place] = set()
    waiting = [(WHOLE, cube.parts)]
    while waiting and boxes:
        boxes -= 1
        budget.spend()
        box, parts = waiting.pop()
        left = None if box[0] in found else cube.left(parts, box)
        if left is None:
            continue
        halves = _halves(box, COARSE)
        waiting += [(half, left) for half in halves]
        if not halves:
            found.add(box[0])
    found |= {box[0] for box, _ in waiting}
    return [(Fraction(at, 2**depth), Fraction(at + 1, 2**depth)) for at, depth in sorted(found)]


def _all_gone(cube: _Cube, budget: Budget, boxes: int) -> bool:
    """Whether every box could be taken away."""
    waiting = [(WHOLE, cube.parts)]
    while waiting and boxes:
        boxes -= 1
        budget.spend()
        box, parts = waiting.pop()
        left = cube.left(parts, box)
        if left is not None:
            halves = _halves(box, DEPTH)
            if not halves:
                return False
            waiting += [(half, left) for half in halves]
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


def _apart(part: Part) -> Iterator[Part]:
    """Conditions that must all hold, one by one."""
    if isinstance(part, All):
        for inner in part.parts:
            yield from _apart(inner)
    else:
        yield part


class _Cube:
    """The scores as polynomials in the three shares."""

    def __init__(self, scores: Sequence[PlaneScore]) -> None:
        self.parts = [one for score in scores if score.part is not None for one in _apart(score.part)]
        self._known: dict[Poly, _Bounded] = {}

    def left(self, parts: list[Part], box: Box) -> list[Part] | None:
        """What is neither met nor missed everywhere in a box, and so still to be asked; None where something is missed.

        What excluded a box is asked first of the next ones, which lie beside it.
        """
        open_: list[Part] = []
        for place, part in enumerate(parts):
            state = self._state(part, box)
            if state < 0:
                if place:
                    parts.insert(0, parts.pop(place))
                return None
            if not state:
                open_.append(part)
        return open_

    def _state(self, part: Part, box: Box) -> int:
        """1 where a part is met everywhere in the box, −1 where it is met nowhere, 0 where that is not known."""
        if isinstance(part, Atom):
            return self._atom(part, box)
        worst, best = (-1, 1) if isinstance(part, All) else (1, -1)
        found = best
        for inner in part.parts:
            state = self._state(inner, box)
            if state == worst:
                return worst
            found = state if state == 0 else found
        return found

    def _atom(self, atom: Atom, box: Box) -> int:
        """Whether a polynomial has the right sign, or the wrong one, everywhere in the box."""
        low, high = self._bounds(atom.over, box)
        if low <= 0 <= high:
            return 0
        sign = 1 if low > 0 else -1
        for factor in atom.den:
            least, most = self._bounds(factor, box)
            if least < 0 < most:
                return 0
            sign = sign if least >= 0 else -sign
        return sign

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
        found = [(c, *powers) for powers, c in terms.items() if c]
        self.most = [max((term[1 + i] for term in found), default=0) for i in range(3)]
        self.rising: Terms = [term for term in found if term[0] > 0]
        self.falling: Terms = [term for term in found if term[0] < 0]
        self._known: list[dict[Place, Powers]] = [{}, {}, {}]

    def bounds(self, box: Box) -> tuple[int, int]:
        """Bounds of its values in a box, times a positive number: its value in the middle, and how far it can get.

        A coordinate is counted in halves of the box's width, so that the middle is one step from either end.
        """
        (l0, m0, h0, dl0, dh0), (l1, m1, h1, dl1, dh1), (l2, m2, h2, dl2, dh2) = map(self._powers, range(3), box)
        middle = 0
        ends = [0] * 6  # the least and the greatest slope along each coordinate
        for terms, low in ((self.rising, 0), (self.falling, 1)):
            high = 1 - low
            for c, i, j, k in terms:
                middle += c * m0[i] * m1[j] * m2[k]
                if i:
                    ends[low] += c * dl0[i] * l1[j] * l2[k]
                    ends[high] += c * dh0[i] * h1[j] * h2[k]
                if j:
                    ends[2 + low] += c * dl1[j] * l0[i] * l2[k]
                    ends[2 + high] += c * dh1[j] * h0[i] * h2[k]
                if k:
                    ends[4 + low] += c * dl2[k] * l0[i] * l1[j]
                    ends[4 + high] += c * dh2[k] * h0[i] * h1[j]
        reach = sum(max(abs(ends[i]), abs(ends[i + 1])) for i in (0, 2, 4))
        return middle - reach, middle + reach

    def _powers(self, axis: int, place: Place) -> Powers:
        """The powers of a coordinate at its low end, middle and high end, and their slopes at both ends."""
        found = self._known[axis].get(place)
        if found is None:
            at, depth = place
            most, scale = self.most[axis], depth + 1
            shifts = [scale * (most - e) for e in range(most + 1)]
            ends = [[x**e << shift for e, shift in enumerate(shifts)] for x in (2 * at, 2 * at + 1, 2 * at + 2)]
            slopes = [
                [e * x ** (e - 1) << shift if e else 0 for e, shift in enumerate(shifts)] for x in (2 * at, 2 * at + 2)
            ]
            found = self._known[axis][place] = (*ends, *slopes)
        return found
