"""Trees of a derivation's JSON worked out by an evaluator of its own, that knows nothing of the package's nodes."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import mul
from typing import Any

from exactmetrics.exact.constants import PI
from exactmetrics.exact.functions import arcsin, normal_quantile
from exactmetrics.exact.logs import log
from exactmetrics.exact.values import Number, Root, Symbolic, root, sign


class NoValueError(ArithmeticError):
    """A tree without a value: of any class, or a division by zero."""


def number(data: dict[str, Any]) -> Number:
    """A number as the JSON has it, made of its normative parts alone."""
    if "degree" in data:
        return Root(data["sign"], Fraction(data["radicand"]), data["degree"])
    if "square" in data:
        return Root(data["sign"], Fraction(data["square"]))
    if "roots" in data:
        return Symbolic(Fraction(data["rational"]), tuple(map(number, data["roots"])))
    return Fraction(data["value"])


def worked_out(tree: dict[str, Any]) -> Any:
    """The exact value of a tree."""
    match tree:
        case {"node": "number"}:
            return number(tree)
        case {"node": "count", "value": str(value)}:
            return Fraction(value)
        case {"node": "metric", "applied": {"value": str(value)}}:
            return Fraction(value)
        case {"node": "metric", "applied": None, "body": dict(body)}:
            return worked_out(body)
        case {"node": "negative", "of": inner}:
            return -worked_out(inner)
        case {"node": "sum" | "sum_over_classes", "terms": terms}:
            return sum(map(worked_out, terms), Fraction(0))
        case {"node": "product", "factors": factors} | {"node": "product_over_classes", "terms": factors}:
            return reduce(mul, map(worked_out, factors))
        case {"node": "quotient", "numerator": top, "denominator": bottom}:
            below = worked_out(bottom)
            if below == 0:
                raise NoValueError("a division by zero")
            return worked_out(top) / below
        case {"node": "power", "base": base, "exponent": exponent}:
            return worked_out(base) ** exponent
        case {"node": "root", "of": inner}:
            return root(worked_out(inner), tree.get("degree", 2))
        case {"node": "logarithm", "of": inner, "base": base}:
            return log(worked_out(inner), base)
        case {"node": "largest_over_classes", "terms": terms}:
            return max(map(worked_out, terms))
        case {"node": "largest" | "smallest" as node, "of": several}:
            return {"largest": max, "smallest": min}[node](map(worked_out, several))
        case {"node": "absolute", "of": inner}:
            return abs(worked_out(inner))
        case {"node": "function", "name": name, "of": inner}:
            return {"sgn": lambda x: Fraction(sign(x)), "arcsin": arcsin, "z": normal_quantile}[name](worked_out(inner))
        case {"node": "pi"}:
            return PI
    raise NoValueError(tree["node"])
