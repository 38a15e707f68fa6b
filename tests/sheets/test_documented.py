"""docs/answer_sheets.md: its examples are one sheet in three formats, and every key of the schema is explained."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import exactmetrics as em
from exactmetrics.sheets.schema import ALIASES, schema_named
from tests.cases import each
from tests.cli.run import run
from tests.house.source import ROOT

PAGE = (ROOT / "docs" / "answer_sheets.md").read_text(encoding="utf-8")
MATRIX = ",cat,dog,rabbit\ncat,42,5,3\ndog,9,38,6\nrabbit,2,4,51\n"
# By hand: precision of cat 42/53 = 0.7924...; recall of dog 38/53 = 0.7169..., while 38/(38 + 9) = 0.8085...; the macro
# F1 is the mean of 84/103, 76/100 and 102/117: 0.8157..., not 0.861.
VERDICTS = [("rounded", None), ("rounded", "false"), ("wrong", None)]


def example(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


@each("language", ["toml", "json", "csv"])
def test_the_examples_are_one_sheet(tmp_path: Path, language: str) -> None:
    path, data = tmp_path / f"answers.{language}", tmp_path / "matrix.csv"
    path.write_text(example(language), encoding="utf-8")
    data.write_text(MATRIX, encoding="utf-8")
    found = em.verify_claims(path, data=data if language == "csv" else None)
    words = [(one.word, one.expression_verdict.word if one.expression_verdict else None) for one in found.claims]
    assert words == VERDICTS
    assert [one.where for one in found.claims] == ["a", "b", "c"]


def test_the_finding_shown_is_the_one_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "answers.toml").write_text(example("toml"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (line,) = re.findall(r"^answers\.toml:.*$", PAGE, re.MULTILINE)
    assert line in run("verify", "answers.toml").stdout


def test_the_json_example_fits_the_schema() -> None:
    Draft202012Validator(schema_named("answer_sheet")).validate(json.loads(example("json")))


def test_every_key_and_every_name_of_a_column_is_explained() -> None:
    schema = schema_named("answer_sheet")
    named = set(re.findall(r"`(\w+)`", PAGE))
    tables = [schema, schema["properties"]["rules"], *(schema["$defs"][name] for name in ("data", "claim", "value"))]
    counts = schema["$defs"]["data"]["properties"]["counts"]["additionalProperties"]
    keys = {key for table in (*tables, counts, schema["$defs"]["derive"]) for key in table["properties"]}
    words = {*schema["$defs"]["countWord"]["enum"], *schema["$defs"]["average"]["enum"]}
    assert not (keys | words | set(ALIASES)) - named
    rows = set(re.findall(r"^\| (.+?) \|", PAGE, re.MULTILINE))
    explained = {key for row in rows for key in re.findall(r"`(\w+)`", row)}
    assert not explained - keys, "a key that does not exist"


@each("file", ["README.md", "docs/verify.md"])
def test_the_page_is_linked(file: str) -> None:
    assert "answer_sheets.md" in (ROOT / file).read_text(encoding="utf-8")


def test_the_help_names_the_columns() -> None:
    shown = run("verify", "--help").stdout
    assert "metric,label,average,printed" in shown
    assert "docs/answer_sheets.md" in shown
