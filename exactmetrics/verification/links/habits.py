"""The rules by which a document rounds, inferred from what it prints, with the evidence; and what breaks them.

Only results printed as plain decimals count: the number on one side, something worked out on the other. A value that is
right by arithmetic and breaks the document's own rule is a note, never an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from exactmetrics.exact.printed import Printed
from exactmetrics.exact.rounding import RoundingRule, is_tie, round_to
from exactmetrics.exact.values import Irrational, Number, Value
from exactmetrics.expression.links import printed_in
from exactmetrics.verification.links.findings import Findings, Link

T = TypeVar("T")
RULES = ("digits", "zeros", "rounding", "ties")  # that may be broken
LEAST = 3  # pieces of evidence that make a rule
SHARE = Fraction(3, 5)  # of them that must agree on the number of digits
_COUNTED = frozenset({"exact", "rounded", "tie", "truncated", "float"})


@dataclass(slots=True)
class Habits:
    """How a document rounds; None where it does not show.

    `digits` is how many it prints after the point, `zeros` "kept" or "stripped", `rounding` "nearest" or "truncate",
    `ties` "half-up" or "half-even". Each `Counter` holds the evidence: how often which was seen.
    """

    digits: int | None = None
    zeros: str | None = None
    rounding: RoundingRule | None = None
    ties: RoundingRule | None = None
    digits_seen: Counter[int] = field(default_factory=Counter)
    zeros_seen: Counter[str] = field(default_factory=Counter)
    rounding_seen: Counter[RoundingRule] = field(default_factory=Counter)
    ties_seen: Counter[RoundingRule] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Breach:
    """A link that is right and breaks a rule of its document: which (`digits`, `zeros`, `rounding`, `ties`)."""

    link: Link
    rule: str


def habits_of(findings: Findings) -> Habits:
    """The rules of a document."""
    results = list(_results(findings.links))
    habits = Habits()
    habits.digits_seen.update(printed.places for _, printed, value in results if not _ends_early(printed, value))
    if habits.digits_seen:
        digits, count = habits.digits_seen.most_common(1)[0]
        if count >= LEAST and count >= SHARE * habits.digits_seen.total():
            habits.digits = digits
    for _, printed, value in results:
        _count(habits, printed, value)
    habits.zeros = _settled(habits.zeros_seen)
    habits.rounding = _settled(habits.rounding_seen, least=2)
    habits.ties = _settled(habits.ties_seen, least=2)
    return habits


def breaches(findings: Findings, habits: Habits | None = None) -> Iterator[Breach]:
    """The links that are right by arithmetic and break a rule of their own document."""
    known = habits_of(findings) if habits is None else habits
    for link, printed, value in _results(findings.links):
        if link.level == "ok":
            rule = broken_rule(known, printed, value)
            if rule is not None:
                yield Breach(link, rule)


def _results(links: Sequence[Link]) -> Iterator[tuple[Link, Printed, Number]]:
    """The links that print a worked-out value as a decimal, with both."""
    for link in links:
        if link.word not in _COUNTED or link.right_tree is None or link.left_tree is None:
            continue
        for printed, other, value in _sides(link):
            if printed is None or printed.kind != "decimal" or printed.percent or printed.dots or printed.places < 1:
                continue
            if other is None and isinstance(value, (Fraction, Irrational)):
                yield link, printed, value
                break


def _sides(link: Link) -> Iterable[tuple[Printed | None, Printed | None, Value | None]]:
    assert link.left_tree is not None
    assert link.right_tree is not None
    left, right = printed_in(link.left_tree), printed_in(link.right_tree)
    return ((right, left, link.left_value), (left, right, link.right_value))


def _ends_early(printed: Printed, value: Number) -> bool:
    """Whether the digits are all there are, or zeros may have been left out."""
    return printed.value == value or (isinstance(value, Fraction) and round_to(value, printed.places + 1) % 10 == 0)


def _count(habits: Habits, printed: Printed, value: Number) -> None:
    digits = habits.digits
    if digits is not None and printed.places <= digits and round_to(value, digits) % 10 == 0:
        habits.zeros_seen["kept" if printed.places == digits else "stripped"] += 1
    if printed.value == value:
        return
    if is_tie(value, printed.places):
        up, even = round_to(value, printed.places, "half-up"), round_to(value, printed.places, "half-even")
        if up != even:
            habits.ties_seen["half-up" if printed.units == up else "half-even"] += 1
        return
    nearest, cut = round_to(value, printed.places), round_to(value, printed.places, "truncate")
    if nearest != cut and printed.units in (nearest, cut):  # digits of a float computation are neither
        habits.rounding_seen["nearest" if printed.units == nearest else "truncate"] += 1


def _settled(seen: Counter[T], least: int = LEAST) -> T | None:
    """What nearly all of the evidence says."""
    if not seen:
        return None
    found, count = seen.most_common(1)[0]
    return found if count >= least and count * 5 >= seen.total() * 4 else None


def broken_rule(habits: Habits, printed: Printed, value: Number) -> str | None:
    """Which rule a right decimal breaks: "digits", "zeros", "rounding", "ties", or None."""
    digits = habits.digits
    if digits is not None and printed.places != digits:
        short = printed.places < digits and round_to(value, digits) == printed.units * 10 ** (digits - printed.places)
        if not short and printed.value != value:
            return "digits"
        if habits.zeros == "kept" and printed.places < digits and short:
            return "zeros"
    if digits is not None and printed.places == digits and habits.zeros == "stripped" and printed.units % 10 == 0:
        return "zeros"
    if printed.value == value:
        return None
    if is_tie(value, printed.places):
        return "ties" if habits.ties and printed.units != round_to(value, printed.places, habits.ties) else None
    if habits.rounding is not None and printed.units != round_to(value, printed.places, habits.rounding):
        return "rounding"
    return None
