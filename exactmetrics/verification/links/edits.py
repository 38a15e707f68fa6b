"""One-edit changes of printed arithmetic: what may have been meant where an equality does not hold.

An edit replaces stretches of the text. Every class of edits is one function from tokens, and the numbers that stand
near by, to edits; `CLASSES` lists them. To add a class, write its function and list it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from exactmetrics.expression.reading.tokens import Token, tokenize
from exactmetrics.verification.links.clauses import OPERANDS, STARTS, partners

# The likeliest first. Those of the result are made where the repairs are searched.
KINDS = (
    "bracket", "operator", "result-transposed", "result-rounding", "result-digit", "denominator", "operand",
    "operand-transposed", "digit", "factor-2", "percent", "term", "missing-term", "result",
)  # fmt: skip
_SIGNS = ("sign", "times", "over")


class Edit(NamedTuple):
    """Replacements in a text, each as (start, end, what stands there then), from left to right."""

    kind: str
    changes: tuple[tuple[int, int, str], ...]

    def applied(self, text: str) -> str:
        """The text after the edit."""
        for start, end, new in reversed(self.changes):
            text = text[:start] + new + text[end:]
        return text

    def tokens(self, tokens: Sequence[Token], comma: bool) -> list[Token]:
        """The tokens after the edit, without reading the whole text again; positions are those before it."""
        out: list[Token] = []
        at = 0
        for start, end, new in self.changes:
            while at < len(tokens) and tokens[at].position < start:
                out.append(tokens[at])
                at += 1
            out.extend(_read(new, comma))
            while at < len(tokens) and tokens[at].position < end:
                at += 1
        return out + list(tokens[at:])


_Edits: TypeAlias = Iterator[Edit]


def _operators(tokens: Sequence[Token], nearby: Sequence[str]) -> _Edits:
    """Another operator in the place of one."""
    for at, token in enumerate(tokens):
        if token.kind in _SIGNS and at and tokens[at - 1].kind in OPERANDS:
            own = {"times": "*", "over": "/"}.get(token.kind, "+" if token.text == "+" else "-")
            for sign in "+-*/":
                if sign != own:
                    yield Edit("operator", ((*_span(token), sign),))


def _brackets(tokens: Sequence[Token], nearby: Sequence[str]) -> _Edits:
    """A pair of brackets less, or one more around operands with an operator in between."""
    for at, end in partners(tokens).items():
        if tokens[at].text in "([":
            yield Edit("bracket", ((*_span(tokens[at]), ""), (*_span(tokens[end]), "")))
    for start, first in enumerate(tokens):
        if first.kind not in STARTS or (
            start and tokens[start - 1].kind in OPERANDS | {"frac", "power", "root", "log", "pick"}
        ):
            continue
        depth = operators = 0
        for stop in range(start, len(tokens)):
            depth += (tokens[stop].kind == "open") - (tokens[stop].kind == "close")
            if depth < 0 or (start == 0 and stop == len(tokens) - 1):
                break
            operators += not depth and tokens[stop].kind in _SIGNS
            after = tokens[stop + 1].kind if stop + 1 < len(tokens) else ""
            if operators and not depth and tokens[stop].kind in OPERANDS and after not in STARTS | {"power"}:
                place = _span(tokens[stop])[1]
                yield Edit("bracket", ((first.position, first.position, "("), (place, place, ")")))


def _operands(tokens: Sequence[Token], nearby: Sequence[str]) -> _Edits:
    """A number that stands near by in the place of one."""
    ends, below = partners(tokens), set[int]()
    for at, token in enumerate(tokens):
        start = ends.get(at + 1, at) + 1 if token.kind == "frac" else at + 1
        if token.kind in ("frac", "over"):
            below.update(range(start, ends.get(start, start) + 1))
    for at, token in enumerate(tokens):
        if token.kind == "number":
            for number in nearby:
                if number != token.text:
                    yield Edit("denominator" if at in below else "operand", ((*_span(token), number),))


def _digits(tokens: Sequence[Token], nearby: Sequence[str]) -> _Edits:
    """A number one slip away."""
    for token in tokens:
        if token.kind == "number" and len(token.text) <= 12:
            for kind, new in typos(token.text):
                yield Edit(f"operand-{kind}" if kind == "transposed" else kind, ((*_span(token), new),))


def _factors(tokens: Sequence[Token], nearby: Sequence[str]) -> _Edits:
    """A factor of 2 or of 100 too many or too few."""
    start, end = tokens[0].position, _span(tokens[-1])[1]
    for kind, number in (("factor-2", "2"), ("percent", "100")):
        yield Edit(kind, ((start, start, f"{number} * ("), (end, end, ")")))
        yield Edit(kind, ((start, start, "("), (end, end, f") / {number}")))


def _terms(tokens: Sequence[Token], nearby: Sequence[str]) -> _Edits:
    """One term or factor less, or one more at the end of a sum: a number that stands near by."""
    for at in range(1, len(tokens) - 1):
        if tokens[at].kind in _SIGNS and tokens[at + 1].kind == "number":
            yield Edit("term", ((_span(tokens[at - 1])[1], _span(tokens[at + 1])[1], ""),))
    if len(tokens) > 2 and tokens[0].kind == "number" and tokens[1].kind in ("sign", "times"):
        yield Edit("term", ((tokens[0].position, tokens[2].position, ""),))
    for at in range(2, len(tokens)):
        last = at + 1 == len(tokens) or tokens[at + 1].kind == "close"
        if last and tokens[at].kind == "number" and tokens[at - 1].text == "+" and tokens[at - 2].kind in OPERANDS:
            place = _span(tokens[at])[1]
            for number in nearby:
                if number.isdigit() == tokens[at].text.isdigit():
                    yield Edit("missing-term", ((place, place, f" + {number}"),))


CLASSES: tuple[Callable[[Sequence[Token], Sequence[str]], _Edits], ...] = (
    _brackets, _operators, _operands, _digits, _factors, _terms,
)  # fmt: skip


def typos(number: str) -> Iterator[tuple[str, str]]:
    """The kind and the text of each number one slip away: a digit other, one less or more, two exchanged."""
    for at, char in enumerate(number):
        if char not in "0123456789":
            continue
        leads = at == 0
        for other in "0123456789":
            if other != char and not (leads and other == "0" and number[1:2].isdigit()):
                yield "digit", number[:at] + other + number[at + 1 :]
            if not (leads and other == "0"):
                yield "digit", number[:at] + other + number[at:]
        if len(number) > 1 and number[:at] + number[at + 1 :] not in (".", ""):
            yield "digit", number[:at] + number[at + 1 :]
        follower = number[at + 1 : at + 2]
        if follower.isdigit() and follower != char:
            yield "transposed", number[:at] + follower + char + number[at + 2 :]
    for other in "0123456789":
        yield "digit", number + other


def _span(token: Token) -> tuple[int, int]:
    return token.position, token.position + len(token.text)


@lru_cache(maxsize=4096)
def _read(text: str, comma: bool) -> tuple[Token, ...]:
    return tuple(tokenize(text, decimal_comma=comma, thousands=True))
