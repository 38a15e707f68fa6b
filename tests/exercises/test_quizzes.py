"""Files of the other learning systems, each read by a reader of its rules; archives, and names of files."""

from __future__ import annotations

import contextlib
import csv
import io
import re
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import html5lib
import nbformat
import pytest
from markdown_it import MarkdownIt

import exactmetrics as em
from exactmetrics.exercises.formats import QUIZZES
from tests.cases import each, sample
from tests.exercises import canvas_reader, moodle_reader, rexams_reader
from tests.exercises.quizzes import HOSTILE, METRICS, every_kind, hostile, made

ARCHIVES = [name for name, ending in QUIZZES.items() if ending == ".zip"]
RIGHT = "This is right."
EACH = each("metric", sample(METRICS, 4))


def visible(html: str) -> str:
    """What a reader sees of HTML; a script in it is a fault."""
    tree = html5lib.parseFragment(html, namespaceHTMLElements=False)
    assert not list(tree.iter("script"))
    assert not [name for node in tree.iter() for name in node.attrib if str(name).startswith("on")]
    return " ".join("".join(tree.itertext()).split())


# Archives and files


def test_an_archive_is_the_same_at_any_time() -> None:
    for format in ARCHIVES:
        data = made().to_zip(format)
        assert data == made().to_zip(format)
        for entry in ZipFile(io.BytesIO(data)).infolist():
            assert (entry.date_time, entry.create_system, entry.compress_type) == ((1980, 1, 1, 0, 0, 0), 3, ZIP_STORED)


def test_the_name_of_a_file_says_the_format(tmp_path: Path) -> None:
    sheet = made(number=2)
    for format, ending in QUIZZES.items():
        path = tmp_path / f"quiz.{format}{ending}"
        sheet.save(path)
        text = sheet.to_zip(format) if ending == ".zip" else sheet.to(format).rstrip("\n").encode() + b"\n"
        assert path.read_bytes() == text
    sheet.save(tmp_path / "quiz.ipynb")
    assert (tmp_path / "quiz.ipynb").read_bytes() == (tmp_path / "quiz.nbgrader.ipynb").read_bytes()
    with pytest.raises(em.UsageError, match=r"name the file quiz\.qti\.zip"):
        sheet.save(tmp_path / "quiz.zip")
    sheet.save(tmp_path / "quiz.zip", format="qti")
    with pytest.raises(em.UsageError, match=r"quiz\.qti\.zip"):
        sheet.to("qti")
    with pytest.raises(em.UsageError, match="no archive 'moodle'"):
        sheet.to_zip("moodle")
    for format, ending in QUIZZES.items():
        with pytest.raises(em.UsageError, match="always holds its key"):
            sheet.save(tmp_path / f"x{ending}", format=format, key=False)


@each("language", ["de", "es", "fr", "ar"])
def test_other_languages(language: str) -> None:
    sheet = made(language=language)
    for format in QUIZZES:
        assert sheet.to_zip(format) if format in ARCHIVES else sheet.to(format)


@each("format", ["qti", "qti3", "canvas", "anki"])
def test_what_runs_from_right_to_left_says_so(format: str) -> None:
    for language in ("ar", "en"):
        sheet = made(language=language, number=1, kind="compute")
        if format == "anki":
            texts = anki(sheet.to(format))[1][0][1:]
            begins = '<div lang="ar" dir="rtl">'
        else:
            with ZipFile(io.BytesIO(sheet.to_zip(format))) as packed:
                [name] = [name for name in packed.namelist() if name.endswith(("item1.xml", "quiz.xml"))]
                texts, root = [packed.read(name).decode()], ElementTree.fromstring(packed.read(name))
            begins = {"canvas": '&lt;div lang="ar" dir="rtl"&gt;', "qti": 'itemBody class="rtl"'}.get(
                format, 'qti-item-body class="rtl" dir="rtl"'
            )
            if format != "canvas":
                assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == language
        assert [begins in text for text in texts] == [language == "ar"] * len(texts)


def test_a_note_is_the_same_when_its_words_change() -> None:
    """Another language has other words; another seed, metric or class has other cards."""
    ids = {language: [row[0] for row in anki(made(language=language).to("anki"))[1]] for language in ("en", "de")}
    assert ids["en"] == ids["de"]
    for other in ({"seed": 8}, {"metric": "recall"}, {"average": "micro"}):
        assert not set(ids["en"]) & {row[0] for row in anki(made(**other).to("anki"))[1]}


# nbgrader


def cells(text: str) -> dict[str, Any]:
    """The cells of a notebook by what nbgrader calls them."""
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    return {cell.metadata.nbgrader.grade_id: cell for cell in notebook.cells}


def for_students(source: str) -> str:
    """As `nbgrader generate_assignment` leaves a cell: a solution is a stub, and hidden tests are away."""
    stub = r"\1# YOUR CODE HERE\n\1raise NotImplementedError()"  # as far in as the solution
    source = re.sub("(?m)^( *)### BEGIN SOLUTION\n(?s:.*?)\n *### END SOLUTION", stub, source)
    return re.sub("### BEGIN HIDDEN TESTS\n.*?\n### END HIDDEN TESTS\n?", "", source, flags=re.S)


def graded(found: dict[str, Any], id: str, answer: str | None) -> tuple[float, str]:
    """The points that `nbgrader autograde` gives, and what the test prints; None for an answer is the solution."""
    known: dict[str, Any] = {}
    source = found[f"answer-{id}"].source
    if answer is not None:
        source = re.sub(r"(?m)^answer_\d+ = .*$", lambda _: f"answer_{id} = {answer}", for_students(source), count=1)
    for text in (found["setup"].source, source):
        with contextlib.suppress(Exception):
            exec(text, known)
    printed, (tests, _, last) = (
        io.StringIO(),
        found[f"test-{id}"].source.removesuffix("\n### END HIDDEN TESTS").rpartition("\n"),
    )
    try:
        with contextlib.redirect_stdout(printed):
            exec(tests, known)
            return float(eval(last, known)), printed.getvalue().strip()
    except Exception:
        return 0.0, ""


@EACH
def test_nbgrader_grades_the_solutions(metric: str) -> None:
    for places in (None, 3):
        sheet = every_kind(metric, places=places)
        found = cells(sheet.to("nbgrader"))
        assert len(found) == 1 + 3 * len(sheet.items)
        for exercise in sheet.items:
            assert graded(found, exercise.id, None)[0] == 1
            assert found[f"test-{exercise.id}"].metadata.nbgrader.points == 1
            student = for_students(found[f"answer-{exercise.id}"].source)
            assert student.count(f"answer_{exercise.id} = ") == 1
            assert for_students(found[f"test-{exercise.id}"].source) == ""
            for word in ("...", "'Z'", "None", "'28/0'", "{}"):
                assert graded(found, exercise.id, word)[0] == 0


def test_only_a_cell_without_an_answer_raises() -> None:
    """nbgrader puts an error in the place of a solution: a student who answers above it saw that error."""
    for places in (None, 3):
        sheet = made(places=places)
        found = cells(sheet.to("nbgrader"))
        for exercise in sheet.items:
            blank = for_students(found[f"answer-{exercise.id}"].source)
            with pytest.raises(NotImplementedError):
                exec(blank, {})
            filled = blank.replace(": ...", ": '7'").replace(" = ...", " = 'a'")
            known: dict[str, Any] = {}
            exec(filled, known)
            answer = known[f"answer_{exercise.id}"]
            assert answer == ({field.letter: "7" for field in exercise.fields} if exercise.fields else "a")


def test_a_quotient_that_python_works_out_is_rounded() -> None:
    sheet = em.exercises("precision", number=12, seed=5)
    found = cells(sheet.to("nbgrader"))
    for exercise in sheet.items:
        top, bottom = exercise.value.as_integer_ratio()  # type: ignore[union-attr]
        exact = Fraction(repr(top / bottom)) == exercise.value
        assert graded(found, exercise.id, f"{top}/{bottom}")[0] == (1 if exact else 0.5)


def test_nbgrader_compares_fractions() -> None:
    sheet = em.exercises("f1", average="macro", number=2, seed=7, kind=["compute", "choice"])
    found = cells(sheet.to("nbgrader"))
    assert sheet.items[0].answer == "28/45"
    for text in ("Fraction(28, 45)", "Fraction(84, 135)", "'84/135'", "Fraction('28/45')"):
        assert graded(found, "1", text) == (1, RIGHT)
    assert graded(found, "1", "28/45") == (0.5, "This is right, but rounded: an exact fraction is asked for.")
    assert graded(found, "1", "0.6222")[0] == 0.5
    assert graded(found, "1", "0.6223")[0] == 0
    for slip in sheet.items[0].slips:
        if isinstance(slip.value, Fraction):
            assert graded(found, "1", repr(slip.value)) == (0.25, slip.text)
    for option in sheet.items[1].options:
        assert graded(found, "2", repr(option.letter.upper())) == (option.right, option.feedback)


# Canvas


@EACH
def test_canvas_reads_every_question(metric: str) -> None:
    for places in (None, 3):
        sheet = every_kind(metric, places=places)
        for exercise, question in zip(sheet.items, canvas_reader.read(sheet.to_zip("canvas")), strict=True):
            if exercise.fields:
                right = {name: next(iter(texts.values())) for name, texts in question.offered.items()}
                assert right == {f"response_{field.letter}": field.answer for field in exercise.fields}
                assert abs(question.score(right)[0] - 1) < Fraction(1, 100)
                assert question.score({})[0] == 0
            elif exercise.options:
                for option in exercise.options:
                    points, shown = question.score({"response1": option.text})
                    assert (points, shown[1]) == (option.right, option.feedback)
            else:
                assert question.score({"response1": exercise.answer})[0] == 1
                assert question.score({"response1": "0.99999"})[0] == question.score({"response1": ""})[0] == 0
                if question.kind == "short_answer_question":
                    value = exercise.value
                    assert question.score({"response1": f"{3 * value.numerator}/{3 * value.denominator}"})[0] == 1
                    assert question.score({"response1": em.decimal(value / 3, places=4)})[0] == 0


# R/exams


def rexams(sheet: Any) -> dict[str, rexams_reader.Exercise]:
    packed = ZipFile(io.BytesIO(sheet.to_zip("rexams")))
    return {name: rexams_reader.read(packed.read(name).decode()) for name in packed.namelist()}


@EACH
def test_r_exams_reads_every_file(metric: str) -> None:
    for places in (None, 3):
        sheet = every_kind(metric, places=places)
        files = rexams(sheet)
        assert list(files) == [f"{metric}-{n}.Rmd" for n in range(1, len(sheet.items) + 1)]
        for exercise, file in zip(sheet.items, files.values(), strict=True):
            if exercise.fields:
                assert (file.meta["extype"], file.solutions) == ("cloze", [field.answer for field in exercise.fields])
            elif exercise.options:
                at = file.meta["exsolution"].index("1")
                assert (file.meta["extype"], exercise.options[at].right) == ("schoice", True)
                assert [visible(markdown(text)) for text in file.questionlist] == [one.text for one in exercise.options]
            else:
                assert file.meta["extype"] == ("string" if exercise.places is None else "num")
                assert file.meta["exsolution"] == exercise.answer
                assert exercise.places is None or Fraction(file.meta["extol"]) == Fraction(1, 2 * 10**exercise.places)


# Anki


def anki(text: str) -> tuple[dict[str, str], list[list[str]]]:
    """What a file tells of itself and its notes, as docs.ankiweb.net/importing/text-files.html says they are read."""
    head: dict[str, str] = {}
    lines = text.split("\n")
    while lines[0].startswith("#"):
        name, _, fact = lines.pop(0)[1:].partition(":")
        head[name] = fact
    rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter="\t", strict=True))
    return head, rows


@EACH
def test_anki_reads_every_note(metric: str) -> None:
    sheet = every_kind(metric)
    head, rows = anki(sheet.to("anki"))
    assert (head["separator"], head["html"], head["guid column"]) == ("tab", "true", "1")
    assert head["columns"].split("\t") == ["id", "Front", "Back"]
    assert {len(row) for row in rows} == {3}
    assert len({row[0] for row in rows}) == len(rows) == len(sheet.items)
    for exercise, (_, front, back) in zip(sheet.items, rows, strict=True):
        assert str(exercise.counts.n) in visible(front)
        if exercise.kind == "compute":
            assert visible(back).startswith(exercise.answer)
            assert exercise.answer not in visible(front).replace("3/8", "") or "/" not in exercise.answer
        elif exercise.options:
            right = next(option for option in exercise.options if option.right)
            assert f"{right.letter}: {right.feedback}" in visible(back)


# Names of classes


@each("name", HOSTILE)
def test_any_name_of_a_class(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = hostile(monkeypatch, name)
    _, questions = moodle_reader.read(sheet.to("moodle"))
    for question in [*questions, *canvas_reader.read(sheet.to_zip("canvas"))]:
        assert name in visible(question.text)
    for _, front, back in anki(sheet.to("anki"))[1]:
        assert name in visible(front)
        visible(back)
        assert not re.search(r"\[(sound:|latex|\$)|\\[(\[]|\{\{", front + back)
    for exercise in rexams(sheet).values():
        assert name in visible(markdown(exercise.question))
    found = cells(sheet.to("nbgrader"))
    for item in sheet.items:
        assert name in visible(markdown(found[f"text-{item.id}"].source))
        assert graded(found, item.id, None)[0] == 1


def markdown(text: str) -> str:
    return str(MarkdownIt("commonmark").enable("table").render(text))


def test_a_moodle_file_is_no_longer_than_it_need_be() -> None:
    """Ten questions with every slip were 1.2 MB when each slip had twelve multiples."""
    text = made(number=10, kind="compute").to("moodle")
    assert len(text) < 500_000
    _, questions = moodle_reader.read(text)
    assert all(len(question.answers) > 50 for question in questions)
