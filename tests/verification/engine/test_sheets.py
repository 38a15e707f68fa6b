"""Answer sheets of every shape: TOML, JSON, CSV with the data apart; what cannot be used is refused with its place."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import ContradictionError, InputError, UsageError
from exactmetrics.verification.judging.given_data import given_data
from exactmetrics.verification.verified import Verification
from exactmetrics.verification.verify import verify_document
from exactmetrics.verification.verify_sheet import verify_claims
from tests.cases import each
from tests.examples.support import MINIMAL
from tests.sheets.loading import load_sheet

MATRIX = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
LABELS = ["bird", "cat", "dog"]
CM = em.ConfusionMatrix(MATRIX, labels=LABELS)
# Recall: bird 6/8, cat 5/8, dog 7/12; precision: bird 6/9, cat 5/9, dog 7/10. Macro recall 47/72 = 0.65277...
TABLE = """where,metric,label,average,count,printed,expression
Table 1,recall,bird,,,0.75,6/8
Table 1,recall,cat,,,0.56,
Table 1,recall,,macro,,0.653,"(0.75 + 0.625 + 0.583)/3"
Table 2,,dog,,tp,7,
"""


def words(found: Verification) -> list[str | None]:
    return [one.word for one in found.claims]


@each("data", [CM, CM.building_blocks(), given_data(MATRIX, labels=LABELS)])
def test_a_table_is_checked_against_data_of_every_kind(data: object) -> None:
    found = verify_claims(TABLE, data=data)
    assert words(found) == ["exact", "wrong", "rounded", "exact"]
    assert found.format == "sheet"
    assert found.data[0].labels == ("bird", "cat", "dog")
    # 0.56 is the precision of cat, 5/9.
    assert "precision-recall-swapped" in [hint.kind for hint in found.claims[1].hints]
    derivation = found.claims[1].derivation()
    assert derivation is not None
    assert derivation.value == Fraction(5, 8)
    assert found.claims[2].expression_verdict is not None
    assert found.claims[2].expression_verdict.word == "rounded"


def test_without_data_the_printed_arithmetic_is_judged() -> None:
    found = verify_claims(TABLE)
    assert words(found) == [None] * 4
    assert [one.expression_verdict and one.expression_verdict.word for one in found.claims] == [
        "exact", None, "rounded", None,
    ]  # fmt: skip
    assert found.data == []


def test_files_by_their_names(tmp_path: Path) -> None:
    table, data = tmp_path / "answers.csv", tmp_path / "matrix.csv"
    table.write_text(TABLE, encoding="utf-8")
    data.write_text(",bird,cat,dog\nbird,6,1,1\ncat,1,5,2\ndog,2,3,7\n", encoding="utf-8")
    found = verify_claims(table, data=data)
    assert (found.path, words(found)) == (str(table), ["exact", "wrong", "rounded", "exact"])
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(MINIMAL + '[[claim]]\nmetric = "accuracy"\nprinted = "0.83"\n', encoding="utf-8")
    assert words(verify_claims(sheet)) == ["rounded"]


def test_the_same_sheet_as_text_mapping_and_object() -> None:
    text = MINIMAL + '[[claim]]\nmetric = "recall"\nlabel = "yes"\nprinted = "0.75"\n'
    claim = {"metric": "recall", "label": "yes", "printed": "0.75"}
    mapping = {"title": "A", "data": {"labels": ["yes", "no"], "matrix": [[3, 1], [0, 2]]}, "claim": [claim]}
    assert words(verify_claims(text)) == words(verify_claims(mapping)) == words(verify_claims(load_sheet(text)))
    assert words(verify_claims(text)) == ["exact"]


def test_classes_are_matched_by_their_text() -> None:
    found = verify_claims("metric,label,printed\nrecall,1,0.6\n", data=[[4, 1], [2, 3]])
    assert (words(found), found.claims[0].question.label) == (["exact"], 1)


def test_another_rule_than_the_sheets() -> None:
    table = "metric,label,printed\nrecall,cat,0.62\nrecall,cat,0.63\n"  # 5/8
    by_rule = {rule: verify_claims(table, data=CM, rule=rule) for rule in ("nearest", "half-even", "half-up")}
    levels = {rule: [one.level for one in found.claims] for rule, found in by_rule.items()}
    assert levels == {"nearest": ["ok", "ok"], "half-even": ["ok", "warn"], "half-up": ["warn", "ok"]}


def test_a_claim_that_the_data_cannot_tell_says_why_and_spoils_nothing() -> None:
    found = verify_claims("metric,label,cell,printed\n,,bird|cat,1\nrecall,cat,,0.625\n", data=CM.building_blocks())
    assert words(found) == [None, "exact"]
    assert "full matrix" in found.claims[0].error


@each(("row", "message"), [
    ("recall,horse,,0.6", r"claim\[2\] \(line 3\): no class is called 'horse'; the labels are 'bird', 'cat', 'dog'"),
    ("recal,cat,,0.6", r"claim\[2\] \(line 3\): no metric 'recal'; did you mean 'recall'\? "),
    ("kapa,,,0.6", "did you mean 'kappa'"),
    ("f1 macro,,,0.6", "write metric = 'f1' and average = 'macro'"),
    ("recall,,,0.6", "label="),
    (",dog,n,7", "leave out label"),
    (",horse,tp,7", "'horse'"),
    ("recall,cat,,6/8 = 0.75", r"write expression = '6/8' and printed = '0.75'"),
])  # fmt: skip
def test_a_misspelt_claim_of_ones_own_sheet_is_refused_with_its_line(row: str, message: str) -> None:
    table = f"metric,label,count,printed\nrecall,cat,,0.625\n{row}\n"
    with pytest.raises(InputError, match=message):
        verify_claims(table, data=CM)


def test_what_is_not_read_is_counted_apart_and_says_why() -> None:
    table = (
        "metric,label,cell,printed,expression\nrecall,cat,,about half,\n,,bird|cat,1,\nrecall,cat,,0.625,9**9**9**9\n"
    )
    report = " ".join(verify_claims(table + "recall,cat,,0.625,\n", data=CM.building_blocks()).to_text().split())
    assert "4 numbers found: 1 right, 1 warning, 1 wrong, 1 not judged" in report
    assert "without data" not in report
    whys = ("'about half' is not a printed number", "full matrix", "'**' is a power of a power")
    for why in (*whys, "claim[3]: warning: unread"):
        assert why in report


def test_without_data_metrics_are_still_looked_up() -> None:
    with pytest.raises(InputError, match=r"claim\[1\] \(line 2\): .*did you mean 'kappa'"):
        verify_claims("metric,printed\nkapa,0.7\n")


def test_every_faulty_claim_is_named_at_once() -> None:
    rows = "".join(f"kapa,0.{i}\n" for i in range(1, 9))
    with pytest.raises(InputError, match=r"claim\[1\].*claim\[5\].*and 3 more$"):
        verify_claims(f"metric,printed\n{rows}")


def test_decimal_commas_and_other_names_of_columns() -> None:
    table = "Measure;Class;Average;Answer;Working\nrecall;cat;;0,625;5/8\nrecall;cat;;0,63;\nrecall;;macro;0,66;\n"
    found = verify_claims(table + "recall;bird;;75 %;\nrecall;bird;;75.0 %;\n", data=CM)
    assert words(found) == ["exact", "tie", "wrong", "exact", "exact"]
    assert found.decimal_comma
    # A number that can only be written with a decimal comma is read so in any table; what may be thousands is not.
    mixed = verify_claims(
        'metric,label,printed\nrecall,cat,0.625\nrecall,bird,0.75\nrecall,cat,"0,625"\nrecall,cat,"1,625"\n', data=CM
    )
    assert words(mixed) == ["exact", "exact", "exact", "unread"]


def test_expressions_with_decimal_commas() -> None:
    found = verify_claims("metric;label;printed;expression\nrecall;cat;0,625;1,25/2\n", data=CM)
    assert found.claims[0].expression_verdict is not None
    assert found.claims[0].expression_verdict.word == "exact"


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
    spans = [one.span for one in found.claims]
    read = path.read_bytes().decode("utf-8-sig")
    for span, printed, line in zip(spans, ("0.56", "5/9"), (9, 15), strict=True):
        assert span is not None
        assert read[span.start.offset : span.stop] == printed
        assert (span.start.line, span.start.line) == (line, read.count("\n", 0, span.start.offset) + 1)
        assert span.start.column == span.start.offset - read.rfind("\n", 0, span.start.offset)
    report = found.to_text()
    assert f"{path}:9:" in report
    assert "^^^^" in report


@each("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@each(("name", "text"), [
    ("a.toml", TOML), ("a.csv", "metric,label,printed\nrecall,cat,0.56\nrecall,cat,0.5\n"),
])  # fmt: skip
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
    claim = {"metric": "recall", "label": "yes", "printed": "0.7"}
    mapping = {"title": "A", "data": {"labels": ["yes", "no"], "matrix": [[3, 1], [0, 2]]}, "claim": [claim, claim]}
    assert [one.where for one in verify_claims(mapping).claims] == ["claim[1]", "claim[2]"]
    inline = 'title = "A"\ndata.matrix = [[3, 1], [0, 2]]\nclaim = [{metric = "accuracy", printed = "0.7"}]\n'
    found = verify_claims(inline)
    assert (found.claims[0].where, found.claims[0].span) == ("claim[1]", None)


@each(
    ("table", "message"),
    [
        ("", "empty"),
        ("metric,lable,printed\nrecall,a,1\n", "no column 'lable'; did you mean 'label'"),
        ("metric,metric,printed\nrecall,a,1\n", "twice"),
        ("metric,label,printed\nrecall,1\n", "line 2: 2 fields under 3 columns"),
        ("metric,count,printed\nrecall,tp,1\n", "line 2: .*give one of metric, count, cell"),
        ("metric,average,printed\nrecall,mean,1\n", "line 2: .*mean"),
        ('metric,printed\nrecall,"1\n', "line 2"),
        ("cell,printed\nK,1\n", "line 2: .*cell"),
    ],
)
def test_a_table_that_cannot_be_used(table: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        verify_claims(table, format="csv")


def test_cells_counts_and_data_of_a_table() -> None:
    table = "cell,count,label,given,printed\nbird|dog,,,,1\ndog|bird,,,,1\n,n,,true,27\n"
    found = verify_claims(table, data=CM)
    assert words(found) == ["exact", "wrong", "inconsistent-data"]
    assert [hint.kind for hint in found.claims[1].hints][:2] == ["digit-typo", "transposed"]
    assert found.claims[2].hints[0].facts["expected"] == "28"


def test_semicolons_and_tabs_and_a_byte_order_mark() -> None:
    for mark in ";\t":
        text = "\ufeffmetric,label,printed\nrecall,cat,0.625\n".replace(",", mark)
        assert words(verify_claims(text, data=CM)) == ["exact"]


def test_what_is_no_sheet() -> None:
    with pytest.raises(UsageError, match=r"Path\('answers.csv'\)"):
        verify_claims("answers.csv")
    with pytest.raises(UsageError, match="toml, json, csv"):
        verify_claims(MINIMAL, format="xml")
    with pytest.raises(InputError, match="no mapping of texts"):
        verify_claims({"title": {1, 2}})
    with pytest.raises(InputError, match="there is no file"):
        verify_claims(Path("no such sheet.toml"))


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
