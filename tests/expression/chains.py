"""Chains of printed arithmetic for the tests: members with relations between them, `a = b \\approx c`, read and judged.

A reader of the tests' own, which shares with the package only the tokens, the grammar of one side and the verdict on
one link. Every relation outside brackets links two members. A member that names something (letters, an unknown
command) is symbolic and has no tree; one that looks like arithmetic and was not understood has an error. Rows of an
aligned formula continue a chain where they begin with a relation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from exactmetrics.exact.errors import ReadingError, Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.expression.links import SOUND, judge_link
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading.grammar import MAX_LENGTH, parse, without_remark
from exactmetrics.expression.reading.tokens import Relation, Token, relation_of, tokenize

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
    """Members and the relations between them, one fewer."""

    members: tuple[Member, ...]
    relations: tuple[Relation, ...]


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
        raise ReadingError(what, position)
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
    return Chain(tuple(members), tuple(relation_of(s.text) for s in signs))


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


def judge_chain(chain: Chain, *, rule: RoundingRule = "nearest") -> tuple[Verdict | None, ...]:
    """One verdict for each pair of neighbours; None where a side is symbolic, `unread` where one was not understood.

    The first numeric member is compared with every later one too: the link at which the digits stop being right for it,
    while being right for its neighbour, is `chained`.

    >>> [v.word for v in judge_chain(read_chain("4447/10000 ≈ 0.445 ≈ 0.45")) if v]
    ['rounded', 'chained']
    """
    verdicts: list[Verdict | None] = []
    first: Expr | None = None
    for left, relation, right in zip(chain.members, chain.relations, chain.members[1:], strict=False):
        verdict = _link(left, right, relation, rule)
        if verdict is None or verdict.word not in SOUND or relation not in ("=", "≈"):
            first = None
        else:
            first = left.tree if first is None else first
            if first is not None and right.tree is not None and first is not left.tree:
                verdict, first = _chained(first, right.tree, verdict, relation, rule)
        verdicts.append(verdict)
    return tuple(verdicts)


def _link(left: Member, right: Member, relation: Relation, rule: RoundingRule) -> Verdict | None:
    for side in (left, right):
        if side.error is not None:
            return Verdict("unread", "note", side.text, None, reason=str(side.error), why=side.error.why)
    if left.tree is None or right.tree is None:
        return None
    return judge_link(left.tree, right.tree, relation=relation, rule=rule)


def _chained(
    first: Expr, right: Expr, verdict: Verdict, relation: Relation, rule: RoundingRule
) -> tuple[Verdict, Expr | None]:
    """The verdict seen from the first member too, and the member to compare with from here on."""
    seen = judge_link(first, right, relation=relation, rule=rule)
    if seen.word in SOUND:
        return verdict, first
    reason = "right for its neighbour, not for the first member of the chain"
    return Verdict("chained", "warn", seen.printed, seen.value, seen.difference, reason, why=Why("chained")), None
