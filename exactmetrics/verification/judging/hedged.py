"""Values that a text gives as about so much: right within the coarser reading, and never errors."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Root, Symbolic
from exactmetrics.sheets.verdicts import with_word
from exactmetrics.verification.checked import CheckedClaim, Hint

KINDS = ("hedged",)
PLACES = 30  # to which an irrational difference is compared with a unit
_OFF = ("wrong", "truncated", "chained")
MORE = 2  # digits that the right value is told with, beyond those printed
_DIGITS = re.compile(r"([0-9]*)(?:[.,]([0-9]*))?")


def soften(claim: CheckedClaim) -> None:
    """Judge a wrong value that is given as about so much by one unit of its last digit that is not zero.

    Within it a value is a note; else it is a warning, since nobody knows how much "about" leaves open.

    >>> from exactmetrics.sheets.sheet import Claim, Question, Rules
    >>> from exactmetrics.verification.judging.checked_claims import Asked, checked_claims
    >>> from exactmetrics.verification.judging.given_data import given_data
    >>> asked = [Asked(Claim(Question(metric="accuracy"), printed=text)) for text in ("0.86", "90%", "0.7")]
    >>> found = checked_claims(asked, given_data([[40, 5], [10, 45]]), Rules())  # 0.85
    >>> for one in found: soften(one)
    >>> [one.level for one in found]
    ['note', 'note', 'warn']
    """
    verdict = claim.verdict
    if verdict is None or verdict.word not in _OFF or verdict.difference is None:
        return
    value, off = verdict.value, verdict.difference
    if not isinstance(value, (Fraction, Root, Symbolic)):
        return
    size = abs(off if isinstance(off, Fraction) else Fraction(decimal(off, places=PLACES)))
    claim.correction, claim.verdict = None, replace(verdict, level="warn")
    if size <= unit_of(verdict.printed):
        claim.verdict = replace(with_word(verdict, "rounded"), level="note")
        claim.hints = (Hint("hedged", {"expected": decimal(value, places=(verdict.places or 0) + MORE)}),)


def unit_of(printed: str) -> Fraction:
    """One unit of the last digit that is not zero; 0 where there is none.

    >>> unit_of("80%"), unit_of("0.82"), unit_of("0.80"), unit_of("0")
    (Fraction(1, 10), Fraction(1, 100), Fraction(1, 10), Fraction(0, 1))
    """
    found = _DIGITS.search(re.sub(r"[^0-9.,%％]", "", printed))
    whole, part = (found[1], found[2] or "") if found is not None else ("", "")
    digits = whole + part
    if not digits.strip("0"):
        return Fraction(0)
    last = len(digits.rstrip("0"))
    unit = Fraction(10) ** (len(whole) - last)
    return unit / 100 if printed.rstrip().endswith(("%", "％")) else unit
