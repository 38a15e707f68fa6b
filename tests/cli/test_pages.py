"""`derive`, `compare`, `report`, `document`, `picture`, `exercises` and `grade`: the pages are those of the library."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import exactmetrics as em
from exactmetrics.cli.options import FORMATS
from tests.cases import each
from tests.cli.run import FIGURE_23, MATRIX, printed, process, refused, run, schema, write

BIRDS = f"'{MATRIX}' --labels bird,cat,dog"
DERIVE = shlex.split(f"derive {BIRDS} -m precision -a weighted")
MACRO_F1 = ["compare", FIGURE_23, "-m", "f1", "-a", "macro", "--versus", "combine=averages"]
REPORT = shlex.split(f"report {BIRDS}")
ASK = shlex.split("exercises -m f1 -a macro -n 2 --seed 7")
MCC = ["derive", MATRIX, "-m", "mcc"]


def birds() -> em.ConfusionMatrix:
    return em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])


def compared() -> Any:
    cm = em.ConfusionMatrix([[4, 0, 1], [10, 65, 16], [1, 1, 9]])
    return em.compare(cm.derive("f1", average="macro"), cm.derive("f1", average="macro", combine="averages"))


def sheet() -> Any:
    return em.exercises("f1", average="macro", number=2, seed=7)


PAGES = "text markdown github latex latex-document html json"


@each(("arguments", "page", "formats"), [
    (DERIVE, lambda: birds().derive("precision", average="weighted"), " ".join(FORMATS)),
    (MACRO_F1, compared, PAGES),
    (REPORT, lambda: birds().report(), PAGES),
    (["document", "page.toml"], lambda: em.document("page.toml"), PAGES),
    (ASK, sheet, "text moodle"),
])  # fmt: skip
def test_formats(folder: Path, arguments: list[str], page: Callable[[], Any], formats: str) -> None:
    shown = page()
    texts = {style: printed(*arguments, "--format", style) for style in formats.split()}
    for style, text in texts.items():
        assert text.strip() == shown.to(style).strip(), style
    assert len(set(texts.values())) >= len(texts) - 1  # a report on GitHub is any Markdown
    assert printed(*arguments) == printed(*arguments, "-o", "-") == texts["text"]


@each("alias", ["md:markdown", "txt:text", "htm:html", "tex:latex-document"])
def test_formats_by_their_endings(alias: str) -> None:
    short, long = alias.split(":")
    assert printed(*MCC, "--format", short) == printed(*MCC, "--format", long)


@each(("name", "begins"), [
    ("x", "Matthews"), ("x.txt", "Matthews"), ("x.md", "# Matthews"), ("x.markdown", "# Matthews"),
    ("x.tex", "\\documentclass"), ("x.html", "<!DOCTYPE html>"), ("x.htm", "<!DOCTYPE html>"), ("x.JSON", "{"),
])  # fmt: skip
def test_an_ending_names_the_format_here_and_in_the_library(tmp_path: Path, name: str, begins: str) -> None:
    here, there = tmp_path / name, tmp_path / f"other-{name}"
    assert printed(*MCC, "-o", str(here)) == ""
    assert here.read_text(encoding="utf-8").startswith(begins)
    em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]]).derive("mcc").save(there)
    assert there.read_bytes() == here.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([here.name, there.name])
    assert printed(*MCC, "-o", str(tmp_path / "x.pdf"), "--format", "json") == ""
    assert json.loads((tmp_path / "x.pdf").read_text())["value"] == "5*sqrt(29)/58"


@each(("arguments", "name", "begins"), [
    (MACRO_F1, "a.md", "#"), (REPORT, "a.md", "#"), (["document", "page.toml"], "a.tex", r"\documentclass"),
    (shlex.split("feasible --n 100 --positives 40 accuracy=0.91 f1=0.87"), "a.md", "**Feasible"),
    (shlex.split("feasible --n 100 --positives 40 accuracy=0.91 f1=0.87"), "a.json", "{"),
    (shlex.split("feasible --n 100 --positives 40 accuracy=0.91 f1=0.87"), "a.txt", "Feasible"),
    (["verify", "notes.md"], "a.html", "<!DOCTYPE html>"),
])  # fmt: skip
def test_files_of_other_commands(folder: Path, arguments: list[str], name: str, begins: str) -> None:
    style = {"md": "markdown", "tex": "latex-document", "txt": "text"}.get(name[2:], name[2:])
    assert printed(*arguments, "-o", name) == ""
    assert (folder / name).read_text(encoding="utf-8").startswith(begins)
    assert (folder / name).read_text(encoding="utf-8") == printed(*arguments, "--format", style)


# What follows the command, what its page shows, and what it does not.
OPTIONS = [
    (DERIVE, "", ("samples", "actual: bird"), ()),
    (DERIVE, "--no-data", (), ("actual: bird",)),
    (DERIVE, "--profile 002", ("409/630",), ()),
    (MACRO_F1, "--detail brief --no-data", ("difference: way 2 minus way 1", "0.0606"), ("Rows are true classes",)),
    (["document", "page.toml"], "--no-data", (), ("Rows are true classes",)),
    (["document", "page.toml"], "--language es", ("Derivación 1",), ()),
    (["document", "page.toml"], "--detail scaffold", ("Key",), ()),
    (["document", "page.toml"], "--detail scaffold --no-key", (), ("Key",)),
    (["exercises", "-m", "recall"], "", ("Exercises: Recall",), ()),
    (["exercises", "-m", "recall"], "--language es", ("Ejercicios: Exhaustividad",), ()),
]


@each(("command", "options", "shown", "absent"), OPTIONS)
def test_options(folder: Path, command: list[str], options: str, shown: tuple[str, ...], absent: tuple[str]) -> None:
    page = printed(*command, *shlex.split(options))
    assert [part for part in shown if part not in page] == []
    assert [part for part in absent if part in page] == []
    assert not options or page != printed(*command)


@each(("options", "values"), [
    ("-m f1 -a weighted --versus average=micro", ("841/1309", "9/14")),
    ("-m precision -a weighted --versus label=dog", ("409/630", "7/10")),
    ("-m recall --label dog --versus average=weighted", ("7/12", "9/14")),
    ("-m recall -a weighted --versus metric=accuracy --versus average=", ("9/14", "9/14")),
    # The mean of the classes' accuracies, 23/28, 21/28 and 20/28.
    ("-m recall -a weighted --versus metric=accuracy --versus average=macro", ("9/14", "16/21")),
    ("-m accuracy -a macro --versus metric=balanced_accuracy", ("16/21", "1061/1440")),
    ("-m fbeta -a macro -p beta=1 --versus metric=f1", ("361/561", "361/561")),
    ("-m f1 -a macro --versus metric=fbeta --versus beta=1", ("361/561", "361/561")),
    ("-m recall -a macro --versus over=bird,cat", ("47/72", "11/16")),
    ("-m accuracy --versus data=other.csv", ("9/14", "2/3")),
])  # fmt: skip
def test_what_differs(folder: Path, options: str, values: tuple[str, str]) -> None:
    data = "'6 1 1; 1 5 2; 2 3 7'" if "other.csv" in options else BIRDS
    comparison = json.loads(printed("compare", *shlex.split(f"{data} {options} --format json")))
    assert (comparison["first"]["value"], comparison["second"]["value"]) == values
    if "other.csv" in options:
        assert comparison["differs"] == [{"aspect": "data", "first": None, "second": None}]


def test_an_average_of_a_metric_of_the_matrix_says_what_it_is(folder: Path) -> None:
    told = run("value", MATRIX, "-m", "balanced_accuracy", "-a", "macro")
    assert told.stdout == "1061/1440\n"  # the mean of (TPR + TNR) / 2 of the classes: 4/5, 57/80 and 67/96
    alone = run("value", MATRIX, "-m", "accuracy", "-a", "macro")
    assert alone.stdout == "16/21\n"  # of each class against the rest: 23, 21 and 20 of 28
    assert "each class stands against all others here; without an average, balanced accuracy is" in told.stderr
    assert "stands against" not in run("value", "5 1; 5 7", "-m", "kappa", "-a", "macro").stderr  # the same number
    assert "stands here against" in printed(
        "derive", MATRIX, "-m", "balanced_accuracy", "-a", "macro", "--detail", "brief"
    )
    for language, sentence in (("en", "The whole matrix has a value of its own: Cohen's kappa."),
                               ("de", "Die ganze Matrix hat einen eigenen Wert: Cohens Kappa.")):  # fmt: skip
        page = printed("derive", MATRIX, "-m", "kappa", "-a", "weighted", "--language", language)
        assert sentence in " ".join(page.split())


@each(("options", "values", "dropped"), [
    ("-m recall -a weighted --versus metric=accuracy", ("9/14", "9/14"), "average weighted"),
    ("-m precision -a micro --versus metric=accuracy", ("9/14", "9/14"), "average micro"),
    ("-m recall -a macro --over bird,cat --versus metric=accuracy", ("11/16", "9/14"), "average macro and --over"),
    ("-m recall --label dog --versus metric=balanced_accuracy", ("7/12", "47/72"), "label dog"),
])  # fmt: skip
def test_what_the_second_metric_has_not_is_dropped(folder: Path, options: str, values: Any, dropped: str) -> None:
    told = run("compare", *shlex.split(f"{BIRDS} {options} --format json"))
    comparison = json.loads(told.stdout)
    assert (comparison["first"]["value"], comparison["second"]["value"]) == values
    assert f"is of the whole matrix and is compared without --{dropped}; --versus" in told.stderr


def rows_of(*arguments: str, stdin: str | None = None) -> dict[tuple[str, str | None, str | None], dict[str, Any]]:
    """The rows of a report by metric, average and label."""
    report = json.loads(run("report", *arguments, "--format", "json", stdin=stdin).stdout)
    schema("report", "derivation").validate(report)
    return {(row["metric"], row["average"], row["label"]): row for row in report["rows"]}


def test_what_is_asked_for_comes_after_the_summary() -> None:
    plain, asked, every = (
        {key[:2] for key in rows_of(*REPORT[1:], *more)}
        for more in ((), ("-m", "NPV", "-m", "mcc"), ("--all",))
    )  # fmt: skip
    trio = {(name, average) for name in ("precision", "recall", "f1") for average in (None, "macro", "weighted")}
    assert plain == trio | {("support", None), ("accuracy", None)}
    assert asked - plain == {("npv", None), ("npv", "macro"), ("npv", "micro"), ("npv", "weighted"), ("mcc", None)}
    assert every > asked
    text = printed(*REPORT, "-m", "NPV", "-m", "mcc")
    titles = [text.index(title) for title in ("Summary", "Class by class", "Averages", "All classes together")]
    assert titles == sorted(titles)


def test_json_is_utf_8_on_every_terminal() -> None:
    for command in ("report --format json", "value -m recall --label Vögel --json"):
        arguments = [*shlex.split(command), "5 1; 3 7", "--labels", "鳥,Vögel"]
        plain, wide = (process(*arguments, PYTHONIOENCODING=name).stdout for name in ("latin-1", "utf-8"))
        assert plain == wide
        answer = json.loads(plain.decode("utf-8"))
        assert answer.get("labels", ["鳥", answer.get("label")]) == ["鳥", "Vögel"]


def test_remarks_on_pages(folder: Path) -> None:
    with (folder / "page.toml").open("a") as page:
        page.write('[[block]]\nid = "s"\nreport = "m"\n')
    result = run("document", "page.toml")
    assert (result.exit_code, "nothing refers to the id 's'" in result.stderr) == (0, True)


@each(("options", "told"), [
    (["--labels", "猫,b,c"], True), (["--language", "ar"], True), (["--labels", "café,b,c"], False), ([], False),
])  # fmt: skip
def test_a_document_for_lualatex_says_so(folder: Path, options: list[str], told: bool) -> None:
    result = run(*MCC, *options, "-o", "x.tex")
    assert result.exit_code == 0
    assert ("this document needs lualatex" in result.stderr) is told
    assert ("needs lualatex" in (folder / "x.tex").read_text(encoding="utf-8")) is told
    assert run(*MCC, *options, "--format", "markdown").stderr == ""


def test_pictures(folder: Path) -> None:
    picture = birds().picture(shares=True, theme="dark")
    asked = shlex.split(f"picture {BIRDS} --shares --theme dark")
    for ending, text in (("svg", picture.to_svg()), ("tex", picture.to_tikz())):
        assert printed(*asked, "-o", f"matrix.{ending}") == ""
        assert (folder / f"matrix.{ending}").read_text(encoding="utf-8") == text
        assert printed(*asked, "--format", ending) == text
    assert printed(*asked) == picture.to_svg()


def test_every_option_of_exercises_is_passed_on() -> None:
    shown = printed(*shlex.split(
        """exercises -m fbeta -p beta=1/2 --kind choice,compute --labels 'cat,"big dog"' --samples 30,40 --label cat
        --places 2 --denominator 50 --language de -n 2"""
    ))  # fmt: skip
    options = {"kind": ["choice", "compute"], "labels": ["cat", "big dog"], "n": (30, 40), "label": "cat"}
    asked = em.exercises("fbeta", beta="1/2", **options, places=2, denominator=50, language="de", number=2)
    assert shown == asked.to("text")
    assert printed(*ASK, "--no-key") == sheet().to("text", key=False)


def test_files_of_exercises_their_key_and_grades(folder: Path) -> None:
    formats = {
        "s.html": "html", "q.xml": "moodle", "q.qti.zip": "qti", "q.qti3.zip": "qti3", "q.canvas.zip": "canvas",
        "q.rexams.zip": "rexams", "q.ipynb": "nbgrader", "c.anki.txt": "anki",
    }  # fmt: skip
    outputs = [word for name in formats for word in ("-o", name)]
    assert printed(*ASK, *outputs, "--key", "key.json") == ""
    for name, style in formats.items():
        found = (folder / name).read_bytes()
        if name.endswith(".zip"):
            assert found == sheet().to_zip(style)
        else:
            text = sheet().to(style, key=False) if style == "html" else sheet().to(style)
            assert found.decode() == text + "\n" * (style == "nbgrader")
    assert json.loads((folder / "key.json").read_text(encoding="utf-8")) == sheet().data()
    assert printed(*ASK, "-o", "q.zip", "--format", "canvas") == ""
    assert (folder / "q.zip").read_bytes() == sheet().to_zip("canvas")
    for name, begins in {"key.md": "# Key: Macro F1 score", "key.tex": "\\documentclass"}.items():
        assert printed(*ASK, "-o", "s.md", "--key", name) == ""
        assert (folder / name).read_text(encoding="utf-8").startswith(begins)
        assert "Key" not in (folder / "s.md").read_text(encoding="utf-8")

    write(folder, "a.csv", "student,1,2\nAda,28/45,11/18\n")
    grade = ("grade", "key.json", "a.csv")
    assert printed(*grade) == em.grade("key.json", "a.csv").to("text")
    assert printed(*grade, "-o", "grades.csv") == ""
    assert (folder / "grades.csv").read_text(encoding="utf-8") == em.grade("key.json", "a.csv").to("csv")
    given = em.grade("key.json", "a.csv", points={"slip": "2/3", "rounded": 1})
    assert printed(*grade, "--slip-points", "2/3", "--rounded-points", "1") == given.to("text")

    key = "the key is the JSON that `exactmetrics exercises` writes with --key key.json"
    write(folder, "b.csv", "student,1,2\nAda,1/2\n")
    for line, message in (
        *((f"{name} a.csv", key) for name in ("q.xml", "q.qti.zip", "c.anki.txt", "s.md", "a.csv")),
        *((f"key.json {name}", "the answers are a table in CSV") for name in ("q.xml", "q.qti.zip", "key.json")),
        ("key.json key.txt", "put the students in front"),
        ("key.json b.csv", "leave a field empty"),
        ("key.json a.csv -o g.html", "ends in .csv or .txt"),
        ("key.json a.csv -o a.csv", "would be written over"),
        ("key.json a.csv --slip-points half", "points of slip are 'half'"),
    ):
        assert message in refused("grade", *shlex.split(line))
