"""Every equality between numbers in a document, judged: `verify_links`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.expression.reading.numerals import comma_here
from exactmetrics.expression.reading.tokens import Token, relation_of
from exactmetrics.verification.documents.pieces import COMMENT, Kind, Piece
from exactmetrics.verification.documents.source import Source, source_of
from exactmetrics.verification.links.beside import ENOUGH_SHARES, NO_SIGN, may_hold_shares, neighbours, shares
from exactmetrics.verification.links.clauses import clauses, text_tokens
from exactmetrics.verification.links.findings import Findings, Link
from exactmetrics.verification.links.judged import HELD, Judged, chains_judged
from exactmetrics.verification.links.plain import ARROW, masked
from exactmetrics.verification.links.sides import Chain
from exactmetrics.verification.links.vocabulary import DENIALS

_MAY_LINK = re.compile(r"[=≈≃≅≒≐＝∼~<>≤≥≠≡⩰≊]|\\(?:approx|sim|doteq|cong|equiv|leq?|geq?|lt|gt|neq?)")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|\n\n|\|")
_WORD = re.compile(r"[^\W\d_]+")
BEFORE, BEHIND = 120, 400  # characters around an equality in which its sentence is looked for
_DIGIT = re.compile(r"\d")
_COMMENT = re.compile(r"#|//|--|%|/\*|;;|^[ \t]*'")
_ARROWS = re.compile(r"->|=>|[→⇒➜➔⟹⟶⇨]|\\(?:to|[rR]ightarrow|[lL]ongrightarrow|Longrightarrow|implies)(?![a-zA-Z])")
_WORKED = re.compile(r"[\d)}]\s?(?:[/×*÷·^+−-]|\\(?:times|cdot|div))|\\[dt]?frac|[√∛∜]")


def verify_links(
    source: str | Path,
    *,
    format: str | None = None,
    rule: RoundingRule = "nearest",
    decimal_comma: bool | None = None,
) -> Findings:
    """Every equality of a document with its verdict.

    `source` is a `Path`, or the text itself. `format` is one of "markdown", "latex", "text", "html", "notebook"; by
    default it follows from the file's name or from how the text begins. `rule` says how printed digits should have been
    rounded, `decimal_comma` how numbers are written; by default the document itself is asked. Raises `InputError` where
    a file cannot be read and `UsageError` for a format or a rule that does not exist; never for what a document holds.

    >>> findings = verify_links("Recall = TP / (TP + FN) = 60 / (60 + 25) = 0.938, precision = 4/6 = 0.66.")
    >>> [(link.left, link.right, link.word) for link in findings.judged]
    [('60 / (60 + 25)', '0.938', 'false'), ('4/6', '0.66', 'truncated')]
    >>> findings.coverage
    Coverage(links=5, judged=2, symbolic=3, unread=0)
    """
    check_rule(rule)
    opened = source_of(source, format)
    seen = opened.numerals() if decimal_comma is None else None
    comma = decimal_comma if decimal_comma is not None else bool(seen and seen.decimal_comma)
    links = list(links_of(opened, rule=rule, decimal_comma=comma))
    return Findings(links, comma, "" if seen is None else seen.evidence, opened.format)


def links_of(source: Source, *, rule: RoundingRule = "nearest", decimal_comma: bool = False) -> Iterator[Link]:
    """The links of a document one after another, without keeping any."""
    linker = _Linker(rule, decimal_comma)
    for piece in source.pieces():
        yield from linker.links(piece)


class _Linker:
    """The links of piece after piece, with what one piece leaves to the next.

    That is its last line, how many rows of a table have shown, column by column, that a cell holds the result of the
    one before it, and how many shares of the table stand beside their counts.
    """

    __slots__ = ("above", "comma", "rule", "shares", "shown")

    def __init__(self, rule: RoundingRule, decimal_comma: bool) -> None:
        self.rule, self.comma = rule, decimal_comma
        self.above = (0, "")  # the last line of the piece before: which it is, and its text
        self.shown: Counter[int] = Counter()
        self.shares = 0

    def links(self, piece: Piece) -> list[Link]:
        """The links of the next piece in reading order."""
        text = piece.text
        row = text.count("|") > 1 or ("&" in text and "\\\\" in text)
        if not row:
            self.shown.clear()
            self.shares = 0
        found = list[Link]()
        if _DIGIT.search(text) is not None:
            meets = _ARROWS.search(text) is not None or (row and _WORKED.search(text) is not None)
            if meets or _MAY_LINK.search(text) is not None or may_hold_shares(text):
                found = sorted(self._found(piece, meets), key=lambda link: (link.where.offset, link.ends.offset))
            last = text.rstrip()
            start = last.rfind("\n") + 1
            self.above = piece.position(start).line, last[start:]
        return found

    def _found(self, piece: Piece, meets: bool) -> Iterator[Link]:
        text, kind = piece.text, piece.kind
        above = self.above[1] if kind != "math" and 0 < piece.position(0).line - self.above[0] < 3 else ""
        comma, chains = _chains(text, kind, self.comma, self.rule, above)
        for chain, verdicts in chains:
            if chain.signs[0].kind == "open":
                verdicts = [self._of_share(verdict) for verdict in verdicts]
            yield from _links(piece, chain, verdicts, comma)
        if meets:
            for pair, verdict in neighbours(
                _tokens(_plain(text, kind), kind, comma), comma, self.rule, shown=self.shown
            ):
                yield from _links(piece, pair, [verdict], comma)

    def _of_share(self, verdict: Verdict | None) -> Verdict | None:
        """The verdict on a share beside its counts, now that others have shown that this is what stands there."""
        if verdict is not None and verdict.word in HELD:
            self.shares += 1
        elif verdict is not None and verdict.why == NO_SIGN and self.shares >= ENOUGH_SHARES:
            return replace(verdict, word="false", level="error", why=None)
        return verdict


@lru_cache(maxsize=2)  # the pieces of a log are often the same again and again
def _chains(text: str, kind: Kind, comma: bool, rule: RoundingRule, above: str) -> tuple[bool, list[Judged]]:
    """The chains of a piece with their verdicts, and whether it is read with decimal commas."""
    plain = _plain(text, kind)
    comma = comma_here(plain, comma)
    tokens = _tokens(plain, kind, comma)
    found = [
        judged
        for clause in clauses(tokens, plain, formula=kind == "math")
        for judged in chains_judged(clause, plain, comma, rule, above=above)
    ]
    if may_hold_shares(plain):
        found += shares(plain, tokens, comma, rule)
    return comma, found


def _plain(text: str, kind: Kind) -> str:
    return masked(text, formula=kind == "math", code=kind == "code")


def _tokens(plain: str, kind: Kind, comma: bool) -> list[Token]:
    return text_tokens(plain, comma=comma, formula=kind == "math")


def _links(piece: Piece, chain: Chain, verdicts: Sequence[Verdict | None], comma: bool) -> Iterator[Link]:
    spans = [_span(chain, at) for at in range(len(chain.sides))]
    text = piece.text
    whole = text[spans[0][0] : spans[-1][1]]
    places = [piece.position(start) for start, _ in spans]
    stops = [piece.stop(stop) for _, stop in spans]
    for at, verdict in enumerate(verdicts):
        left, right = chain.sides[at], chain.sides[at + 1]
        (a, b), (c, d) = spans[at], spans[at + 1]
        sign = chain.signs[at].text.replace(ARROW, "→")
        if verdict is not None and verdict.word in ("false", "undefined"):
            verdict = _softened(verdict, sign, piece.kind, text, a)
        yield Link(
            places[at], places[at + 1], whole, text[a:b], sign, text[c:d], left.tree, right.tree, verdict, comma,
            stops[at], stops[at + 1], text[d : d + 1] == COMMENT,
        )  # fmt: skip


def _span(chain: Chain, at: int) -> tuple[int, int]:
    """Where a side stands in the text; an empty one beside its relation."""
    side = chain.sides[at]
    if side.tokens:
        return side.span
    sign = chain.signs[min(at, len(chain.signs) - 1)]
    place = sign.position if at < len(chain.signs) else sign.position + len(sign.text)
    return place, place


def _denial(text: str, start: int) -> str:
    """The word for which a sentence may state what does not hold, or a question mark; empty where there is none."""
    if not _may_deny(text):
        return ""
    first, last = max(0, start - BEFORE), start + BEHIND
    begin = max(text.rfind(end, first, start) for end in (". ", "! ", "? ", "\n\n", "|"))
    found = _SENTENCE_END.search(text, start, last)
    sentence = text[max(begin, first) : found.start() if found else last]
    denial = next((word for word in _WORD.findall(sentence.lower()) if word in DENIALS), "")
    return denial or ("?" if found and found[0].startswith("?") else "")


@lru_cache(maxsize=2)  # asked for each of the thousand equalities that a piece may hold
def _may_deny(text: str) -> bool:
    return "?" in text or not DENIALS.isdisjoint(_WORD.findall(text.lower()))


def _softened(verdict: Verdict, sign: str, kind: str, text: str, start: int) -> Verdict:
    """A verdict of error as `unread` where the sign or the place may mean something else than equality."""
    if sign in ("==", "!="):
        why = "comparison-in-code"
    elif sign in ("≡", "\\equiv"):
        why = "congruence"
    elif relation_of(sign) not in ("=", "≈") and kind != "math":
        why = "comparison"
    elif kind != "math" and (denial := _denial(text, start)):
        return replace(verdict, word="unread", level="note", reason="", why=Why("comparison", denial))
    elif kind == "code" and not _COMMENT.search(text[text.rfind("\n", 0, start) + 1 : start]):
        why = "in-code"
    else:
        return verdict
    return replace(verdict, word="unread", level="note", reason="", why=Why(why, sign))
