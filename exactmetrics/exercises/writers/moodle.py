"""A sheet of exercises as Moodle XML, for Moodle's question bank.

A fraction is asked with SHORTANSWER, for Moodle's NUMERICAL reads `9/14` as 9 with a unit: every spelling that is
expected is an answer. Decimal places are asked with NUMERICAL, half a unit of the last place either way. Every slip is
an answer of its own with its sentence. An open answer is an essay, whose key the teacher sees.

Reference: docs.moodle.org, "Moodle XML format" and "Embedded Answers (Cloze) question type".
"""

from __future__ import annotations

import re
from fractions import Fraction
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation import escape
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal, stripped
from exactmetrics.exercises.pages import said
from exactmetrics.exercises.question import Exercise, points_text
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.exercises.writers.expected import (
    Blank,
    Expected,
    blanks,
    expected,
    form_of,
    half_unit,
    is_shuffled,
    question,
    subject,
    working,
)
from exactmetrics.exercises.writers.shading import shaded
from exactmetrics.exercises.writers.tree import file_text, node

TYPES = {
    "choice": "multichoice",
    "blanks": "cloze",
    "fraction": "shortanswer",
    "decimal": "numerical",
    "essay": "essay",
}
# The only shares of the points that an answer may have; another one stops the import.
GRADES = sorted({Fraction(n, 20) for n in (0, 1, 2, 4, 5, 6, 8, 10, 12, 14, 15, 16, 18, 20)} |
                {Fraction(1, n) for n in (3, 6, 7, 8, 9)} | {Fraction(2, 3), Fraction(5, 6)})  # fmt: skip
SPECIAL = re.compile(r'([}~#"\\])')  # what ends an answer of a cloze, or means something in it


def moodle_xml(sheet: ExerciseSheet) -> str:
    """The questions of a sheet in a category of their own."""
    say = messages(sheet.language)
    name = subject(sheet).replace("/", "//")  # a single one would begin a category in it
    category = node("category", node("text", f"$course$/top/exactmetrics/{name}"))
    _check(sheet.items[0].partial_credit)
    questions = [_question(exercise, sheet, say) for exercise in sheet.items]
    quiz = node("quiz", node("question", category, type="category"), *questions)
    ElementTree.indent(quiz)
    return file_text(quiz)


def _check(share: Fraction) -> None:
    """Refuse a share of the points that Moodle does not know."""
    if share not in GRADES:
        near = [max(one for one in GRADES if one < share), min(one for one in GRADES if one > share)]
        raise UsageError(
            f"no answer in Moodle gets {share} of the points: give partial_credit='{near[0]}' or '{near[1]}'"
        )


def _question(exercise: Exercise, sheet: ExerciseSheet, say: Messages) -> Element:
    form = form_of(exercise)
    made = node(
        "question",
        node("name", node("text", escape.plain(f"{exercise.heading} ({exercise.id})"))),
        _html("questiontext", _asked(exercise, sheet, say, form)),
        _html("generalfeedback", working(exercise, sheet)),
        type=TYPES[form],
    )
    if form == "blanks":
        return made
    made.append(node("defaultgrade", points_text(exercise.points)))
    if form == "essay":
        facts = {"responseformat": "editor", "responserequired": "1", "responsefieldlines": "15", "attachments": "0"}
        made.extend(
            [*(node(name, fact) for name, fact in facts.items()), _html("graderinfo", working(exercise, sheet))]
        )
        return made
    if form == "choice":
        shuffled = str(is_shuffled(exercise)).lower()
        numbers = "abc" if exercise.options[0].letter == "a" else "none"
        made.extend([node("single", "true"), node("shuffleanswers", shuffled), node("answernumbering", numbers)])
    elif form == "fraction":
        made.append(node("usecase", "0"))
    for one in expected(exercise, say):
        answer = node("answer", node("text", one.text), _html("feedback", escape.html(one.feedback)))
        answer.attrib |= {"fraction": _percent(one, exercise), "format": "moodle_auto_format"}
        if form == "decimal":
            answer.append(node("tolerance", half_unit(exercise)))
        made.append(answer)
    return made


def _asked(exercise: Exercise, sheet: ExerciseSheet, say: Messages, form: str) -> str:
    """The question; how a fraction is typed, and the fields of the blanks, stand below it."""
    text = shaded(question(exercise, sheet))
    if form == "fraction":
        text += f"\n<p>{escape.html(said(say, 'typed'))}</p>"
    if form == "blanks":
        fields = [f"<li>{escape.html(one.name)} {{1:SHORTANSWER:{_cloze(one, exercise)}}}</li>"
                  for one in blanks(exercise, say)]  # fmt: skip
        text += f'\n<ul style="list-style: none">{"".join(fields)}</ul>'
    return text


def _cloze(blank: Blank, exercise: Exercise) -> str:
    """The answers of a field, a slip with its part of the points and its sentence."""
    slips = [one for one in blank.answers if one.word == "slip"]
    wrong = [f"%{_percent(one, exercise)}%{cloze_text(one.text)}#{cloze_text(one.feedback)}" for one in slips]
    return "~".join([*(f"={cloze_text(text)}" for text in blank.right), *wrong])


def _percent(answer: Expected, exercise: Exercise) -> str:
    """The share of the points, with as many digits as Moodle's own."""
    return stripped(decimal(exercise.share(answer.word) * 100, places=5))


def cloze_text(text: str) -> str:
    r"""An answer as a cloze holds it: with a backslash before what ends it or means something in it.

    >>> print(cloze_text("9/14"), cloze_text("a}b~c"))
    9/14 a\}b\~c
    """
    return SPECIAL.sub(r"\\\1", text)


def _html(tag: str, text: str) -> Element:
    return node(tag, node("text", text), format="html")
