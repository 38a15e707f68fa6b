"""A percent sign that is a unit: the other side multiplies by 100, as in `43/45 x 100 = 95.6 %`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from exactmetrics.expression.reading.tokens import Token

_HUNDRED = frozenset({"100", "100.0", "100,0"})
_SHAPES = {"times": "*", "open": "(", "close": ")"}
_FACTOR = re.compile(r"\*\(?H|H\)?\*|H\(")  # not \frac{85}{100}, nor 100/(100 + 20)


def without_unit(tokens: Sequence[Token], other: Sequence[Token]) -> list[Token]:
    """The tokens of a side without its percent sign, where the other side has none and multiplies by 100.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> sides = [tokenize(text) for text in ("95.6 %", "43/45 * 100", "100/120")]
    >>> [[token.text for token in without_unit(sides[0], other)] for other in sides[1:]]
    [['95.6'], ['95.6', '%']]
    """
    if not any(token.kind == "percent" for token in tokens) or not is_hundredfold(other):
        return list(tokens)
    return [token for token in tokens if token.kind != "percent"]


def is_hundredfold(tokens: Sequence[Token]) -> bool:
    """Whether a side multiplies by 100 and has no percent sign.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [is_hundredfold(tokenize(text)) for text in ("100 * 3/4", "3/4*(100)", "100/(100 + 20)", "3/4 * 100 %")]
    [True, True, False, False]
    """
    if any(token.kind == "percent" for token in tokens):
        return False
    shape = "".join("H" if token.text in _HUNDRED else _SHAPES.get(token.kind, ".") for token in tokens)
    return _FACTOR.search(shape) is not None
