"""Steps on roots: an exact root, a square taken out, a factor cancelled, and the denominator rationalised."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt

from exactmetrics.derivation.planning.tree import whole
from exactmetrics.derivation.working.step import Move
from exactmetrics.exact.square import BOUND, take_out
from exactmetrics.exact.values import Symbolic
from exactmetrics.expression.evaluate import evaluate, walk
from exactmetrics.expression.nodes import Div, Expr, Mul, Num, Sqrt, number, whole_number


def exact_root(e: Expr) -> Move | None:
    """The root of a square number.

    >>> exact_root(Sqrt(number(144))).forms == [number(12)], exact_root(Sqrt(number(2))) is None
    (True, True)
    """
    match e:
        case Sqrt(Num(Fraction() as v)) if v.denominator == 1 and isqrt(v.numerator) ** 2 == v.numerator:
            return Move("root_exact", [number(isqrt(v.numerator))], {"square": v.numerator, "root": isqrt(v.numerator)})
    return None


def take_square_out(e: Expr) -> Move | None:
    """A square factor of what stands under a root.

    >>> take_square_out(Sqrt(number(12))).forms == [Mul((number(2), Sqrt(number(3))))]
    True
    """
    match e:
        case Sqrt(Num(Fraction() as v)) if v.denominator == 1:
            a, d = take_out(v.numerator)
            if a == 1:
                return None
            form = Mul((number(a), Sqrt(number(d))))
            return Move("root_square", [form], {"number": v.numerator, "factor": a, "rest": d, "bound": _bound(d)})
    return None


def _bound(d: int) -> int | None:
    """Where square factors stopped being looked for, if `d` is too large to have been searched whole."""
    return BOUND if d > BOUND * BOUND else None


def cancel(e: Expr) -> Move | None:
    """A common factor of the numerator and of the number in front of a root below.

    >>> below, cancelled = Mul((number(4), Sqrt(number(3)))), Mul((number(2), Sqrt(number(3))))
    >>> cancel(Div(number(6), below)).forms[-1] == Div(number(3), cancelled)
    True
    """
    match e:
        case Div(Num(Fraction() as p), Mul((Num(Fraction() as a), Sqrt() as s))) if whole(e.num):
            g = gcd(p.numerator, a.numerator)
            if g == 1 or not p:
                return None
            rest = a.numerator // g
            below = s if rest == 1 else Mul((number(rest), s))
            factored = Div(
                Mul((number(g), number(p.numerator // g))),
                Mul((number(g), s) if rest == 1 else (number(g), number(rest), s)),
            )
            return Move("cancel", [factored, Div(number(p.numerator // g), below)], {"gcd": g})
    return None


def rationalise(e: Expr) -> Move | None:
    """A root below moved above, by multiplying both sides with it.

    >>> made = rationalise(Div(number(3), Sqrt(number(2))))
    >>> evaluate(made.forms[0]) == evaluate(made.forms[-1]) == evaluate(Div(number(3), Sqrt(number(2))))
    True
    """
    match e:
        case Div(Num(Fraction() as p), Sqrt(Num(Fraction() as d)) as s) if whole(e.num) and p:
            a = 1
        case Div(Num(Fraction() as p), Mul((Num(Fraction() as f), Sqrt(Num(Fraction() as d)) as s))) if p:
            a = f.numerator
        case _:
            return None
    below = d.numerator if a == 1 else a * d.numerator
    above = s if p == 1 else Mul((number(p.numerator), s))
    forms: list[Expr] = [Div(above, Mul((number(a), number(d.numerator))) if a != 1 else number(below))]
    result = Num(evaluate(e))
    g = gcd(p.numerator, below)
    if a != 1:
        forms.append(Div(above, number(below)))
    if g != 1:
        forms.append(result)
    else:
        forms[-1] = result
    return Move("rationalise", forms)


def zero_over_root(e: Expr) -> Move | None:
    """Nothing over something is nothing.

    >>> zero_over_root(Div(number(0), Sqrt(number(2)))).forms == [number(0)]
    True
    """
    if not isinstance(e, Div) or not isinstance(e.den, (Sqrt, Mul)) or whole_number(e.num) != 0:
        return None
    return Move("zero", [number(0)]) if evaluate(e.den) else None


def collect(e: Expr) -> Move | None:
    """A sum or quotient with roots in it, written as a rational plus multiples of roots.

    >>> from exactmetrics.expression.nodes import Add
    >>> root = Num(evaluate(Sqrt(number(2))))
    >>> made = collect(Add((root, root)))
    >>> made.kind, made.forms == [Num(evaluate(Sqrt(number(8))))]
    ('collect_like', True)
    """
    before = sum(_roots(p) for p in walk(e))
    if not before or isinstance(e, Num):
        return None
    collected = Num(evaluate(e))
    return Move("collect" if _roots(collected) == before else "collect_like", [collected])


def _roots(e: Expr) -> int:
    """How many roots a number is a sum of."""
    if not isinstance(e, Num) or isinstance(e.value, Fraction):
        return 0
    return len(e.value.roots) if isinstance(e.value, Symbolic) else 1
