"""What answers get in the learning systems and in our own grading: each reads a sheet and is given answers.

Of an exercise with blanks an answer is a text for each letter, of a choice the text of an option, of others a number.
"""

from __future__ import annotations

import contextlib
import csv
import io
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from html import unescape
from typing import Any
from zipfile import ZipFile

import nbformat

import exactmetrics as em
from exactmetrics.exercises.question import Exercise
from tests.exercises import canvas_reader, moodle_reader, qti_reader, rexams_reader

Answer = str | dict[str, str]
Play = Callable[[Exercise, Answer], tuple[Any, str]]  # the points, and what is told


def answers_of(exercise: Exercise) -> Iterator[tuple[Answer, Fraction, str, bool]]:
    """Answers with their points and what is told of them, and whether a slip is all that is right with them."""
    credit, share = exercise.partial_credit, Fraction(1, len(exercise.fields) or 1)
    if exercise.fields:
        right = {field.letter: field.answer for field in exercise.fields}
        yield right, Fraction(1), "", False
        yield {}, Fraction(0), "", False
        yield right | {exercise.fields[0].letter: "x"}, 1 - share, "", False
        for field in exercise.fields:
            yield from (({field.letter: text}, share * credit, told, True) for text, _, told in field.wrong)
    elif exercise.options:
        yield from ((option.text, Fraction(option.right), option.feedback, False) for option in exercise.options)
    else:
        yield exercise.answer, Fraction(1), "", False
        yield "", Fraction(0), "", False
        for slip in exercise.slips:
            if exercise.places is not None:
                yield em.decimal(slip.value, places=exercise.places), credit, slip.text, True
            elif isinstance(slip.value, Fraction):
                yield str(slip.value), credit, slip.text, True


def graded(sheet: Any) -> Play:
    def play(exercise: Exercise, answer: Answer) -> tuple[Any, str]:
        texts = answer if isinstance(answer, dict) else {"": answer}
        found = em.grade(sheet, {"Ada": {exercise.id + letter: text for letter, text in texts.items()}})
        return found.points["Ada"], " ".join(one.text for one in found.answers)

    return play


def moodle(sheet: Any) -> Play:
    questions = dict(zip((one.id for one in sheet.items), moodle_reader.read(sheet.to("moodle"))[1], strict=True))

    def play(exercise: Exercise, answer: Answer) -> tuple[Any, str]:
        question = questions[exercise.id]
        if isinstance(answer, str):
            points, told = question.score(answer)
            return points, unescape(told)  # feedback is HTML
        letters = [field.letter for field in exercise.fields]
        chosen = [
            next((one for one in blank if one.text == answer.get(letter)), None)
            for letter, blank in zip(letters, question.blanks, strict=True)
        ]
        points = sum((one.grade for one in chosen if one), Fraction(0)) / len(letters)
        return points, " ".join(one.feedback for one in chosen if one)

    return play


def qti(format: str, version: str) -> Callable[[Any], Play]:
    def of(sheet: Any) -> Play:
        read = qti_reader.read(sheet.to_zip(format), version)
        items = dict(zip((one.id for one in sheet.items), read.values(), strict=True))

        def play(exercise: Exercise, answer: Answer) -> tuple[Any, str]:
            if isinstance(answer, dict):
                given = {f"BLANK_{letter}": text for letter, text in answer.items()}
            elif exercise.options:
                given = {"RESPONSE": f"ANSWER{[option.text for option in exercise.options].index(answer)}"}
            elif exercise.places is not None:
                given = {"RESPONSE": answer}
            else:
                given = dict(zip(("NUMERATOR", "DENOMINATOR"), answer.split("/"), strict=False))
            score, shown = items[exercise.id].played(**given)
            return score, " ".join(shown)

        return play

    return of


def canvas(sheet: Any) -> Play:
    questions = dict(zip((one.id for one in sheet.items), canvas_reader.read(sheet.to_zip("canvas")), strict=True))

    def play(exercise: Exercise, answer: Answer) -> tuple[Any, str]:
        texts = answer if isinstance(answer, dict) else {"": answer}
        given = {f"response_{letter}" if letter else "response1": text for letter, text in texts.items()}
        points, shown = questions[exercise.id].score(given)
        return points, " ".join(shown)

    return play


def cells(sheet: Any) -> dict[str, Any]:
    """The cells of the notebook by what nbgrader calls them."""
    notebook = nbformat.reads(sheet.to("nbgrader"), as_version=4)
    nbformat.validate(notebook)
    return {cell.metadata.nbgrader.grade_id: cell for cell in notebook.cells}


def for_students(source: str) -> str:
    """As `nbgrader generate_assignment` leaves a cell: a solution is a stub, and hidden tests are away."""
    stub = r"\1# YOUR CODE HERE\n\1raise NotImplementedError()"  # as far in as the solution
    source = re.sub("(?m)^( *)### BEGIN SOLUTION\n(?s:.*?)\n *### END SOLUTION", stub, source)
    return re.sub("### BEGIN HIDDEN TESTS\n.*?\n### END HIDDEN TESTS\n?", "", source, flags=re.S)


def autograded(found: dict[str, Any], id: str, answer: str | None) -> tuple[float, str]:
    """The points that `nbgrader autograde` gives, and what the test prints; None for an answer is the solution."""
    known: dict[str, Any] = {}
    source = found[f"answer-{id}"].source
    if answer is not None:
        source = re.sub(r"(?m)^answer_\d+ = .*$", lambda _: f"answer_{id} = {answer}", for_students(source), count=1)
    for text in (found["setup"].source, source):
        with contextlib.suppress(Exception):
            exec(text, known)
    tests, _, last = found[f"test-{id}"].source.removesuffix("\n### END HIDDEN TESTS").rpartition("\n")
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(tests, known)
            return float(eval(last, known)), printed.getvalue().strip()
    except Exception:
        return 0.0, ""


def nbgrader(sheet: Any) -> Play:
    found = cells(sheet)

    def play(exercise: Exercise, answer: Answer) -> tuple[Any, str]:
        letters = {option.text: option.letter.upper() for option in exercise.options}
        given = letters.get(answer, answer) if isinstance(answer, str) else answer
        return autograded(found, exercise.id, repr(given))

    return play


SYSTEMS: dict[str, Callable[[Any], Play]] = {
    "our own": graded, "moodle": moodle, "qti": qti("qti", "2.1"), "qti3": qti("qti3", "3.0"), "canvas": canvas,
    "nbgrader": nbgrader,
}  # fmt: skip


def rexams(sheet: Any) -> dict[str, rexams_reader.Exercise]:
    packed = ZipFile(io.BytesIO(sheet.to_zip("rexams")))
    return {name: rexams_reader.read(packed.read(name).decode()) for name in packed.namelist()}


def anki(text: str) -> tuple[dict[str, str], list[list[str]]]:
    """What a file tells of itself and its notes, as docs.ankiweb.net/importing/text-files.html says they are read."""
    head: dict[str, str] = {}
    lines = text.split("\n")
    while lines[0].startswith("#"):
        name, _, fact = lines.pop(0)[1:].partition(":")
        head[name] = fact
    return head, list(csv.reader(io.StringIO("\n".join(lines)), delimiter="\t", strict=True))
