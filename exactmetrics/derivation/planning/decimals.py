"""The decimal of a result: its digits, the period of a fraction, and for a root the squares that prove the digits."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from exactmetrics.exact.digits import int_text
from exactmetrics.exact.rounding import decimal, expansion, exponent, period_length
from exactmetrics.exact.values import Number, Root

SIGNIFICANT = 16  # what a double prints, so that a float can be compared digit by digit
PERIOD_SHOWN = 30  # digits of a period that are written out
PERIOD_COUNTED = 10**6  # a longer period is not looked for
PLACES = 6  # digits after the point that are shown at least, however many there are before it
PROOF_PLACES = 7


def decimal_facts(value: Number) -> dict[str, Any]:
    """What there is to say: `kind` is whole, finite, repeating, long_period, root or symbolic.

    >>> decimal_facts(Fraction(3, 8))["digits"], decimal_facts(Fraction(2))
    ('0.375', {'kind': 'whole', 'digits': '2'})
    >>> facts = decimal_facts(Fraction(1, 6))
    >>> facts["kind"], facts["before"], facts["period"]
    ('repeating', '0.1', '6')
    >>> facts = decimal_facts(Root(1, Fraction(2)))
    >>> facts["below"], facts["above"], facts["below"] ** 2 < 2 * 10**14 < facts["above"] ** 2
    (14142135, 14142136, True)
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return {"kind": "whole", "digits": int_text(value.numerator)}
    significant = max(SIGNIFICANT, exponent(value) + 1 + PLACES)
    facts: dict[str, Any] = {"digits": decimal(value, significant=significant), "significant": significant}
    if isinstance(value, Root):
        return facts | _squares(value)
    return facts | ({"kind": "symbolic"} if not isinstance(value, Fraction) else _expansion(value))


def _expansion(value: Fraction) -> dict[str, Any]:
    """How the decimal of a fraction goes on: it ends, or repeats with a period that is shown, counted or unknown."""
    found = expansion(value, PERIOD_SHOWN)
    if found.period:
        return {"kind": "repeating", "before": found.before, "period": found.period}
    if found.complete:
        return {"kind": "finite", "digits": found.text()}
    length = period_length(value, limit=PERIOD_COUNTED)
    return {"kind": "long_period" if length else "unknown_period", "length": length}


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
