"""Sheets and keys: of one metric or several, in every format and language, their schema, and the page on them."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from fractions import Fraction
from functools import cache
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import jsonschema
import pytest
from referencing import Registry, Resource

import exactmetrics as em
from exactmetrics.cli.exercises import command
from exactmetrics.exercises.formats import ARCHIVE, QUIZZES, format_of_sheet
from exactmetrics.exercises.kinds import KINDS, MAKERS
from exactmetrics.exercises.search import CURES
from exactmetrics.exercises.sheet import ExerciseSheet
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.sheets.schema import schema_named
from tests.cases import each, sample
from tests.cli.run import printed, run
from tests.exercises.asking import asked
from tests.exercises.quizzes import made
from tests.house.source import ROOT
from tests.latex import compile_latex, joined
from tests.oracle import same
from tests.pages import run_sessions

GOLDEN = Path(__file__).with_name("golden")
METRICS = ["accuracy", "precision", "fbeta", "f1"]
PAGES = ["text", "markdown", "github", "latex-document", "html", "html-fragment"]


@cache
def several() -> ExerciseSheet:
    return em.exercises(METRICS, average="weighted", beta=2, number=9, kind=["compute", "choice"], seed=5)


@each("format", PAGES)
def test_the_key_is_at_the_end_or_apart_or_not_there(format: str) -> None:
    sheet = made()
    whole, without, alone = (sheet.to(format, key=key) for key in (True, False, "alone"))
    for text in (whole, without):
        assert "Exercise 3" in text
        assert "fill in the blanks" in text
        assert "Name:" in text
    for text in (whole, alone):
        assert "Key to exercise 3" in text
    assert "Key" not in without
    assert "Exercise 1" not in alone
    assert "Name:" not in alone
    assert all(exercise.kind == "choice" or f"{exercise.answer}" not in without for exercise in sheet.items)


@each("format", PAGES)
def test_a_sheet_and_its_key_have_a_title_and_the_mark_of_the_variant(format: str) -> None:
    sheet = made(title="Midterm & more", seed=23)
    escaped = {"markdown": r"Midterm \& more", "github": r"Midterm \& more", "latex-document": r"Midterm \& more",
               "text": "Midterm & more"}.get(format, "Midterm &amp; more")  # fmt: skip
    for key, title in ((True, escaped), (False, escaped), ("alone", f"Key: {escaped}")):
        page = sheet.to(format, key=key)
        assert title in page
        assert page.count("Variant 23") == 1
    assert "Key" not in sheet.to(format, key=False)
    assert "Variante 23" in made(seed=23, language="de").to(format, key="alone")


@each("format", PAGES)
def test_there_is_a_line_for_every_answer_and_room_to_work(format: str) -> None:
    """A line, one with the name of each count, or the boxes of the working, where it is also worked."""
    kinds = ["compute", "choice", "blanks", "error", "counts", "possible"]
    sheet = em.exercises("precision", number=6, kind=kinds, classes=2, seed=3)
    page = sheet.to(format, key=False)
    assert page.count("Answer:") == 5
    line = next(part for part in page.splitlines() if "Answer:" in part and "TP" in part)
    assert re.findall("TP|FN|FP|TN", line) == ["TP", "FN", "FP", "TN"]
    room = {"latex-document": r"\vspace{3cm}", "html": "height: 3cm", "html-fragment": "height: 3cm"}
    assert page.count(room.get(format, "\n\u00a0\n\n\u00a0\n")) == (0 if format == "text" else 4)
    assert "Answer" not in sheet.to(format, key="alone")
    assert "Answer" not in sheet.to("moodle")


@each(("points", "headings", "most"), [
    (1, ["1 point", "1 point"], "2"), (4, ["4 points", "4 points"], "8"),
    (["2", "1/2"], ["2 points", "0.5 points"], "2.5"), ([0.5, "1/3"], ["0.5 points", "1/3 points"], "5/6"),
])  # fmt: skip
def test_an_exercise_says_its_points(points: Any, headings: list[str], most: str) -> None:
    sheet = em.exercises("recall", label="A", number=2, seed=3, points=points)
    page = sheet.to("text", key=False)
    assert re.findall(r"^Exercise \d \((.*)\)$", page, re.M) == headings
    assert f"Points: ____ / {most}\n" in page
    right = em.grade(sheet, {"Ada": {one.id: one.answer for one in sheet.items}, "Bo": {"1": sheet.items[0].answer}})
    assert right.worth == right.points["Ada"] == Fraction(most)
    assert right.points["Bo"] == Fraction(headings[0].split()[0])
    validator_of_keys().validate(sheet.data())


@each(("points", "said"), [
    (0, "above 0"), (-1, "above 0"), ("many", "above 0"), ([], "points= are 0 numbers"),
    ([1, 2, 3], "points= are 3 numbers, and there are 2 exercises: give one number for all"),
])  # fmt: skip
def test_points_that_are_none(points: Any, said: str) -> None:
    with pytest.raises(em.UsageError, match=said):
        em.exercises("recall", number=2, points=points)


def test_the_command_takes_a_title_and_points(tmp_path: Path) -> None:
    path = tmp_path / "sheet.md"
    ask = "exercises -m recall -n 2 --seed 5 --no-key --title Midterm"
    assert printed(*ask.split(), "--points", "3,1/2", "-o", str(path)) == ""
    page = path.read_text(encoding="utf-8")
    assert page.startswith("# Midterm\n\nVariant 5\n")
    assert "Exercise 2 (0.5 points)" in page
    assert "--points are 3 numbers" in run(*ask.split(), "--points", "1,2,3").stderr
    assert "--title must be a text" in run(*ask.split()[:-1], " ").stderr


@each("format", ["text", "markdown", "latex-document", "html"])
def test_a_key_defines_what_is_asked_once(format: str) -> None:
    """Once each metric and each average, whatever the class; an exercise that is read alone says its own."""
    two = em.exercises(["precision", "f1"], number=6, kind=["compute", "choice"])
    assert two.to(format, key="alone").count("Definition") == 2
    averages = em.exercises("f1", average="macro", number=3, kind=["compute", "convention"])
    questions = {(one.question["metric"], one.question["average"]) for one in averages.items}
    assert averages.to(format, key="alone").count("Definition") == len(questions)
    assert two.to("moodle").count("Definition") == 6


@each("k", [2, 3, 8])
def test_a_student_can_fill_in_the_blanks(k: int) -> None:
    """Few boxes, each once, the result the last one; the first class is an example; the matrix is shown whole."""
    sheet = made(number=1, kind="blanks", classes=k, n=(60, 90), denominator=10**9)
    [exercise], page = sheet.items, sheet.to("text", key=False)
    letters = [field.letter for field in exercise.fields]
    assert re.findall(r"\((\w)\) _", page) == letters
    assert len(letters) <= 12
    assert exercise.fields[-1].answer == str(exercise.value)
    assert re.search(r"F1_class_A = .* = \d+/\d+", page)
    boxes = sheet.to("latex", key=False).count(r"\boxed"), sheet.to("html", key=False).count('class="blank"')
    assert boxes == (len(letters), len(letters))


@each("changes", [{}, {"kind": KINDS, "number": len(KINDS), "language": "de"}])
def test_a_sheet_is_typeset(changes: dict[str, Any], tmp_path: Path, tex_engine: str) -> None:
    source = made(labels=["cat", "big dog"], **changes).to("latex-document")
    assert compile_latex(source, tmp_path, engine=tex_engine).errors == []


def test_an_exact_value_is_typeset_in_the_key(tmp_path: Path, tex_engine: str) -> None:
    r"""As \sqrt and the like, where the format has formulas; in text as it is typed."""
    typed = re.compile(r"(?<![\\\w{])(?:sqrt|arcsin|log|log2|ln|z)\((?!p\))")
    metrics = ["g_mean", "mcc", "cramers_v", "aickin_alpha", "goodall", "d_prime"]
    keys = []
    for metric, kind in sample(product(metrics, ["compute", "choice", "possible"]), 9):
        sheet = em.exercises(metric, number=3, kind=kind, seed=5, classes=2)
        for format in ("latex-document", "markdown", "html"):
            assert not typed.search(sheet.to(format, key="alone")), (metric, kind, format)
        if kind != "possible":
            assert all(str(one.value).partition("(")[0] in sheet.to("text", key="alone") for one in sheet.items)
        keys.append(sheet.to("latex-document", key="alone"))
    assert compile_latex(joined(keys), tmp_path, engine=tex_engine).errors == []


@each("language", ["de", "es", "fr", "ar"])
def test_other_languages(language: str) -> None:
    assert made(language=language).to("html").count("<table") == 3


def test_saving_names_the_format(tmp_path: Path) -> None:
    for name, begins in {"s.xml": "<?xml", "s.md": "# Exercises", "k.json": "{", "s.tex": "\\documentclass"}.items():
        made().save(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
    with pytest.raises(em.UsageError, match=r"key is True, False or \"alone\""):
        made().to("text", key="none")
    with pytest.raises(em.UsageError, match="no format 'beamer'"):
        made().to("beamer")


def test_the_moodle_file_is_the_golden_one() -> None:
    """Rewrite it by `exactmetrics exercises ... -o`, the command that CERTIFIED.toml names, and read the difference."""
    record = tomllib.loads((GOLDEN / "CERTIFIED.toml").read_text(encoding="utf-8"))["f1.xml"]
    assert record["moodle"] == "certified by hand: not yet"
    assert made().to("moodle") == (GOLDEN / "f1.xml").read_text(encoding="utf-8")


# The key as data


def validator_of_keys() -> jsonschema.Draft202012Validator:
    schemas = [schema_named("answer_sheet"), schema_named("exercises", "exactmetrics.exercises")]
    registry = Registry().with_resources([(s["$id"], Resource.from_contents(s)) for s in schemas])
    jsonschema.Draft202012Validator.check_schema(schemas[1])
    return jsonschema.Draft202012Validator(schemas[1], registry=registry)


def test_the_key_for_grading_fits_its_schema() -> None:
    many = {"kind": list(MAKERS), "number": 2 * len(MAKERS)}
    for sheet in (
        made(), em.exercises("mcc", number=1), em.exercises("fbeta", beta=0.5, **many), several(),
        em.exercises("recall", average="macro", undefined="omit", kind=["error", "convention"], number=6),
        em.exercises("balanced_accuracy", classes=2, **many),
    ):  # fmt: skip
        key = json.loads(sheet.to("json"))
        validator_of_keys().validate(key)
        assert key == sheet.data()


MISSING = object()


@each(("place", "value", "message"), [
    (("language",), MISSING, "'language' is missing"), (("seed",), MISSING, "'seed' is missing"),
    (("exercises", 0, "places"), MISSING, "'places' is missing"),
    (("exercises", 0, "places"), -1, "-1 is less than 0"),
    (("exercises", 0, "blanks"), [{"letter": "a", "answer": "1"}], "'blanks' has no place; leave it out"),
    (("exercises", 1, "options"), MISSING, "where 'kind' is 'choice', 'options' is missing"),
    (("exercises", 1, "options"), [{"letter": "A", "value": "1", "right": True}], "give at least 2"),
    (("exercises", 1, "options", "wrong", "right"), True, "2 entries have 'right' = true; one must have it"),
    (("exercises", 1, "options", "wrong", "misconception"), MISSING, "'slip' goes with 'misconception'"),
    (("exercises", 2, "blanks"), MISSING, "where 'kind' is 'blanks', 'blanks' is missing"),
    (("exercises", 2, "blanks"), [], "give at least 1"),
    (("exercises", 2, "blanks", 0, "answer"), 4, '4 is not a text; write "4"'),
])  # fmt: skip
def test_a_broken_key_is_refused(place: tuple[Any, ...], value: Any, message: str) -> None:
    key = made().data()
    *outer, last = place
    inside: Any = key
    for step in outer:
        inside = next(one for one in inside if not one["right"]) if step == "wrong" else inside[step]
    if value is MISSING:
        del inside[last]
    else:
        inside[last] = value
    assert not validator_of_keys().is_valid(key)
    with pytest.raises(em.InputError) as error:
        em.grade(key, {"Ada": {"1": "1/2"}})
    assert message in str(error.value)


# Several metrics


def test_they_come_in_turn_with_their_own_options() -> None:
    assert [exercise.request.metric.name for exercise in several().items] == [*METRICS, *METRICS, "accuracy"]
    kinds = [exercise.kind for exercise in several().items]
    assert kinds == [*["compute", "choice"] * 2, *["choice", "compute"] * 2, "compute"]
    for exercise in several().items:
        name = exercise.request.metric.name
        assert exercise.request.average == (None if name == "accuracy" else "weighted")
        assert exercise.request.parameters == ({"beta": 2} if name == "fbeta" else {})
        assert same(exercise.value, asked(exercise))
    key = several().data()
    assert (key["metrics"], "metric" in key) == (METRICS, False)
    listed, alone = em.exercises(["f1"], average="macro", number=3), em.exercises("f1", average="macro", number=3)
    assert [listed.to(format) for format in ("text", "json")] == [alone.to(format) for format in ("text", "json")]


@each(("metrics", "kinds"), product([1, 2, 3, 4], [1, 2, 3]))
def test_kinds_are_shared_evenly_and_every_metric_meets_each(metrics: int, kinds: int) -> None:
    names, of = ["accuracy", "precision", "recall", "f1"][:metrics], ["compute", "choice", "error"][:kinds]
    items = em.exercises(names, number=metrics * kinds, kind=of).items
    pairs = [(one.request.metric.name, one.kind) for one in items]
    assert len(set(pairs)) == metrics * kinds
    for number in range(1, len(pairs)):
        counted = [sum(kind == one for _, kind in pairs[:number]) for one in of]
        assert max(counted) - min(counted) <= 1, pairs


def test_no_matrix_comes_twice() -> None:
    sheet = em.exercises(["precision", "recall"], number=40, classes=2, n=(8, 12))
    assert len({str(exercise.matrix.rows) for exercise in sheet.items}) == 40


@each("format", [*PAGES[:-1], *QUIZZES])
def test_every_format_has_them(format: str) -> None:
    """Learning systems list all of them."""
    named = "accuracy, precision, F-beta score, F1 score"
    if QUIZZES.get(format) == ARCHIVE:
        with ZipFile(BytesIO(several().to_zip(format))) as archive:
            texts = [archive.read(n).decode() for n in archive.namelist() if n in ("test.xml", "quiz/quiz.xml")]
        assert all(f'title="{named}"' in text for text in texts)
        assert bool(texts) is (format != "rexams")
        return
    text = several().to(format)
    assert all(title in text for title in ("weighted precision", "weighted F-beta score", "weighted F1 score"))
    lists = {"moodle": f"<text>$course$/top/exactmetrics/{named}</text>", "anki": f"#deck:exactmetrics::{named}\n"}
    assert lists.get(format, "") in text


def test_a_category_and_a_title_have_room_for_the_names() -> None:
    """Moodle and Canvas hold 255 letters of them; what does not fit is counted."""
    names = [metric.name for metric in all_metrics() if not metric.standard.parameters]
    sheet = ExerciseSheet(names, 1, em.exercises(["accuracy", "f1"], number=2).items, "en")
    [category] = re.findall(r"<text>\$course\$/top/exactmetrics/(.*)</text>", sheet.to("moodle"))
    found = re.fullmatch(r"(.*), (\d+) more", category)
    assert found
    assert found[1].count(", ") + 1 + int(found[2]) == len(names)
    assert 150 < len(category) < 255
    for format, file in (("qti", "test.xml"), ("canvas", "quiz/quiz.xml")):
        with ZipFile(BytesIO(sheet.to_zip(format))) as archive:
            titles = re.findall(r'<assessment(?:Test)? [^>]*title="([^"]*)"', archive.read(file).decode())
        assert titles == [category]


def test_an_average_that_not_every_metric_has_is_told() -> None:
    said = "average weighted is for precision, fbeta and f1 alone: accuracy is asked for the whole matrix"
    assert several().notes == (said,)
    for asks in ({"metric": ["f1", "recall"], "average": "macro"}, {"metric": "accuracy"},
                 {"metric": ["f1", "fbeta"], "beta": 2, "average": "macro"}):  # fmt: skip
        assert em.exercises(**asks, number=1).notes == ()  # type: ignore[arg-type]
    result = run("exercises", "-m", "accuracy", "-m", "kappa", "-m", "f1", "-a", "macro", "-n", "3", "--no-key")
    assert result.stderr == "Note: average macro is for f1 alone: accuracy and kappa are asked for the whole matrix\n"


def test_a_definition_for_several_matrices_has_no_number_of_samples() -> None:
    """ "N = 30" was told of the first matrix alone."""
    text = em.exercises("f1", average="weighted", number=3, seed=7).to("text")
    assert text.count("and N is the") == 1
    assert "N =" not in text
    alone = em.exercises("f1", average="weighted", number=1, seed=7)
    assert f"and N = {alone.items[0].counts.n} is the" in " ".join(alone.to("text").split())


@each(("metric", "options", "said"), [
    (METRICS, {"average": "weighted", "beta": 2},
     "Exercises: Accuracy, weighted precision, weighted F-beta score (beta = 2) and weighted"),
    (["precision", "recall"], {}, "Exercises: Precision and recall\n"),
    ("kappa", {}, "Compute Cohen's kappa for this classifier."),
    ("f1", {"average": "macro"}, "Compute the macro F1 score for this classifier."),
])  # fmt: skip
def test_the_title_and_the_question_name_the_metrics(metric: Any, options: dict[str, Any], said: str) -> None:
    page = em.exercises(metric, number=6, **options).to("text", key=False)
    assert page.startswith(said) or said in " ".join(page.split())


def test_the_command_takes_several() -> None:
    result = run("exercises", "-m", "accuracy", "-m", "fbeta", "-p", "beta=2", "-a", "macro", "-n", "2", "--no-key")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("Exercises: Accuracy and macro F-beta score (beta = 2)\n")


# docs/exercises.md


PAGE = (ROOT / "docs" / "exercises.md").read_text(encoding="utf-8")


def test_the_sessions_and_commands_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_sessions(PAGE, "exercises.md") > 3
    for line in PAGE.split("```\n")[1].splitlines():
        assert printed(*shlex.split(line)[1:]) == ""
    names = "statements.tex statements.xml statements.json sheet.html sheet.tex key.md sheet.md other.html scores.html "
    names += "statements.tex statements.xml statements.json kappa.html kappa.xml kappa.qti.zip kappa.json"
    assert {path.name for path in tmp_path.iterdir()} == set(names.split())
    (answers,) = re.findall(r"^```csv\n(.*?)^```", PAGE, re.M | re.S)
    Path("answers.csv").write_text(answers, encoding="utf-8")
    (console,) = re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S)
    shown = re.findall(r"^\$ exactmetrics ([^\n]*)\n(.*?)(?=^\$|\Z)", console, re.M | re.S)
    assert len(shown) == 4
    for line, output in shown:
        result = run(*shlex.split(line))
        assert (result.exit_code, result.stderr + result.stdout) == (0, output)
    assert Path("grades.csv").read_text(encoding="utf-8").count("\n") == 17


def test_every_criterion_kind_option_and_file_is_named() -> None:
    assert re.findall(r"^- `(\w+)`: ", PAGE.partition("## Kinds")[0], re.M) == list(CURES)
    assert set(re.findall(r"^- `(\w+)`: ", PAGE.partition("## Kinds")[2], re.M)) == set(KINDS)
    options = {name for option in command.params for name in option.opts}
    missing = {name for name in options if f"`{name}" not in PAGE} - {"--metric", "--average", "--number", "--param"}
    assert missing <= {"--output", "--language"}
    table = re.findall(r"^\| `(\S+)` \| `(\w+)` \|", PAGE, re.M)
    assert {format: format_of_sheet(file) for file, format in table} == {name: name for name in QUIZZES}
    assert "docs/exercises.md" in (ROOT / "README.md").read_text(encoding="utf-8")
