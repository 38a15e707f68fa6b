"""`assert_exact`: a floating-point answer against the exact value, in units in the last place."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactmetrics.conformance.answers import Precision, answer_of
from exactmetrics.conformance.judge import ALIKE, distance, other_values, rounded, transposed_value
from exactmetrics.conformance.page import ulps_text
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Irrational, Number, Undefined, Value, value_text
from exactmetrics.testing.reference import Vector

NO_VALUE = ("nan", "None")
INFINITE = {1: "inf", -1: "-inf"}  # a number over 0, by its sign: what IEEE 754 answers is right too


def assert_exact(
    value: Any,
    expected: Value | int | str | Vector,
    *,
    ulps: int | None = None,
    convention: str | None = None,
    precision: Precision | None = None,
) -> None:
    """Assert that an answer is the exact value, as nearly as its precision can say it.

    Args:
        value: a float, a number of numpy or a tensor of one number, a Fraction or a whole number; nan or None for an
            undefined value, and infinity where it is a number other than 0 over 0.
        expected: the exact value, also as text ("409/630"); or a case of `vectors`.
        ulps: how many units in the last place it may be from the correctly rounded number; those of the case, or 0.
        convention: of a case, what is chosen otherwise, such as "over=present" or "convention=convex".
        precision: "float32" or "float64"; by default what the value is.

    Raises:
        AssertionError: it is another number; the message has the exact value, the distance, and what else it is.
        UsageError: a convention that the case does not have.

    >>> assert_exact(0.1 + 0.2, "3/10", ulps=1)
    >>> assert_exact(0.1 + 0.2, "3/10")
    Traceback (most recent call last):
        ...
    AssertionError: 0.30000000000000004 is not 3/10 = 0.3, correctly rounded 0.3: 1 ulp off (0 allowed)
    """
    __tracebackhide__ = True  # pytest shows the line of the caller
    exact = _expected(expected, convention)
    allowed = ulps if ulps is not None else expected.ulps if isinstance(expected, Vector) else 0
    single = precision or ("float32" if str(getattr(value, "dtype", "")).endswith("float32") else "float64")
    answer = answer_of(value)
    if isinstance(exact, Undefined):
        if answer.value is not None or answer.text not in (*NO_VALUE, INFINITE.get(exact.sign)):
            raise AssertionError(f"{answer.shown()} where there is no value: {exact.reason}{_hint(expected, value)}")
        return
    if answer.value is None:
        raise AssertionError(f"{answer.shown()} is not {_told(exact)}{_hint(expected, value)}")
    if answer.value == exact:
        return
    given, right = rounded(Fraction(answer.value), single), rounded(exact, single)
    off = distance(given, right, single)
    if isinstance(answer.value, Fraction) or off > allowed:
        said = "not equal" if isinstance(answer.value, Fraction) else f"{ulps_text(off)} ulp{'s' * (off != 1)} off"
        raise AssertionError(
            f"{answer.shown()} is not {_told(exact)}, correctly rounded {right!r}: {said} ({allowed} allowed)"
            f"{_hint(expected, value) if off > ALIKE else ''}{_flags(expected)}"
        )


def _flags(expected: Any) -> str:
    """The flags of a case, which say what fault it finds."""
    flags = expected.case.flags if isinstance(expected, Vector) else ()
    return f"; flags: {', '.join(flags)}" if flags else ""


def _expected(expected: Value | int | str | Vector, convention: str | None) -> Value:
    __tracebackhide__ = True
    if isinstance(expected, Vector):
        if convention is None:
            return expected.expected
        values = dict(reversed(list(other_values(expected.case))))
        if convention not in values:
            raise UsageError(f"{expected.id} has no value under {convention!r}; there are {', '.join(values)}")
        return values[convention]
    if convention is not None:
        raise UsageError("convention= goes with a case of `vectors`, which has the other values")
    if isinstance(expected, (Fraction, Irrational, Undefined)):
        return expected
    if isinstance(expected, (str, int)) and not isinstance(expected, bool):
        return Fraction(expected)
    raise UsageError(f"{expected!r} is no exact value; give a Fraction, a text such as '409/630', or a case")


def _told(exact: Number) -> str:
    text = value_text(exact)
    return f"{text} = {decimal(exact)}" if len(text) <= 60 else f"the exact value {decimal(exact)}"


def _hint(expected: Any, value: Any) -> str:
    """Which other number the answer is, where it is one."""
    answer = answer_of(value).value
    if not isinstance(expected, Vector) or answer is None:
        return ""
    for name, other in other_values(expected.case):
        if other != expected.expected and distance(float(answer), rounded(other)) <= ALIKE:
            return f"; it is the value under {name}"
    turned = transposed_value(expected.case)
    if turned is not None and distance(float(answer), rounded(turned)) <= ALIKE:
        return "; it is the value with rows and columns exchanged"
    return ""
