"""Certificates: true inequalities have one that holds, false and altered ones have none, and a spoilt one is seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import lcm, prod
from random import Random
from typing import Any

import pytest
import z3
from sympy.polys.domains import QQ
from sympy.polys.rings import ring

from exactmetrics.proofs.certificates import Budget, Certificate, certificate, reason
from exactmetrics.proofs.reasons import Completed, Factors, Orders, Reason, Squares
from tests.cases import each, size
from tests.proofs.facts import COUNTS, FALSE, FIELD, TRUE

R, X, Y, Z, W = ring("x, y, z, w", QQ)
# Known ones: Schur, the means of three and of four, Nesbitt, Muirhead, and one of each other kind.
POLYNOMIALS: list[tuple[Any, str, str]] = [
    (X * (X - Y) * (X - Z) + Y * (Y - X) * (Y - Z) + Z * (Z - X) * (Z - Y), "orders",
     "((x - y, z), (x - z, y), (x, y - z), (x - z, y - z))"),
    (X**3 + Y**3 + Z**3 - 3 * X * Y * Z, "factors", "((x - z, y - z),)"),
    ((X + Y + Z) ** 3 - 27 * X * Y * Z, "squares", "((x - z, y - z),)"),
    (X**4 + Y**4 + Z**4 + W**4 - 4 * X * Y * Z * W, "orders", "((x - w, y - w, z - w),)"),
    (2 * (X**3 + Y**3 + Z**3) - (X + Y) * X * Y - (Y + Z) * Y * Z - (X + Z) * X * Z, "squares", "((x - z, y - z),)"),
    (X**2 * Y + Y**2 * Z + Z**2 * X - 3 * X * Y * Z, "orders", "((x, y), (x, z), (y, z), (x - z, y - z))"),
    (X**2 + Y**2 + Z**2 - X * Y - Y * Z - Z * X, "squares", "((x - z, y - z),)"),
    ((X + Y - Z) ** 2 + (X - 2 * Y) ** 2, "squares", "((x - 2/3*z, y - 1/3*z),)"),
    ((X**2 - Y * Z) ** 2 + (Y**2 - 2 * X * Z) ** 2, "squares", "((2*x*z - y**2, x**2 - y*z),)"),
    ((X - Y + Z) ** 2 + 4 * Y * W + 2 * (W - X) ** 2, "completed", "((x, y - z, w),)"),
    (X**2 - 2 * X * Y + Y**2 + Z, "orders", "((x - y, z),)"),
    (X + 2 * Y, "coefficients", "((x, y),)"), (X * Y + Z, "coefficients", "((x, z), (y, z))"),
    (X * (Y - Z) ** 2, "factors", "((x,), (y - z,))"), (X + 1, "coefficients", "()"), (R(0), "identity", "((),)"),
]  # fmt: skip
SMALL = [*product((0, 1, 2, 5), repeat=4)]


def shown(left: Any, right: Any) -> Certificate | None:
    """The certificate of left <= right."""
    difference = right - left
    return certificate(difference.numer, difference.denom)


def terms(polynomial: Any, common: int) -> list[tuple[int, list[tuple[int, int]]]]:
    """The whole coefficients of a multiple, and the powers of the generators by their places."""
    return [
        (int(value * common), [(place, power) for place, power in enumerate(monomial) if power])
        for monomial, value in polynomial.terms()
    ]


def at(some: list[tuple[int, list[tuple[int, int]]]], point: tuple[int, ...]) -> int:
    return sum(value * prod(point[place] ** power for place, power in powers) for value, powers in some)


def values(left: Any, right: Any) -> Iterator[tuple[tuple[int, ...], int]]:
    """Counts, and a number of the sign of right - left where both have a value; each side is put in by itself."""
    sides = []
    for side in (left, right):
        common = lcm(*(int(value.denominator) for part in (side.numer, side.denom) for value in part.values()))
        sides.append((terms(side.numer, common), terms(side.denom, common)))
    for point in SMALL:
        (a, b), (c, d) = ((at(top, point), at(bottom, point)) for top, bottom in sides)
        if b and d:
            yield point, (c * b - a * d) * (1 if b * d > 0 else -1)


@each("name", TRUE)
def test_what_is_true_is_certified(name: str) -> None:
    left, right, kind = TRUE[name]
    why = shown(left, right)
    assert why is not None
    assert why.kind == kind
    assert why.check()
    assert all(difference >= 0 for _, difference in values(left, right))


@each("name", FALSE)
def test_what_is_false_is_not(name: str) -> None:
    left, right = FALSE[name]
    assert any(difference < 0 for _, difference in values(left, right))
    assert shown(left, right) is None


@each("name", TRUE)
def test_where_both_are_equal(name: str) -> None:
    left, right, _ = TRUE[name]
    why = shown(left, right)
    assert why is not None
    assert why.strict == (not why.equality)
    whole = [[terms(part.set_ring(COUNTS), 1) for part in zero] for zero in why.equality]
    for point, difference in values(left, right):
        said = any(not any(at(part, point) for part in zero) for zero in whole)
        assert said == (difference == 0), point


@each(("polynomial", "kind", "zeros"), POLYNOMIALS)
def test_polynomials(polynomial: Any, kind: str, zeros: str) -> None:
    why = certificate(polynomial, R(1))
    assert why is not None
    assert why.check()
    assert why.kind == kind
    assert str(why.equality) == zeros


@each("polynomial", [
    X**3 + Y**3 + Z**3 - 3 * X * Y * Z - X**2 * Y / 100, X - Y, R(-1), X**2 - 3 * X * Y + 2 * Y**2,
    Z**6 + X**4 * Y**2 + X**2 * Y**4 - 4 * X**2 * Y**2 * Z**2, (X - Y) * (Y - Z), (X - Y) ** 3, X**2 - X,
])  # fmt: skip
def test_polynomials_that_are_negative_somewhere(polynomial: Any) -> None:
    assert reason(polynomial) is None
    assert certificate(polynomial, X + 1) is None


def mutants(number: int) -> Iterator[tuple[str, Any, Any]]:
    """True inequalities with one thing altered: direction, a coefficient or sign, a count, a factor, a power."""
    random = Random(38)
    for _ in range(number):
        name = random.choice([*TRUE])
        sides = [*TRUE[name][:2]]
        which, kind = random.randrange(2), random.randrange(6)
        side = sides[which]
        if kind == 0:
            sides.reverse()
        elif kind in (1, 2):
            parts = [dict(side.numer), dict(side.denom)]
            part = parts[random.randrange(2)]
            if not part:
                continue
            monomial = random.choice(sorted(part))
            part[monomial] = -part[monomial] if kind == 1 else part[monomial] + random.choice((-1, 1))
            top, bottom = (COUNTS.from_dict({m: v for m, v in each.items() if v}) for each in parts)
            if not bottom:
                continue
            sides[which] = FIELD(top) / FIELD(bottom)
        elif kind == 3:
            i, j = sorted(random.sample(range(4), 2))
            gens = list(COUNTS.gens)
            gens[i], gens[j] = gens[j], gens[i]
            change = [*zip(COUNTS.gens, gens, strict=True)]
            sides[which] = FIELD(side.numer.compose(change)) / FIELD(side.denom.compose(change))
        else:
            sides[which] = side * random.choice((2, 3)) if kind == 4 else side**2
        yield f"{name}, altered {kind}", *sides


def test_altered_ones_are_never_certified_where_they_are_false() -> None:
    certified = false = open_ = 0
    for name, left, right in mutants(size(150, 1500)):
        why = shown(left, right)
        refuted = any(value < 0 for _, value in values(left, right))
        assert not (why and refuted), name
        assert why is None or why.check(), name
        certified += why is not None
        false += refuted
        open_ += why is None and not refuted
    assert certified > 20
    assert false > 50
    assert open_ * 20 < certified + false


@each("name", TRUE, quick=12)
def test_the_solver_agrees(name: str) -> None:
    """No real counts at all for which the difference is negative, unless Z3 gives up."""
    left, right, _ = TRUE[name]
    counts = [z3.Real(str(gen)) for gen in COUNTS.gens]
    solver = z3.Solver()
    solver.set("rlimit", 1_000_000)
    solver.add(*(count >= 0 for count in counts), *(of_z3(side.denom, counts) != 0 for side in (left, right)))
    difference = right - left
    solver.add(of_z3(difference.numer * difference.denom, counts) < 0)
    assert solver.check() != z3.sat


def of_z3(polynomial: Any, counts: list[Any]) -> Any:
    total: Any = z3.RealVal(0)
    for monomial, coefficient in polynomial.terms():
        term: Any = z3.RealVal(str(coefficient))
        for count, power in zip(counts, monomial, strict=True):
            for _ in range(power):
                term = term * count
        total = total + term
    return total


def spoilt(why: Reason) -> Iterator[Reason]:
    """A reason with one thing altered."""
    polynomial = why.polynomial
    one = polynomial.ring(1)
    if polynomial:
        yield replace(why, polynomial=polynomial - sum(abs(value) for value in polynomial.values()) - 1)
    if isinstance(why, Factors):
        yield replace(why, constant=-why.constant)
        yield replace(why, constant=why.constant + 1)
        yield replace(why, factors=why.factors[1:])
        for base, exponent, below in why.factors:
            if exponent == 1 and below:
                yield replace(why, factors=((base, 1, None), *why.factors[1:]))
    elif isinstance(why, Orders):
        first, *others = why.orders
        more = first.reason.polynomial + 1
        yield replace(why, orders=(replace(first, reason=replace(first.reason, polynomial=more)), *others))
        if why.symmetries:
            yield replace(why, symmetries=())
        else:
            yield replace(why, orders=why.orders[1:])
        yield replace(why, symmetries=((1, 2, 0, 3), (2, 0, 1, 3), (0, 2, 1, 3)))
    elif isinstance(why, Squares):
        amount, counts, root = why.squares[0]
        yield replace(why, squares=((amount, counts, root + one), *why.squares[1:]))
        yield replace(why, squares=((-amount, counts, root), *why.squares[1:]))
        yield replace(why, rest=why.rest - one)
    elif isinstance(why, Completed):
        yield replace(why, leading=-why.leading)
        yield replace(why, root=why.root + one)


@each(("polynomial", "kind", "zeros"), POLYNOMIALS)
def test_a_spoilt_certificate_is_seen(polynomial: Any, kind: str, zeros: str) -> None:
    why = reason(polynomial)
    assert why is not None
    for other in spoilt(why):
        assert other == why or not other.check(), other


def test_a_certificate_is_of_what_was_asked() -> None:
    why = certificate(X * (Y - Z) ** 2, X + Y)
    assert why is not None
    assert why.check()
    assert not replace(why, difference=(X * (Y - Z), X + Y)).check()
    assert not replace(why, difference=(X * (Y - Z) ** 2, R(0))).check()
    assert [(side, depth, line.kind) for side, depth, line in why.lines()] == [
        ("bottom", 0, "coefficients"), ("top", 0, "factors"), ("top", 1, "coefficients"),
    ]  # fmt: skip


def test_what_is_given() -> None:
    """It is used, and a certificate that uses what is not given does not hold."""
    for polynomial, given in [
        (X - Y, X - Y), (X**2 - Y**2, 2 * X - 2 * Y), (X**2 + X * Z - Y * Z - Y**2 + W, X - Y),
        (X**2 * Y**2 - Z**2 * W**2 + X * Y * Z, X * Y - Z * W), (3 * X * Y - 2 * Z * W + X, X * Y - Z * W),
    ]:  # fmt: skip
        why = certificate(polynomial, R(1), [given])
        assert why is not None, polynomial
        assert why.check(), polynomial
        assert not replace(why, given=()).check(), polynomial
        assert certificate(polynomial, R(1)) is None, polynomial
        assert certificate(polynomial, R(1), [-given]) is None, polynomial


@each(("top", "bottom", "sure"), [
    (X + 1, Y + 1, True), (X, X + Y, False), (X + Y, X + Y + Z, False), ((X + Y) * Z + Y, Y, True),
    ((X - Y) ** 2 + Z, Z, True), ((X - Y) ** 2, (X + Y) * (X - Y) ** 2, True), ((X - Y) ** 2 + 1, R(2), True),
])  # fmt: skip
def test_what_is_above_0(top: Any, bottom: Any, sure: bool) -> None:
    """A value that would be 0 only where it is none is above 0."""
    why = certificate(top, bottom)
    assert why is not None
    assert why.strict is sure


def test_only_counts_that_occur_cost() -> None:
    many, *gens = ring([f"x{number}" for number in range(60)], QQ)
    why = certificate(gens[3] * (gens[50] - gens[7]) ** 2, gens[3] + gens[50])
    assert why is not None
    assert why.check()
    assert str(why.equality) == "((x3,), (x7 - x50,))"
    assert certificate(gens[3] - gens[50], many(1)) is None


def test_a_budget_ends_the_search() -> None:
    schur = POLYNOMIALS[0][0]
    assert reason(schur, budget=Budget(orders=0)) is None
    assert reason(POLYNOMIALS[2][0], budget=Budget(orders=0, columns=1, depth=0)) is None
    with pytest.raises(AttributeError):
        Budget().orders = 3  # type: ignore[misc]
