"""Steps on fractions of fractions: both sides are multiplied by what clears the inner denominators."""

from __future__ import annotations

from fractions import Fraction
from math import lcm, prod

from exactmetrics.derivation.planning.tree import ratio, whole
from exactmetrics.derivation.working.step import Move
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Div, Expr, Mul, Neg, Num, number


def clear(e: Expr) -> Move | None:
    """Numerator and denominator multiplied by the least common multiple of the denominators inside.

    A sum of fractions over a whole number is a mean and is left to the other rules.

    >>> half, third = Div(number(1), number(2)), Div(number(1), number(3))
    >>> made = clear(Div(half, Add((half, third))))
    >>> made.facts["lcm"], made.forms[0] == Div(number(3), Add((number(3), number(2))))
    (6, True)
    """
    if not isinstance(e, Div) or whole(e.den) or not (_flat(e.num) and _flat(e.den)):
        return None
    if all(map(whole, _terms(e.num))) and all(map(whole, _terms(e.den))):
        return None
    below = [_value(t) for t in _terms(e.den)]
    if not sum(below):
        return None
    product = isinstance(e.num, Mul)
    above = [_last_ratio(e.num)[1]] if product else [_bottom(t) for t in _terms(e.num)]
    inner = [*map(_bottom, _terms(e.den)), *above]
    common = lcm(*inner)
    bottom = _times(e.den, common)
    if not product:
        forms: list[Expr] = [Div(_times(e.num, common), bottom)]
        return Move("clear", forms, {"denominators": _distinct(inner), "lcm": common})
    assert isinstance(e.num, Mul)
    total = int(sum(below) * common)
    return Move(
        "clear", _product_forms(e.num, bottom, common, total), {"denominators": _distinct(inner), "lcm": common}
    )


def _product_forms(num: Mul, bottom: Expr, common: int, total: int) -> list[Expr]:
    """A product of fractions above: one of them takes the multiplier, the other denominators go below."""
    factors = list(num.factors)
    at = max(i for i, f in enumerate(factors) if (ratio(f) or (0, 0))[1] == _last_ratio(num)[1])
    p, q = _last_ratio(num)
    factors[at] = number(p * (common // q))
    tops = [r[0] for r in map(ratio, factors) if r]
    bottoms = [r[1] for r in map(ratio, factors) if r and r[1] != 1]
    first = Div(Mul(tuple(factors)), bottom)
    shown = Div(
        Mul(tuple(map(number, tops))), Mul((*map(number, bottoms), number(total))) if bottoms else number(total)
    )
    last = Div(number(prod(tops)), number(prod(bottoms) * total))
    return [first, shown, last] if bottoms or isinstance(bottom, Add) else [first, last]


def _flat(e: Expr) -> bool:
    """A fraction, a product of fractions, or a sum of such."""
    return all(ratio(t) is not None or _is_product(t) for t in _terms(e))


def _is_product(t: Expr) -> bool:
    inner = t.arg if isinstance(t, Neg) else t
    return isinstance(inner, Mul) and all(ratio(f) is not None for f in inner.factors)


def _terms(e: Expr) -> tuple[Expr, ...]:
    return e.terms if isinstance(e, Add) else (e,)


def _value(t: Expr) -> Fraction:
    value = evaluate(t)
    assert isinstance(value, Fraction)
    return value


def _bottom(t: Expr) -> int:
    """The denominator of a term as it is printed."""
    inner = t.arg if isinstance(t, Neg) else t
    factors = inner.factors if isinstance(inner, Mul) else (inner,)
    return prod((ratio(f) or (0, 1))[1] for f in factors)


def _last_ratio(e: Expr) -> tuple[int, int]:
    """The last factor that is no whole number, else 1."""
    assert isinstance(e, Mul)
    ratios = [r for r in map(ratio, e.factors) if r and r[1] != 1]
    return ratios[-1] if ratios else (ratio(e.factors[-1]) or (1, 1))


def _times(e: Expr, common: int) -> Expr:
    """A sum with every term multiplied by `common`, each a whole number then."""
    terms = []
    for t in _terms(e):
        value = _value(t) * common
        terms.append(Neg(Num(-value)) if isinstance(t, Neg) else Num(value))
    return terms[0] if len(terms) == 1 else Add(tuple(terms))


def _distinct(numbers: list[int]) -> list[int]:
    return [n for n in dict.fromkeys(numbers) if n != 1]
