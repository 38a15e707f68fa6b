"""A position in a row of tokens: what is next, and how to say that it does not belong there."""

from __future__ import annotations

from collections.abc import Sequence

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.why import WhyKind
from exactmetrics.expression.reading.tokens import Token

CLOSING = {"(": ")", "[": "]", "{": "}", "\\{": "\\}", "\\lbrace": "\\rbrace"}


class Cursor:
    """One pass over tokens: `at` is the next, `depth` the brackets open, `nested` how many operations may nest."""

    __slots__ = ("at", "comma", "depth", "nested", "tokens")

    def __init__(self, tokens: Sequence[Token], end: int, decimal_comma: bool) -> None:
        """Start before the first token."""
        self.tokens = [*tokens, Token("end", "", end, False)]
        self.at = self.depth = self.nested = 0
        self.comma = decimal_comma

    def take(self) -> Token:
        """The next token, passed."""
        token = self.tokens[self.at]
        self.at += 1
        return token

    def close(self, opened: Token) -> None:
        """Pass the bracket that closes the opened one."""
        token, wanted = self.tokens[self.at], CLOSING[opened.text]
        if token.kind != "close" or token.text != wanted:
            what = f"stands where {wanted!r} is expected, for the bracket at {opened.position}"
            raise self.refusal(what, "bracket-expected")
        self.at += 1

    def refusal(self, what: str, kind: WhyKind) -> ReadingError:
        """The error that says what is wrong with the next token."""
        token = self.tokens[self.at]
        shown = "the end" if token.kind == "end" else repr(token.text[:40])
        if token.kind == "dots":
            what, kind = "leaves terms out, which cannot be read", "left-out"
        elif token.kind == "stop":
            what += "; decimal commas and thousands separators are read only when asked for"
            kind = "separator"
        elif token.kind == "end":
            kind = "ends-early"
        return ReadingError(f"at {token.position}: {shown} {what}", token.position, kind=kind, word=token.text[:40])
