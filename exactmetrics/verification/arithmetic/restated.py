"""A number said again as a percentage: in brackets, `0.7059 (about 70.6 %)`, or after "or", `0.833 or 83.3 %`."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.marks import last_word
from exactmetrics.verification.arithmetic.words import ALTERNATIVES, HEDGES, SAYING_AGAIN

_SAYING_AGAIN = HEDGES | ALTERNATIVES | SAYING_AGAIN
_SHARES = ("0.", "0,", "1.", "1,", ".", ",")


def in_brackets(outside: Sequence[Token], group: Sequence[Token]) -> Sequence[Token]:
    """The percentage in a bracket that says again the number before it; empty where the bracket says something else.

    `group` is the bracket with the token behind it.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> tokens = marked(tokenize("P = 0.7059 (about 70.59 %)"), formula=False)
    >>> [token.text for token in in_brackets(tokens[:3], tokens[3:])]
    ['70.59', '%']
    """
    if len(group) < 4 or group[0].kind != "open" or not _is_share(outside):
        return ()
    at = 1
    while at < len(group) and (group[at].kind == "stop" or _says_again(group[at])):
        at += 1
    kinds = [token.kind for token in group[at : at + 3]]
    if kinds != ["number", "percent", "close"] or group[-1].kind == "relation":
        return ()  # behind a relation the chain goes on after the bracket
    return group[at : at + 2]


def after_or(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens with a relation for the "or" between a number and the same as a percentage.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> tokens = marked(tokenize("P = 0.833, or 83.3 %"), formula=False)
    >>> [token.kind for token in after_or(tokens)]
    ['word', 'relation', 'number', 'relation', 'number', 'percent']
    """
    if not any(token.kind == "percent" for token in tokens):
        return tokens
    out: list[Token] = []
    for at, token in enumerate(tokens):
        if token.kind == "word" and [t.kind for t in tokens[at + 1 : at + 3]] == ["number", "percent"]:
            before = out[:-1] if out and out[-1].text == "," else out
            if last_word(token) in ALTERNATIVES and _is_share(before):
                out = [*before, token._replace(kind="relation")]
                continue
        out.append(token)
    return out


def _is_share(before: Sequence[Token]) -> bool:
    """Whether the last token is a decimal near 1 or below that stands directly after a relation."""
    if len(before) < 2 or before[-1].kind != "number" or before[-2].kind != "relation":
        return False
    return before[-1].text.startswith(_SHARES)


def _says_again(token: Token) -> bool:
    return token.kind == "word" and last_word(token) in _SAYING_AGAIN
