"""The diagnosis of a printed value: its verdict, and every slip of the library that leads to its digits, ranked."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

from exactmetrics.exact.errors import ReadingError, UsageError
from exactmetrics.exact.printed import Verdict, judge_number, read_printed
from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.request import resolve
from exactmetrics.sheets.verdicts import LEVELS
from exactmetrics.verification.diagnosis import averages, chained, conventions, counts, digits, names
from exactmetrics.verification.diagnosis.alike import Alike
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import LIBRARY, Candidate, Kind
from exactmetrics.verification.diagnosis.remarks import of_right, of_wrong
from exactmetrics.verification.diagnosis.result import Diagnosis, Explanation
from exactmetrics.views.value import compute

MODULES = (digits, chained, averages, names, conventions, counts)  # importing them fills the library
KINDS: tuple[str, ...] = tuple(LIBRARY)
SHOWN = 5
# Measured on simulated mistakes and on random numbers: with these two an explanation that is shown was the cause in 97
# of 100 mistakes, and of 100 numbers of three digits that nothing explains 13 were given one.
ALONE = 3  # times as plausible as any other kind: then an explanation stands alone in its rank
FAINT = 0.03  # less plausible than this, an explanation is chance
_OF_DIGITS = {"truncated": "truncated", "float": "float-digits", "rounded": "rounding-rule", "tie": "rounding-rule"}


def diagnose(
    printed: str,
    metric: str,
    given: Counts | Blocks | Any,
    *,
    rule: RoundingRule = "nearest",
    positive: Hashable | None = None,
    decimal_comma: bool = False,
    **options: Any,
) -> Diagnosis:
    """Say of a printed value whether it is right, and if not, which slips lead to exactly these digits.

    Args:
        printed: the number as text, for its digits matter.
        metric: its name, with `options` as `ConfusionMatrix.value` takes them.
        given: the counts: a matrix, its rows, or building blocks.
        rule: the rounding rule.
        positive: the positive class.
        decimal_comma: whether the number is written with a comma.

    Raises:
        UsageError: a metric, class, option or rule that does not exist or does not apply.

    >>> found = diagnose("0.83", "recall", [[5, 5], [1, 7]], label=0)
    >>> found.verdict.word, found.shown[0].kind, found.shown[0].value
    ('wrong', 'precision-recall-swapped', Fraction(5, 6))
    >>> diagnose("0.667", "precision", [[40, 10], [20, 30]], label=0).explanations
    ()
    """
    check_rule(rule)
    if not isinstance(printed, str):
        raise UsageError(f"give the printed number as text, for its digits matter: diagnose({str(printed)!r}, ...)")
    matrix, blocks = _counts(given)
    positive = getattr(given, "_positive", None) if positive is None else positive
    request = resolve(metric, positive=positive, labels=blocks.labels, **options)
    value = compute(request, blocks, positive).value
    try:
        number = read_printed(printed, decimal_comma=decimal_comma)
    except ReadingError as error:
        unread = Verdict("unread", "note", printed, value, reason=str(error), why=error.why)
        return Diagnosis(unread, request, blocks, matrix, positive)
    verdict = judge_number(number, value, rule)
    case = Case(number, request, blocks, matrix, positive, value, rule, verdict)
    if verdict.level == "ok":
        return Diagnosis(verdict, request, blocks, matrix, positive, remarks=tuple(of_right(case)))
    found = tuple(_ranked(case))
    worded = _worded(verdict, found)
    first = {one.kind: one for one in reversed(found)}  # the likeliest of each kind
    kinds = sorted(first.values(), key=found.index)
    # A word that says more than "wrong" is understood only with the explanation that it comes from.
    alone = worded.word != "wrong" or _alone(kinds)
    shown, more = (kinds[:1], kinds[1:SHOWN]) if alone else ([], kinds[:SHOWN])
    return Diagnosis(
        worded, request, blocks, matrix, positive, found, tuple(shown), tuple(more), tuple(of_wrong(case))
    )  # fmt: skip


def _counts(given: Any) -> tuple[Counts | None, Blocks]:
    """The matrix, if there is one, and the building blocks."""
    if isinstance(given, Blocks):
        return None, given
    if not isinstance(given, Counts):
        rows, labels = getattr(given, "rows", given), getattr(given, "labels", None)
        given = Counts.from_rows(rows, labels=None if labels is None else list(labels))
    return given, given.blocks()


def _worded(verdict: Verdict, found: Sequence[Explanation]) -> Verdict:
    """The word for a claim: wrong, unless the likeliest explanation is chained rounding or another convention."""
    word = "wrong" if verdict.word == "false" else verdict.word
    if word == "wrong" and found:
        if found[0].kind == "chained-rounding":
            word = "chained"
        elif LIBRARY[found[0].kind].convention:
            word = "other-convention"
    return verdict if word == verdict.word else replace(verdict, word=word, level=LEVELS[word])


def _alone(kinds: Sequence[Explanation]) -> bool:
    """Whether the likeliest kind is the only one of its rank."""
    first = kinds[0].score if kinds else 0
    return first >= FAINT and all(first >= ALONE * other.score for other in kinds[1:])


def _ranked(case: Case) -> list[Explanation]:
    """All explanations that fit, the likeliest first."""
    found = [explanation for kind in LIBRARY.values() for explanation in _of_kind(case, kind)]
    none = isinstance(case.value, Undefined)  # then what others put in its place is the first thing to think of

    def rank(one: Explanation) -> tuple[bool, bool, float]:
        of_digits = one.kind == _OF_DIGITS.get(case.verdict.word)  # digits that are cut need no other history
        return not of_digits, none and not LIBRARY[one.kind].convention, -one.score

    return sorted(found, key=rank)


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
    scores = [kind.plausibility * share / tried for share in shares[: len(ranked)]]
    return [
        Explanation(kind.name, c.facts, c.value, c.request, c.blocks or case.blocks, score)
        for score, (_, c) in zip(scores, ranked, strict=True)
    ]
