"""Scores as conditions on polynomials: where a value lies in what was printed.

A ratio is in an interval where two polynomials are not negative. A number of sign T and square S is at least a > 0
where T > 0 and S ≥ a²; it is at least a < 0 where T ≥ 0 or S ≤ a². So no root is ever taken.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.polynomial import Formula, Poly, Ratio
from exactmetrics.feasibility.target import Target
from exactmetrics.feasibility.unknown import plane_formula
from exactmetrics.metrics.request import Request

Ends: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Atom:
    """A polynomial over a denominator is positive, or not negative: `over` divided by the `den` factors."""

    over: Poly
    den: tuple[Poly, ...]
    strict: bool


@dataclass(frozen=True, slots=True)
class Several:
    """Every part holds, or at least one where `every` is not set."""

    parts: tuple[Part, ...]
    every: bool = True


Part: TypeAlias = Atom | Several


@dataclass(frozen=True, eq=False, slots=True)
class PlaneScore:
    """A score on two classes, ready for any support and n.

    `formula` is what the definition leaves, None where no polynomial tells the score; `met` are the divisors on the
    way. `part` is what must hold where none of them is zero, None if nothing there does. `plain` says that a divisor
    of zero leaves the score undefined, so that no number fits.
    """

    score: Score
    formula: Formula | None
    met: tuple[Poly, ...] = ()
    part: Part | None = None
    plain: bool = False


def plane_score(score: Score, labels: Sequence[Hashable], positive: int = 0) -> PlaneScore:
    """Prepare a score on two classes."""
    formula = plane_formula(score.request, labels, positive)
    target, request = score.target, score.request
    if formula is None or target is None:
        return PlaneScore(score, None)
    whole = request.over == "all" and request.average != "weighted"
    plain = whole and never_replaced(request) and target.kind == "interval"
    return PlaneScore(score, formula, divisors(formula), part_of(formula, target), plain)


def never_replaced(request: Request) -> bool:
    """Whether no policy puts anything in the place of a value that is undefined."""
    return request.policy.default == "propagate" and not request.policy.rules


def divisors(formula: Formula) -> tuple[Poly, ...]:
    """Every divisor met on the way to a formula."""
    ratios = (formula,) if isinstance(formula, Ratio) else (formula.sign, formula.square)
    return tuple(frozenset[Poly]().union(*(ratio.met for ratio in ratios)))


def part_of(formula: Formula, target: Target) -> Part | None:
    """What must hold for a formula to lie in a target; None where no number does."""
    if target.kind != "interval":
        return None
    return Several((_least(formula, target.low, target.open_low), _least(formula, -target.high, target.open_high, -1)))


def _least(formula: Formula, bound: Fraction, strict: bool, side: int = 1) -> Part:
    """The formula (for the side −1: minus the formula) is at least a bound, or greater."""
    if isinstance(formula, Ratio):
        return _atom(formula, side * bound, strict, side)
    top, square, zero = formula.sign, formula.square, Fraction(0)
    if bound > 0 or (bound == 0 and strict):
        return Several((_atom(top, zero, True, side), _atom(square, bound * bound, strict)))
    return Several((_atom(top, zero, False, side), _atom(square, bound * bound, strict, -1)), every=False)


def _atom(ratio: Ratio, bound: Fraction, strict: bool, sign: int = 1) -> Atom:
    """A ratio is at least a bound, or greater; for the sign −1 at most, or less."""
    over = ratio.top.combined(sign * bound.denominator, ratio.bottom, -sign * bound.numerator)
    return Atom(over.primitive()[1], tuple(ratio.den.elements()), strict)


def atoms(part: Part | None) -> Iterator[Atom]:
    """The atoms of a part that must hold each by itself."""
    if isinstance(part, Atom):
        yield part
    elif part is not None and part.every:
        for inner in part.parts:
            yield from atoms(inner)


def state(part: Part, bounds: Callable[[Poly], Ends]) -> int:
    """1 where a part holds for all values of its polynomials between their bounds, −1 where for none, else 0."""
    if isinstance(part, Several):
        worst, best = (-1, 1) if part.every else (1, -1)
        found = best
        for inner in part.parts:
            one = state(inner, bounds)
            if one == worst:
                return worst
            found = found if one == best else 0
        return found
    low, high = bounds(part.over)
    if low <= 0 <= high:
        return 0
    sign = 1 if low > 0 else -1
    for factor in part.den:
        least, most = bounds(factor)
        if least < 0 < most:
            return 0
        sign = sign if least >= 0 else -sign
    return sign
