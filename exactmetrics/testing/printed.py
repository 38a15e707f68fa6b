"""`assert_printed`: a number as it is printed in a document or a report, against the exact value of a metric."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from pathlib import Path
from typing import Any

from exactmetrics.api import ConfusionMatrix, OneVsRest, read
from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.exact.errors import ExactMetricsError, ReadingError, UsageError
from exactmetrics.exact.printed import Verdict, read_printed
from exactmetrics.exact.rounding import RoundingRule, decimal
from exactmetrics.exact.values import Number, Undefined, value_text
from exactmetrics.verification.diagnosis import Diagnosis, diagnose
from exactmetrics.verification.diagnosis.wording import sentence
from exactmetrics.verification.reasons import reason_of

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
        language: the language of the message: ar, de, en, es or fr.
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
    if not isinstance(printed, str):
        raise UsageError(
            f"assert_printed takes the number as text, for its digits matter: write {str(printed)[:40]!r} "
            f"and not {str(printed)[:40]}, with all digits that are printed"
        )
    try:
        counts, meant = _counts(data)
        positive = meant if positive is None else positive
        found = diagnose(
            printed, metric, counts, rule=rule, positive=positive, decimal_comma=decimal_comma, **options
        )  # fmt: skip
    except ExactMetricsError as error:  # a slip of the caller: told at its line, without the way to where it was seen
        raise error.with_traceback(None) from None
    if found.verdict.level == "ok":
        return
    asked = ", ".join(f"{key}={option!r}" for key, option in options.items())
    raise AssertionError("\n".join(_lines(f"{metric} ({asked})" if asked else metric, found, language, decimal_comma)))


def _counts(data: Any) -> tuple[Any, Hashable | None]:
    """The counts of whatever data are given as, and the class they call positive."""
    if isinstance(data, (str, Path)):
        data = read(data)
    if isinstance(data, ConfusionMatrix):
        return data._counts, data._positive
    if isinstance(data, OneVsRest):
        return data._blocks, data._positive
    return data, None


def _lines(asked: str, found: Diagnosis, language: str, comma: bool) -> list[str]:
    """The message: what is printed, what is right, how far it is off, and why that may be."""
    verdict, say = found.verdict, messages(language)
    word = say.get("verify", "name", verdict.word)
    lines = [said(say, "printed_as", what=asked, printed=verdict.printed, word=word)]
    if verdict.word != "unread":
        why = [sentence(one.kind, one.facts, language) for one in found.shown]
        why += [sentence(one.kind, one.facts, language) for one in found.remarks]
        return [*lines, *right_value(verdict, say, comma=comma), *why]
    lines.append(reason_of(verdict, language))
    try:
        read_printed(verdict.printed, decimal_comma=not comma)
    except ReadingError:
        return lines
    return [*lines, said(say, "point_meant" if comma else "comma_meant")]  # only the decimal comma is in the way


def right_value(verdict: Verdict, say: Messages, *, comma: bool = False) -> list[str]:
    """The exact value, also at the digits printed, and how far off the printed one was, as far as they are known."""
    value = verdict.value
    if value is None or isinstance(value, Undefined):
        lines = [said(say, "undefined", reason=verdict.reason)]
    elif verdict.expected is None:
        lines = [said(say, "exact", value=_shown(value, comma))]
    else:
        lines = [said(say, "exact_digits", value=_shown(value, comma), digits=_written(verdict.expected, comma))]
    if verdict.difference is not None:
        lines.append(said(say, "difference", difference=_shown(verdict.difference, comma)))
    return lines


def said(say: Messages, key: str, **facts: str) -> str:
    return say.say(("assertion", key), facts.__getitem__)


def _written(text: str, comma: bool) -> str:
    return text.replace(".", ",") if comma else text


def _shown(value: Number, comma: bool) -> str:
    """A value in full, and as a decimal where that is shorter to read."""
    text, short = value_text(value), decimal(value)
    if text == short:
        return text
    same = isinstance(value, Fraction) and len(short) <= LONG and Fraction(short) == value
    told = short if same else decimal(value, significant=6)
    told = _written(told, comma)
    return f"{text} {'=' if same else '≈'} {told}" if len(text) <= LONG else f"≈ {told}"
