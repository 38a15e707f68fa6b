"""Why a difference of two sides is never negative: it is brought to counts that are free of each other, and certified.

Of one class they are TP, FN, FP and TN; of a matrix of some classes its cells; of the whole matrix T, the wrong
predictions W, and what k is above its least value. A difference that is a sum over the classes is never negative where
its summand is not, for any one class. Absolute values are told apart by the sign of what stands in them, and a square
root by its square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Literal, TypeAlias

from sympy.polys.domains import QQ
from sympy.polys.rings import PolyRing

from exactmetrics.proofs.certificates import certificate
from exactmetrics.proofs.lemmas import at_most_root
from exactmetrics.proofs.normal import EveryMatrix, FixedMatrix, Normal
from exactmetrics.proofs.ratios import Polynomial, Ratio, Space
from exactmetrics.proofs.trees import IN_CELLS, IN_COUNTS

Over: TypeAlias = Literal["counts", "cells", "matrix", "classes", "factors"]
MOST_TERMS = {4: 400}  # of what is certified, by the letters in it: with more of them the search takes minutes
MOST_TERMS_ELSE = 100
MOST_ABSOLUTE = 2  # absolute values that are told apart: four cases
CALLED = {"tp": "TP", "fn": "FN", "fp": "FP", "tn": "TN"}
NAMES = {name: CALLED[block] for name, block in {**IN_COUNTS, **IN_CELLS}.items()} | {"c": "K"}
OF_MATRIX = {"a": "W", "c": "K"}  # the wrong predictions, and the classes beyond the least number of them


@dataclass(frozen=True)
class Shown:
    """Why a difference is never negative: over what, the difference itself or its summand, and a certificate a case."""

    over: Over
    difference: Ratio
    cases: tuple[Any, ...]  # a `Certificate`, or `Cases` where there is a root

    @property
    def kind(self) -> str:
        """The reason, of several cases that of the first in which the difference is not just 0."""
        kinds = [str(case.kind) for case in self.cases]
        return "factors" if self.over == "factors" else next((one for one in kinds if one != "identity"), kinds[0])

    @property
    def strict(self) -> bool:
        """Whether it is shown to be above 0."""
        return self.over != "factors" and all(getattr(case, "strict", False) for case in self.cases)


def never_negative(normal: Normal, difference: Ratio, at_least: int) -> Shown | None:
    """Why a difference is at least 0 wherever it has a value, for at least so many classes; None if it is not found."""
    space = normal.space
    if isinstance(normal, FixedMatrix):
        return _shown("counts" if normal.size == 2 else "cells", space, difference)
    assert isinstance(normal, EveryMatrix)
    sums = [at for at in space.used(difference.num, difference.den) if at >= space.base and not space.classes_of(at)]
    if sums:
        for summand in _summands(normal, difference, sums):
            if found := _shown("classes", space, _in_free_counts(normal, summand, at_least)):
                return found
        return _by_factors(normal, difference, at_least)
    of_class = bool(space.of_classes(difference.num, difference.den))
    return _shown("counts" if of_class else "matrix", space, _in_free_counts(normal, difference, at_least))


def _by_factors(normal: EveryMatrix, difference: Ratio, at_least: int) -> Shown | None:
    """Why a quotient is never negative, factor by factor: those with a sum are sums over the classes themselves."""
    space, cases, sign = normal.space, list[Shown](), 1
    for side in (difference.num, difference.den):
        constant, factors = space.factors(side)
        sign *= 1 if constant > 0 else -1
        for factor, power in factors:
            if power % 2 == 0:
                continue
            one = Ratio(space, factor, space.one)
            for turned, way in ((one, 1), (-one, -1)):
                if difference.den == space.one and turned.num in (difference.num, -difference.num):
                    continue  # it is what was asked
                if shown := never_negative(normal, turned, at_least):
                    cases.append(shown)
                    sign *= way
                    break
            else:
                return None
    return Shown("factors", difference, tuple(cases)) if sign > 0 else None


def _in_free_counts(normal: EveryMatrix, r: Ratio, at_least: int) -> Ratio:
    """A quotient in counts that are free of each other."""
    space, get = normal.space, normal.space.letter
    t, a, b, d = (get(name) for name in IN_COUNTS)
    of_class = {"s_i": t + a, "p_i": t + b, "N": t + a + b + d}
    values = of_class if space.of_classes(r.num, r.den) else {"N": get("T") + a}
    values["k"] = get("c") + space.number(at_least)
    return space.substituted(r, {space.names.index(name): value for name, value in values.items()})


def _summands(normal: EveryMatrix, difference: Ratio, sums: list[int]) -> Iterator[Ratio]:
    """Quotients of one class that add up to the numerator of a difference over all classes.

    What is no sum is shared out among the classes: k as ones, T as the correct predictions, N as samples, as
    predictions, or as the mean of both.
    """
    space, get = normal.space, normal.space.letter
    if not space.never_negative(difference.den) or any(space.atoms[at - space.base].kind != "sum" for at in sums):
        return
    places = {name: space.names.index(name) for name in ("k", "T", "N")}
    half = space.number(Fraction(1, 2))
    for of_samples in (get("s_i"), get("p_i"), (get("s_i") + get("p_i")) * half):
        out = space.number(0)
        for monomial, coefficient in difference.num.terms():
            inside = [at for at in sums if monomial[at]]
            if sum(monomial[at] for at in inside) > 1:
                return
            taken = inside[0] if inside else next((at for at in places.values() if monomial[at]), None)
            rest = list(monomial)
            share = space.number(1) / get("k")
            if taken is not None:
                rest[taken] -= 1
                known = {places["k"]: space.number(1), places["T"]: get("t_i"), places["N"]: of_samples}
                share = known[taken] if taken in known else space.atoms[taken - space.base].parts[0]
            out = out + Ratio(space, space.ring({tuple(rest): coefficient}), space.one) * share
        yield out


def _shown(over: Over, space: Space, difference: Ratio) -> Shown | None:
    """Why a quotient of free counts is never negative, one case after the other."""
    atoms = [at for at in space.used(difference.num, difference.den) if at >= space.base]
    kinds = {at: space.atoms[at - space.base].kind for at in atoms}
    absolute = [at for at in atoms if kinds[at] == "absolute"]
    roots = [at for at in atoms if kinds[at] == "root"]
    if len(absolute) > MOST_ABSOLUTE or len(absolute) + len(roots) < len(atoms):
        return None
    letters = max(4, len(space.used(difference.num, difference.den)))
    if max(len(difference.num), len(difference.den)) > MOST_TERMS.get(letters, MOST_TERMS_ELSE):
        return None
    cases = []
    for signs in product((1, -1), repeat=len(absolute)):
        values = {}
        given = []
        for at, sign in zip(absolute, signs, strict=True):
            inside = space.atoms[at - space.base].parts[0] * space.number(sign)
            values[at] = inside
            given.append(inside.num)
        found = _case(over, space, _with(space, difference, values), given, roots)
        if found is None:
            return None
        cases.append(found)
    return Shown(over, difference, tuple(cases))


def _with(space: Space, r: Ratio, values: Mapping[int, Ratio]) -> Ratio:
    return space.substituted(r, values) if values else r


def _case(over: Over, space: Space, r: Ratio, given: list[Polynomial], roots: list[int]) -> Any:
    names, ring = _ring_of(over, space, [r.num, r.den, *given, *(space.atoms[at - space.base].square for at in roots)])
    known = [_moved(one, names, ring) for one in given]
    if not roots:
        return certificate(_moved(r.num, names, ring), _moved(r.den, names, ring), known)
    parts = _by_root(space, r, roots)
    if parts is None:
        return None
    field = ring.to_field()
    plain, times, inside = (field(_moved(p.num, names, ring)) / field(_moved(p.den, names, ring)) for p in parts)
    return at_most_root(-plain, inside, times, known)


def _by_root(space: Space, r: Ratio, roots: list[int]) -> tuple[Ratio, Ratio, Ratio] | None:
    """A, B and C of a quotient that is A + B sqrt(C); None where there is more than one root in it."""
    conjugate = r
    if space.used(r.den) & set(roots):
        parts = _split(space, r.den, roots)
        if parts is None:
            return None
        plain, rooted, _ = parts
        turned = Ratio(space, plain - rooted, space.one)
        conjugate = Ratio(space, r.num, space.one) * turned / (Ratio(space, r.den, space.one) * turned)
    if space.used(conjugate.den) & set(roots):
        return None
    parts = _split(space, conjugate.num, roots)
    if parts is None:
        return None
    plain, rooted, which = parts
    below = Ratio(space, conjugate.den, space.one)
    square, product_of = space.one, space.one
    for at in which:
        square, product_of = square * space.atoms[at - space.base].square, product_of * space.ring.gens[at]
    times = rooted.quo(product_of)
    outside, factor = (Ratio(space, one, space.one) / below for one in (plain, times))
    return outside, factor, Ratio(space, square, space.one)


def _split(space: Space, p: Polynomial, roots: list[int]) -> tuple[Polynomial, Polynomial, tuple[int, ...]] | None:
    """The terms without a root, those with one, and which roots they have, all the same."""
    plain, rooted = dict[tuple[int, ...], Any](), dict[tuple[int, ...], Any]()
    found = set[tuple[int, ...]]()
    for monomial, coefficient in p.items():
        which = tuple(at for at in roots if monomial[at])
        (rooted if which else plain)[monomial] = coefficient
        if which:
            found.add(which)
    if len(found) != 1:
        return None
    return space.ring.from_dict(plain), space.ring.from_dict(rooted), found.pop()


def _ring_of(over: Over, space: Space, polynomials: list[Polynomial]) -> tuple[list[int], Any]:
    """A ring of the free counts that occur, by their names on a page."""
    places = [at for at in sorted(space.used(*polynomials)) if at < space.base] or [0]
    called = OF_MATRIX if over == "matrix" else {} if over == "cells" else NAMES
    return places, PolyRing([called.get(space.names[at], space.names[at]) for at in places], QQ, "lex")


def _moved(p: Polynomial, places: list[int], ring: Any) -> Polynomial:
    return ring.from_dict({tuple(monomial[at] for at in places): value for monomial, value in p.items()})
