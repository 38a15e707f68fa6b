"""Every claim of the ledger is in the sheets once, and both exact values agree with those worked out independently."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

from tests.cases import each
from tests.examples.support import ROOT, Entry, judged_claims, ledger, sheet_files, sheet_of

# What each word of the ledger means in ours: the possible verdicts on the value, and on the arithmetic.
WORDS: dict[str, tuple[set[str], set[str | None]]] = {
    "exact": ({"exact"}, {None, "exact", "rounded"}),
    "rounded correctly": ({"rounded", "tie"}, {None, "exact", "rounded", "tie"}),
    "rounded correctly, but to 2 digits (document uses 3)": ({"rounded"}, {"rounded"}),
    "label mismatch": ({"wrong"}, {None, "exact", "rounded"}),
    "right after chained rounding, not from exact": ({"chained"}, {None, "rounded"}),
    "expression wrong, value right": ({"exact", "rounded", "tie"}, {"false"}),
    "inconsistent data": ({"inconsistent-data"}, {None}),
    "truncated": ({"truncated"}, {"truncated"}),
    "last digit wrong (binary floating point)": ({"float"}, {None}),
    "no printed value, expression right": ({"exact"}, {None}),
    "no printed value, expression wrong": ({"wrong"}, {None}),
    "no printed value, expression not exact": ({"wrong"}, {None}),
}
BY_ID = {one.claim.ledger: one for one in judged_claims()}


def test_the_sheets_hold_every_claim_once() -> None:
    ids = [claim.ledger for path in sheet_files() for claim in sheet_of(path).claims]
    assert len(ids) == 439
    assert sorted(ids) == sorted(entry.id for entry in ledger())


@each("entry", ledger(), ids=lambda entry: entry.id)
def test_a_claim(entry: Entry) -> None:
    one = BY_ID[entry.id]
    assert one.error == ""
    assert (one.claim.printed or "") == entry.printed
    assert one.exact == Fraction(entry.exact)
    assert one.expression == (Fraction(entry.expression) if entry.expression else None)
    values, arithmetic = WORDS[entry.word]
    assert one.verdict is not None
    assert one.verdict.word in values
    assert (one.expression_verdict.word if one.expression_verdict else None) in arithmetic
    # The claim shows the arithmetic and asks for the verdicts that were computed.
    assert (one.claim.expression is not None) == bool(entry.expression)
    # The word on record, worked out again with nothing but fractions.
    if not entry.printed:
        assert one.claim.verdict == ("exact" if one.expression == one.exact else "wrong")
        return
    assert _fits(one.claim.verdict or "", entry.printed, Fraction(entry.exact))
    if one.claim.expression_verdict is not None:
        assert _fits(one.claim.expression_verdict, entry.printed, Fraction(entry.expression))


def _fits(word: str, printed: str, exact: Fraction) -> bool:
    """Whether a verdict says the truth about the distance between a printed number and an exact one."""
    distance = abs(Fraction(printed) - exact)
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2])) if "." in printed else Fraction(0)
    return {
        "exact": distance == 0,
        "rounded": 0 < distance < half,
        "tie": distance == half > 0,
        "truncated": half < distance < 2 * half and Fraction(printed) < exact,
        "float": half < distance < 20 * half,
    }.get(word, distance > half)


def test_the_table_of_the_readme() -> None:
    chained = [one.claim.expression for one in judged_claims() if one.claim.verdict == "chained"]
    assert (len(chained), chained.count(None)) == (7, 3)  # four of them show their arithmetic
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = {row[0]: int(row[1]) for row in re.findall(r"^\| (.+?) \| (\d+) \|", text, re.MULTILINE)}
    assert table == Counter(entry.word for entry in ledger())
    (sentence,) = re.findall(r"^That makes (.+)\.$", text, re.MULTILINE)
    counts = {word: int(number) for number, word in re.findall(r"(\d+) ([a-z-]+)", sentence)}
    assert counts == Counter(claim.verdict for path in sheet_files() for claim in sheet_of(path).claims)
