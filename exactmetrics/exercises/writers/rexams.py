r"""A sheet of exercises for R/exams: a file in R/Markdown for each, which `exams2moodle`, `exams2pdf` and others take.

A choice is `schoice`, decimal places are `num`, the blanks a `cloze`. A fraction is a `string`, which R/exams compares
letter by letter: so the reduced one is asked for.

Reference: www.R-exams.org, "First steps", and the vignette "exams" of the package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation import escape
from exactmetrics.exercises.pages import said
from exactmetrics.exercises.question import Exercise, points_text
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.exercises.writers.expected import blanks, expected, form_of, half_unit, is_shuffled, question, working

TAG = re.compile(r"\\tag\{(\d+)\}")  # the number of a formula, as not every converter of R/exams knows it
CODE = re.compile(r"\\?`(?=r[ #])")  # what begins a piece of code in a line, which knitr would run
NUMBER = re.compile(r"-?\d+(\.\d+)?")
TYPES = {"choice": "schoice", "blanks": "cloze", "fraction": "string", "decimal": "num", "essay": "string"}


def rexams_files(sheet: ExerciseSheet) -> dict[str, str]:
    """The files of the exercises, by their names."""
    say = messages(sheet.language)
    width = len(str(len(sheet.items)))
    return {
        f"{exercise.about}-{exercise.id.zfill(width)}.Rmd": _exercise(exercise, sheet, say) for exercise in sheet.items
    }


def _exercise(exercise: Exercise, sheet: ExerciseSheet, say: Messages) -> str:
    form = form_of(exercise)
    asked, told, facts = question(exercise, sheet, "markdown"), "", {"extype": TYPES[form]}
    if form == "choice":
        answers = expected(exercise, say)
        asked += _list(escape.markdown(one.text) for one in answers)
        told = _list(escape.markdown(one.feedback) for one in answers)
        facts |= {
            "exsolution": "".join(str(int(one.word == "right")) for one in answers),
            "exshuffle": str(is_shuffled(exercise)).upper(),
        }
    elif form == "blanks":
        found = blanks(exercise, say)
        asked += _list(one.name for one in found)
        texts = [one.right[0] for one in found]
        types = ["num" if NUMBER.fullmatch(text) else "string" for text in texts]
        facts |= {"exclozetype": "|".join(types), "exsolution": "|".join(texts)}
    elif form == "essay":
        facts |= {"exsolution": exercise.answer or "nil", "exstringtype": "essay"}
    else:
        asked += f"\n\n{said(say, 'reduced')} {said(say, 'typed')}" if form == "fraction" else ""
        facts |= {"exsolution": exercise.answer} | ({"extol": half_unit(exercise)} if form == "decimal" else {})
    if exercise.points != 1:
        facts["expoints"] = points_text(exercise.points)
    facts["exname"] = f"{exercise.about} {exercise.id}"
    parts = {
        "Question": asked,
        "Solution": working(exercise, sheet, "markdown") + told,
        "Meta-information": "\n".join(f"{name}: {fact}" for name, fact in facts.items()),
    }
    text = "\n\n".join(f"{_heading(name, '=')}\n{text}" for name, text in parts.items()) + "\n"
    return CODE.sub("&#96;", TAG.sub(r"\\qquad (\1)", text))


def _list(texts: Iterable[str]) -> str:
    """The answers, below a question, or what is said of each of them, below its solution."""
    return "\n\n" + "\n".join([_heading("Answerlist", "-"), *(f"* {text}" for text in texts)])


def _heading(name: str, line: str) -> str:
    return f"{name}\n{line * len(name)}"
