"""The diagnosis of a printed value: its verdict, and every slip of the library that leads to its digits, ranked."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import Any

from exactmetrics.exact.errors import ReadingError, UsageError
from exactmetrics.exact.printed import Verdict, judge_number, read_printed
from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.request import Request, resolve
from exactmetrics.sheets.verdicts import LEVELS
from exactmetrics.verification.diagnosis import averages, chained, conventions, counts, denominators, digits, names
from exactmetrics.verification.diagnosis.alike import Alike
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import LIBRARY, Candidate, Kind
from exactmetrics.verification.diagnosis.remarks import remarks
from exactmetrics.verification.diagnosis.result import Diagnosis, Explanation
from exactmetrics.views.value import compute

MODULES = (digits, chained, averages, names, denominators, conventions, counts)  # importing them fills the library
KINDS: tuple[str, ...] = tuple(LIBRARY)
SHOWN = 5
FAINT = 0.03  # an explanation this much less plausible than the first is not shown, unless asked for


def diagnose(
    printed: str,
    question: str | Request,
    given: Counts | Blocks | Any,
    *,
    rule: RoundingRule = "nearest",
    at_most: int = SHOWN,
    positive: Hashable | None = None,
    decimal_comma: bool = False,
    **options: Any,
) -> Diagnosis:
    """Say of a printed value whether it is right, and if not, which slips lead to exactly these digits.

    Args:
        printed: the number as text, for its digits matter.
        question: a metric's name, with `options` as `ConfusionMatrix.value` takes them; or a resolved question.
        given: the counts: a matrix, its rows, or building blocks.
        rule: the rounding rule.
        at_most: how many explanations are shown; all that fit are in `explanations`.
        positive: the positive class.
        decimal_comma: whether the number is written with a comma.

    Raises:
        UsageError: a metric, class, option or rule that does not exist or does not apply.

    >>> found = diagnose("0.8", "precision", [[4, 1], [2, 3]], label=0)
    >>> found.verdict.word, found.shown[0].kind, found.shown[0].value
    ('wrong', 'precision-recall-swapped', Fraction(4, 5))
    >>> diagnose("0.667", "precision", [[4, 1], [2, 3]], label=0).explanations
    ()
    """
    check_rule(rule)
    if not isinstance(printed, str):
        raise UsageError(f"give the printed number as text, for its digits matter: diagnose({str(printed)!r}, ...)")
    matrix, blocks, positive = _counts(given, positive)
    request = _request(question, blocks, positive, options)
    value = compute(request, blocks, positive).value
    try:
        number = read_printed(printed, decimal_comma=decimal_comma)
    except ReadingError as error:
        unread = Verdict("unread", "note", printed, value, reason=str(error), why=error.why)
        return Diagnosis(unread, request, blocks, matrix, positive)
    case = Case(number, request, blocks, matrix, positive, value, rule)
    verdict = judge_number(number, value, rule)
    if verdict.level == "ok":
        return Diagnosis(verdict, request, blocks, matrix, positive, remarks=remarks(case, right=True))
    found = tuple(_ranked(case))
    shown = tuple(_varied(found, at_most))
    verdict = _worded(verdict, shown)
    return Diagnosis(verdict, request, blocks, matrix, positive, found, shown, remarks(case, right=False))


def _counts(given: Any, positive: Hashable | None) -> tuple[Counts | None, Blocks, Hashable | None]:
    """The matrix, if there is one, the building blocks, and the positive class."""
    if positive is None:
        positive = getattr(given, "_positive", None)
    if isinstance(given, Blocks):
        return None, given, positive
    if not isinstance(given, Counts):
        rows, labels = getattr(given, "rows", given), getattr(given, "labels", None)
        given = Counts.from_rows(rows, labels=None if labels is None else list(labels))
    return given, given.blocks(), positive


def _request(question: str | Request, blocks: Blocks, positive: Hashable | None, options: dict[str, Any]) -> Request:
    if not isinstance(question, Request):
        return resolve(question, positive=positive, labels=blocks.labels, **options)
    if options:
        raise UsageError(f"the question is resolved already; {sorted(options)[0]!r} cannot be added to it")
    return question


def _worded(verdict: Verdict, shown: tuple[Explanation, ...]) -> Verdict:
    """The word for a claim: wrong, unless the likeliest explanation is chained rounding or another convention."""
    word = "wrong" if verdict.word == "false" else verdict.word
    if word == "wrong" and shown:
        if shown[0].kind == "chained-rounding":
            word = "chained"
        elif LIBRARY[shown[0].kind].convention:
            word = "other-convention"
    return verdict if word == verdict.word else replace(verdict, word=word, level=LEVELS[word])


def _ranked(case: Case) -> list[Explanation]:
    """All explanations that fit, the likeliest first."""
    found = [explanation for kind in LIBRARY.values() for explanation in _of_kind(case, kind)]
    none = isinstance(case.value, Undefined)  # then what others put in its place is the first thing to think of
    return sorted(
        found, key=lambda explanation: (none and not LIBRARY[explanation.kind].convention, -explanation.score)
    )


def _of_kind(case: Case, kind: Kind) -> list[Explanation]:
    """What fits of one kind; its plausibility is shared among all its candidates that print another number."""
    tried, fitting = 0.0, dict[Value, tuple[float, Candidate]]()
    alike = Alike(case)
    for candidate in kind.find(case):
        if candidate.fits is None and alike.to_right(candidate.value):
            continue
        tried += candidate.weight
        if candidate.fits or (candidate.fits is None and alike.to_printed(candidate.value)):
            before = fitting.get(candidate.value)
            share = candidate.weight * candidate.odds
            fitting[candidate.value] = (share, candidate) if before is None else (before[0] + share, before[1])
    ranked = sorted(fitting.values(), key=lambda pair: -pair[0])
    shares = [sum(share for share, _ in ranked), *(share for share, _ in ranked[1:])]  # the first speaks for its kind
    return [
        Explanation(
            kind.name, c.facts, c.value, c.request, c.blocks or case.blocks, kind.plausibility * share / tried
        )
        for share, (_, c) in zip(shares, ranked, strict=False)
    ]  # fmt: skip


def _varied(found: Iterable[Explanation], limit: int) -> list[Explanation]:
    """The first of them, one of each kind, without those that are faint beside the first."""
    chosen: list[Explanation] = []
    for explanation in found:
        faint = chosen and explanation.score < FAINT * chosen[0].score
        if len(chosen) < limit and not faint and all(other.kind != explanation.kind for other in chosen):
            chosen.append(explanation)
    return chosen
