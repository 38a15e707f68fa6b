"""Shares stated beside their counts, without a sign of equality: `90% (45/50)`, `45 of 50 (90%)`, `3/8 is 0.375`.

What stands side by side may have nothing to do with each other, so such a pair is a link where it holds, false where it
nearly does, and unread where the two are far apart.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.expression.links import judge_link
from exactmetrics.expression.reading.tokens import Token
from exactmetrics.expression.reading.value import value_of
from exactmetrics.verification.arithmetic.alternatives import HELD
from exactmetrics.verification.arithmetic.chains import SideChain
from exactmetrics.verification.arithmetic.neighbours import are_near
from exactmetrics.verification.arithmetic.sides import Side, whole
from exactmetrics.verification.arithmetic.words import OF

_COUNT = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,9})"
_OF = rf"(?:[/÷∕]|(?<=\s)(?:out )?(?:{OF}|sur|su)(?: (?:the|den|der|les|los|las|die))?(?=\s))"
_COUNTS = rf"{_COUNT}\s?{_OF}\s?{_COUNT}(?![\w/^*]|[.,][0-9])"
_SHARE = r"(?:[0-9]{1,3}(?:[.,][0-9]{1,8})?\s?\\?%|[01]?[.,][0-9]{1,12})"
_SAYS = r"(?:is|are|equals|gives|yields|i\.e\.,?|that is,?|or|ist|sind|ergibt|d\. ?h\.|oder|soit|donne|ou|es|da|è|é)"
_SURE = frozenset({"is", "equals", "gives", "yields", "ist", "ergibt"})
_PAIR = re.compile(
    rf"(?<![\w.,/^+*×-])(?:(?P<share>{_SHARE})\s?(?P<opens>[(\[])\s?(?P<quotient>{_COUNTS})(?=\s?[)\];,:])"
    rf"|(?P<counts>{_COUNTS})(?:(?:\s[^\W\d_]{{2,20}}){{0,3}}\s?(?P<bracket>[(\[])\s?(?P<inside>{_SHARE})(?=\s?[)\];,])"
    rf"|,?\s(?P<says>{_SAYS})\s(?P<said>{_SHARE})(?![\w%/]|[.,][0-9])))"
)
_MAY_BE = re.compile(rf"[0-9%](?:\s[^\W\d_]{{2,20}}){{0,3}}\s?[(\[]\s?[0-9.,]|[0-9],?\s{_SAYS}\s[0-9.,]")


def may_hold_shares(text: str) -> bool:
    """Whether a share and counts may stand side by side in a text.

    >>> may_hold_shares("90% (45/50)"), may_hold_shares("3/8 is 0.375"), may_hold_shares("3 (or 4) of them")
    (True, True, False)
    """
    return _MAY_BE.search(text) is not None


def shares(
    text: str, tokens: Sequence[Token], comma: bool, rule: RoundingRule
) -> Iterator[tuple[SideChain, list[Verdict | None]]]:
    """Pairs of a share and the counts that it is the quotient of, in the order of the text, with verdicts.

    >>> from exactmetrics.expression.reading.tokens import tokenize
    >>> from exactmetrics.verification.arithmetic.marks import marked
    >>> text = "Sensitivity was 90% (45/50), specificity 45 of 60 (76%)."
    >>> found = shares(text, marked(tokenize(text), formula=False), False, "nearest")
    >>> [verdict.word for _, verdicts in found for verdict in verdicts]
    ['exact', 'false']
    """
    for found in _PAIR.finditer(text):
        behind = found["share"] is not None
        name = "share" if behind else "inside" if found["bracket"] else "said"
        counts = _quotient(_tokens(tokens, found.span("quotient" if behind else "counts")))
        sides = whole(counts, comma), whole(_tokens(tokens, found.span(name)), comma)
        verdict = _verdict(*sides, rule, said=found["says"] in _SURE)
        place = found.start("opens" if behind else "bracket" if found["bracket"] else "says")
        sign = _first(tokens, place)
        if verdict is not None and sign < len(tokens):
            yield SideChain(list(reversed(sides) if behind else sides), ["="], [tokens[sign]]), [verdict]


def _first(tokens: Sequence[Token], place: int) -> int:
    """Which token, of all in their order, is the first one that begins at a place or behind it."""
    return bisect_left(tokens, place, key=lambda token: token.position)


def _tokens(tokens: Sequence[Token], span: tuple[int, int]) -> Sequence[Token]:
    return tokens[_first(tokens, span[0]) : _first(tokens, span[1])]


def _quotient(tokens: Sequence[Token]) -> list[Token]:
    """Two counts with a sign of division for what stands between them, a word or two perhaps."""
    between = tokens[1:-1]
    if len(tokens) < 3 or tokens[0].kind != "number" or tokens[-1].kind != "number":
        return []
    return [tokens[0], Token("over", "/", between[0].position, True), tokens[-1]]


def _verdict(counts: Side, share: Side, rule: RoundingRule, *, said: bool) -> Verdict | None:
    """The verdict on a share of counts, `said` to be equal; None where they are no share."""
    if counts.tree is None or share.tree is None:
        return None
    quotient = value_of(counts.tree)
    if not isinstance(quotient, Fraction) or quotient > 1:
        return None
    verdict = judge_link(counts.tree, share.tree, relation="≈", rule=rule)
    if verdict.word in HELD or said or are_near(counts, share):
        return verdict
    return Verdict("unread", "note", verdict.printed, verdict.value, verdict.difference, why=Why("no-equals-sign"))
