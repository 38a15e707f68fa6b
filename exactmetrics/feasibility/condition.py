"""Scores as conditions on polynomials: where a value lies in what was printed.

A ratio is in an interval where two polynomials are not negative. A number of sign T and square S is at least a > 0
where T > 0 and S ≥ a²; it is at least a < 0 where T ≥ 0 or S ≤ a². So no root is ever taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from exactmetrics.feasibility.polynomial import Formula, Poly, Ratio
from exactmetrics.feasibility.target import Target

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
    return Atom(over.primitive()[1], ratio.den, strict)


def needed(part: Part) -> Iterator[Part]:
    """The conditions of a part that must hold each by itself."""
    if isinstance(part, Several) and part.every:
        for inner in part.parts:
            yield from needed(inner)
    else:
        yield part


def polys(part: Part) -> Iterator[Poly]:
    """Every polynomial of a part."""
    if isinstance(part, Several):
        for inner in part.parts:
            yield from polys(inner)
    else:
        yield from (part.over, *part.den)


def state(part: Part, bounds: Callable[[Poly], Ends]) -> int:
    """1 where a part holds for all values of its polynomials between their bounds, −1 where for none, else 0."""
    if isinstance(part, Several):
        known = [state(inner, bounds) for inner in part.parts]
        return min(known) if part.every else max(known)
    low, high = bounds(part.over)
    for factor in part.den:
        least, most = bounds(factor)
        if least < 0 < most:
            return 0
        low, high = (low, high) if least >= 0 else (-high, -low)
    if low > 0 or (low == 0 and not part.strict):
        return 1
    return -1 if high < 0 or (high == 0 and part.strict) else 0
