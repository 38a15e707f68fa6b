"""Formulas of documents: those of tutorials, with typical slips, and what is never accused."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import exactmetrics as em
from exactmetrics.verification.formulas.checked_formula import KINDS, CheckedFormula
from exactmetrics.verification.report.structured import verify_schema
from tests.cases import each

HERE = Path(__file__).parent
TUTORIALS = tomllib.loads((HERE / "tutorials.toml").read_text("utf-8"))["formula"]


def said(formulas: list[CheckedFormula]) -> str:
    slips = [f":{one.slip.kind.removeprefix('formula-')}" if one.slip is not None else "" for one in formulas]
    return " ".join(one.verdict + slip for one, slip in zip(formulas, slips, strict=True))


@each("case", TUTORIALS, ids=lambda case: case["text"].strip()[:60])
def test_formulas_of_tutorials(case: dict[str, object]) -> None:
    formulas = em.verify_document(str(case["text"]), format=case.get("format")).formulas  # type: ignore[arg-type]
    assert [one.verdict for one in formulas] == case["verdicts"]
    slips = [one.slip.kind for one in formulas if one.slip is not None]
    assert slips == [f"formula-{case['slip']}"] if "slip" in case else case["verdicts"] != ["wrong"] or len(slips) <= 1


def test_what_a_wrong_formula_differs_on_is_a_matrix_on_which_it_does() -> None:
    (formula,) = em.verify_document("Recall = TP / (TP + FP)").formulas
    witness = formula.witness
    assert witness is not None
    assert witness.label == 0
    matrix = em.ConfusionMatrix(witness.rows)
    assert matrix.value("recall", label=0) == witness.left
    assert matrix.value("precision", label=0) == witness.right != witness.left


@each(
    "text",
    [
        "Recall = TP / (TP + FN) <= 1",
        "Precision ≈ TP / N",
        "F1 = 2TP",
        "precision = precision / k",
        "Precision = 0.7 * TP",
        "precision = recall = 0.9",
        "tp = prevalence * recall",
        "weighted_recall = weighted_recall_1 + weighted_recall_2",
        "Let the score be F1 = PR",
        "average precision = (P1 + P2) / 2",
        "AC1 = (p_o - p_e) / (1 - p_e)",
    ],
)
def test_what_may_be_no_definition_is_never_called_wrong(text: str) -> None:
    assert "wrong" not in said(em.verify_document(text).formulas)


@each("language", ["en", "de", "fr", "es", "ar"])
def test_a_wrong_formula_is_reported_in_every_format_and_language(language: str) -> None:
    document = em.verify_document("# A page\n\naccuracy = TP + TN / TP + TN + FP + FN\n")
    assert document.worst == "error"
    (finding,) = document.findings("error")
    assert (finding.start.line, finding.word) == (3, "wrong-formula")
    slip = finding.hints[0].text(language)
    one_line = " ".join(document.to_text(language=language, all=True).split())
    assert slip in one_line
    assert slip.split()[0] in document.to_markdown(language=language)
    assert "<mark" in document.to_html(language=language)
    (formula,) = json.loads(document.to_json(language=language))["files"][0]["formulas"]
    assert formula["slip"] == {"kind": "formula-brackets", "text": slip}


def test_the_schema_names_the_slips() -> None:
    slips = verify_schema()["$defs"]["formula"]["properties"]["slip"]["properties"]["kind"]["enum"]
    assert slips == [kind for kind in KINDS if kind not in ("formula-is", "formula-differs")]


def test_the_room_of_deciding_is_imported_where_a_formula_stands_alone() -> None:
    code = (
        "import sys, exactmetrics as em; em.verify_document('recall = 4/6 = 0.66');"
        "rooms = ['sympy', 'exactmetrics.proofs', 'exactmetrics.verification.formulas.deciding'];"
        "print(any(name in sys.modules for name in rooms))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_no_formula_that_may_be_right_is_called_wrong() -> None:
    """Two formulas side by side, letters of a document's own, other readings, conditions, quoted errors."""
    cases = tomllib.loads((HERE / "may_be_right.toml").read_text(encoding="utf-8"))["texts"]
    assert len(cases) > 70
    accused = [text for text in cases for one in em.verify_document(text).formulas if one.verdict == "wrong"]
    assert accused == []
