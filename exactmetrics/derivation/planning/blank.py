"""A blank: a number of an exercise that the reader is to find, with the number under which the key gives it."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_letters

from exactmetrics.exact.digits import int_text
from exactmetrics.exact.values import Number, Root, Symbolic
from exactmetrics.expression.nodes import Literal

LEAST, MOST = 3, 12  # digits a blank has room for


def label(number: int) -> str:
    """What a blank is called on a page, where a number could be taken for the answer.

    >>> label(1), label(26), label(27), label(53)
    ('a', 'z', 'A', 'a2')
    """
    again, at = divmod(number - 1, len(ascii_letters))
    return ascii_letters[at] + (str(again + 1) if again else "")


@dataclass(slots=True, unsafe_hash=True)
class Blank(Literal):
    """A number that is left out: `number` is its place in the key, `text` the answer where digits are asked for.

    It has the value it stands for, so that a chain with blanks still holds.

    >>> from fractions import Fraction
    >>> from exactmetrics.expression.evaluate import evaluate
    >>> evaluate(Blank("", Fraction(48), None, 1) / 9)
    Fraction(16, 3)
    """

    value: Number  # type: ignore[assignment]  # the answer to a whole step may be a root
    number: int = 0

    @property
    def letter(self) -> str:
        """What the blank is called, on the page and in the key.

        >>> from fractions import Fraction
        >>> Blank("", Fraction(48), None, 3).letter
        'c'
        """
        return label(self.number)

    @property
    def room(self) -> int:
        """How many digits there is room for, as a rule one more than the longest number of the answer has.

        >>> from fractions import Fraction
        >>> Blank("", Fraction(1, 12345), None, 1).room
        6
        """
        return min(MOST, max(LEAST, 1 + max(map(len, (self.text, *_numbers(self.value))))))


def _numbers(value: Number) -> list[str]:
    if isinstance(value, Root):
        return _numbers(value.square)
    if isinstance(value, Symbolic):
        parts: list[Number] = [value.rational, *value.roots]
        return [text for part in parts for text in _numbers(part)]
    return [int_text(value.numerator), int_text(value.denominator)]
