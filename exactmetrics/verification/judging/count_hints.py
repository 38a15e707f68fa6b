"""Slips in counts and cells: another count of the class, that of another class, a cell on the other side, digits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from exactmetrics.sheets.sheet import Data, Question, cell_of, count_of
from exactmetrics.sheets.verdicts import Judged
from exactmetrics.verification.checked import Hint
from exactmetrics.verification.links.edits import typos

KINDS = ("contradicts", "other-count")  # beside those of the diagnosis
COUNTS = {
    "tp": "TP", "fn": "FN", "fp": "FP", "tn": "TN", "support": "TP + FN", "predicted": "TP + FP",
    "negatives": "FP + TN",
}  # fmt: skip
_SLIPS = {"transposed": "digits-transposed", "digit": "digit-typo"}
_CLASSES = 50  # of more, those that happen to have the same count say nothing


def count_hints(judged: Judged, data: Data) -> tuple[Hint, ...]:
    """The explanations of a wrong count or cell.

    >>> from exactmetrics.sheets.sheet import Claim
    >>> from exactmetrics.sheets.verdicts import judge_claim
    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> claim = Claim(Question(count="fp", options={"label": 0}), printed="1", given=True)
    >>> data = given_data([[4, 1], [12, 3]])
    >>> [hint.kind for hint in count_hints(judge_claim(claim, Fraction(12)), data)]
    ['contradicts', 'digit-typo', 'other-count', 'other-class']
    """
    question, printed = judged.claim.question, judged.claim.printed
    if printed is None or judged.verdict is None or judged.verdict.level == "ok":
        return ()
    if isinstance(judged.exact, Fraction) and isinstance(judged.verdict.difference, Fraction):
        printed = str(judged.exact + judged.verdict.difference)  # without separators of thousands
    found = []
    if judged.verdict.word == "inconsistent-data":
        found.append(Hint("contradicts", {"expected": str(judged.exact)}, str(judged.exact), judged.exact))
    found += _of_digits(printed, str(judged.exact))
    found += _of_cell(question, printed, data) if question.cell is not None else _of_counts(question, printed, data)
    return tuple(found)


def _of_digits(printed: str, expected: str) -> Iterator[Hint]:
    for kind, text in typos(expected):
        if text == printed:
            yield Hint(_SLIPS[kind], {"expected": expected}, expected)
            return


def _of_cell(question: Question, printed: str, data: Data) -> Iterator[Hint]:
    assert question.cell is not None
    true, predicted = question.cell
    if true != predicted and data.counts is not None and str(cell_of(data, predicted, true)) == printed:
        yield Hint("transposed")


def _of_counts(question: Question, printed: str, data: Data) -> Iterator[Hint]:
    word, label = question.count or "", question.label
    if label is None:
        return
    others = (other for other in COUNTS if other != word and str(count_of(data, other, label)) == printed)
    for other in others:
        yield Hint("other-count", {"count": COUNTS[other]})
        break
    if data.blocks.k <= _CLASSES:
        for name in data.blocks.labels:
            if name != label and str(count_of(data, word, name)) == printed:
                yield Hint("other-class", {"label": str(name)})
                break
