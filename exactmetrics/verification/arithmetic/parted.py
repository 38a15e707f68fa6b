"""A chain cut in two at a sign that parts equalities instead of working with numbers: a dash, a slash, a bullet.

`3/4 = 0.75 – 2/4 = 0.5` holds nowhere as one chain and everywhere as two. Where only the first of the two holds, what
the sign means is left open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.expression.reading.tokens import Token
from exactmetrics.verification.arithmetic.alternatives import HELD
from exactmetrics.verification.arithmetic.chains import SideChain, judged
from exactmetrics.verification.arithmetic.marks import OPERANDS, OPERATORS
from exactmetrics.verification.arithmetic.sides import whole

Judged = tuple[SideChain, list[Verdict | None]]
_WRONG = frozenset({"false", "interval"})
_PARTING = frozenset({"sign", "times", "over"})
_LONGEST = 60  # tokens of a side that is looked through
_CUTS = 6  # tried of one side


def parted(
    chain: SideChain, verdicts: list[Verdict | None], comma: bool, rule: RoundingRule
) -> Iterator[tuple[SideChain, list[Verdict | None]]]:
    """The chain with its verdicts, or the chains that it falls into where a side is the end of one and another begins.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.chains import chains_of
    >>> chain, = chains_of(tokenize("3/4 = 0.75 - 2/4 = 0.5"), False)
    >>> [[v.word for v in found if v] for _, found in parted(chain, judged(chain, False, "nearest"), False, "nearest")]
    [['exact'], ['exact']]
    """
    at = 1
    while at < len(chain.sides) - 1:
        cut = _cut(chain, verdicts, at, comma, rule)
        if cut is None:
            at += 1
            continue
        first, (chain, verdicts) = cut
        yield first
        at = 1
    yield chain, verdicts


def _cut(
    chain: SideChain, verdicts: Sequence[Verdict | None], at: int, comma: bool, rule: RoundingRule
) -> tuple[Judged, Judged] | None:
    """The chain up to part of the side at that place and from there on, if the sign in it parts them."""
    before, after = verdicts[at - 1], verdicts[at]
    if before is None or after is None or before.word not in _WRONG or after.word not in _WRONG:
        return None
    best: tuple[Judged, Judged] | None = None
    for left, right, dash in _halves(chain.sides[at].tokens):
        first = SideChain([*chain.sides[:at], whole(left, comma)], chain.relations[:at], chain.signs[:at])
        second = SideChain([whole(right, comma), *chain.sides[at + 1 :]], chain.relations[at:], chain.signs[at:])
        ends, begins = judged(first, comma, rule), judged(second, comma, rule)
        if not _holds(ends[-1]):
            continue
        if _holds(begins[0]):
            return (first, ends), (second, begins)
        if best is None and dash and begins[0] is not None and _worked(right):
            begins[0] = replace(begins[0], word="unread", level="note", why=Why("parting-dash"))
            best = (first, ends), (second, begins)
    return best


def _halves(tokens: Sequence[Token]) -> Iterator[tuple[Sequence[Token], Sequence[Token], bool]]:
    """What stands before and behind each sign set apart outside brackets, and whether it is a dash."""
    depth = tried = 0
    for at, token in enumerate(tokens[:_LONGEST]):
        depth += (token.kind == "open") - (token.kind == "close")
        if depth or token.kind not in _PARTING or not token.spaced or not 0 < at < len(tokens) - 1:
            continue
        if tokens[at - 1].kind not in OPERANDS:
            continue
        tried += 1
        if tried > _CUTS:
            return
        dash = token.kind == "sign" and token.text != "+"
        if tokens[at + 1].spaced:
            yield tokens[:at], tokens[at + 1 :], dash
        if token.kind == "sign":
            yield tokens[:at], tokens[at:], dash


def _holds(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.word in HELD and verdict.word != "interval"


def _worked(tokens: Sequence[Token]) -> bool:
    """Whether something is worked out, behind a sign at the beginning."""
    return any(token.kind in OPERATORS or token.kind == "frac" for token in tokens[1:])
