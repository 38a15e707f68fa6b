"""Why a rational function of counts is never negative: the search for a certificate that a student can read.

Counts are the generators of a ring of sympy over the rational numbers, at least 0. The top and the bottom are led back
to the reasons of reasons.py, the most readable one that is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, pairwise, permutations
from math import comb, isqrt, lcm, prod
from random import Random
from typing import Any

from sympy.polys.domains import QQ
from sympy.polys.orderings import lex
from sympy.polys.rings import PolyRing

from exactmetrics.feasibility.linear import real_point
from exactmetrics.proofs.reasons import (
    Coefficients,
    Completed,
    Factors,
    Given,
    Identity,
    Order,
    Orders,
    Polynomial,
    Reason,
    Squares,
    Zeros,
    absorbed,
    coefficient_of,
    contradicts,
    permuted,
    where,
)


@dataclass(frozen=True)
class Budget:
    """How far the reasons that take long are looked for; it counts work, never seconds."""

    orders: int = 80  # polynomials expanded for one order of counts
    columns: int = 400  # squares offered to the sum of squares
    size: int = 5_000  # of a polynomial that is factored, as the product of its degrees, each plus 1
    terms: int = 600  # of a polynomial whose orders and squares are looked at
    products: int = 30_000  # of terms, to complete a square
    depth: int = 2  # squares completed one inside the other


BUDGET = Budget()
FEWEST, MOST, WORK = 20, 240, 40_000  # points tried before anything is proved, and the terms put in at all of them
FEW = 4  # counts of which all exchanges are tried
STEP = "step"  # the name of a step, before its number


@dataclass(frozen=True)
class Certificate:
    """Why top / bottom is at least 0 where it has a value: the top is, and the bottom is and is not 0.

    >>> from sympy.polys.rings import ring
    >>> counts, tp, fp, fn = ring("TP, FP, FN", QQ)
    >>> why = certificate(tp * (fp - fn) ** 2, (tp + fp) * (tp + fn))
    >>> why.kind, why.strict, why.equality, why.check()
    ('factors', False, ((TP,), (FP - FN,)), True)
    """

    given: tuple[Polynomial, ...]
    difference: tuple[Polynomial, Polynomial]  # as it was asked
    top: Reason  # of what is left when both are divided by what they share
    bottom: Reason

    @property
    def kind(self) -> str:
        return self.top.kind

    @property
    def equality(self) -> Zeros:
        """Where it is 0: all polynomials of one of these are. The empty alternative: everywhere."""
        if not self.top.polynomial:
            return ((),)
        return tuple(zero for zero in absorbed(self.top.zeros()) if where(self.bottom.polynomial, dict.fromkeys(zero)))

    @property
    def strict(self) -> bool:
        """Whether it is shown that it is above 0."""
        return not self.equality

    def check(self) -> bool:
        """Everything multiplied out anew."""
        here = self.top.polynomial.ring
        top, bottom = (part.set_ring(here) for part in self.difference)
        assumed: set[Polynomial] = set()
        for _, _, line in self.lines():
            assumed |= {*line.assumes()}
        return (
            top * self.bottom.polynomial == bottom * self.top.polynomial
            and bool(bottom)
            and assumed <= {part.set_ring(here) for part in self.given}
            and self.top.check()
            and self.bottom.check()
        )

    def lines(self) -> Iterator[tuple[str, int, Reason]]:
        """What a page tells: "top" or "bottom", how deep it stands, and the reason with its polynomials."""
        for side, reason in (("bottom", self.bottom), ("top", self.top)):
            for depth, line in reason.lines():
                yield side, depth, line


def certificate(
    top: Polynomial, bottom: Polynomial, given: Sequence[Polynomial] = (), budget: Budget = BUDGET
) -> Certificate | None:
    """Why top / bottom >= 0 for all counts for which it has a value and `given` are at least 0; None if not found."""
    used = _used(top, bottom, *given)
    here = PolyRing([symbol for symbol in top.ring.symbols if symbol in used], QQ, lex) if used else top.ring
    less_top, less_bottom = top.set_ring(here).cancel(bottom.set_ring(here))
    known = [part.set_ring(here) for part in given]
    for sign in (1, -1):
        below = _easily(less_bottom * sign, known, budget)
        if below:
            above = reason(less_top * sign, known, budget)
            return Certificate(tuple(given), (top, bottom), above, below) if above else None
    return None


def _used(*polynomials: Polynomial) -> set[Any]:
    """The counts that occur: a ring of few is quick where one of sixty is not."""
    return {
        symbol
        for polynomial in polynomials
        for symbol, degree in zip(polynomial.ring.symbols, polynomial.degrees(), strict=True)
        if degree > 0
    }


def reason(polynomial: Polynomial, given: Sequence[Polynomial] = (), budget: Budget = BUDGET) -> Reason | None:
    """Why a polynomial is at least 0 for all counts, in the most readable way that is found."""
    if negative_at(polynomial, given):
        return None
    return _easily(polynomial, given, budget) or _factored(polynomial, given, budget, hard=True)


def negative_at(polynomial: Polynomial, given: Sequence[Polynomial] = ()) -> tuple[int, ...] | None:
    """Small counts where a polynomial is below 0 and what is given is not; None where no such ones are met.

    >>> from sympy.polys.rings import ring
    >>> counts, x, y = ring("x, y", QQ)
    >>> negative_at(x**2 - x * y, [y - 1])
    (2, 5)
    """
    tried = [_whole_terms(each) for each in (polynomial, *given)]
    for point in _points(polynomial.ring.ngens)[: max(FEWEST, WORK // (1 + sum(map(len, tried))))]:
        values = (_at(terms, point) for terms in tried)
        if next(values) < 0 and all(value >= 0 for value in values):
            return point
    return None


@cache
def _points(size: int) -> list[tuple[int, ...]]:
    """Points of small counts, of equal ones and of very different ones, the same ones every time."""
    random = Random(size)
    some = [(0, 1), (0, 1, 2, 3), (1, 2, 5, 20), (0, 1, 10, 100)]
    return [tuple(random.choice(some[n % len(some)]) for _ in range(size)) for n in range(MOST)]


def _whole_terms(polynomial: Polynomial) -> list[tuple[list[tuple[int, int]], int]]:
    """A multiple with whole coefficients: the generators of each term with their exponents, and its coefficient."""
    common = lcm(*(int(value.denominator) for value in polynomial.values()))
    return [([(at, power) for at, power in enumerate(m) if power], int(v * common)) for m, v in polynomial.items()]


def _at(terms: Iterable[tuple[list[tuple[int, int]], int]], point: Sequence[int]) -> int:
    total = 0
    for powers, value in terms:
        for at, power in powers:
            value *= point[at] ** power
        total += value
    return total


def _easily(polynomial: Polynomial, given: Sequence[Polynomial], budget: Budget) -> Reason | None:
    """What is seen at a glance, or when it is factored."""
    if not polynomial:
        return Identity(polynomial)
    if min(polynomial.values()) >= 0:
        return Coefficients(polynomial)
    if polynomial in given:
        return Given(polynomial)
    return _factored(polynomial, given, budget, hard=False)


def _factored(polynomial: Polynomial, given: Sequence[Polynomial], budget: Budget, *, hard: bool) -> Reason | None:
    simple = prod(degree + 1 for degree in polynomial.degrees()) <= budget.size
    constant, factors = polynomial.factor_list() if simple else _without_counts(polynomial)
    known: list[tuple[Polynomial, int, Reason | None]] = []
    for base, exponent in factors:
        why = None
        if exponent % 2:
            for sign in (1, -1):
                why = _of_factor(base * sign, given, budget, hard=hard)
                if why:
                    constant *= sign
                    break
            else:
                return None
        known.append((why.polynomial if why else base, exponent, why))
    if constant < 0:
        return None
    if [exponent for _, exponent, _ in known] == [1] and constant == 1 and known[0][2]:
        return known[0][2]
    return Factors(polynomial, constant, tuple(known))


def _without_counts(polynomial: Polynomial) -> tuple[Any, list[tuple[Polynomial, int]]]:
    """The counts that divide every term, as factors, and what is left: all that is quick for a large polynomial."""
    shared = tuple(map(min, zip(*polynomial, strict=True)))
    counts = [(gen, power) for gen, power in zip(polynomial.ring.gens, shared, strict=True) if power]
    return polynomial.ring.domain.one, [*counts, (polynomial.quo_term((shared, polynomial.ring.domain.one)), 1)]


def _of_factor(base: Polynomial, given: Sequence[Polynomial], budget: Budget, *, hard: bool) -> Reason | None:
    if min(base.values()) >= 0:
        return Coefficients(base)
    assumed = next((each for each in given if each.monic() == base.monic() and each.LC * base.LC > 0), None)
    if assumed is not None:
        return Given(base) if assumed == base else Factors(base, base.LC / assumed.LC, ((assumed, 1, Given(assumed)),))
    if not hard or len(base) > budget.terms or negative_at(base, given):
        return None
    return (
        _in_orders(base, (2,), given, budget)
        or _quadratic(base)
        or _sum_of_squares(base, given, budget)
        or _completed(base, budget)
        or _in_orders(base, (3, 4), given, budget)
    )


def _in_orders(
    polynomial: Polynomial, sizes: Iterable[int], given: Sequence[Polynomial], budget: Budget
) -> Reason | None:
    gens, left, within = polynomial.ring.gens, budget.orders, replace(budget, size=budget.size // 5)
    present = [at for at, gen in enumerate(gens) if polynomial.degree(gen) > 0]
    for size in sizes:
        for chosen in combinations(present, size):
            assumed = tuple(
                each for each in given if any(each == gens[a] - gens[b] for a, b in permutations(chosen, 2))
            )
            symmetries = [] if assumed else _symmetries(polynomial, chosen)
            found: list[Order] = []
            reached: set[tuple[int, ...]] = set()
            for order in permutations(chosen):
                if order in reached or any(contradicts(order, each) for each in assumed):
                    continue
                left -= 1
                if left < 0:
                    return None
                why = _easily(_in_steps(polynomial, order), (), within)
                if not why:
                    break
                found.append(Order(tuple(gens[at] for at in order), why))
                reached |= {tuple(symmetry[at] for at in order) for symmetry in symmetries}
            else:
                return Orders(polynomial, tuple(found), tuple(symmetries), assumed)
    return None


def _symmetries(polynomial: Polynomial, chosen: Sequence[int]) -> list[tuple[int, ...]]:
    """Exchanges of counts that keep the polynomial and the set of the chosen ones."""
    size = polynomial.ring.ngens
    moved = range(size) if size <= FEW else chosen
    found = []
    for images in permutations(moved):
        places = dict(zip(moved, images, strict=True))
        symmetry = tuple(places.get(at, at) for at in range(size))
        if {symmetry[at] for at in chosen} == {*chosen} and symmetry != tuple(range(size)):
            found.append(symmetry)
    return [symmetry for symmetry in found if permuted(polynomial, symmetry) == polynomial]


def _in_steps(polynomial: Polynomial, order: Sequence[int]) -> Polynomial:
    """The polynomial in the smallest count and the steps from one count to the next, which have names of their own."""
    terms: dict[tuple[int, ...], Any] = dict(polynomial)
    for before, at in reversed([*pairwise(order)]):
        shifted: dict[tuple[int, ...], Any] = {}
        for monomial, value in terms.items():
            for kept in range(monomial[at] + 1):
                new = list(monomial)
                new[at] = kept
                new[before] += monomial[at] - kept
                place = tuple(new)
                shifted[place] = shifted.get(place, 0) + value * comb(monomial[at], kept)
        terms = shifted
    names = [str(gen) for gen in polynomial.ring.gens]
    for number, at in enumerate(order[1:], start=1):
        names[at] = f"{STEP}{number}"
    return PolyRing(names, QQ, lex).from_dict({monomial: value for monomial, value in terms.items() if value})


def _quadratic(polynomial: Polynomial) -> Reason | None:
    """One square completed after the other, where no term has more than two counts."""
    if any(sum(monomial) > 2 for monomial in polynomial):
        return None
    squares, rest = [], polynomial
    while rest and min(rest.values()) < 0:
        found = next(((x, coefficient_of(rest, x, 2)) for x in rest.ring.gens if rest.degree(x) == 2), None)
        if not found or found[1].LC < 0:
            return None
        x, leading = found
        root = 2 * leading * x + coefficient_of(rest, x, 1)
        shared = root.content()
        squares.append((shared**2 / (4 * leading.LC), polynomial.ring(1), root.quo_ground(shared)))
        rest -= (root**2).quo_ground(4 * leading.LC)
    return Squares(polynomial, tuple(squares), (), rest)


def _sum_of_squares(polynomial: Polynomial, given: Sequence[Polynomial], budget: Budget) -> Reason | None:
    """Squares of differences of two terms and what is given, times counts: how much of each, a linear program says."""
    offered = [*_offered(polynomial), *((counts, each, 1) for each in given for counts in _multiples(polynomial, each))]
    if not offered or len(offered) > budget.columns:
        return None
    common = lcm(*(int(value.denominator) for part in (polynomial, *given) for value in part.values()))
    columns = [counts * base**power * (1 if power == 2 else common) for counts, base, power in offered]
    monomials = sorted({*polynomial, *(monomial for column in columns for monomial in column)})
    rows = [
        (tuple(int(column.get(monomial, 0)) for column in columns), int(polynomial.get(monomial, 0) * common))
        for monomial in monomials
    ]
    amounts = real_point(rows, len(columns))
    if amounts is None:
        return None
    used = [
        (QQ(amount.numerator, amount.denominator * (common if power == 2 else 1)), counts, base, power)
        for amount, (counts, base, power) in zip(amounts, offered, strict=True)
        if amount
    ]
    rest = polynomial - sum((counts * base**power * amount for amount, counts, base, power in used), polynomial.ring(0))
    squares, products = (tuple((*parts,) for *parts, power in used if power == wanted) for wanted in (2, 1))
    return Squares(polynomial, squares, products, rest)


def _offered(polynomial: Polynomial) -> Iterator[tuple[Polynomial, Polynomial, int]]:
    """Counts, and the root of a square, so that the double product of its two terms is a term of the polynomial."""
    for first, last in combinations(sorted(polynomial, reverse=True), 2):
        both = [*zip(first, last, strict=True)]
        if any((x + y) % 2 for x, y in both) or tuple((x + y) // 2 for x, y in both) not in polynomial:
            continue
        counts = tuple(map(min, both))
        u, v = (
            _term(polynomial, tuple((x - y) // 2 for x, y in zip(end, counts, strict=True))) for end in (first, last)
        )
        for p, q in _ratios(polynomial[first], polynomial[last]):
            yield _term(polynomial, counts), u * p - v * q, 2


def _multiples(polynomial: Polynomial, given: Polynomial) -> list[Polynomial]:
    """The counts with which a negative term of what is given becomes one that is still to be made up for."""
    waiting = [term for term, value in polynomial.items() if value < 0]
    seen, found = set(waiting), set()
    for term in waiting:
        for part, coefficient in given.items():
            counts = tuple(x - y for x, y in zip(term, part, strict=True))
            if coefficient < 0 and min(counts) >= 0 and counts not in found:
                found.add(counts)
                brought = {tuple(x + y for x, y in zip(counts, other, strict=True)) for other in given} - seen
                new = sorted(each for each in brought if polynomial.get(each, 0) <= 0)
                waiting += new
                seen |= {*new}
    return [_term(polynomial, counts) for counts in sorted(found)]


def _ratios(first: Any, last: Any) -> list[tuple[int, int]]:
    """The p, q for which (p u - q v)^2 is offered: 1 : 1, those of small whole numbers, and what makes it exact."""
    found = [(1, 1), (2, 1), (1, 2)]
    if first > 0 and last > 0:
        ratio = first / last
        p, q = isqrt(int(ratio.numerator)), isqrt(int(ratio.denominator))
        if p * p == ratio.numerator and q * q == ratio.denominator:
            found.append((p, q))
    return list(dict.fromkeys(found))


def _completed(polynomial: Polynomial, budget: Budget) -> Reason | None:
    if not budget.depth:
        return None
    within = replace(budget, depth=budget.depth - 1)
    found = []
    for x in polynomial.ring.gens:
        if polynomial.degree(x) == 2:
            a, b, c = (coefficient_of(polynomial, x, power) for power in (2, 1, 0))
            if min(a.values()) >= 0 and len(a) * len(c) + len(b) ** 2 <= budget.products:
                found.append((len(4 * a * c - b**2), x, a, b, c))
    for _, x, a, b, c in sorted(found, key=lambda each: each[0]):
        remainder = reason(4 * a * c - b**2, (), within)
        if remainder:
            return Completed(polynomial, x, a, 2 * a * x + b, remainder)
    return None


def _term(polynomial: Polynomial, monomial: tuple[int, ...]) -> Polynomial:
    return polynomial.ring.from_dict({monomial: polynomial.ring.domain.one})
