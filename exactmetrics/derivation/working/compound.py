"""Steps on fractions of fractions: both sides are multiplied by what clears the inner denominators."""

from __future__ import annotations

from fractions import Fraction
from math import lcm, prod

from exactmetrics.derivation.planning.tree import ratio, whole
from exactmetrics.derivation.working.fractions import product
from exactmetrics.derivation.working.step import Move
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Neg, number

BY_HEART = 12  # products of two numbers up to this one need not be shown


def clear(e: Expr) -> Move | None:
    """Numerator and denominator multiplied by the least common multiple of the denominators inside.

    Where the products are not plain to see, they stand as products, and are worked out in the next step. A sum of
    fractions over a whole number is a mean and is left to the other rules.

    >>> half, third, fifth = (Div(number(1), number(n)) for n in (2, 3, 5))
    >>> made = clear(Div(half, Add((half, third))))
    >>> made.facts["lcm"], made.forms == [Div(number(3), Add((number(3), number(2))))]
    (6, True)
    >>> made = clear(Div(Div(number(2), number(23)), Add((fifth, third))))
    >>> made.facts["lcm"], made.forms == [Div(Mul((number(2), number(15))), Add((number(69), number(115))))]
    (345, True)
    """
    if not isinstance(e, Div) or whole(e.den) or not (_flat(e.num) and _flat(e.den)):
        return None
    if all(map(whole, _terms(e.num))) and all(map(whole, _terms(e.den))):
        return None
    if not evaluate(e.den):
        return None
    at = _last_fraction(e.num) if isinstance(e.num, Mul) else None
    above = e.num if at is None or not isinstance(e.num, Mul) else e.num.factors[at]
    inner = [*map(_bottom, _terms(e.den)), *map(_bottom, _terms(above))]
    common = lcm(*inner)
    shown = not all(_is_plain(_spread(t, common)) for t in (*_terms(above), *_terms(e.den)))
    top, bottom = _times(above, common, shown), _times(e.den, common, shown)
    if at is not None and isinstance(e.num, Mul):
        top = Mul((*e.num.factors[:at], top, *e.num.factors[at + 1 :]))
    named = [n for n in dict.fromkeys(inner) if n != 1]
    return Move("clear", [Div(top, bottom)], {"denominators": named, "lcm": common})


def fractions_over_whole(e: Expr) -> Move | None:
    """A product of fractions over a whole number, or over a sum of such, as one fraction.

    >>> made = fractions_over_whole(Div(Mul((number(20) / 23, number(276))), Add((number(260), number(276)))))
    >>> made.forms[-1] == Div(number(5520), number(12328)), len(made.forms)
    (True, 3)
    """
    if not isinstance(e, Div) or not isinstance(e.num, Mul) or not _is_product(e.num):
        return None
    ratios = _ratios(e.num)
    tops, bottoms = [p for p, _ in ratios], [q for _, q in ratios if q != 1]
    if not bottoms or not all(map(whole, _terms(e.den))):
        return None
    below = evaluate(e.den)
    if not isinstance(below, Fraction) or not below:
        return None
    total = below.numerator
    forms: list[Expr] = [Div(product(tops), Mul((*map(number, bottoms), e.den)))] if isinstance(e.den, Add) else []
    forms.append(Div(product(tops), product([*bottoms, total])))
    return Move("one_fraction", [*forms, Div(number(prod(tops)), number(prod(bottoms) * total))])


def _flat(e: Expr) -> bool:
    """A fraction, a product of fractions, or a sum of such."""
    return all(ratio(t) is not None or _is_product(t) for t in _terms(e))


def _is_product(t: Expr) -> bool:
    inner = t.arg if isinstance(t, Neg) else t
    return isinstance(inner, Mul) and all(ratio(f) is not None for f in inner.factors)


def _terms(e: Expr) -> tuple[Expr, ...]:
    return e.terms if isinstance(e, Add) else (e,)


def _ratios(t: Expr) -> list[tuple[int, int]]:
    """The factors of a term without its minus, as they are printed."""
    inner = t.arg if isinstance(t, Neg) else t
    return [ratio(f) or (0, 1) for f in (inner.factors if isinstance(inner, Mul) else (inner,))]


def _bottom(t: Expr) -> int:
    """The denominator of a term as it is printed."""
    return prod(q for _, q in _ratios(t))


def _last_fraction(e: Mul) -> int:
    """The place of the last factor that is no whole number, else of the last."""
    return max((i for i, r in enumerate(_ratios(e)) if r[1] != 1), default=len(e.factors) - 1)


def _spread(t: Expr, common: int) -> list[int]:
    """The whole numbers whose product is a term without its minus, times `common`."""
    ratios = _ratios(t)
    return [n for n in (*(p for p, _ in ratios), common // prod(q for _, q in ratios)) if n != 1] or [1]


def _is_plain(factors: list[int]) -> bool:
    """Whether a product is plain to see: of one number, of a zero, or one known by heart."""
    return len(factors) == 1 or 0 in factors or (len(factors) == 2 and max(map(abs, factors)) <= BY_HEART)


def _times(e: Expr, common: int, shown: bool) -> Expr:
    """A sum with every term multiplied by `common`, each a whole number then, or a product of such."""
    terms: list[Expr] = []
    for t in _terms(e):
        factors = _spread(t, common)
        made = product(factors) if shown else number(prod(factors))
        terms.append(Neg(made) if isinstance(t, Neg) else made)
    return terms[0] if len(terms) == 1 else Add(tuple(terms))
