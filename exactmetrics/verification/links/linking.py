"""The links of the pieces of a document: their text made plain, cut into clauses, read and judged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.expression.reading.tokens import Token, relation_of, tokenize
from exactmetrics.verification.arithmetic.carried import Ending, carried, ending_of, name_of, nothing_between
from exactmetrics.verification.arithmetic.chains import SideChain, chains_of, judged
from exactmetrics.verification.arithmetic.clauses import clauses
from exactmetrics.verification.arithmetic.formulas import with_formulas
from exactmetrics.verification.arithmetic.labels import without_label
from exactmetrics.verification.arithmetic.marks import marked
from exactmetrics.verification.arithmetic.masks import masked
from exactmetrics.verification.arithmetic.neighbours import neighbours
from exactmetrics.verification.arithmetic.numerals import comma_here
from exactmetrics.verification.arithmetic.parted import parted
from exactmetrics.verification.arithmetic.prose import without_prose
from exactmetrics.verification.arithmetic.shares import may_hold_shares, shares
from exactmetrics.verification.arithmetic.signs import ARROW
from exactmetrics.verification.documents.pieces import COMMENT, Piece
from exactmetrics.verification.links.findings import Link

_MAY_LINK = re.compile(r"[=≈≃≅≒≐＝∼~<>≤≥≠≡⩰≊]|\\(?:approx|sim|doteq|cong|equiv|leq?|geq?|lt|gt|neq?)")
_DIGIT = re.compile(r"\d")
_COMMENT = re.compile(r"#|//|--|%|/\*|;;|^\s*'", re.MULTILINE)
_ARROWS = re.compile(r"->|=>|[→⇒➜➔⟹⟶⇨]|\\(?:to|[rR]ightarrow|[lL]ongrightarrow|Longrightarrow|implies)(?![a-zA-Z])")
_WORKED = re.compile(r"[\d)}]\s*(?:[/×*÷·^+−-]|\\(?:times|cdot|div))|\\[dt]?frac|√")
_CONGRUENT = frozenset({"≡", "\\equiv"})


class Linker:
    """The links of piece after piece, with what one piece leaves to the next.

    That is a chain that ends with arithmetic, whose result may follow under the same name, and how many rows of a table
    have shown, column by column, that a cell holds the result of the one before it.
    """

    __slots__ = ("comma", "left_open", "rule", "shown")

    def __init__(self, *, rule: RoundingRule = "nearest", decimal_comma: bool = False) -> None:
        self.rule, self.comma = rule, decimal_comma
        self.left_open: tuple[Piece, Ending] | None = None
        self.shown: Counter[int] = Counter()

    def links(self, piece: Piece) -> list[Link]:
        """The links of the next piece in reading order.

        >>> from exactmetrics.verification.documents.pieces import Mark
        >>> linker = Linker()
        >>> pieces = [Piece(text, "prose", [Mark(0, 0, 1, 1)]) for text in ("P = 3/4", "P = 0.9")]
        >>> [(link.left, link.right, link.word) for piece in pieces for link in linker.links(piece) if link.word]
        [('3/4', '0.9', 'false')]
        """
        text = piece.text
        row = text.count("|") > 1 or ("&" in text and "\\\\" in text)
        if not row and self.shown:
            self.shown.clear()
        if _DIGIT.search(text) is None:
            self.left_open = None
            return []
        meets = _ARROWS.search(text) is not None or (row and _WORKED.search(text) is not None)
        if not meets and _MAY_LINK.search(text) is None and not may_hold_shares(text):
            self.left_open = None
            return []
        return sorted(self._found(piece, meets), key=lambda link: (link.where.offset, link.ends.offset))

    def _found(self, piece: Piece, meets: bool) -> Iterator[Link]:
        text, formula = piece.text, piece.kind == "math"
        plain = masked(text if formula else with_formulas(text), formula=formula, code=piece.kind == "code")
        comma = comma_here(plain, self.comma)
        near = plain if piece.kind != "prose" else without_prose(plain)
        tokens = marked(tokenize(near, decimal_comma=comma, thousands=True), formula=formula)
        chains = [
            found
            for clause in clauses(tokens, plain, formula=formula)
            for found in _judged_chains(plain, text, clause, comma, self.rule)
        ]
        chains.sort(key=lambda found: found[0].signs[0].position)
        for chain, verdicts in chains:
            yield from self._carried(piece, plain, chain, comma)
            yield from _links(piece, chain, verdicts, comma)
            ending = ending_of(plain, chain)
            self.left_open = None if ending is None else (piece, ending)
        if not chains:
            self.left_open = None
        if meets:
            for pair, verdict in neighbours(tokens, comma, self.rule, shown=self.shown):
                yield from _links(piece, pair, [verdict], comma)
        if may_hold_shares(near):
            for pair, verdicts in shares(near, tokens, comma, self.rule):
                yield from _links(piece, pair, verdicts, comma)

    def _carried(self, piece: Piece, plain: str, chain: SideChain, comma: bool) -> Iterator[Link]:
        """The link of the chain before to this one, where that is the arithmetic and this its result."""
        if self.left_open is None:
            return
        before, ending = self.left_open
        a, b = ending.side.span
        place = chain.signs[0].position
        start = plain.rfind("\n", 0, place) + 1
        between = plain[b:start] if before is piece else before.text[b:] + plain[:start]
        verdict = carried(ending, name_of(plain, chain), chain, comma, self.rule) if nothing_between(between) else None
        if verdict is None:
            return
        c, d = chain.sides[1].span
        left, sign, right = before.text[a:b], chain.signs[0].text, piece.text[c:d]
        if verdict.word in ("false", "undefined"):
            verdict = _softened(verdict, sign, piece.kind, plain[:place])
        yield Link(
            before.position(a), piece.position(c), f"{left} {sign} {right}", left, sign, right, ending.side.tree,
            chain.sides[1].tree, verdict, comma, before.stop(b), piece.stop(d),
        )  # fmt: skip


def _judged_chains(
    plain: str, text: str, clause: list[Token], comma: bool, rule: RoundingRule
) -> Iterator[tuple[SideChain, list[Verdict | None]]]:
    for chain in chains_of(clause, comma):
        if not chain.signs:
            continue
        chain, verdicts = without_label(text, chain, judged(chain, comma, rule), comma, rule)
        doubtful = any(verdict is not None and verdict.word in ("false", "unread") for verdict in verdicts)
        if doubtful or any(side.error is not None for side in chain.sides):
            verdicts, chain = _other_numerals(plain, chain, verdicts, comma, rule)
        if doubtful and len(chain.sides) > 2:
            yield from parted(chain, verdicts, comma, rule)
        else:
            yield chain, verdicts


def _other_numerals(
    plain: str, chain: SideChain, verdicts: list[Verdict | None], comma: bool, rule: RoundingRule
) -> tuple[list[Verdict | None], SideChain]:
    """The chain read with the other decimal sign, if it then holds; an inequality holds too easily to tell."""
    if not {"=", "≈"}.issuperset(chain.relations):
        return verdicts, chain
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
        sign = chain.signs[at].text.replace(ARROW, "→")
        if verdict is not None and verdict.word in ("false", "undefined"):
            verdict = _softened(verdict, sign, piece.kind, text[:a])
        yield Link(
            piece.position(a), piece.position(c), whole, text[a:b], sign, text[c:d], left.tree, right.tree, verdict,
            comma, piece.stop(b), piece.stop(d), text[d : d + 1] == COMMENT,
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
    if sign in ("==", "!="):
        why = "comparison-in-code"
    elif sign in _CONGRUENT:
        why = "congruence"
    elif relation_of(sign) not in ("=", "≈") and kind != "math":
        why = "comparison"
    elif kind == "code" and not _COMMENT.search(before[before.rfind("\n") + 1 :]):
        why = "in-code"
    else:
        return verdict
    return replace(verdict, word="unread", level="note", reason="", why=Why(why, sign))
