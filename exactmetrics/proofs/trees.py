"""From a statement to trees, and from a normal form back to one: what a page prints, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import prod

from exactmetrics.derivation.planning.tree import rebuild
from exactmetrics.expression.nodes import (
    ANY,
    SECOND,
    Abs,
    Add,
    Div,
    Expr,
    Function,
    Head,
    Largest,
    Leaf,
    Log,
    Mul,
    Named,
    Neg,
    Num,
    Pow,
    Product,
    Sqrt,
    Sum,
    Tag,
)
from exactmetrics.proofs.normal import EveryMatrix, FixedMatrix, Normal
from exactmetrics.proofs.ratios import Polynomial, Ratio, fraction_of
from exactmetrics.proofs.statement import Asked
from exactmetrics.views.general import general

ONE = Tag(None, bare=True)  # the class that a statement speaks of, whose counts need no letter
CORRECT = Named(Head("T", is_part=True), Sum(Leaf("tp", ANY, None), ()))
LEAST_TERMS = 5  # of a polynomial that is tried as two products of totals, which have at least six
BLOCK_OF = {"t": "tp", "s": "support", "p": "predicted", "u": "row_largest", "v": "column_largest"}


def replaced(e: Expr, change: Callable[[Expr], Expr | None]) -> Expr:
    """A tree with some parts changed; where `change` gives None, what is inside is looked at."""
    changed = change(e)
    if changed is not None:
        return changed

    def inside(part: Expr) -> Expr:
        return replaced(part, change)

    return rebuild(e, inside)


def with_definitions(*sides: Expr) -> list[Expr]:
    """Sides with the definition of every metric, by its name; two of one name, as F scores of two betas, are marked."""
    known: dict[str, Expr] = {}
    bodies: dict[Head, Expr] = {}

    def of_counts(e: Expr) -> Expr | None:
        return CORRECT if e == CORRECT.body else marked(general(e.request), e.text) if isinstance(e, Asked) else None

    def marked(tree: Expr, text: str) -> Expr:
        if text not in known:
            known[text] = replaced(tree, lambda part: renamed(part, text))
        return known[text]

    def renamed(part: Expr, text: str) -> Expr | None:
        if not isinstance(part, Named):
            return None
        body = replaced(part.body, lambda inner: renamed(inner, text))
        head = part.head
        if bodies.setdefault(head, body) != body:
            head = replace(head, mark=text)
            bodies.setdefault(head, body)
        return Named(head, body)

    return [replaced(side, of_counts) for side in sides]


def spelt_out(e: Expr) -> Expr:
    """A tree of counts alone: every metric and every part of one by what it is."""
    return replaced(e, lambda part: spelt_out(part.body) if isinstance(part, Named) and part is not CORRECT else None)


def definitions(e: Expr) -> list[Named]:
    """The metrics and named parts of a tree, each once, those outside before those inside."""
    found: dict[Head, Named] = {}

    def look(part: Expr) -> None:
        if isinstance(part, Named) and part is not CORRECT:
            found.setdefault(part.head, part)

    def change(part: Expr) -> Expr | None:
        look(part)
        return None

    replaced(e, change)
    return list(found.values())


def letter(name: str) -> Expr:
    """A name that stands on a page for what is shown, or for a count of a proof's own."""
    return Named(Head(name, is_part=True), Num(Fraction(0)))


class Writer:
    """Writes quotients of a space as trees."""

    def __init__(self, normal: Normal) -> None:
        self.normal, self.space = normal, normal.space

    def tree(self, r: Ratio) -> Expr:
        """A quotient of products of factors, as short as it gets."""
        top, bottom = self._product(r.num), self._product(r.den)
        constant = top[0] / bottom[0]
        above, below = [*top[1]], [*bottom[1]]
        if constant.denominator != 1:
            below.insert(0, Num(Fraction(constant.denominator)))
        sign = constant < 0
        for factors in (above, below) if sign else ():
            at = next((at for at, factor in enumerate(factors) if isinstance(factor, Add)), None)
            if at is not None:
                factors[at], sign = _turned(factors[at]), False
                break
        if abs(constant.numerator) != 1 or not above:
            above.insert(0, Num(Fraction(abs(constant.numerator))))
        out = product(above) if not below else Div(product(above), product(below))
        return Neg(out) if sign else out

    def _product(self, p: Polynomial) -> tuple[Fraction, list[Expr]]:
        constant, factors = self.space.factors(p)
        return constant, [power_of(self.polynomial(factor), power) for factor, power in factors]

    def polynomial(self, p: Polynomial) -> Expr:
        """A polynomial of the space."""
        return polynomial(p, self.letter)

    def letter(self, place: int) -> Expr:
        """What a letter of the space stands for."""
        space = self.space
        if place < space.base:
            return self.base(space.names[place])
        atom = space.atoms[place - space.base]
        parts = [self.tree(part) for part in atom.parts]
        match atom.kind:
            case "root":
                return Sqrt(parts[0])
            case "absolute":
                return Abs(parts[0])
            case "log":
                return Log(parts[0])
            case "sum":
                return Sum(parts[0], ())
            case "double sum":
                return Sum(parts[0], (), pairs="all")
            case "largest":
                return Largest(parts[0], ())
            case "geometric mean":
                return Sqrt(Product(parts[0], ()), 0, classes=True)
            case "sgn" | "arcsin" | "z":
                return Function(atom.kind, parts[0])
        return letter(atom.kind)

    def base(self, name: str) -> Expr:
        raise NotImplementedError


class OfEvery(Writer):
    """Of a matrix of any number of classes."""

    def base(self, name: str) -> Expr:
        if name in ("N", "k"):
            return Leaf(name.lower(), None, None)
        if name == "T":
            return CORRECT
        if name in ("m", "g"):
            return Leaf("cell" if name == "m" else "gap", replace(ANY, other=SECOND), None)
        return Leaf(BLOCK_OF[name[0]], ANY if name[-1] == "i" else SECOND, None)


class OfCounts(Writer):
    """Of the four counts of one class, or of a matrix of two."""

    def __init__(self, normal: Normal, blocks: Mapping[str, str], tag: Tag = ONE) -> None:
        super().__init__(normal)
        self.blocks, self.tag = blocks, tag

    def base(self, name: str) -> Expr:
        return Leaf(self.blocks[name], self.tag, None)

    def polynomial(self, p: Polynomial) -> Expr:
        """A polynomial; one of many terms as two products of totals of a row or a column, where it is that."""
        products = of_totals(p, [self.space.letter(name).num for name in self.blocks])
        return added([product([polynomial(one, self.letter) for one in factors]) for factors in products])


def of_totals(p: Polynomial, counts: Sequence[Polynomial]) -> Sequence[Sequence[Polynomial]]:
    """A polynomial in TP, FN, FP and TN as products to be added: two of totals, where it is that."""
    tp, fn, fp, tn = counts
    pairs = [*combinations([tp + fn, tp + fp, fp + tn, fn + tn], 2)] if len(p) >= LEAST_TERMS else []
    return next((both for both in combinations_with_replacement(pairs, 2) if sum(map(prod, both)) == p), [(p,)])


class OfCells(Writer):
    """Of the cells of a matrix of some number of classes."""

    def base(self, name: str) -> Expr:
        i, j = (Tag(int(digit), str(int(digit) + 1)) for digit in name[1:])
        return Leaf("cell", replace(i, other=j), None)


IN_COUNTS = {"t_i": "tp", "a": "fn", "b": "fp", "d": "tn"}
IN_CELLS = {"m00": "tp", "m01": "fn", "m10": "fp", "m11": "tn"}


def writer_of(normal: Normal) -> Writer:
    """What writes the forms of a matrix."""
    if not isinstance(normal, FixedMatrix):
        return OfEvery(normal)
    return OfCounts(normal, IN_CELLS) if normal.size == 2 else OfCells(normal)


def in_counts(normal: EveryMatrix, r: Ratio) -> Ratio | None:
    """A quotient of one class in TP, FN, FP and TN; None where it is one of the whole matrix too."""
    space = normal.space
    used = {space.names[at] for at in space.used(r.num, r.den) if at < space.base}
    sums = [at for at in space.used(r.num, r.den) if at >= space.base and not space.classes_of(at)]
    if sums or not used <= {"t_i", "s_i", "p_i", "N"}:
        return None
    get = space.letter
    t, a, b, d = (get(name) for name in IN_COUNTS)
    places = {space.names.index(name): value for name, value in
              {"s_i": t + a, "p_i": t + b, "N": t + a + b + d}.items()}  # fmt: skip
    return space.substituted(r, places)


def _turned(e: Expr) -> Expr:
    """A sum with the opposite signs, what has a plus first."""
    assert isinstance(e, Add)
    terms = [term.arg if isinstance(term, Neg) else Neg(term) for term in e.terms]
    return Add(tuple(sorted(terms, key=lambda term: isinstance(term, Neg))))


def polynomial(p: Polynomial, letter: Callable[[int], Expr]) -> Expr:
    """A polynomial as a tree, what is taken away last; `letter` is what stands for a generator, by its place."""
    return added([_term(m, fraction_of(c), letter) for m, c in sorted(p.terms(), key=lambda term: term[1] < 0)])


def _term(monomial: tuple[int, ...], coefficient: Fraction, letter: Callable[[int], Expr]) -> Expr:
    factors = [power_of(letter(at), power) for at, power in enumerate(monomial) if power]
    # sums stand last: their sign reaches to the end of a product
    factors.sort(key=lambda one: isinstance(one, Sum))
    term = product([*factor_of(abs(coefficient)), *factors])
    return Neg(term) if coefficient < 0 else term


def factor_of(number: Fraction) -> list[Expr]:
    """A number before other factors: none where it is 1."""
    return [] if number == 1 else [Num(number)]


def product(factors: Sequence[Expr]) -> Expr:
    """Factors multiplied; 1 where there are none."""
    return Num(Fraction(1)) if not factors else factors[0] if len(factors) == 1 else Mul(tuple(factors))


def added(terms: Sequence[Expr]) -> Expr:
    """Terms added up; 0 where there are none."""
    return Num(Fraction(0)) if not terms else terms[0] if len(terms) == 1 else Add(tuple(terms))


def power_of(base: Expr, power: int) -> Expr:
    """A power; the base itself where it is the first."""
    return base if power == 1 else Pow(base, power)
