"""Whether a value prints like the number that is printed, or like the right one; bounds are worked out once."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.printed import judge_number
from exactmetrics.exact.rounding import round_to
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.verification.diagnosis.case import Case


class Alike:
    """What is near the printed number and near the right one, at the digits printed."""

    def __init__(self, case: Case) -> None:
        self.case, number = case, case.number
        self.unit = Fraction(1, 10) ** number.places if number.kind == "decimal" else None
        self.nearest: Fraction | None = None
        if self.unit is not None and not isinstance(case.value, Undefined):
            self.nearest = round_to(case.value, number.places) * self.unit

    def to_right(self, value: Value) -> bool:
        """Whether a value is the right one, or prints like it and not like the printed one."""
        near = self.unit is not None and _within(value, self.nearest, self.unit / 2)
        return value == self.case.value or (near and not self.to_printed(value))

    def to_printed(self, value: Value) -> bool:
        """Whether a value prints as the number that is printed."""
        number = self.case.number
        # Most are told from it by this alone, and faster.
        if self.unit is not None and not isinstance(value, Undefined) and not _within(value, number.value, self.unit):
            return False
        verdict = judge_number(number, value, self.case.rule)
        return verdict.level == "ok" or verdict.word == "float"


def _within(value: Value, middle: Fraction | None, reach: Fraction) -> bool:
    if middle is None or isinstance(value, Undefined):
        return False
    return bool(middle - reach <= value <= middle + reach)
