"""A sheet of exercises as a page: a document of texts, tables and derivations, with its key at the end, apart or not.

Here too: the JSON of the key, by which answers are graded; its format is `exercises.schema.json`.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from exactmetrics._writers import writer
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.messages import Messages, messages
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.writing.names import title_of_metric
from exactmetrics.documents import Document, document
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import value_text
from exactmetrics.exercises.grading import POINTS
from exactmetrics.exercises.question import PLACES, Exercise, options_of
from exactmetrics.exercises.sheet import ExerciseSheet

SCHEMA = "exactmetrics/exercises/1"


def page(sheet: ExerciseSheet, format: str, *, key: bool | str = True) -> str:
    """The page in a format; `key` is True (at the end), False (left out) or "alone"."""
    if key not in (True, False, "alone"):
        raise UsageError(f'key is True, False or "alone", and not {key!r}')
    if format in ("json", "moodle") and not key:
        raise UsageError(f"a sheet as {format} holds its key: leave no_key and key=False out, or choose another format")
    if format == "json":
        return json_text(sheet)
    if format == "moodle":
        text: str = writer("exercises", "moodle")(sheet)
        return text
    return document(specification(sheet, key=key)).to(format)


def specification(sheet: ExerciseSheet, *, key: bool | str = True) -> dict[str, Any]:
    """The specification of the document."""
    say = messages(sheet.language)
    blocks: list[dict[str, Any]] = []
    if key != "alone":
        for exercise in sheet.items:
            blocks += exercise_blocks(exercise, say)
    if key:
        for exercise in sheet.items:
            blocks += _key_blocks(exercise, say)
    title = "title_of_key" if key == "alone" else "title"
    return {
        "title": said(say, title, metric=_title_of_sheet(sheet)), "language": sheet.language, "key": False,
        "detail": "scaffold" if any(exercise.kind == "blanks" for exercise in sheet.items) else "standard",
        "data": {f"m{exercise.id}": data_of(exercise) for exercise in sheet.items}, "block": blocks,
    }  # fmt: skip


def exercise_document(exercise: Exercise, sheet: ExerciseSheet) -> Document:
    """One exercise without its key, as a document of its own."""
    return document(specification(ExerciseSheet(sheet.metric, sheet.seed, [exercise], sheet.language), key=False))


def said(say: Messages, sentence: str, **facts: str) -> str:
    """A sentence about exercises."""
    return say.say(("exercises", sentence), facts.__getitem__)


def solution(exercise: Exercise, *, language: str, detail: str = "standard") -> Derivation:
    """The working; with the detail "scaffold" the one with blanks."""
    options = options_of(exercise.question)
    return exercise.matrix.derive(exercise.request.metric.name, language=language, detail=detail, **options)


def data_of(exercise: Exercise) -> dict[str, Any]:
    """The matrix as a data set of a specification."""
    return {"labels": list(exercise.counts.labels), "matrix": exercise.counts.rows()}


def question_text(exercise: Exercise, say: Messages) -> str:
    """What is asked, in words and as Markdown."""
    asked = {"value": f"**{escape.markdown(exercise.title)}**"}
    texts = [said(say, exercise.kind, **asked)]
    if exercise.kind == "compute":
        texts.append(said(say, "fraction") if exercise.places is None else said(say, "places", n=str(exercise.places)))
    policy = exercise.question.get("undefined")
    if policy is not None:
        texts.append(said(say, "omit") if policy == "omit" else said(say, "counted", value=str(policy)))
    return " ".join(texts)


def exercise_blocks(exercise: Exercise, say: Messages) -> list[dict[str, Any]]:
    """The blocks of one exercise in a document: its text, its matrix, its blanks or its options."""
    data = f"m{exercise.id}"
    blocks: list[dict[str, Any]] = [
        {"title": said(say, "exercise", n=exercise.id), "text": question_text(exercise, say)},
        {"data": data},
    ]
    if exercise.kind == "blanks":
        asked = {"derivation": {"data": data, **exercise.question}, "detail": "scaffold"}
        blocks.append(asked | {"title": exercise.title})
    if exercise.options:
        blocks.append(
            {"text": "\n".join(f"- {option.letter}: {say.number(option.text)}" for option in exercise.options)}
        )
    return blocks


def _key_blocks(exercise: Exercise, say: Messages) -> list[dict[str, Any]]:
    """The answer, what the wrong options are, what stands in the blanks, and the working."""
    lines = [_answer_line(exercise, say)]
    for option in exercise.options:
        if option.slip is not None:
            lines.append(f"- {option.letter}: {escape.markdown(option.slip.text)}")
    if exercise.kind == "blanks":
        found = solution(exercise, language=say.language, detail="scaffold").key
        lines.append(", ".join(f"({letter}) {escape.markdown(say.number(answer))}" for letter, answer in found))
    question = {"data": f"m{exercise.id}", **exercise.question}
    return [
        {"title": said(say, "key_of", n=exercise.id), "text": "\n\n".join(lines)},
        {"derivation": question, "detail": "brief", "title": exercise.title},
    ]


def _answer_line(exercise: Exercise, say: Messages) -> str:
    letter = next((f"{option.letter}: " for option in exercise.options if option.slip is None), "")
    exact = escape.markdown(value_text(exercise.value))
    whole = isinstance(exercise.value, Fraction) and exercise.value.denominator == 1
    return letter + exact + ("" if whole else f" ({say.number(decimal(exercise.value, places=PLACES))})")


def _title_of_sheet(sheet: ExerciseSheet) -> str:
    """What every exercise asks for; where each has a class of its own, the metric."""
    titles = {exercise.title: None for exercise in sheet.items}
    title = next(iter(titles)) if len(titles) == 1 else title_of_metric(sheet.metric, messages(sheet.language))
    return title[:1].upper() + title[1:]


def json_text(sheet: ExerciseSheet) -> str:
    """The key for grading."""
    return escape.json(json.dumps(key_data(sheet), ensure_ascii=False, indent=2))


def key_data(sheet: ExerciseSheet) -> dict[str, Any]:
    """The key for grading: every exercise with its matrix, its question, its answer, its options or its blanks."""
    return {
        "schema": SCHEMA, "metric": sheet.metric, "seed": sheet.seed, "language": sheet.language,
        "points": {word: str(points) for word, points in POINTS.items()},
        "exercises": [_exercise_data(exercise, sheet.language) for exercise in sheet.items],
    }  # fmt: skip


def _exercise_data(exercise: Exercise, language: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": exercise.id, "kind": exercise.kind, **data_of(exercise), "question": dict(exercise.question),
        "places": exercise.places, "answer": exercise.answer,
    }  # fmt: skip
    if exercise.options:
        found["options"] = [
            {"letter": option.letter, "value": option.text}
            | ({} if option.slip is None else {"slip": option.slip.kind, "misconception": option.slip.text})
            for option in exercise.options
        ]
    if exercise.kind == "blanks":
        letters = solution(exercise, language=language, detail="scaffold").key
        found["blanks"] = [{"letter": letter, "answer": answer} for letter, answer in letters]
    return found
