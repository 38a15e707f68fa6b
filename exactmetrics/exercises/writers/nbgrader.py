"""A sheet of exercises as a notebook for nbgrader: to every exercise its text, a cell for the answer, and hidden tests.

The file is the source version with the solutions; `nbgrader generate_assignment` makes that of the students of it. The
tests need only the standard library: they compare fractions, say what a slip was, and give part of the points for it.
An open answer is a text that a person marks, and its key stands in its place.

Reference: nbgrader.readthedocs.io, "Creating and grading assignments", and the format of notebooks, nbformat 4.5.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation import escape
from exactmetrics.exercises.pages import option_text, said
from exactmetrics.exercises.question import Exercise
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.exercises.writers.expected import (
    Expected,
    Form,
    blanks,
    expected,
    form_of,
    half_unit,
    question,
    working,
)

# Students change the second line. nbgrader puts an error in the place of a solution, which only a cell without an
# answer may raise.
ANSWER = """\
# {}
{name} = {given}
if {open}:
    ### BEGIN SOLUTION
    {name} = {answer}
    ### END SOLUTION"""
TESTS = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
# What each form is answered with. An answer is read as a text, so 9/14, Fraction(9, 14), 0.643 and "9/14" all are.
JUDGED = """\
judged = {{{cases}}}
points, feedback = judged.get({key}, (0, ""))
print(feedback)
points"""
WITHIN = """\
judged = {{{cases}}}
near = (said for value, said in judged.items() if abs({key} - value) <= Fraction("{half}"))
points, feedback = next(near, (0, ""))
print(feedback)
points"""
FILLED = """\
judged = {{{cases}}}
found = {{blank: texts.get(str({key}.get(blank, "")).strip(), (0, "")) for blank, texts in judged.items()}}
for blank, (points, feedback) in found.items():
    print(blank, feedback)
sum(points for points, _ in found.values()) / len(found)"""


def notebook(sheet: ExerciseSheet) -> str:
    """The notebook as JSON."""
    say = messages(sheet.language)
    cells = [_code("setup", "from fractions import Fraction", locked=True)]
    for exercise in sheet.items:
        cells += _cells(exercise, sheet, say)
    made = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return escape.json(json.dumps(made, ensure_ascii=False, indent=1))


def _cells(exercise: Exercise, sheet: ExerciseSheet, say: Messages) -> list[dict[str, Any]]:
    id, form = exercise.id, form_of(exercise)
    heading = f"## {said(say, 'exercise', n=id)}"
    listed = () if exercise.is_by_line else exercise.options
    options = [f"- {option.letter}: {escape.markdown(option_text(option, say))}" for option in listed]
    text = "\n\n".join(filter(None, [heading, question(exercise, sheet, "markdown"), "\n".join(options)]))
    if form == "essay":  # a cell that a person marks
        key = working(exercise, sheet, "markdown")
        shown = _cell("markdown", f"text-{id}", text, locked=True)
        return [shown, _cell("markdown", f"answer-{id}", key, solution=True, points=exercise.points)]
    given, answer = _solution(exercise, say, form)
    name = f"answer_{id}"
    left_open = f"... in {name}.values()" if form == "blanks" else f"{name} is ..."
    return [
        _cell("markdown", f"text-{id}", text, locked=True),
        _code(
            f"answer-{id}",
            ANSWER.format(said(say, f"code_{form}"), name=name, given=given, answer=answer, open=left_open),
            solution=True,
        ),
        _code(f"test-{id}", TESTS.format(_test(exercise, say, form)), locked=True, points=exercise.points),
    ]


def _solution(exercise: Exercise, say: Messages, form: Form) -> tuple[str, str]:
    """What stands in the place of an answer, and the answer, as Python."""
    if form == "choice":
        return "...", repr(next(option.letter for option in exercise.options if option.right))
    if form == "blanks":
        answers = {one.letter: one.right[0] for one in blanks(exercise, say)}
        return f"{{{', '.join(f'{letter!r}: ...' for letter in answers)}}}", repr(answers)
    if form == "fraction" and isinstance(exercise.value, Fraction):
        return "...", repr(exercise.value)
    return "...", exercise.answer


def _test(exercise: Exercise, say: Messages, form: Form) -> str:
    """The hidden test of an answer, which gives its points and prints its feedback."""
    name = f"answer_{exercise.id}"
    if form == "blanks":
        fields = [
            f"{one.letter!r}: {{{', '.join(_case(repr(a.text), a, exercise) for a in one.answers)}}}"
            for one in blanks(exercise, say)
        ]
        return FILLED.format(key=name, cases=_listed(fields))
    answers = expected(exercise, say)
    if form == "choice":
        keys = [repr(option.letter) for option in exercise.options]
        shown, key = JUDGED, f"str({name}).strip().lower()"
    else:
        keys = [f'Fraction("{one.value}")' for one in answers]
        shown, key = JUDGED if form == "fraction" else WITHIN, f"Fraction(str({name}))"
    cases: dict[str, str] = {}
    for at, one in zip(keys, answers, strict=True):
        cases.setdefault(at, _case(at, one, exercise))
    rounded = next((one for one in answers if one.word == "rounded" and one.value), None)
    if form == "fraction" and rounded is not None and isinstance(exercise.value, Fraction):
        nearest = f'Fraction("{Fraction(repr(float(exercise.value)))}")'  # what a quotient of Python's numbers is
        cases.setdefault(nearest, _case(nearest, rounded, exercise))
    half = half_unit(exercise) if form == "decimal" else ""
    return shown.format(key=key, half=half, cases=_listed(cases.values()))


def _case(key: str, one: Expected, exercise: Exercise) -> str:
    """What an answer is worth and what is said of it, as an entry of a dictionary."""
    return f"{key}: ({_float(exercise.worth(one.word))}, {one.feedback!r})"


def _float(points: Fraction) -> float:
    return points.numerator / points.denominator


def _listed(entries: Iterable[str]) -> str:
    return "\n    " + ",\n    ".join(entries) + ",\n"


def _code(id: str, source: str, **told: Any) -> dict[str, Any]:
    return _cell("code", id, source, **told) | {"execution_count": None, "outputs": []}


def _cell(kind: str, id: str, source: str, **told: Any) -> dict[str, Any]:
    return {"cell_type": kind, "id": id, "metadata": {"nbgrader": _told(id, **told)}, "source": source}


def _told(id: str, *, locked: bool = False, solution: bool = False, points: Fraction | None = None) -> dict[str, Any]:
    """What nbgrader is told of a cell; one with points is a test."""
    told = {"grade": points is not None, "grade_id": id, "locked": locked, "schema_version": 3, "solution": solution}
    worth = {} if points is None else {"points": int(points) if points.denominator == 1 else _float(points)}
    return told | {"task": False} | worth
