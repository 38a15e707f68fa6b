"""Words before arithmetic that may work with it: "half of 3/4" does, "an accuracy of 3/4" does not."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.marks import last_word
from exactmetrics.verification.arithmetic.words import BINDING, PREPOSITIONS, WORKED_WITH


def works_with(word: Token, tokens: Sequence[Token]) -> bool:
    """Whether a word of the tokens makes something else of the arithmetic behind it.

    A preposition does so where a number or the name of an operation stands before it.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> for text in ("an accuracy of", "two thirds of", "20% of", "the log"):
    ...     tokens = marked(tokenize(text), formula=False)
    ...     print(works_with(tokens[-1], tokens))
    False
    True
    True
    True
    """
    name = last_word(word)
    if name not in BINDING:
        return False
    if name not in PREPOSITIONS:
        return True
    standing = (token for token in reversed(tokens) if token.position < word.position and token.kind != "edge")
    before = next(standing, None)
    return before is None or before.kind != "word" or last_word(before) in WORKED_WITH
