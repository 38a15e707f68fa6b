"""Names set equal to numbers, in running text and formulas: `Recall_K = 60/(60+25) = 0.706`, `the accuracy is 85 %`."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Sequence

from exactmetrics.expression.reading.numerals import comma_here
from exactmetrics.verification.claims.coordinated import joined_names
from exactmetrics.verification.claims.found import Name
from exactmetrics.verification.claims.lexicon import Item, Vocabulary
from exactmetrics.verification.claims.names import is_class_letter
from exactmetrics.verification.claims.near import beside_names
from exactmetrics.verification.claims.numbers import is_term, printed_side
from exactmetrics.verification.claims.prose import Prose
from exactmetrics.verification.claims.said import Equality, first_name, own_start, settled, with_dots
from exactmetrics.verification.claims.unnamed import unnamed
from exactmetrics.verification.claims.wording import LETTERED, read_name
from exactmetrics.verification.documents.pieces import Kind
from exactmetrics.verification.links.clauses import clauses, text_tokens
from exactmetrics.verification.links.plain import masked
from exactmetrics.verification.links.sides import Chain, Side, chains_of

_RELATION = re.compile(r"[=≈≃≅≒∼~]|\\approx|\\sim")
_DIVIDED = re.compile(r"[/÷]|\\[dt]?frac|[0-9)]\s?[:：]\s?[0-9(]")
_OUT_OF = re.compile(r"(?<=[0-9]) (?:(?:out )?of|von|sur|de|di|van|av|z|из) (?=[0-9])")
_INDENT = re.compile(r"[ \t]*(?:[-*+•–][ \t]+|[0-9a-zA-Z]{1,2}[.)][ \t]+)?")
_OPENING = re.compile(r"(?:[\s$&]|\\\[|\\\(|\\(?:displaystyle|begin\{[a-z]{1,20}\*?\}))*")  # before a formula
_COUNTED = re.compile(r"(?:[*\s$]|\\\()*(?:[0-9]\s?[*·×]?\s?)?[^\W\d_]{1,4}[\s}]*")  # what TP / (TP + FP) divides
_WHOLE = ("1", "100%", "100 %", "100\\%", "100 \\%")  # of which the rest is taken away
_DASH = re.compile(r"[\s}]{0,3}[-–−/·*]")  # which may as well part one value from the next: "1.0 - F1 = 0.8"
_LINKING = ("verb", "of", "hedge")
MOST_WORDS = 6  # of a name that nothing parts from its working
FAR = 200  # words and signs between a colon and the relation of a formula behind it


def equalities(text: str, kind: Kind, vocabulary: Vocabulary, *, decimal_comma: bool) -> list[Equality]:
    """What a text says of names, in reading order, and the numbers near a name that are no claims, each with why.

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
    found = {one.start: one for one in Prose(text, items, comma).said()}
    if _RELATION.search(text):
        for one in _chained(text, kind, items, comma):
            if one.start not in found or not one.why:
                found[one.start] = one
    starts = sorted(found)
    for one in beside_names(text, items, comma):
        begin = text.rfind(one.expression, 0, one.start) if one.expression else one.start
        after = bisect_right(starts, begin)
        if after == len(starts) or starts[after] >= one.start:  # else it is a step of a chain that is read
            found.setdefault(one.start, one)
            insort(starts, one.start)
    letters = {one.name.metric for one in found.values() if one.name.weak is LETTERED}
    return [
        with_dots(text, one)
        for _, one in sorted(found.items())
        if not (_is_count_of_letter(one) or _is_lone_letter(one, len(letters)))
    ]


def _is_count_of_letter(one: Equality) -> bool:
    """Whether a letter that could be a rate is a count: `P_A = 53`, the samples predicted as A."""
    return one.name.weak is LETTERED and one.printed.isdigit() and int(one.printed) > 1


def _is_lone_letter(one: Equality, letters: int) -> bool:
    """Whether a letter may be anything: `P = 0.03`, with no class, no average, no arithmetic and no other letter."""
    alone = one.name.weak is LETTERED and not (one.name.label or one.name.average or one.expression)
    return alone and letters < 2


def _names_something(item: Item) -> bool:
    return any(role in item.roles for role in ("metric", "weak", "count", "letter")) or item.text == "N"


def _said_name(items: Sequence[Item], at: int, text: str) -> Name | None:
    """The name that a word such as "is" joins to what begins at an item."""
    back = at
    while back > 0 and any(role in items[back - 1].roles for role in _LINKING) and not is_class_letter(items, back - 1):
        back -= 1
    return _only_name(items, back, text) if 0 < back < at else None


def _worked_name(text: str, chain: Chain, items: Sequence[Item], starts: Sequence[int]) -> Name | None:
    """The name whose whole working follows: `Precision: 40/(40+20) = 0.667`, with no other relation on its line.

    A colon stands between them, or the name begins the line and nothing does.
    """
    (start, end), stop = chain.sides[0].span, chain.sides[-1].span[1]
    at = bisect_left(starts, start)
    if len(chain.sides) < 2 or not 0 < at < len(items):
        return None
    divided = _DIVIDED.search(text, start, end) or _OUT_OF.search(text, start, end)
    if divided is None or _RELATION.search(text[stop:].partition("\n")[0]):
        return None  # one step of several
    if items[at - 1].text in (":", "："):
        return _only_name(items, at - 1, text)
    line = text.rfind("\n", 0, start) + 1
    begin = bisect_left(starts, _INDENT.match(text, line).end())  # type: ignore[union-attr]
    return read_name(items[begin:at]) if 0 < at - begin <= MOST_WORDS else None


def _before_relation(text: str, span: tuple[int, int], items: Sequence[Item], place: int, sign: int) -> Name | None:
    """The name that a side with letters is, or the one before its colon: `Score F1 : 2 · 3/(2 · 3 + 1) = 0.857`.

    The side may be the formula of the name, `Recall: TP/(TP + FN) = 43/45`, or its letter, `Recall: R = 43/45`.
    """
    name = _only_name(items, place, text)
    near = range(place - 1, max(0, place - FAR), -1)
    colon = next((at for at in near if items[at].text in (":", "：")), 0)
    if not colon or not (items[colon].start >= span[0] or _opens(text, items[colon].end, span[0])):
        return name
    if (name is None or not name.metric) and _DIVIDED.search(text, items[colon].end, sign):
        return _only_name(items, colon, text)
    if name is not None and name.weak is LETTERED and not (name.label or name.average) and place - colon == 2:
        full = _only_name(items, colon, text)
        return full if full is not None and full.metric == name.metric else name
    return name


def _opens(text: str, start: int, end: int) -> bool:
    """Whether a formula begins behind a colon at `start`, of which the side at `end` is all but what it divides."""
    divides = text[end : end + 1] in ("/", "÷") and _COUNTED.fullmatch(text, start, end) is not None
    return divides or _OPENING.fullmatch(text, start, end) is not None


def _only_name(items: Sequence[Item], at: int, text: str) -> Name | None:
    """The name before an item, unless it is the last one of several."""
    return None if joined_names(items, at) else first_name(items, at, text)


def _chained(text: str, kind: Kind, items: Sequence[Item], comma: bool) -> Iterator[Equality]:
    """Names that begin a chain of equalities."""
    formula = kind == "math"
    plain = masked(text, formula=formula, code=kind == "code")
    tokens = text_tokens(plain, comma=comma, formula=formula)
    starts = [item.start for item in items]
    for clause in clauses(tokens, plain):
        opened: tuple[int, Name] | None = None  # where a side goes on as algebra, and the name that is set equal to it
        for chain in chains_of(clause, comma):
            name = opened[1] if opened is not None and chain.sides[0].span[0] == opened[0] else None
            named = list(_of_chain(text, chain, items, starts, comma, name))
            last = named[-1] if named else None
            is_open = last is not None and is_term(text, last.printed, last.start, last.end)
            sure = is_open and last is not None and (last.printed in _WHOLE or not _DASH.match(text, last.end))
            opened = (last.start, last.name) if last is not None and sure else None
            yield from named[: len(named) - is_open] or unnamed(text, chain, items, starts, comma)


def _of_chain(
    text: str,
    chain: Chain,
    items: Sequence[Item],
    starts: Sequence[int],
    comma: bool,
    carried: Name | None = None,
) -> Iterator[Equality]:
    """The numbers that a chain sets its names equal to; `carried` is the name that is set equal to its first side."""
    name: Name | None = carried
    expression: Side | None = None
    for at, side in enumerate(chain.sides):
        if side.symbolic:
            if name is None and at < len(chain.signs):
                place = bisect_left(starts, chain.signs[at].position)
                begin = bisect_left(starts, chain.signs[at - 1].position) + 1 if at else 0
                sign = chain.signs[at].position
                name = read_name(items[begin:place]) if at else _before_relation(text, side.span, items, place, sign)
            if expression is not None:
                break
            continue
        if at == 0:
            name = _said_name(items, bisect_left(starts, side.span[0]), text) or _worked_name(
                text, chain, items, starts
            )
        if name is None or side.tree is None:
            continue
        start, end = side.span
        printed = printed_side(text, start, end, comma, final=at == len(chain.sides) - 1 or expression is not None)
        if printed is None:
            expression = expression or side
            continue
        told = None if expression is None else _OUT_OF.sub("/", text[slice(*expression.span)].strip())
        place = min(bisect_left(starts, start), len(items) - 1)
        if is_term(text, *printed):
            yield Equality(name, *printed)
            break
        own = own_start(items, place, text)
        is_told = told is not None or carried is not None
        meant, sure = settled(text, items, name, printed, place, own, printed[2], told=is_told)
        yield Equality(meant, *printed, told, "" if sure else "about")
