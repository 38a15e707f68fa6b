"""An exact value as data: a fraction, a square root by sign and square, other irrationals as text, or undefined.

Digits are at most 50 significant ones, correctly rounded (a tie goes to the even digit); a decimal that ends sooner is
written in full and no further.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from exactmetrics.exact.digits import fraction_text
from exactmetrics.exact.errors import InputError
from exactmetrics.exact.rounding import decimal, stripped
from exactmetrics.exact.values import Number, Root, Symbolic, Undefined, Value, add, root, root_data, value_text
from exactmetrics.expression.reading import read_value
from exactmetrics.vectors.floats import DOUBLE, SINGLE, decimal_text, hex_text, nearest

SIGNIFICANT = 50
_TERM = re.compile(r"(^|[+-])(?:sqrt\((\d+(?:/\d+)?)\)|\(?(\d+(?:/\d+)?)\)?\^\(1/(\d+)\)|(\d+(?:/\d+)?))")
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a case expects; `decimal` and the floats are None for an undefined value."""

    exact: Value
    decimal: str | None  # its digits
    float64: float | None  # the nearest double
    float32: float | None  # the nearest number in single precision (as a double, exactly)
    undefined: str | None  # why there is no value, such as "0/0"; None where there is one


def written(value: Value) -> Mapping[str, Any]:
    """The data of a value, for JSON.

    >>> written(Fraction(1, 8))
    {'exact': '1/8', 'decimal': '0.125', 'float64': '0.125', 'hex64': '0x1p-3', 'float32': '0.125', 'hex32': '0x1p-3'}
    """
    if isinstance(value, Undefined):
        return {"undefined": {"kind": undefined_kind(value), "reason": value.reason}}
    return _written(value)


@lru_cache(4096)
def _written(value: Number) -> Mapping[str, Any]:
    if isinstance(value, Fraction):
        exact: dict[str, Any] = {"exact": fraction_text(value)}
    elif isinstance(value, Root) and value.degree == 2:
        exact = {"root": root_data(value)}
    else:
        exact = {"expression": _expression(value) if isinstance(value, Symbolic) else value_text(value)}
    double, single = nearest(value, DOUBLE), nearest(value, SINGLE)
    return {
        **exact,
        "decimal": _decimal(value),
        "float64": decimal_text(double, DOUBLE),
        "hex64": hex_text(double),
        "float32": decimal_text(single, SINGLE),
        "hex32": hex_text(single),
    }


def undefined_kind(value: Undefined) -> str:
    """Why there is no value: "0/0", "+/0", "-/0" or "no class"."""
    if value.cause == "no_class":
        return "no class"
    return {0: "0/0", 1: "+/0", -1: "-/0"}[value.sign]


def _decimal(value: Number) -> str:
    """50 significant digits, or fewer where they are the whole value."""
    text = decimal(value, significant=SIGNIFICANT)
    return stripped(text) if isinstance(value, Fraction) and Fraction(text) == value else text


def _expression(value: Symbolic) -> str:
    """A sum of a rational and roots: "1/2 + sqrt(2/3) - sqrt(5)"; the roots from the least square to the greatest."""
    terms = [fraction_text(value.rational)] if value.rational else []
    for r in sorted(value.roots, key=lambda r: (r.degree, r.radicand)):
        square = ("-" if r.sign < 0 else "") + f"sqrt({fraction_text(r.radicand)})"
        terms.append(square if r.degree == 2 else value_text(r))
    return " + ".join(terms).replace("+ -", "- ")


def value_of(record: Json, metric: str = "", label: Hashable | None = None) -> Value:
    """The value that data stands for, the inverse of `written`; an undefined one is said to be of the metric."""
    if "exact" in record:
        return Fraction(record["exact"])
    if "root" in record:
        return Root(record["root"]["sign"], Fraction(record["root"]["square"]))
    if "undefined" in record:
        kind, reason = record["undefined"]["kind"], record["undefined"]["reason"]
        top = {"+/0": Fraction(1), "-/0": Fraction(-1)}.get(kind, Fraction(0))
        return Undefined(metric, label, top, Fraction(0), reason, cause="no_class" if kind == "no class" else "ratio")
    if "expression" not in record:
        raise InputError(f"no expected value in {dict(record)!r}; it has exact, root, expression or undefined")
    compact = record["expression"].replace(" ", "")
    if re.search(r"ln\(|log|z\(|arcsin", compact):
        return read_value(record["expression"])
    found = list(_TERM.finditer(compact))
    if "".join(match[0] for match in found) != compact:
        raise InputError(f"{record['expression'][:80]!r} is no sum of fractions and roots of fractions")
    return add(*(_term(m) * Fraction(f"{m[1]}1") for m in found))


def _term(found: re.Match[str]) -> Fraction | Root:
    """A root of any degree or a rational, without its sign."""
    if found[5]:
        return Fraction(found[5])
    return root(Fraction(found[2])) if found[2] else root(Fraction(found[3]), int(found[4]))


def read_expected(record: Json, metric: str, label: Hashable | None) -> Expected:
    value = value_of(record, metric, label)
    if isinstance(value, Undefined):
        return Expected(value, None, None, None, record["undefined"]["kind"])
    return Expected(value, record["decimal"], float(record["float64"]), float.fromhex(record["hex32"]), None)
