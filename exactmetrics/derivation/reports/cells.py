"""How a report writes one value: exactly and as a decimal, in the space of a table's cell."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.rounding import place_point, round_to
from exactmetrics.exact.values import Root, Undefined, Value

LONGEST = 40  # characters of an exact value that a table shows; a longer one is described, and the JSON has it in full
EXACT_BITS = 132  # more than 40 digits for certain, so that no one writes them to see how many they are


@dataclass(frozen=True, slots=True)
class CellText:
    """A cell as written on a surface, and about how many characters wide it looks."""

    text: str
    width: int


class CellWriter:
    """Writes values for the tables of one surface."""

    def __init__(self, surface: Surface, places: int) -> None:
        self.surface, self.places, self._scale = surface, places, 10**places
        self._latex = surface.format.exact_formulas
        self._mark = surface.format.mark
        self._undefined = surface.messages.get("report", "undefined")

    def value(self, value: Value, *, marked: bool = False) -> CellText:
        """A value exactly and rounded; `marked` where it rests on a policy."""
        if isinstance(value, Undefined):
            return CellText(self._undefined, len(self._undefined))
        if isinstance(value, Fraction) and value.denominator == 1 and value.numerator.bit_length() < EXACT_BITS:
            exact, shown, sign = str(value.numerator), "", ""
        else:
            exact, shown = self.exact(value), place_point(round_to(value, self.places), self.places)
            whole = isinstance(value, Fraction) and self._scale % value.denominator == 0
            sign = "=" if whole else "≈"
        return self._joined(exact, sign, shown, value, marked)

    def _joined(self, exact: str, sign: str, shown: str, value: Value, marked: bool) -> CellText:
        mark = self._mark if marked else ""
        wide = len(exact) + marked + (len(shown) + 3 if sign else 0)
        short = " " not in exact  # a description has words
        formula = short and (self._latex or (isinstance(value, Root) and self.surface.format.formulas))
        relation = self.surface.format.approx if sign == "≈" and (formula or self._latex) else sign
        decimals = f" {relation} {shown}" if sign else ""
        if formula:
            exact = self.surface.one_line(value) if isinstance(value, Root) else exact
            within, after = (mark, "") if self._latex else ("", mark)  # the asterisk of Markdown is no formula
            text = f"{self.surface.inline(f'{exact}{decimals}{within}')}{after}"
        elif self._latex:
            text = f"{exact} {self.surface.inline(f'{decimals.strip()}{mark}')}"
        else:
            text = f"{exact}{decimals}{mark}"
        return CellText(text, wide)

    def exact(self, value: Value) -> str:
        """The exact value as plain text, or what there is to say of it where it is too long for a table."""
        if isinstance(value, Fraction):
            top, bottom = value.numerator, value.denominator
            if top.bit_length() + bottom.bit_length() < EXACT_BITS:
                text = f"{top}/{bottom}" if bottom != 1 else str(top)
                if len(text) <= LONGEST:
                    return text
            return self._long("long", top, bottom)
        if isinstance(value, Root):
            top, bottom = value.square.numerator, value.square.denominator
            text = str(value) if top.bit_length() + bottom.bit_length() < EXACT_BITS else ""
            if text and len(text) <= LONGEST:
                return text
            return self._long("long_root", top, bottom)
        text = str(value)
        return text if len(text) <= LONGEST else self.surface.messages.get("report", "long_sum")

    def _long(self, key: str, top: int, bottom: int) -> str:
        made = {"top": str(len(int_text(abs(top)))), "bottom": str(len(int_text(bottom)))}
        return self.surface.say_made("report", key, **made)

    def exact_inline(self, value: Value) -> str:
        """The exact value inside a sentence."""
        text = self.exact(value)
        return self.surface.inline(text) if self._latex and " " not in text else text
