"""A sheet of exercises as notes for Anki, in the text format of its own import: a card each exercise.

On the front stands the question, on the back the answer, what the wrong options are, and the working. A note has an id
that stays when its words change, so that a file imported again updates its cards.

Reference: docs.ankiweb.net/importing/text-files.html.
"""

from __future__ import annotations

import json
from hashlib import sha256

from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation import escape
from exactmetrics.exercises.question import Exercise
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.exercises.writers.direction import directed
from exactmetrics.exercises.writers.expected import blanks, expected, form_of, question, subject, working
from exactmetrics.exercises.writers.shading import shaded

ID = 16  # letters of the id of a note
# What Anki reads in a field besides HTML: sounds and LaTeX in brackets, formulas behind backslashes, clozes in braces.
READ = str.maketrans({"[": "&#91;", "\\": "&#92;", "{": "&#123;"})


def notes(sheet: ExerciseSheet) -> str:
    """The file: what Anki is told of it, and a line each note."""
    say = messages(sheet.language)
    head = {
        "separator": "tab",
        "html": "true",
        "notetype": "Basic",
        "deck": f"exactmetrics::{escape.plain(subject(sheet))}",
        "tags": "exactmetrics",
        "columns": "\t".join(["id", "Front", "Back"]),
        "guid column": "1",
    }
    lines = [f"#{name}:{fact}" for name, fact in head.items()]
    return "\n".join([*lines, *("\t".join(_note(exercise, sheet, say)) for exercise in sheet.items)]) + "\n"


def _note(exercise: Exercise, sheet: ExerciseSheet, say: Messages) -> list[str]:
    form = form_of(exercise)
    front, back = question(exercise, sheet), []
    if form == "blanks":
        back = [escape.html(f"{one.name} {one.written}") for one in blanks(exercise, say)]
    elif form == "choice":
        answers = list(zip(exercise.options, expected(exercise, say), strict=True))
        if not exercise.is_by_line:
            front += (
                f"<ul>{''.join(f'<li>{option.letter}: {escape.html(one.text)}</li>' for option, one in answers)}</ul>"
            )
        back = [f"{option.letter}: {escape.html(one.feedback)}" for option, one in answers]
    elif form != "essay":
        back = [escape.html(say.number(exercise.answer))]
    texts = [front, "".join(f"<p>{line}</p>" for line in back) + working(exercise, sheet)]
    return [_id(exercise, sheet), *(_field(directed(shaded(text), say)) for text in texts)]


def _id(exercise: Exercise, sheet: ExerciseSheet) -> str:
    """What a note is known by: seed, number, question and data of the exercise, whatever its words and language."""
    known = [
        sheet.seed,
        exercise.id,
        exercise.kind,
        dict(exercise.question),
        exercise.given.get("matrix", exercise.given),
    ]
    return sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:ID]


def _field(html: str) -> str:
    """A field in quotes, in one line."""
    return '"' + " ".join(html.split("\n")).translate(READ).replace('"', '""') + '"'
