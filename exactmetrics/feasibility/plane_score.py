"""A score on two classes as conditions on polynomials: where its value lies in what was printed.

A ratio is in an interval where two polynomials are not negative. A number of sign T and square S is at least a > 0
where T > 0 and S ≥ a²; it is at least a < 0 where T ≥ 0 or S ≤ a². So no root is ever taken.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from exactmetrics.feasibility.formula import Ratio, Surd
from exactmetrics.feasibility.given import Score
from exactmetrics.feasibility.plane import plane_formula
from exactmetrics.feasibility.polynomial import Poly


@dataclass(frozen=True, slots=True)
class Atom:
    """A polynomial over a denominator is positive, or not negative: `over` divided by the `den` factors."""

    over: Poly
    den: tuple[Poly, ...]
    strict: bool


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """At least one part holds."""

    parts: tuple[Part, ...]


Part: TypeAlias = Atom | All | Either


@dataclass(frozen=True, eq=False)
class PlaneScore:
    """A score ready for any support and n.

    `formula` is what the definition leaves, None where no polynomial tells the score (`known` is False then). `met` are
    the divisors on the way. `plain` says that a divisor of zero leaves it undefined, so that no number fits.
    """

    score: Score
    formula: Ratio | Surd | None
    met: tuple[Poly, ...]
    plain: bool

    @property
    def known(self) -> bool:
        """Whether a polynomial tells the score."""
        return self.formula is not None

    @cached_property
    def part(self) -> Part | None:
        """What must hold where no divisor is zero; None: nothing there does."""
        target = self.score.target
        if self.formula is None or target is None or target.kind != "interval":
            return None
        least = _least(self.formula, target.low, target.open_low)
        return All((least, _least(self.formula, -target.high, target.open_high, -1)))


def plane_score(score: Score, labels: Sequence[Hashable], positive: int = 0) -> PlaneScore:
    """Prepare a score on two classes.

    >>> from exactmetrics.feasibility.given import Reader
    >>> [f1] = Reader(("a", "b"), positive="a").read({"f1": "0.9"})
    >>> ready = plane_score(f1, ("a", "b"))
    >>> len(ready.part.parts), ready.plain
    (2, True)
    """
    formula = plane_formula(score.request, labels, positive)
    target, request = score.target, score.request
    if formula is None or target is None:
        return PlaneScore(score, None, (), False)
    ratios = (formula,) if isinstance(formula, Ratio) else (formula.sign, formula.square)
    met = tuple(frozenset[Poly]().union(*(ratio.met for ratio in ratios)))
    whole = request.over == "all" and request.average != "weighted" and not request.policy.rules
    plain = whole and request.policy.default == "propagate" and target.kind == "interval"
    return PlaneScore(score, formula, met, plain)


def _least(formula: Ratio | Surd, bound: Fraction, strict: bool, side: int = 1) -> Part:
    """The formula (for the side −1: minus the formula) is at least a bound, or greater."""
    if isinstance(formula, Ratio):
        return _atom(formula, bound if side > 0 else -bound, strict, side)
    top, square, zero = formula.sign, formula.square, Fraction(0)
    if bound > 0:
        return All((_atom(top, zero, True, side), _atom(square, bound * bound, strict)))
    if bound == 0 and strict:
        return All((_atom(top, zero, True, side), _atom(square, zero, True)))
    return Either((_atom(top, zero, False, side), _atom(square, bound * bound, strict, -1)))


def _atom(ratio: Ratio, bound: Fraction, strict: bool, sign: int = 1) -> Atom:
    """A ratio is at least a bound, or greater; for the sign −1 at most, or less. On whole numbers."""
    over = ratio.top.combined(sign * bound.denominator, ratio.bottom, -sign * bound.numerator)
    return Atom(over.whole() if over else over, tuple(ratio.den.elements()), strict)
