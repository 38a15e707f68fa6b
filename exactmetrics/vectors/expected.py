"""An exact value as data: a fraction, a root by sign and square, a sum of roots as an expression, or undefined.

Digits are at most 50 significant ones, correctly rounded (a tie goes to the even digit); a decimal that ends sooner is
written in full and no further.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from exactmetrics.exact.digits import fraction_text
from exactmetrics.exact.errors import InputError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Root, Symbolic, Undefined, Value, add, root
from exactmetrics.vectors.floats import DOUBLE, SINGLE, decimal_text, hex_text, nearest

SIGNIFICANT = 50
_TERM = re.compile(r"(^|[+-])(?:sqrt\((\d+(?:/\d+)?)\)|(\d+(?:/\d+)?))")
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a case expects.

    Attributes:
        exact: the value, exactly; `Undefined` where there is none.
        decimal: its digits; None for an undefined value, as all that follow.
        float64, float32: the nearest double, and the nearest single-precision number (as a double, exactly).
        undefined: why there is no value, such as "0/0"; None where there is one.
    """

    exact: Value
    decimal: str | None
    float64: float | None
    float32: float | None
    undefined: str | None


def written(value: Value) -> dict[str, Any]:
    """The data of a value, for JSON.

    >>> written(Fraction(1, 3))["exact"], written(root(Fraction(25, 116)))["root"]
    ('1/3', {'sign': 1, 'square': '25/116'})
    """
    if isinstance(value, Undefined):
        return {"undefined": {"kind": undefined_kind(value), "reason": value.reason}}
    return {**_exactly(value), "decimal": short_decimal(value), **floats_of(value)}


@lru_cache(4096)
def floats_of(value: Number) -> Mapping[str, str]:
    """The nearest numbers of both formats, as decimals and as hexadecimal constants.

    >>> floats_of(Fraction(1, 2))
    {'float64': '0.5', 'hex64': '0x1p-1', 'float32': '0.5', 'hex32': '0x1p-1'}
    """
    double, single = nearest(value, DOUBLE), nearest(value, SINGLE)
    return {
        "float64": decimal_text(double, DOUBLE),
        "hex64": hex_text(double),
        "float32": decimal_text(single, SINGLE),
        "hex32": hex_text(single),
    }


def undefined_kind(value: Undefined) -> str:
    """Why there is no value: "0/0", "+/0", "-/0" or "no class".

    >>> undefined_kind(Undefined("precision", "b", Fraction(0), Fraction(0)))
    '0/0'
    """
    if value.cause == "no_class":
        return "no class"
    return {0: "0/0", 1: "+/0", -1: "-/0"}[value.sign]


@lru_cache(4096)
def short_decimal(value: Number) -> str:
    """The digits of a value: 50 significant ones, or fewer where they are the whole value.

    >>> short_decimal(Fraction(1, 8)), short_decimal(Fraction(2, 3))
    ('0.125', '0.66666666666666666666666666666666666666666666666667')
    """
    text = decimal(value, significant=SIGNIFICANT)
    if not isinstance(value, Fraction) or Fraction(text) != value:
        return text
    mantissa, e, tail = text.partition("e")
    return (mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa) + e + tail


def _exactly(value: Number) -> dict[str, Any]:
    if isinstance(value, Fraction):
        return {"exact": fraction_text(value)}
    if isinstance(value, Root):
        return {"root": {"sign": value.sign, "square": fraction_text(value.square)}}
    return {"expression": expression_text(value)}


def expression_text(value: Symbolic) -> str:
    """A sum of a rational and roots: "1/2 + sqrt(2/3) - sqrt(5)"; the roots from the least square to the greatest.

    >>> value = root(Fraction(3)) - root(Fraction(2)) + 1
    >>> expression_text(value), value_of({"expression": expression_text(value)}) == value
    ('1 - sqrt(2) + sqrt(3)', True)
    """
    terms = [fraction_text(value.rational)] if value.rational else []
    for r in sorted(value.roots, key=lambda r: r.square):
        terms.append(("-" if r.sign < 0 else "") + f"sqrt({fraction_text(r.square)})")
    return " + ".join(terms).replace("+ -", "- ")


def value_of(record: Json, metric: str = "", label: Hashable | None = None) -> Value:
    """The value that data stands for; the inverse of `written`.

    Args:
        record: the expected value of a case, or of a variant.
        metric, label: what an undefined value is said to be of.

    Raises:
        InputError: the record holds no value.

    >>> value_of({"exact": "409/630"}), value_of({"root": {"sign": -1, "square": "1/2"}})
    (Fraction(409, 630), Root(-1, Fraction(1, 2)))
    """
    if "exact" in record:
        return Fraction(record["exact"])
    if "root" in record:
        return Root(record["root"]["sign"], Fraction(record["root"]["square"]))
    if "expression" in record:
        return _sum(record["expression"])
    if "undefined" in record:
        return _undefined(record["undefined"], metric, label)
    raise InputError(f"no expected value in {dict(record)!r}; it has exact, root, expression or undefined")


def _sum(text: str) -> Number:
    compact = text.replace(" ", "")
    found = list(_TERM.finditer(compact))
    if "".join(match[0] for match in found) != compact:
        raise InputError(f"{text[:80]!r} is no sum of fractions and square roots of fractions")
    return add(*((root(Fraction(m[2])) if m[2] else Fraction(m[3])) * Fraction(f"{m[1]}1") for m in found))


def _undefined(record: Json, metric: str, label: Hashable | None) -> Undefined:
    cause: Literal["ratio", "no_class"] = "no_class" if record["kind"] == "no class" else "ratio"
    top = {"+/0": Fraction(1), "-/0": Fraction(-1)}.get(record["kind"], Fraction(0))
    return Undefined(metric, label, top, Fraction(0), record["reason"], cause=cause)


def read_expected(record: Json, metric: str, label: Hashable | None) -> Expected:
    """What the data of a case expects.

    >>> read_expected(written(Fraction(1, 4)), "recall", "b").float64
    0.25
    """
    value = value_of(record, metric, label)
    if isinstance(value, Undefined):
        return Expected(value, None, None, None, record["undefined"]["kind"])
    return Expected(value, record["decimal"], float(record["float64"]), float.fromhex(record["hex32"]), None)
