"""A sheet of exercises, made from one metric or several and a seed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from exactmetrics._writers import writer
from exactmetrics.derivation.messages import check_language
from exactmetrics.derivation.saving import full_name, save_data
from exactmetrics.derivation.shown import Shown, Written
from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.many import many
from exactmetrics.exact.rounding import check_places
from exactmetrics.exercises.formats import ARCHIVE, QUIZZES, format_of_sheet
from exactmetrics.exercises.kinds import KINDS, MAKERS, ON_STATEMENTS
from exactmetrics.exercises.kinds.convention import NUMBERS
from exactmetrics.exercises.matrices import Matrices
from exactmetrics.exercises.question import LETTERS, Exercise
from exactmetrics.exercises.score_lists import FEWEST, ScoreLists
from exactmetrics.exercises.score_lists import MOST as MOST_SCORES
from exactmetrics.exercises.search import Search
from exactmetrics.exercises.statements import LEVELS, Statements
from exactmetrics.metrics.policy import WORDS
from exactmetrics.metrics.registry import any_metric
from exactmetrics.metrics.request import OPTIONS
from exactmetrics.metrics.score_metric import ScoreMetric
from exactmetrics.metrics.several import all_of, dealt, notes
from exactmetrics.metrics.suggest import choices
from exactmetrics.proofs.statement import read_statement

NEXT = 1_000_003  # from the seed of one metric on a sheet to that of the next
MOST, CLASSES, SAMPLES = 1_000, 8, 5_000  # exercises of one sheet, classes and samples of one matrix


N, N_OF_SCORES = (20, 60), (5, 7)  # the fewest and the most samples, where nobody says otherwise
SAID = ("label", "average", "combine", "convention", "undefined")  # the options that the question of an exercise names


class ExerciseSheet(Written):
    """Exercises about one metric or several, each with its key; made by `exercises`.

    `items` are the exercises, `metrics` and `seed` what they were made from, `language` that of their sentences,
    `title` the one that was given; `notes` say which options are not those of every metric. Written as a sheet with its
    key at the end, without it (`key=False`), or as the key alone (`key="alone"`).
    """

    _kind = "exercises"
    _formats = (*(name for name in Shown._formats if not name.startswith("beamer")), *QUIZZES)

    def __init__(
        self, metrics: Sequence[str], seed: int, items: Sequence[Exercise], language: str, notes: Sequence[str] = (),
        title: str | None = None,
    ) -> None:  # fmt: skip
        self.metrics, self.seed, self.items, self.language = tuple(metrics), seed, tuple(items), language
        self.notes, self.title = tuple(notes), title

    def to(self, format: str, **options: Any) -> str:
        """The sheet in a format by its name or its ending; formats that are archives are bytes, which `to_zip` gives.

        Raises:
            UsageError: a format that does not exist, or is an archive.
        """
        if QUIZZES.get(format) == ARCHIVE:
            raise UsageError(f"a sheet as {format} is an archive and no text: write it to a file, quiz.{format}.zip")
        return super().to(format, **options)

    def to_zip(self, format: str, *, key: bool | str = True) -> bytes:
        """The archive that a learning system imports: "qti", "qti3", "canvas" or "rexams"; the same for the same seed.

        Raises:
            UsageError: a format that is no archive, or an exercise that it cannot hold.

        >>> sheet = exercises("recall", label="A", number=1)
        >>> sheet.to_zip("qti")[:2]
        b'PK'
        """
        archives = [name for name, ending in QUIZZES.items() if ending == ARCHIVE]
        if format not in archives:
            raise UsageError(f"no archive {format!r}; {choices(format, archives)}")
        made: bytes = writer(self._kind, "archive")(self, format, key=key)
        return made

    def save(self, path: str | os.PathLike[str], *, format: str | None = None, **options: Any) -> None:
        """Write the sheet to a file, in the format that its name says, as in "quiz.xml" (Moodle) or "quiz.qti.zip"."""
        format = format_of_sheet(path) if format is None else full_name(format)
        if QUIZZES.get(format) == ARCHIVE:
            save_data(self.to_zip(format, **options), path)
        else:
            super().save(path, format=format, **options)

    def data(self) -> dict[str, Any]:
        """What the key in JSON holds, as dictionaries and lists."""
        found: dict[str, Any] = writer(self._kind, "json")(self)
        return found

    def __repr__(self) -> str:
        return f"<ExerciseSheet of {', '.join(self.metrics)}: {len(self.items)} exercises>"


def exercises(
    metric: str | Sequence[str] = (),
    *,
    number: int | None = None,
    seed: int = 1,
    kind: str | Sequence[str] = "compute",
    classes: int | None = None,
    n: tuple[int, int] | None = None,
    labels: Sequence[str] | None = None,
    places: int | None = None,
    denominator: int = 1_000,
    points: Any = 1,
    partial_credit: Any = 0,
    title: str | None = None,
    statement: str | Sequence[str] = (),
    level: int | None = None,
    language: str = "en",
    **question: Any,
) -> ExerciseSheet:
    """Exercises on matrices, scores or statements, with small numbers, each with its key, the same for the same seed.

    Args:
        metric: its name, with `question` as `ConfusionMatrix.value` takes it (`average`, `label`, `undefined` ...). A
            metric of one class of which neither is given is asked of a class that is drawn. Of a list of names one
            exercise asks after the other in turn; a class and an average are for the metrics of one class among them,
            a parameter for those that have it. Of a metric of scores the scores of a few samples of two classes are
            given, and the options that name classes and averages are none of it. Without any, exercises are about
            statements alone.
        number: how many exercises, by default 10; of statements that are given one of each kind for each of them.
        seed: a whole number; the same one gives the same sheet on every platform.
        kind: "compute", "choice" (among misconceptions), "blanks" (the working with blanks), "error" (the wrong line of
            a working), "counts" (TP, FN, FP and TN from two values), "possible" (whether there are counts with two
            printed values), "convention" (which one gives a value), "prove" (a statement), "always" (which of four
            statements is true), "refute" (a statement by a matrix), or a list of several in turn.
        classes: how many classes a matrix has, 3 if nothing is said; `labels` are their names.
        n: the fewest and the most samples; (20, 60) of a matrix, and (5, 7) with scores, if nothing is said.
        places: the decimal places that are asked for; without them an exact fraction is, where the value is one.
        denominator: how large a denominator in the working may be at most.
        points: what an exercise is worth, or a list of what each of them is.
        partial_credit: the share of the points for a number to which a usual slip leads, from 0 to 1, as "1/4".
        title: what stands above a sheet, and behind "Key:" above its key; by default what is asked.
        statement: what "prove", "always" and "refute" are about, as `prove` reads it, or a list of several; by default
            statements of the registry of identities, on the metric if there is one.
        level: of those of the registry: 1 (one class), 2 (averages and the matrix), 3 (inequalities); by default the
            easier ones come first.
        language: the language of the sentences.

    Raises:
        UsageError: a metric or an option that does not exist, or criteria that no matrix was found to meet; it names
            the criterion.

    >>> sheet = exercises("f1", average="macro", number=2, seed=7)
    >>> [exercise.answer for exercise in sheet.items] == [
    ...     str(exercise.data.value("f1", average="macro")) for exercise in sheet.items
    ... ]
    True
    >>> [exercise.title for exercise in exercises(["accuracy", "f1"], average="macro", number=3).items]
    ['accuracy', 'macro F1 score', 'accuracy']
    >>> [exercise.data.text for exercise in exercises("recall", kind="prove", level=2, number=2).items]
    ['recall[macro] = balanced_accuracy', 'precision[micro] = recall[micro]']
    """
    kinds = _kinds(kind)
    if (statement or level is not None) and not {*kinds} & {*ON_STATEMENTS}:
        raise UsageError(
            f"statement= and level= are for exercises on statements: ask for the kind {ON_STATEMENTS[0]!r}"
        )
    needed = next((one for one in kinds if one not in ON_STATEMENTS), None)
    metrics = _metrics(metric, needed)
    statements = _statements(statement, level)
    of_metrics = {"classes": classes, "labels": labels, "n": n, "places": places} | question
    if not metrics and (said := next((name for name, one in of_metrics.items() if one is not None), None)):
        raise UsageError(f"{said}= is for exercises about a metric: name one, or leave it out")
    check_language(language)
    of_scores = [name for name in metrics if isinstance(any_metric(name), ScoreMetric)]
    all_of_scores = bool(of_scores) and of_scores == metrics
    if all_of_scores:
        _refuse_of_matrices(of_scores[0], {"classes": classes, "labels": labels} | question)
    names = _labels(classes, labels)
    size = _range(n or N, 2 * len(names), SAMPLES) if not all_of_scores else N
    size_of_scores = _range(n or N_OF_SCORES, FEWEST, MOST_SCORES) if all_of_scores else N_OF_SCORES
    if number is None:
        given = 1 if isinstance(statement, str) else len(statement)
        number = given * len(kinds) if statement and {*kinds} <= {*ON_STATEMENTS} else 10
    _check_whole(number, "number", 1, MOST)
    _check_whole(denominator, "denominator", 2, None)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise UsageError(f"seed must be a whole number, not {seed!r}")
    if places is not None:
        check_places(places, 15)
    credit, worths = _share(partial_credit), _points(points, number)
    if title is not None and (not isinstance(title, str) or not title.strip()):
        raise UsageError(f"title= must be a text, not {title!r:.60}")
    for option in question:
        if option in OPTIONS and option not in SAID:
            raise UsageError(
                f"the question of an exercise cannot say {option}=; it says {', '.join(SAID)} and parameters"
            )
    policy = question.get("undefined")
    if policy is not None and str(policy) not in NUMBERS:
        why = "; an exercise needs a value" if str(policy) in WORDS else ""
        raise UsageError(
            f"undefined={policy!r} says no number that stands for 0/0{why}: choose from {', '.join(NUMBERS)}"
        )
    taken: set[tuple[str, str]] = set()
    drawn = [
        Statements(name, statements, level, seed=seed + at * NEXT, language=language, taken=taken)
        for at, name in enumerate(metrics or [None])
    ]
    searches: list[Search] = []
    options = dealt(metrics, question, _takes)
    for at, (name, own) in enumerate(options.items() if needed else ()):
        if "undefined" in own and policy is not None and own.get("average") is None:
            raise UsageError("undefined= asks for one undefined value among those that are averaged: give average= too")
        written = _as_written(name, own)
        source = ScoreLists(written, size_of_scores) if name in of_scores else Matrices(written, names, size)
        search = Search(source, seed + at * NEXT, denominator=denominator, places=places, language=language)
        searches.append(search)
        search.taken = searches[0].taken  # no matrix comes twice on a sheet
    sources: list[dict[str, Search | Statements]] = [dict.fromkeys(ON_STATEMENTS, one) for one in drawn]
    for source_of, search in zip(sources, searches, strict=False):
        source_of |= dict.fromkeys(MAKERS, search)
    own_kinds = [[one for one in kinds if source_of[one].takes(one)] for source_of in sources]
    for source_of, own_kind in zip(sources, own_kinds, strict=True):
        if not own_kind:
            source_of[kinds[0]].check(kinds[0])  # says why
    # Both in turn, and where the same pairs would come again, one kind further: every metric meets every kind.
    again, shifts = lcm(len(sources), len(kinds)), gcd(len(sources), len(kinds))
    items = []
    for at in range(number):
        start, turn = at + at // again % shifts, at % len(sources)
        in_turn = (kinds[(start + step) % len(kinds)] for step in range(len(kinds)))
        kind_of = next(one for one in in_turn if one in own_kinds[turn])
        exercise = sources[turn][kind_of].exercise(str(at + 1), kind_of)
        items.append(replace(exercise, partial_credit=credit, points=worths[at]))
    said = [
        *notes(options, {key: value for key, value in question.items() if key in SAID}),
        *_without(metrics, kinds, own_kinds),
    ]
    return ExerciseSheet(metrics, seed, items, language, said, title)


def _without(metrics: Sequence[str], kinds: Sequence[str], own_kinds: Sequence[Sequence[str]]) -> Iterator[str]:
    """Which kinds of exercises there are none of about some of the metrics."""
    for name, own in zip(metrics, own_kinds, strict=False):
        if missing := [one for one in dict.fromkeys(kinds) if one not in own]:
            yield f"{name} has no exercises of the kind{'s' if missing[1:] else ''} {all_of(missing)}"


def _metrics(metric: object, needed: str | None) -> list[str]:
    """The names of the registry, each once; none where no kind needs one."""
    names = [any_metric(one).name for one in _names("metric", metric)]
    if not names and needed is not None:
        raise UsageError(
            f"exercises of the kind {needed!r} are about a metric: name one (-m, metric=); without one there are "
            f"{all_of(ON_STATEMENTS)}, about statements"
        )
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice} is there twice among the metrics; each takes its turn by itself")
    return names


def _refuse_of_matrices(name: str, options: Mapping[str, Any]) -> None:
    """Refuse what says something of matrices, where all metrics are of scores."""
    for option in ("classes", "labels", *(said for said in SAID if said != "convention")):
        if options.get(option) is not None:
            raise UsageError(
                f"{option}= is for exercises on matrices, and {name} is a metric of scores, whose exercises have one "
                "score for each sample of two classes: leave it out"
            )


def _takes(name: str, option: str, value: object) -> bool:
    """Whether an option says something of a metric: an average of a metric of one class, a parameter of its own."""
    metric = any_metric(name)
    if option == "convention":
        return value in metric.conventions
    return metric.scope == "class" if option in SAID else option in metric.parameters


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


def _statements(statement: object, level: object) -> list[str]:
    """The statements that are given, which have no level."""
    if level not in (None, *LEVELS) or isinstance(level, bool):
        raise UsageError(f"level must be one of {', '.join(map(str, LEVELS))}, not {level!r}")
    given = _names("statement", statement)
    if given and level is not None:
        raise UsageError("level= is of statements of the registry; with statement= leave it out")
    return [read_statement(one).text for one in given]


def _kinds(kind: object) -> list[str]:
    kinds = _names("kind", kind, f"; {choices('', KINDS)}")
    for one in kinds or [""]:
        if one not in KINDS:
            raise UsageError(f"no kind {one!r} of exercise; {choices(one, KINDS)}")
    return kinds


def _names(option: str, given: object, cure: str = "") -> list[str]:
    """What is given as a name, or as a list of them."""
    names = [given] if isinstance(given, str) else given
    if not isinstance(names, (list, tuple)) or not all(isinstance(one, str) for one in names):
        raise UsageError(f"{option} must be a name or a list of names, not {given!r:.60}{cure}")
    return list(names)


def _labels(classes: int | None, labels: Sequence[str] | None) -> list[str]:
    """The names of the classes, which stand in sentences of every format and in Moodle, so they are plain words."""
    if classes is not None:
        _check_whole(classes, "classes", 2, CLASSES)
    if labels is None:
        return list(LETTERS[: classes or 3])
    if isinstance(labels, str) or not isinstance(labels, Sequence):
        raise UsageError(f"labels must be a list of names, not {labels!r:.60}")
    names = list(labels)
    for name in names:
        if not isinstance(name, str) or not name.replace(" ", "").replace("-", "").isalnum() or name != name.strip():
            raise UsageError(
                f"the name {name!r} of a class is no plain word: write it with letters, digits, spaces and hyphens"
            )
    if len(set(names)) < len(names) or not 2 <= len(names) <= CLASSES:
        raise UsageError(f"labels must be 2 to {CLASSES} different names, not {', '.join(names)}")
    if classes not in (None, len(names)):
        raise UsageError(f"labels= are {len(names)} names, and not {classes}: leave classes= out")
    return names


def _range(n: tuple[int, int], least: int, most: int) -> tuple[int, int]:
    if not isinstance(n, (tuple, list)) or len(n) != 2:
        raise UsageError(f"n= must be the fewest and the most samples, as in n=(20, 60), not {n!r}")
    for one in n:
        _check_whole(one, "n=", least, most)
    if n[0] > n[1]:
        raise UsageError(f"n= must be the fewest and the most samples, in this order, not {tuple(n)}")
    return n[0], n[1]


def _share(partial_credit: object) -> Fraction:
    share = exact_number(partial_credit)
    if share is None or not 0 <= share <= 1:
        raise UsageError(
            f"partial_credit= must be a share of the points from 0 to 1, as 1/4, not {partial_credit!r:.60}"
        )
    return share


def _points(points: object, number: int) -> list[Fraction]:
    """What each exercise is worth."""
    given = list(points) if isinstance(points, (list, tuple)) else [points] * number
    if len(given) != number:
        raise UsageError(
            f"points= are {many(len(given), 'number')}, and there are {many(number, 'exercise')}: give one number for "
            "all of them, or one for each"
        )
    found = [exact_number(one) for one in given]
    for one, worth in zip(given, found, strict=True):
        if worth is None or worth <= 0:
            raise UsageError(f"points= must be numbers above 0, as 4 or 1/2, not {one!r:.60}")
    return [worth for worth in found if worth is not None]


def _check_whole(value: object, name: str, least: int, most: int | None) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least or (most is not None and value > most):
        upto = "or more" if most is None else f"to {most}"
        raise UsageError(f"{name} must be a whole number from {least} {upto}, not {value!r}")
