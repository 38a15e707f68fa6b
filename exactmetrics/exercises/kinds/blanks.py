"""The working with boxes to fill in: the counts and the values of the lines that a student works out.

Not every number is asked for: of several classes the first one is an example, and at most `MOST` boxes are asked, the
last values before the counts, so that a student gets to the end. What stands in a line that is left out is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count

from exactmetrics.derivation.planning.page import letter_of
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import value_text
from exactmetrics.exercises.kinds.draw import Draw
from exactmetrics.exercises.kinds.lines import Line, lines_of, numbers_of, recorded_of, symbols_of, written
from exactmetrics.exercises.question import PLACES, Exercise, Field, Pen, asked_for
from exactmetrics.expression.nodes import Expr, Num

MOST = 12  # boxes of one exercise


@dataclass(frozen=True, slots=True)
class Worked:
    """The lines, and for each chain of one that is asked for the letter of its box."""

    lines: tuple[Line, ...]
    letters: tuple[tuple[str, ...], ...]
    symbols: tuple[Expr, ...]
    rounded: bool  # whether a value on the way is no fraction
    shows_data = True

    def prompt(self, exercise: Exercise, pen: Pen) -> str:
        """What is computed, and how its values are written."""
        say = pen.say
        told = [say.say(("exercises", "blanks"), asked_for(exercise, pen.strong(exercise.title)).__getitem__)]
        told.append(say.get("exercises", "blank_fraction"))
        places = PLACES if exercise.places is None else exercise.places
        if self.rounded or exercise.places is not None:
            sentence = "blank_decimal" if self.rounded else "places"
            told.append(say.say(("exercises", sentence), {"n": str(places)}.__getitem__))
        return " ".join(told)

    def shown(self, exercise: Exercise, pen: Pen) -> list[str]:
        """The legend of the symbols, and the lines with their boxes."""
        lines = [f"{at}. {self._line(at - 1, pen)}" for at in range(1, len(self.lines) + 1)]
        return [text for text in (pen.legend(self.symbols), "\n\n".join(lines)) if text]

    def _line(self, at: int, pen: Pen) -> str:
        line, letters = self.lines[at], self.letters[at]
        if not letters:
            return written(line, pen)
        wide = line.kind == "value"
        boxes = (pen.box(chain[0], letter, wide=wide) for chain, letter in zip(line.chains, letters, strict=True))
        return pen.between.join(boxes)

    def told(self, exercise: Exercise, pen: Pen) -> list[str]:
        """What stands in the boxes."""
        return [", ".join(f"({one.letter}) {pen.plain(pen.say.number(one.answer))}" for one in exercise.fields)]


def blanks(exercise: Exercise, draw: Draw) -> Exercise | None:
    """The lines with their boxes; None where nothing is left to ask."""
    named = recorded_of(exercise)
    symbols = symbols_of([named])
    lines = lines_of(named, symbols, numbers_of(exercise))
    asked = _asked(lines)
    names = set(map(str, exercise.labels))
    numbers = (letter_of(number) for number in count(1) if letter_of(number) not in names)
    letters, fields, rounded = [], [], False
    for at, line in enumerate(lines):
        mine = tuple(next(numbers) for _ in line.chains) if at in asked else ()
        letters.append(mine)
        for letter, chain in zip(mine, line.chains, strict=False):
            answer, is_rounded = _answer(chain[-1], exercise, last=at == len(lines) - 1)
            rounded |= is_rounded
            fields.append(Field(letter, answer))
    task = Worked(tuple(lines), tuple(letters), tuple(symbols.values()), rounded)
    return replace(exercise, fields=tuple(fields), task=task) if fields else None


def _asked(lines: list[Line]) -> set[int]:
    """The lines that are asked: values from the last one back, then counts, while there are not too many boxes."""
    found: set[int] = set()
    left = MOST
    for at in [at for kind in ("value", "counts") for at in _back(lines, kind)]:
        if len(lines[at].chains) <= left:
            left -= len(lines[at].chains)
            found.add(at)
    return found


def _back(lines: list[Line], kind: str) -> Iterator[int]:
    """The lines of a kind from the last one back; the first of several that are of classes is an example."""
    of_kind = [at for at, line in enumerate(lines) if line.kind == kind]
    of_classes = [at for at in of_kind if lines[at].of_class]
    example = of_classes[:1] if len(of_classes) > 1 else []
    constant = [at for at in of_kind if kind == "counts" and not lines[at].of_class]
    yield from (at for at in reversed(of_kind) if at not in example and at not in constant)


def _answer(value: Expr, exercise: Exercise, *, last: bool) -> tuple[str, bool]:
    """What stands in a box: a fraction as it is; digits of what is none, and of a result where they are asked for."""
    assert isinstance(value, Num)
    number, places = value.value, exercise.places
    if isinstance(number, Fraction) and (places is None or not last or number.denominator == 1):
        return value_text(number), False
    return decimal(number, places=PLACES if places is None else places), not isinstance(number, Fraction)
