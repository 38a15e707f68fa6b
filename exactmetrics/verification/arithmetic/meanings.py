"""What numbers in a row may be besides arithmetic: ranges, ratios, times, lists."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from exactmetrics.exact.errors import Why
from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.marks import OPERANDS, STARTS


def other_meaning(tokens: Sequence[Token]) -> Why | None:
    """What numbers and signs may mean together besides arithmetic; None where nothing comes to mind.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> other_meaning(tokenize("20-30")), other_meaning(tokenize("30 - 20"))
    (Why(kind='range', word=''), None)
    """
    if any(t.text == ":" and not t.spaced for t in tokens):
        return Why("ratio")
    return Why("range") if _is_range(tokens) else None


def _is_range(tokens: Sequence[Token]) -> bool:
    """Whether the tokens are `20-30`: written close, the second number greater."""
    if len(tokens) not in (3, 4) or [t.kind for t in tokens[:3]] != ["number", "sign", "number"]:
        return False
    low, sign, high = tokens[:3]
    if sign.text == "+" or sign.spaced != high.spaced or (sign.spaced and sign.text != "–"):
        return False
    return len(low.text) < 20 and len(high.text) < 20 and _size(low.text) < _size(high.text)


def _size(number: str) -> Fraction:
    """A rough size, enough to tell a range from a difference."""
    digits = number.replace(",", ".", 1).replace("\u00a0", "")
    return Fraction(digits) if digits.replace(".", "", 1).isdigit() else Fraction(0)


def is_list(tokens: Sequence[Token]) -> bool:
    """Whether the tokens list numbers, as `[1, 0, 2]` or the cells of a matrix, which is no arithmetic.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> is_list(tokenize("[1, 0, 2]")), is_list(tokenize("1 + 2"))
    (True, False)
    """
    kinds = [t.kind for t in tokens]
    if any(kind in ("times", "over", "frac", "root", "power") for kind in kinds):
        return False
    if "stop" in kinds and kinds[0] == "open":
        return True
    adjacent = sum(a in OPERANDS and b in STARTS - {"open"} for a, b in pairwise(kinds))
    return (adjacent > 1 or kinds.count("stop") > 1) and "sign" not in kinds
