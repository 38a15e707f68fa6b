"""`compare`: the second question is the first with what --versus says, in every format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from exactmetrics import ConfusionMatrix, compare
from tests.cases import each
from tests.cli.run import FIGURE_23, MATRIX, printed, refused, write

NAMES = ["bird", "cat", "dog"]
BIRDS = [MATRIX, "--labels", ",".join(NAMES)]
MACRO_F1 = ["compare", FIGURE_23, "-m", "f1", "-a", "macro"]


def as_json(*arguments: str) -> dict[str, Any]:
    found = json.loads(printed(*arguments, "--format", "json"))
    assert isinstance(found, dict)
    return found


@each("style", ["text", "markdown", "latex", "html", "github", "json"])
def test_formats_are_those_of_the_library(style: str) -> None:
    cm = ConfusionMatrix([[4, 0, 1], [10, 65, 16], [1, 1, 9]])
    expected = compare(cm.derive("f1", average="macro"), cm.derive("f1", average="macro", combine="averages"))
    assert printed(*MACRO_F1, "--versus", "combine=averages", "--format", style).strip() == expected.to(style).strip()


@each(
    ("first", "versus", "values"),
    [
        (["-m", "f1", "-a", "weighted"], ["average=micro"], ("841/1309", "9/14")),
        (["-m", "precision", "-a", "weighted"], ["label=dog"], ("409/630", "7/10")),
        (["-m", "recall", "--label", "dog"], ["average=weighted"], ("7/12", "9/14")),
        (["-m", "recall", "-a", "weighted"], ["metric=accuracy", "average="], ("9/14", "9/14")),
        (["-m", "fbeta", "-a", "macro", "-p", "beta=1"], ["metric=f1"], ("361/561", "361/561")),
        (["-m", "f1", "-a", "macro"], ["metric=fbeta", "beta=1"], ("361/561", "361/561")),
        (["-m", "recall", "-a", "macro"], ["over=bird,cat"], ("47/72", "11/16")),
    ],
)
def test_what_differs(first: list[str], versus: list[str], values: tuple[str, str]) -> None:
    options = [option for change in versus for option in ("--versus", change)]
    found = as_json("compare", *BIRDS, *first, *options)
    assert (found["first"]["value"], found["second"]["value"]) == values


def test_another_matrix(tmp_path: Path) -> None:
    other = write(tmp_path, "other.csv", "5,1\n5,7\n")
    found = as_json("compare", "6 2; 1 5", "-m", "accuracy", "--versus", f"data={other}")
    assert found["differs"] == [{"aspect": "data", "first": None, "second": None}]
    assert (found["first"]["value"], found["second"]["value"]) == ("11/14", "2/3")


@each(
    ("versus", "message"),
    [
        (["averag=micro"], "--versus knows no 'averag'; did you mean 'average'"),
        (["average"], "--versus takes KEY=VALUE"),
        (["average=micro", "average=macro"], "given twice"),
        (["average=nosuch"], "no average 'nosuch'"),
        (["data=nosuch.csv"], "nosuch.csv"),
        (["beta=2"], "--versus knows no 'beta'"),
    ],
)
def test_what_is_refused(versus: list[str], message: str) -> None:
    options = [option for change in versus for option in ("--versus", change)]
    assert message in refused(*MACRO_F1, *options)


def test_a_file_and_its_ending(tmp_path: Path) -> None:
    target = tmp_path / "compared.md"
    assert printed(*MACRO_F1, "--versus", "combine=averages", "-o", str(target)) == ""
    assert target.read_text(encoding="utf-8") == printed(
        *MACRO_F1, "--versus", "combine=averages", "--format", "markdown"
    )


def test_detail_and_data() -> None:
    brief = printed(*MACRO_F1, "--versus", "combine=averages", "--detail", "brief", "--no-data")
    assert "Rows are true classes" not in brief
    assert "difference: way 2 minus way 1" in brief
    assert "0.0606" in brief
