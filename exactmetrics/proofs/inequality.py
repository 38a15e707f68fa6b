"""Why a difference of two sides is never negative: it is brought to counts that are free of each other, and certified.

Of one class they are TP, FN, FP and TN; of a matrix of some classes its cells; of the whole matrix T, the wrong
predictions W, and what k is above its least value. A difference that is a sum over the classes is never negative where
its summand is not, for any one class. Absolute values are told apart by the sign of what stands in them, and a square
root by its square. Where that does not do, lemmas lead to differences for which it does: bounds of the least, the
largest and the mean, the inequalities of Cauchy-Schwarz and of Jensen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any, Literal, TypeAlias

from sympy.polys.domains import QQ
from sympy.polys.rings import PolyRing

from exactmetrics.expression.nodes import Div, Expr, Neg, Num, Sum
from exactmetrics.proofs.certificates import certificate
from exactmetrics.proofs.lemmas import Lemma, at_most_root, lemma
from exactmetrics.proofs.normal import EveryMatrix, FixedMatrix, Normal
from exactmetrics.proofs.ratios import Atom, NoFormError, Polynomial, Ratio, Space, TooLongError, total
from exactmetrics.proofs.trees import IN_CELLS, IN_COUNTS, added, writer_of

Over: TypeAlias = Literal[
    "counts", "cells", "matrix", "samples", "classes", "factors", "others", "largest_cells", "absolute", "either",
    "geometric_mean", "largest", "crossing", "share", "cell", "square", "cauchy_schwarz", "geometric", "convex",
    "concave",
]  # fmt: skip
# What is shown by a lemma, whose name is told.
LEMMAS = frozenset({"absolute", "either", "geometric_mean", "largest", "crossing", "share", "cell", "square",
                    "cauchy_schwarz", "geometric", "convex", "concave"})  # fmt: skip
MOST_LEMMAS = 4  # one inside the other
MOST_TERMS = {4: 400}  # of what is certified, by the letters in it: with more of them the search takes minutes
MOST_TERMS_ELSE = 100
MOST_ABSOLUTE = 2  # absolute values that are told apart: four cases
CALLED = {"tp": "TP", "fn": "FN", "fp": "FP", "tn": "TN"}
# Besides them TN = C + E, FN = U + A and FP = V + B: C is correct of the other classes, and the largest cells of row
# and column are TP + U and TP + V.
PARTS = {"correct": "C", "other": "E", "row": "U", "less_row": "A", "column": "V", "less_column": "B"}
NAMES = {name: CALLED[block] for name, block in {**IN_COUNTS, **IN_CELLS}.items()} | {"c": "K"} | PARTS
FRESH = {"a": "x", "b": "y", "d": "z"}  # arguments of a curve, and their names
# The wrong predictions, the classes beyond the least number of them, and the samples beyond the first.
OF_MATRIX, OF_SAMPLES = {"a": "W", "c": "K"}, {"a": "M", "c": "K"}


_NOTHING = object()  # of a difference that is 0 there is nothing to be shown


@dataclass(frozen=True)
class Shown:
    """Why a difference is never negative: over what, the difference itself or its summand, and a certificate a case.

    `subject` is the difference as a page writes it, None where that is too long; `names` are the terms to which a lemma
    is applied. `told` is of a sum over the classes that sum and its summand, of a bound what is bounded and by what, of
    two sums what the terms add up to, and of a curve the larger and the smaller side.
    """

    over: Over
    difference: Ratio
    cases: tuple[Any, ...]  # a `Certificate`, `Cases` where there is a root, a `Lemma`, or others of what is left
    told: tuple[Expr, ...] = ()
    names: tuple[tuple[str, Expr], ...] = ()
    subject: Expr | None = None

    @property
    def kind(self) -> str:
        """The innermost lemma; or the reason, of several cases that of the first in which it is not just 0."""
        kinds = [str(case.kind) for case in self.cases if not isinstance(case, Lemma)]
        if lemmas := [one for one in (*kinds, self.over) if one in LEMMAS]:
            return lemmas[0]
        return "factors" if self.over == "factors" else next((one for one in kinds if one != "identity"), kinds[0])

    @property
    def strict(self) -> bool:
        """Whether it is shown to be above 0."""
        by_others = self.over == "factors" or self.over in LEMMAS
        return not by_others and all(getattr(case, "strict", False) for case in self.cases)


def never_negative(normal: Normal, difference: Ratio, at_least: int, lemmas: int = MOST_LEMMAS) -> Shown | None:
    """Why a difference is at least 0 wherever it has a value, for at least so many classes; None if it is not found.

    So many `lemmas` may be used, one inside the other.
    """
    found = _never_negative(normal, difference, at_least, lemmas)
    return found and replace(found, subject=_told(normal, difference))


def _never_negative(normal: Normal, difference: Ratio, at_least: int, lemmas: int) -> Shown | None:
    space = normal.space
    if isinstance(normal, FixedMatrix):
        absolute = [at for at, one in enumerate(space.atoms, space.base) if one.kind == "absolute"]
        factor = any(all(monomial[at] for monomial in difference.num) for at in absolute)
        found = _by_factors(normal, difference, at_least, lemmas) if factor else None  # no cases are needed
        return found or _shown("counts" if normal.size == 2 else "cells", space, difference)
    assert isinstance(normal, EveryMatrix)
    over: Over
    atoms = [at for at in space.used(difference.num, difference.den) if at >= space.base and not space.classes_of(at)]
    if not atoms:
        names = {space.names[at] for at in space.used(difference.num, difference.den)}
        of_class = bool(space.of_classes(difference.num, difference.den))
        over = "matrix" if not of_class else "others" if "T" in names else "counts"
        found = _shown(over, space, _in_free_counts(normal, difference, at_least))
        if found is None and "N" in names and over == "matrix":  # there is at least one sample
            beyond = space.substituted(difference, {space.names.index("N"): space.letter("a") + space.number(1)})
            found = _shown("samples", space, _in_free_counts(normal, beyond, at_least))
        return found
    sums = [at for at in atoms if space.atoms[at - space.base].kind == "sum"]
    if len(sums) == len(atoms):
        scale = space.number(lcm(*(int(value.denominator) for value in difference.num.values())))
        below = Ratio(space, difference.den, space.one) * scale
        for terms in _summands(normal, difference, sums):
            terms = [one * scale for one in terms]
            summand = total(terms, space)
            largest = {space.names[at] for at in space.used(summand.num, summand.den)} & {"u_i", "v_i"}
            over = "largest_cells" if largest else "classes"
            if found := _shown(over, space, _in_free_counts(normal, summand, at_least)):
                return replace(found, told=_one_sum(normal, terms, difference.num, below))
    found = _by_factors(normal, difference, at_least, lemmas)
    if found is None and lemmas:
        for method in (_by_sums, _by_bounds, _by_square, _by_curves):
            with suppress(NoFormError, ZeroDivisionError):  # a root stays in what a class adds
                if found := method(normal, difference, at_least, lemmas - 1):
                    return found
    return found


def _by_factors(normal: Normal, difference: Ratio, at_least: int, lemmas: int) -> Shown | None:
    """Why a quotient is never negative, factor by factor: those with a sum are sums over the classes themselves."""
    space, cases, sign = normal.space, list[Shown](), 1
    for side in (difference.num, difference.den):
        constant, factors = space.factors(side)
        sign *= 1 if constant > 0 else -1
        for factor, power in factors:
            if power % 2 == 0:
                continue
            one = Ratio(space, factor, space.one)
            if space.has_no_minus(factor):
                continue
            if len(factor) == 1:
                return None
            for turned, way in ((one, 1), (-one, -1)):
                if difference.den == space.one and turned.num in (difference.num, -difference.num):
                    continue  # it is what was asked
                if shown := never_negative(normal, turned, at_least, lemmas):
                    cases.append(shown)
                    sign *= way
                    break
            else:
                return None
    return Shown("factors", difference, tuple(cases)) if cases and sign > 0 else None


def _by_bounds(normal: EveryMatrix, difference: Ratio, at_least: int, lemmas: int) -> Shown | None:
    """Why a difference is never negative with a bound in the place of an absolute value, or of a mean or the largest.

    The difference is linear in it, and what stands before it has one sign.
    """
    space = normal.space
    if not space.never_negative(difference.den):
        return None
    for at in sorted(space.used(difference.num)):
        if at < space.base or space.atoms[at - space.base].letters or at in space.used(difference.den):
            continue
        before = _before(space, difference.num, at)
        if before is None:
            continue
        for sign in (1, -1):
            if space.never_negative(before * sign):
                for over, bounds, *between in _bounds(normal, space.atoms[at - space.base], sign):
                    left = [space.substituted(difference, {at: bound}) for bound in bounds]
                    cases = [never_negative(normal, one, at_least, lemmas) if one else _NOTHING for one in left]
                    if all(cases):
                        bounded = [Ratio(space, space.ring.gens[at], space.one), *between, *bounds]
                        shown = tuple(case for case in cases if case is not _NOTHING)
                        return Shown(over, difference, shown, _each_told(normal, bounded))
    return None


def _before(space: Space, p: Polynomial, at: int) -> Polynomial | None:
    """What stands before a letter in which a polynomial is linear."""
    if any(monomial[at] > 1 for monomial in p):
        return None
    return space.ring.from_dict({(*m[:at], 0, *m[at + 1 :]): value for m, value in p.items() if m[at]})


def _bounds(normal: EveryMatrix, atom: Atom, sign: int) -> Iterator[Any]:
    """What an atom is at least, for the sign 1, or at most: each of the values on their own, where there are two.

    Each with the lemma that says so, and with another form of the bound, where it has one.
    """
    space, (inside, *_) = normal.space, atom.parts
    plain = space.never_negative(inside.num) and space.never_negative(inside.den)
    if atom.kind == "absolute" and sign < 0:
        yield "either", [inside, -inside]
    elif atom.kind == "absolute":
        yield from (("absolute", [bound]) for bound in (space.number(0), inside, -inside))
    elif atom.kind == "geometric mean" and sign < 0 and plain:
        yield "geometric_mean", [normal.summed(inside) / normal.k]
    elif atom.kind == "largest" and sign < 0 and plain:
        yield "largest", [normal.summed(inside)]
        for own, crossing in (("s_i", "v_i"), ("p_i", "u_i")):
            if inside == space.letter(own):
                yield "crossing", [normal.summed(space.letter(crossing))]
    elif atom.kind == "largest" and sign > 0:
        for weight, whole in _weights(normal):
            yield "share", [normal.summed(weight * inside) / whole]
    elif atom.kind == "double sum" and sign < 0 and plain:
        cell, row, column = (space.letter(name) for name in ("m", "s_i", "p_j"))
        if all(monomial[space.names.index("m")] > 1 for monomial in inside.num):
            for whole in (row, column, (row + column) / space.number(2)):
                less = inside * whole / cell
                yield "cell", [normal.over_all(less)], space.atom("double sum", (less,), bound="ij", nonnegative=True)


def _weights(normal: EveryMatrix) -> list[tuple[Ratio, Ratio]]:
    """Weights of classes, and what they add up to: one each, the samples, the predictions."""
    get = normal.space.letter
    return [(normal.space.number(1), normal.k), (get("s_i"), normal.N), (get("p_i"), normal.N)]


def _by_sums(normal: EveryMatrix, difference: Ratio, at_least: int, lemmas: int) -> Shown | None:
    """Why A + B sqrt(U V) is never negative: by U V and a square, of sums over the classes each."""
    space, parts = normal.space, _parts_of_root(normal, difference)
    if parts is None:
        return None
    plain, times, square = parts
    constant, factors = space.factors(square.num)
    if constant != 1 or square.den != space.one or [power for _, power in factors] != [1, 1]:
        return None
    # B sqrt(UV) >= -A where UV is at least the square of A/B, and A >= -B sqrt(UV) where it is at least that of UV B/A,
    # or at most that of -A/B.
    tries: list[tuple[str, Ratio]] = []
    if times and space.never_negative(times.num) and space.never_negative(times.den):
        tries.append(("cauchy_schwarz", plain / times))
    if plain and space.never_negative(plain.num) and space.never_negative(plain.den):
        tries.append(("cauchy_schwarz", square * times / plain))
    if times and space.never_negative(-times.num) and space.never_negative(times.den):
        tries.append(("geometric", -plain / times))
    for name, mixed in tries:
        three = [*(Ratio(space, factor, space.one) for factor, _ in factors), _without_sign(space, mixed)]
        shares = [[total(terms, space) for terms in _summands(normal, one, _sums_of(space, one))] for one in three]
        for terms in product(*shares):
            if found := lemma(name, *_in_one_field(space, [_in_free_counts(normal, t, at_least) for t in terms])):
                named = _all_told(
                    list(zip(("x_i", "y_i", "z_i"), [_told(normal, term) for term in terms], strict=True))
                )
                return Shown(name, difference, (found,), _each_told(normal, three), named)  # type: ignore[arg-type]
    return None


def _by_square(normal: EveryMatrix, difference: Ratio, at_least: int, lemmas: int) -> Shown | None:
    """Why A - B is never negative, A or B with a root: A is not, and the difference of their squares is not."""
    space, parts = normal.space, _parts_of_root(normal, difference)
    if parts is None:
        return None
    outside, times, square = parts
    rooted, apart = times * space.root(square), outside**2 - times**2 * square
    for first, second, left in ((outside, -rooted, apart), (rooted, -outside, -apart)):
        plain = space.never_negative(first.num) and space.never_negative(first.den)
        if plain and (case := never_negative(normal, left, at_least, lemmas)):
            return Shown("square", difference, (case,), _each_told(normal, [first, second]))
    return None


def _parts_of_root(normal: EveryMatrix, difference: Ratio) -> tuple[Ratio, Ratio, Ratio] | None:
    """A, B and C of a difference of sums that is A + B sqrt(C)."""
    space = normal.space
    roots = [at for at in _sums_of(space, difference) if space.atoms[at - space.base].kind == "root"]
    return _by_root(space, difference, roots) if roots else None


def _without_sign(space: Space, r: Ratio) -> Ratio:
    """A multiple of an absolute value as that of what stands in it: their squares are the same."""
    for at in space.used(r.num) - space.used(r.den):
        if at >= space.base and space.atoms[at - space.base].kind == "absolute" and all(m[at] == 1 for m in r.num):
            return space.substituted(r, {at: space.atoms[at - space.base].parts[0]})
    return r


def _sums_of(space: Space, r: Ratio) -> list[int]:
    return [at for at in space.used(r.num, r.den) if at >= space.base]


def _in_one_field(space: Space, ratios: list[Ratio], called: Mapping[str, str] = NAMES) -> list[Any]:
    """Quotients of free counts as elements of one field of sympy."""
    names, ring = _ring_of(called, space, [side for r in ratios for side in (r.num, r.den)])
    field = ring.to_field()
    return [field(_moved(r.num, names, ring)) / field(_moved(r.den, names, ring)) for r in ratios]


def _by_curves(normal: EveryMatrix, difference: Ratio, at_least: int, lemmas: int) -> Shown | None:
    """Why a mean of values f(x) is at most, or at least, f of the mean of x: f is concave or convex.

    The difference is B (S - G), linear in a sum S over the classes, G a function of other sums.
    """
    space = normal.space
    for at in _sums_of(space, Ratio(space, difference.num, space.one)):
        before = _before(space, difference.num, at)
        if before is None or space.atoms[at - space.base].kind != "sum":
            continue
        letter, b = Ratio(space, space.ring.gens[at], space.one), Ratio(space, before, space.one)
        other = letter - Ratio(space, difference.num, space.one) / b  # S is compared with it
        signs = [(1, b / Ratio(space, difference.den, space.one)), (-1, -b / Ratio(space, difference.den, space.one))]
        for sign, outside in signs:
            shown = _curve(normal, space.atoms[at - space.base].parts[0], other, sign, at_least)
            if shown is None:
                continue
            known = all(map(space.has_no_minus, (outside.num, outside.den)))
            rest = None if known else never_negative(normal, outside, at_least, lemmas)
            if rest or known:
                lemma_of, named = shown
                both = _each_told(normal, [letter, other] if sign > 0 else [other, letter])
                name: Over = "convex" if sign > 0 else "concave"
                return Shown(name, difference, (lemma_of, *([rest] if rest else [])), both, named)
    return None


def _curve(
    normal: EveryMatrix, summand: Ratio, other: Ratio, sign: int, at_least: int
) -> tuple[Lemma, tuple[tuple[str, Expr], ...]] | None:
    """The lemma by which the sum of a summand is at least `other`, for the sign 1, or at most, and its terms."""
    space, get = normal.space, normal.space.letter
    for weight, whole in _weights(normal):
        known = {"k": space.number(1), "T": get("t_i"), "N": weight if whole == normal.N else get("s_i")}
        used = [at for at in space.used(other.num, other.den) if space.names[at] in known or at >= space.base]
        totals = space.used(whole.num)
        arguments = [at for at in used if at not in totals]
        if not 0 < len(arguments) <= len(FRESH) or len(space.used(other.num, other.den)) > len(used):
            continue
        fresh = [get(name) for name in list(FRESH)[: len(arguments)]]
        f = space.substituted(other, {at: whole * y for at, y in zip(arguments, fresh, strict=True)}) / whole
        if space.used(f.num, f.den) - {space.names.index(name) for name in FRESH}:
            continue
        of_one = [(known[space.names[at]] if at < space.base else space.atoms[at - space.base].parts[0]) / weight
                  for at in arguments]  # fmt: skip
        places = {next(iter(space.used(y.num))): x for y, x in zip(fresh, of_one, strict=True)}
        if space.substituted(f, places) != summand / weight:
            continue
        limits = [_in_free_counts(normal, one, at_least) for x in of_one for one in (x, space.number(1) - x)]
        if not all(_shown("counts", space, one) for one in limits):  # each argument is from 0 to 1
            continue
        terms = [
            *_in_one_field(space, [_in_free_counts(normal, weight, at_least)]),
            *_in_one_field(space, [f], FRESH),
        ]
        if found := lemma("convex" if sign > 0 else "concave", *terms):
            letters = [f"{name}_i" for name in list(FRESH.values())[: len(of_one)]]
            named = [("w_i", _told(normal, weight)), *zip(letters, (_told(normal, x) for x in of_one), strict=True)]
            return found, _all_told(named)
    return None


def _all_told(named: list[tuple[str, Expr | None]]) -> tuple[tuple[str, Expr], ...]:
    """The terms of a lemma by their names; none where one of them is too long to be printed."""
    found = tuple((name, e) for name, e in named if e is not None)
    return found if len(found) == len(named) else ()


def _each_told(normal: Normal, ratios: list[Ratio]) -> tuple[Expr, ...]:
    """What is told, each as a tree; none where one of them is too long to be printed."""
    found = tuple(e for e in (_told(normal, one) for one in ratios) if e is not None)
    return found if len(found) == len(ratios) else ()


def _one_sum(normal: EveryMatrix, terms: list[Ratio], p: Polynomial, below: Ratio) -> tuple[Expr, ...]:
    """One sum over the classes over what stands below it, and its summand, as trees; none where they are too long.

    Its terms are those of a polynomial, each with its sign.
    """
    signs = [coefficient < 0 for _, coefficient in p.terms()]
    trees = _each_told(normal, [below, *(-one if minus else one for one, minus in zip(terms, signs, strict=True))])
    if not trees:
        return ()
    bottom, *parts = trees
    summand = added([one for one, minus in zip(parts, signs, strict=True) if not minus]
                    + [Neg(one) for one, minus in zip(parts, signs, strict=True) if minus])  # fmt: skip
    return (Sum(summand, ()) if bottom == Num(Fraction(1)) else Div(Sum(summand, ()), bottom)), summand


def _told(normal: Normal, r: Ratio) -> Expr | None:
    try:
        return writer_of(normal).tree(r)
    except TooLongError:
        return None


def _in_free_counts(normal: EveryMatrix, r: Ratio, at_least: int) -> Ratio:
    """A quotient in counts that are free of each other."""
    space, get = normal.space, normal.space.letter
    t, a, b, d = (get(name) for name in IN_COUNTS)
    names = {space.names[at] for at in space.used(r.num, r.den)}
    values = {"N": get("T") + a}
    if space.of_classes(r.num, r.den):
        if "T" in names:  # what is correct of the other classes is among the TN
            d = get("correct") + get("other")
        if "u_i" in names:  # the largest cell of the row is not below that of the diagonal, nor is that of the column
            a = get("row") + get("less_row")
        if "v_i" in names:
            b = get("column") + get("less_column")
        values = {"T": t + get("correct"), "s_i": t + a, "p_i": t + b, "N": t + a + b + d,
                  "u_i": t + get("row"), "v_i": t + get("column")}  # fmt: skip
    values["k"] = get("c") + space.number(at_least)
    return space.substituted(r, {space.names.index(name): value for name, value in values.items()})


def _summands(normal: EveryMatrix, difference: Ratio, sums: list[int]) -> Iterator[list[Ratio]]:
    """Quotients of one class that, all together, add up to the numerator of a difference over all classes.

    What is no sum is shared out among the classes: k as ones, T as the correct predictions, N as samples, as
    predictions, or as the mean of both.
    """
    space, get = normal.space, normal.space.letter
    if not space.never_negative(difference.den) or any(space.atoms[at - space.base].kind != "sum" for at in sums):
        return
    places = {name: space.names.index(name) for name in ("k", "T", "N")}
    half = space.number(Fraction(1, 2))
    for of_samples in (get("s_i"), get("p_i"), (get("s_i") + get("p_i")) * half):
        terms = []
        for monomial, coefficient in difference.num.terms():
            inside = [at for at in sums if monomial[at]]
            if sum(monomial[at] for at in inside) > 1:
                return
            taken = inside[0] if inside else next((at for at in places.values() if monomial[at]), None)
            rest = list(monomial)
            share = space.number(1) / normal.k
            if taken is not None:
                rest[taken] -= 1
                known = {places["k"]: space.number(1), places["T"]: get("t_i"), places["N"]: of_samples}
                share = known[taken] if taken in known else space.atoms[taken - space.base].parts[0]
            terms.append(Ratio(space, space.ring({tuple(rest): coefficient}), space.one) * share)
        yield terms


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
        found = None
        with suppress(NoFormError):
            found = _case(over, space, _with(space, difference, values), given, roots)
        if found is None:
            return None
        cases.append(found)
    return Shown(over, difference, tuple(cases))


def _with(space: Space, r: Ratio, values: Mapping[int, Ratio]) -> Ratio:
    return space.substituted(r, values) if values else r


def _case(over: Over, space: Space, r: Ratio, given: list[Polynomial], roots: list[int]) -> Any:
    called = {"matrix": OF_MATRIX, "samples": OF_SAMPLES, "cells": {}}.get(over, NAMES)
    squares = [space.atoms[at - space.base].square for at in roots]
    names, ring = _ring_of(called, space, [r.num, r.den, *given, *squares])
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


def _ring_of(called: Mapping[str, str], space: Space, polynomials: list[Polynomial]) -> tuple[list[int], Any]:
    """A ring of the free counts that occur, by their names on a page."""
    places = [at for at in sorted(space.used(*polynomials)) if at < space.base] or [0]
    return places, PolyRing([called.get(space.names[at], space.names[at]) for at in places], QQ, "lex")


def _moved(p: Polynomial, places: list[int], ring: Any) -> Polynomial:
    if any(power and at not in places for monomial in p for at, power in enumerate(monomial)):
        raise NoFormError("a sum or a root where free counts are asked for")
    return ring.from_dict({tuple(monomial[at] for at in places): value for monomial, value in p.items()})
