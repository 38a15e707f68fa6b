"""What a printed score allows: the exact set of values that a rounding rule prints so.

A decimal stands for an interval whose ends belong to it or not, by the rule; a whole number or a fraction stands for
itself; a mark for "no value" stands for the undefined. `nearest` is wider here than where a number is judged: both ends
belong to it, for a value exactly half way is printed either way in practice (a program that formats the double next to
3/80 prints 0.037), and a proof that no data give the scores must not rest on which.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from exactmetrics.exact.printed import Printed
from exactmetrics.exact.rounding import RoundingRule
from exactmetrics.exact.values import Undefined, Value


@dataclass(frozen=True, slots=True)
class Target:
    """The values a printed score may stand for: from `low` to `high`, an end without its own value where it is open.

    `kind` is "interval", "undefined" (only an undefined value fits) or "infinite" (x/0 with the `sign`).
    """

    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)
    open_low: bool = False
    open_high: bool = False
    kind: Literal["interval", "undefined", "infinite"] = "interval"
    sign: int = 0

    def holds(self, value: Value) -> bool:
        """Whether an exact value is one of them."""
        if isinstance(value, Undefined):
            return self.kind == "undefined" or (self.kind == "infinite" and value.sign == self.sign)
        if self.kind != "interval":
            return False
        above = value > self.low if self.open_low else value >= self.low
        return above and (value < self.high if self.open_high else value <= self.high)

    def both(self, other: Target) -> Target | None:
        """The values that are of both; None where there is none.

        >>> print(Target(Fraction(0), Fraction(1)).both(Target(Fraction(1, 2), Fraction(2), open_low=True)))
        (1/2, 1]
        """
        if self.kind != "interval" or other.kind != "interval":
            return self if (self.kind, self.sign) == (other.kind, other.sign) else None
        low, open_low = max((self.low, self.open_low), (other.low, other.open_low))
        high, closed = min((self.high, not self.open_high), (other.high, not other.open_high))
        hollow = low == high and (open_low or not closed)
        return None if low > high or hollow else Target(low, high, open_low, not closed)

    def clipped(self, low: Fraction | int | None, high: Fraction | int | None) -> Target | None:
        """The part within a range; None where nothing is left. What is no interval stays."""
        if self.kind != "interval":
            return self
        least = self.low - 1 if low is None else Fraction(low)
        most = self.high + 1 if high is None else Fraction(high)
        return self.both(Target(least, most)) if least <= most else None

    def __str__(self) -> str:
        if self.kind != "interval":
            return "undefined" if self.kind == "undefined" else f"{'-' if self.sign < 0 else ''}infinite"
        return f"{'(' if self.open_low else '['}{self.low}, {self.high}{')' if self.open_high else ']'}"


def target_of(printed: Printed, rule: RoundingRule, tolerance: Fraction | None = None) -> Target:
    """The values that are printed so under a rule, or those within a tolerance of the number printed.

    >>> from exactmetrics.exact.printed import read_printed
    >>> print(*(target_of(read_printed("0.5"), rule) for rule in ("half-even", "half-up", "truncate", "any")))
    (9/20, 11/20) [9/20, 11/20) [1/2, 3/5) [9/20, 3/5)
    """
    if printed.kind in ("undefined", "infinite") or printed.value is None:
        return Target(kind="infinite" if printed.kind == "infinite" else "undefined", sign=printed.sign)
    if tolerance is not None:
        return Target(printed.value - tolerance, printed.value + tolerance)
    if printed.kind == "exact":
        return Target(printed.value, printed.value)
    negative = printed.units < 0 or printed.text.strip().startswith(("-", "−"))
    units, unit = abs(printed.units), Fraction(10) ** -printed.places
    found = _of_size(units, unit, rule)
    if printed.dots:  # digits that announce their cut are cut, whatever the rule
        cut = _of_size(units, unit, "truncate")
        low, open_low = min((found.low, found.open_low), (cut.low, cut.open_low))
        high, closed = max((found.high, not found.open_high), (cut.high, not cut.open_high))
        found = Target(low, high, open_low, not closed)
    if printed.units == 0:
        return replace(found, low=-found.high, open_low=found.open_high)
    return Target(-found.high, -found.low, found.open_high, found.open_low) if negative else found


def _of_size(units: int, unit: Fraction, rule: RoundingRule) -> Target:
    """The values that are printed as so many units, not negative (those printed as zero: from zero up)."""
    value, half, odd = units * unit, unit / 2, units % 2 == 1
    low = value - half if units and rule != "truncate" else value
    if rule in ("truncate", "any"):
        return Target(low, value + unit, open_high=True)
    if rule == "half-even":
        return Target(low, value + half, odd, odd)
    return Target(low, value + half, open_high=rule == "half-up")
