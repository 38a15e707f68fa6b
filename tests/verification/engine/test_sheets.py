"""Answer sheets of every shape: TOML, JSON, CSV with the data apart; `cases/sheets.toml` has tables of claims."""

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


def test_a_claim_that_the_data_cannot_tell_says_why_and_spoils_nothing() -> None:
    found = verify_claims("metric,label,cell,printed\n,,bird|cat,1\nrecall,cat,,0.625\n", data=BLOCKS)
    assert (words(found), "full matrix" in found.claims[0].error) == ([None, "exact"], True)


def test_counts_that_contradict_the_data_that_are_given_for_them() -> None:
    found = verify_claims("cell,count,label,given,printed\ndog|bird,,,,1\n,n,,true,27\n", data=CM)
    assert [hint.kind for hint in found.claims[0].hints][:2] == ["digit-typo", "transposed"]
    assert found.claims[1].hints[0].facts["expected"] == "28"


def test_another_rule_than_the_sheets() -> None:
    table = "metric,label,printed\nrecall,cat,0.62\nrecall,cat,0.63\n"  # 5/8
    by_rule = {rule: verify_claims(table, data=CM, rule=rule) for rule in ("nearest", "half-even", "half-up")}
    levels = {rule: [one.level for one in found.claims] for rule, found in by_rule.items()}
    assert levels == {"nearest": ["ok", "ok"], "half-even": ["ok", "warn"], "half-up": ["warn", "ok"]}


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


def test_a_document_that_is_a_sheet_is_verified_as_one(tmp_path: Path) -> None:
    path, answers = tmp_path / "a.csv", tmp_path / "answers.json"
    path.write_text(SMALL, encoding="utf-8")
    found = verify_document(path, data=TWO["matrix"])
    assert (found.format, words(found)) == ("sheet", ["truncated"])
    assert (found.worst, verify_document(path, data=TWO["matrix"], rule="truncate").worst) == ("warn", "ok")
    assert verify_document(path, format="text").claims == []
    with pytest.raises(UsageError, match="labels is about data"):
        verify_document(path, labels=["a", "b"])
    for text in ("[" * 5000, "4/6 = 0.66"):
        answers.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="not read as JSON"):
            verify_document(answers)
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
        with pytest.raises(InputError, match=r"'data'(, which)? is missing"):
            given()
