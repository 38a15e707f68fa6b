"""Exponents: whole numbers, as superscript characters or after a sign, and the halves that stand for a square root."""

from __future__ import annotations

import re

from exactmetrics.exact.errors import ReadingError
from exactmetrics.expression.reading.cursor import Cursor
from exactmetrics.expression.reading.limits import check_exponent
from exactmetrics.expression.reading.tokens import SUPERSCRIPTS

_HALVES = (("0.5",), *((o, *h, c) for o, c in ("()", "{}") for h in (("0.5",), ("1", "/", "2"))), ("{", "½", "}"))


class Exponents(Cursor):
    """The part of the grammar behind a base, whose sign of a power is the next token."""

    __slots__ = ()

    def half(self) -> int:
        """How many tokens say that a square root is meant: `^0.5`, `^{1/2}`; 0 for any other exponent."""
        texts = tuple(token.text.replace(",", ".") for token in self.tokens[self.at + 1 : self.at + 6])
        found = next((len(half) for half in _HALVES if texts[: len(half)] == half), 0)
        follower = self.tokens[self.at + 1 + found] if found else None
        return found + 1 if follower is not None and follower.kind not in ("power", "super", "percent") else 0

    def exponent(self) -> int:
        """A whole exponent, as superscript characters or after `^`, in brackets or not."""
        token = self.take()
        if token.kind == "super":
            digits = token.text.translate(SUPERSCRIPTS)
        else:
            opened = self.take() if self.tokens[self.at].kind == "open" else None
            sign = self.take().text if self.tokens[self.at].kind == "sign" else ""
            digits = sign.replace("−", "-") + self.tokens[self.at].text
            if self.tokens[self.at].kind != "number":
                raise self.refusal("is not a whole number as exponent", "exponent")
            self.at += 1
            if opened:
                self.close(opened)
        if not re.fullmatch(r"[+-]?[0-9]{1,4}", digits):
            what = f"{digits[:20]!r} is not a whole exponent within reach"
            raise ReadingError(what, token.position, kind="exponent", word=digits[:20])
        check_exponent(int(digits), token.position)
        return int(digits)
