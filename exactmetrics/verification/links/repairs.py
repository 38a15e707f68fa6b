"""What may have been meant by an equality that does not hold: the one-edit repairs, ranked.

Every repair makes the link right at the digits printed. Where several of one rank fit, none is said to be the one: the
digits cannot decide, and which of the numbers is wrong is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice

from exactmetrics.exact.errors import ReadingError
from exactmetrics.exact.printed import Printed, is_far
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Irrational, Number
from exactmetrics.expression.links import SOUND, judge_link, printed_in
from exactmetrics.expression.nodes import Expr, Literal, Mul, Neg
from exactmetrics.expression.reading.tokens import Token, relation_of
from exactmetrics.expression.reading.value import value_of
from exactmetrics.verification.links.clauses import text_tokens
from exactmetrics.verification.links.edits import CLASSES, KINDS, typos
from exactmetrics.verification.links.findings import Link
from exactmetrics.verification.links.judged import tree_of
from exactmetrics.verification.links.plain import masked

SHOWN = 5
LONGEST = 120  # tokens of an expression that is searched
TRIED = 4_000  # edits of one side at most
A_DOCUMENT = 16_000  # edits tried in one document; false links beyond that get the right result only
_SKIPPED = frozenset({"word", "symbol", "edge", "junk", "break", "wide", "row"})
_LIKELY = KINDS.index("result-transposed") - 1  # of two signs that fit, a number that stands near by is the stronger
_ZEROS = re.compile(r"(?<=\d[.,]\d\d)0+(?!\d)")
_NUMBER = re.compile(r"(?<![\d.,])\d+(?:[.,]\d+)?(?![\d])")


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to make a link right: its `kind`, both sides then, what was replaced by what; rank 0 is the likeliest."""

    kind: str
    left: str
    right: str
    old: str
    new: str
    rank: int = 0


@dataclass(slots=True)
class Trials:
    """How many edits may still be tried in a document."""

    left: int = A_DOCUMENT


def repairs(link: Link, nearby: Sequence[str] = (), *, trials: Trials | None = None) -> list[Repair]:
    """The one-edit repairs of a link that does not hold, the likeliest first, each once.

    `nearby` are numbers that stand near it in the document, the nearest first: each may be the one that was meant. The
    last resort is the right result in the place of the printed one. `trials` bounds how many edits are tried.
    """
    if link.word not in ("false", "chained", "interval") or link.left_tree is None or link.right_tree is None:
        return []
    left, right = tokens_of(link.left, link.decimal_comma), tokens_of(link.right, link.decimal_comma)
    trials = Trials() if trials is None else trials
    found = list(_of_result(link, left, right))
    carried = any(one.kind == "result-digit" and _is_carry(one.old, one.new) for _, one in found)
    found += _of_arithmetic(link, left, right, nearby, trials, carried=carried)
    found.sort(key=lambda entry: entry[0])
    unique = {(_ZEROS.sub("", one.left), _ZEROS.sub("", one.right)): one for _, one in reversed(found)}
    return list(unique.values())[::-1]  # 0.845 and 0.8450 are one repair


def nearby_numbers(links: Sequence[Link], at: int, reach: int = 12) -> list[str]:
    """The numbers of the links around one, the nearest first, each once."""
    order = sorted(range(max(0, at - reach), min(len(links), at + reach + 1)), key=lambda k: (abs(k - at), k > at))
    texts = chain.from_iterable((links[k].left, links[k].right) for k in order)
    return list(dict.fromkeys(number for text in texts for number in _NUMBER.findall(text)))[:40]


def tokens_of(text: str, comma: bool) -> list[Token]:
    """The tokens of a side as it is printed, positions in its text."""
    return [token for token in text_tokens(masked(text), comma=comma) if token.kind not in _SKIPPED]


def _of_arithmetic(
    link: Link, left: list[Token], right: list[Token], nearby: Sequence[str], trials: Trials, *, carried: bool
) -> Iterator[tuple[tuple[int, int], Repair]]:
    """Edits of the side that is worked out, or of both; a lost carry says more than a number that stands near by."""
    comma, relation = link.decimal_comma, relation_of(link.relation)
    for tokens, text, fixed, turned in (
        (left, link.left, link.right_tree, False),
        (right, link.right, link.left_tree, True),
    ):
        if not 2 <= len(tokens) <= LONGEST or fixed is None:
            continue
        number = printed_in(fixed, whole=relation == "≈") if relation in "=≈" else None
        for edit in islice(chain.from_iterable(make(tokens, nearby) for make in CLASSES), min(TRIED, trials.left)):
            trials.left -= 1
            tree = tree_of(edit.tokens(tokens, comma), comma)
            if tree is None or _is_far(tree, number):
                continue
            left_tree, right_tree = (fixed, tree) if turned else (tree, fixed)
            if judge_link(left_tree, right_tree, relation=relation, inputs=False).word not in SOUND:
                continue
            start, end, new = edit.changes[0]
            if new == (link.left if turned else link.right).strip(" $"):
                continue  # the wrong result itself, which says nothing
            old, changed = text[start:end], edit.applied(text)
            place = nearby.index(new) if new in nearby else len(nearby)
            place += len(nearby) * (new.isdigit() != old.isdigit())  # a count for a score, less likely
            slip = len(old) > 1 and new in nearby and any(typo == old for _, typo in typos(new))
            rank = _LIKELY if slip and not carried else KINDS.index(edit.kind)
            sides = (link.left, changed) if turned else (changed, link.right)
            yield (rank, place), Repair(edit.kind, *sides, old, new, rank)


def _is_far(tree: Expr, number: Printed | None) -> bool:
    """Whether arithmetic is a unit of the last place or more away from a number: most edits are, and are not judged."""
    if (
        number is None or number.kind != "decimal" or isinstance(tree, (Literal, Neg, Mul))
    ):  # may be printed numbers too
        return False
    try:
        value = value_of(tree)
    except ReadingError:
        return True
    return isinstance(value, Fraction) and is_far(number, value)


def _of_result(link: Link, left: list[Token], right: list[Token]) -> Iterator[tuple[tuple[int, int], Repair]]:
    """The right number in the place of the printed one, as a slip of the pen where it is one."""
    sides = ((right, link.right, link.right_tree, link.left_value), (left, link.left, link.left_tree, link.right_value))
    for tokens, text, tree, value in sides:
        printed = None if tree is None else printed_in(tree, whole=True)
        numbers = [token for token in tokens if token.kind not in ("percent", "sign")]
        if printed is None or len(numbers) != 1 or not isinstance(value, (Fraction, Irrational)):
            continue
        old = numbers[0].text
        places = printed.places - 2 * printed.percent
        new = _right_digits(value * 100 if printed.percent else value, places).replace(
            ".", "," if link.decimal_comma else "."
        )
        new = new.replace(",", "{,}") if "{,}" in old else new
        slips = {typo: f"result-{kind}" for kind, typo in reversed([*typos(old)])}
        kind = "result-rounding" if _is_wrong_way(printed, value) else slips.get(new, "result")
        place = numbers[0].position
        changed = text[:place] + new + text[place + len(old) :]
        rank = KINDS.index(kind)
        yield (
            (rank, 0),
            Repair(kind, *((link.left, changed) if tokens is right else (changed, link.right)), old, new, rank),
        )
        return


def _right_digits(value: Number, places: int) -> str:
    """The value at the digits printed; with digits of its own where none are printed and it is no whole number."""
    if places > 0 or (isinstance(value, Fraction) and value.denominator == 1):
        return decimal(value, places=max(0, places))
    return decimal(value, significant=4)


def _is_carry(old: str, new: str) -> bool:
    """Whether two whole numbers differ by one in one digit, as where a carry is lost."""
    return old.isdecimal() and new.isdecimal() and str(abs(int(old) - int(new))).rstrip("0") == "1"


def _is_wrong_way(printed: Printed, value: Number) -> bool:
    """Whether a number is the decimal on the other side of the value than the nearest one, both at its digits."""
    if printed.kind != "decimal" or not isinstance(value, Fraction) or printed.places <= 2 * printed.percent:
        return False
    return Fraction(1, 2) < abs(value * Fraction(10) ** printed.places - printed.units) < 1
