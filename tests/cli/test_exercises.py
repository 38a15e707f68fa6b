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


def test_several_files_in_one_run(tmp_path: Path) -> None:
    names = ["s.html", "q.xml", "q.qti.zip", "q.qti3.zip", "q.canvas.zip", "q.rexams.zip", "q.ipynb", "c.anki.txt"]
    files, key = [str(tmp_path / name) for name in names], str(tmp_path / "key.json")
    assert printed(*ASK, *(word for file in files for word in ("-o", file)), "--key", key) == ""
    sheet = em.exercises("f1", average="macro", number=2, seed=7)
    assert Path(files[0]).read_text(encoding="utf-8") == sheet.to("html", key=False)
    assert Path(files[1]).read_text(encoding="utf-8") == sheet.to("moodle")
    for file, format in zip(files[2:6], ("qti", "qti3", "canvas", "rexams"), strict=True):
        assert Path(file).read_bytes() == sheet.to_zip(format)
    assert Path(files[6]).read_text(encoding="utf-8") == sheet.to("nbgrader") + "\n"
    assert Path(files[7]).read_text(encoding="utf-8") == sheet.to("anki")
    assert json.loads(Path(key).read_text(encoding="utf-8")) == sheet.data()
    assert printed(*ASK, "-o", str(tmp_path / "q.zip"), "--format", "canvas") == ""
    assert (tmp_path / "q.zip").read_bytes() == sheet.to_zip("canvas")


def test_nothing_is_written_where_one_file_cannot_be(tmp_path: Path) -> None:
    good = str(tmp_path / "s.html")
    assert "always holds its key" in refused(*ASK, "-o", good, "-o", str(tmp_path / "q.xml"), "--no-key")
    assert "two of the files are one" in refused(*ASK, "-o", good, "--key", good)
    assert "name the file quiz.qti.zip" in refused(*ASK, "-o", good, "-o", str(tmp_path / "q.zip"))
    assert "--format is that of one file" in refused(*ASK, "-o", good, "-o", "-", "--format", "html")
    assert list(tmp_path.iterdir()) == []


def test_grades(tmp_path: Path) -> None:
    key = str(tmp_path / "key.json")
    printed(*ASK, "--key", key, "-o", str(tmp_path / "s.md"))
    answers, grades = write(tmp_path, "a.csv", "student,1,2\nAda,28/45,11/18\n"), tmp_path / "grades.csv"
    assert printed("grade", key, answers) == em.grade(key, answers).to("text")
    assert printed("grade", key, answers, "-o", str(grades)) == ""
    assert grades.read_text(encoding="utf-8") == em.grade(key, answers).to("csv")
    assert "would be written over" in refused("grade", key, answers, "-o", answers)
    points = ("--slip-points", "2/3", "--rounded-points", "1")
    assert printed("grade", key, answers, *points) == em.grade(key, answers, points={"slip": "2/3", "rounded": 1}).to(
        "text"
    )
    assert "points of slip are 'half'" in refused("grade", key, answers, "--slip-points", "half")


def test_what_is_no_key_and_what_are_no_answers(tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("q.xml", "q.qti.zip", "c.anki.txt", "s.md")]
    key = str(tmp_path / "key.json")
    printed(*ASK, *(word for name in names for word in ("-o", name)), "--key", key)
    answers = write(tmp_path, "a.csv", "student,1,2\nAda,28/45,11/18\n")
    for name in (*names, answers):
        assert "the key is the JSON that `exactmetrics exercises` writes with --key key.json" in refused(
            "grade", name, answers
        )
    for name in (*names[:2], key):
        assert "the answers are a table in CSV" in refused("grade", key, name)
    assert "put the students in front" in refused("grade", key, write(tmp_path, "b.csv", "1,2\n1/2,3/4\n"))
    assert "leave a field empty" in refused("grade", key, write(tmp_path, "b.csv", "student,1,2\nAda,1/2\n"))
    assert "ends in .csv or .txt" in refused("grade", key, answers, "-o", str(tmp_path / "g.html"))


@each(
    ("arguments", "message"),
    [
        (("exercises", "-m", "f1", "--samples", "20"), "as in --samples 20,60, and not '20'"),
        (("exercises", "-m", "f1", "-p", "beta=2"), "f1 has no parameter 'beta'"),
        (("exercises", "-m", "f1", "--undefined", "0"), "give --average too"),
        (("exercises", "-m", "f1", "-a", "macro", "--undefined", "raise"), "needs a value: choose from omit, 0, 1"),
        (("exercises", "-m", "f1", "-a", "macro", "--undefined", "propagate"), "choose from omit, 0, 1"),
        (("exercises", "-m", "f1", "-a", "macro", "--undefined", "skip"), "choose from omit, 0, 1"),
        (("exercises", "-m", "f1", "--samples", "6,6", "-n", "30"), "Give a larger --samples"),
        (("exercises", "-m", "f1", "-a", "macro", "--denominator", "3"), "or a larger --denominator"),
        (("exercises", "-m", "prevalence", "-a", "macro", "-n", "2"), "Give fewer exercises"),
        (("exercises", "-m", "f1", "--classes", "4", "--labels", "A,B"), "leave --classes out"),
        (
            ("exercises", "-m", "f1", "-o", "s.doc"),
            ".md, .markdown, .tex, .html, .htm, .json, .xml, .qti.zip, .qti3.zip,",
        ),
        (("exercises", "-m", "f1", "--key", "k.xml"), "a key holds the answers alone"),
        (("exercises", "-m", "f1", "--key", "k.zip"), "a key holds the answers alone"),
        (("exercises", "-m", "f1", "--key", "k.anki.txt"), "a key holds the answers alone"),
        (("exercises", "-m", "f1", "--kind", "essay"), "no kind 'essay'"),
        (("exercises", "-m", "f1", "-o", "sheet.pdf"), "run pdflatex on it"),
        (("exercises", "-m", "f1", "--format", "beamer"), "no format 'beamer'"),
        (("exercises", "-m", "f1", "--format", "qti"), "write it to a file, quiz.qti.zip"),
        (("exercises",), "Missing option '-m'"),
        (("grade", "nowhere.json", "nowhere.csv"), "nowhere.json"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(*arguments)
