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
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from exactmetrics.exact.errors import ExactMetricsError, ReadingError
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
from exactmetrics.sheets.question import answer
from exactmetrics.sheets.sheet import Claim, Question, Sheet

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
    """Judge every claim of a sheet.

    >>> from exactmetrics.sheets.sheet import load_sheet
    >>> sheet = load_sheet('''
    ... title = "One class of three"
    ... [data]
    ... counts.L = {tp = 60, fp = 25, fn = 4, tn = 105}
    ... partition = false
    ... [[claim]]
    ... metric = "recall"
    ... label = "L"
    ... printed = "0.938"
    ... expression = "60/(60 + 25)"
    ... ''')
    >>> [(j.verdict.word, j.expression_verdict.word) for j in judge_claims(sheet)]
    [('tie', 'false')]
    """
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
    """Judge one claim.

    Args:
        claim: the claim.
        exact: the exact value of what it is about; None where that is not known, which leaves the printed arithmetic.
        rule: how printed digits should have been rounded.
        decimal_comma, thousands: how the number is written.
        reader: what reads the printed arithmetic; it raises `ReadingError`.

    >>> claim = Claim(Question(metric="recall"), printed="0.66", expression="4/6")
    >>> judged = judge_claim(claim, None)
    >>> judged.verdict, judged.expression_verdict.word
    (None, 'truncated')
    """
    tree, value, problem = _arithmetic(claim.expression, reader)
    if not claim.is_answered:
        return Judged(claim, exact)
    if claim.printed is None:
        first = None if exact is None else _equality(claim.expression or "", value, exact, problem)
        return Judged(claim, exact, first, value)
    second = None
    if claim.expression is not None:
        second = _against(_Printed(claim.printed, rule, decimal_comma, thousands, reader), tree, value, problem)
    if exact is None:
        return Judged(claim, None, None, value, second)
    verdict = judge(claim.printed, exact, rule=rule, decimal_comma=decimal_comma, thousands=thousands)
    word = "wrong" if verdict.word == "false" else verdict.word
    if word == "wrong" and claim.given:
        word = "inconsistent-data"
    elif word == "wrong" and second is not None and second.word in SOUND and _from_rounded(tree, exact):
        word = "chained"
    return Judged(claim, exact, with_word(verdict, word), value, second)


def with_repeated(judged: Sequence[Judged]) -> list[Judged]:
    """The claims of one sheet, where a wrong number that repeats a chained one is chained too.

    >>> with_repeated([])
    []
    """
    sources = [j for j in judged if j.verdict is not None and j.verdict.word == "chained"]
    return [_repeated(j, sources) for j in judged]


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


@dataclass(frozen=True, slots=True)
class _Printed:
    """A printed number, how it should be rounded, how it and the arithmetic beside it are written."""

    text: str
    rule: RoundingRule
    decimal_comma: bool
    thousands: bool
    reader: Reader


def _against(printed: _Printed, tree: Expr | None, value: Value | None, problem: ReadingError | None) -> Verdict:
    """The verdict on a printed number against the printed arithmetic."""
    text, rule, comma = printed.text, printed.rule, printed.decimal_comma
    if tree is None or value is None:
        return _unread(text, None, problem)
    verdict = judge(text, value, rule=rule, decimal_comma=comma, thousands=printed.thousands)
    if verdict.word != "false":
        return verdict
    try:
        return judge_link(tree, printed.reader(text), rule=rule)  # knows one word more: "interval"
    except ReadingError:  # a mark for "no value" is no arithmetic
        return verdict


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


def _repeated(judged: Judged, sources: Sequence[Judged]) -> Judged:
    """A wrong number that repeats a chained one is chained too."""
    if judged.verdict is None or judged.verdict.word != "wrong" or judged.claim.expression is not None:
        return judged
    same = (_plain(judged.claim.question), judged.claim.printed)
    if any((_plain(source.claim.question), source.claim.printed) == same for source in sources):
        return replace(judged, verdict=with_word(judged.verdict, "chained"))
    return judged


def _plain(question: Question) -> Question:
    """A question with the metric's own name, so that an alias does not make it another one."""
    return question if question.metric is None else replace(question, metric=metric_named(question.metric).name)


def with_word(verdict: Verdict, word: str) -> Verdict:
    """A verdict with another word, and the level that goes with it.

    >>> with_word(Verdict("wrong", "error", "1", None), "chained").level
    'warn'
    """
    return verdict if word == verdict.word else replace(verdict, word=word, level=LEVELS[word])
