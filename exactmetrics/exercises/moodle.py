"""A sheet of exercises as Moodle XML, for Moodle's question bank.

A fraction is asked with SHORTANSWER, for Moodle's NUMERICAL reads `9/14` as 9 with a unit: accepted are its multiples,
the unreduced fractions of the working, and for part of the points its decimals. Decimal places are asked with
NUMERICAL, half a unit of the last place either way. Every slip is an answer of its own with its sentence.

Reference: docs.moodle.org, "Moodle XML format" and "Embedded Answers (Cloze) question type".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from xml.etree import ElementTree

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation import escape
from exactmetrics.exact.rounding import decimal
from exactmetrics.exercises.grading import POINTS
from exactmetrics.exercises.pages import exercise_document, said, solution
from exactmetrics.exercises.question import Exercise
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Div, Num

MULTIPLES = 12  # of a fraction, that are accepted
DIGITS = range(2, 17)  # places of decimals that are accepted
SPECIAL = re.compile(r'([}~#"\\])')  # what ends an answer of a cloze, or means something in it
HUNDRED = 100
SHADED = ('class="diagonal"', 'class="diagonal" style="background: #ddd"')


def moodle_xml(sheet: ExerciseSheet) -> str:
    """The questions of a sheet in a category of their own."""
    say, quiz = messages(sheet.language), ElementTree.Element("quiz")
    category = ElementTree.SubElement(quiz, "question", type="category")
    name = sheet.items[0].request.metric.title.replace("/", "//")  # a single one would begin a category in it
    _text(ElementTree.SubElement(category, "category"), f"$course$/top/exactmetrics/{name}")
    for exercise in sheet.items:
        quiz.append(_question(exercise, sheet, say))
    ElementTree.indent(quiz)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(quiz, encoding="unicode") + "\n"


def _question(exercise: Exercise, sheet: ExerciseSheet, say: Messages) -> ElementTree.Element:
    if exercise.kind == "blanks":
        kind = "cloze"
    elif exercise.kind == "choice":
        kind = "multichoice"
    else:
        kind = "shortanswer" if exercise.places is None else "numerical"
    made = ElementTree.Element("question", type=kind)
    _text(ElementTree.SubElement(made, "name"), f"{exercise.title} ({exercise.id})")
    _html(made, "questiontext", _asked(exercise, sheet, say, kind))
    _html(made, "generalfeedback", solution(exercise, language=say.language).to_html(document=False, data=False))
    if kind == "cloze":
        return made
    ElementTree.SubElement(made, "defaultgrade").text = "1"
    if kind == "multichoice":
        for tag, text in (("single", "true"), ("shuffleanswers", "true"), ("answernumbering", "ABCD")):
            ElementTree.SubElement(made, tag).text = text
        for option in exercise.options:
            wrong = option.slip is not None
            _answer(
                made,
                0 if wrong else HUNDRED,
                say.number(option.text),
                option.slip.text if option.slip else said(say, "right"),
            )
    elif kind == "numerical":
        _numbers(made, exercise, say)
    else:
        ElementTree.SubElement(made, "usecase").text = "0"
        _fractions(made, exercise, say)
    return made


def _asked(exercise: Exercise, sheet: ExerciseSheet, say: Messages, kind: str) -> str:
    """The question and its matrix; the options of a choice are answers, and the blanks stand in a list below."""
    parts = exercise_document(exercise, sheet).parts("html")
    texts = [part["text"] for part in (parts[:2] if kind == "multichoice" else parts)]
    if kind == "shortanswer":
        texts.append(f"<p>{escape.html(said(say, 'typed'))}</p>")
    if kind == "cloze":
        found = solution(exercise, language=say.language, detail="scaffold").key
        blanks = [f"<li>({letter}) {{1:SHORTANSWER:={cloze_text(answer)}}}</li>" for letter, answer in found]
        texts.append(f'<ul style="list-style: none">{"".join(blanks)}</ul>')
    return "\n".join(texts).replace(*SHADED)  # a page has a style sheet, and a question has none


def cloze_text(text: str) -> str:
    r"""An answer as a cloze holds it: with a backslash before what ends it or means something in it.

    >>> print(cloze_text("9/14"), cloze_text("a}b~c"))
    9/14 a\}b\~c
    """
    return SPECIAL.sub(r"\\\1", text)


def _numbers(made: ElementTree.Element, exercise: Exercise, say: Messages) -> None:
    assert exercise.places is not None
    tolerance = decimal(Fraction(1, 2 * 10**exercise.places), places=exercise.places + 1)
    answers = [(HUNDRED, exercise.answer, said(say, "right"))]
    slip = _percent("slip")
    answers += [(slip, decimal(one.value, places=exercise.places), one.text) for one in exercise.slips]
    for percent, text, feedback in answers:
        answer = _answer(made, percent, text, feedback)
        ElementTree.SubElement(answer, "tolerance").text = tolerance


def _fractions(made: ElementTree.Element, exercise: Exercise, say: Messages) -> None:
    value = exercise.value
    assert isinstance(value, Fraction)
    accepted = dict.fromkeys(
        [str(value), *_multiples(value), *_unreduced(exercise, value)], (HUNDRED, said(say, "right"))
    )
    for places in DIGITS:
        text = decimal(value, places=places)
        if value and not Fraction(text):  # nothing is left of it
            continue
        percent = HUNDRED if Fraction(text) == value else _percent("rounded")
        feedback = said(say, "right") if percent == HUNDRED else said(say, "rounded")
        accepted.setdefault(text, (percent, feedback))
    for slip in exercise.slips:
        if isinstance(slip.value, Fraction):
            for text in (str(slip.value), *_multiples(slip.value)):
                accepted.setdefault(text, (_percent("slip"), slip.text))
    for text, (percent, feedback) in accepted.items():
        _answer(made, percent, text, feedback)


def _percent(word: str) -> int:
    """The part of the points, which is one that Moodle knows."""
    return int(POINTS[word] * HUNDRED)


def _multiples(value: Fraction) -> Iterator[str]:
    """Equal fractions: numerator and denominator times 1 to 12."""
    for k in range(1, MULTIPLES + 1):
        yield f"{k * value.numerator}/{k * value.denominator}"


def _unreduced(exercise: Exercise, value: Fraction) -> Iterator[str]:
    """The fractions that the working passes through before it is reduced."""
    formulas = (formula for step in solution(exercise, language="en").page.steps for formula in step.formulas)
    for member in (member for formula in formulas for member in formula.members):
        if isinstance(member, Div) and isinstance(member.num, Num) and isinstance(member.den, Num):
            top, bottom = member.num.value, member.den.value
            yield from [f"{top}/{bottom}"] if evaluate(member) == value else []


def _answer(made: ElementTree.Element, percent: int, text: str, feedback: str) -> ElementTree.Element:
    answer = ElementTree.SubElement(made, "answer", fraction=str(percent), format="moodle_auto_format")
    _text(answer, text)
    _html(answer, "feedback", escape.html(feedback))
    return answer


def _html(parent: ElementTree.Element, tag: str, text: str) -> None:
    _text(ElementTree.SubElement(parent, tag, format="html"), text)


def _text(parent: ElementTree.Element, text: str) -> None:
    ElementTree.SubElement(parent, "text").text = text
