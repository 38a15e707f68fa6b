"""Digits that are sure: what a printed number should read, where nothing else can have been meant.

Digits cut or left by a float computation in the place of rounded ones are sure, unless the document cuts on purpose. A
false result is sure only if it has several digits, is one slip away from the right one, and no single repair of the
arithmetic fits as well. A number that is told in a sentence may be about something else than the data: it is corrected
only where the arithmetic printed before it has the value of the data.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import read_printed
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Irrational
from exactmetrics.expression.interval import may_be_equal
from exactmetrics.verification.checked import CheckedClaim, Correction, Hint
from exactmetrics.verification.links.findings import Link
from exactmetrics.verification.links.habits import Habits
from exactmetrics.verification.links.printed_sides import printed_side, same_style

ENOUGH = 3  # digits
BINARY = 15  # digits that a binary number of double precision keeps
_AFTER_POINT = re.compile(r"[.,]([0-9]+)")
_SLIPS = frozenset({"result-digit", "result-rounding", "result-transposed"})
_DIGITS = frozenset({"digit-typo", "digits-transposed"})


def link_correction(link: Link, hints: Sequence[Hint], habits: Habits) -> Correction | None:
    """The correction of a link, or None where the right digits are not sure."""
    if not _is_sure(link, hints, habits):
        return None
    side = printed_side(link)
    place = None if side is None else side.digits
    if side is None or place is None:
        return None
    start, old = place
    rule = habits.ties or "nearest"
    new = same_style(old, side.expected(rule))
    return None if new is None or new == old else Correction(start, start + len(old), old, new)


def claim_correction(
    claim: CheckedClaim, habits: Habits, *, decimal_comma: bool = False, told: bool = False
) -> Correction | None:
    """The correction of a claim of a document, or None where the right digits are not sure.

    `told` is a claim in running text, which is corrected only if its own arithmetic gives the right value.
    """
    if (
        not _is_sure_claim(claim, habits, told)
        or claim.span is None
        or claim.printed is None
        or not isinstance(claim.value, (Fraction, Irrational))
    ):
        return None
    start, stop = claim.span.start.offset, claim.span.stop
    try:
        number = read_printed(claim.printed, decimal_comma=decimal_comma)
    except ReadingError:
        return None
    old = claim.printed.rstrip("%\\ ")
    if (
        stop - start != len(claim.printed)
        or number.kind != "decimal"
        or not isinstance(claim.value, Fraction | Irrational)
    ):
        return None
    value, shown = (claim.value * 100, number.places - 2) if number.percent else (claim.value, number.places)
    new = same_style(old, decimal(value, places=max(0, shown)))
    return None if new is None or new == old else Correction(start, start + len(old), old, new)


def _is_sure_claim(claim: CheckedClaim, habits: Habits, told: bool) -> bool:
    second = claim.expression_verdict
    if told and (second is None or second.value is None or second.value != claim.value):
        return False
    if claim.word == "wrong":
        kinds = {hint.kind for hint in (*claim.hints, *claim.more)}  # of printed arithmetic the link is corrected
        return claim.expression is None and bool(kinds) and kinds <= _DIGITS and _is_long(claim.printed or "")
    return claim.word == "float" or (claim.word == "truncated" and habits.rounding != "truncate")


def _is_sure(link: Link, hints: Sequence[Hint], habits: Habits) -> bool:
    if link.word == "truncated":
        return link.level != "ok" and habits.rounding != "truncate" and not _may_be_rounded(link)
    if link.word in ("float", "chained"):
        return not _is_binary(link.left, link.right) and not _is_binary(link.right, link.left)
    kinds = [hint.kind for hint in hints if hint.kind != "result"]
    return link.word == "false" and len(kinds) == 1 and kinds[0] in _SLIPS and _is_long(hints[0].facts["old"])


def _may_be_rounded(link: Link) -> bool:
    """Whether the result is right if the decimals before it are rounded ones: more digits may have been used."""
    return link.left_tree is not None and link.right_tree is not None and may_be_equal(link.left_tree, link.right_tree)


def _is_binary(printed: str, other: str) -> bool:
    """Whether a sum of decimals is printed as a computer has it, which may be what is shown, as for 0.1 + 0.2."""
    longest = max((len(digits.lstrip("0")) for digits in _AFTER_POINT.findall(printed)), default=0)
    return longest >= BINARY and _AFTER_POINT.search(other) is not None


def _is_long(printed: str) -> bool:
    """Whether a number has so many digits that it is no chance if all but one are right."""
    return sum(char.isdigit() for char in printed.lstrip("0.,")) >= ENOUGH
