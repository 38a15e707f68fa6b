"""What the five sources are known for is found: faults of arithmetic, of data, of labels, and their own habits."""

from __future__ import annotations

from collections import defaultdict

from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.verified import Verification
from exactmetrics.verification.verify import verify_document
from exactmetrics.verification.verify_sheet import verify_claims
from tests.cases import each
from tests.examples.support import ROOT, name_of, sheet_files
from tests.sheets.loading import load_sheet
from tests.verification.links.test_sources import LEDGER


def rebuilt(source: str) -> str:
    """The equalities of a source on the lines on which it prints them."""
    lines: defaultdict[int, list[str]] = defaultdict(list)
    for row in LEDGER:
        if row["source"] == source:
            lines[int(row["line"])].append(f"{row['expression']} = {row['printed']}")
    return "\n".join("; ".join(lines[at]) for at in range(1, max(lines) + 1))


SOURCES = {name: verify_document(rebuilt(name)) for name in sorted({row["source"] for row in LEDGER})}
SHEETS = {name_of(path): verify_claims(path) for path in sheet_files()}


def lines(source: str, word: str) -> list[int]:
    return [checked.link.where.line for checked in SOURCES[source].links if checked.word == word]


def test_exactly_five_links_are_false() -> None:
    found = {name: lines(name, "false") for name in SOURCES}
    assert {name: at for name, at in found.items() if at} == {"002": [458, 561, 682, 802, 849]}


def test_two_are_truncated_and_one_is_the_work_of_a_float() -> None:
    assert {name: lines(name, "truncated") for name in SOURCES if lines(name, "truncated")} == {"004": [101, 103]}
    (link,) = verify_document(r"\frac{841}{1309} \approx 0.6424751718869367").links
    assert (link.word, link.hints[0].facts["expected"]) == ("float", "0.6424751718869366")


# What was meant, as the other numbers of the source show.
@each(
    ("line", "kind", "repaired"),
    [(458, "denominator", "60/(60+4) = 0.938"), (682, "operator", "1/2*(1+0.842) = 0.921"),
     (802, "operator", "1/2*(1+0.52) = 0.76"), (849, "denominator", "(4+65+9)/107 = 0.729")],
)  # fmt: skip
def test_what_was_meant_is_the_first_explanation(line: int, kind: str, repaired: str) -> None:
    (checked,) = [one for one in SOURCES["002"].links if one.link.where.line == line and one.word == "false"]
    assert (checked.hints[0].kind, checked.hints[0].repaired.replace(" ", "")) == (kind, repaired.replace(" ", ""))
    kinds = [hint.kind for hint in checked.hints]  # that the result is another one is no explanation of its own
    assert ("undecided" in kinds) == (len(set(kinds) - {"result", "undecided"}) > 1 or kinds.count(kind) > 1)
    assert checked.correction is None  # the expression is wrong as likely as the number


def test_the_habits() -> None:
    assert SOURCES["004"].habits.rounding == "truncate"
    assert [one.correction for one in SOURCES["004"].links] == [None] * len(SOURCES["004"].links)
    habits = SOURCES["002"].habits
    assert (habits.digits, habits.zeros, habits.rounding) == (3, "stripped", "nearest")
    (note,) = [one for one in SOURCES["002"].links if one.level == "note" and one.hints[0].kind == "digits"]
    assert (note.link.where.line, note.link.right, note.hints[0].facts["expected"]) == (411, "0.88", "0.881")


@each("name", SHEETS)
def test_a_sheet_gets_its_recorded_verdicts(name: str) -> None:
    """The records are held against the ledger, and worked out anew, by the tests of the examples."""
    recorded = load_sheet(ROOT / f"{name}.toml").claims
    found = SHEETS[name].claims
    assert [(one.word, one.error) for one in found] == [(claim.verdict, "") for claim in recorded]
    for one, claim in zip(found, recorded, strict=True):
        if claim.expression_verdict is not None and one.expression_verdict is not None:
            assert one.expression_verdict.word == claim.expression_verdict


def wrong(name: str) -> list[CheckedClaim]:
    return [one for one in SHEETS[name].claims if one.word == "wrong"]


def test_tn_of_k_contradicts_the_other_counts() -> None:
    (one,) = [one for one in SHEETS["002/example_5"].claims if one.word == "inconsistent-data"]
    assert (one.question.count, one.question.label, one.printed) == ("tn", "K", "38")
    assert (one.hints[0].kind, one.hints[0].facts["expected"]) == ("contradicts", "98")


def test_the_expression_without_a_result_is_a_wrong_claim_with_its_repair() -> None:
    (one,) = [one for one in wrong("004/example") if one.where == "eq. (10)"]
    assert one.printed is None
    repaired = {hint.repaired.replace(" ", "") for hint in one.hints if hint.kind == "operand"}
    assert r"\frac{6}{9}*0.66+\frac{3}{9}*0.66=0.66" in repaired


def test_where_the_value_is_right_and_the_expression_is_not_both_are_said() -> None:
    found: list[Verification] = [SHEETS["002/example_3"], SHEETS["002/figure_23"], SHEETS["002/example_4"]]
    claims = [one for sheet in found for one in sheet.claims if one.hints and one.hints[0].kind == "expression-wrong"]
    assert [(one.printed, one.word, one.level) for one in claims] == [
        ("0.938", "tie", "error"), ("0.729", "rounded", "error"), ("0.921", "rounded", "error"),
    ]  # fmt: skip


def test_the_rule_of_digits_of_a_sheet() -> None:
    notes = [one for one in SHEETS["002/figure_01"].claims if one.level == "note"]
    assert [(one.printed, one.hints[0].kind, one.hints[0].facts["expected"]) for one in notes] == [
        ("0.88", "digits", "0.881")
    ]


def test_chained_rounding_is_named() -> None:
    chained = [one for sheet in SHEETS.values() for one in sheet.claims if one.word == "chained"]
    assert len(chained) == 7
    assert {one.hints[0].kind for one in chained} == {"chained-rounding"}
