"""The exact value of arithmetic that somebody else wrote: as `evaluate`, but no step may grow beyond the limits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.sums import total
from exactmetrics.exact.values import Number, Root, Symbolic, Undefined, Value, add, rationals_of, root
from exactmetrics.expression.evaluate import applied, divided, evaluate
from exactmetrics.expression.nodes import (
    Abs,
    Add,
    Div,
    Expr,
    Function,
    FunctionName,
    Literal,
    Log,
    Max,
    Min,
    Mul,
    Neg,
    Num,
    Pow,
    Sqrt,
)
from exactmetrics.expression.reading.grammar import read

MAX_BITS = 16_384  # bits of a numerator or a denominator while evaluating
MAX_DEGREE = 10_000  # of a root while evaluating
MAX_ROOTS = 12  # unlike roots in one value
_SHORT = 1 << 512  # what is longer is worth reducing on the way


class _NoValueError(Exception):
    """A quotient by zero somewhere in the tree; carries the numerator."""


def read_value(text: str, **options: Any) -> Value:
    """The exact value of printed arithmetic; options and errors as for `read` and `value_of`."""
    return value_of(read(text, **options))


def value_of(tree: Expr) -> Value:
    """The exact value of a tree, `Undefined` where it divides by zero.

    Raises `ReadingError` where a value on the way has more than 16,384 bits or more than twelve unlike roots, or is no
    real number, or is a root of a root.

    >>> print(value_of(read("3/(2 - 2)")))
    undefined: a quotient with denominator 0
    """
    short = _ratio(tree)
    if short is not None:
        return Fraction(*short)
    try:
        return _value(tree)
    except _NoValueError as error:
        return Undefined("quotient", None, error.args[0], Fraction(0), "a quotient with denominator 0")


def _ratio(e: Expr) -> tuple[int, int] | None:
    """The value as an unreduced quotient, the short way; None where it is long, irrational or does not exist."""
    if type(e) is Literal:
        n, d = e.value.as_integer_ratio()
    elif type(e) is Div:
        top, bottom = _ratio(e.num), _ratio(e.den)
        if top is None or bottom is None or not bottom[0]:
            return None
        n, d = top[0] * bottom[1], top[1] * bottom[0]
        if d < 0:
            n, d = -n, -d
    elif type(e) is Add:
        return _folded(e.terms, False)
    elif type(e) is Mul:
        return _folded(e.factors, True)
    elif type(e) is Neg:
        part = _ratio(e.arg)
        return None if part is None else (-part[0], part[1])
    else:
        return None
    return (n, d) if -_SHORT < n < _SHORT and d < _SHORT else None


def _folded(parts: tuple[Expr, ...], product: bool) -> tuple[int, int] | None:
    n, d = int(product), 1
    for part in parts:
        ratio = _ratio(part)
        if ratio is None:
            return None
        if product:
            n, d = n * ratio[0], d * ratio[1]
        elif ratio[1] == d:
            n += ratio[0]
        else:
            n, d = n * ratio[1] + ratio[0] * d, d * ratio[1]
        if not (-_SHORT < n < _SHORT and d < _SHORT):
            return None
    return n, d


def _value(e: Expr) -> Number:
    match e:
        case Literal(_, value):
            return _small(value)
        case Neg(arg):
            return -_value(arg)
        case Add(terms):
            return _sum([_value(t) for t in terms])
        case Mul(factors):
            out: Number = Fraction(1)
            for f in factors:
                out = _times(out, _value(f))
            return out
        case Div(num, den):
            return _quotient(_value(num), _value(den))
        case Pow(base, exponent):
            return _power(_value(base), exponent)
        case Sqrt(arg, degree):
            return _root(_value(arg), degree)
        case Log(arg, base):
            return _log(_value(arg), base)
        case Max(args):
            return max(map(_value, args))
        case Min(args):
            return min(map(_value, args))
        case Abs(arg):
            return abs(_value(arg))
        case Function(name, arg):
            return _function(name, _value(arg))
        case Num(value):
            return _small(value)
    try:
        return _small(evaluate(e))
    except ZeroDivisionError:
        raise _NoValueError(Fraction(0)) from None


def _times(a: Number, b: Number) -> Number:
    degrees = [r.degree for x in (a, b) for r in (x.roots if isinstance(x, Symbolic) else (x,)) if isinstance(r, Root)]
    if lcm(*degrees) > MAX_DEGREE:
        raise ReadingError(f"a root of degree {lcm(*degrees)}; at most {MAX_DEGREE} is read", kind="too-large")
    try:
        return _small(a * b)
    except TypeError as refusal:
        raise ReadingError(str(refusal), kind="logarithm") from None


def _quotient(num: Number, den: Number) -> Number:
    if not den:
        raise _NoValueError(num)
    try:
        return _small(divided(num, den))
    except TypeError as refusal:
        if isinstance(den, Symbolic):
            raise ReadingError(str(refusal), kind="unlike-roots") from None
        raise ReadingError(str(refusal), kind="logarithm") from None


def _power(base: Number, exponent: int) -> Number:
    if isinstance(base, Fraction):
        if _bits(base) * exponent > MAX_BITS + exponent:  # a number of b bits has at least b-1 bits a factor
            raise ReadingError(f"a power of more than {MAX_BITS} bits", kind="too-large")
        return _small(base**exponent)
    out: Number = Fraction(1)
    while exponent:  # by squaring
        if exponent % 2:
            out = _times(out, base)
        exponent //= 2
        base = _times(base, base) if exponent else base
    return out


def _root(value: Number, degree: int) -> Number:
    if not isinstance(value, Fraction):
        raise ReadingError("the root of a root", kind="nested-root")
    if value < 0:
        raise ReadingError("the root of a negative number", kind="negative-root")
    return _small(root(value, degree))


def _log(value: Number, base: int | None) -> Number:
    from exactmetrics.exact.logs import log

    if not isinstance(value, Fraction) or value <= 0:
        raise ReadingError("the logarithm of what is no positive fraction", kind="logarithm")
    return _small(log(value, base))


def _function(name: FunctionName, value: Number) -> Number:
    try:
        return applied(name, value)
    except (TypeError, ZeroDivisionError):  # z of a number that is no probability may be anybody's function
        raise ReadingError(
            f"{name} of a number for which it is not defined", kind="outside-domain", word=name
        ) from None


def _sum(values: Sequence[Number]) -> Number:
    rationals = [v for v in values if isinstance(v, Fraction)]
    common = accumulate((rational.denominator for rational in rationals), lcm)
    if any(d.bit_length() > MAX_BITS for d in common):  # noticed before the sum is made
        raise ReadingError(f"a sum whose denominator has more than {MAX_BITS} bits", kind="too-large")
    out = _small(total(rationals))
    try:
        for v in values:
            if not isinstance(v, Fraction):
                out = _small(add(out, v))
    except TypeError as refusal:
        raise ReadingError(str(refusal), kind="logarithm") from None
    return out


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _small(value: Number) -> Number:
    """The value itself, where it is within the limits."""
    if isinstance(value, Fraction):
        bits = _bits(value)
    elif isinstance(value, Symbolic) and len(value.roots) > MAX_ROOTS:
        raise ReadingError(f"a sum of more than {MAX_ROOTS} unlike roots", kind="unlike-roots")
    else:
        bits = max(map(_bits, rationals_of(value))) // (2 if isinstance(value, (Root, Symbolic)) else 1)
    if bits > MAX_BITS:
        raise ReadingError(f"a value of {bits} bits; at most {MAX_BITS} are read", kind="too-large")
    return value
