"""Another way to the values of a statement: its sides worked out with the public values of small matrices.

It shares the reading of a statement with the package, and nothing of what proves or refutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import sqrt
from typing import Any

import exactmetrics as em
from exactmetrics.expression.nodes import Abs, Add, Div, Leaf, Max, Min, Mul, Neg, Num, Pow, Sqrt, Sum
from exactmetrics.proofs.statement import Asked, Statement

Rows = tuple[tuple[int, ...], ...]


class NoValue(Exception):  # noqa: N818
    """A side has no value there."""


@cache
def small(size: int, most: int) -> tuple[Rows, ...]:
    """All matrices of a size with cells from 0 to some number."""
    cells = product(range(most + 1), repeat=size * size)
    made = (tuple(tuple(flat[i * size : (i + 1) * size]) for i in range(size)) for flat in cells if any(flat))
    return tuple(made)


def matrices() -> Iterator[Rows]:
    """Two classes with cells up to 2, and three with cells up to 1: 591 matrices, many with empty rows and columns."""
    yield from small(2, 2)
    yield from small(3, 1)


def value(e: Any, rows: Rows, label: int) -> Any:
    """A side on a matrix, in exact numbers, of roots in decimals."""
    k, n = len(rows), sum(map(sum, rows))
    tp = rows[label][label]
    support, predicted = sum(rows[label]), sum(row[label] for row in rows)
    counts = {"tp": tp, "fp": predicted - tp, "fn": support - tp, "tn": n - support - predicted + tp, "n": n, "k": k}

    def at(part: Any) -> Any:
        return value(part, rows, label)

    match e:
        case Asked():
            return _metric(e, rows, label)
        case Leaf():
            return Fraction(counts[e.block])
        case Sum():
            return _exact_or_not([value(e.body, rows, i) for i in range(k)], sum)
        case Num():
            return e.value
        case Neg():
            return -at(e.arg)
        case Abs():
            return abs(at(e.arg))
        case Add():
            parts = list(map(at, e.terms))
            return _exact_or_not(parts, sum)
        case Mul():
            out = at(e.factors[0])
            for factor in e.factors[1:]:
                out = _exact_or_not([out, at(factor)], lambda pair: pair[0] * pair[1])
            return out
        case Div():
            top, bottom = at(e.num), at(e.den)
            if not bottom:
                raise NoValue
            return _exact_or_not([top, bottom], lambda pair: pair[0] / pair[1])
        case Pow():
            base = at(e.base)
            return base**e.exponent if isinstance(base, (float, Fraction)) else _power(base, e.exponent)
        case Max():
            return max(map(float, map(at, e.args)))
        case Min():
            return min(map(float, map(at, e.args)))
        case Sqrt():
            inside = float(at(e.arg))
            if inside < -1e-12:
                raise NoValue
            return sqrt(max(inside, 0))
    raise AssertionError(e)


def _power(base: Any, exponent: int) -> Any:
    out = base
    for _ in range(exponent - 1):
        out = _exact_or_not([out, base], lambda pair: pair[0] * pair[1])
    return out


def _exact_or_not(parts: list[Any], work: Any) -> Any:
    """Fractions exactly; where others are among them, in decimals."""
    return work(parts if all(isinstance(x, Fraction) for x in parts) else list(map(float, parts)))


def _metric(e: Asked, rows: Rows, label: int) -> Any:
    r = e.request
    options: dict[str, Any] = {"label": label} if e.of_class else {"average": r.average}
    options |= dict(r.parameters)
    convention = r.bound.convention
    if convention is not r.metric.standard:
        options["convention"] = convention.name
    found = _measured(rows, r.metric.name, tuple(options.items()))
    if isinstance(found, em.Undefined):
        raise NoValue
    return found


@lru_cache(1 << 18)  # many statements are about the same metrics of the same matrices
def _measured(rows: Rows, name: str, options: tuple[tuple[str, Any], ...]) -> Any:
    return _matrix(rows).value(name, **dict(options))


_matrix = cache(em.ConfusionMatrix)


def holds(statement: Statement, rows: Rows) -> bool | None:
    """Whether a statement holds on a matrix, for every class of it; None where it says nothing there."""
    said = []
    for label in range(len(rows)) if statement.of_class else (0,):
        try:
            left, right = (float(value(side, rows, label)) for side in (statement.left, statement.right))
        except (NoValue, ZeroDivisionError):
            continue
        near = abs(left - right) <= 1e-9 * max(1, abs(left), abs(right))
        relation = statement.relation
        said.append(near if relation == "=" else (left < right or near) if relation == "<=" else
                    (left > right or near) if relation == ">=" else
                    (left < right and not near) if relation == "<" else (left > right and not near))  # fmt: skip
    return None if not said else all(said)


def allowed(statement: Statement, rows: Rows) -> bool:
    """Whether a matrix meets what a statement assumes."""
    assumed = statement.assumed
    if not assumed.allows(len(rows)):
        return False
    if "samples" in assumed.conditions and not all(map(sum, rows)):
        return False
    return "predicted" not in assumed.conditions or all(map(sum, zip(*rows, strict=True)))
