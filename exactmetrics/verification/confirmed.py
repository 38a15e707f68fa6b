"""Workings that hold for rounded decimals, and whose result the data say is right: no fault, however they are reckoned.

`F1 = 2 * 0.859 * 0.846 / (0.859 + 0.846) = 0.853` is 0.852 by its own decimals and 0.853 by the counts they come from:
the author carried more digits than are printed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from exactmetrics.verification.checked import CheckedClaim, CheckedLink

_WORDS = frozenset({"interval", "truncated"})
_KIND = "interval"  # of the one hint that stays
_DECIMAL = re.compile(r"[.,}]\s*[0-9]")


def confirm(links: Sequence[CheckedLink], claims: Sequence[CheckedClaim]) -> None:
    """Make notes of such links and claims, which say that decimals are rounded and nothing else.

    >>> from exactmetrics.verification.verify import verify_document
    >>> confirm([], [])
    >>> text = "TP = 55, FP = 9, FN = 10, TN = 26. F1 = 2 * 0.859 * 0.846 / (0.859 + 0.846) = 0.853"
    >>> verify_document(text).worst, verify_document(text[35:]).worst
    ('note', 'warn')
    """
    right = set[int]()
    for claim in claims:
        working, verdict = claim.expression_verdict, claim.verdict
        if working is None or verdict is None or working.word not in _WORDS or verdict.level != "ok":
            continue
        if working.word != _KIND and not _DECIMAL.search(claim.expression or ""):
            continue  # counts are not rounded
        claim.expression_verdict = replace(working, level="note")
        claim.hints, claim.correction = tuple(hint for hint in claim.hints if hint.kind == _KIND), None
        if claim.span is not None:
            right.add(claim.span.start.offset)
    for checked in links:
        if checked.word in _WORDS and checked.link.ends.offset in right:
            checked.level, checked.correction = "note", None
            checked.hints = tuple(hint for hint in checked.hints if hint.kind == _KIND)
