"""Both verdicts on a claim: hand-made claims whose truth is plain, and the sheets with one digit changed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from exactmetrics.examples.collection import check_sheet, exact_shown
from exactmetrics.sheets.sheet import Claim, Question
from exactmetrics.sheets.verdicts import judge_claims
from tests.cases import each
from tests.examples.support import MINIMAL, name_of, sheet_files, sheet_of
from tests.sheets.loading import load_sheet

# Recalls of three classes: 2/3, 2/3 and 2/3; their mean is 2/3, and the mean of 0.66, 0.67 and 0.67 is not.
THIRDS = """
title = "Thirds"
data.labels = ["a", "b", "c"]
data.matrix = [[2, 1, 0], [0, 2, 1], [1, 0, 2]]
"""
MACRO = Question(metric="recall", options={"average": "macro"})


def words(text: str, *claims: Claim) -> list[tuple[str, str | None]]:
    sheet = replace(load_sheet(text), claims=claims)
    return [
        (
            one.verdict.word if one.verdict else one.error,
            one.expression_verdict.word if one.expression_verdict else None,
        )
        for one in judge_claims(sheet)
    ]


@each(
    ("printed", "expression", "expected"),
    [
        ("2/3", "(2/3 + 2/3 + 2/3)/3", ("exact", "exact")),
        ("0.667", "6/9", ("rounded", "rounded")),
        ("0.66", "6/9", ("truncated", "truncated")),
        ("0.67", "6/8", ("rounded", "false")),
        ("0.75", "6/8", ("wrong", "exact")),  # wrong arithmetic without a rounded input is no chain
        ("0.669", "(0.67 + 0.669 + 0.668)/3", ("wrong", "exact")),  # no input is as far off as that
        ("0.663", "(0.66 + 0.66 + 0.67)/3", ("chained", "rounded")),
        ("0.67", "3 (0.22)", ("rounded", "interval")),
        ("0.66", "0.6 +", ("truncated", "unread")),
        ("nan", "2/(1 - 1)", ("wrong", "exact")),
        ("nan", "2/3", ("wrong", "false")),
        ("two thirds", None, ("unread", None)),
        (None, "4/6", ("exact", None)),
        (None, "0.66", ("wrong", None)),
        (None, "0.6 +", ("unread", None)),
        (None, "1/(1 - 1)", ("undefined", None)),
    ],
)
def test_a_claim(printed: str | None, expression: str | None, expected: tuple[str, str | None]) -> None:
    assert words(THIRDS, Claim(MACRO, printed=printed, expression=expression)) == [expected]


def test_a_chained_number_is_chained_where_it_is_repeated() -> None:
    first = Claim(MACRO, printed="0.663", expression="(0.66 + 0.66 + 0.67)/3")
    alias = Claim(replace(MACRO, metric="sensitivity"), printed="0.663")
    other_question = Claim(Question(metric="recall", options={"label": "a"}), printed="0.663")
    other_digits = Claim(MACRO, printed="0.664")
    found = words(THIRDS, alias, first, other_question, other_digits)
    assert [word for word, _ in found] == ["chained", "chained", "wrong", "wrong"]


def test_a_number_stated_as_data_contradicts_the_data() -> None:
    question = Question(count="n")
    assert words(THIRDS, Claim(question, printed="8", given=True)) == [("inconsistent-data", None)]
    assert words(THIRDS, Claim(question, printed="8")) == [("wrong", None)]
    assert words(THIRDS, Claim(question, printed="9", given=True)) == [("exact", None)]


def test_a_claim_that_cannot_be_computed_says_why() -> None:
    ((word, _),) = words(THIRDS, Claim(Question(metric="recal", options={"label": "a"}), printed="1"))
    assert "did you mean 'recall'" in word


def test_the_rounding_rule_decides_the_level_and_not_the_word() -> None:
    claim = Claim(Question(metric="recall", options={"label": 0}), printed="0.66")
    for rule, level in (("nearest", "warn"), ("truncate", "ok")):
        sheet = load_sheet(f"title = 'x'\ndata.matrix = [[2, 1], [0, 1]]\nrules.rounding = '{rule}'")
        (one,) = judge_claims(replace(sheet, claims=(claim,)))
        assert one.verdict is not None
        assert (one.verdict.word, one.verdict.level, one.exact) == ("truncated", level, Fraction(2, 3))


@each("path", sheet_files(), ids=name_of)
def test_a_sheet_is_right(path: object) -> None:
    assert [str(finding) for finding in check_sheet(sheet_of(path))] == []  # type: ignore[arg-type]


@each("path", [p for p in sheet_files() if sheet_of(p).claims], ids=name_of)
def test_a_changed_digit_is_seen(path: object) -> None:
    """The last digit of every printed number, one up: never again the verdict `exact`."""
    sheet = sheet_of(path)  # type: ignore[arg-type]
    right = [claim for claim in sheet.claims if claim.verdict == "exact" and claim.printed]
    changed = [replace(c, printed=f"{c.printed[:-1]}{(int(c.printed[-1]) + 1) % 10}") for c in right if c.printed]
    kinds = [finding.kind for finding in check_sheet(replace(sheet, claims=tuple(changed)))]
    assert kinds.count("verdict") == len(changed)


@each("path", [p for p in sheet_files() if sheet_of(p).values], ids=name_of)
def test_a_changed_value_is_seen(path: object) -> None:
    sheet = sheet_of(path)  # type: ignore[arg-type]
    changed = [replace(value, exact=str(Fraction(value.exact) + Fraction(1, 10**9))) for value in sheet.values]
    findings = check_sheet(replace(sheet, values=tuple(changed), claims=()))
    assert [finding.kind for finding in findings] == ["value"] * len(changed)


def test_a_missing_verdict_is_a_finding() -> None:
    sheet = load_sheet(MINIMAL + '[[claim]]\nmetric = "accuracy"\nprinted = "5/6"\nexpression = "5/6"\n')
    found = [str(finding) for finding in check_sheet(sheet)]
    assert len(found) == 2
    assert "claim 1, accuracy: verdict is 'exact', and nothing is on record" in found[0]


def test_roots_and_undefined_values_can_be_on_record() -> None:
    # (3 * 2 - 1 * 0)/sqrt(4 * 2 * 3 * 3) = 6/sqrt(72) = 1/sqrt(2); nothing is predicted as "never".
    text = MINIMAL.replace('"no"]', '"no", "never"]').replace("[[3, 1], [0, 2]]", "[[3, 1, 0], [0, 2, 0], [0, 0, 0]]")
    text += '[[value]]\nmetric = "mcc"\nexact = "sqrt(2)/2"\n'
    text += '[[value]]\nmetric = "precision"\nlabel = "never"\nexact = "undefined"\n'
    assert check_sheet(load_sheet(text)) == []
    wrong = text.replace('"undefined"', '"0"').replace("sqrt(2)/2", "sqrt(2)/3")
    assert [finding.computed for finding in check_sheet(load_sheet(wrong))] == ["sqrt(2)/2", "undefined"]
    assert exact_shown(Fraction(1, 2)) == "1/2"
