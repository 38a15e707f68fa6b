"""Chains: members of arithmetic with relations between them, `a = b \\approx c`.

Every relation outside brackets links two members. A member that names something (letters, an unknown command) is
symbolic and has no tree; one that looks like arithmetic and was not understood has an error, so that it can be
reported. Rows of an aligned formula continue a chain where they begin with a relation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from exactmetrics.exact.errors import ReadingError
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading.grammar import parse, without_remark
from exactmetrics.expression.reading.limits import MAX_LENGTH
from exactmetrics.expression.reading.tokens import Token, tokenize

Relation: TypeAlias = Literal["=", "≈", "<", ">", "≤", "≥", "≠"]

_RELATIONS: dict[str, Relation] = {
    "≈": "≈", "≃": "≈", "≅": "≈", "\\approx": "≈", "\\simeq": "≈", "\\doteq": "≈", "\\cong": "≈",
    "\\sim": "≈", "\\approxeq": "≈",
    "<": "<", "\\lt": "<", ">": ">", "\\gt": ">", "≤": "≤", "<=": "≤", "\\le": "≤", "\\leq": "≤",
    "≥": "≥", ">=": "≥", "\\ge": "≥", "\\geq": "≥", "≠": "≠", "!=": "≠", "\\ne": "≠", "\\neq": "≠",
}  # fmt: skip


def relation_of(sign: str) -> Relation:
    """The relation that a printed sign stands for.

    >>> relation_of("\\\\approx"), relation_of(":=")
    ('≈', '=')
    """
    return _RELATIONS.get(sign, "=")


_LIST = re.compile(r"[\s0-9.,;()\[\]\\…-]+")
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Member:
    """One side of a link: its text, where it stands (offsets in the text given), its tree if it is arithmetic.

    Without a tree either `symbolic` is True (it names something, lists numbers, or is empty) or `error` says
    what was not understood.
    """

    text: str
    start: int
    end: int
    tree: Expr | None
    error: ReadingError | None = None
    symbolic: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """Members and the relations between them, one fewer; `printed_relations` are the signs as printed."""

    members: tuple[Member, ...]
    relations: tuple[Relation, ...]
    printed_relations: tuple[str, ...]


def read_chain(
    text: str, *, decimal_comma: bool = False, thousands: bool = False, max_length: int = MAX_LENGTH
) -> Chain:
    """The one chain of a text; `ReadingError` where it holds several (see `read_chains`). Options as for `read`.

    >>> chain = read_chain(r"a = \\frac{1}{28} (6 + 5 + 7) = \\frac{9}{14} \\approx 0.643.")
    >>> [m.text for m in chain.members], chain.relations, chain.members[0].symbolic
    (['a', '\\\\frac{1}{28} (6 + 5 + 7)', '\\\\frac{9}{14}', '0.643'], ('=', '=', '≈'), True)
    """
    chains = read_chains(text, decimal_comma=decimal_comma, thousands=thousands, max_length=max_length)
    if len(chains) != 1:
        position = chains[1].members[0].start if chains else 0
        what = f"{len(chains)} chains where one is expected"
        raise ReadingError(what, position, kind="several-chains", word=str(len(chains)))
    return chains[0]


def read_chains(
    text: str, *, decimal_comma: bool = False, thousands: bool = False, max_length: int = MAX_LENGTH
) -> list[Chain]:
    """All chains of a text, split at rows and at punctuation outside brackets; never raises on any text.

    >>> [len(c.members) for c in read_chains(r"A &= 4/5 \\\\ &= 0.8, \\quad B = 9/11")]
    [3, 2]
    """
    tokens = tokenize(text, decimal_comma=decimal_comma, thousands=thousands)
    return [_chain(text, part, decimal_comma, max_length) for part in _split_chains(tokens)]


def _split_chains(tokens: Sequence[Token]) -> list[list[Token]]:
    parts, depth = [list[Token]()], 0
    for at, token in enumerate(tokens):
        depth = max(0, depth + (token.kind == "open") - (token.kind == "close"))
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if token.kind == "row":
            depth = 0
        if token.kind == "row" and after is not None and after.kind == "relation":
            continue  # the row goes on where the last one ended
        if token.kind == "row" or (depth == 0 and _ends_chain(token, after)):
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _ends_chain(token: Token, after: Token | None) -> bool:
    """Whether a token outside brackets is punctuation between chains: a stop, or a wide space before a name."""
    if token.kind == "stop":
        return after is None or after.spaced or after.kind == "wide"
    return token.kind == "wide" and after is not None and after.kind in ("name", "unit")


def _chain(text: str, tokens: Sequence[Token], decimal_comma: bool, max_length: int) -> Chain:
    sides, signs, depth = [list[Token]()], list[Token](), 0
    for token in tokens:
        depth = max(0, depth + (token.kind == "open") - (token.kind == "close"))
        if token.kind == "relation" and depth == 0:
            signs.append(token)
            sides.append([])
        else:
            sides[-1].append(token)
    starts = [tokens[0].position, *(s.position + len(s.text) for s in signs)]
    members = [_member(text, side, start, decimal_comma, max_length) for side, start in zip(sides, starts, strict=True)]
    relations = tuple(relation_of(s.text) for s in signs)
    return Chain(tuple(members), relations, tuple(s.text for s in signs))


def _member(text: str, tokens: list[Token], start: int, decimal_comma: bool, max_length: int) -> Member:
    tokens = _without_bold(without_remark(tokens))
    if not tokens:
        return Member("", start, start, None, symbolic=True)
    start, end = tokens[0].position, tokens[-1].position + len(tokens[-1].text)
    source = text[start:end]
    if len(source) > max_length:
        what = f"{len(source)} characters in one member; at most {max_length} are read"
        error = ReadingError(what, start, kind="too-long", word=str(len(source)))
        return Member(source, start, end, None, error)
    try:
        return Member(source, start, end, parse(tokens, end, decimal_comma=decimal_comma))
    except ReadingError as error:
        symbolic = any(token.kind in ("name", "unit") for token in tokens) or _is_list(source)
        return Member(source, start, end, None, None if symbolic else error, symbolic)


def _is_list(source: str) -> bool:
    """Whether the text lists numbers, as ``[1, 0, 2]``, which is no arithmetic; not a number with separators."""
    if _LIST.fullmatch(source) is None or _GROUPED.fullmatch(source) is not None:
        return False
    return source.startswith("[") or source.count(",") > 1


def _without_bold(tokens: list[Token]) -> list[Token]:
    """Without Markdown's ** at either end."""
    first = 1 if tokens and tokens[0].text == "**" else 0
    last = len(tokens) - (1 if len(tokens) > first and tokens[-1].text == "**" else 0)
    return tokens[first:last]
