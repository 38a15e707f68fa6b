"""A sheet of exercises, made from a metric and a seed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from exactmetrics._writers import writer
from exactmetrics.derivation.saving import ending_of, format_of
from exactmetrics.derivation.shown import Shown, Written
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import check_places
from exactmetrics.exercises.question import LETTERS, Exercise, Search
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import OPTIONS, resolve
from exactmetrics.metrics.suggest import choices

KINDS = ("compute", "blanks", "choice")
MOST, CLASSES, SAMPLES = 1_000, 8, 5_000  # exercises of one sheet, classes and samples of one matrix


SAID = ("label", "average", "combine", "convention", "undefined")  # the options that the question of an exercise names
MOODLE = ".xml"


class ExerciseSheet(Written):
    """Exercises about one metric, each with its key; made by `exercises`.

    `items` are the exercises, `metric` and `seed` what they were made from, `language` that of their sentences.
    Written as a sheet with its key at the end, without it (`key=False`), or as the key alone (`key="alone"`).
    """

    _kind = "exercises"
    _formats = (*(name for name in Shown._formats if not name.startswith("beamer")), "moodle")

    def __init__(self, metric: str, seed: int, items: Sequence[Exercise], language: str) -> None:
        self.metric, self.seed, self.items, self.language = metric, seed, tuple(items), language

    def save(self, path: str | os.PathLike[str], *, format: str | None = None, **options: Any) -> None:
        """Write the sheet to a file, in the format that its ending names; `.xml` is for Moodle."""
        super().save(path, format=format_of_sheet(path) if format is None else format, **options)

    def data(self) -> dict[str, Any]:
        """What the key in JSON holds, as dictionaries and lists."""
        found: dict[str, Any] = writer(self._kind, "json")(self)
        return found

    def __repr__(self) -> str:
        return f"<ExerciseSheet of {self.metric}: {len(self.items)} exercises>"


def format_of_sheet(path: str | os.PathLike[str]) -> str:
    """The format that the ending of a file names.

    >>> format_of_sheet("sheet.xml"), format_of_sheet("sheet.tex")
    ('moodle', 'latex-document')
    """
    return "moodle" if ending_of(path) == MOODLE else format_of(path, ExerciseSheet._formats)


def exercises(
    metric: str,
    *,
    number: int = 10,
    seed: int = 1,
    kind: str | Sequence[str] = "compute",
    classes: int = 3,
    n: tuple[int, int] = (20, 60),
    labels: Sequence[str] | None = None,
    places: int | None = None,
    denominator: int = 1_000,
    language: str = "en",
    **question: Any,
) -> ExerciseSheet:
    """Exercises about one metric on matrices with small numbers, each with its key and the same for the same seed.

    Args:
        metric: its name, with `question` as `ConfusionMatrix.value` takes it (`average`, `label`, `undefined` ...). A
            metric of one class of which neither is given is asked of a class that is drawn.
        number: how many exercises.
        seed: a whole number; the same one gives the same sheet on every platform.
        kind: "compute", "blanks" (the working with blanks), "choice" (among misconceptions), or several in turn.
        classes: how many classes a matrix has; `labels` are their names.
        n: the fewest and the most samples.
        places: the decimal places that are asked for; without them an exact fraction is, where the value is one.
        denominator: how large a denominator in the working may be at most.
        language: the language of the sentences.

    Raises:
        UsageError: a metric or an option that does not exist, or criteria that no matrix was found to meet; it names
            the criterion.

    >>> sheet = exercises("f1", average="macro", number=2, seed=7)
    >>> [exercise.answer for exercise in sheet.items] == [
    ...     str(exercise.matrix.value("f1", average="macro")) for exercise in sheet.items
    ... ]
    True
    """
    kinds = [kind] if isinstance(kind, str) else list(kind)
    for one in kinds or [""]:
        if one not in KINDS:
            raise UsageError(f"no kind {one!r} of exercise; {choices(one, KINDS)}")
    names = _labels(classes, labels)
    low, high = _range(n, len(names))
    _check_whole(number, "number", 1, MOST)
    _check_whole(denominator, "denominator", 2, None)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise UsageError(f"seed must be a whole number, not {seed!r}")
    if places is not None:
        check_places(places, 15)
    name = metric_named(metric).name
    for option in question:
        if option in OPTIONS and option not in SAID:
            raise UsageError(
                f"the question of an exercise cannot say {option}=; it says {', '.join(SAID)} and parameters"
            )
    request = resolve(name, labels=names, positive=names[0], **question)
    if question.get("undefined") is not None and request.average is None:
        raise UsageError("undefined= asks for one undefined value among those that are averaged: give average= too")
    search = Search(
        _as_written(name, question), names, (low, high), seed,
        denominator=denominator, places=places, language=language,
    )  # fmt: skip
    items = [search.exercise(str(at + 1), kinds[at % len(kinds)]) for at in range(number)]
    return ExerciseSheet(name, seed, items, language)


def _as_written(name: str, question: dict[str, Any]) -> dict[str, Any]:
    """The question as an answer sheet has it: exact numbers are texts."""
    plain = {
        key: str(value) if isinstance(value, (Fraction, Decimal, float)) or key == "undefined" else value
        for key, value in question.items()
        if value is not None
    }
    options = {key: value for key, value in plain.items() if key in SAID}
    parameters = {key: value for key, value in plain.items() if key not in SAID}
    return {"metric": name, **options} | ({"parameters": parameters} if parameters else {})


def _labels(classes: int, labels: Sequence[str] | None) -> list[str]:
    """The names of the classes, which stand in sentences of every format and in Moodle, so they are plain words."""
    if labels is None:
        _check_whole(classes, "classes", 2, CLASSES)
        return list(LETTERS[:classes])
    names = list(labels)
    for name in names:
        if not isinstance(name, str) or not name.replace(" ", "").replace("-", "").isalnum() or name != name.strip():
            raise UsageError(f"the name {name!r} of a class is no plain word: letters, digits, blanks and hyphens")
    if len(set(names)) < len(names) or not 2 <= len(names) <= CLASSES:
        raise UsageError(f"labels must be 2 to {CLASSES} different names, not {', '.join(names)}")
    return names


def _range(n: tuple[int, int], classes: int) -> tuple[int, int]:
    if not isinstance(n, (tuple, list)) or len(n) != 2:
        raise UsageError(f"n must be the fewest and the most samples, as in n=(20, 60), not {n!r}")
    for one in n:
        _check_whole(one, "n", 2 * classes, SAMPLES)
    if n[0] > n[1]:
        raise UsageError(f"n must be the fewest and the most samples, in this order, not {tuple(n)}")
    return n[0], n[1]


def _check_whole(value: object, name: str, least: int, most: int | None) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least or (most is not None and value > most):
        upto = "or more" if most is None else f"to {most}"
        raise UsageError(f"{name} must be a whole number from {least} {upto}, not {value!r}")
