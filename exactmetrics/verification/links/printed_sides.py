"""Which side of a link is the printed number, what it should read, and where its digits stand in the file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from exactmetrics.exact.printed import Printed
from exactmetrics.exact.rounding import RoundingRule, decimal
from exactmetrics.exact.values import Irrational, Number
from exactmetrics.expression.links import printed_in
from exactmetrics.verification.links.findings import Link
from exactmetrics.verification.links.repairs import tokens_of

_DIGITS = re.compile(r"[0-9]*(\{,\}|,|\.)[0-9]+")
_BESIDE = frozenset({"percent", "sign"})


@dataclass(frozen=True, slots=True)
class PrintedSide:
    """The side of a link that is one printed number, and the exact value that it is judged against."""

    link: Link
    right: bool
    number: Printed
    value: Number

    def expected(self, rule: RoundingRule = "nearest", *, places: int | None = None) -> str:
        """The right number at the digits printed, or at as many `places`, written as the document writes numbers."""
        percent = self.number.percent
        value = self.value * 100 if percent else self.value
        shown = self.number.places - 2 * percent if places is None else places
        text = decimal(value, places=max(0, shown), rounding=_rounding(rule))
        return (text.replace(".", ",") if self.link.decimal_comma else text) + ("%" if percent else "")

    @property
    def digits(self) -> tuple[int, str] | None:
        """Where its digits stand in the file, and how; None where text and file do not run side by side."""
        link = self.link
        text, place, stop = (
            (link.right, link.ends, link.stop) if self.right else (link.left, link.where, link.left_stop)
        )
        tokens = tokens_of(text, link.decimal_comma)
        numbers = [token for token in tokens if token.kind == "number"]
        if stop - place.offset != len(text) or len(numbers) != 1:
            return None
        if any(token.kind not in _BESIDE for token in tokens if token is not numbers[0]):
            return None
        return place.offset + numbers[0].position, numbers[0].text


def printed_side(link: Link) -> PrintedSide | None:
    """The side of a link that its verdict is about, if it is one printed decimal; the right one if both are."""
    if link.verdict is None or link.left_tree is None or link.right_tree is None:
        return None
    found = []
    for right, tree in ((True, link.right_tree), (False, link.left_tree)):
        number = printed_in(tree)
        if number is None or number.kind != "decimal":
            continue
        value = link.right_value if not right else link.verdict.value if link.word == "chained" else link.left_value
        if isinstance(value, (Fraction, Irrational)):
            found.append(PrintedSide(link, right, number, value))
            if number.text == link.verdict.printed:
                return found[-1]
    return found[0] if found else None


def same_style(old: str, expected: str) -> str | None:
    """A right number in the writing of an old one: its decimal sign, a zero before it or none; None if it cannot."""
    written = _DIGITS.fullmatch(old)
    number = expected.rstrip("%").replace(",", ".")
    if written is None or number.startswith("-"):
        return None
    if old.startswith(written[1]) and number.startswith("0."):
        number = number[1:]
    return number.replace(".", written[1])


def _rounding(rule: RoundingRule) -> RoundingRule:
    """A rule that makes one number of every value; where either tie is right, as other pages of this package round."""
    return "half-even" if rule in ("nearest", "any") else rule
