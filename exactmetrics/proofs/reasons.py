"""Why a polynomial is at least 0 wherever its generators, which are counts, are: reasons that are checked by hand.

A polynomial is an element of `sympy.polys.rings.ring(names, QQ)`. The reasons, the most readable first:

    identity      it is 0;
    coefficients  no coefficient is negative;
    given         it is assumed;
    factors       a product of squares and of factors that are never negative;
    orders        some counts are written as the smallest and what comes on top of it, one order after the other;
    squares       squares and what is given, times counts, and terms without negative coefficients add up to it;
    completed     4 A p = (2 A x + B)^2 + (4 A C - B^2) for p = A x^2 + B x + C.

A reason holds the polynomials that its reader multiplies out, and no sentence: `kind` is the key of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, permutations
from operator import mul
from typing import Any, ClassVar

Polynomial = Any  # sympy.polys.rings.PolyElement, which has no types
Zeros = tuple[tuple[Polynomial, ...], ...]  # it is 0 where all polynomials of one of these are

ENOUGH_ZEROS = 40  # more alternatives than this are no help to a reader: the polynomial itself is named


@dataclass(frozen=True)
class Reason:
    """Why a polynomial is at least 0 wherever its generators are (and what is given holds)."""

    polynomial: Polynomial
    kind: ClassVar[str] = ""

    def check(self) -> bool:
        """Whether it holds, multiplied out anew."""
        raise NotImplementedError

    def zeros(self) -> Zeros:
        """Where the polynomial is 0."""
        return ((self.polynomial,),)

    def parts(self) -> tuple[Reason, ...]:
        """The reasons that it rests on."""
        return ()

    def assumes(self) -> tuple[Polynomial, ...]:
        """What it takes as given itself."""
        return ()

    def lines(self, depth: int = 0) -> Iterator[tuple[int, Reason]]:
        """This reason and those below it, each with how deep it stands: what a page tells one after the other."""
        yield depth, self
        for part in self.parts():
            yield from part.lines(depth + 1)


class Identity(Reason):
    """It is the polynomial 0."""

    kind = "identity"

    def check(self) -> bool:
        return not self.polynomial


class Coefficients(Reason):
    """No coefficient is negative."""

    kind = "coefficients"

    def check(self) -> bool:
        return all(coefficient >= 0 for coefficient in self.polynomial.values())

    def zeros(self) -> Zeros:
        """Where every term has a generator that is 0."""
        gens, found = self.polynomial.ring.gens, [frozenset[int]()]
        for monomial in self.polynomial:
            within = [at for at, power in enumerate(monomial) if power]
            found = _minimal({old | {at} for old in found for at in ([*old & {*within}][:1] or within)})
        return tuple(tuple(gens[at] for at in sorted(places)) for places in found)


class Given(Reason):
    """It is assumed, or follows from the case that is looked at."""

    kind = "given"

    def check(self) -> bool:
        return True

    def assumes(self) -> tuple[Polynomial, ...]:
        return (self.polynomial,)


@dataclass(frozen=True)
class Factors(Reason):
    """A constant above 0 times powers: each of an even exponent, or of a factor with its own reason."""

    kind = "factors"
    constant: Any
    factors: tuple[tuple[Polynomial, int, Reason | None], ...]  # None: the exponent is even

    def check(self) -> bool:
        whole = reduce(mul, (base**exponent for base, exponent, _ in self.factors), self.polynomial.ring(self.constant))
        return (
            self.constant > 0
            and whole == self.polynomial
            and all(
                exponent % 2 == 0 if reason is None else reason.polynomial == base and reason.check()
                for base, exponent, reason in self.factors
            )
        )

    def zeros(self) -> Zeros:
        return tuple(
            zero for base, _, reason in self.factors for zero in (reason.zeros() if reason else _vanishing(base))
        )

    def parts(self) -> tuple[Reason, ...]:
        return tuple(reason for _, _, reason in self.factors if reason)


@dataclass(frozen=True)
class Order:
    """One order of some counts, smallest first, and the polynomial in the smallest and the steps to the next.

    The generators of the expansion stand where those of the polynomial do: the smallest count keeps its name, and each
    later one has the name of its step.
    """

    counts: tuple[Polynomial, ...]
    reason: Reason


@dataclass(frozen=True)
class Orders(Reason):
    """In each order of some counts it is at least 0; symmetries lead the other orders to those that are written."""

    kind = "orders"
    orders: tuple[Order, ...]
    symmetries: tuple[tuple[int, ...], ...]  # generator i goes to the place symmetry[i], and the polynomial stays
    assumed: tuple[
        Polynomial, ...
    ]  # differences of two counts that are given, so that some orders need not be looked at

    def check(self) -> bool:
        """The steps are written back as differences of counts; the orders with their symmetric ones are all."""
        gens = self.polynomial.ring.gens
        written = {tuple(gens.index(count) for count in order.counts) for order in self.orders}
        reached = written | {tuple(symmetry[at] for at in order) for symmetry in self.symmetries for order in written}
        missing = {*permutations(min(written))} - reached
        return (
            all(any(contradicts(order, each) for each in self.assumed) for order in missing)
            and not (self.symmetries and self.assumed)
            and all(permuted(self.polynomial, symmetry) == self.polynomial for symmetry in self.symmetries)
            and all(self._written_back(order) == self.polynomial and order.reason.check() for order in self.orders)
        )

    def _written_back(self, order: Order) -> Polynomial:
        gens = list(self.polynomial.ring.gens)
        values = dict(zip(gens, gens, strict=True))
        for before, count in zip(order.counts, order.counts[1:], strict=False):
            values[count] = count - before
        total = self.polynomial.ring(0)
        for monomial, coefficient in order.reason.polynomial.terms():
            total += reduce(
                mul, (values[gen] ** power for gen, power in zip(gens, monomial, strict=True)), total.ring(coefficient)
            )
        return total

    def zeros(self) -> Zeros:
        """In each order; a step that is 0 makes two counts equal."""
        found: dict[tuple[Polynomial, ...], None] = {}
        gens = self.polynomial.ring.gens
        for order in self.orders:
            back = dict(zip(order.reason.polynomial.ring.gens, gens, strict=True))
            back |= {
                step: count - before
                for step, before, count in zip(
                    (order.reason.polynomial.ring.gens[gens.index(count)] for count in order.counts[1:]),
                    order.counts,
                    order.counts[1:],
                    strict=False,
                )
            }
            for zero in order.reason.zeros():
                if not all(part in back for part in zero):
                    return super().zeros()
                parts = [back[part] for part in zero]
                for symmetry in [tuple(range(len(gens))), *self.symmetries]:
                    image = {_positive_first(permuted(part, symmetry)): None for part in parts}
                    left = where(self.polynomial, image)
                    found[tuple(sorted([*image, *([left] if left else [])], key=str))] = None
        return tuple(found)

    def parts(self) -> tuple[Reason, ...]:
        return tuple(order.reason for order in self.orders)

    def assumes(self) -> tuple[Polynomial, ...]:
        return self.assumed


@dataclass(frozen=True)
class Squares(Reason):
    """Coefficients times counts times squares, or times what is given, and a rest without negative coefficients."""

    kind = "squares"
    squares: tuple[tuple[Any, Polynomial, Polynomial], ...]  # coefficient > 0, product of counts, root
    products: tuple[tuple[Any, Polynomial, Polynomial], ...]  # coefficient > 0, product of counts, what is given
    rest: Polynomial

    def check(self) -> bool:
        whole = self.rest
        for coefficient, counts, root in self.squares:
            whole += counts * root * root * coefficient
        for coefficient, counts, given in self.products:
            whole += counts * given * coefficient
        parts = (*self.squares, *self.products)
        terms = (*self.rest.values(), *(value for _, counts, _ in parts for value in counts.values()))
        return whole == self.polynomial and min((*terms, *(coefficient for coefficient, _, _ in parts)), default=0) >= 0

    def zeros(self) -> Zeros:
        alternatives = [(*_vanishing(counts), (base,)) for _, counts, base in (*self.squares, *self.products)]
        if self.rest:
            alternatives.append(Coefficients(self.rest).zeros())
        found = [frozenset[Polynomial]()]
        for some in alternatives:
            found = _minimal({old | {*zero} for old in found for zero in some})
            if len(found) > ENOUGH_ZEROS:
                return super().zeros()
        return tuple(tuple(sorted(zero, key=str)) for zero in found)

    def assumes(self) -> tuple[Polynomial, ...]:
        return tuple(given for _, _, given in self.products)


@dataclass(frozen=True)
class Completed(Reason):
    """A x^2 + B x + C with A > 0 inside and 4 A C - B^2 >= 0: the square completed."""

    kind = "completed"
    x: Polynomial
    leading: Polynomial  # A, without negative coefficients
    root: Polynomial  # 2 A x + B
    remainder: Reason  # of 4 A C - B^2

    def check(self) -> bool:
        """Where A is 0 the polynomial is the limit of what it is where A is above 0."""
        return (
            bool(self.leading)
            and all(coefficient >= 0 for coefficient in self.leading.values())
            and 4 * self.leading * self.polynomial == self.root**2 + self.remainder.polynomial
            and self.remainder.check()
        )

    def zeros(self) -> Zeros:
        inside = (
            [(self.root, *zero) for zero in self.remainder.zeros()] if self.remainder.polynomial else [(self.root,)]
        )
        edge = []
        for zero in Coefficients(self.leading).zeros():
            left = where(self.polynomial, dict.fromkeys(zero))
            edge.append((*zero, left) if left else zero)
        return (*inside, *edge)

    def parts(self) -> tuple[Reason, ...]:
        return (self.remainder,)


def contradicts(order: tuple[int, ...], difference: Polynomial) -> bool:
    """Whether an order puts x first where x - y >= 0 is given."""
    gens = difference.ring.gens
    return any(difference == gens[order[i]] - gens[order[j]] for i, j in combinations(range(len(order)), 2))


def permuted(polynomial: Polynomial, symmetry: Sequence[int]) -> Polynomial:
    """The polynomial with generator symmetry[i] in the place of generator i."""
    back = sorted(range(len(symmetry)), key=lambda at: symmetry[at])
    terms = {tuple(monomial[at] for at in back): value for monomial, value in polynomial.items()}
    return polynomial.ring.from_dict(terms)


def coefficient_of(polynomial: Polynomial, x: Polynomial, power: int) -> Polynomial:
    """What stands before a power of a generator."""
    at = polynomial.ring.gens.index(x)
    terms = {(*m[:at], 0, *m[at + 1 :]): value for m, value in polynomial.items() if m[at] == power}
    return polynomial.ring.from_dict(terms)


def _vanishing(base: Polynomial) -> Zeros:
    """Where a factor is 0."""
    return Coefficients(base).zeros() if min(base.values()) >= 0 else ((_positive_first(base),),)


def _positive_first(polynomial: Polynomial) -> Polynomial:
    """The polynomial or its negative: where one is 0, the other is."""
    return -polynomial if polynomial and polynomial.LC < 0 else polynomial


def where(polynomial: Polynomial, zero: Iterable[Polynomial]) -> Polynomial:
    """What is left of a polynomial where linear ones are 0; others are passed over."""
    parts = sorted(zero, key=len)
    while parts:
        part = parts.pop(0)
        if not part or any(sum(monomial) > 1 for monomial in part):
            continue
        x = next((gen for gen in part.ring.gens if part.degree(gen) > 0), None)
        if x is None:
            continue
        value = x - part.quo_ground(coefficient_of(part, x, 1).LC)
        polynomial = polynomial.compose(x, value) if value else coefficient_of(polynomial, x, 0)
        parts = [each.compose(x, value) for each in parts]
    return polynomial


def absorbed(zeros: Zeros) -> Zeros:
    """Each alternative in its shortest form, without those that another one holds already."""
    short = sorted({_reduced(zero) for zero in zeros}, key=lambda zero: (sum(map(len, zero)), str(zero)))
    return tuple(
        zero
        for zero in short
        if not any(other != zero and not any(where(part, zero) for part in other) for other in short)
    )


def _reduced(zero: tuple[Polynomial, ...]) -> tuple[Polynomial, ...]:
    """Linear polynomials solved for their first counts one after the other; others stay, behind them."""
    waiting = [part for part in zero if all(sum(monomial) <= 1 for monomial in part)]
    solved: list[Polynomial] = []
    while waiting:
        part = waiting.pop(0).monic()
        if len(part) > 1 and min(part.values()) > 0:  # counts are at least 0: each is 0
            waiting += [gen for gen in part.ring.gens if part.degree(gen) > 0]
        elif part:
            x = next(gen for gen in part.ring.gens if part.degree(gen) > 0)
            solved = [*(each.compose(x, x - part) for each in solved), part]
            waiting = [each.compose(x, x - part) for each in waiting]
    others = (_positive_first(part) for part in zero if any(sum(monomial) > 1 for monomial in part))
    return (*sorted(solved, key=lambda part: part.leading_expv(), reverse=True), *sorted(others, key=str))


def _minimal(sets: set[frozenset[Any]]) -> list[frozenset[Any]]:
    """Those that hold no other."""
    return [each for each in sets if not any(other < each for other in sets)]
