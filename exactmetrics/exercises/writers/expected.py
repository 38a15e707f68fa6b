"""What every learning system is told of an exercise: its question, the answers that are expected, and their feedback.

Some systems compare what is typed with texts and some with numbers, so an answer has its text and its value, and equal
values may stand here in several spellings. What is right, rounded or a slip is said here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from exactmetrics.derivation.messages import Messages
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.score_grid import short_decimal
from exactmetrics.exact.rounding import decimal
from exactmetrics.exercises.pages import exercise_parts, explanation, option_text, said, solution
from exactmetrics.exercises.question import Exercise
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Num
from exactmetrics.metrics.registry import any_metric

Form = Literal["choice", "blanks", "essay", "fraction", "decimal"]
MULTIPLES = 12  # of the right fraction, that are accepted
LONGEST = 200  # letters of a category or a title: Moodle and Canvas hold 255, and some letters are escaped
DIGITS = range(2, 17)  # places of decimals that are accepted


@dataclass(frozen=True, slots=True)
class Expected:
    """An answer: how it is written, its value, what it is (a word of `SHARES`, or "wrong"), and what is said of it."""

    text: str
    value: Fraction | None
    word: str
    feedback: str


@dataclass(frozen=True, slots=True)
class Blank:
    """A field: its letter, what stands in front of it, and what may be written into it; the right answers first.

    `written` is the answer as a page of the language has it.
    """

    letter: str
    name: str
    answers: list[Expected]
    written: str

    @property
    def right(self) -> list[str]:
        return [one.text for one in self.answers if one.word == "right"]


def subject(sheet: ExerciseSheet) -> str:
    """What the file is about, as a system lists it: its metrics, in English, so that a translation is filed with it.

    Of many metrics those stand here that there is room for, and how many more there are.
    """
    titles = [any_metric(name).title for name in sheet.metrics] or ["statements on metrics"]
    shown = len(titles)
    while len(_listed(titles, shown)) > LONGEST:
        shown -= 1
    return _listed(titles, shown)


def _listed(titles: Sequence[str], shown: int) -> str:
    rest = len(titles) - shown
    return ", ".join([*titles[:shown], *([f"{rest} more"] if rest else [])])


def form_of(exercise: Exercise) -> Form:
    """How an exercise is answered, whatever its kind."""
    if exercise.options:
        return "choice"
    if exercise.fields:
        return "blanks"
    if exercise.is_open:
        return "essay"
    return "fraction" if exercise.places is None else "decimal"


def is_shuffled(exercise: Exercise) -> bool:
    """Whether the options may stand in any order: where the key speaks of them by their letters, they may not."""
    return exercise.task is None


def question(exercise: Exercise, sheet: ExerciseSheet, format: str = "html") -> str:
    """The text, the matrix and what is worked on; the options are left to the system, unless they are lines of it."""
    parts = exercise_parts(exercise, sheet, format)
    return "\n\n".join(parts[:-1] if exercise.options and not exercise.is_by_line else parts)


def working(exercise: Exercise, sheet: ExerciseSheet, format: str = "html") -> str:
    """Why the answer is right."""
    return "\n\n".join(explanation(exercise, sheet, format))


def blanks(exercise: Exercise, say: Messages) -> list[Blank]:
    """The fields; a number may also have the decimal sign of the language, and a fraction need not be reduced, and may
    be a decimal that is it exactly."""
    found = []
    for field in exercise.fields:
        written = say.number(field.answer)
        right = [field.answer, written]
        if "/" in field.answer:
            value = Fraction(field.answer)
            exact = short_decimal(value)
            right += [*_multiples(value), *([] if exact is None else [exact, say.number(exact)])]
        texts = dict.fromkeys(right, ("right", said(say, "right")))
        texts |= {text: ("slip", told) for text, _, told in field.wrong if text not in texts}
        answers = [Expected(text, None, word, _plain(told)) for text, (word, told) in texts.items()]
        found.append(Blank(field.letter, f"{field.name} =" if field.name else f"({field.letter})", answers, written))
    return found


def expected(exercise: Exercise, say: Messages) -> list[Expected]:
    """The answers to a choice or a number, each text once: of a number the right one first."""
    if exercise.options:
        words = ("wrong", "right")
        return [
            Expected(option_text(one, say), None, words[one.right], _plain(one.feedback)) for one in exercise.options
        ]
    found: dict[str, Expected] = {}
    for answer in _decimals(exercise, say) if exercise.places is not None else _fractions(exercise, say):
        found.setdefault(answer.text, answer)
    return list(found.values())


def half_unit(exercise: Exercise) -> str:
    """Half a unit of the last place that is asked for, by which an answer may differ."""
    assert exercise.places is not None
    return decimal(Fraction(1, 2 * 10**exercise.places), places=exercise.places + 1)


def _decimals(exercise: Exercise, say: Messages) -> Iterator[Expected]:
    yield Expected(exercise.answer, Fraction(exercise.answer), "right", said(say, "right"))
    for slip in exercise.slips:
        text = decimal(slip.value, places=exercise.places or 0)
        yield Expected(text, Fraction(text), "slip", _plain(slip.text))


def _fractions(exercise: Exercise, say: Messages) -> Iterator[Expected]:
    value = exercise.value
    assert isinstance(value, Fraction)
    for text in [str(value), *_multiples(value), *_unreduced(exercise, value)]:
        yield Expected(text, value, "right", said(say, "right"))
    for places in DIGITS:
        text = decimal(value, places=places)
        rounded = Fraction(text)
        if rounded or not value:  # else nothing is left of it
            word = "right" if rounded == value else "rounded"
            for written in dict.fromkeys([text, say.number(text)]):  # with the decimal sign of the language too
                yield Expected(written, rounded, word, said(say, word))
    for slip in exercise.slips:
        if isinstance(slip.value, Fraction):
            # As one writes it down who divides by a total of the data; twelve multiples each would be a long file.
            for text in [str(slip.value), *_over(slip.value, exercise.totals)]:
                yield Expected(text, slip.value, "slip", _plain(slip.text))


def _multiples(value: Fraction) -> list[str]:
    return _over(value, (k * value.denominator for k in range(1, MULTIPLES + 1)))


def _over(value: Fraction, denominators: Iterable[int]) -> list[str]:
    """A fraction over those of these denominators that it has a numerator for."""
    fitting = [one for one in sorted(denominators) if one and one % value.denominator == 0]
    return [f"{value.numerator * one // value.denominator}/{one}" for one in fitting]


def _unreduced(exercise: Exercise, value: Fraction) -> Iterator[str]:
    """The fractions that the working passes through before it is reduced."""
    formulas = (formula for step in solution(exercise, language="en").page.steps for formula in step.formulas)
    for member in (member for formula in formulas for member in formula.members):
        if isinstance(member, Div) and isinstance(member.num, Num) and isinstance(member.den, Num):
            top, bottom = member.num.value, member.den.value
            yield from [f"{top}/{bottom}"] if evaluate(member) == value else []


def _plain(text: str) -> str:
    return escape.plain(text)
