"""Both verdicts on every claim of a sheet, computed.

The first judges the printed number against the exact value of the data, the second against the printed arithmetic; the
two are never mixed. Where only arithmetic is printed, the first asks whether it is equal to the exact value.

A number that is wrong against the exact value is

- `inconsistent-data` where the claim says that it is stated as data (`given`): it contradicts the rest of the data;
- `chained` where it comes from rounded inputs: it is right for the printed arithmetic, which holds printed decimals,
  and the exact value is among those the arithmetic may have when these are read as rounded numbers (all of them, a
  parameter such as beta = 0.8 too); or where it repeats a chained number of the same sheet: the same question, the same
  digits;
- `wrong` otherwise.

What the data cannot tell, such as a cell where only counts of the classes are known, is no fault of the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TypeAlias

from exactmetrics.exact.errors import ExactMetricsError, InputError, ReadingError, UsageError
from exactmetrics.exact.printed import LEVELS as NUMBER_LEVELS
from exactmetrics.exact.printed import Level, Verdict, judge
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.expression.evaluate import children
from exactmetrics.expression.interval import interval_of
from exactmetrics.expression.links import SOUND, judge_link
from exactmetrics.expression.nodes import Expr, Literal
from exactmetrics.expression.reading import read, value_of
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import AVERAGES, resolve
from exactmetrics.sheets.places import Place
from exactmetrics.sheets.schema import listed
from exactmetrics.sheets.sheet import (
    Claim,
    Data,
    Question,
    Rules,
    Sheet,
    answer,
    count_of,
    metric_options,
    refuse_options,
)

_EQUALS = re.compile(r"\s*(?:=|≈|≃|\\approx\b)\s*")
Reader: TypeAlias = Callable[[str], Expr]
# The verdicts that a sheet may record: those on a number, and those on a claim or on the arithmetic beside it.
LEVELS: dict[str, Level] = {
    **NUMBER_LEVELS, "interval": "warn", "chained": "warn", "other-convention": "warn", "wrong": "error",
    "inconsistent-data": "error",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim with the exact value and both verdicts; `error` says why there are none.

    `expression` is the exact value of the printed arithmetic, None where there is none or it was not understood.
    """

    claim: Claim
    exact: Value | None = None
    verdict: Verdict | None = None
    expression: Value | None = None
    expression_verdict: Verdict | None = None
    error: str = ""


def judge_claims(sheet: Sheet) -> list[Judged]:
    """Judge every claim of a sheet."""
    return with_repeated([_judged(sheet, claim) for claim in sheet.claims])


def judge_claim(
    claim: Claim,
    exact: Value | None,
    *,
    rule: RoundingRule = "nearest",
    decimal_comma: bool = False,
    thousands: bool = False,
    reader: Reader = read,
) -> Judged:
    """Judge one claim; without the exact value of what it is about only against the printed arithmetic."""
    tree, value, problem = _arithmetic(claim.expression, reader)
    if not claim.is_answered:
        return Judged(claim, exact)
    if claim.printed is None:
        first = None if exact is None else _equality(claim.expression or "", value, exact, problem)
        return Judged(claim, exact, first, value)
    text, second = claim.printed, None
    if tree is not None and value is not None:
        against = judge(text, value, rule=rule, decimal_comma=decimal_comma, thousands=thousands)
        second = _against(text, tree, against, reader, rule)
    elif claim.expression is not None:
        second = _unread(text, None, problem)
    if exact is None:
        return Judged(claim, None, None, value, second)
    verdict = judge(text, exact, rule=rule, decimal_comma=decimal_comma, thousands=thousands)
    word = "wrong" if verdict.word == "false" else verdict.word
    if word == "wrong" and claim.given:
        word = "inconsistent-data"
    elif word == "wrong" and second is not None and second.word in SOUND and _from_rounded(tree, exact):
        word = "chained"
    return Judged(claim, exact, with_word(verdict, word), value, second)


def with_repeated(judged: Sequence[Judged]) -> list[Judged]:
    """The claims of one sheet, where a wrong number that repeats a chained one is chained too."""
    chained = [_asked(j) for j in judged if j.verdict is not None and j.verdict.word == "chained"]
    return [
        replace(j, verdict=with_word(j.verdict, "chained"))
        if j.verdict is not None and j.verdict.word == "wrong" and j.claim.expression is None and _asked(j) in chained
        else j
        for j in judged
    ]


def _asked(judged: Judged) -> tuple[Question, str | None]:
    """What a claim says of what, by the metric's own name, so that an alias does not make it another question."""
    question = judged.claim.question
    metric = None if question.metric is None else metric_named(question.metric).name
    return replace(question, metric=metric), judged.claim.printed


def _judged(sheet: Sheet, claim: Claim) -> Judged:
    try:
        exact = answer(sheet, claim.question)
    except ExactMetricsError as error:
        return Judged(claim, error=str(error))
    return judge_claim(claim, exact, rule=sheet.rules.rounding)


def _arithmetic(text: str | None, reader: Reader) -> tuple[Expr | None, Value | None, ReadingError | None]:
    """The tree and the value of printed arithmetic, or what was not understood."""
    if text is None:
        return None, None, None
    try:
        tree = reader(text)
        return tree, value_of(tree), None
    except ReadingError as error:
        return None, None, error


def _unread(text: str, exact: Value | None, problem: ReadingError | None) -> Verdict:
    assert problem is not None  # there is no value then
    return Verdict("unread", LEVELS["unread"], text, exact, reason=str(problem), why=problem.why)


def _equality(text: str, value: Value | None, exact: Value, problem: ReadingError | None) -> Verdict:
    """The verdict on arithmetic without a printed result: equal to the exact value or not."""
    if value is None:
        return _unread(text, exact, problem)
    if isinstance(value, Undefined) or isinstance(exact, Undefined):
        word = "exact" if isinstance(value, Undefined) and isinstance(exact, Undefined) else "undefined"
        return Verdict(word, LEVELS[word], text, exact)
    word = "exact" if value == exact else "wrong"
    return Verdict(word, LEVELS[word], text, exact, value - exact)


def _against(text: str, tree: Expr, against: Verdict, reader: Reader, rule: RoundingRule) -> Verdict:
    """The verdict on a printed number against printed arithmetic; of two trees it is known that they may meet."""
    if against.word != "false":
        return against
    try:
        return judge_link(tree, reader(text), rule=rule)  # knows one word more: "interval"
    except ReadingError:  # a mark for "no value" is no arithmetic
        return against


def _from_rounded(tree: Expr | None, exact: Value) -> bool:
    """Whether the exact value is among those that arithmetic with rounded inputs may have."""
    if tree is None or isinstance(exact, Undefined) or not _holds_decimal(tree):
        return False
    possible = interval_of(tree)
    return possible is not None and possible[0] <= exact <= possible[1]


def _holds_decimal(tree: Expr) -> bool:
    if isinstance(tree, Literal):
        return tree.half_unit is not None
    return any(map(_holds_decimal, children(tree)))


def with_word(verdict: Verdict, word: str) -> Verdict:
    """A verdict with another word, and the level that goes with it."""
    return verdict if word == verdict.word else replace(verdict, word=word, level=LEVELS[word])


def check_claims(
    claims: Sequence[Claim], data: Data | None, rules: Rules, *, name: str, places: Sequence[Place | None] = ()
) -> None:
    """Refuse a sheet with a misspelt metric, class or option, or with arithmetic in the place of a number.

    Where the data are not known (None), only the names of metrics are looked up.
    """
    said = []
    for at, (claim, place) in enumerate(zip_longest(claims, places), 1):
        if claim is not None and (fault := _fault(claim, data, rules)):
            line = "" if place is None else f" (line {place.line})"
            said.append(f"claim[{at}]{line}: {fault}")
    if said:
        raise InputError(f"{name}: {listed(said)}")


def _fault(claim: Claim, data: Data | None, rules: Rules) -> str:
    if claim.printed is not None and _EQUALS.search(claim.printed):
        *working, number = _EQUALS.split(claim.printed)
        shown = working[0] if working and working[0] else "..."
        return (
            f"printed holds arithmetic, {claim.printed[:80]!r}: printed is the number alone; "
            f"write expression = {shown[:60]!r} and printed = {number[:40]!r}"
        )
    try:
        _check_question(claim.question, data, rules)
    except UsageError as error:
        named, _, every = str(error).partition(" Choose from: ")
        said = named if every and "did you mean" in named else str(error)
        return f"{_average_meant(claim.question.metric) or said}".removesuffix(".")
    return ""


def _check_question(question: Question, data: Data | None, rules: Rules) -> None:
    if question.metric is not None:
        metric_named(question.metric)
    if data is None:
        return
    blocks = data.blocks
    if question.metric is not None:
        options = metric_options(rules, data, question)
        resolve(question.metric, labels=blocks.labels, positive=data.positive, **options)
        if question.label is not None:
            blocks.position(question.label)
        return
    refuse_options(question)
    if question.cell is None:
        count_of(data, question.count or "", question.label)
    else:
        for label in question.cell:
            blocks.position(label)


def _average_meant(metric: str | None) -> str:
    """What to write where the average stands in the name of the metric."""
    words = (metric or "").replace("_", " ").replace("-", " ").lower().split()
    average = next((word for word in words if word in AVERAGES), None)
    if average is None or len(words) < 2:
        return ""
    with suppress(UsageError):
        metric_named(metric or "")
        return ""
    rest = "_".join(word for word in words if word not in (average, "avg", "average"))
    return f"no metric {metric!r}; for the average write metric = {rest!r} and average = {average!r}"
