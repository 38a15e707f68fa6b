"""Data as people have them: what programs print, tables of papers and pages, four counts, JSON of other programs."""

from __future__ import annotations

import json
import pickle
import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import ExactMetricsError, InputError, UsageError
from exactmetrics.matrix.understood import Understood
from tests.cases import each

F = Fraction
DATA = Path(__file__).with_name("data")
TEXTS = tomllib.loads((DATA / "texts.toml").read_text(encoding="utf-8"))
REFUSED = tomllib.loads((DATA / "refused.toml").read_text(encoding="utf-8"))["refused"]


def read(folder: Path, text: str, name: str = "given.txt", **options: Any) -> Any:
    path = folder / name
    path.write_bytes(text.encode())
    return em.read(path, **options)


def understood(cm: Any) -> dict[str, Any] | None:
    return next((note.facts for note in cm.notes if isinstance(note, Understood)), None)


def notebook(text: str) -> str:
    output = {"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)}
    cell = {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": ["show(it)"], "outputs": [output]}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)


FORMS = {
    "given.txt": lambda text: text,
    "crlf.txt": lambda text: text.replace("\n", "\r\n"),
    "bare.txt": lambda text: text.strip("\n"),
    "fence.md": lambda text: f"# Results\n\nThis is what came out:\n\n```\n{text.rstrip()}\n```\n\nMore will follow.\n",
    "output.ipynb": notebook,
}  # fmt: skip


@each("name", sorted(TEXTS))
def test_what_programs_print_is_data(tmp_path: Path, name: str) -> None:
    case = TEXTS[name]
    for form, made in FORMS.items():
        cm = read(tmp_path, made(case["text"]), form)
        labels = case.get("labels", list(range(len(case["rows"]))))
        assert (list(cm.labels), cm._counts.rows()) == (labels, case["rows"]), form
        if (facts := understood(cm)) is not None:
            assert facts["positive"] == case.get("positive"), form
            assert facts["rows_by"] == ("text" if case.get("said") else "assumed"), form


@each(
    ("file", "metric", "options", "value"),
    [
        ("weka_matrix.txt", "accuracy", {}, F(17, 25)), ("h2o.txt", "accuracy", {}, F(7, 8)),
        ("h2o.txt", "precision", {"label": "YES"}, F(91, 107)), ("spss.txt", "accuracy", {}, F(163, 200)),
        ("spss.txt", "recall", {"label": "yes"}, F(43, 65)), ("stata.txt", "sensitivity", {}, F(43, 65)),
        ("stata.txt", "accuracy", {}, F(163, 200)), ("orange.tab", "accuracy", {}, F(163, 200)),
        ("azure.json", "accuracy", {}, F(81, 100)), ("four.txt", "precision", {}, F(4, 5)),
        ("four.csv", "precision", {}, F(4, 5)),
    ],
)  # fmt: skip
def test_files_of_other_programs(file: str, metric: str, options: dict[str, Any], value: Fraction) -> None:
    text = (DATA / file).read_bytes()
    for source in (DATA / file, str(DATA / file)):
        assert em.read(source).value(metric, **options) == value
    assert em.read(text.decode()).value(metric, **options) == value


@each("case", REFUSED)
def test_what_is_no_matrix_says_what_it_looks_like(tmp_path: Path, case: dict[str, str]) -> None:
    with pytest.raises(InputError, match=case["told"]) as error:
        read(tmp_path, case["text"])
    assert not any(words in str(error.value) for words in ("Expecting", "delimiter", "Invalid value", "statement"))


TABLE = "| Actual / Predicted | a | b |\n|---|---|---|\n| a | 51 | 2 |\n| b | 4 | 43 |\n"
TWO = f"Before:\n\n[[50 3]\n [ 4 43]]\n\nAfter:\n\n{TABLE}"


def test_one_of_several_matrices_is_chosen_by_its_number(tmp_path: Path) -> None:
    told = (
        r"given.md holds 2 matrices, 1 of 2 classes \(100 samples, line 3\), 2 of 'a', 'b' \(100 samples, line 8\): ch"
    )
    with pytest.raises(InputError, match=told):
        read(tmp_path, TWO, "given.md")
    assert [read(tmp_path, TWO, "given.md", matrix=n).value("accuracy") for n in (1, 2)] == [F(93, 100), F(94, 100)]
    for n in (0, 3, -1):
        with pytest.raises(UsageError, match=f"holds 2 matrices, and none has the number {n}"):
            read(tmp_path, TWO, "given.md", matrix=n)
    with pytest.raises(UsageError, match="matrix=1 chooses one of the matrices in a text"):
        em.read(tmp_path / "gone.txt", matrix=1)
    twice = "[[50 3]\n [ 4 43]]\n\nThe matrix [[50, 3], [4, 43]] once more.\n"
    assert read(tmp_path, twice, "given.md").n == 100


def test_what_the_caller_says_goes_first(tmp_path: Path) -> None:
    crosstab = TEXTS["crosstab_turned"]
    turned = read(tmp_path, crosstab["text"], orientation="true")
    assert turned._counts.transpose().rows() == crosstab["rows"]
    assert "rows are true classes, as asked" in turned.notes[0]
    assert read(tmp_path, crosstab["text"], labels=["bird", "cat", "dog"])._counts.rows()[0] == [60, 0, 5]
    named = read(tmp_path, "[[50 3]\n [ 4 43]]", labels=["a", "b"], orientation="predicted")
    assert (named.labels, named._counts.rows()) == (("a", "b"), [[50, 4], [3, 43]])
    with pytest.raises(ExactMetricsError, match="labels"):
        read(tmp_path, "[[50 3]\n [ 4 43]]", labels=["a"])


def test_what_was_understood_is_one_line_and_data(tmp_path: Path) -> None:
    cm = read(tmp_path, TEXTS["h2o"]["text"])
    [note] = [note for note in cm.notes if isinstance(note, Understood)]
    assert note.partition("given.txt, ")[2] == (
        "line 1: read as table of 2 × 2; rows are true classes, as the text says; 'YES' is the positive class; "
        "the totals agree and are left out; not used: 'Error', 'Rate'"
    )
    assert note.facts == {
        "kind": "table", "place": "line 1", "classes": 2, "rows": "true", "rows_by": "text", "positive": "YES",
        "totals": True, "not_used": ["Error", "Rate"],
    }  # fmt: skip
    assert pickle.loads(pickle.dumps(note)).facts == note.facts
    assert cm.value("precision") == F(91, 107)
    assert understood(read(tmp_path, ",a,b\na,3,1\nb,0,2\n", "m.csv")) is None
    assert understood(read(tmp_path, ",a,b,total\na,3,1,4\nb,0,2,2\ntotal,3,3,6\n", "m.csv")) is not None


@each(
    "source",
    ["TP=40 FP=10 FN=5 TN=45", "tp: 40, fp: 10, fn: 5, tn: 45", "[[40 5] [10 45]]", "array([[40, 5], [10, 45]])"],
)
def test_inline_text_is_read_too(source: str) -> None:
    assert em.read(source).value("accuracy") == F(17, 20)


@each("source", ["matrix.cvs", "no such file.txt", "results 3", "folder/m.csv"])
def test_a_name_of_no_file_is_still_one(source: str) -> None:
    with pytest.raises(InputError, match="there is no file"):
        em.read(source)


@each("name", sorted(TEXTS), quick=20)
def test_a_broken_cell_is_never_passed_over(tmp_path: Path, name: str) -> None:
    """With a word in the place of any of its numbers a text is refused, or that number is none of the counts."""
    case = TEXTS[name]
    ending = case.get("ending", "txt")
    for number in list(re.finditer(r"\d+", case["text"]))[:40:3]:
        for word in ("x", "12a", "?"):
            text = case["text"][: number.start()] + word + case["text"][number.end() :]
            try:
                cm = read(tmp_path, text, f"broken.{ending}")
            except ExactMetricsError:
                continue
            assert cm._counts.rows() == case["rows"], (number, word)


COUNTS = "TN: 45\nFP: 10\nFN: 5\nTP: 40\n"


def test_one_matrix_in_several_forms_is_one_and_each_says_what_it_knows(tmp_path: Path) -> None:
    array, table = (
        "[[45 10]\n [ 5 40]]\n\n",
        "| Actual / Predicted | no | yes |\n|-|-|-|\n| no | 45 | 10 |\n| yes | 5 | 40 |\n",
    )
    both = read(tmp_path, array + COUNTS)
    assert (both.labels, both.value("recall")) == ((0, 1), F(8, 9))  # which class is positive the counts say
    assert understood(both) == {**(understood(both) or {}), "rows_by": "text", "positive": "1", "kind": "array"}
    named = read(tmp_path, f"{array}As a table:\n\n{table}", "given.md")
    assert (named.labels, (understood(named) or {})["kind"]) == (("no", "yes"), "table")
    with pytest.raises(InputError, match="holds 2 matrices"):  # the counts say that rows are predicted classes
        read(
            tmp_path,
            array + COUNTS.replace("10", "?").replace("5\n", "10\n").replace("410\n", "45\n").replace("?", "5"),
        )
    with pytest.raises(InputError, match="holds 2 matrices"):
        read(tmp_path, f"{table}\nAnd:\n\n{table.replace('Actual / Predicted', 'Predicted / Actual')}", "given.md")
