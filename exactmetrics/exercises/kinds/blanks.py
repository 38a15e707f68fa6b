"""The working with blanks."""

from __future__ import annotations

from dataclasses import replace

from exactmetrics.exercises.kinds.draw import Draw
from exactmetrics.exercises.question import Exercise, Field, options_of


def blanks(exercise: Exercise, draw: Draw) -> Exercise:
    """The blanks of the working are the fields."""
    asked = options_of(exercise.question)
    key = exercise.matrix.derive(exercise.request.metric.name, detail="scaffold", **asked).key
    return replace(exercise, fields=tuple(Field(letter, answer) for letter, answer in key))
