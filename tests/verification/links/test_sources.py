"""The five sources: every equality of the ledger, what each source is known for, and the verdicts of their sheets."""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import cache
from pathlib import Path

from exactmetrics._resources import worked_examples_dir
from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.links.document_links import verify_links
from exactmetrics.verification.verified import Verification
from exactmetrics.verification.verify import verify_document
from exactmetrics.verification.verify_sheet import verify_claims
from tests.cases import each
from tests.examples.support import ROOT, name_of, sheet_files
from tests.sheets.loading import load_sheet

with (Path(__file__).parent / "ledger.csv").open(encoding="utf-8", newline="") as file:
    LEDGER = list(csv.DictReader(file))
DOCUMENTS = sorted(path for end in ("md", "tex") for path in worked_examples_dir().glob(f"*/*.{end}"))


def rebuilt(source: str) -> str:
    """The equalities of a source on the lines on which it prints them."""
    lines: defaultdict[int, list[str]] = defaultdict(list)
    for row in LEDGER:
        if row["source"] == source:
            lines[int(row["line"])].append(f"{row['expression']} = {row['printed']}")
    return "\n".join("; ".join(lines[at]) for at in range(1, max(lines) + 1))


@cache
def sources() -> dict[str, Verification]:
    return {name: verify_document(rebuilt(name)) for name in sorted({row["source"] for row in LEDGER})}


@cache
def sheets() -> dict[str, Verification]:
    return {name_of(path): verify_claims(path) for path in sheet_files()}


@each("row", LEDGER, ids=lambda row: f"{row['source']}-{row['line']}-{row['expression']}")
def test_ledger(row: dict[str, str]) -> None:
    (link,) = verify_links(f"{row['expression']} = {row['printed']}").links
    assert link.word == row["verdict"]


@each(("word", "places"), [("false", {"002": [458, 561, 682, 802, 849]}), ("truncated", {"004": [101, 103]})])
def test_whole_sources_have_the_faults_they_are_known_for_where_they_are(
    word: str, places: dict[str, list[int]]
) -> None:
    found = {name: [one.link.where.line for one in text.links if one.word == word] for name, text in sources().items()}
    assert {name: lines for name, lines in found.items() if lines} == places


@each("path", DOCUMENTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_our_own_working_is_read_and_never_accused(path: Path) -> None:
    text, _, _ = path.read_text(encoding="utf-8").partition("Formulas as printed")  # which quotes the source
    found = verify_links(text)
    assert {link.word for link in found.judged} <= {"exact", "rounded", "tie"}
    # "the classes are numbered: 1 = 0", and a fraction of symbols over a sum of symbols, of which the 2 is read alone
    assert [link.left for link in found.unread if not link.left.isdigit() and link.left != r"\frac{2}"] == []


# What was meant, as the other numbers of the source show.
@each(
    ("line", "kind", "repaired"),
    [(458, "denominator", "60/(60+4) = 0.938"), (682, "operator", "1/2*(1+0.842) = 0.921"),
     (802, "operator", "1/2*(1+0.52) = 0.76"), (849, "denominator", "(4+65+9)/107 = 0.729")],
)  # fmt: skip
def test_what_was_meant_is_the_first_explanation(line: int, kind: str, repaired: str) -> None:
    (checked,) = [one for one in sources()["002"].links if one.link.where.line == line and one.word == "false"]
    assert (checked.hints[0].kind, checked.hints[0].repaired.replace(" ", "")) == (kind, repaired.replace(" ", ""))
    kinds = [hint.kind for hint in checked.hints]  # that the result is another one is no explanation of its own
    assert ("undecided" in kinds) == (len(set(kinds) - {"result", "undecided"}) > 1 or kinds.count(kind) > 1)
    assert checked.correction is None  # the expression is wrong as likely as the number


def test_the_habits() -> None:
    assert sources()["004"].habits.rounding == "truncate"
    assert [one.correction for one in sources()["004"].links] == [None] * len(sources()["004"].links)
    habits = sources()["002"].habits
    assert (habits.digits, habits.zeros, habits.rounding) == (3, "stripped", "nearest")
    (note,) = [one for one in sources()["002"].links if one.level == "note" and one.hints[0].kind == "digits"]
    assert (note.link.where.line, note.link.right, note.hints[0].facts["expected"]) == (411, "0.88", "0.881")


@each("name", lambda: list(sheets()))
def test_a_sheet_gets_its_recorded_verdicts(name: str) -> None:
    """The records are held against the ledger, and worked out anew, by the tests of the examples."""
    recorded = load_sheet(ROOT / f"{name}.toml").claims
    found = sheets()[name].claims
    assert [(one.word, one.error) for one in found] == [(claim.verdict, "") for claim in recorded]
    for one, claim in zip(found, recorded, strict=True):
        if claim.expression_verdict is not None and one.expression_verdict is not None:
            assert one.expression_verdict.word == claim.expression_verdict


def of_word(word: str, *names: str) -> list[CheckedClaim]:
    return [one for name in names or sheets() for one in sheets()[name].claims if one.word == word]


def test_tn_of_k_contradicts_the_other_counts() -> None:
    (one,) = of_word("inconsistent-data", "002/example_5")
    assert (one.question.count, one.question.label, one.printed) == ("tn", "K", "38")
    assert (one.hints[0].kind, one.hints[0].facts["expected"]) == ("contradicts", "98")


def test_the_expression_without_a_result_is_a_wrong_claim_with_its_repair() -> None:
    (one,) = [one for one in of_word("wrong", "004/example") if one.where == "eq. (10)"]
    assert one.printed is None
    repaired = {hint.repaired.replace(" ", "") for hint in one.hints if hint.kind == "operand"}
    assert r"\frac{6}{9}*0.66+\frac{3}{9}*0.66=0.66" in repaired


def test_where_the_value_is_right_and_the_expression_is_not_both_are_said() -> None:
    found = [one for name in ("002/example_3", "002/figure_23", "002/example_4") for one in sheets()[name].claims]
    claims = [one for one in found if one.hints and one.hints[0].kind == "expression-wrong"]
    assert [(one.printed, one.word, one.level) for one in claims] == [
        ("0.938", "tie", "error"), ("0.729", "rounded", "error"), ("0.921", "rounded", "error"),
    ]  # fmt: skip


def test_digits_of_a_sheet_that_break_its_rule_and_chained_rounding_are_named() -> None:
    notes = [one for one in sheets()["002/figure_01"].claims if one.level == "note"]
    assert [(one.printed, one.hints[0].kind, one.hints[0].facts["expected"]) for one in notes] == [
        ("0.88", "digits", "0.881")
    ]
    assert [one.hints[0].kind for one in of_word("chained")] == ["chained-rounding"] * 7
