"""Values of another model or of other data that stand beside those of the data at hand, and nothing says so.

One wrong value among right ones is wrong. Several different ones in a row, all of one class or average, each of which
the document gives rightly elsewhere, are values of something else: the same questions were asked twice.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from exactmetrics.sheets.sheet import Question
from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.judging.readings import UNSAID

LEAST = 3  # different metrics in a row
NEAR = 300  # characters between two values of a row


def pass_over_others(claims: Sequence[CheckedClaim]) -> None:
    """Take the verdicts from the claims about one data set, in reading order, that are of something else.

    >>> import exactmetrics as em
    >>> pass_over_others([])  # nothing to take from
    >>> text = '''TP = 40, FN = 10, FP = 5, TN = 45. Recall: 0.800. Precision: 0.889. Accuracy: 0.85.
    ...
    ... A logistic regression on the same samples follows.
    ...
    ... Recall: {}. Precision: {}. Accuracy: {}.'''
    >>> said = [("0.6", "0.667", "0.65"), ("0.6", "0.889", "0.85")]
    >>> [len(em.verify_document(text.format(*three)).claims) for three in said]
    [3, 6]
    """
    right = {_asks(one.question) for one in claims if one.level == "ok"}
    for row in _rows(claims):
        asked = {_asks(one.question) for one in row}
        of = {(one.question.label, one.question.options.get("average")) for one in row if one.question.options}
        different = {one.question.metric for one in row}
        if LEAST <= len(different) == len(row) and len(of) < 2 and asked <= right:
            for one in row:
                one.verdict, one.correction, one.hints, one.diagnosis, one.why = None, None, (), None, UNSAID


def _rows(claims: Iterable[CheckedClaim]) -> list[list[CheckedClaim]]:
    """The stretches of wrong values that stand close together, with no other value between."""
    rows, stop = list[list[CheckedClaim]](), -NEAR - 1
    for one in claims:
        if one.span is None or one.question.metric is None:
            continue
        if one.verdict is None or one.verdict.word != "wrong" or one.expression is not None:
            stop = -NEAR - 1
            continue
        if one.span.start.offset - stop > NEAR:
            rows.append([])
        rows[-1].append(one)
        stop = one.span.stop
    return rows


def _asks(question: Question) -> Hashable:
    return question.metric, question.label, question.options.get("average"), repr(question.parameters)
