"""The decimal of a result: its digits, the period of a fraction, and for a root the squares that prove the digits."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from exactmetrics.exact.digits import int_text
from exactmetrics.exact.expansion import period_length
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Root

SIGNIFICANT = 16  # what a double prints, so that a float can be compared digit by digit
PERIOD_SHOWN = 30  # digits of a period that are written out
PERIOD_COUNTED = 10**6  # a longer period is not looked for
PROOF_PLACES = 7


def decimal_facts(value: Number) -> dict[str, Any]:
    """What there is to say: `kind` is whole, finite, repeating, long_period, root or symbolic.

    >>> decimal_facts(Fraction(3, 8)), decimal_facts(Fraction(2))
    ({'kind': 'finite', 'digits': '0.375'}, {'kind': 'whole', 'digits': '2'})
    >>> facts = decimal_facts(Fraction(1, 6))
    >>> facts["kind"], facts["before"], facts["period"]
    ('repeating', '0.1', '6')
    >>> facts = decimal_facts(Root(1, Fraction(2)))
    >>> facts["below"], facts["above"], facts["below"] ** 2 < 2 * 10**14 < facts["above"] ** 2
    (14142135, 14142136, True)
    """
    if not isinstance(value, Fraction):
        facts: dict[str, Any] = {
            "kind": "symbolic",
            "digits": decimal(value, significant=SIGNIFICANT),
            "significant": SIGNIFICANT,
        }
        return facts | _squares(value) if isinstance(value, Root) else facts
    if value.denominator == 1:
        return {"kind": "whole", "digits": int_text(value.numerator)}
    if period_length(value, limit=1) == 0:
        exact = decimal(value)
        if len(exact) <= SIGNIFICANT + 2:
            return {"kind": "finite", "digits": exact}
    digits = decimal(value, significant=SIGNIFICANT)
    repeating = decimal(value, repeating=True, limit=PERIOD_SHOWN)
    if repeating.endswith(")"):
        before, _, period = repeating[:-1].partition("(")
        return {"kind": "repeating", "digits": digits, "before": before, "period": period, "significant": SIGNIFICANT}
    length = period_length(value, limit=PERIOD_COUNTED)
    kind = "long_period" if length else "unknown_period"
    return {"kind": kind, "digits": digits, "significant": SIGNIFICANT, "length": length}


def _squares(value: Root) -> dict[str, Any]:
    """``m^2 < square * 10^(2p) < (m + 1)^2``: between which decimals the root lies, decided by whole numbers."""
    scale = 10 ** (2 * PROOF_PLACES)
    below = isqrt(value.square.numerator * scale // value.square.denominator)
    return {
        "kind": "root",
        "square": value.square,
        "sign": value.sign,
        "below": below,
        "above": below + 1,
        "places": PROOF_PLACES,
    }
