"""What a page tells of a certificate: what is shown, under a name of its own, and the reasons why it is never negative.

Each part speaks of one difference, D, and what a lemma or a factor leaves to be shown is D_1, D_2 ... Reasons are given
by their keys; the polynomials are written as the reason has them, a sum of squares as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple

from exactmetrics.expression.nodes import Add, Div, Expr, Head, Leaf, Mul, Named, Neg, Num, Pow, Sqrt
from exactmetrics.proofs.certificates import Certificate
from exactmetrics.proofs.inequality import CALLED, LEMMAS, Shown
from exactmetrics.proofs.lemmas import Cases, Lemma, quotient_of
from exactmetrics.proofs.ratios import Polynomial, fraction_of
from exactmetrics.proofs.reasons import Completed, Factors, Reason, Squares
from exactmetrics.proofs.trees import ONE, added, factor_of, polynomial, power_of, product

BLOCK_OF = {name: block for block, name in CALLED.items()}
MOST_FACTORED = 300  # terms of a polynomial that is factored for print
MOST_EQUALITIES = 4  # of alternatives for which both sides are equal
MOST_ROWS = 12  # of reasons in a case: with more, the first ones are shown
CURVES = ("convex", "concave")
SUMS = ("classes", "largest_cells")


def letter(name: str) -> Expr:
    """A name that stands on a page for what is shown, or for a count of a proof's own."""
    return Named(Head(name, is_part=True), Num(Fraction(0)))


class Line(NamedTuple):
    """A formula, what it is equal to before it, and the key of the reason why it is never negative."""

    formula: Expr
    equals: Expr | None = None
    reason: str = ""
    of_top: bool = False  # whether it is the numerator alone


class Told(NamedTuple):
    """A part of a certificate: the key of its sentence, what it speaks of, its lines, and what is assumed in it."""

    key: str
    it: str
    lines: tuple[Line, ...]
    given: tuple[Expr, ...] = ()


def told(shown: Shown) -> Iterator[Told]:
    """The parts of a certificate, one for each case, factor and lemma."""
    yield from _parts(shown, "D", (f"D_{number}" for number in count(1)))


def _parts(shown: Shown, it: str, names: Iterator[str]) -> Iterator[Told]:
    if shown.over == "factors" or (shown.over in LEMMAS and not any(isinstance(one, Lemma) for one in shown.cases)):
        parts = [(next(names), one) for one in shown.cases]
        lines = [Line(one.subject, letter(name)) for name, one in parts if one.subject is not None]
        lines += [Line(Num(Fraction(0)))] if not parts else []  # it is at least 0
        yield Told(shown.over, it, tuple(lines))
        for name, one in parts:
            yield from _parts(one, name, names)
        return
    for case in shown.cases:
        if isinstance(case, Lemma):
            lines = [Line(e, letter(name)) for name, e in shown.names]
            lines += [Line(_value(case.terms[1]), letter("f"))] if shown.over in CURVES else []
            yield Told(shown.over, it, tuple(lines))
            yield _of_lemma(shown, case)
            yield Told("scaled" if shown.over in CURVES else "squared", it, tuple(map(Line, shown.told)))
        elif isinstance(case, Shown):  # what stands before the sum of a curve
            name = next(names)
            yield Told("times", it, () if case.subject is None else (Line(case.subject, letter(name)),))
            yield from _parts(case, name, names)
        elif isinstance(case, Cases):
            yield from _of_root(shown, case, it)
        else:
            yield _certified(shown.over, it, case, None if shown.over in SUMS else letter(it))


def _of_lemma(shown: Shown, lemma: Lemma) -> Told:
    """The premises of a lemma, for any one class."""
    x, y, z = (letter(name) for name in ("x_i", "y_i", "z_i"))
    two = Num(Fraction(2))
    labels: list[Expr | None] = {
        "cauchy_schwarz": [x, y, Add((Mul((x, y)), Neg(Pow(z, 2))))],
        "geometric": [x, y, Add((Mul((two, z)), Neg(x), Neg(y)))],
    }.get(lemma.name, [letter("w_i"), *(letter(f"H_{at}") for at in range(1, len(lemma.premises)))])  # type: ignore[assignment]
    lines = [line for label, one in zip(labels, lemma.premises, strict=True) for line in _lines(one, label)]
    return Told("minor" if shown.over in CURVES else "premise", "D", tuple(lines))


def _of_root(shown: Shown, cases: Cases, it: str) -> Iterator[Told]:
    """Why A + B sqrt(C) is not negative, by the signs of A and B and by squares."""
    (times, less), (_, plain), _ = cases.alternatives
    root = (less + plain**2) / times**2
    a, b, c = (letter(name) for name in "ABC")
    parts = [Line(_value(one), name) for name, one in ((a, plain), (b, times), (c, root))]
    given = tuple(map(tree, cases.given))
    yield Told("root", it, (Line(Add((a, Mul((b, Sqrt(c))))), letter(it)), *parts), given)
    known = [(times, b), (plain, a), (less, Add((Mul((Pow(b, 2), c)), Neg(Pow(a, 2))))),
             (-less, Add((Pow(a, 2), Neg(Mul((Pow(b, 2), c))))))]  # fmt: skip
    for one in cases.cases:
        lines = []
        for certificate in one.certificates:
            value = quotient_of(certificate)
            lines += _lines(certificate, next((label for known_value, label in known if known_value == value), None))
        yield Told("signs", it, tuple(lines), tuple(tree(p) for p in one.given if p not in cases.given))


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


def _certified(key: str, it: str, certificate: Any, label: Expr | None) -> Told:
    return Told(key, it, tuple(_lines(certificate, label)), tuple(tree(one) for one in certificate.given))


def _lines(certificate: Any, label: Expr | None) -> list[Line]:
    """A quotient, and the reasons for its numerator."""
    top, bottom = certificate.top, certificate.bottom.polynomial
    whole, quotient = bottom == bottom.ring.one, _fraction(top.polynomial, bottom)
    if top.kind == "coefficients" and _is_plain(top.polynomial):
        return [Line(quotient, label, top.kind)]
    reasons = [(written(one), one.kind) for depth, one in top.lines() if not depth or one.kind != "coefficients"]
    if whole and reasons and reasons[0][0] == quotient:
        return [Line(quotient, label, reasons[0][1]), *(Line(e, None, kind) for e, kind in reasons[1:MOST_ROWS])]
    return [Line(quotient, label), *(Line(e, None, kind, of_top=not whole) for e, kind in reasons[:MOST_ROWS])]


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
    turned = constant < 0 and len(factors) == 1 and factors[0][1] == 1  # b - a, not -(a - b)
    if turned:
        constant, factors = -constant, [(-factors[0][0], 1)]
    out = product([*_number(abs(constant)), *(power_of(tree(base), power) for base, power in factors)])
    return Neg(out) if constant < 0 else out


def tree(p: Polynomial) -> Expr:
    """A polynomial of named counts."""
    return polynomial(p, lambda at: _letter(str(p.ring.symbols[at])))


def _letter(name: str) -> Expr:
    return Leaf(BLOCK_OF[name], ONE, None) if name in BLOCK_OF else letter(name)


def _factor(p: Polynomial) -> list[Expr]:
    return [] if p == p.ring.one else [tree(p)]


def _number(value: Any) -> list[Expr]:
    return factor_of(fraction_of(value))
