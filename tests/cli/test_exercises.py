"""`exactmetrics exercises` and `exactmetrics grade`: files, keys and messages."""

from __future__ import annotations

import json
from pathlib import Path

import exactmetrics as em
from tests.cases import each
from tests.cli.run import printed, refused, write

ASK = ("exercises", "-m", "f1", "-a", "macro", "-n", "2", "--seed", "7")


def test_the_sheet_is_that_of_python() -> None:
    sheet = em.exercises("f1", average="macro", number=2, seed=7)
    assert printed(*ASK) == sheet.to("text")
    assert printed(*ASK, "--no-key") == sheet.to("text", key=False)
    assert printed(*ASK, "--format", "moodle") == sheet.to("moodle")


def test_a_sheet_of_several_classes_is_called_by_its_metric() -> None:
    for language, title in {"en": "Exercises: Recall", "es": "Ejercicios: Exhaustividad"}.items():
        assert printed("exercises", "-m", "recall", "--language", language).splitlines()[0] == title


def test_every_option_is_passed_on() -> None:
    given = ("-p", "beta=1/2", "--kind", "choice,compute", "--labels", 'cat,"big dog"', "--samples", "30,40")
    shown = printed(
        "exercises", "-m", "fbeta", *given, "--label", "cat", "--places", "2", "--denominator", "50",
        "--language", "de", "-n", "2",
    )  # fmt: skip
    options = {"kind": ["choice", "compute"], "labels": ["cat", "big dog"], "n": (30, 40), "label": "cat"}
    sheet = em.exercises("fbeta", beta="1/2", **options, places=2, denominator=50, language="de", number=2)
    assert shown == sheet.to("text")


def test_the_key_is_a_file_of_its_own(tmp_path: Path) -> None:
    for name, begins in {"key.json": "{", "key.md": "# Key: Macro F1 score", "key.tex": "\\documentclass"}.items():
        key, sheet = tmp_path / name, tmp_path / "sheet.md"
        assert printed(*ASK, "-o", str(sheet), "--key", str(key)) == ""
        assert key.read_text(encoding="utf-8").startswith(begins)
        assert "Key" not in sheet.read_text(encoding="utf-8")
    assert json.loads((tmp_path / "key.json").read_text(encoding="utf-8"))["seed"] == 7


def test_grades(tmp_path: Path) -> None:
    key = str(tmp_path / "key.json")
    printed(*ASK, "--key", key, "-o", str(tmp_path / "s.md"))
    answers, grades = write(tmp_path, "a.csv", "student,1,2\nAda,28/45,11/18\n"), tmp_path / "grades.csv"
    assert printed("grade", key, answers) == em.grade(key, answers).to("text")
    assert printed("grade", key, answers, "-o", str(grades)) == ""
    assert grades.read_text(encoding="utf-8") == em.grade(key, answers).to("csv")
    assert "would be written over" in refused("grade", key, answers, "-o", answers)


@each(
    ("arguments", "message"),
    [
        (("exercises", "-m", "f1", "--samples", "20"), "as in --samples 20,60, and not '20'"),
        (("exercises", "-m", "f1", "-p", "beta=2"), "f1 has no parameter 'beta'"),
        (("exercises", "-m", "f1", "--undefined", "0"), "give --average too"),
        (("exercises", "-m", "f1", "--kind", "essay"), "no kind 'essay'"),
        (("exercises", "-m", "f1", "-o", "sheet.pdf"), "run pdflatex on it"),
        (("exercises", "-m", "f1", "--format", "beamer"), "no format 'beamer'"),
        (("exercises",), "Missing option '-m'"),
        (("grade", "nowhere.json", "nowhere.csv"), "nowhere.json"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(*arguments)
