"""What a page tells of a certificate: for each case the difference, and the polynomials with the reasons why they are
never negative.

Reasons are given by their keys; the polynomials are written as the reason has them, a sum of squares as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from exactmetrics.expression.nodes import Div, Expr, Head, Leaf, Mul, Named, Neg, Num, Pow
from exactmetrics.proofs.certificates import Certificate
from exactmetrics.proofs.inequality import CALLED, LEMMAS, Over, Shown
from exactmetrics.proofs.lemmas import Cases, Lemma
from exactmetrics.proofs.ratios import Polynomial, fraction_of
from exactmetrics.proofs.reasons import Completed, Factors, Reason, Squares
from exactmetrics.proofs.trees import ONE, added, factor_of, polynomial, power_of, product

BLOCK_OF = {name: block for block, name in CALLED.items()}
MOST_FACTORED = 300  # terms of a polynomial that is factored for print
MOST_EQUALITIES = 4  # of alternatives for which both sides are equal
MOST_ROWS = 12  # of reasons in a case: with more, the first ones are shown


class Told(NamedTuple):
    """A part of a certificate: over what, the quotient, and polynomials with the keys of their reasons."""

    over: Over
    quotient: Expr
    rows: tuple[tuple[Expr, str], ...]
    given: tuple[Expr, ...] = ()


def told(shown: Shown) -> Iterator[Told]:
    """The parts of a certificate, one for each case, factor and lemma."""
    if shown.over in LEMMAS and shown.told is not None:
        yield Told(shown.over, shown.told, ())
    for case in shown.cases:
        if isinstance(case, Shown):
            yield from told(case)
        elif isinstance(case, Lemma):
            for at, premise in enumerate(case.premises):
                yield _told("minor" if at and shown.over in ("convex", "concave") else "premise", premise)
        elif isinstance(case, Cases):
            for one in case.cases:
                for certificate in one.certificates:
                    yield _told(shown.over, certificate)
        else:
            yield _told(shown.over, case)


def equalities(shown: Shown) -> list[list[Expr]]:
    """Where the difference is 0: where all of one of these are; none where that takes many words, or never is so."""
    if shown.over not in ("counts", "classes") or len(shown.cases) != 1 or not isinstance(shown.cases[0], Certificate):
        return []
    zeros = shown.cases[0].top.zeros()
    short = len(zeros) <= MOST_EQUALITIES and all(len(p) <= 2 and not p.is_ground for one in zeros for p in one)
    return [[tree(p) for p in one] for one in zeros if one] if short else []


def _told(over: Over, certificate: Any) -> Told:
    top, bottom = certificate.top, certificate.bottom.polynomial
    quotient = factored(top.polynomial)
    if bottom != bottom.ring.one:
        quotient = Div(quotient, factored(bottom))
    rows = [(written(one), one.kind) for depth, one in top.lines() if not depth or one.kind != "coefficients"]
    return Told(over, quotient, tuple(rows[:MOST_ROWS]), tuple(tree(one) for one in certificate.given))


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
    out = product([*_number(abs(constant)), *(power_of(tree(base), power) for base, power in factors)])
    return Neg(out) if constant < 0 else out


def tree(p: Polynomial) -> Expr:
    """A polynomial of named counts."""
    return polynomial(p, lambda at: _letter(str(p.ring.symbols[at])))


def _letter(name: str) -> Expr:
    if name in BLOCK_OF:
        return Leaf(BLOCK_OF[name], ONE, None)
    return Named(Head(name, is_part=True), Num(Fraction(0)))


def _factor(p: Polynomial) -> list[Expr]:
    return [] if p == p.ring.one else [tree(p)]


def _number(value: Any) -> list[Expr]:
    return factor_of(fraction_of(value))
