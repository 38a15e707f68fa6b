"""Steps on fractions: terms multiplied out, a common denominator, sums, one fraction, and the reduction by the gcd.

Of a fraction of fractions both sides are multiplied by what clears the denominators inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm, prod
from typing import NamedTuple

from exactmetrics.derivation.planning.origins import Whole, chosen, worked
from exactmetrics.derivation.planning.tree import distinct, ratio, whole
from exactmetrics.derivation.working.step import Work
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Neg, Num, number, terms_of

BY_HEART = 12  # products of two numbers up to this one need not be shown
IN_FULL = 100_000  # a least common multiple below: every fraction is written with its factor


def over(p: int, q: int) -> Expr:
    """The fraction p/q as it stands, a whole number where q is 1."""
    return worked(p) if q == 1 else Div(worked(p), worked(q))


def product(factors: Sequence[int]) -> Expr:
    return worked(factors[0]) if len(factors) == 1 else Mul(tuple(map(worked, factors)))


def multiplied(factors: Sequence[int]) -> Num:
    """The product of whole numbers as one number."""
    return worked(prod(factors), product([n for n in factors if isinstance(n, Whole)] or factors))


def _without_minus(t: Expr) -> Expr:
    return t.arg if isinstance(t, Neg) else t


def _ratios(t: Expr) -> list[tuple[int, int]] | None:
    """The factors of a term without its minus, as they are printed; None where one is no fraction."""
    inner = _without_minus(t)
    found = [ratio(f) for f in (inner.factors if isinstance(inner, Mul) else (inner,))]
    known = [r for r in found if r is not None]
    return known if len(known) == len(found) else None


# sums of fractions


class Row(NamedTuple):
    """A sum of fractions: numerators, denominators (1: a whole number), and which ones have a minus before them."""

    tops: list[int]
    bottoms: list[int]
    minus: list[bool]

    @property
    def alike(self) -> bool:
        return self.bottoms.count(self.bottoms[0]) == len(self.bottoms)

    def tree(self) -> Add:
        return Add(tuple([Neg(over(p, q)) if m else over(p, q) for p, q, m in zip(*self, strict=True)]))


def row_of(e: Expr) -> Row | None:
    """The fractions and whole numbers that a sum consists of; None for anything else."""
    if not isinstance(e, Add):
        return None
    tops, bottoms = [], []
    for t in e.terms:
        found = ratio(_without_minus(t))
        if found is None:
            return None
        tops.append(found[0])
        bottoms.append(found[1])
    return Row(tops, bottoms, [isinstance(t, Neg) for t in e.terms])


def multiply_terms(e: Expr) -> Work | None:
    """Products of whole numbers and fractions inside a sum, each as one fraction."""
    if not isinstance(e, Add):
        return None
    new = tuple(map(_multiplied, e.terms))
    return None if all(a is b for a, b in zip(new, e.terms, strict=True)) else Work("multiply", [Add(new)])


def _multiplied(t: Expr) -> Expr:
    if isinstance(t, Neg):
        inner = _multiplied(t.arg)
        return t if inner is t.arg else Neg(inner)
    if isinstance(t, Mul):
        ratios = _ratios(t)
        return t if ratios is None else _over_product([p for p, _ in ratios], [q for _, q in ratios])
    if isinstance(t, Div) and ratio(t) is None:
        top, bottom = ratio(t.num), whole(t.den)
        if top is not None and bottom:
            return _over_product([top[0]], [top[1], bottom])
    return t


def _over_product(tops: list[int], bottoms: list[int]) -> Expr:
    above, below = multiplied(tops), multiplied(bottoms)
    return above if whole(below) == 1 else Div(above, below)


def add_fractions(e: Expr) -> Work | None:
    """Fractions over the least common multiple of their denominators, and their numerators added or subtracted.

    Each fraction shows by what it is multiplied; where that multiple is large, only the one numerator above it does.
    """
    row = row_of(e)
    if row is None or row.bottoms.count(1) == len(row.bottoms):
        return None
    tops, bottoms, minus = row
    common = one_of(lcm(*bottoms), bottoms)
    factors = [chosen(common // q) if q != common else 1 for q in bottoms]
    scaled = [multiplied([p, f]) for p, f in zip(tops, factors, strict=True)]
    above = Add(tuple([Neg(n) if m else n for n, m in zip(scaled, minus, strict=True)]))
    total, below = worked(evaluate(above), above), worked(common)
    forms: list[Expr] = []
    if not row.alike:
        parts = zip(tops, bottoms, factors, strict=True)
        terms = (_spread_out(p, q, f) if common < IN_FULL else _times(p, f) for p, q, f in parts)
        spread = Add(tuple(Neg(t) if m else t for t, m in zip(terms, minus, strict=True)))
        forms.append(spread if common < IN_FULL else Div(spread, below))
    kind = "add" if not any(minus) else "subtract_numerators" if len(tops) == 2 else "put_together"
    known = [(q, f) for q, f in zip(bottoms, factors, strict=True) if q != 1]
    facts = {"denominators": [q for q, _ in known], "lcm": common, "alike": row.alike}
    return Work(kind, [*forms, Div(above, below), Div(total, below)], facts, numbers=[f for _, f in known])


def one_of(n: int, known: Sequence[int]) -> int:
    """A number that several fractions get or lose; it is the one of these that is equal to it, or a new one."""
    return next((one for one in known if one == n != 1), chosen(n))


def _spread_out(p: int, q: int, factor: int) -> Expr:
    """A fraction with numerator and denominator multiplied by a factor; a whole number over the factor."""
    if q == 1:
        return Div(multiplied([p, factor]), worked(factor)) if factor != 1 else worked(p)
    return over(p, q) if factor == 1 else Div(_times(p, factor), _times(q, factor))


def _times(p: int, factor: int) -> Expr:
    return worked(p) if factor == 1 else Mul((worked(p), worked(factor)))


# products and quotients


def one_fraction(e: Expr) -> Work | None:
    """A product of fractions, or a fraction over a whole number, as one fraction."""
    if isinstance(e, Mul):
        ratios = _ratios(e)
        if ratios is None:
            return None
        tops, bottoms = [p for p, _ in ratios], [q for _, q in ratios if q != 1]
    elif isinstance(e, Div) and ratio(e) is None:
        top, bottom = ratio(e.num), ratio(e.den)
        if top is None or bottom is None or bottom[1] != 1 or not bottom[0]:
            return None
        tops, bottoms = [top[0]], [bottom[0], top[1]]
    else:
        return None
    if not bottoms:  # 1/1 times 1/1
        return Work("one_fraction", [multiplied(tops)])
    shown = Div(product(tops), product(bottoms))
    return Work("one_fraction", [shown, Div(multiplied(tops), multiplied(bottoms))])


def reduce(e: Expr) -> Work | None:
    """A fraction in lowest terms, its greatest common divisor shown."""
    found = ratio(e) if isinstance(e, Div) else None
    if found is None:
        return None
    p, q = found
    g = chosen(gcd(p, q))
    if q == g:
        return Work("divide", [worked(p // q, e)])
    if g == 1:
        return None
    common = g.node
    above, below = (worked(n // g, Div(worked(n), common)) for n in found)
    value = Num(Fraction(p, q), e, Div(above, below))
    shown = Div(Mul((common, above)), Mul((common, below)))
    return Work("reduce", [shown, value], {"numerator": abs(p), "denominator": q, "gcd": g})


# fractions of fractions


def fractions_over_whole(e: Expr) -> Work | None:
    """A product of fractions over a whole number, or over a sum of such, as one fraction."""
    ratios = _ratios(e.num) if isinstance(e, Div) and isinstance(e.num, Mul) else None
    if ratios is None or not isinstance(e, Div):
        return None
    tops, bottoms = [p for p, _ in ratios], [q for _, q in ratios if q != 1]
    if not bottoms or not _all_whole(e.den):
        return None
    total = whole(e.den if isinstance(e.den, Num) else worked(evaluate(e.den), e.den))
    if not total:
        return None
    forms: list[Expr] = [Div(product(tops), Mul((*map(worked, bottoms), e.den)))] if isinstance(e.den, Add) else []
    forms.append(Div(product(tops), product([*bottoms, total])))
    return Work("one_fraction", [*forms, Div(multiplied(tops), multiplied([*bottoms, total]))])


def clear(e: Expr) -> Work | None:
    """Numerator and denominator multiplied by the least common multiple of the denominators inside.

    Where the products are not plain to see, they stand as products, and are worked out in the next step. A sum of
    fractions over a whole number is a mean and is left to the other rules.
    """
    if not isinstance(e, Div) or whole(e.den) is not None or (_all_whole(e.num) and _all_whole(e.den)):
        return None
    if any(_ratios(t) is None for t in (*terms_of(e.num), *terms_of(e.den))) or not evaluate(e.den):
        return None
    top, bottom = ratio(e.num), ratio(e.den)
    if top is not None and bottom is not None and top != (1, 1):
        return _by_reciprocal(top, bottom)
    # Of a product one factor is multiplied: the last that is no whole number, else the last.
    factors = e.num.factors if isinstance(e.num, Mul) else (e.num,)
    at = max((i for i, f in enumerate(factors) if _bottom(f) != 1), default=len(factors) - 1)
    inner = [_bottom(t) for t in (*terms_of(e.den), *terms_of(factors[at]))]
    common = one_of(lcm(*inner), inner)
    shown = not all(_is_plain(_spread(t, common)) for t in (*terms_of(factors[at]), *terms_of(e.den)))
    above, below = _cleared(factors[at], common, shown), _cleared(e.den, common, shown)
    if len(factors) > 1:
        above = Mul((*factors[:at], above, *factors[at + 1 :]))
    named = [n for n in dict.fromkeys(inner) if n != 1]
    return Work("clear", [Div(above, below)], {"lcm": common, "denominators": named})


def _by_reciprocal(top: tuple[int, int], bottom: tuple[int, int]) -> Work:
    """One fraction divided by another, with what both denominators have in common cancelled before the products."""
    (p, q), (r, s) = top, bottom
    if r < 0:
        p, r = -p, -r
    g = gcd(q, s)
    first, second = (Whole.of(worked(n // g)) for n in (s, q))
    above, below = ([n for n in factors if n != 1] or factors[:1] for factors in ([p, first], [second, r]))
    forms = [over(p, q), over(s, r)], [product(above), product(below)], [multiplied(above), multiplied(below)]
    shown = [Mul(tuple(forms[0])), *(a if b == number(1) else Div(a, b) for a, b in forms[1:])]
    return Work("one_fraction", distinct(shown), {"reciprocal": True})


def _all_whole(e: Expr) -> bool:
    return all(whole(t) is not None for t in terms_of(e))


def _bottom(t: Expr) -> int:
    """The denominator of a term as it is printed."""
    return prod(q for _, q in _ratios(t) or [])


def _spread(t: Expr, common: int) -> list[int]:
    """The whole numbers whose product is a term without its minus, times `common`."""
    factors = [*(p for p, _ in _ratios(t) or []), common // _bottom(t)]
    return [n for n in factors if n != 1] or factors[:1]


def _is_plain(factors: list[int]) -> bool:
    """Whether a product is plain to see: of one number, of a zero, or one known by heart."""
    return len(factors) == 1 or 0 in factors or (len(factors) == 2 and max(map(abs, factors)) <= BY_HEART)


def _cleared(e: Expr, common: int, shown: bool) -> Expr:
    """A sum with every term multiplied by `common`, each a whole number then, or a product of such."""
    terms: list[Expr] = []
    for t in terms_of(e):
        factors = _spread(t, common)
        made = product(factors) if shown else multiplied(factors)
        terms.append(Neg(made) if isinstance(t, Neg) else made)
    return terms[0] if len(terms) == 1 else Add(tuple(terms))
