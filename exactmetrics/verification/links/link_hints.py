"""What explains a link: a repair of one that does not hold, and what digits are that are not simply rounded."""

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
from exactmetrics.verification.links.repairs import SHOWN, Trials, repairs

# Beside those of repairs and of the diagnosis.
KINDS = ("tie", "interval", "chained", "chained-inputs", "no-value", "comment")
_SIZED = re.compile(r"\\(?:left|right)(?![a-zA-Z])\s?")  # of a pair of them an edit may leave one
_DIGITS = {"truncated": "truncated", "float": "float-digits", "chained": "chained"}


def link_hints(
    link: Link, nearby: Sequence[str] = (), *, search: bool = True, trials: Trials | None = None
) -> tuple[tuple[Hint, ...], tuple[Hint, ...]]:
    """The explanations of a link: those to be shown, and all others that fit, the likeliest first.

    A repair is shown only where it is the only one of the best rank. `nearby` are numbers of the document around it,
    `trials` is as for `repairs`; without `search` none are searched for.
    """
    shown = list(_of_digits(link))
    if link.word not in ("false", "interval") or not search:
        return tuple(shown), ()
    found = repairs(link, nearby, trials=trials)
    if link.word == "interval":
        found = [repair for repair in found if repair.kind != "result"]
    hints = [
        Hint(one.kind, {"old": one.old, "new": one.new}, _SIZED.sub("", f"{one.left} {link.relation} {one.right}"))
        for one in found[: SHOWN + 1]
    ]
    only = bool(found) and not shown and found[0].kind != "result"
    if only and (len(found) == 1 or found[1].rank > found[0].rank):
        shown.append(hints.pop(0))
    return tuple(shown), tuple(hints[:SHOWN])


def breach_hint(rule: str, link: Link, habits: Habits) -> Hint:
    """What a link breaks of its document's own rules, and how it reads by them."""
    side = printed_side(link)
    rules: dict[str, dict[str, Any]] = {
        "digits": {"digits": habits.digits},
        "zeros": {"rule": habits.zeros},
        "rounding": {"rule": habits.rounding},
        "ties": {"rule": habits.ties},
    }
    return Hint(rule, rules[rule] if side is None else {**rules[rule], "expected": _by_habit(side, rule, habits)})


def _by_habit(side: PrintedSide, rule: str, habits: Habits) -> str:
    """The number as the document's own rules write it."""
    rounding: RoundingRule = habits.ties or habits.rounding or "nearest"
    if rule == "rounding":
        rounding = habits.rounding or rounding
    text = side.expected(rounding, places=habits.digits)
    point = "," if side.link.decimal_comma else "."
    return text.rstrip("0").rstrip(point) if habits.zeros == "stripped" and point in text else text


def _of_digits(link: Link) -> Iterator[Hint]:
    """What the digits of a link are, where that is no mistake of the arithmetic."""
    if link.word == "undefined":
        yield Hint("no-value")
    if link.word == "false" and link.cut and _is_percentage(link):
        yield Hint("comment", {"old": link.right}, f"{link.left} {link.relation} {link.right}\\%")
    if link.word in ("undefined", "false"):
        return
    side = printed_side(link)
    if side is not None and link.word == "tie":
        rules = [rule for rule in ("half-even", "half-up") if _gives(side, rule)]
        yield Hint("tie", {"rule": "both" if len(rules) == 2 else rules[0] if rules else "half-even"})
    elif side is not None and link.word in _DIGITS:
        yield Hint(_DIGITS[link.word], {"expected": side.expected()}, side.expected(), side.value)
    elif link.word == "interval" and (side is not None or isinstance(link.left_value, Fraction)):
        expected = side.expected() if side is not None else decimal(link.left_value, significant=4)  # type: ignore[arg-type]
        yield Hint("interval", {"expected": expected})


def _gives(side: PrintedSide, rule: RoundingRule) -> bool:
    return fits(side.value, side.number.units, side.number.places, rule)


def _is_percentage(link: Link) -> bool:
    """Whether the right side would be right as a percentage."""
    number = None if link.right_tree is None else printed_in(link.right_tree, whole=True)
    value = link.left_value
    return (
        number is not None
        and not number.percent
        and isinstance(value, Fraction)
        and fits(value * 100, number.units, number.places)
    )
