"""What a page tells of a certificate: for each case the difference, and the polynomials with the reasons why they are
never negative.

Reasons are given by their keys; the polynomials are written as the reason has them, a sum of squares as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from exactmetrics.expression.nodes import Add, Div, Expr, Head, Leaf, Mul, Named, Neg, Num, Pow
from exactmetrics.proofs.inequality import CALLED, Over, Shown
from exactmetrics.proofs.lemmas import Cases
from exactmetrics.proofs.ratios import Polynomial
from exactmetrics.proofs.reasons import Completed, Factors, Reason, Squares
from exactmetrics.proofs.trees import ONE

BLOCK_OF = {name: block for block, name in CALLED.items()}
MOST_FACTORED = 300  # terms of a polynomial that is factored for print
MOST_ROWS = 12  # of reasons in a case: with more, the first ones are shown


class Told(NamedTuple):
    """A part of a certificate: over what, the quotient, and polynomials with the keys of their reasons."""

    over: Over
    quotient: Expr
    rows: tuple[tuple[Expr, str], ...]
    given: tuple[Expr, ...] = ()


def told(shown: Shown) -> Iterator[Told]:
    """The parts of a certificate, one for each case and factor."""
    for case in shown.cases:
        if isinstance(case, Shown):
            yield from told(case)
        elif isinstance(case, Cases):
            for one in case.cases:
                for certificate in one.certificates:
                    yield _told(shown.over, certificate)
        else:
            yield _told(shown.over, case)


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
        factors = [_pow(tree(base), exponent) for base, exponent, _ in reason.factors]
        return _mul([*_number(reason.constant), *factors])
    if isinstance(reason, Squares):
        terms = [
            _mul([*_number(amount), *_factor(counts), Pow(tree(root), 2)]) for amount, counts, root in reason.squares
        ]
        terms += [_mul([*_number(amount), *_factor(counts), tree(one)]) for amount, counts, one in reason.products]
        rest = [tree(reason.rest)] if reason.rest else []
        return _add([*terms, *rest])
    if isinstance(reason, Completed):
        square: list[Expr] = [Pow(tree(reason.root), 2)]
        if reason.remainder.polynomial:
            square.append(tree(reason.remainder.polynomial))
        return Div(_add(square), Mul((Num(Fraction(4)), tree(reason.leading))))
    return tree(reason.polynomial)


def factored(p: Polynomial) -> Expr:
    """A polynomial as a product of factors, where it is not too long to look for them."""
    if not p or len(p) > MOST_FACTORED:
        return tree(p)
    constant, factors = p.factor_list()
    out = _mul([*_number(abs(constant)), *(_pow(tree(base), power) for base, power in factors)])
    return Neg(out) if constant < 0 else out


def tree(p: Polynomial) -> Expr:
    """A polynomial of named counts."""
    if not p:
        return Num(Fraction(0))
    terms = []
    for monomial, coefficient in sorted(p.terms(), key=lambda term: term[1] < 0):
        letters = zip(p.ring.symbols, monomial, strict=True)
        factors = [_pow(_letter(str(name)), power) for name, power in letters if power]
        term = _mul([*_number(abs(coefficient)), *factors])
        terms.append(Neg(term) if coefficient < 0 else term)
    return _add(terms)


def _letter(name: str) -> Expr:
    if name in BLOCK_OF:
        return Leaf(BLOCK_OF[name], ONE, None)
    return Named(Head(name, is_part=True), Num(Fraction(0)))


def _factor(p: Polynomial) -> list[Expr]:
    return [] if p == p.ring.one else [tree(p)]


def _number(value: Any) -> list[Expr]:
    number = Fraction(int(value.numerator), int(value.denominator))
    return [] if number == 1 else [Num(number)]


def _pow(base: Expr, power: int) -> Expr:
    return base if power == 1 else Pow(base, power)


def _mul(factors: list[Expr]) -> Expr:
    return Num(Fraction(1)) if not factors else factors[0] if len(factors) == 1 else Mul(tuple(factors))


def _add(terms: list[Expr]) -> Expr:
    return terms[0] if len(terms) == 1 else Add(tuple(terms))
