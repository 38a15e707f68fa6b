"""What explains a link: repairs of one that does not hold, and what digits are that are not simply rounded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.exact.rounding import RoundingRule, decimal, fits
from exactmetrics.expression.links import printed_in
from exactmetrics.verification.checked import Hint
from exactmetrics.verification.links.findings import Link
from exactmetrics.verification.links.habits import Habits
from exactmetrics.verification.links.printed_sides import PrintedSide, printed_side
from exactmetrics.verification.links.repairs import SHOWN, Repair, repairs
from exactmetrics.verification.links.trials import Trials

KINDS = (
    "tie",
    "interval",
    "chained",
    "chained-inputs",
    "no-value",
    "comment",
)  # beside those of repairs and of the diagnosis
_SIZED = re.compile(r"\\(?:left|right)(?![a-zA-Z])\s*")  # of a pair of them an edit may leave one
_DIGITS = {"truncated": "truncated", "float": "float-digits", "chained": "chained"}


def link_hints(
    link: Link,
    nearby: Sequence[str] = (),
    *,
    limit: int = SHOWN,
    search: bool = True,
    inputs: bool = True,
    trials: Trials | None = None,
) -> tuple[Hint, ...]:
    """The explanations of a link, the likeliest first; none for one that is simply right, symbolic or unread.

    `nearby` are numbers of the document around it; `inputs` and `trials` are as for `repairs`. Without `search` the
    right result is all that is offered for a link that does not hold.

    >>> from exactmetrics.verification.links.document_links import verify_links
    >>> [(h.kind, h.repaired) for h in link_hints(verify_links("1 + 1 / 2 = 1").links[0])][:2]
    [('bracket', '(1 + 1) / 2 = 1'), ('digit', '1 + 0 / 2 = 1')]
    >>> link_hints(verify_links("1/8 = 0.12").links[0])
    (Hint(kind='tie', facts={'rule': 'half-even'}, repaired='', value=None),)
    """
    return tuple(_hints(link, nearby, limit if search else 0, inputs, trials))


def breach_hint(rule: str, link: Link, habits: Habits) -> Hint:
    """What a link breaks of its document's own rules, and how it reads by them.

    >>> from exactmetrics.verification.links.document_links import verify_links
    >>> from exactmetrics.verification.links.habits import breaches, habits_of
    >>> findings = verify_links("2/3 = 0.667, 1/7 = 0.143, 3/7 = 0.429, 5/7 = 0.71")
    >>> found, = breaches(findings)
    >>> breach_hint(found.rule, found.link, habits_of(findings)).facts
    {'digits': 3, 'expected': '0.714'}
    """
    side = printed_side(link)
    rules: dict[str, dict[str, Any]] = {
        "digits": {"digits": habits.digits},
        "zeros": {"rule": habits.zeros},
        "rounding": {"rule": habits.rounding},
        "ties": {"rule": habits.ties},
    }
    facts = rules[rule]
    if side is not None:
        facts = {**facts, "expected": _by_habit(side, rule, habits)}
    return Hint(rule, facts)


def _by_habit(side: PrintedSide, rule: str, habits: Habits) -> str:
    """The number as the document's own rules write it."""
    rounding: RoundingRule = habits.ties or habits.rounding or "nearest"
    if rule == "rounding":
        rounding = habits.rounding or rounding
    text = side.expected(rounding, places=habits.digits)
    if habits.zeros != "stripped":
        return text
    point = "," if side.link.decimal_comma else "."
    return text.rstrip("0").rstrip(point) if point in text else text


def _hints(link: Link, nearby: Sequence[str], limit: int, inputs: bool, trials: Trials | None) -> Iterator[Hint]:
    word = link.word
    if word == "undefined":
        yield Hint("no-value")
    if word not in ("tie", "truncated", "float", "chained", "interval", "false"):
        return
    side = printed_side(link)
    if side is not None and word == "tie":
        yield Hint("tie", {"rule": _ties(side)})
    if side is not None and word in _DIGITS:
        yield Hint(_DIGITS[word], {"expected": side.expected()}, side.expected(), side.value)
    if word == "false" and link.cut and _is_percentage(link):
        yield Hint("comment", {"old": link.right}, f"{link.left} {link.relation} {link.right}\\%")
    if word == "false" and not limit:
        yield from _right_result(link, side)
    if word in ("false", "interval") and limit:
        found = repairs(link, nearby, limit=limit, inputs=inputs, trials=trials)
        if word == "interval":
            yield from _from_inputs(link, side, found)
            found = tuple(repair for repair in found if repair.kind != "result")
        yield from _repaired(link, found)


def _is_percentage(link: Link) -> bool:
    """Whether the right side would be right as a percentage."""
    if link.left_tree is None or link.right_tree is None:
        return False
    number = printed_in(link.right_tree, whole=True)
    if number is None or number.percent or not isinstance(link.left_value, Fraction):
        return False
    return fits(link.left_value * 100, number.units, number.places)


def _right_result(link: Link, side: PrintedSide | None) -> Iterator[Hint]:
    """What stands in the place of a search: the result of the other side."""
    if side is not None:
        yield Hint("result", {"old": side.number.text, "new": side.expected()})
    elif isinstance(link.left_value, Fraction):
        yield Hint("result", {"old": link.right, "new": decimal(link.left_value, significant=6)})


def _from_inputs(link: Link, side: PrintedSide | None, found: Sequence[Repair]) -> Iterator[Hint]:
    """That a link holds for rounded inputs only, and what it would be for these as they stand."""
    expected = next((repair.new for repair in found if repair.kind == "result"), None)
    if side is not None:
        expected = side.expected()
    elif expected is None and isinstance(link.left_value, Fraction):
        expected = decimal(link.left_value, significant=6)
    if expected is not None:
        yield Hint("interval", {"expected": expected})


def _ties(side: PrintedSide) -> str:
    """Which rules give this tie: "half-even", "half-up" or "both"."""
    given = [r for r in ("half-even", "half-up") if fits(side.value, side.number.units, side.number.places, r)]
    return "both" if len(given) == 2 else given[0] if given else "half-even"


def _repaired(link: Link, found: Sequence[Repair]) -> Iterator[Hint]:
    for repair in found:
        facts = {"old": repair.old, "new": repair.new}
        yield Hint(repair.kind, facts, _SIZED.sub("", f"{repair.left} {link.relation} {repair.right}"))
    if sum(repair.kind != "result" for repair in found) > 1:  # that the result is another one explains nothing
        yield Hint("undecided")
