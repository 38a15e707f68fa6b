"""Arithmetic with functions that are not read, such as logarithms: told as such instead of taken for a name."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.sides import Side
from exactmetrics.verification.arithmetic.words import FUNCTIONS, UNITS

_NAMES = frozenset({"word", "symbol", "group"})


def unread_function(left: Side, right: Side) -> Verdict | None:
    """The verdict on a link whose one side is a function of numbers and whose other side is read; None for any other.

    So is one whose left side a word works with: `half of 3/4`.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> from exactmetrics.verification.arithmetic.sides import whole
    >>> left, name, right = (marked(tokenize(text), formula=True) for text in (r"\\\\log_2 8", "F_1", "3"))
    >>> print(unread_function(Side(left), whole(right, False)).why, unread_function(Side(name), whole(right, False)))
    Why(kind='function', word='log') None
    """
    if left.tree is None and left.doubt is not None and left.doubt.kind == "worked-with" and right.tree is not None:
        return Verdict("unread", "note", "", None, why=left.doubt)
    side, other = (left, right) if left.tree is None else (right, left)
    if side.tree is not None or side.error is not None or other.tree is None:
        return None
    names = [_name(side.tokens, at) for at, token in enumerate(side.tokens) if token.kind in _NAMES]
    said = [name for name in names if name]
    if not said or not FUNCTIONS.issuperset(said) or not any(token.kind == "number" for token in side.tokens):
        return None
    return Verdict("unread", "note", "", None, why=Why("function", said[0]))


def _name(tokens: Sequence[Token], at: int) -> str:
    """The name at a place; that of a unit, such as `min`, only where a bracket follows."""
    name = tokens[at].text.strip("\\_").lower()
    called = at + 1 < len(tokens) and tokens[at + 1].kind == "open"
    return f"{name} as a unit" if name in UNITS and not called else name
