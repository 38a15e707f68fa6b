"""A case judged by the second implementation: plain formulas, their digits by mpmath, rounding by neighbours."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle import Missing, Oracle, Surd
from tests.oracle.surd import Digits
from tests.vectors.second_reading import Question
from tests.vectors.second_reason import against_reason, kind_of
from tests.vectors.second_rounding import Exact, is_decimal_of, is_nearest, is_written


def answer(question: Question, options: dict[str, Any] | None = None) -> Exact | Missing:
    """What the second implementation says."""
    asked = {k: v for k, v in (options or question.options).items() if v is not None}
    found = Oracle(question.table, question.policy).value(question.metric, **asked)
    return found if isinstance(found, (Fraction, Missing)) else rational(found)


def rational(number: Surd | Digits) -> Exact:
    """A sum of roots of powers, or of logarithms of powers, as the rational it is."""
    whole = number.rational()
    return number if whole is None else whole


def disagreement(question: Question) -> str:
    """What the second implementation says against a case; "" where it agrees."""
    if said := judged(question, question.record["expected"], dict(question.options)):
        return said
    for variant in question.record.get("variants", ()):
        if said := judged(question, variant, question.under(variant["options"])):
            return f"variant {variant['options']}: {said}"
    return ""


def judged(question: Question, expected: dict[str, Any], options: dict[str, Any]) -> str:
    """The part of a record that is wrong under these options; where there is no value, its reason too."""
    if said := against(expected, answer(question, options)):
        return said
    return against_reason(question, options, expected["undefined"]) if "undefined" in expected else ""


def against(expected: dict[str, Any], right: Exact | Missing) -> str:
    """The part of a record that is wrong; a variant has no digits and only the double."""
    if isinstance(right, Missing):
        kind = kind_of(right)
        return "" if expected.get("undefined", {}).get("kind") == kind else f"{kind} for {expected}"
    if "undefined" in expected:
        return f"{right} for {expected['undefined']}"
    if not is_written(expected, right):
        return f"{right} for {expected}"
    if "decimal" not in expected:
        return "" if is_nearest(expected["float64"], float(expected["float64"]).hex(), 64, right) else "another double"
    if not is_decimal_of(expected["decimal"], right):
        return f"other digits than {expected['decimal']}"
    for bits in (64, 32):
        if not is_nearest(expected[f"float{bits}"], expected[f"hex{bits}"], bits, right):
            return f"another number of {bits} bits than {expected[f'float{bits}']}"
    return ""
