"""Where a sign begins an equality of its own, instead of going on with the sum that stands before it.

`0.75 \\\\ -1/4 = -0.25` and `$1/2 = 0.5$ $-1/2 = -0.5$` are two equalities each; `= 10 \\\\ - 3 = 7` is a sum over two
rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.marks import OPERATORS

_ENDS = frozenset({"row", "wide", "break", "stop", "edge"})
_BLANKS = frozenset({"edge", "wide", "row"})
_REACH = 80  # tokens looked at


def begins_equality(tokens: Sequence[Token], at: int) -> bool:
    """Whether the sign at that place begins arithmetic that is worked out and then said to equal something.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [begins_equality(tokenize(text), 0) for text in ("-1/4 = -0.25", "- 3 = 7", "-1/4")]
    [True, False, False]
    """
    if at >= len(tokens) or tokens[at].kind != "sign":
        return False
    worked = False
    for token in tokens[at + 1 : at + _REACH]:
        if token.kind == "relation":
            return worked
        if token.kind in _ENDS:
            return False
        worked = worked or token.kind in OPERATORS or token.kind == "frac"
    return False


def ends_with_result(clause: Sequence[Token]) -> bool:
    """Whether what stands so far ends with a relation and one number.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [ends_with_result(tokenize(text)) for text in ("3/4 = -0.75", "x = 3/4", "0.75")]
    [True, False, False]
    """
    kinds: list[str] = []
    for token in reversed(clause):
        if token.kind == "relation" or len(kinds) > 3:
            break
        if token.kind not in _BLANKS:
            kinds.append(token.kind)
    else:
        return False
    return kinds in (["number"], ["percent", "number"], ["number", "sign"], ["percent", "number", "sign"])


def has_relation(clause: Sequence[Token]) -> bool:
    """Whether a relation stands in it already.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> has_relation(tokenize("3/4 = 0.75")), has_relation(tokenize("3/4"))
    (True, False)
    """
    return any(token.kind == "relation" for token in clause)
