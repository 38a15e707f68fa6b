"""Whether a value prints like the number that is printed, or like the right one; bounds are worked out once."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.printed import judge_number
from exactmetrics.exact.rounding import round_to
from exactmetrics.exact.values import Root, Undefined, Value
from exactmetrics.verification.diagnosis.case import Case


class Span:
    """The numbers from `low` to `high` units of a last place, ends included; squares serve for single roots."""

    def __init__(self, low: int, high: int, scale: Fraction) -> None:
        self.low, self.high = low * scale.denominator, high * scale.denominator
        self.unit = scale.numerator
        self.ends = Fraction(self.low, self.unit), Fraction(self.high, self.unit)

    def __contains__(self, value: object) -> bool:
        if isinstance(value, Fraction):
            top, bottom = value.numerator * self.unit, value.denominator
            return self.low * bottom <= top <= self.high * bottom
        low, high = self.ends
        if isinstance(value, Root) and value.sign > 0:
            return high >= 0 and value.square <= high * high and (low <= 0 or value.square >= low * low)
        return not isinstance(value, Undefined) and bool(low <= value <= high)  # type: ignore[operator]


class Alike:
    """What is near the printed number and near the right one, at the digits printed."""

    def __init__(self, case: Case) -> None:
        self.case, number = case, case.number
        self.decimal = number.kind == "decimal"
        self.printed = self.right = Span(1, 0, Fraction(1))
        if self.decimal:
            scale = 2 * Fraction(10) ** number.places  # half units, so that ends are whole
            self.printed = Span(2 * number.units - 2, 2 * number.units + 2, scale)
            if not isinstance(case.value, Undefined):
                middle = 2 * round_to(case.value, number.places)
                self.right = Span(middle - 1, middle + 1, scale)

    def to_right(self, value: Value) -> bool:
        """Whether a value is the right one, or prints like it and not like the printed one.

        >>> from exactmetrics.exact.printed import read_printed
        >>> from exactmetrics.matrix.counts import Counts
        >>> from exactmetrics.metrics.request import resolve
        >>> blocks = Counts.from_rows([[1]]).blocks()
        >>> case = Case(read_printed("0.5"), resolve("accuracy"), blocks, None, None, Fraction(1, 3), "nearest")
        >>> alike = Alike(case)
        >>> alike.to_right(Fraction(31, 100)), alike.to_right(Fraction(2, 5)), alike.to_printed(Fraction(6, 11))
        (True, False, True)
        """
        return value == self.case.value or (value in self.right and not self.to_printed(value))

    def to_printed(self, value: Value) -> bool:
        """Whether a value prints as the number that is printed.

        >>> from exactmetrics.exact.printed import read_printed
        >>> from exactmetrics.matrix.counts import Counts
        >>> from exactmetrics.metrics.request import resolve
        >>> blocks = Counts.from_rows([[1]]).blocks()
        >>> case = Case(read_printed("9/14"), resolve("accuracy"), blocks, None, None, Fraction(1, 3), "nearest")
        >>> Alike(case).to_printed(Fraction(9, 14)), Alike(case).to_printed(Fraction(7, 9))
        (True, False)
        """
        if self.decimal and value not in self.printed and not isinstance(value, Undefined):
            return False
        verdict = judge_number(self.case.number, value, self.case.rule)
        return verdict.level == "ok" or verdict.word == "float"
