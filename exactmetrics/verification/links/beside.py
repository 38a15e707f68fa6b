"""Numbers beside their working without a sign of equality: shares in brackets, results in the next cell or behind "→".

What stands side by side may have nothing to do with each other, so such a pair is a link where it holds. Where it
nearly does it is false if a word states it, a share stands beside its counts, or rows of the table above showed what
these columns mean; otherwise it is left open.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.exact.values import Irrational
from exactmetrics.expression.links import judge_link
from exactmetrics.expression.reading.tokens import Token
from exactmetrics.expression.reading.value import value_of
from exactmetrics.verification.links.clauses import CELLS
from exactmetrics.verification.links.judged import HELD, Judged, is_slip, otherwise
from exactmetrics.verification.links.plain import ARROW
from exactmetrics.verification.links.sides import Chain, Side, side_before, side_behind, whole
from exactmetrics.verification.links.vocabulary import STATES, alternatives

NO_SIGN = Why("no-equals-sign")
ENOUGH_SHARES = 3  # of a table that stand beside their counts: then all do
ENOUGH = 2  # what rows that hold must show together
_NEAR = Fraction(1, 4)  # of the value: further apart, two numbers have little to do with each other
_ENDS = frozenset({"break", "row", "relation", "stop", "wide"})
_BORDERS = frozenset({"break", "row"})

_COUNT = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,9})"
_OF = rf"(?:[/÷∕]|(?<=\s)(?:out )?(?:{alternatives('share_of')})(?: (?:the|den|der|les|los|las|die))?(?=\s))"
_COUNTS = rf"{_COUNT}\s?{_OF}\s?{_COUNT}(?![\w/^*]|[.,][0-9])"
_DECIMAL = r"[01]?[.,][0-9]{1,12}"
_PERCENTAGE = r"[0-9]{1,3}(?:[.,][0-9]{1,8})?\s?\\?%"
_SHARE = rf"(?:{_PERCENTAGE}|{_DECIMAL})"
_HEDGE = rf"(?:{alternatives('hedges')})"
_SAYS = rf"(?:(?:{alternatives('states', 'may_state')}|d\. ?h\.|that is)(?:,| {_HEDGE})?|{_HEDGE})"
_AGAIN = rf"(?:{alternatives('again', 'hedges')}|i\.e\.)"
_WORKING = r"[0-9(][0-9.,\s+*/×÷()-]{2,80}"
_PAIR = re.compile(
    rf"(?<![\w.,/^+*×-])(?:(?P<share>{_SHARE})\s?(?P<opens>[(\[])\s?(?:(?P<quotient>{_COUNTS})(?=\s?[)\];,:])"
    rf"|(?P<working>{_WORKING}?)(?=\s?[)\]](?:[\s.,;:]|$)))"
    rf"|(?P<counts>{_COUNTS})(?:(?:\s[^\W\d_]{{2,20}}){{0,3}}\s?(?P<bracket>[(\[])\s?(?P<inside>{_SHARE})(?=\s?[)\];]|,(?!\s?[0-9.]))"
    rf"|,?\s(?P<says>{_SAYS})\s(?P<said>{_SHARE})(?![\w%/]|[.,][0-9]))"
    rf"|(?P<decimal>{_DECIMAL})(?:\s?(?P<opening>\()(?:{_AGAIN},?\s?)?|,?\s(?P<again>{_AGAIN})\s)(?P<percentage>{_PERCENTAGE})"
    r"(?![\w/]|[ -]?(?:C\.?I|[Cc]onfidence|KI|Konfidenz|IC|interval)))"  # the level of an interval is no share
)
_MAY_BE = re.compile(
    rf"[0-9%](?:\s[^\W\d_]{{2,20}}){{0,3}}\s?[(\[]\s?(?:{_AGAIN},?\s?)?[0-9.,(]|[0-9],?\s(?:{_SAYS}|{_AGAIN})\s[0-9.,]"
)


def may_hold_shares(text: str) -> bool:
    """Whether a share and counts may stand side by side in a text."""
    return _MAY_BE.search(text) is not None


def shares(text: str, tokens: Sequence[Token], comma: bool, rule: RoundingRule) -> Iterator[Judged]:
    """Pairs of a share and what it is worked out from, in the order of the text, with verdicts.

    `90% (45/50)`, `45 of 50 (90%)`, `3/8 is 0.375`, `80% [200/(200+50)]`, and `0.885 (88.5 %)`.
    """
    for found in _PAIR.finditer(text):
        first, sign, second = ((name, *found.span(name)) for name in _names(found))
        sides = [_side(tokens, name, (start, stop), comma) for name, start, stop in (first, second)]
        counts, share = sides[::-1] if first[0] == "share" else sides
        verdict = _verdict(counts, share, rule, found)
        place = _first(tokens, sign[1])
        if verdict is not None and place < len(tokens):
            yield Chain(sides, ["="], [tokens[place]]), [verdict]


def _names(found: re.Match[str]) -> tuple[str, str, str]:
    """The groups of what was found: the two sides with what stands between them in the middle."""
    if found["share"]:
        return "share", "opens", "quotient" if found["quotient"] else "working"
    if found["decimal"]:
        return "decimal", "opening" if found["opening"] else "again", "percentage"
    return ("counts", "bracket", "inside") if found["bracket"] else ("counts", "says", "said")


def _side(tokens: Sequence[Token], name: str, span: tuple[int, int], comma: bool) -> Side:
    inside = tokens[_first(tokens, span[0]) : _first(tokens, span[1])]
    if name in ("quotient", "counts") and len(inside) > 2 and inside[0].kind == inside[-1].kind == "number":
        between = Token("over", "/", inside[1].position, True)  # a sign of division, or a word or two
        inside = [inside[0], between, inside[-1]]
    return whole(inside, comma)


def _first(tokens: Sequence[Token], place: int) -> int:
    """Which token, of all in their order, is the first one that begins at a place or behind it."""
    return bisect_left(tokens, place, key=lambda token: token.position)


def _verdict(counts: Side, share: Side, rule: RoundingRule, found: re.Match[str]) -> Verdict | None:
    """The verdict on a share; None where the pair is none."""
    if counts.tree is None or share.tree is None:
        return None
    quotient = value_of(counts.tree)
    if not isinstance(quotient, Fraction) or quotient > 1 or (found["working"] and not counts.worked):
        return None
    verdict = judge_link(counts.tree, share.tree, relation="≈", rule=rule)
    if verdict.word in HELD:
        return verdict
    if found["decimal"]:  # said again, or something else
        return verdict if is_slip(counts, share) else None
    if found["working"] and not are_near(counts, share):
        return None
    says = (found["says"] or "").split()
    if (says and says[0] in STATES) or are_near(counts, share) or is_slip(counts, share):
        return verdict
    return replace(verdict, word="unread", level="note", why=NO_SIGN)


def are_near(left: Side, right: Side) -> bool:
    """Whether two sides that were read are so near each other that it is no chance; whole ones are not."""
    assert left.tree is not None
    assert right.tree is not None
    a, b = value_of(left.tree), value_of(right.tree)
    if not isinstance(a, (Fraction, Irrational)) or not isinstance(b, Fraction) or b.denominator == 1:
        return False
    return abs(Fraction(float(a)) - b) < abs(b) * _NEAR


def neighbours(
    tokens: Sequence[Token], comma: bool, rule: RoundingRule, *, shown: Counter[int]
) -> Iterator[tuple[Chain, Verdict]]:
    """Pairs of a piece of arithmetic and the number in the next cell or behind an arrow, with verdicts.

    `shown` says by column how much the rows that held so far have shown, and is added to.
    """
    column = 0
    for at, token in enumerate(tokens):
        if token.kind == "row":
            column = 0
        cell = token.text in CELLS
        if token.kind != "break" or not (cell or token.text == ARROW):
            continue
        column += cell and at > 0 and tokens[at - 1].kind not in _BORDERS
        if not at or tokens[at - 1].kind in _ENDS:
            continue
        start, begin = _start(tokens, at), at + 1
        while cell and begin < len(tokens) and tokens[begin].kind == "break" and tokens[begin].text in CELLS:
            begin += 1  # web pages have one sign for the end of a cell and one for the beginning of the next
        stop = begin
        while stop < len(tokens) and tokens[stop].kind not in _ENDS | {"open", "close"}:
            stop += 1
        before, after = tokens[start:at], tokens[begin:stop]
        if not after or (cell and not _whole_cells(tokens, start, at, begin, stop)):
            continue
        left, right = side_before(before, comma), side_behind(after, comma)
        proved = cell and shown[column] >= ENOUGH
        verdict = _of_neighbours(left, right, comma, rule, proved)
        if verdict is None or (cell and not proved and _is_whole(right)):
            continue
        if cell and verdict.word in HELD and not _is_whole(right):
            # at three digits it is no chance, exactly or at two digits it may be one
            digits = len(right.number.replace(",", ".").partition(".")[2])
            shown[column] += ENOUGH if digits >= 3 else 1 if digits == 2 or verdict.word == "exact" else 0
        yield Chain([left, right], ["≈"], [token]), verdict


def _is_whole(right: Side) -> bool:
    """Whether the number is a whole one, as counts and numbers of rows are."""
    return right.number.isdigit() and not any(token.kind == "percent" for token in right.tokens)


def _start(tokens: Sequence[Token], at: int) -> int:
    """Where the clause before a place begins."""
    depth = 0
    while at and tokens[at - 1].kind not in _ENDS:
        depth += (tokens[at - 1].kind == "close") - (tokens[at - 1].kind == "open")
        if depth < 0:
            break
        at -= 1
    return at


def _whole_cells(tokens: Sequence[Token], start: int, at: int, begin: int, stop: int) -> bool:
    """Whether two cells hold nothing but arithmetic, the first perhaps a name set equal to it."""
    if start and tokens[start - 1].kind == "relation":
        name = _start(tokens, start - 1)
        if name == start - 1 or not side_before(tokens[name : start - 1], False).symbolic:
            return False
        opens = name
    else:
        opens = start
    ends = (not opens or tokens[opens - 1].kind in _BORDERS, stop >= len(tokens) or tokens[stop].kind in _BORDERS)
    words = {"word", "junk", "wide", "symbol", "group"}
    return all(ends) and all(words.isdisjoint(t.kind for t in cell) for cell in (tokens[start:at], tokens[begin:stop]))


def _of_neighbours(left: Side, right: Side, comma: bool, rule: RoundingRule, proved: bool) -> Verdict | None:
    if left.tree is None or right.tree is None or left.quiet or right.quiet or not (left.worked and right.number):
        return None
    verdict = judge_link(left.tree, right.tree, relation="≈", rule=rule)
    verdict = verdict if verdict.word in HELD else otherwise(left, "≈", right, comma, rule) or verdict
    if verdict.word in HELD:
        return verdict
    if verdict.word != "false" or left.doubt or right.doubt:
        return None
    if proved and not _is_whole(right):
        return verdict
    return replace(verdict, word="unread", level="note", why=NO_SIGN) if are_near(left, right) else None
