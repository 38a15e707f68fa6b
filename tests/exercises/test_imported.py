"""Exercises read by the systems they are for (`make quizzes`): QTI is played, nbgrader grades, Anki imports."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn
from zipfile import ZipFile

import pytest

import exactmetrics as em
from exactmetrics.exercises import ExerciseSheet
from tests.cases import each
from tests.exercises.quizzes import made
from tests.house.source import ROOT
from tests.oracle import Oracle

WEB = ROOT / "web"


def absent(what: str) -> NoReturn:
    """Skip where a system is not installed; with QUIZZES set, all of them must be."""
    if os.environ.get("QUIZZES"):
        pytest.fail(f"{what} is not installed, and QUIZZES says that all systems are")
    pytest.skip(f"{what} is not installed: `make quizzes` installs it")


# QTI in qti-components


def packed(sheet: ExerciseSheet, format: str, folder: Path) -> list[str]:
    """The items of a package as QTI 3.0: as written, or a package of QTI 2.1 converted by Citolab's qti-convert."""
    path = folder / f"{format}.zip"
    sheet.save(path, format=format)
    if format == "qti":
        converter = Path(sys.executable).with_name("qti-convert")
        if not converter.exists():
            absent("qti-convert")
        given, path = path, folder / "converted.zip"
        run = subprocess.run([converter, "upgrade", given, path], capture_output=True, text=True, check=False)
        assert (run.returncode, run.stderr) == (0, "")
    with ZipFile(path) as package:
        return [package.read(f"items/item{exercise.id}.xml").decode() for exercise in sheet.items]


def played(folder: Path, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The outcomes of every attempt at every item, in Chromium."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or absent("chromium")
    if not (shutil.which("node") and (WEB / "node_modules" / "@citolab" / "qti-components").is_dir()):
        absent("qti-components")
    path = folder / "items.json"
    path.write_text(json.dumps(items), encoding="utf-8")
    run = subprocess.run(
        ["node", str(WEB / "test" / "quiz.mjs"), str(path)],
        capture_output=True, text=True, check=False, env=os.environ | {"CHROMIUM": chromium},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    found: list[dict[str, Any]] = json.loads(run.stdout)
    return found


@each("format", ["qti3", "qti"])
def test_qti_is_played(format: str, tmp_path: Path) -> None:
    sheet = made(partial_credit="1/4")
    texts = packed(sheet, format, tmp_path)
    fraction, choice, filled = sheet.items
    oracle = Oracle(fraction.counts.rows())
    right, micro = (oracle.value("f1", average=average) for average in ("macro", "micro"))
    typed: list[tuple[tuple[int, int], str, str]] = [
        ((right.numerator, right.denominator), "1.00", "This is right."),
        ((3 * right.numerator, 3 * right.denominator), "1.00", "This is right."),
        ((micro.numerator, micro.denominator), "0.25", "This is the micro average, not the macro one."),
        ((2 * micro.numerator, 2 * micro.denominator), "0.25", "This is the micro average, not the macro one."),
        ((right.numerator, 0), "0.00", ""),
        ((0, 0), "0.00", ""),
        ((1, 7), "0", ""),
    ]
    boxes = [{"NUMERATOR": str(top), "DENOMINATOR": str(bottom)} for (top, bottom), _, _ in typed]
    blanks = {f"BLANK_{field.letter}": field.answer for field in filled.fields}
    two = dict(list(blanks.items())[:2])  # the others are left empty
    found = played(
        tmp_path,
        [
            {"xml": texts[0], "attempts": [*boxes, {"NUMERATOR": "28"}, {}]},
            {"xml": texts[1], "attempts": [{"RESPONSE": f"ANSWER{at}"} for at in range(len(choice.options))]},
            {"xml": texts[2], "attempts": [blanks, two, {}]},
        ],
    )
    score = [Fraction(one["outcomes"]["SCORE"]) for one in found]
    told = [next((text for name, text in one["feedback"] if name == "FEEDBACK"), "") for one in found]
    assert [(str(points), text) for points, text in zip(score[:7], told[:7], strict=True)] == [
        (str(Fraction(points)), text) for _, points, text in typed
    ]
    assert score[7:9] == [0, 0]
    assert list(zip(score[9:13], told[9:13], strict=True)) == [(one.right, one.feedback) for one in choice.options]
    assert score[13] == 1
    assert abs(score[14] - Fraction(2, len(blanks))) < Fraction(1, 100)
    assert score[15] == 0
    assert all("WORKING" in dict(one["feedback"]) for one in found)


# The notebook in nbgrader


def nbgrader(folder: Path, *words: str) -> None:
    path = Path(sys.executable).with_name("nbgrader")
    if not path.exists():
        absent("nbgrader")
    path_of = {"PATH": f"{path.parent}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(
        [path, *words], cwd=folder, capture_output=True, text=True, check=False, env=os.environ | path_of
    )
    assert run.returncode == 0, run.stderr


def test_nbgrader_makes_the_assignment_and_grades_it(tmp_path: Path) -> None:
    sheet = made(partial_credit="1/4")
    (tmp_path / "source" / "quiz").mkdir(parents=True)
    sheet.save(tmp_path / "source" / "quiz" / "quiz.ipynb")
    (tmp_path / "nbgrader_config.py").write_text(
        "get_config().CourseDirectory.course_id = 'course'\nget_config().ExecutePreprocessor.timeout = 600\n"
    )
    nbgrader(tmp_path, "generate_assignment", "quiz", "--create")
    released = (tmp_path / "release" / "quiz" / "quiz.ipynb").read_text(encoding="utf-8")
    assert "SOLUTION" not in released
    assert "HIDDEN" not in released
    micro = Oracle(sheet.items[0].counts.rows()).value("f1", average="micro")
    for student, answers in {
        "ada": [
            f"Fraction({3 * sheet.items[0].value.numerator}, {3 * sheet.items[0].value.denominator})",
            repr(next(one.letter for one in sheet.items[1].options if one.right)),
            repr({field.letter: field.answer for field in sheet.items[2].fields}),
        ],
        "bo": [repr(micro), "'z'", "{}"],
        "cy": ["...", "...", "..."],
    }.items():
        notebook = json.loads(released)
        for at, answer in enumerate(answers, 1):
            [cell] = [cell for cell in notebook["cells"] if cell["metadata"]["nbgrader"]["grade_id"] == f"answer-{at}"]
            lines = "".join(cell["source"]).split("\n")
            cell["source"] = "\n".join([lines[0], f"answer_{at} = {answer}", *lines[2:]])
        place = tmp_path / "submitted" / student / "quiz"
        place.mkdir(parents=True)
        (place / "quiz.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    nbgrader(tmp_path, "autograde", "quiz")
    nbgrader(tmp_path, "export", "--to", "grades.csv")
    rows = [line.split(",") for line in (tmp_path / "grades.csv").read_text(encoding="utf-8").splitlines()]
    at, who = rows[0].index("score"), rows[0].index("student_id")
    assert {row[who]: float(row[at]) for row in rows[1:]} == {"ada": 3, "bo": 0.25, "cy": 0}


# The cards in Anki


@each("language", ["en", "ar"])
def test_anki_imports_the_cards_and_updates_them(language: str, tmp_path: Path) -> None:
    try:
        from anki.collection import Collection, ImportCsvRequest
    except ImportError:
        absent("anki")
    path = tmp_path / "cards.anki.txt"
    collection = Collection(str(tmp_path / f"{language}.anki2"))
    counted = []
    for spoken in (language, "de"):
        sheet = em.exercises(
            "f1", average="macro", number=6, seed=7, kind=["compute", "choice", "error"], language=spoken
        )
        sheet.save(path)
        metadata = collection.get_csv_metadata(path=str(path), delimiter=None)
        log = collection.import_csv(ImportCsvRequest(path=str(path), metadata=metadata)).log
        counted.append((len(log.new), len(log.updated)))
    assert counted == [(6, 0), (0, 6)]  # in another language they are the same cards
    notes = [collection.get_note(id) for id in collection.find_notes("")]
    assert {note.note_type()["name"] for note in notes} == {"Basic"}
    assert {collection.decks.name(note.cards()[0].did) for note in notes} == {"exactmetrics::F1 score"}
    assert sum(sheet.items[0].answer in note["Back"] for note in notes) >= 1
    collection.close()
