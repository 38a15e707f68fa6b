"""Workings that hold for rounded decimals, and whose result the data say is right: no fault, however they are reckoned.

`F1 = 2 * 0.859 * 0.846 / (0.859 + 0.846) = 0.853` is 0.852 by its own decimals and 0.853 by the counts they come from:
the author carried more digits than are printed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from exactmetrics.exact.printed import judge
from exactmetrics.exact.values import Undefined
from exactmetrics.verification.checked import CheckedClaim, CheckedLink

_DECIMAL = re.compile(r"[.,}]\s*[0-9]")


def confirm(links: Sequence[CheckedLink], claims: Sequence[CheckedClaim]) -> None:
    """Make notes of such links and claims, with the one hint that decimals are rounded."""
    right = set[int]()
    for claim in claims:
        working, verdict = claim.expression_verdict, claim.verdict
        if working is None or verdict is None or verdict.level != "ok":
            continue
        # Counts are not rounded: cut digits are those of decimals.
        if working.word == "interval" or (working.word == "truncated" and _DECIMAL.search(claim.expression or "")):
            claim.expression_verdict = replace(working, level="note")
            _settle(claim)
            if claim.span is not None:
                right.add(claim.span.start.offset)
    for link in links:
        if link.word in ("interval", "truncated") and link.link.ends.offset in right:
            link.level = "note"
            _settle(link)
    for _, chain in groupby(links, key=lambda one: one.link.chain):
        _confirm_chain(list(chain))


def _confirm_chain(chain: Sequence[CheckedLink]) -> None:
    """Rounded numbers on the way are no fault where the last number is that of the first side."""
    valued = [one for one in chain if one.level is not None]
    between = [one for one in valued if one.word == "interval"]
    if not between or len(valued) < 2 or between[-1] is valued[-1]:
        return
    value, last = valued[0].link.left_value, valued[-1].link
    if value is None or isinstance(value, Undefined) or last.level != "ok":
        return
    if judge(last.right, value, decimal_comma=last.decimal_comma).level == "ok":
        for one in between:
            one.level = "note"
            _settle(one)


def _settle(one: CheckedLink | CheckedClaim) -> None:
    one.hints, one.correction = tuple(hint for hint in one.hints if hint.kind == "interval"), None
