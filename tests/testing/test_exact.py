"""`assert_exact`: what passes, what fails, and what the message says."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined, root
from exactmetrics.testing import Vector, assert_exact, vectors
from tests.cases import each

NO_VALUE = Undefined("recall", "b", Fraction(0), Fraction(0))


def vector(name: str, metric: str, **asked: Any) -> Vector:
    return next(vector for vector in vectors(metric, **asked) if vector.id == name)


@each(
    ("value", "expected", "options"),
    [
        (1 / 3, "1/3", {}),
        (np.float64(1 / 3), Fraction(1, 3), {}),
        (np.float32(1 / 3), "1/3", {}),
        (np.array(1 / 3), "1/3", {}),
        (Fraction(1, 3), "1/3", {}),
        (3, 3, {}),
        (True + 0.0, 1, {}),
        (math.nextafter(1 / 3, 1), "1/3", {"ulps": 1}),
        (math.sqrt(0.5), root(Fraction(1, 2)), {}),
        (0.33333334, "1/3", {"precision": "float32"}),
        (float("nan"), NO_VALUE, {}),
        (None, NO_VALUE, {}),
    ],
)
def test_what_passes(value: Any, expected: Any, options: dict[str, Any]) -> None:
    assert_exact(value, expected, **options)


@each(
    ("value", "expected", "message"),
    [
        (0.3333, "1/3", "0.3333 is not 1/3 = 0.3333333333333333, correctly rounded 0.3333333333333333: 2^39 ulps off"),
        (math.nextafter(1 / 3, 1), "1/3", "1 ulp off (0 allowed)"),
        (Fraction(1, 3) + Fraction(1, 10**40), "1/3", "not equal"),
        (float("nan"), "1/3", "nan is not 1/3"),
        (float("inf"), "1/3", "inf is not 1/3"),
        (None, "1/3", "None is not 1/3"),
        (0.0, NO_VALUE, "0.0 where there is no value: recall of b is 0/0"),
        (float("inf"), NO_VALUE, "inf where there is no value"),
        ("0.5", "1/2", "0.5 is not 1/2"),
    ],
)
def test_what_fails_and_how(value: Any, expected: Any, message: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(message)):
        assert_exact(value, expected)


def test_the_number_of_another_convention_is_named() -> None:
    absent = vector("recall.macro.absent-class", "recall", average="macro")
    with pytest.raises(AssertionError, match="it is the value under undefined=omit"):
        assert_exact(43 / 60, absent)
    assert_exact(43 / 60, absent, convention="over=present")
    dog = vector("recall.class=2.birds", "recall")
    with pytest.raises(AssertionError, match="it is the value with rows and columns exchanged"):
        assert_exact(7 / 10, dog)


def test_the_tolerance_of_the_case_counts() -> None:
    (first, *_) = vectors("accuracy", ulps=2)
    almost = math.nextafter(math.nextafter(9 / 14, 1), 1)
    assert_exact(almost, first)
    with pytest.raises(AssertionError, match="2 ulps off"):
        assert_exact(almost, first, ulps=1)


def test_single_precision_is_seen_and_judged() -> None:
    with pytest.raises(AssertionError, match=r"\(0 allowed\)"):
        assert_exact(np.nextafter(np.float32(1 / 3), np.float32(1)), "1/3")


@each(
    ("expected", "options", "message"),
    [(0.5, {}, "is no exact value"), ("1/2", {"convention": "over=true"}, "convention= goes with a case")],
)
def test_what_cannot_be_compared(expected: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        assert_exact(0.5, expected, **options)


def test_a_convention_the_case_does_not_have() -> None:
    with pytest.raises(UsageError, match="has no value under 'convex'; there are"):
        assert_exact(0.5, vectors("f1", average="macro")[0], convention="convex")
