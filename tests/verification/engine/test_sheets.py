"""Answer sheets of every shape: TOML, JSON, CSV with the data apart; what cannot be used is refused with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import ContradictionError, InputError, UsageError
from exactmetrics.verification.judging.given_data import given_data
from exactmetrics.verification.verified import Verification
from exactmetrics.verification.verify import verify_document
from exactmetrics.verification.verify_sheet import is_sheet, verify_claims
from tests.cases import each
from tests.examples.support import MINIMAL
from tests.sheets.loading import load_sheet

MATRIX = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
LABELS = ["bird", "cat", "dog"]
CM = em.ConfusionMatrix(MATRIX, labels=LABELS)
BLOCKS = CM.building_blocks()
# Recall: bird 6/8, cat 5/8, dog 7/12; precision: bird 6/9, cat 5/9, dog 7/10. Macro recall 47/72 = 0.65277...
TABLE = """where,metric,label,average,count,printed,expression
Table 1,recall,bird,,,0.75,6/8
Table 1,recall,cat,,,0.56,
Table 1,recall,,macro,,0.653,"(0.75 + 0.625 + 0.583)/3"
Table 2,,dog,,tp,7,
"""
TWO = {"matrix": [[4, 2], [0, 3]]}
CLAIM = {"metric": "recall", "label": 0, "printed": "0.66"}
SHEET: dict[str, Any] = {"title": "Two", "data": TWO, "claim": [CLAIM]}
SMALL = "metric,label,printed\nrecall,0,0.66\n"


def words(found: Verification) -> list[str | None]:
    return [one.word for one in found.claims]


@each("data", [CM, BLOCKS, given_data(MATRIX, labels=LABELS)])
def test_a_table_is_checked_against_data_of_every_kind(data: object) -> None:
    found = verify_claims(TABLE, data=data)
    assert (words(found), found.format) == (["exact", "wrong", "rounded", "exact"], "sheet")
    assert found.data[0].labels == ("bird", "cat", "dog")
    # 0.56 is the precision of cat, 5/9.
    assert "precision-recall-swapped" in [hint.kind for hint in found.claims[1].hints]
    derivation = found.claims[1].derivation()
    assert derivation is not None
    assert derivation.value == Fraction(5, 8)
    assert found.claims[2].expression_verdict is not None
    assert found.claims[2].expression_verdict.word == "rounded"


def test_without_data_the_printed_arithmetic_is_judged_and_metrics_are_looked_up() -> None:
    found = verify_claims(TABLE)
    assert (words(found), found.data) == ([None] * 4, [])
    assert [one.expression_verdict and one.expression_verdict.word for one in found.claims] == [
        "exact", None, "rounded", None,
    ]  # fmt: skip
    with pytest.raises(InputError, match=r"claim\[1\] \(line 2\): .*did you mean 'kappa'"):
        verify_claims("metric,printed\nkapa,0.7\n")


def test_a_sheet_is_a_file_a_text_a_mapping_or_an_object(tmp_path: Path) -> None:
    table, data, sheet = (tmp_path / name for name in ("answers.csv", "matrix.csv", "sheet.toml"))
    table.write_text(TABLE, encoding="utf-8")
    data.write_text(",bird,cat,dog\nbird,6,1,1\ncat,1,5,2\ndog,2,3,7\n", encoding="utf-8")
    found = verify_claims(table, data=data)
    assert (found.path, words(found)) == (str(table), ["exact", "wrong", "rounded", "exact"])
    text = MINIMAL + '[[claim]]\nmetric = "recall"\nlabel = "yes"\nprinted = "0.75"\n'
    sheet.write_text(text, encoding="utf-8")
    claim = {"metric": "recall", "label": "yes", "printed": "0.75"}
    mapping = {"title": "A", "data": {"labels": ["yes", "no"], "matrix": [[3, 1], [0, 2]]}, "claim": [claim]}
    for given in (sheet, text, mapping, load_sheet(text)):
        assert words(verify_claims(given)) == ["exact"]  # type: ignore[arg-type]


@each(("table", "data", "expected"), [
    ("metric,label,printed\nrecall,1,0.6\n", [[4, 1], [2, 3]], ["exact"]),  # classes are matched by their text
    ("metric,label,cell,printed\n,,bird|cat,1\nrecall,cat,,0.625\n", BLOCKS, [None, "exact"]),  # no cells in blocks
    ("Measure;Class;Average;Answer;Working\nrecall;cat;;0,625;5/8\nrecall;cat;;0,63;\nrecall;;macro;0,66;\n"
     "recall;bird;;75 %;\nrecall;bird;;75.0 %;\n", CM, ["exact", "tie", "wrong", "exact", "exact"]),
    # What can only be written with a decimal comma is read so in any table; what may be thousands is not.
    ('metric,label,printed\nrecall,cat,0.625\nrecall,bird,0.75\nrecall,cat,"0,625"\nrecall,cat,"1,625"\n', CM,
     ["exact", "exact", "exact", "unread"]),
    ("cell,count,label,given,printed\nbird|dog,,,,1\ndog|bird,,,,1\n,n,,true,27\n", CM,
     ["exact", "wrong", "inconsistent-data"]),
    ("\ufeffmetric;label;printed\nrecall;cat;0.625\n", CM, ["exact"]),
    ("\ufeffmetric\tlabel\tprinted\nrecall\tcat\t0.625\n", CM, ["exact"]),
])  # fmt: skip
def test_tables(table: str, data: object, expected: list[str | None]) -> None:
    found = verify_claims(table, data=data)
    assert words(found) == expected
    assert found.decimal_comma == table.startswith("Measure")
    if None in expected:
        assert "full matrix" in found.claims[0].error
    if "inconsistent-data" in expected:
        assert [hint.kind for hint in found.claims[1].hints][:2] == ["digit-typo", "transposed"]
        assert found.claims[2].hints[0].facts["expected"] == "28"


def test_expressions_with_decimal_commas() -> None:
    found = verify_claims("metric;label;printed;expression\nrecall;cat;0,625;1,25/2\n", data=CM)
    assert found.claims[0].expression_verdict is not None
    assert found.claims[0].expression_verdict.word == "exact"


def test_another_rule_than_the_sheets() -> None:
    table = "metric,label,printed\nrecall,cat,0.62\nrecall,cat,0.63\n"  # 5/8
    by_rule = {rule: verify_claims(table, data=CM, rule=rule) for rule in ("nearest", "half-even", "half-up")}
    levels = {rule: [one.level for one in found.claims] for rule, found in by_rule.items()}
    assert levels == {"nearest": ["ok", "ok"], "half-even": ["ok", "warn"], "half-up": ["warn", "ok"]}


@each(("row", "message"), [
    ("recall,horse,,0.6", r"claim\[2\] \(line 3\): no class is called 'horse'; the labels are 'bird', 'cat', 'dog'"),
    ("recal,cat,,0.6", r"claim\[2\] \(line 3\): no metric 'recal'; did you mean 'recall'\? "),
    ("kapa,,,0.6", "did you mean 'kappa'"),
    ("f1 macro,,,0.6", "write metric = 'f1' and average = 'macro'"),
    ("recall,,,0.6", "label="),
    (",dog,n,7", "leave out label"),
    (",horse,tp,7", "'horse'"),
    ("recall,cat,,6/8 = 0.75", r"write expression = '6/8' and printed = '0.75'"),
    ("kapa,,,0.1\n" * 7 + "kapa,,,0.8", r"claim\[2\].*claim\[6\].*and 3 more$"),
])  # fmt: skip
def test_a_misspelt_claim_of_ones_own_sheet_is_refused_with_its_line(row: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        verify_claims(f"metric,label,count,printed\nrecall,cat,,0.625\n{row}\n", data=CM)


def test_what_is_not_read_is_counted_apart_and_says_why() -> None:
    table = (
        "metric,label,cell,printed,expression\nrecall,cat,,about half,\n,,bird|cat,1,\nrecall,cat,,0.625,9**9**9**9\n"
    )
    report = " ".join(verify_claims(table + "recall,cat,,0.625,\n", data=BLOCKS).to_text().split())
    assert "4 numbers found: 1 right, 1 warning, 1 wrong, 1 not judged" in report
    assert "without data" not in report
    whys = ("'about half' is not a printed number", "full matrix", "'**' is a power of a power")
    for why in (*whys, "claim[3]: warning: unread"):
        assert why in report


TOML = """title = "Three"
[data]
matrix = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
labels = ["bird", "cat", "dog"]

[[claim]]   # the first
metric = "recall"
label = "cat"
printed = "0.56"

[[claim]]
metric = "recall"
label = "cat"
where = "Table 2"
expression = "5/9"
"""


@each(("name", "text"), [
    ("a.toml", TOML),
    ("a.toml", TOML.replace("\n", "\r\n")),
    ("a.toml", "\ufeff" + TOML),
    ("a.csv", "metric,label,printed,expression\n\n\n\n\n\n\n\nrecall,cat,0.56,\n\n\n\n\n\nrecall,cat,,5/9\n"),
    ("a.csv", 'where,metric,label,printed,expression\n"a\n""b"", c\n\n\n\n\n\nd",recall,cat,0.56,\n' + 5 * "\n"
     + "1,recall,cat,,5/9\n"),
])  # fmt: skip
def test_findings_have_the_line_of_their_sheet(tmp_path: Path, name: str, text: str) -> None:
    """Line and offsets by the text itself: what stands there is what was printed."""
    path = tmp_path / name
    path.write_bytes(text.encode())
    found = verify_claims(path, data=CM)
    assert words(found) == ["wrong", "wrong"]
    read = path.read_bytes().decode("utf-8-sig")
    for one, printed, line in zip(found.claims, ("0.56", "5/9"), (9, 15), strict=True):
        assert one.span is not None
        start = one.span.start
        assert read[start.offset : one.span.stop] == printed
        assert (line, line) == (start.line, read.count("\n", 0, start.offset) + 1)
        assert start.column == start.offset - read.rfind("\n", 0, start.offset)
    report = found.to_text()
    assert f"{path}:9:" in report
    assert "^^^^" in report


@each("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@each(("name", "text"), [("a.toml", TOML), ("a.csv", "metric,label,printed\nrecall,cat,0.56\nrecall,cat,0.5\n")])
def test_a_sheet_in_any_encoding_of_a_spreadsheet(tmp_path: Path, name: str, text: str, encoding: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    found = verify_document(path, data=CM)
    assert words(found) == ["wrong", "wrong"]
    assert '0.56"' in found.to_text() or ",0.56" in found.to_text()
    assert words(verify_claims("\ufeff" + text, data=CM)) == ["wrong", "wrong"]
    path.write_bytes(text.encode() + b"\xff")
    with pytest.raises(InputError, match="UTF-8"):
        verify_claims(path, data=CM)


def test_claims_that_have_no_line_have_their_number() -> None:
    found = verify_claims({**SHEET, "claim": [CLAIM, CLAIM]})
    assert [one.where for one in found.claims] == ["claim[1]", "claim[2]"]
    inline = 'title = "A"\ndata.matrix = [[3, 1], [0, 2]]\nclaim = [{metric = "accuracy", printed = "0.7"}]\n'
    found = verify_claims(inline)
    assert (found.claims[0].where, found.claims[0].span) == ("claim[1]", None)


@each(("table", "message"), [
    ("", "empty"),
    ("metric,lable,printed\nrecall,a,1\n", "no column 'lable'; did you mean 'label'"),
    ("metric,metric,printed\nrecall,a,1\n", "twice"),
    ("metric,label,printed\nrecall,1\n", "line 2: 2 fields under 3 columns"),
    ("metric,count,printed\nrecall,tp,1\n", "line 2: .*give one of metric, count, cell"),
    ("metric,average,printed\nrecall,mean,1\n", "line 2: .*mean"),
    ('metric,printed\nrecall,"1\n', "line 2"),
    ("cell,printed\nK,1\n", "line 2: .*cell"),
])  # fmt: skip
def test_a_table_that_cannot_be_used(table: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        verify_claims(table, format="csv")


@each(("call", "error", "message"), [
    (lambda: verify_claims("answers.csv"), UsageError, r"Path\('answers.csv'\)"),
    (lambda: verify_claims(MINIMAL, format="xml"), UsageError, "toml, json, csv"),
    (lambda: verify_claims({"title": {1, 2}}), InputError, "no mapping of texts"),
    (lambda: verify_claims(Path("no such sheet.toml")), InputError, "there is no file"),
])  # fmt: skip
def test_what_is_no_sheet(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_contradicting_data_carry_their_repairs() -> None:
    sheet = """
    title = "Three classes"
    [data.counts]
    K = {support = 53, tp = 30, fp = 49, tn = 38}
    L = {support = 110, tp = 52, fp = 17, tn = 73}
    M = {support = 37, tp = 22, fp = 30, tn = 133}
    """
    with pytest.raises(ContradictionError) as caught:
        verify_claims(sheet)
    assert [(one.label, one.count, one.repaired) for one in vars(caught.value)["repairs"]] == [("K", "tn", 98)]


# Which files are answer sheets.


@each(("name", "text", "sheet"), [
    ("a.json", json.dumps(SHEET), True),
    ("a.json", '{"cells": [], "nbformat": 4}', False),  # a notebook
    ("a.csv", SMALL, True),
    ("a.csv", "Metric,Class,Value\nrecall,0,0.66\n", True),
    ("a.csv", SMALL.replace(",", ";").replace("0.66", "0,66"), True),
    ("a.tsv", SMALL.replace(",", "\t"), True),
    ("a.csv", '"metric","answer"\nkappa,0.66\n', True),
    ("a.toml", "title = 'x'", True),  # what it lacks is said when it is read
    ("a.md", "printed", False),
])  # fmt: skip
def test_what_a_sheet_is(tmp_path: Path, name: str, text: str, sheet: bool) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert is_sheet(path) is sheet


@each(("name", "text", "said"), [
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
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        verify_document(path)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert verify_document(path, format="text").format == "text"


def test_a_document_that_is_a_sheet_is_verified_as_one(tmp_path: Path) -> None:
    path, answers = tmp_path / "a.csv", tmp_path / "answers.json"
    path.write_text(SMALL, encoding="utf-8")
    found = verify_document(path, data=TWO["matrix"])
    assert (found.format, words(found)) == ("sheet", ["truncated"])
    assert (found.worst, verify_document(path, data=TWO["matrix"], rule="truncate").worst) == ("warn", "ok")
    assert verify_document(path, format="text").claims == []
    with pytest.raises(UsageError, match="labels is about data"):
        verify_document(path, labels=["a", "b"])
    answers.write_text(json.dumps(SHEET), encoding="utf-8")
    report = " ".join(verify_document(answers).to_text().split())
    column = json.dumps(SHEET).index('"0.66"') + 2
    assert f"{answers}:1:{column}: claim[1]: warning: truncated: recall, class 0: the data give 2/3 ≈ 0.67" in report
    assert report.endswith(" 1 number found: 1 warning")
    assert words(verify_document(answers, data=[[4, 4], [0, 3]])) == ["wrong"]


def test_a_sheet_without_data_takes_those_given(tmp_path: Path) -> None:
    text = json.dumps({key: SHEET[key] for key in ("title", "claim")})
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    assert words(verify_claims(text, data=[[4, 4], [0, 3]])) == ["wrong"]
    assert words(verify_document(path, data=TWO["matrix"])) == ["truncated"]
    assert words(verify_claims(text, data=[[4, 0], [2, 3]], orientation="predicted")) == ["truncated"]
    for given in (lambda: verify_claims(text), lambda: verify_document(path)):
        with pytest.raises(InputError, match="'data' is missing"):
            given()
