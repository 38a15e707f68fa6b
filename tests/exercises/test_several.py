"""Several metrics on one sheet: in turn, each with the options that it takes, in every format."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import UsageError
from exactmetrics.exercises.formats import ARCHIVE, QUIZZES
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.metrics.registry import all_metrics
from tests.cases import each
from tests.cli.run import run
from tests.exercises.asking import asked
from tests.oracle import same

METRICS = ["accuracy", "precision", "fbeta", "f1"]
SHEET = em.exercises(METRICS, average="weighted", beta=2, number=9, kind=["compute", "choice"], seed=5)


def test_they_come_in_turn_with_their_own_options() -> None:
    names = [exercise.request.metric.name for exercise in SHEET.items]
    assert names == [*METRICS, *METRICS, "accuracy"]
    assert [exercise.kind for exercise in SHEET.items] == [
        *["compute", "choice"] * 2,
        *["choice", "compute"] * 2,
        "compute",
    ]
    for exercise in SHEET.items:
        name = exercise.request.metric.name
        assert exercise.request.average == (None if name == "accuracy" else "weighted")
        assert exercise.request.parameters == ({"beta": 2} if name == "fbeta" else {})
        assert same(exercise.value, asked(exercise))


@each("metrics", [1, 2, 3, 4])
@each("kinds", [1, 2, 3])
def test_kinds_are_shared_evenly_and_every_metric_meets_each(metrics: int, kinds: int) -> None:
    names, of = ["accuracy", "precision", "recall", "f1"][:metrics], ["compute", "choice", "error"][:kinds]
    made = em.exercises(names, number=metrics * kinds, kind=of).items
    pairs = [(one.request.metric.name, one.kind) for one in made]
    assert len(set(pairs)) == metrics * kinds
    for number in range(1, len(pairs)):
        counted = [sum(kind == one for _, kind in pairs[:number]) for one in of]
        assert max(counted) - min(counted) <= 1, pairs


def test_no_matrix_comes_twice() -> None:
    sheet = em.exercises(["precision", "recall"], number=40, classes=2, n=(8, 12))
    rows = [str(exercise.matrix.rows) for exercise in sheet.items]
    assert len(set(rows)) == len(rows)


def test_one_in_a_list_is_the_same_sheet() -> None:
    listed, alone = em.exercises(["f1"], average="macro", number=3), em.exercises("f1", average="macro", number=3)
    assert listed.to("text") == alone.to("text")
    assert listed.to("json") == alone.to("json")


@each("format", ["text", "markdown", "latex-document", "html", *QUIZZES, "json"])
def test_every_format_has_them(format: str) -> None:
    if QUIZZES.get(format) == ARCHIVE:
        assert SHEET.to_zip(format)
        return
    text = SHEET.to(format)
    for title in ("weighted precision", "weighted F-beta score", "weighted F1 score"):
        assert (title in text) or format == "json", title


def test_learning_systems_list_all_of_them() -> None:
    named = "accuracy, precision, F-beta score, F1 score"
    assert f"<text>$course$/top/exactmetrics/{named}</text>" in SHEET.to("moodle")
    assert f"#deck:exactmetrics::{named}\n" in SHEET.to("anki")
    for format, name in (("qti", "test.xml"), ("qti3", "test.xml"), ("canvas", "quiz/quiz.xml")):
        with ZipFile(BytesIO(SHEET.to_zip(format))) as archive:
            assert f'title="{named}"' in archive.read(name).decode()


def test_a_category_and_a_title_have_room_for_the_names() -> None:
    """Moodle and Canvas hold 255 letters of them; what does not fit is counted."""
    names = [metric.name for metric in all_metrics() if not metric.standard.parameters]
    few = em.exercises(["accuracy", "f1"], number=2)
    sheet = ExerciseSheet(names, 1, few.items, "en")
    [category] = re.findall(r"<text>\$course\$/top/exactmetrics/(.*)</text>", sheet.to("moodle"))
    found = re.fullmatch(r"(.*), (\d+) more", category)
    assert found
    assert found[1].count(", ") + 1 + int(found[2]) == len(names)
    assert 150 < len(category) < 255
    for format, file in (("qti", "test.xml"), ("canvas", "quiz/quiz.xml")):
        with ZipFile(BytesIO(sheet.to_zip(format))) as archive:
            [title] = re.findall(r'<assessment(?:Test)? [^>]*title="([^"]*)"', archive.read(file).decode())
        assert title == category


def test_an_average_that_not_every_metric_has_is_told() -> None:
    assert SHEET.notes == (
        "average weighted is for precision, fbeta and f1 alone: accuracy is asked for the whole matrix",
    )
    assert em.exercises(["f1", "recall"], average="macro", number=1).notes == ()
    assert em.exercises("accuracy", number=1).notes == ()
    by_parameter = em.exercises(["f1", "fbeta"], beta=2, average="macro", number=1)
    assert by_parameter.notes == ()
    result = run("exercises", "-m", "accuracy", "-m", "kappa", "-m", "f1", "-a", "macro", "-n", "3", "--no-key")
    assert result.stderr == "Note: average macro is for f1 alone: accuracy and kappa are asked for the whole matrix\n"


def test_a_definition_for_several_matrices_has_no_number_of_samples() -> None:
    """ "N = 30" was told of the first matrix alone."""
    text = em.exercises("f1", average="weighted", number=3, seed=7).to("text")
    assert text.count("and N is the") == 1
    assert "N =" not in text
    alone = em.exercises("f1", average="weighted", number=1, seed=7)
    assert f"and N = {alone.items[0].counts.n} is the" in " ".join(alone.to("text").split())


def test_the_title_says_what_is_asked() -> None:
    assert SHEET.to("text").startswith(
        "Exercises: Accuracy, weighted precision, weighted F-beta score (beta = 2) and weighted"
    )
    drawn = em.exercises(["precision", "recall"], number=6, seed=2)
    assert drawn.to("text").startswith("Exercises: Precision and recall\n")


def test_the_key_grades() -> None:
    key = SHEET.data()
    assert key["metrics"] == METRICS
    assert "metric" not in key
    answers = {
        one["id"]: next((o["letter"] for o in one.get("options", []) if o["right"]), one["answer"])
        for one in key["exercises"]
    }
    assert em.grade(key, {"Ada": answers}).points == {"Ada": 9}


@each(
    ("metric", "options", "message"),
    [
        ([], {}, "metric must be a name or a list of names, not []"),
        (["f1", 5], {}, "metric must be a name or a list of names"),
        (["f1", "f1_score"], {}, "f1 is there twice among the metrics"),
        (["accuracy", "kappa"], {"average": "macro"}, "none of accuracy, kappa takes average='macro'"),
        (["f1", "accuracy"], {"beta": 2}, "none of f1, accuracy takes beta=2"),
        (["f1", "fbeta"], {}, "fbeta needs"),
        (["f1", "recal"], {}, "did you mean 'recall'"),
    ],
)
def test_what_cannot_be_asked(metric: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as error:
        em.exercises(metric, **options)
    assert message in str(error.value)


def test_the_command_takes_several() -> None:
    result = run("exercises", "-m", "accuracy", "-m", "fbeta", "-p", "beta=2", "-a", "macro", "-n", "2", "--no-key")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("Exercises: Accuracy and macro F-beta score (beta = 2)\n")
