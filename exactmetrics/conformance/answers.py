"""Answers: what an implementation said to each case, and the file they are written in.

The file is JSON after `answers.schema.json`, published with the package; peers that are run here and implementations in
other languages leave the same file. It comes from strangers: numbers are read within limits, and nothing is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeAlias

from exactmetrics.exact.errors import InputError
from exactmetrics.exact.values import value_text
from exactmetrics.matrix.textfile import file_text
from exactmetrics.sheets.schema import check_shape, parsed, schema_named

Precision: TypeAlias = Literal["float64", "float32"]
SCHEMA = "exactmetrics/answers/1"
NO_NUMBER = {"nan": "nan", "inf": "inf", "infinity": "inf", "-inf": "-inf", "-infinity": "-inf", "none": "None"}
# 409/630 of at most 4000 digits each, 0.1, 1e-5, 0x1.8p-1; in the digits of ASCII alone.
_WRITTEN = re.compile(
    r"[+-]?(?:[0-9]{1,4000}/[0-9]{1,4000}|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?|0x[0-9a-f]+\.?[0-9a-f]*(?:p[+-]?[0-9]+)?)"
)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, or what came instead."""

    value: float | Fraction | None = None  # a Fraction where it was exact; None where there is no number
    text: str = ""  # what stands where a number should: nan, inf, -inf or None, or what else was given
    warning: str = ""
    error: str = ""
    cannot: str = ""  # why the input cannot be given
    crashed: str = ""  # "timeout" or "died"

    def shown(self) -> str:
        if self.value is None:
            return self.text or self.error or self.cannot or self.crashed
        return value_text(self.value) if isinstance(self.value, Fraction) else repr(self.value)

    def record(self) -> Any:
        for key in ("error", "cannot", "crashed"):
            if getattr(self, key):
                return {key: getattr(self, key)}
        given: Any = self.text if self.value is None else self.value
        if isinstance(given, Fraction):
            given = given.numerator if given.denominator == 1 else str(given)
        return {"value": given, "warning": self.warning} if self.warning else given


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers of an implementation, by the ids of the cases."""

    implementation: str
    version: str = ""
    precision: Precision = "float64"
    answers: Mapping[str, Answer] = field(default_factory=dict)
    asked_here: bool = False  # of a library that was run just now: what is known of it explains its answers


def read_answers(path: str | Path) -> Answers:
    """The answers of a file; InputError with the place and the cure where there is none, or it is not of the format."""
    return answers_of(file_text(Path(path)), str(path))


def answers_of(text: str, name: str = "answers") -> Answers:
    """The answers in a text that messages call `name`; InputError where it is not JSON of the format."""
    try:
        document: Any = parsed(text, "json")
        check_shape(document, schema_named("answers", __package__))
        answers = {key: _answer(given, key) for key, given in document["answers"].items()}
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    return Answers(
        document["implementation"], document.get("version", ""), document.get("precision", "float64"), answers
    )


def answer_of(given: object, *, warning: str = "") -> Answer:
    """The answer in what a function of a peer returned."""
    if hasattr(given, "item") and getattr(given, "ndim", 0) == 0:
        given = given.item()  # a number of numpy, an array or a tensor of one
    if isinstance(given, bool) or not isinstance(given, (int, float, Fraction)):
        return Answer(text=str(given)[:100], warning=warning)
    if isinstance(given, float):
        return Answer(given, warning=warning) if abs(given) < float("inf") else Answer(text=str(given), warning=warning)
    return Answer(Fraction(given), warning=warning)


def _answer(given: Any, key: str) -> Answer:
    if not isinstance(given, dict):
        return _number(given, "", key)
    other = {name: given[name] for name in ("error", "cannot", "crashed") if given.get(name)}
    if ("value" in given) == bool(other) or len(other) > 1:
        raise InputError(f"in answers.{key}: give one of value, error, cannot, crashed")
    return Answer(**other) if other else _number(given["value"], given.get("warning", ""), key)


def _number(given: Decimal | int | str | None, warning: str, key: str) -> Answer:
    if given is None:
        return Answer(text="nan", warning=warning)
    if not isinstance(given, str):
        return answer_of(_double(given), warning=warning)
    plain = given.strip().lower()
    if plain in NO_NUMBER:
        return Answer(text=NO_NUMBER[plain], warning=warning)
    return answer_of(_read(plain, key), warning=warning)


def _double(given: Decimal | int) -> float | int:
    """A number of JSON as the double it stands for; a whole number that is none, such as a large count, stays exact."""
    if isinstance(given, Decimal):
        return float(given)
    try:
        number = float(given)
    except OverflowError:
        return given
    return number if Decimal(repr(number)) == given or number == given else given


def _read(plain: str, key: str) -> float | Fraction:
    try:
        if not _WRITTEN.fullmatch(plain):
            raise ValueError
        if "/" in plain:
            return Fraction(plain)
        return float.fromhex(plain) if "0x" in plain else float(plain)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise InputError(
            f"in answers.{key}: {plain[:60]!r} is no number; write 0.1, 0x1.8p-1, 409/630, nan, inf or none"
        ) from None
