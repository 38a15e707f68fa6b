"""Readings of a tree: by name, as one formula, its counts, its parts, and whether it is one fraction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from fractions import Fraction
from operator import is_
from typing import Any

from exactmetrics.derivation.planning.origins import whole_at, written
from exactmetrics.exact.values import Number
from exactmetrics.expression.evaluate import children, evaluate, has_value
from exactmetrics.expression.nodes import (
    Abs,
    Add,
    Div,
    Expr,
    Function,
    Largest,
    Leaf,
    Log,
    Max,
    Min,
    Mul,
    Named,
    Neg,
    Num,
    Pi,
    Pow,
    Product,
    Sqrt,
    Sum,
    number,
)


def rebuild(e: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The node with every part changed; a node without parts, or none of whose parts changes, stays as it is."""
    made = _REBUILD.get(type(e))
    return e if made is None else made(e, change)


def _changed_row(e: Any, parts: tuple[Expr, ...], change: Callable[[Expr], Expr]) -> Expr:
    made = tuple(map(change, parts))
    return e if all(map(is_, made, parts)) else type(e)(made)  # type: ignore[no-any-return]


def _changed_quotient(e: Any, change: Callable[[Expr], Expr]) -> Expr:
    num, den = change(e.num), change(e.den)
    return e if num is e.num and den is e.den else Div(num, den)


def _changed_sum(e: Any, change: Callable[[Expr], Expr]) -> Expr:
    return replace(e, body=change(e.body), terms=tuple(map(change, e.terms)))  # type: ignore[no-any-return]


_REBUILD: dict[type, Callable[[Any, Callable[[Expr], Expr]], Expr]] = {
    Num: lambda e, change: e,
    Named: lambda e, change: Named(e.head, change(e.body), e.applied),
    Neg: lambda e, change: Neg(change(e.arg)),
    Add: lambda e, change: _changed_row(e, e.terms, change),
    Mul: lambda e, change: _changed_row(e, e.factors, change),
    Div: _changed_quotient,
    Pow: lambda e, change: Pow(change(e.base), e.exponent),
    # What is changed has a number as its degree, if that is known.
    Sqrt: lambda e, change: Sqrt(change(e.arg), e.degree, classes=not e.degree),
    Log: lambda e, change: Log(change(e.arg), e.base),
    Max: lambda e, change: _changed_row(e, e.args, change),
    Min: lambda e, change: _changed_row(e, e.args, change),
    Abs: lambda e, change: Abs(change(e.arg)),
    Function: lambda e, change: Function(e.name, change(e.arg)),
    Sum: _changed_sum,
    Product: _changed_sum,
    Largest: _changed_sum,
}


def put_in(e: Expr, known: dict[Expr, Expr]) -> Expr:
    """A formula with the values of its parts and of its parameters."""
    if isinstance(e, Leaf) and e.value is not None:
        return Num(e.value, e)
    return known[e] if e in known else rebuild(e, lambda inner: put_in(inner, known))


def substituted(e: Expr) -> Expr:
    """The counts a tree was recorded with for names, sums written out, a kept metric as its value."""
    if isinstance(e, (Leaf, Named)):
        return Num(evaluate(e), e)
    if isinstance(e, Add):
        kept = tuple(t for t in map(substituted, e.terms) if not _is_nothing(t))
        return kept[0] if len(kept) == 1 else Add(kept) if kept else Num(Fraction(0))
    if not isinstance(e, Sum):
        return rebuild(e, substituted)
    parts = tuple(map(substituted, e.terms))
    if len(parts) < 2:  # none: no class to add over
        return parts[0] if parts else Num(Fraction(0))
    if isinstance(e, Product):
        return Mul(parts)
    if isinstance(e, Largest):
        return Max(parts)
    return Add(tuple(t for part in parts for t in (part.terms if isinstance(part, Add) else (part,))))


def _is_nothing(e: Expr) -> bool:
    """Whether a term is a product with a logarithm whose weight is 0."""
    if not isinstance(e, Mul) or not isinstance(e.factors[-1], Log):
        return False
    weight = Mul(e.factors[:-1])
    return has_value(weight) and not evaluate(weight)


def _pi_tree(value: Number) -> Expr:
    """A number with pi as it is written: the constant, and in brackets what it is multiplied by."""
    from exactmetrics.exact.constants import WithPi

    assert isinstance(value, WithPi)
    root = Num(value.root)
    below: Expr = Pi() if abs(value.power) == 1 else Pow(Pi(), abs(value.power))
    made = Div(root, below) if value.power < 0 else below if value.root == 1 else Mul((root, below))
    if value.inner != 1:
        made = Mul((made, Num(value.inner)))
    return Add((Num(value.rational), made)) if value.rational else made


def _quotients_tree(value: Number) -> Expr:
    """Quotients of sums of rationals over logarithms as they are written, in logarithms to the base 2."""
    from exactmetrics.exact.discounts import LogQuotients

    written = value.written() if isinstance(value, LogQuotients) else None
    if written is None:
        raise TypeError(f"{value!r} is known by its decimals alone")
    known, sides = written
    terms: list[Expr] = [Num(known)] if known else []
    terms += [Div(*(Num(side) if isinstance(side, Fraction) else log_tree(side) for side in term)) for term in sides]
    return terms[0] if len(terms) == 1 else Add(tuple(terms))


def _functions_tree(value: Number) -> Expr:
    """A sum of values of the arc sine or of the normal quantile as it is written."""
    from exactmetrics.exact.functions import ArcSine, FunctionSum

    assert isinstance(value, FunctionSum)
    found: list[Expr] = [Num(value.rational)] if value.rational else []
    for term, q in value.terms:
        if isinstance(term, ArcSine):
            made: Expr = Function("arcsin", Sqrt(Num(term.argument)))
            if term.over_pi and q.denominator == 1:
                whole_times = Div(_multiple(Fraction(abs(q.numerator)), made), Pi())
                found.append(whole_times if q > 0 else Neg(whole_times))
                continue
            made = Div(made, Pi()) if term.over_pi else made
        else:
            made = Function("z", Num(term.argument))
        found.append(_multiple(q, made))
    return found[0] if len(found) == 1 else Add(tuple(found))


def log_tree(value: Number) -> Expr:
    """A sum of logarithms and of quotients of such sums as it is written, in the numbers that it is kept in."""
    from exactmetrics.exact.certified import Certified
    from exactmetrics.exact.logs import ONE, Form, Logarithmic, base_of, in_bases, in_order, written

    def term(n: int, q: Fraction, base: int | None) -> Expr:
        if n != ONE or base is None:
            return _multiple(q, Num(Fraction(1)) if n == ONE else Log(number(n), base))
        top, below = abs(q).as_integer_ratio()  # over the logarithm of the base
        found = Div(
            number(top), Log(number(base), None) if below == 1 else Mul((number(below), Log(number(base), None)))
        )
        return found if q > 0 else Neg(found)

    def terms(form: Form, base: int | None) -> list[Expr]:
        return [term(n, q, base) for n, q in in_order(form)]

    if isinstance(value, Certified):
        from exactmetrics.exact.functions import FunctionSum

        if isinstance(value, FunctionSum):
            return _functions_tree(value)
        return _quotients_tree(value)
    if not isinstance(value, Logarithmic):
        return _pi_tree(value)
    algebraic, shown = written(in_bases(value))
    found: list[Expr] = []
    for top, below in shown:
        base = base_of(below)
        if base is not None:
            found += terms(top, None if base == ONE else base)
        else:
            found.append(
                Div(
                    *(
                        made[0] if len(made) == 1 else Add(tuple(made))
                        for made in (terms(top, None), terms(below, None))
                    )
                )
            )
    if algebraic:
        minus = isinstance(algebraic, Fraction) and algebraic < 0  # terms with a minus come last
        found.insert(len(found) if minus else 0, Neg(Num(-algebraic)) if minus else Num(algebraic))
    return found[0] if len(found) == 1 else Add(tuple(found))


def _multiple(factor: Fraction, e: Expr) -> Expr:
    """A node so many times, a minus before it where there is one."""
    if isinstance(e, Num):
        return Num(factor)
    made = e if abs(factor) == 1 else Mul((Num(abs(factor)), e))
    return made if factor > 0 else Neg(made)


def leaves(e: Expr) -> list[Leaf]:
    """The counts a tree speaks of, each once, in reading order; of sums the summand over any class comes first."""
    found: dict[tuple[str, object], Leaf] = {}
    for part in every_part(e):
        if isinstance(part, Leaf):
            tag = part.tag
            found.setdefault((part.block, (tag.position, tag.rest) if tag else None), part)
    return list(found.values())


def every_part(e: Expr) -> list[Expr]:
    """Every node, also within names a policy replaced, within summands, and of what was left out."""
    out: list[Expr] = []
    waiting = [e]  # the next one last; most nodes of a tree are numbers and counts, which have no parts
    while waiting:
        part = waiting.pop()
        out.append(part)
        kind = type(part)
        if kind is Num or kind is Leaf:
            continue
        if kind is Named:
            waiting.append(part.body)  # type: ignore[attr-defined]
        elif isinstance(part, Sum):
            waiting += [*part.left_out[::-1], *part.terms[::-1], part.body]
        else:
            waiting += children(part)[::-1]
    return out


def names_inside(e: Expr) -> list[Named]:
    """The outermost named parts of a tree, in reading order, sums by their terms."""
    if isinstance(e, Named):
        return [e]
    return [n for part in children(e) for n in names_inside(part)]


def distinct(members: Iterable[Expr]) -> list[Expr]:
    """The members of a chain without those that repeat the one before."""
    out: list[Expr] = []
    for member in members:
        if not out or member != out[-1]:
            out.append(member)
    return out


def whole(e: Expr) -> int | None:
    """The whole number that a node is, with or without a minus; None for any other node."""
    if isinstance(e, Neg):
        n = whole(e.arg)
        return None if n is None else -n
    return whole_at(e)


def ratio(e: Expr) -> tuple[int, int] | None:
    """Numerator and denominator of a node that is one fraction or whole number, as it stands."""
    kind = type(e)
    if kind is Num:
        n = whole_at(e)
        if n is not None:
            return n, 1
        return ratio(written(e)) if isinstance(e.value, Fraction) else None  # type: ignore[attr-defined,arg-type]
    if kind is Neg:
        inner = ratio(e.arg)  # type: ignore[attr-defined]
        return None if inner is None else (-inner[0], inner[1])
    if kind is Div:
        above, below = whole_at(e.num), whole_at(e.den)  # type: ignore[attr-defined]
        return (above, below) if above is not None and below else None
    return None


def with_number(body: Expr) -> Expr:
    """The number of classes is written as a number; what has a name stays as it is."""
    if isinstance(body, Leaf):
        return Num(body.value) if body.block == "k" and body.value is not None else body
    return body if isinstance(body, Named) else rebuild(body, with_number)


def unordered(e: Expr) -> Hashable:
    """A formula for which the order of the terms of a sum, and of the factors of a product, makes no difference."""
    match e:
        case Add(parts) | Mul(parts):
            return type(e), frozenset(Counter(map(unordered, parts)).items())
        case Neg() | Div():
            return type(e), tuple(map(unordered, children(e)))
        case Pow(base, exponent):
            return type(e), unordered(base), exponent
        case Sqrt(arg, degree, classes):
            return type(e), unordered(arg), degree, classes
        case Sum(body, terms, pairs=pairs):
            return type(e), unordered(body), terms, pairs
    return e
