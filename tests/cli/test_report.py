"""`report`: the formats of the library, the options, and JSON that keeps its schema."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from exactmetrics import ConfusionMatrix
from tests.cases import each
from tests.cli.run import MATRIX, printed, process, refused, run

NAMES = ["bird", "cat", "dog"]
REPORT = ["report", MATRIX, "--labels", ",".join(NAMES)]
ZERO = ["report", "6 0; 1 0", "--labels", "a,b"]


def as_json(*arguments: str) -> dict[str, Any]:
    report = json.loads(printed(*arguments, "--format", "json"))
    text = files("exactmetrics.derivation").joinpath("report.schema.json").read_text(encoding="utf-8")
    Draft202012Validator(json.loads(text)).validate(report)
    assert isinstance(report, dict)
    return report


def found(report: dict[str, Any], metric: str, average: str | None = None, label: str | None = None) -> dict[str, Any]:
    (row,) = (r for r in report["rows"] if (r["metric"], r["average"], r["label"]) == (metric, average, label))
    assert isinstance(row, dict)
    return row


def test_formats_are_those_of_the_library() -> None:
    report = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=NAMES).report()
    expected = {
        "text": report.to_text(),
        "markdown": report.to_markdown(),
        "latex": report.to_latex(),
        "json": report.to_json(),
    }
    for style, text in expected.items():
        assert printed(*REPORT, "--format", style).strip() == text.strip()
    assert printed(*REPORT) == printed(*REPORT, "--format", "text")
    assert len(set(expected.values())) == 4


def test_values_of_the_sources() -> None:
    report = as_json(*REPORT, "-m", "mcc")
    assert found(report, "precision", "weighted")["value"] == "409/630"
    assert found(report, "f1", "weighted")["value"] == "841/1309"
    assert found(report, "recall", label="dog")["value"] == "7/12"
    assert (found(report, "mcc")["sign"], found(report, "mcc")["square"]) == (1, "25/116")


@each(
    ("options", "exact"),
    [
        ([], None),
        (["--undefined", "0"], "3/7"),
        (["--undefined", "omit"], "6/7"),
        (["--preset", "sklearn"], "3/7"),
    ],
)
def test_policies(options: list[str], exact: str | None) -> None:
    assert found(as_json(*ZERO, *options), "precision", "macro")["value"] == exact


def test_places() -> None:
    assert found(as_json(*REPORT, "--places", "7"), "precision", "weighted")["decimal"] == "0.6492063"
    refused(*REPORT, "--places", "-1")


def test_a_file_holds_what_is_printed(tmp_path: Path) -> None:
    target = tmp_path / "report.md"
    assert printed(*REPORT, "--format", "markdown", "-o", str(target)) == ""
    assert target.read_text(encoding="utf-8") == printed(*REPORT, "--format", "markdown")


def test_json_is_utf_8_on_every_terminal() -> None:
    done = process("report", "5 1; 3 7", "--labels", "鳥,Vögel", "--format", "json", PYTHONIOENCODING="latin-1")
    assert json.loads(done.stdout.decode("utf-8"))["labels"] == ["鳥", "Vögel"]


def test_what_is_asked_for_comes_after_the_summary() -> None:
    plain, asked, every = (
        {(row["metric"], row["average"]) for row in as_json(*REPORT, *more)["rows"]}
        for more in ([], ["-m", "NPV", "-m", "mcc"], ["--all"])
    )
    trio = {(name, average) for name in ("precision", "recall", "f1") for average in (None, "macro", "weighted")}
    assert plain == trio | {("support", None), ("accuracy", None)}
    assert asked - plain == {("npv", None), ("npv", "macro"), ("npv", "micro"), ("npv", "weighted"), ("mcc", None)}
    assert every > asked
    text = printed(*REPORT, "-m", "NPV", "-m", "mcc")
    titles = [text.index(title) for title in ("Summary", "Class by class", "Averages", "All classes together")]
    assert titles == sorted(titles)


def test_what_cannot_be_asked_for() -> None:
    assert "did you mean 'kappa'" in refused(*REPORT, "-m", "kapa")
    assert "takes beta" in refused(*REPORT, "-m", "fbeta")
    assert "leave -m out" in refused(*REPORT, "-m", "mcc", "--all")


def test_known_counts_of_classes() -> None:
    # Fahmy Amin 2023, example 5: support, TP and TN of three classes; the macro precision is in the ledger.
    known = {"K": (53, 30, 98), "L": (110, 52, 73), "M": (37, 22, 133)}
    counts = {name: dict(zip(("support", "tp", "tn"), three, strict=True)) for name, three in known.items()}
    result = run("report", "-", "--format", "json", stdin=json.dumps({"counts": counts}))
    assert result.exit_code == 0, result.stderr
    assert found(json.loads(result.stdout), "precision", "macro")["value"] == "220589/425178"
