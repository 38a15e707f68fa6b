"""The exact value of a tree, and what a tree is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import prod
from typing import Any

from exactmetrics.exact.sums import total
from exactmetrics.exact.values import Number, root
from exactmetrics.expression.nodes import (
    Abs,
    Add,
    Div,
    Expr,
    Function,
    FunctionName,
    Largest,
    Leaf,
    Literal,
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
)


def evaluate(e: Expr) -> Number:
    """The exact value; `ZeroDivisionError` where a quotient has none, `ValueError` for the root of a minus."""
    work_out = _VALUES.get(type(e))
    if work_out is None:
        if isinstance(e, Literal):
            return e.value
        raise TypeError(f"unknown node {type(e).__name__}")
    return work_out(e)


def has_value(e: Expr) -> bool:
    try:
        evaluate(e)
    except ZeroDivisionError:
        return False
    return True


def _leaf(e: Leaf) -> Number:
    if e.value is None:
        raise TypeError(f"{e.block} of any class has no value")
    return e.value


def _product(e: Mul) -> Number:
    out: Number = Fraction(1)
    for f in e.factors:
        if isinstance(f, Log) and not out:  # the limit of x log x
            return Fraction(0)
        out = out * evaluate(f)
    return out


def divided(top: Number, below: Number) -> Number:
    """The exact quotient of two numbers, also of sums of rationals over logarithms; `TypeError` where it is none."""
    try:
        return top / below
    except TypeError:
        from exactmetrics.exact.discounts import quotient

        return quotient(top, below)


def _root(e: Sqrt) -> Number:
    inner = evaluate(e.arg)
    if not isinstance(inner, Fraction):
        raise TypeError(f"no exact root of {inner}")
    return root(inner, e.degree)


def applied(name: FunctionName, x: Number) -> Number:
    """The exact value of a function of one number."""
    from exactmetrics.exact import functions  # few formulas have any

    return functions.applied(name, x)


def _log(e: Log) -> Number:
    from exactmetrics.exact.logs import log

    inner = evaluate(e.arg)
    if not isinstance(inner, Fraction):
        raise TypeError(f"no exact logarithm of {inner}")
    return log(inner, e.base)


def _pi(_: Pi) -> Number:
    from exactmetrics.exact.constants import PI

    return PI


def _named(e: Named) -> Number:
    if e.applied is None:
        if e.worked_out is None:  # a page asks again and again for the values of its parts
            e.worked_out = evaluate(e.body)
        return e.worked_out
    if e.applied.value is None:
        raise ZeroDivisionError(f"{e.head.metric} is left out: {e.applied.why}")
    return e.applied.value


_VALUES: dict[type, Callable[[Any], Number]] = {
    Num: lambda e: e.value,
    Leaf: _leaf,
    Named: _named,
    Neg: lambda e: -evaluate(e.arg),
    Add: lambda e: total([evaluate(t) for t in e.terms]),
    Sum: lambda e: total([evaluate(t) for t in e.terms]),
    Mul: _product,
    Largest: lambda e: max(map(evaluate, e.terms)),
    Product: lambda e: prod((evaluate(t) for t in e.terms), start=Fraction(1)),
    Div: lambda e: divided(evaluate(e.num), evaluate(e.den)),
    Pow: lambda e: evaluate(e.base) ** e.exponent,
    Sqrt: _root,
    Log: _log,
    Max: lambda e: max(map(evaluate, e.args)),
    Min: lambda e: min(map(evaluate, e.args)),
    Abs: lambda e: abs(evaluate(e.arg)),
    Function: lambda e: applied(e.name, evaluate(e.arg)),
    Pi: _pi,
}


def children(e: Expr) -> tuple[Expr, ...]:
    """The parts of a node that carry its value, in reading order."""
    parts = _PARTS.get(type(e))
    return () if parts is None else parts(e)


# By type, for trees are walked often; a part that a policy replaced carries no value, and what has no entry is a leaf.
_PARTS: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    Named: lambda e: (e.body,) if e.applied is None else (),
    Neg: lambda e: (e.arg,),
    Pow: lambda e: (e.base,),
    Sqrt: lambda e: (e.arg,),
    Log: lambda e: (e.arg,),
    Max: lambda e: e.args,
    Min: lambda e: e.args,
    Abs: lambda e: (e.arg,),
    Function: lambda e: (e.arg,),
    Add: lambda e: e.terms,
    Mul: lambda e: e.factors,
    Sum: lambda e: e.terms,
    Product: lambda e: e.terms,
    Largest: lambda e: e.terms,
    Div: lambda e: (e.num, e.den),
}


def walk(e: Expr) -> Iterator[Expr]:
    """Every node of a tree, the whole first."""
    waiting = [e]  # the next one last
    while waiting:
        part = waiting.pop()
        yield part
        waiting += children(part)[::-1]


def with_literals(e: Expr, new: Callable[[Literal], Expr]) -> Expr:
    """The tree that printed arithmetic was read into, with something else in the place of each printed number."""
    if isinstance(e, Literal):
        return new(e)
    parts = [with_literals(part, new) for part in children(e)]
    match e:
        case Add() | Mul() | Max() | Min():
            return type(e)(tuple(parts))
        case Div():
            return Div(*parts)
        case Neg() | Abs():
            return type(e)(*parts)
        case Function(name):
            return Function(name, parts[0])
        case Sqrt(_, degree):
            return Sqrt(parts[0], degree)
        case Pow(_, exponent):
            return Pow(parts[0], exponent)
        case Log(_, base):
            return Log(parts[0], base)
    return e
