"""Which mark is the decimal mark of a table, and which one groups the thousands: read off all of its numbers.

`1.234` is 1234 where a German spreadsheet wrote it, and 1.234 where a program did. The other numbers of the table tell:
`5,5` has a decimal comma, so that a point groups thousands; `0.5`, `1.25` and `1234.5` have a decimal point;
`1.234.567` and `1.234,5` speak for themselves. Where nothing tells, the number is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from fractions import Fraction

from ..exact.errors import InputError
from .exact_count import Count, number, simplest

MARKS = {".": ",", ",": "."}
GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:(?P<mark>[.,])\d{3})(?:(?P=mark)\d{3})*")
BOTH = re.compile(r"[+-]?[1-9]\d{0,2}(?:(?P<mark>[.,])\d{3})+(?!(?P=mark))[.,]\d+")
NAMES = {".": "point", ",": "comma"}

Reader = Callable[[str], Count | None]


def like_a_number(cell: str) -> bool:
    """Whether a cell holds a number, whichever mark is the decimal one."""
    return number(cell, decimal_comma=True) is not None or _grouped(cell.strip()) is not None


def bare(cell: str) -> str:
    """A number without a percent sign."""
    return cell.removesuffix("%").rstrip()


def percents(read: Reader) -> Reader:
    """A reader that reads a percentage as the share that it is.

    >>> percents(number)("75%"), percents(number)("0.5 %"), percents(number)("75")
    (Fraction(3, 4), Fraction(1, 200), 75)
    """

    def percent(cell: str) -> Count | None:
        value = read(bare(cell))
        return value if value is None or not cell.endswith("%") else simplest(Fraction(value) / 100)

    return percent


def _grouped(cell: str) -> re.Match[str] | None:
    return GROUPED.fullmatch(cell) or BOTH.fullmatch(cell)


def number_reader(cells: Iterable[str], pointed: Collection[str] = ()) -> Reader:
    """How the numbers of a table are read; a number that may be two raises `InputError` when it is read.

    `pointed` are texts whose point is known to be the decimal mark.

    >>> number_reader(["1.234", "5,5"])("1.234"), number_reader(["1.234", "5.5"])("1.234")
    (1234, Fraction(617, 500))
    """
    told = _told(cells, pointed)

    def read(cell: str) -> Count | None:
        text, grouped = cell.strip(), _grouped(cell.strip())
        if len(told) > 1 and text in told.values():
            point, comma = told["."], told[","]
            raise InputError(
                f"by {point!r} the decimal mark of the table is the point, and by {comma!r} the comma. Write all its "
                "numbers with one of them, and no thousands grouped"
            )
        if grouped is None:
            return number(text, decimal_comma=True)
        mark, other = grouped["mark"], MARKS[grouped["mark"]]
        if text.count(mark) == 1 and other not in text:
            if (mark in told) is (other in told):
                whole = text.replace(mark, "")
                raise InputError(
                    f"{text!r} may be {whole} or {whole}/1000: the other numbers do not tell whether its {NAMES[mark]} "
                    f"groups thousands or is the decimal mark. Write {whole}, or {text}0"
                )
            if mark in told:
                return number(text.replace(mark, "."))
        return number(text.replace(mark, "").replace(other, "."))

    return read


def _told(cells: Iterable[str], pointed: Collection[str]) -> dict[str, str]:
    """The decimal marks that the numbers show, each with the first to do so; one that groups shows the other."""
    told: dict[str, str] = {}
    for cell in cells:
        text = cell.strip()
        marks = [mark for mark in text if mark in MARKS]
        if text in pointed:
            told.setdefault(".", text)
        elif marks and like_a_number(text):
            grouped = _grouped(text)
            if grouped is None or len(marks) > 1:
                told.setdefault(MARKS[grouped["mark"]] if grouped else marks[0], text)
    return told
