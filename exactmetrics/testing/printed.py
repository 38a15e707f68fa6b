"""`assert_printed`: a number as it is printed in a document or a report, against the exact value of a metric."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from pathlib import Path
from typing import Any

from exactmetrics.api import ConfusionMatrix, OneVsRest, read
from exactmetrics.exact.rounding import RoundingRule, decimal
from exactmetrics.exact.text import value_text
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.verification.diagnosis import Diagnosis, diagnose

LONG = 60  # characters of an exact value that a message shows


def assert_printed(
    printed: str,
    metric: str,
    data: Any,
    *,
    rule: RoundingRule = "nearest",
    positive: Hashable | None = None,
    decimal_comma: bool = False,
    language: str = "en",
    **options: Any,
) -> None:
    """Assert that a printed number is right at its digits: "0.67" and "2/3" are recall = 2/3, "0.66" is not.

    Args:
        printed: the number as text, for its digits matter; "nan" or a dash where there is no value.
        metric: its name or an alias.
        data: a `ConfusionMatrix`, an `OneVsRest`, the rows of a matrix, an inline matrix "5 1; 2 4", or a file.
        rule: how it should have been rounded: nearest (either way of a tie), half-even, half-up, truncate or any.
        positive: the positive class.
        decimal_comma: whether it is written with a comma.
        language: the language of the explanations: en, es or ar.
        options: label, average, beta, combine, ... as `ConfusionMatrix.value` takes them.

    Raises:
        AssertionError: it is not right; the message has the exact value, the difference, and what may have gone wrong.
        UsageError: a metric, class or option that does not exist, or a printed number that is no text.

    >>> assert_printed("0.67", "recall", [[4, 2], [0, 3]], label=0)
    >>> assert_printed("0.66", "recall", [[4, 2], [0, 3]], label=0)
    Traceback (most recent call last):
        ...
    AssertionError: recall (label=0) is printed as 0.66: truncated
    exact value: 2/3 ≈ 0.666667 (0.67 at the digits printed)
    printed minus exact: -1/150 ≈ -0.00666667
    The digits are cut off, not rounded; rounded they are 0.67.
    """
    __tracebackhide__ = True  # pytest shows the line of the caller
    counts, meant = _counts(data)
    positive = meant if positive is None else positive
    found = diagnose(
        printed, metric, counts, rule=rule, positive=positive, decimal_comma=decimal_comma, **options
    )  # fmt: skip
    if found.verdict.level == "ok":
        return
    asked = ", ".join(f"{key}={option!r}" for key, option in options.items())
    raise AssertionError("\n".join(_lines(f"{metric} ({asked})" if asked else metric, found, language)))


def _counts(data: Any) -> tuple[Any, Hashable | None]:
    """The counts of whatever data are given as, and the class they call positive."""
    if isinstance(data, (str, Path)):
        data = read(data)
    if isinstance(data, ConfusionMatrix):
        return data._counts, data._positive
    if isinstance(data, OneVsRest):
        return data._blocks, data._positive
    return data, None


def _lines(asked: str, found: Diagnosis, language: str) -> list[str]:
    """The message: what is printed, what is right, how far it is off, and why that may be."""
    verdict = found.verdict
    lines = [f"{asked} is printed as {verdict.printed}: {verdict.word}"]
    if verdict.word == "unread":
        return [*lines, verdict.reason]
    value = verdict.value
    if value is None or isinstance(value, Undefined):
        lines.append(f"exact value: undefined ({verdict.reason})")
    else:
        at_digits = f" ({verdict.expected} at the digits printed)" if verdict.expected is not None else ""
        lines.append(f"exact value: {_shown(value)}{at_digits}")
    if verdict.difference is not None:
        lines.append(f"printed minus exact: {_shown(verdict.difference)}")
    return lines + found.sentences(language)


def _shown(value: Number) -> str:
    """A value in full, and as a decimal where that is shorter to read."""
    text, short = value_text(value), decimal(value)
    if text == short:
        return text
    same = isinstance(value, Fraction) and len(short) <= LONG and Fraction(short) == value
    told = short if same else decimal(value, significant=6)
    return f"{text} {'=' if same else '≈'} {told}" if len(text) <= LONG else f"≈ {told}"
