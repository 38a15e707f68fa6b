"""What a page tells of a certificate: what is shown, under a name of its own, and the reasons why it is never negative.

Each part speaks of one difference, D, and what a lemma or a factor leaves to be shown is D_1, D_2 ... Reasons are given
by their keys; the polynomials are written as the reason has them, a sum of squares as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple

from exactmetrics.expression.nodes import (
    ANY,
    Abs,
    Add,
    Div,
    Expr,
    Leaf,
    Mul,
    Neg,
    Num,
    Pow,
    Sqrt,
    Sum,
    terms_of,
)
from exactmetrics.proofs.certificates import Certificate
from exactmetrics.proofs.inequality import CALLED, LEMMAS, Shown
from exactmetrics.proofs.lemmas import Cases, quotient_of
from exactmetrics.proofs.ratios import Polynomial, fraction_of
from exactmetrics.proofs.reasons import Completed, Factors, Given, Reason, Squares
from exactmetrics.proofs.rewriting import tidied
from exactmetrics.proofs.trees import ONE, added, factor_of, letter, of_totals, polynomial, power_of, product, replaced

BLOCK_OF = {name: block for block, name in CALLED.items()}
MOST_FACTORED = 300  # terms of a polynomial that is factored for print
MOST_EQUALITIES = 4  # of alternatives for which both sides are equal
MOST_ROWS = 12  # of reasons in a case: with more, the first ones are shown
CURVES = ("convex", "concave")
SUMS = ("classes", "largest_cells")
ROOTS = ("root_larger", "neither", "root_smaller")  # by the alternative of `at_most_root` that holds
AT_MOST = ("geometric_mean", "largest", "crossing", "cell")  # lemmas that bound from above what is named


X, Y, Z = (letter(f"{name}_i") for name in "xyz")
SHORT = {  # of the lemmas on two sums: what is not negative of any class besides x and y
    "cauchy_schwarz": Add((Mul((X, Y)), Neg(Pow(Z, 2)))),
    "geometric": Add((Mul((Num(Fraction(2)), Z)), Neg(X), Neg(Y))),
}
A, B, C = map(letter, "ABC")
# Formulas in the sentences of lemmas.
FACTS: dict[str, tuple[Expr, ...]] = {
    "x": (X,), "y": (Y,), "sum_x": (Sum(X, ()),), "sum_y": (Sum(Y, ()),), "sum_z": (Sum(Z, ()),),
    "product": (Mul((Sum(X, ()), Sum(Y, ()))),), "square": (Pow(Sum(Z, ()), 2),), "summand": (letter("d_i"),),
    "f": (letter("f"),), "w": (letter("w_i"),), "plain": (A,), "rooted": (Mul((B, Sqrt(C))),), "t": (letter("t"),),
    "apart": (Add((A, Neg(B))),), "squares": (Add((Pow(A, 2), Neg(Pow(B, 2)))),),
    "root": (Div(Num(Fraction(1)), Sqrt(letter("x"))), Div(Sqrt(letter("x")), letter("x"))),
}  # fmt: skip
TP, FN, FP, TN = (Leaf(block, ONE, None) for block in ("tp", "fn", "fp", "tn"))
# The counts of class i as those of any one class, and where the largest cells of its row and column are in use.
FOUR: dict[Expr, Expr] = {
    **{Leaf(one.block, ANY, None): one for one in (TP, FN, FP, TN)},
    Leaf("support", ANY, None): Add((TP, FN)),
    Leaf("predicted", ANY, None): Add((TP, FP)),
    Leaf("n", None, None): Add((TP, FN, FP, TN)),
}
BY_LARGEST: dict[Expr, Expr] = FOUR | {
    Leaf("support", ANY, None): Add((TP, letter("U"), A)),
    Leaf("predicted", ANY, None): Add((TP, letter("V"), B)),
    Leaf("row_largest", ANY, None): Add((TP, letter("U"))),
    Leaf("column_largest", ANY, None): Add((TP, letter("V"))),
}


class Line(NamedTuple):
    """A formula, what it is equal to before it, and why it is never negative: the key of a reason, or a bound."""

    formula: Expr
    equals: Expr | None = None
    reason: str = ""
    follows: bool = False  # whether it is equal to the line before
    bound: tuple[Any, ...] | None = None  # what is at least, or at most, another value: with the sign behind it


class Told(NamedTuple):
    """A part of a certificate: the key of its sentence, what it speaks of, its lines, and what is assumed in it."""

    key: str
    it: Expr
    lines: tuple[Line, ...] = ()
    given: tuple[Expr, ...] = ()


def told(shown: Shown, difference: Expr | None = None) -> Iterator[Told]:
    """The parts of a certificate, one for each case, factor and lemma; `difference` is what a page says that D is."""
    yield from _Teller(difference).parts(shown, letter("D"))


class _Teller:
    """Names what is shown, each once, and tells it."""

    def __init__(self, difference: Expr | None) -> None:
        self.difference = difference
        self.numbers = count(1)
        self.names: dict[Any, Expr] = {}
        self.done = set[Expr]()

    def name(self, shown: Shown) -> Expr:
        if shown.difference not in self.names:
            self.names[shown.difference] = letter(f"D_{next(self.numbers)}")
        return self.names[shown.difference]

    def named(self, cases: Sequence[Any]) -> list[tuple[Shown, Expr]]:
        return [(one, self.name(one)) for one in cases if isinstance(one, Shown)]

    def parts(self, shown: Shown, it: Expr) -> Iterator[Told]:
        if it in self.done:
            return
        self.done.add(it)
        left = self.named(shown.cases)
        if shown.over in SHORT:
            yield from _of_two_sums(shown, it)
        elif shown.over in CURVES:
            yield from _of_curve(shown, it)
            if left:
                yield Told("times", it, _listed(left))
        elif shown.over in LEMMAS or shown.over == "factors":
            lines = _listed(left) or (Line(Num(Fraction(0))),)  # it is at least 0
            if shown.over == "square":
                lines = (*map(Line, shown.told, (A, B)), *lines)
            elif shown.told and shown.over not in ("either", "factors"):
                bound = (shown.told[0], "<=" if shown.over in AT_MOST else ">=", *shown.told[1:])
                lines = tuple(line._replace(bound=bound) for line in lines)
            yield Told(shown.over, it, lines)
        elif shown.over in SUMS:
            yield from _of_sum(shown, it)
        else:
            whole = self.difference if it == letter("D") else None
            for case in shown.cases:
                opened = None if whole is None else _opened(whole, case.given)
                yield from _of_case(shown.over, it, case, [] if opened is None else [Line(opened, it)])
        for one, name in left:
            yield from self.parts(one, name)


def _listed(left: Sequence[tuple[Shown, Expr]]) -> tuple[Line, ...]:
    return tuple(Line(one.subject, name) for one, name in left if one.subject is not None)


def _opened(e: Expr, given: Sequence[Polynomial]) -> Expr | None:
    """A formula with absolute values by the signs of what stands in them; None where there are none in it."""
    known = {frozenset(terms_of(tree(one * sign))): tree(one) for one in given for sign in (1, -1)}
    made = replaced(e, lambda part: known.get(frozenset(terms_of(part.arg))) if isinstance(part, Abs) else None)
    return None if made == e else tidied(made)


def _of_case(key: str, it: Expr, case: Any, before: Sequence[Line] = ()) -> Iterator[Told]:
    """Why something is never negative in a case; lines before say what it is there."""
    if isinstance(case, Cases):
        yield from _of_root(it, case, before)
        return
    lines = _lines(case, it)
    before = [one for one in before if one.formula != lines[0].formula]
    if before:
        lines[0] = lines[0]._replace(equals=None, follows=True)
    yield Told(key, it, (*before, *lines), tuple(map(tree, case.given)))


def _of_sum(shown: Shown, it: Expr) -> Iterator[Told]:
    """Why a sum over the classes is never negative: no summand is."""
    whole, summand = shown.told
    one = letter("d_i")
    yield Told("classes", it, (Line(whole, it),))
    key, known = ("largest_cells", BY_LARGEST) if shown.over == "largest_cells" else ("summand", FOUR)
    in_counts = tidied(replaced(summand, known.get))
    lines = [Line(summand, one), Line(in_counts, follows=True)]
    if len(shown.cases) == 1 and isinstance(shown.cases[0], Certificate):
        yield from _of_case(key, one, shown.cases[0], lines)
        return
    yield Told(key, one, tuple(lines))
    for case in shown.cases:
        opened = _opened(in_counts, case.given)
        yield from _of_case("of_class", one, case, [] if opened is None else [Line(opened, one)])


def _of_two_sums(shown: Shown, it: Expr) -> Iterator[Told]:
    """The lemmas on two sums: their terms, the premises for any one class, and what the terms add up to."""
    yield Told(shown.over, it, tuple(Line(e, letter(name)) for name, e in shown.names))
    (lemma,) = shown.cases
    short = SHORT[lemma.name]
    in_counts = replaced(short, dict(zip((X, Y, Z), map(_value, lemma.terms), strict=True)).get)
    x, y, z = lemma.premises
    yield Told("premise", it, (*_lines(x, X), *_lines(y, Y), *_lines(z, short, in_counts)))
    sums = tuple(Line(e, Sum(one, ())) for e, one in zip(shown.told, (X, Y, Z), strict=False))
    yield Told(f"{shown.over}_sums", it, sums)


def _of_curve(shown: Shown, it: Expr) -> Iterator[Told]:
    """Jensen's inequality: its weights, arguments and function, and why no tangent crosses this."""
    lemma = shown.cases[0]
    weight, gap = lemma.premises
    f, t = letter("f"), letter("t")
    value = lemma.terms[1]
    yield Told(shown.over, it, (*(Line(e, letter(name)) for name, e in shown.names), Line(_value(value), f)))
    if not value.denom.coeff(1):  # where all arguments are 0
        yield Told("limit", it)
    sides = (t, f) if shown.over == "concave" else (f, t)
    rows = [Line(_tangent(value), t), *_lines(gap, Add((sides[0], Neg(sides[1])))), *_lines(weight, letter("w_i"))]
    yield Told(f"{shown.over}_tangent", it, tuple(rows))
    if shown.told:
        yield Told("scaled", it, (Line(Add((shown.told[0], Neg(shown.told[1])))),))


def _tangent(f: Any) -> Expr:
    """The tangent of a curve at the point whose coordinates have capital letters."""
    arguments = [letter(str(gen)) for gen in f.parent().gens]
    at: dict[Expr, Expr] = {one: letter(str(gen).upper()) for gen, one in zip(f.parent().gens, arguments, strict=True)}
    slopes = [(x, f.diff(gen)) for gen, x in zip(f.parent().gens, arguments, strict=True)]
    steps = [Mul((replaced(_value(slope), at.get), Add((x, Neg(at[x]))))) for x, slope in slopes if slope]
    return added([replaced(_value(f), at.get), *steps])


def _of_root(it: Expr, cases: Cases, before: Sequence[Line]) -> Iterator[Told]:
    """Why A + B sqrt(C) is not negative, by the signs of A and B and by squares."""
    (times, less), (_, plain), _ = cases.alternatives
    root = (less + plain**2) / times**2
    parts = [Line(_value(one), name) for name, one in ((A, plain), (B, times), (C, root))]
    given = tuple(map(tree, cases.given))
    whole = Add((A, Mul((B, Sqrt(C)))))
    first = [*before, Line(whole, follows=True)] if before else [Line(whole, it)]
    yield Told("root", it, (*first, *parts), given)
    square, rooted = (Pow(A, 2), _value(plain**2)), (Mul((Pow(B, 2), C)), _value(times**2 * root))
    larger, smaller = ([Add((e, Neg(less))) for e, less in zip(*both, strict=True)]
                       for both in ((rooted, square), (square, rooted)))  # fmt: skip
    labels: list[tuple[Sequence[Expr], ...]] = [([B], larger), ([B], [A]), ([A], smaller)]
    for one in cases.cases:
        which = cases.alternatives.index(tuple(quotient_of(each) for each in one.certificates))
        lines = [
            line for shown, forms in zip(one.certificates, labels[which], strict=True) for line in _lines(shown, *forms)
        ]
        further = tuple(tree(p) for p in one.given if p not in cases.given)
        yield Told(ROOTS[which], it, tuple(lines), further)


def equalities(shown: Shown) -> list[list[Expr]]:
    """Where the difference is 0: where all of one of these are; none where that takes many words, or never is so."""
    if shown.over not in ("counts", "classes") or len(shown.cases) != 1 or not isinstance(shown.cases[0], Certificate):
        return []
    zeros = shown.cases[0].top.zeros()
    short = len(zeros) <= MOST_EQUALITIES and all(len(p) <= 2 and not p.is_ground for one in zeros for p in one)
    if not short:
        return []
    bottom = shown.cases[0].bottom.polynomial
    return [[tree(p) for p in one] for one in zeros if one and _where_zero(bottom, one)]


def _where_zero(bottom: Polynomial, zeros: Sequence[Polynomial]) -> bool:
    """Whether a denominator has values above 0 where these are 0: counts, or differences of two."""
    for p in zeros:
        (first, *_), *rest = p.terms()
        at = first.index(max(first))
        letter = p.ring.gens[at]
        bottom = bottom.compose([(letter, letter - p / p.coeff(letter) if rest else p.ring.zero)])
    return bool(bottom)


def _lines(certificate: Certificate, label: Expr, before: Expr | None = None) -> list[Line]:
    """A quotient in factors, as its reason writes it, and the reasons of the factors that have one of their own.

    What is told `before` is another form of it.
    """
    top, bottom = certificate.top, certificate.bottom.polynomial
    shapes = [written(top)] if isinstance(top, Factors) else [factored(top.polynomial)]
    if not isinstance(top, Factors) and not _is_plain(top.polynomial) and written(top) != shapes[0]:
        shapes.append(written(top))
    below = None if bottom == bottom.ring.one else factored(bottom)
    values = [one if below is None else Div(one, below) for one in shapes]
    if before is not None and before != values[0]:
        values.insert(0, before)
    lines = [Line(one, None if at else label, follows=at > 0) for at, one in enumerate(values)]
    assumed = isinstance(top, Factors) and any(isinstance(one, Given) for one in top.parts())
    lines[-1] = lines[-1]._replace(reason="assumed_factors" if assumed else top.kind)
    inside = [one for depth, one in top.lines() if depth and one.kind not in ("coefficients", "given")]
    pairs = [(tree(one.polynomial), written(one), one.kind) for one in inside[:MOST_ROWS]]
    return [*lines, *(Line(shape, None if shape == one else one, kind) for one, shape, kind in pairs)]


def _is_plain(p: Polynomial) -> bool:
    """Whether a polynomial is printed as factors none of which has a negative coefficient."""
    factors = p.factor_list()[1] if p and len(p) <= MOST_FACTORED else []
    return bool(factors) and all(value > 0 for factor, _ in factors for value in factor.values())


def _value(value: Any) -> Expr:
    """A quotient of free counts as a tree."""
    return _fraction(value.numer, value.denom)


def _fraction(top: Polynomial, bottom: Polynomial) -> Expr:
    return factored(top) if bottom == bottom.ring.one else Div(factored(top), factored(bottom))


def written(reason: Reason) -> Expr:
    """A polynomial in the form in which its reason is seen."""
    if isinstance(reason, Factors):
        factors = [power_of(tree(base), exponent) for base, exponent, _ in reason.factors]
        return product([*_number(reason.constant), *factors])
    if isinstance(reason, Squares):
        terms = [
            product([*_number(amount), *_factor(counts), Pow(tree(root), 2)]) for amount, counts, root in reason.squares
        ]
        terms += [product([*_number(amount), *_factor(counts), tree(one)]) for amount, counts, one in reason.products]
        rest = [tree(reason.rest)] if reason.rest else []
        return added([*terms, *rest])
    if isinstance(reason, Completed):
        square: list[Expr] = [Pow(tree(reason.root), 2)]
        if reason.remainder.polynomial:
            square.append(tree(reason.remainder.polynomial))
        return Div(added(square), Mul((Num(Fraction(4)), tree(reason.leading))))
    return tree(reason.polynomial)


def factored(p: Polynomial) -> Expr:
    """A polynomial as a product of factors, where it is not too long to look for them."""
    if not p or len(p) > MOST_FACTORED:
        return tree(p)
    constant, factors = p.factor_list()
    turned = next((at for at, (base, power) in enumerate(factors) if power % 2 and min(base.values()) < 0), None)
    if constant < 0 and turned is not None:  # b - a, not -(a - b)
        base, power = factors[turned]
        constant, factors[turned] = -constant, (-base, power)
    out = product([*_number(abs(constant)), *(power_of(tree(base), power) for base, power in factors)])
    return Neg(out) if constant < 0 else out


def tree(p: Polynomial) -> Expr:
    """A polynomial of named counts."""
    names = list(map(str, p.ring.symbols))
    products = of_totals(p, p.ring.gens) if names == list(BLOCK_OF) else [(p,)]
    return added([product([polynomial(one, lambda at: _letter(names[at])) for one in each]) for each in products])


def _letter(name: str) -> Expr:
    return Leaf(BLOCK_OF[name], ONE, None) if name in BLOCK_OF else letter(name)


def _factor(p: Polynomial) -> list[Expr]:
    return [] if p == p.ring.one else [tree(p)]


def _number(value: Any) -> list[Expr]:
    return factor_of(fraction_of(value))
