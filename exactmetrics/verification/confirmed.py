"""Workings that hold for rounded decimals, and whose result the data say is right: no fault, however they are reckoned.

`F1 = 2 * 0.859 * 0.846 / (0.859 + 0.846) = 0.853` is 0.852 by its own decimals and 0.853 by the counts they come from:
the author carried more digits than are printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exactmetrics.verification.checked import CheckedClaim, CheckedLink

_WORD = "interval"


def confirm(links: Sequence[CheckedLink], claims: Sequence[CheckedClaim]) -> None:
    """Make notes of such links and claims, which say that decimals are rounded and nothing else.

    >>> from exactmetrics.verification.verify import verify_document
    >>> text = "TP = 55, FP = 9, FN = 10, TN = 26. F1 = 2 * 0.859 * 0.846 / (0.859 + 0.846) = 0.853"
    >>> verify_document(text).worst, verify_document(text[35:]).worst
    ('note', 'warn')
    """
    right = set[int]()
    for claim in claims:
        working, verdict = claim.expression_verdict, claim.verdict
        if working is None or verdict is None or working.word != _WORD or verdict.level != "ok":
            continue
        claim.expression_verdict = replace(working, level="note")
        claim.hints = tuple(hint for hint in claim.hints if hint.kind == _WORD)
        if claim.span is not None:
            right.add(claim.span.start.offset)
    for checked in links:
        if checked.word == _WORD and checked.link.ends.offset in right:
            checked.level = "note"
            checked.hints = tuple(hint for hint in checked.hints if hint.kind == _WORD)
