"""One value of a report in the space of a table's cell: exactly, rounded, or both."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from exactmetrics.derivation.writing.links import link
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.exact.digits import int_text
from exactmetrics.exact.rounding import place_point, round_to
from exactmetrics.exact.values import Number, Root, Symbolic, Undefined, Value

LONGEST = 40  # characters of an exact value that a table shows; a longer one is described, and the JSON has it in full
LISTED = 45  # of one that stands below a table, where that is no paper
EXACT_BITS = 132  # more than 40 digits for certain, so that no one writes them to see how many they are

# Both, the rounded number alone, the same with its sign, or the exact value alone.
How = Literal["both", "rounded", "about", "exact"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A value as it will stand in a table: `exact` and `rounded` as plain text, and what is between them.

    `anchor` is the name by which links reach it, `place` the derivation that it leads to, `number` that derivation's
    number in plain text; `called` says of what it is the value, where it has to stand outside the table.
    """

    exact: str = ""
    sign: str = ""
    rounded: str = ""
    value: Value | None = None
    marked: bool = False
    anchor: str = ""
    place: str = ""
    number: int = 0
    called: str = ""

    def alone(self) -> Cell:
        """The same value where it stands a second time, and nothing leads to it or away from it."""
        return replace(self, anchor="", place="", number=0)

    def width(self, how: How) -> int:
        """About how many characters wide it looks."""
        shown = self.rounded if self.sign else self.exact
        text = {"both": len(self.exact) + (len(shown) + 3 if self.sign else 0), "exact": len(self.exact)}
        wide = text.get(how, len(shown) + (2 if self.sign and how == "about" else 0))
        return wide + self.marked + (len(f" ({self.number})") if self.number else 0)


class CellWriter:
    """Makes and writes the cells of one surface."""

    def __init__(self, surface: Surface, places: int) -> None:
        self.surface, self.places, self._scale = surface, places, 10**places
        self._latex = surface.format.exact_formulas
        self._mark = surface.format.mark
        self._undefined = surface.messages.get("report", "undefined")

    def cell(self, value: Value, **known: bool | str | int) -> Cell:
        """A value; `known` are the further fields of its cell."""
        if isinstance(value, Undefined):
            return Cell(self._undefined, value=value, **{**known, "marked": False})  # type: ignore[arg-type]
        if isinstance(value, Fraction) and value.denominator == 1 and value.numerator.bit_length() < EXACT_BITS:
            return Cell(str(value.numerator), value=value, **known)  # type: ignore[arg-type]
        whole = isinstance(value, Fraction) and self._scale % value.denominator == 0
        rounded = place_point(round_to(value, self.places), self.places)
        return Cell(self.exact(value), "=" if whole else "≈", rounded, value, **known)  # type: ignore[arg-type]

    def count(self, count: object, **known: str) -> Cell:
        return Cell(str(count), **known)  # type: ignore[arg-type]

    def write(self, cell: Cell, how: How) -> str:
        """A cell as text of its surface, linked to its derivation."""
        text = self._text(cell, how)
        if cell.number:
            return f"{text} ({cell.number})"
        return link(self.surface.format, cell.place, text) if cell.place else text

    def listed(self, cell: Cell) -> str:
        """A cell as it stands below the table, where a longer exact value has room."""
        value, cell = cell.value, cell.alone()
        if self._latex or not isinstance(value, Fraction) or max(value.as_integer_ratio()).bit_length() > EXACT_BITS:
            return f"{cell.called} = {self.write(cell, 'both')}"
        full = replace(cell, exact=str(value)) if len(str(value)) <= LISTED else cell
        return f"{cell.called} = {self.write(full, 'both')}"

    def _text(self, cell: Cell, how: How) -> str:
        value, mark = cell.value, self._mark if cell.marked else ""
        if value is None or isinstance(value, Undefined):
            return cell.exact
        if not cell.sign:
            how = "exact"
        formula = self._is_formula(value) and not self.description(value)
        within_formula = self._latex or (formula and how in ("both", "exact"))
        relation = self.surface.format.approx if cell.sign == "≈" and within_formula else cell.sign
        rounded = cell.rounded if within_formula else self.surface.messages.number(cell.rounded)
        after = {"both": f" {relation} {rounded}", "exact": ""}.get(how, rounded)
        if how in ("rounded", "about"):
            told = f"{relation} {after}" if how == "about" else after
            return self.surface.inline(f"{told}{mark}") if self._latex else f"{told}{mark}"
        if formula:
            within, outside = (mark, "") if self._latex else ("", mark)  # the asterisk of Markdown is no formula
            return f"{self.surface.inline(f'{self.surface.one_line(value)}{after}{within}')}{outside}"
        if self._latex:
            return f"{cell.exact} {self.surface.inline(f'{after.strip()}{mark}')}" if after or mark else cell.exact
        return f"{cell.exact}{after}{mark}"

    def _is_formula(self, value: Number) -> bool:
        """Whether a value is set as a formula: in LaTeX every one, on other pages with formulas those with roots."""
        return self._latex or (self.surface.format.formulas and not isinstance(value, Fraction))

    def exact(self, value: Number) -> str:
        """The exact value as plain text, or what there is to say of it where it is too long for a table."""
        return self.description(value) or self._seen(value)

    def _seen(self, value: Number) -> str:
        """A value as plain text; in LaTeX about what is seen of its formula, which may be longer."""
        if not self._latex or isinstance(value, (Fraction, Root)):
            return str(value)
        return re.sub(r"[\\{}_]", "", self.surface.one_line(value))

    def description(self, value: Number, *, longest: int = LONGEST) -> str:
        """What there is to say of an exact value that is too long for a table; nothing of one that is not."""
        if not isinstance(value, (Fraction, Root)):
            return "" if len(self._seen(value)) <= longest else self.surface.messages.get("report", _long(value))
        number = value.radicand if isinstance(value, Root) else value
        top, bottom = number.numerator, number.denominator
        if top.bit_length() + bottom.bit_length() < EXACT_BITS and len(str(value)) <= longest:
            return ""
        made = {"top": str(len(int_text(abs(top)))), "bottom": str(len(int_text(bottom)))}
        return self.surface.say_made("report", "long_root" if isinstance(value, Root) else "long", **made)

    def exact_inline(self, value: Number) -> str:
        said = self.description(value)
        return said or (self.surface.number(value) if self._is_formula(value) else str(value))


def anchor(metric: str, *, average: str | None = None, position: int | None = None) -> str:
    """The name by which links reach a value: of the whole matrix, of an average, or of the class at a position.

    It holds only letters, digits and hyphens, so that it can stand in HTML, Markdown and LaTeX alike.
    """
    what = metric.replace("_", "-")
    if average is not None:
        return f"{average}-{what}"
    return f"overall-{what}" if position is None else f"class-{position + 1}-{what}"


def _long(value: Number) -> str:
    """The key of what a long number is called that is no root."""
    if isinstance(value, Symbolic):
        return "long_sum"
    from exactmetrics.exact.functions import FunctionSum  # few metrics have such values

    return "long_functions" if isinstance(value, FunctionSum) else "long_logarithms"
