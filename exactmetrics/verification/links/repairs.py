"""What may have been meant by an equality that does not hold: the one-edit repairs, ranked.

Every repair makes the link right at the digits printed. Where several fit, none is said to be the one: the digits
cannot decide, and which of the numbers is wrong is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import Printed
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Number, Root, Symbolic
from exactmetrics.expression.links import judge_link, printed_in
from exactmetrics.expression.nodes import Expr
from exactmetrics.expression.reading.grammar import parse
from exactmetrics.expression.reading.tokens import Relation, Token, relation_of, tokenize
from exactmetrics.verification.arithmetic.hundredfold import without_unit
from exactmetrics.verification.arithmetic.marks import marked
from exactmetrics.verification.arithmetic.masks import masked
from exactmetrics.verification.links.edits import CLASSES, KINDS, Edit, typos
from exactmetrics.verification.links.findings import Link
from exactmetrics.verification.links.trials import Trials, edited

SHOWN = 5
LONGEST = 120  # tokens of an expression that is searched
TRIED = 4_000  # edits at most
_FITS: tuple[str, ...] = ("exact", "rounded", "tie")
_SLIPS = frozenset({"digit", "operand-transposed"})
_SKIPPED = frozenset({"word", "symbol", "edge", "junk", "break", "wide", "row"})
_LIKELY = KINDS.index("result-transposed") - 1  # of two signs that fit, a number that stands near by is the stronger
_ZEROS = re.compile(r"(?<=\d[.,]\d\d)0+(?!\d)")
_NUMBER = re.compile(r"(?<![\d.,])\d+(?:[.,]\d+)?(?![\d])")


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to make a link right: its `kind` (one of `KINDS`), both sides then, what was replaced by what."""

    kind: str
    left: str
    right: str
    old: str
    new: str


def repairs(
    link: Link,
    nearby: Sequence[str] = (),
    *,
    limit: int = SHOWN,
    inputs: bool = True,
    trials: Trials | None = None,
) -> tuple[Repair, ...]:
    """The one-edit repairs of a false link, the likeliest first, at most `limit`.

    `nearby` are numbers that stand near it in the document, the nearest first: each may be the one that was meant. The
    last resort, the right result in the place of the printed one, is among them where there is room. With `inputs`,
    where no edit makes it right, a slip of the pen is searched after which it is right for decimals that are rounded.
    `trials` bounds how many edits are tried.

    >>> from exactmetrics.verification.links.document_links import verify_links
    >>> link, = verify_links("1 + 1 / 2 = 1").judged
    >>> [(repair.kind, repair.left, repair.right) for repair in repairs(link)][:2]
    [('bracket', '(1 + 1) / 2', '1'), ('digit', '1 + 0 / 2', '1')]
    """
    if link.word not in ("false", "chained", "interval"):
        return ()
    sides = tokens_of(link.left, link.decimal_comma), tokens_of(link.right, link.decimal_comma)
    left, right = without_unit(*sides), without_unit(*sides[::-1])
    trials = Trials() if trials is None else trials
    found = [*_of_result(link, left, right), *_of_expression(link, left, right, nearby, trials)]
    if inputs and link.word == "false" and {repair.kind for _, repair in found} <= {"result"}:
        found += _of_expression(link, left, right, nearby, trials, inputs=True)
    found.sort(key=lambda entry: entry[0])
    return tuple(_varied([repair for _, repair in found], limit))


def nearby_numbers(links: Sequence[Link], at: int, reach: int = 12) -> list[str]:
    """The numbers of the links around one, the nearest first, each once.

    >>> from exactmetrics.verification.links.document_links import verify_links
    >>> nearby_numbers(verify_links("N = 107, a = 4, P = 5 + 6").links, 2)
    ['5', '6', '4', '107']
    """
    order = sorted(range(max(0, at - reach), min(len(links), at + reach + 1)), key=lambda k: (abs(k - at), k > at))
    found: dict[str, None] = {}
    for k in order:
        for text in (links[k].left, links[k].right):
            found.update(dict.fromkeys(_NUMBER.findall(text)))
    return list(found)[:40]


def tokens_of(text: str, comma: bool) -> list[Token]:
    """The tokens of a side as it is printed, positions in its text.

    >>> [(token.text, token.position) for token in tokens_of("$3 + 4$", False)]
    [('3', 1), ('+', 3), ('4', 5)]
    """
    tokens = marked(tokenize(masked(text), decimal_comma=comma, thousands=True), formula=False)
    return [token for token in tokens if token.kind not in _SKIPPED]


def _of_expression(
    link: Link, left: list[Token], right: list[Token], nearby: Sequence[str], trials: Trials, *, inputs: bool = False
) -> Iterator[tuple[tuple[int, int, int], Repair]]:
    """Edits of the longer side, or of both where both are worked out; with `inputs` decimals may be rounded ones.

    Then only slips of the pen in a number are tried: much else comes near by chance.
    """
    for tokens, text, other, turned in ((left, link.left, right, False), (right, link.right, left, True)):
        if len(tokens) < 2 or len(tokens) > LONGEST:
            continue
        fixed = _tree(other, link.decimal_comma)
        if fixed is None:
            continue
        edits = (edit for edit in _edits(tokens, nearby) if not inputs or _is_slip(edit))
        for edit in trials.of(edits):
            tree = _tree(edited(tokens, edit, decimal_comma=link.decimal_comma), link.decimal_comma)
            rank = None if tree is None else _fit(tree, fixed, relation_of(link.relation), turned, inputs)
            if rank is not None:
                start, end, new = edit.changes[0]
                changed = edit.applied(text)
                sides = (link.left, changed) if turned else (changed, link.right)
                place = nearby.index(new) if new in nearby else len(nearby)
                place += len(nearby) * (new.isdigit() != text[start:end].isdigit())  # a count for a score, less likely
                likely = _LIKELY if _is_slip_of(new, text[start:end], nearby) else KINDS.index(edit.kind)
                yield (likely, rank, place), Repair(edit.kind, *sides, text[start:end], new)


def _is_slip_of(new: str, old: str, nearby: Sequence[str]) -> bool:
    """Whether a number stands near by and one slip of the pen leads from it to what is printed: 165 for 195."""
    return len(old) > 1 and new in nearby and any(slip == old for _, slip in typos(new))


def _edits(tokens: list[Token], nearby: Sequence[str]) -> Iterable[Edit]:
    found = [edit for make in CLASSES for edit in make(tokens, nearby)]
    return found[:TRIED]


def _of_result(link: Link, left: list[Token], right: list[Token]) -> Iterator[tuple[tuple[int, int, int], Repair]]:
    """Slips in the printed number, and the right number at its digits."""
    for tokens, text, value in ((right, link.right, link.left_value), (left, link.left, link.right_value)):
        tree = _tree(tokens, link.decimal_comma)
        printed = None if tree is None else printed_in(tree, whole=True)
        if printed is None or len(tokens) != 1 + printed.percent or not isinstance(value, (Fraction, Root, Symbolic)):
            continue
        number = tokens[0]
        right_one = right_digits(value * 100 if printed.percent else value, printed.places - 2 * printed.percent)
        if link.decimal_comma:
            right_one = right_one.replace(".", ",")
        slips = {new: f"result-{kind}" for kind, new in reversed([*typos(number.text)])}
        padded = _padded(right_one, printed.places - 2 * printed.percent, link.decimal_comma)
        if "{,}" in number.text:
            right_one, padded = right_one.replace(",", "{,}"), padded.replace(",", "{,}")
        right_one = padded if padded in slips else right_one
        kind = slips.get(right_one, "result")
        kind = "result-rounding" if _is_wrong_way(printed, value) else kind
        changed = text[: number.position] + right_one + text[number.position + len(number.text) :]
        sides = (link.left, changed) if tokens is right else (changed, link.right)
        yield (KINDS.index(kind), 0, 0), Repair(kind, *sides, number.text, right_one)
        return


def right_digits(value: Number, places: int) -> str:
    """The value at the digits printed; with digits of its own where none are printed and it is no whole number.

    >>> right_digits(Fraction(2, 3), 2), right_digits(Fraction(2, 3), 0), right_digits(Fraction(4), 2)
    ('0.67', '0.6667', '4')
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return decimal(value)
    return decimal(value, places=places) if places > 0 else decimal(value, significant=4)


def _padded(number: str, places: int, comma: bool) -> str:
    """A whole number with as many zeros behind the point as the printed one has digits there."""
    return f"{number}{',' if comma else '.'}{'0' * places}" if number.isdigit() and places > 0 else number


def _is_wrong_way(printed: Printed, value: Number) -> bool:
    """Whether a number is the decimal on the other side of the value than the nearest one, both at its digits."""
    if printed.kind != "decimal" or not isinstance(value, Fraction) or printed.places <= 2 * printed.percent:
        return False
    steps = value * Fraction(10) ** printed.places - printed.units
    return Fraction(1, 2) < abs(steps) < 1


def _tree(tokens: Sequence[Token], comma: bool) -> Expr | None:
    if not tokens:
        return None
    try:
        return parse(tokens, tokens[-1].position + len(tokens[-1].text), decimal_comma=comma)
    except ReadingError:
        return None


def _is_slip(edit: Edit) -> bool:
    """Whether an edit puts another digit in the place of one, or exchanges two."""
    start, end, new = edit.changes[0]
    return edit.kind in _SLIPS and end - start == len(new)


def _fit(tree: Expr, fixed: Expr, relation: Relation, turned: bool, inputs: bool) -> int | None:
    """How well the changed side fits the other one: None if not at all."""
    left, right = (fixed, tree) if turned else (tree, fixed)
    verdict = judge_link(left, right, relation=relation, inputs=inputs)
    if inputs and verdict.word in ("interval", "truncated"):
        return len(_FITS)
    return _FITS.index(verdict.word) if verdict.word in _FITS else None


def _meaning(repair: Repair) -> tuple[str, str]:
    """Both sides, without zeros at the end of decimals: 0.845 and 0.8450 are one repair."""
    return _ZEROS.sub("", repair.left), _ZEROS.sub("", repair.right)


def _varied(found: list[Repair], limit: int) -> list[Repair]:
    """The first of them, each text once, and no kind more than twice while others wait."""
    unique = list({_meaning(repair): repair for repair in reversed(found)}.values())[::-1]
    chosen: list[Repair] = []
    for most in (1, 2, limit):
        for repair in unique:
            if len(chosen) < limit and repair not in chosen and sum(r.kind == repair.kind for r in chosen) < most:
                chosen.append(repair)
    return sorted(chosen, key=unique.index)
