"""The links of one piece of a document: its text made plain, cut into clauses, read and judged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.expression.reading.chains import relation_of
from exactmetrics.expression.reading.tokens import Token, tokenize
from exactmetrics.verification.arithmetic.chains import SideChain, chains_of, judged
from exactmetrics.verification.arithmetic.clauses import clauses
from exactmetrics.verification.arithmetic.formulas import with_formulas
from exactmetrics.verification.arithmetic.marks import marked
from exactmetrics.verification.arithmetic.masks import masked
from exactmetrics.verification.arithmetic.numerals import comma_here
from exactmetrics.verification.documents.pieces import Piece
from exactmetrics.verification.findings import Link

_MAY_LINK = re.compile(r"[=≈≃≅≒≐＝∼~<>≤≥≠≡⩰≊]|\\(?:approx|sim|doteq|cong|equiv|leq?|geq?|lt|gt|neq?)")
_DIGIT = re.compile(r"\d")
_COMMENT = re.compile(r"#|//|--|%|/\*|;;|^\s*'", re.MULTILINE)
_CONGRUENT = frozenset({"≡", "\\equiv"})


def piece_links(piece: Piece, *, rule: RoundingRule = "nearest", decimal_comma: bool = False) -> list[Link]:
    """The links of one piece in reading order.

    >>> from exactmetrics.verification.documents.pieces import Mark
    >>> [link.where.column for link in piece_links(Piece("so 3/4 = 0.75", "prose", [Mark(0, 0, 1, 1)]))]
    [4]
    """
    text = piece.text
    if _MAY_LINK.search(text) is None or _DIGIT.search(text) is None:
        return []
    formula = piece.kind == "math"
    plain = masked(text if formula else with_formulas(text), formula=formula, code=piece.kind == "code")
    comma = comma_here(plain, decimal_comma)
    tokens = marked(tokenize(plain, decimal_comma=comma, thousands=True), formula=formula)
    links = [link for clause in clauses(tokens, plain) for link in _clause_links(piece, plain, clause, comma, rule)]
    links.sort(key=lambda link: link.where.offset)
    return links


def _clause_links(piece: Piece, plain: str, clause: list[Token], comma: bool, rule: RoundingRule) -> Iterator[Link]:
    for chain in chains_of(clause, comma):
        verdicts = judged(chain, comma, rule)
        doubtful = any(verdict is not None and verdict.word in ("false", "unread") for verdict in verdicts)
        if doubtful or any(side.error is not None for side in chain.sides):
            verdicts, chain = _other_numerals(plain, chain, verdicts, comma, rule)
        yield from _links(piece, chain, verdicts, comma)


def _other_numerals(
    plain: str, chain: SideChain, verdicts: list[Verdict | None], comma: bool, rule: RoundingRule
) -> tuple[list[Verdict | None], SideChain]:
    """The chain read with the other decimal sign, if it then holds."""
    spans = [side.span for side in chain.sides if side.tokens]
    if not spans or not any("." in plain[a:b] or "," in plain[a:b] for a, b in spans):
        return verdicts, chain
    start, end = min(a for a, _ in spans), max(b for _, b in spans)
    shifted = " " * start + plain[start:end]
    tokens = marked(tokenize(shifted, decimal_comma=not comma, thousands=True), formula=False)
    others = list(chains_of(tokens, not comma)) if any(t.kind == "relation" for t in tokens) else []
    if len(others) != 1 or len(others[0].sides) != len(chain.sides) or any(s.error for s in others[0].sides):
        return verdicts, chain
    again = judged(others[0], not comma, rule)
    after = sum(v is not None and v.word in ("false", "unread") for v in again)
    kept = all(new is not None or old is None for new, old in zip(again, verdicts, strict=True))
    return (again, others[0]) if after == 0 and kept else (verdicts, chain)


def _links(piece: Piece, chain: SideChain, verdicts: Sequence[Verdict | None], comma: bool) -> Iterator[Link]:
    spans = [_span(chain, at) for at in range(len(chain.sides))]
    text = piece.text
    whole = text[spans[0][0] : spans[-1][1]]
    for at, verdict in enumerate(verdicts):
        left, right = chain.sides[at], chain.sides[at + 1]
        (a, b), (c, d) = spans[at], spans[at + 1]
        sign = chain.signs[at].text
        if verdict is not None and verdict.word in ("false", "undefined"):
            verdict = _softened(verdict, sign, piece.kind, text[:a])
        yield Link(
            piece.position(a), piece.position(c), whole, text[a:b], sign, text[c:d], left.tree, right.tree, verdict,
            comma,
        )  # fmt: skip


def _span(chain: SideChain, at: int) -> tuple[int, int]:
    """Where a side stands in the text; an empty one beside its relation."""
    side = chain.sides[at]
    if side.tokens:
        return side.span
    sign = chain.signs[min(at, len(chain.signs) - 1)]
    place = sign.position if at < len(chain.signs) else sign.position + len(sign.text)
    return place, place


def _softened(verdict: Verdict, sign: str, kind: str, before: str) -> Verdict:
    """A verdict of error as `unread` where the sign or the place may mean something else than equality."""
    why = ""
    if sign in ("==", "!="):
        why = "a comparison in a program"
    elif sign in _CONGRUENT:
        why = "a congruence or an identity"
    elif relation_of(sign) not in ("=", "≈") and kind != "math":
        why = "a comparison that does not hold, perhaps no statement"
    elif kind == "code" and not _COMMENT.search(before[before.rfind("\n") + 1 :]):
        why = "in the code of a program"
    return replace(verdict, word="unread", level="note", reason=why) if why else verdict
