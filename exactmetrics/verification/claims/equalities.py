"""Names set equal to numbers, in running text and formulas: `Recall_K = 60/(60+25) = 0.706`, `the accuracy is 85 %`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from exactmetrics.expression.reading.tokens import tokenize
from exactmetrics.verification.arithmetic.chains import SideChain, chains_of
from exactmetrics.verification.arithmetic.clauses import clauses
from exactmetrics.verification.arithmetic.formulas import with_formulas
from exactmetrics.verification.arithmetic.marks import marked
from exactmetrics.verification.arithmetic.masks import masked
from exactmetrics.verification.arithmetic.numerals import comma_here
from exactmetrics.verification.arithmetic.sides import Side
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item, Vocabulary
from exactmetrics.verification.claims.names import LETTERED, REACH, name_before, read_name
from exactmetrics.verification.claims.numbers import goes_on, is_factor, number_at, printed_side
from exactmetrics.verification.documents.pieces import Kind

_RELATION = re.compile(r"[=≈≃≅]|\\approx|\\simeq")
_LINKING = ("verb", "of")


@dataclass(slots=True)
class Equality:
    """A name, the digits printed for it with their place in the text, and the arithmetic before them."""

    name: Name
    printed: str
    start: int
    end: int
    expression: str | None = None


def equalities(text: str, kind: Kind, vocabulary: Vocabulary, *, decimal_comma: bool) -> list[Equality]:
    """What a text says of names, in reading order.

    >>> text = "Recall_K = 60/85 = 0.706. The accuracy is 85 %."
    >>> [(e.name.metric, e.printed, e.expression) for e in equalities(text, "prose", Vocabulary(), decimal_comma=False)]
    [('recall', '0.706', '60/85'), ('accuracy', '85 %', None)]
    """
    if not any(c.isdigit() for c in text):
        return []
    items = vocabulary.items(text)
    if not any(_names_something(item) for item in items):
        return []
    comma = comma_here(text, decimal_comma)
    found = {one.start: one for one in _said(text, items, comma)}
    if _RELATION.search(text):
        for one in _chained(text, kind, items, comma):
            found[one.start] = one
    return [found[start] for start in sorted(found) if not _is_count_of_letter(found[start])]


def _is_count_of_letter(one: Equality) -> bool:
    """Whether a letter that could be a rate is a count: `P_A = 53`, the samples predicted as A."""
    return one.name.weak is LETTERED and one.printed.isdigit() and int(one.printed) > 1


def _names_something(item: Item) -> bool:
    return any(role in item.roles for role in ("metric", "weak", "count", "letter")) or item.text == "N"


def _said(text: str, items: Sequence[Item], comma: bool) -> Iterator[Equality]:
    """Names with a number right behind them: after a sign, a colon, or a word such as "is"."""
    for at, item in enumerate(items):
        if item.sort != "number" or item.sub or at < 2:
            continue
        back = at
        while back > 0 and (items[back - 1].sort == "link" or any(r in items[back - 1].roles for r in _LINKING)):
            back -= 1
        if back == at or back == 0:
            continue
        name = _first_name(items, back, text)
        number = number_at(text, item.start, comma)
        if name is None or number is None or goes_on(text, number[1]):
            continue
        if items[at - 1].sort != "link" and name.count == "n":
            continue
        if _told_apart(items, at, number[1], name):
            yield Equality(name, number[0], item.start, number[1])


def _first_name(items: Sequence[Item], at: int, text: str) -> Name | None:
    """The name before a relation; of several set equal, `Recall_micro = Precision_micro = 0.52`, the first."""
    name = name_before(items, at, text)
    begin = at
    while begin > max(0, at - REACH) and items[begin - 1].sort not in ("link", "break", "number"):
        begin -= 1
    if name is None or begin == 0 or items[begin - 1].text not in "=≈" or read_name(items[begin:at]) is None:
        return name
    return name_before(items, begin - 1, text) or name


def _said_name(items: Sequence[Item], at: int, text: str) -> Name | None:
    """The name that a word such as "is" joins to what begins at an item."""
    back = at
    while back > 0 and any(role in items[back - 1].roles for role in _LINKING):
        back -= 1
    return _first_name(items, back, text) if 0 < back < at else None


def _told_apart(items: Sequence[Item], at: int, end: int, name: Name) -> bool:
    """Whether nothing in the sentence says that the number is about something else; a class behind it is taken over."""
    for item in _sentence(items, at):
        if "blocker" in item.roles and "metric" not in item.roles and "label" not in item.roles:
            return False
    after = at
    while after < len(items) and items[after].start < end:
        after += 1
    tail = items[after : after + 5]
    if tail and tail[0].sort == "word" and "glue" in tail[0].roles:
        known = [item for item in tail[1:4] if item.sort in ("word", "number")]
        for place, item in enumerate(known):
            if "class" in item.roles and place + 1 < len(known):
                label = known[place + 1].roles.get("label", known[place + 1].text)
                if name.label not in (None, label) or name.average:
                    return False
                name.label = label
                return True
            if "glue" not in item.roles and "filler" not in item.roles:
                return False
    if len(tail) > 1 and tail[0].text in "([" and "average" in tail[1].roles:
        if name.average not in ("", tail[1].roles["average"]) or name.label:
            return False
        name.average = tail[1].roles["average"]
    return True


def _sentence(items: Sequence[Item], at: int) -> Iterator[Item]:
    """The items of the sentence around a place, as far as 40 to each side."""
    for back in range(at - 1, max(-1, at - 40), -1):
        if items[back].sort == "break" or items[back].text in ".!?。":
            break
        yield items[back]
    for forth in range(at + 1, min(len(items), at + 40)):
        if items[forth].sort == "break" or items[forth].text in ".!?。":
            break
        yield items[forth]


def _chained(text: str, kind: Kind, items: Sequence[Item], comma: bool) -> Iterator[Equality]:
    """Names that begin a chain of equalities."""
    formula = kind == "math"
    plain = masked(text if formula else with_formulas(text), formula=formula, code=kind == "code")
    tokens = marked(tokenize(plain, decimal_comma=comma, thousands=True), formula=formula)
    starts = [item.start for item in items]
    for clause in clauses(tokens, plain):
        for chain in chains_of(clause, comma):
            yield from _of_chain(text, chain, items, starts, comma)


def _of_chain(
    text: str, chain: SideChain, items: Sequence[Item], starts: Sequence[int], comma: bool
) -> Iterator[Equality]:
    name: Name | None = None
    expression: Side | None = None
    for at, side in enumerate(chain.sides):
        if side.symbolic:
            if name is None and at < len(chain.signs):
                place = bisect_left(starts, chain.signs[at].position)
                begin = bisect_left(starts, chain.signs[at - 1].position) + 1 if at else 0
                name = read_name(items[begin:place]) if at else _first_name(items, place, text)
            if expression is not None:
                break
            continue
        if at == 0:
            name = _said_name(items, bisect_left(starts, side.span[0]), text)
        if name is None or side.tree is None:
            continue
        start, end = side.span
        printed = printed_side(text, start, end, comma, final=at == len(chain.sides) - 1 or expression is not None)
        if printed is None:
            expression = expression or side
            continue
        told = None if expression is None else text[slice(*expression.span)].strip()
        place = min(bisect_left(starts, start), len(items) - 1)
        is_ratio = "/" in printed[0]
        if not (is_ratio and is_factor(text, printed[1])) and _told_apart(items, place, printed[1], name):
            yield Equality(replace(name), printed[0], start, printed[1], told)
