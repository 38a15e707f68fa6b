"""One-edit changes of printed arithmetic: what may have been meant where an equality does not hold.

An edit replaces a stretch of the text. Every class of edits is one function from tokens to edits; `CLASSES` lists them
with the id that reports use. To add a class, write its function and list it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.clauses import partners
from exactmetrics.verification.arithmetic.marks import OPERANDS, STARTS


class Edit(NamedTuple):
    """Replacements in a text, each as (start, end, what stands there then), from left to right."""

    kind: str
    changes: tuple[tuple[int, int, str], ...]

    def applied(self, text: str) -> str:
        """The text after the edit.

        >>> Edit("bracket", ((0, 0, "("), (5, 5, ")"))).applied("1 + 2 / 3")
        '(1 + 2) / 3'
        """
        for start, end, new in reversed(self.changes):
            text = text[:start] + new + text[end:]
        return text


Edits: TypeAlias = Iterator[Edit]
_SIGNS = {"sign": "", "times": "*", "over": "/"}


def operators(tokens: Sequence[Token], nearby: Sequence[str]) -> Edits:
    """Another operator in the place of one; a product in the place of a sum before a bracket is written without one.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [edit.applied("1 + 2") for edit in operators(tokenize("1 + 2"), ())]
    ['1 - 2', '1 * 2', '1 / 2']
    """
    for at, token in enumerate(tokens):
        if token.kind in _SIGNS and at and tokens[at - 1].kind in OPERANDS:
            own = _SIGNS[token.kind] or ("+" if token.text == "+" else "-")
            for sign in "+-*/":
                if sign != own:
                    yield Edit("operator", ((*_span(token), sign),))


def brackets(tokens: Sequence[Token], nearby: Sequence[str]) -> Edits:
    """Brackets around part of it, or a pair less.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [edit.applied("1 + 2 / 3") for edit in brackets(tokenize("1 + 2 / 3"), ())]
    ['(1 + 2) / 3', '1 + (2 / 3)']
    """
    ends = partners(tokens)
    for at, end in ends.items():
        if tokens[at].text == "(" or tokens[at].text == "[":
            yield Edit("bracket", ((*_span(tokens[at]), ""), (*_span(tokens[end]), "")))
    level = _levels(tokens)
    for start, first in enumerate(tokens):
        if first.kind in STARTS and not (start and tokens[start - 1].kind in OPERANDS | {"frac", "power", "root"}):
            for stop in _ends_of_pair(tokens, level, start):
                place = _span(tokens[stop])[1]
                yield Edit("bracket", ((first.position, first.position, "("), (place, place, ")")))


def _ends_of_pair(tokens: Sequence[Token], level: Sequence[int], start: int) -> Iterator[int]:
    """Where a bracket that opens before a token may close: behind an operand, with an operator in between."""
    operator = False
    for stop in range(start + 1, len(tokens)):
        if level[stop] < level[start] or (start == 0 and stop == len(tokens) - 1):
            return
        after = tokens[stop + 1].kind if stop + 1 < len(tokens) else ""
        if level[stop] == level[start]:
            operator = operator or tokens[stop].kind in _SIGNS
            if operator and tokens[stop].kind in OPERANDS and after not in STARTS | {"power"}:
                yield stop


def operands(tokens: Sequence[Token], nearby: Sequence[str]) -> Edits:
    """A number that stands near by in the place of one.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [(e.kind, e.applied("6/3")) for e in operands(tokenize("6/3"), ["7"])]
    [('operand', '7/3'), ('denominator', '6/7')]
    """
    below = _below(tokens)
    for at, token in enumerate(tokens):
        if token.kind == "number":
            for number in nearby:
                if number != token.text:
                    yield Edit("denominator" if below[at] else "operand", ((*_span(token), number),))


def digits(tokens: Sequence[Token], nearby: Sequence[str]) -> Edits:
    """A number with one digit other, one less or one more, or two neighbours exchanged.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> sorted({e.kind for e in digits(tokenize("12"), ())}), len(list(digits(tokenize("1"), ())))
    (['digit', 'operand-transposed'], 28)
    """
    for token in tokens:
        if token.kind == "number" and len(token.text) <= 12:
            for kind, new in typos(token.text):
                yield Edit(f"operand-{kind}" if kind == "transposed" else kind, ((*_span(token), new),))


def factors(tokens: Sequence[Token], nearby: Sequence[str]) -> Edits:
    """A factor of 2 or of 100 too many or too few.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [e.applied("1 + 2") for e in factors(tokenize("1 + 2"), ())][:2]
    ['2 * (1 + 2)', '(1 + 2) / 2']
    """
    if not tokens:
        return
    start, end = tokens[0].position, tokens[-1].position + len(tokens[-1].text)
    for kind, number in (("factor-2", "2"), ("percent", "100")):
        yield Edit(kind, ((start, start, f"{number} * ("), (end, end, ")")))
        yield Edit(kind, ((start, start, "("), (end, end, f") / {number}")))


def terms(tokens: Sequence[Token], nearby: Sequence[str]) -> Edits:
    """One term or factor less.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [e.applied("1 + 2 + 3") for e in terms(tokenize("1 + 2 + 3"), ())]
    ['1 + 3', '1 + 2', '2 + 3']
    """
    for at in range(1, len(tokens) - 1):
        if tokens[at].kind in ("sign", "times", "over") and tokens[at + 1].kind == "number":
            start = tokens[at - 1].position + len(tokens[at - 1].text)
            yield Edit("term", ((start, _span(tokens[at + 1])[1], ""),))
    if len(tokens) > 2 and tokens[0].kind == "number" and tokens[1].kind in ("sign", "times"):
        yield Edit("term", ((tokens[0].position, tokens[2].position, ""),))


def missing_terms(tokens: Sequence[Token], nearby: Sequence[str]) -> Edits:
    """One more term at the end of a sum: a number that stands near by.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> [e.applied("(1 + 2) / 3") for e in missing_terms(tokenize("(1 + 2) / 3"), ["7"])]
    ['(1 + 2 + 7) / 3']
    """
    for at in range(2, len(tokens)):
        last = at + 1 == len(tokens) or tokens[at + 1].kind == "close"
        if last and tokens[at].kind == "number" and tokens[at - 1].text == "+" and tokens[at - 2].kind in OPERANDS:
            place = _span(tokens[at])[1]
            for number in (n for n in nearby if n.isdigit() == tokens[at].text.isdigit()):
                yield Edit("missing-term", ((place, place, f" + {number}"),))


# In the order of how likely each is, other things being equal.
CLASSES: tuple[Callable[[Sequence[Token], Sequence[str]], Edits], ...] = (
    brackets, operators, operands, digits, factors, terms, missing_terms,
)  # fmt: skip
KINDS = (
    "bracket", "operator", "result-transposed", "result-rounding", "result-digit", "denominator", "operand",
    "operand-transposed", "digit", "factor-2", "percent", "term", "missing-term", "result",
)  # fmt: skip


def typos(number: str) -> Iterator[tuple[str, str]]:
    """The kind and the text of each number one slip away.

    >>> dict(typos("12"))["transposed"]
    '21'
    """
    for at, char in enumerate(number):
        if char not in "0123456789":
            continue
        for other in "0123456789":
            if other != char and not (at == 0 and other == "0" and number[1:2].isdigit()):
                yield "digit", number[:at] + other + number[at + 1 :]
            if not (at == 0 and other == "0"):
                yield "digit", number[:at] + other + number[at:]
        yield "digit", number + char
        if len(number) > 1 and number[:at] + number[at + 1 :] not in (".", ""):
            yield "digit", number[:at] + number[at + 1 :]
        follower = number[at + 1 : at + 2]
        if follower.isdigit() and follower != char:
            yield "transposed", number[:at] + follower + char + number[at + 2 :]
    for other in "0123456789":
        if number[-1:] != other:
            yield "digit", number + other


def _span(token: Token) -> tuple[int, int]:
    return token.position, token.position + len(token.text)


def _levels(tokens: Sequence[Token]) -> list[int]:
    """How many brackets are open at each token, a bracket counting as outside itself."""
    levels, depth = [], 0
    for token in tokens:
        depth -= token.kind == "close"
        levels.append(depth)
        depth += token.kind == "open"
    return levels


def _below(tokens: Sequence[Token]) -> list[bool]:
    """Whether each token stands in a denominator."""
    below = [False] * len(tokens)
    ends = partners(tokens)
    for at, token in enumerate(tokens):
        start = at + 1
        if token.kind == "frac" and start in ends:
            start = ends[start] + 1
        elif token.kind != "over":
            continue
        for inside in range(start, ends.get(start, start) + 1):
            if inside < len(below):
                below[inside] = True
    return below
