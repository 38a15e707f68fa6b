"""Which files are answer sheets, and the formats a report can be asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.verification.report.structured import verify_schema
from exactmetrics.verification.verify import verify_document
from exactmetrics.verification.verify_sheet import is_sheet, verify_claims
from tests.cases import each

SHEET = {
    "title": "Two",
    "data": {"matrix": [[4, 2], [0, 3]]},
    "claim": [{"metric": "recall", "label": 0, "printed": "0.66"}],
}


TABLE = "metric,label,printed\nrecall,0,0.66\n"


@each(("name", "text", "sheet"), [
    ("a.json", json.dumps(SHEET), True),
    ("a.json", '{"cells": [], "nbformat": 4}', False),  # a notebook
    ("a.csv", TABLE, True),
    ("a.csv", "Metric,Class,Value\nrecall,0,0.66\n", True),
    ("a.csv", TABLE.replace(",", ";").replace("0.66", "0,66"), True),
    ("a.tsv", TABLE.replace(",", "\t"), True),
    ("a.csv", '"metric","answer"\nkappa,0.66\n', True),
    ("a.toml", "title = 'x'", True),  # what it lacks is said when it is read
    ("a.md", "printed", False),
])  # fmt: skip
def test_what_a_sheet_is(tmp_path: Path, name: str, text: str, sheet: bool) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert is_sheet(path) is sheet


@each(("name", "text", "words"), [
    ("a.json", '{"title": "no data"}', "'data' is missing"),
    ("a.json", "[1, 2]", "'title' and 'data' are missing"),
    ("a.json", "4/6 = 0.66", "not read as JSON"),
    ("a.json", "[" * 5000, "not read as JSON"),
    ("a.csv", "name,points\nAnn,3\n", "no column printed"),
    ("a.csv", "4/6 = 0.66\n", "metric,label,average,printed"),
    ("a.csv", "", "no column printed"),
    ("a.csv", ",yes,no\nyes,4,2\nno,0,3\n", "--data"),  # a confusion matrix
    ("a.csv", "4,2\n0,3\n", "--data"),
    ("a.toml", "[project]\nname = 'x'\n", "no key 'project'"),
    ("a.toml", "4/6 = 0.66", "not read as TOML"),
])  # fmt: skip
def test_tables_that_are_no_sheet_are_refused_and_never_read_as_prose(
    tmp_path: Path, name: str, text: str, words: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        verify_document(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)
    assert verify_document(path, format="text").format == "text"


def test_a_document_that_is_a_file_of_tables_is_taken_as_a_file_is(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(TABLE, encoding="utf-8")
    found = verify_document(path, data=[[4, 2], [0, 3]])
    assert (found.format, [claim.word for claim in found.claims]) == ("sheet", ["truncated"])
    assert (found.worst, verify_document(path, data=[[4, 2], [0, 3]], rule="truncate").worst) == ("warn", "ok")
    assert verify_document(path, format="text").claims == []
    with pytest.raises(UsageError, match="labels is about data"):
        verify_document(path, labels=["a", "b"])
    path.write_text("name,points\nAnn,3\n", encoding="utf-8")
    with pytest.raises(InputError, match="no column printed"):
        verify_document(path)


def test_a_sheet_without_data_takes_those_given(tmp_path: Path) -> None:
    text = json.dumps({key: SHEET[key] for key in ("title", "claim")})
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    assert [claim.word for claim in verify_claims(text, data=[[4, 4], [0, 3]]).claims] == ["wrong"]
    assert [claim.word for claim in verify_document(path, data=[[4, 2], [0, 3]]).claims] == ["truncated"]
    turned = verify_claims(text, data=[[4, 0], [2, 3]], orientation="predicted")
    assert [claim.word for claim in turned.claims] == ["truncated"]
    with pytest.raises(InputError, match="'data' is missing"):
        verify_claims(text)
    with pytest.raises(InputError, match="'data' is missing"):
        verify_document(path)


def test_judging_is_told_too_claims_and_links(tmp_path: Path) -> None:
    """The last of four parts, three readings and the judging, moves on with each of 40 claims and of 40 links."""
    path = tmp_path / "a.md"
    table = "| actual \\ predicted | cat | dog |\n|---|---|---|\n| cat | 3 | 1 |\n| dog | 0 | 2 |\n"
    lines = [f"The recall of cat is 0.{at} and 1/3 = 0.{at}." for at in range(11, 51)]
    path.write_text("\n\n".join([table, *lines]), encoding="utf-8")
    told: list[tuple[int, int]] = []
    found = verify_document(path, progress=lambda done, every: told.append((done, every)))
    assert (len(found.claims), len(found.links)) == (40, 40)
    shares = [done / every for done, every in told]
    assert shares == sorted(shares)
    assert len({share for share in shares if share > 0.75}) >= 60
    assert 0.98 < shares[-1] <= 1


def test_the_reading_of_a_document_is_told_from_its_beginning_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("\n\n".join(["so 3/4 = 0.75"] * 50), encoding="utf-8")
    told: list[tuple[int, int]] = []
    verify_document(path, progress=lambda done, every: told.append((done, every)))
    shares = [done / every for done, every in told]
    assert shares == sorted(shares)
    assert (shares[0], len({every for _, every in told})) == (0, 1)
    assert 0.9 < shares[-1] <= 1


def test_a_sheet_is_verified_by_its_data(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_text(json.dumps(SHEET), encoding="utf-8")
    checked = verify_document(path)
    assert [claim.word for claim in checked.claims] == ["truncated"]
    report = " ".join(checked.to_text().split())
    column = json.dumps(SHEET).index('"0.66"') + 2
    assert f"{path}:1:{column}: claim[1]: warning: truncated: recall, class 0: the data give 2/3 ≈ 0.67" in report
    assert report.endswith(" 1 number found: 1 warning")
    other = verify_document(path, data=[[4, 4], [0, 3]])
    assert [claim.word for claim in other.claims] == ["wrong"]


def test_a_file_that_is_not_there() -> None:
    for name in ("none.json", "none.md"):
        with pytest.raises(InputError, match="none"):
            verify_document(Path(name))


def test_json_is_as_the_schema_says() -> None:
    from jsonschema import Draft202012Validator

    document = json.loads(verify_document("4/6 = 0.66\u202e", claims=False).to_json())
    Draft202012Validator(verify_schema()).validate(document)
    assert [link["verdict"] for link in document["files"][0]["links"]] == ["truncated"]


def test_a_format_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="markdown"):
        verify_document("1", claims=False).to("markdow")
    with pytest.raises(UsageError, match="no format"):
        verify_document("1", claims=False).to("latex")


def test_the_ending_of_a_file_says_the_format(tmp_path: Path) -> None:
    checked = verify_document("4/6 = 0.66", claims=False)
    for ending, start in (("md", "# Verification"), ("html", "<!DOCTYPE"), ("json", "{"), ("txt", "-:1:7: warning")):
        checked.save(tmp_path / f"report.{ending}")
        assert (tmp_path / f"report.{ending}").read_text(encoding="utf-8").startswith(start)


@each("name", ["nixda.md", "docs/none.tex", " notes.IPYNB ", "C:\\a\\b.csv", "../x.html"])
def test_a_text_that_looks_like_the_name_of_a_file_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=r"looks like the name of a file.*Path"):
        verify_document(name)


@each("text", ["", "No number.", "0.5", "Fine.\nnotes.md\n", "a=1/2=0.5.md", "The accuracy is 0.5"])
def test_other_texts_are_read(text: str) -> None:
    assert verify_document(text).format == "text"
