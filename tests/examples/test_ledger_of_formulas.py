"""Every formula of the ledger is in the sheets once, and no right one is called wrong."""

from __future__ import annotations

import csv
from collections import Counter

from exactmetrics.sheets.sheet import PrintedFormula
from exactmetrics.verification.formulas.sheet_formulas import formulas_of_sheet, worst_of
from tests.cases import each
from tests.examples.support import HERE, sheet_files, sheet_of

with (HERE / "data" / "formulas.csv").open(encoding="utf-8", newline="") as file:
    LEDGER = {row["id"]: row["word"] for row in csv.DictReader(file)}
SHEETS = [sheet_of(path) for path in sheet_files()]
PRINTED = [one for sheet in SHEETS for one in sheet.formulas]

# Right, and not judged: what they say is not said in symbols of a metric with a name.
NOT_SAID = {
    "001-0054": "a sentence that says what averaging is",
    "003-0060": "its precision is called prediction",
    "004-0620": "a value without a name: the weighted mean as the documentation of a library prints it",
    "004-0624": "the same of recall",
    "004-0628": "the same of F-beta",
    "002-0522": "a value of beta",
}
# Wrong, and not called so.
NOT_REFUTED = {
    "001-0046": "the weighted balanced accuracy: its index k is bound by nothing, so that it has no meaning",
    "001-0047": "a statement on what scikit-learn leaves out",
    "004-0635": "a function of nine lines, no formula",
}
DAMAGED = {"right": 0, "not-judged": 1, "wrong": 3}


def ids(one: PrintedFormula) -> list[str]:
    return one.ledger.split()


def test_every_formula_of_the_ledger_is_there_once() -> None:
    there = Counter(id for one in PRINTED for id in ids(one))
    assert {*there} == {*LEDGER} - {"004-0635"}
    assert {*there.values()} == {1}


@each("one", [one for one in PRINTED if one.ledger], ids=lambda one: one.ledger)
def test_a_formula_has_the_verdict_of_the_ledger(one: PrintedFormula) -> None:
    words = {LEDGER[id] for id in ids(one)}
    if words == {"right"}:
        assert one.verdict == ("not-judged" if {*ids(one)} & {*NOT_SAID} else "right")
    elif "wrong" in words:
        assert one.verdict == ("not-judged" if {*ids(one)} & {*NOT_REFUTED} else "wrong")
    else:
        assert one.verdict != "right"


def test_what_is_judged_of_damaged_formulas() -> None:
    damaged = [one for one in PRINTED if "damaged" in {LEDGER[id] for id in ids(one)}]
    assert Counter(one.verdict for one in damaged) == Counter({k: n for k, n in DAMAGED.items() if n})


def test_what_is_on_record_is_what_is_judged() -> None:
    for sheet in SHEETS:
        for one, found in zip(sheet.formulas, formulas_of_sheet(sheet.formulas, sheet.symbols), strict=True):
            assert one.verdict == worst_of(found), one
