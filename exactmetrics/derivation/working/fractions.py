"""Steps on fractions: terms multiplied out, a common denominator, sums, one fraction, and the reduction by the gcd."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm, prod
from operator import floordiv
from typing import Any, NamedTuple

from exactmetrics.derivation.planning.tree import ratio, whole
from exactmetrics.derivation.working.step import Move, Rule
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Neg, Num, number


def over(p: int, q: int) -> Expr:
    """The fraction p/q as it stands, a whole number where q is 1.

    >>> over(6, 9) == Div(number(6), number(9)), over(6, 1) == number(6)
    (True, True)
    """
    return number(p) if q == 1 else Div(number(p), number(q))


def multiply_terms(e: Expr) -> Move | None:
    """Products of whole numbers and fractions inside a sum, each as one fraction.

    >>> made = multiply_terms(Add((Mul((over(2, 3), over(4, 5))), number(1))))
    >>> made.forms == [Add((over(8, 15), number(1)))]
    True
    """
    if not isinstance(e, Add):
        return None
    new = tuple(map(_multiplied, e.terms))
    if all(a is b for a, b in zip(new, e.terms, strict=True)):
        return None
    return Move("multiply", [Add(new)])


def _multiplied(t: Expr) -> Expr:
    if isinstance(t, Neg):
        inner = _multiplied(t.arg)
        return t if inner is t.arg else Neg(inner)
    if isinstance(t, Mul):
        ratios = [ratio(f) for f in t.factors]
        if all(r is not None for r in ratios):
            return over(prod(r[0] for r in ratios if r), prod(r[1] for r in ratios if r))
    if isinstance(t, Div) and ratio(t) is None:
        top, bottom = ratio(t.num), ratio(t.den)
        if top is not None and bottom is not None and whole(t.den) and bottom[0]:
            return over(top[0], top[1] * bottom[0])
    return t


class Row(NamedTuple):
    """A sum of fractions: numerators, denominators (1: a whole number), and which ones have a minus before them."""

    tops: list[int]
    bottoms: list[int]
    minus: list[bool]

    def tree(self) -> Expr:
        """The sum as a tree."""
        terms = [Neg(over(p, q)) if minus else over(p, q) for p, q, minus in zip(*self, strict=True)]
        return Add(tuple(terms))


def fraction_row(e: Expr) -> Row | None:
    """The fractions and whole numbers that a sum consists of; None for anything else.

    >>> fraction_row(Add((over(1, 4), Neg(over(5, 6)))))
    Row(tops=[1, 5], bottoms=[4, 6], minus=[False, True])
    """
    if not isinstance(e, Add):
        return None
    minus = [isinstance(t, Neg) for t in e.terms]
    found = [r for t in e.terms if (r := ratio(t.arg if isinstance(t, Neg) else t)) is not None]
    if len(found) < len(minus):
        return None
    return Row([p for p, _ in found], [q for _, q in found], minus)


def reduce_terms(saving: int) -> Rule:
    """Every fraction of a sum in lowest terms, where that makes the common denominator `saving` times smaller.

    >>> rule, tree = reduce_terms(2), Add((over(2, 4), over(1, 6)))
    >>> rule(tree).forms == [Add((over(1, 2), over(1, 6)))]
    True
    >>> reduce_terms(3)(tree) is None  # the common denominator falls from 12 to 6 only
    True
    """

    def rule(e: Expr) -> Move | None:
        row = fraction_row(e)
        if row is None or not (qs := _unlike(row)):
            return None
        divisors = list(map(gcd, row.tops, qs))
        if max(divisors) == 1:
            return None
        bottoms = list(map(floordiv, qs, divisors))
        if lcm(*bottoms) * saving > lcm(*qs):
            return None
        form = Row(list(map(floordiv, row.tops, divisors)), bottoms, row.minus)
        return Move("reduce_terms", [form.tree()], _reduced(row.tops, qs, divisors))

    return rule


def _reduced(tops: list[int], bottoms: list[int], divisors: list[int]) -> dict[str, Any]:
    """Which fractions of a sum were reduced, each once, and by what."""
    found = {(p, q): g for p, q, g in zip(tops, bottoms, divisors, strict=True) if g != 1}
    return {"fractions": [over(p, q) for p, q in found], "divisors": list(found.values())}


def common_denominator(e: Expr) -> Move | None:
    """Fractions of a sum over the least common multiple of their denominators.

    >>> made = common_denominator(Add((over(1, 4), over(5, 6))))
    >>> made.forms == [Add((over(3, 12), over(10, 12)))], made.facts["lcm"]
    (True, 12)
    """
    row = fraction_row(e)
    if row is None or not (qs := _unlike(row)):
        return None
    common = lcm(*qs)
    tops = [p * (common // q) for p, q in zip(row.tops, qs, strict=True)]
    named = [q for q in qs if q != 1]
    form = Row(tops, [common] * len(tops), row.minus)
    return Move("common_denominator", [form.tree()], {"denominators": named, "lcm": common})


def add_fractions(e: Expr) -> Move | None:
    """The numerators of fractions with one denominator, added.

    >>> made = add_fractions(Add((over(3, 12), Neg(over(10, 12)))))
    >>> made.forms[-1] == over(-7, 12)
    True
    """
    row = fraction_row(e)
    if row is None or _unlike(row) or row.bottoms[0] == 1:
        return None
    below = number(row.bottoms[0])
    above = Row(row.tops, [1] * len(row.tops), row.minus)
    result = sum(-p if minus else p for p, minus in zip(row.tops, row.minus, strict=True))
    return Move(_put_together(row), [Div(above.tree(), below), Div(number(result), below)])


def _put_together(row: Row) -> str:
    """What is done with the numerators: they are added, or one is subtracted from the other, or both."""
    if not any(row.minus):
        return "add"
    return "subtract_numerators" if len(row.tops) == 2 else "put_together"


def _unlike(row: Row) -> list[int]:
    """The denominators, where there are different ones."""
    qs = row.bottoms
    return qs if qs.count(qs[0]) < len(qs) else []


def one_fraction(e: Expr) -> Move | None:
    """A product of fractions, or a fraction over a whole number, as one fraction.

    >>> made = one_fraction(Mul((over(2, 3), number(5))))
    >>> made.forms[-1] == over(10, 3)
    True
    """
    match e:
        case Mul(factors):
            ratios = list(map(ratio, factors))
            if None in ratios:
                return None
            tops, bottoms = [r[0] for r in ratios if r], [r[1] for r in ratios if r and r[1] != 1]
        case Div(num, den) if ratio(e) is None:
            top, bottom = ratio(num), ratio(den)
            if top is None or bottom is None or bottom[1] != 1 or not bottom[0]:
                return None
            tops, bottoms = [top[0]], [bottom[0], top[1]]
        case _:
            return None
    if not bottoms:  # 1/1 times 1/1
        return Move("one_fraction", [number(prod(tops))])
    shown = Div(product(tops), product(bottoms))
    return Move("one_fraction", [shown, Div(number(prod(tops)), number(prod(bottoms)))])


def reduce(e: Expr) -> Move | None:
    """A fraction in lowest terms, its greatest common divisor shown.

    >>> made = reduce(over(12, 18))
    >>> made.forms == [Div(Mul((number(6), number(2))), Mul((number(6), number(3)))), Num(Fraction(2, 3))]
    True
    >>> reduce(over(12, 4)).forms == [number(3)], reduce(over(2, 3)) is None
    (True, True)
    """
    found = ratio(e)
    if found is None or not isinstance(e, Div):
        return None
    p, q = found
    g = gcd(p, q)
    if q // g == 1:
        return Move("divide", [number(p // q)])
    if g == 1:
        return None
    shown = Div(Mul((number(g), number(p // g))), Mul((number(g), number(q // g))))
    return Move("reduce", [shown, Num(Fraction(p, q))], {"numerator": abs(p), "denominator": q, "gcd": g})


def product(factors: list[int]) -> Expr:
    """Whole numbers as a product; of one, the number itself.

    >>> product([6]) == number(6), product([6, 7]) == Mul((number(6), number(7)))
    (True, True)
    """
    return number(factors[0]) if len(factors) == 1 else Mul(tuple(map(number, factors)))
