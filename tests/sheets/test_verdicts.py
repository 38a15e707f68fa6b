"""Both verdicts on a claim: hand-made claims whose truth is plain, blank and unreadable ones, sheets with a change."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import exactmetrics as em
from exactmetrics.examples.collection import check_sheet, exact_shown
from exactmetrics.sheets.sheet import Claim, Question
from exactmetrics.sheets.verdicts import judge_claims
from exactmetrics.verification.report.findings import findings
from exactmetrics.verification.report.structured import checked_count
from tests.cases import each
from tests.cli.run import run
from tests.examples.support import MINIMAL, name_of, sheet_files, sheet_of
from tests.sheets.loading import load_sheet

# Recalls of three classes: 2/3, 2/3 and 2/3; their mean is 2/3, and the mean of 0.66, 0.67 and 0.67 is not.
THIRDS = """
title = "Thirds"
data.labels = ["a", "b", "c"]
data.matrix = [[2, 1, 0], [0, 2, 1], [1, 0, 2]]
"""
MACRO = Question(metric="recall", options={"average": "macro"})
N = Question(count="n")


def words(*claims: Claim) -> list[tuple[str, str | None]]:
    judged = judge_claims(replace(load_sheet(THIRDS), claims=claims))
    return [
        (one.verdict.word if one.verdict else one.error, one.expression_verdict and one.expression_verdict.word)
        for one in judged
    ]


@each(("claim", "expected"), [
    (Claim(MACRO, printed="2/3", expression="(2/3 + 2/3 + 2/3)/3"), ("exact", "exact")),
    (Claim(MACRO, printed="0.667", expression="6/9"), ("rounded", "rounded")),
    (Claim(MACRO, printed="0.66", expression="6/9"), ("truncated", "truncated")),
    (Claim(MACRO, printed="0.67", expression="6/8"), ("rounded", "false")),
    # wrong arithmetic without a rounded input is no chain; then no input is as far off as that
    (Claim(MACRO, printed="0.75", expression="6/8"), ("wrong", "exact")),
    (Claim(MACRO, printed="0.669", expression="(0.67 + 0.669 + 0.668)/3"), ("wrong", "exact")),
    (Claim(MACRO, printed="0.663", expression="(0.66 + 0.66 + 0.67)/3"), ("chained", "rounded")),
    (Claim(MACRO, printed="0.67", expression="3 (0.22)"), ("rounded", "interval")),
    (Claim(MACRO, printed="0.66", expression="0.6 +"), ("truncated", "unread")),
    (Claim(MACRO, printed="nan", expression="2/(1 - 1)"), ("wrong", "exact")),
    (Claim(MACRO, printed="nan", expression="2/3"), ("wrong", "false")),
    (Claim(MACRO, printed="two thirds"), ("unread", None)), (Claim(MACRO, expression="4/6"), ("exact", None)),
    (Claim(MACRO, expression="0.66"), ("wrong", None)), (Claim(MACRO, expression="0.6 +"), ("unread", None)),
    (Claim(MACRO, expression="1/(1 - 1)"), ("undefined", None)),
    # a number stated as data contradicts the data
    (Claim(N, printed="8", given=True), ("inconsistent-data", None)),
    (Claim(N, printed="8"), ("wrong", None)), (Claim(N, printed="9", given=True), ("exact", None)),
])  # fmt: skip
def test_a_claim(claim: Claim, expected: tuple[str, str | None]) -> None:
    assert words(claim) == [expected]


def test_a_chained_number_is_chained_where_it_is_repeated() -> None:
    first = Claim(MACRO, printed="0.663", expression="(0.66 + 0.66 + 0.67)/3")
    alias = Claim(replace(MACRO, metric="sensitivity"), printed="0.663")
    other_question = Claim(Question(metric="recall", options={"label": "a"}), printed="0.663")
    found = words(alias, first, other_question, Claim(MACRO, printed="0.664"))
    assert [word for word, _ in found] == ["chained", "chained", "wrong", "wrong"]


def test_a_claim_that_cannot_be_computed_says_why() -> None:
    ((word, _),) = words(Claim(Question(metric="recal", options={"label": "a"}), printed="1"))
    assert "did you mean 'recall'" in word


def test_the_rounding_rule_decides_the_level_and_not_the_word() -> None:
    claim = Claim(Question(metric="recall", options={"label": 0}), printed="0.66")
    for rule, level in (("nearest", "warn"), ("truncate", "ok")):
        sheet = load_sheet(f"title = 'x'\ndata.matrix = [[2, 1], [0, 1]]\nrules.rounding = '{rule}'")
        (one,) = judge_claims(replace(sheet, claims=(claim,)))
        assert one.verdict is not None
        assert (one.verdict.word, one.verdict.level, one.exact) == ("truncated", level, Fraction(2, 3))


# Sheets on record


@each("path", sheet_files(), ids=name_of)
def test_a_sheet_is_right_and_a_changed_digit_or_value_is_seen(path: Path) -> None:
    """The last digit of every printed number, one up: never again the verdict `exact`."""
    sheet = sheet_of(path)
    assert [str(finding) for finding in check_sheet(sheet)] == []
    right = [claim for claim in sheet.claims if claim.verdict == "exact" and claim.printed]
    claims = tuple(replace(c, printed=f"{c.printed[:-1]}{(int(c.printed[-1]) + 1) % 10}") for c in right if c.printed)
    kinds = [finding.kind for finding in check_sheet(replace(sheet, claims=claims))]
    assert kinds.count("verdict") == len(claims)
    values = tuple(replace(one, exact=str(Fraction(one.exact) + Fraction(1, 10**9))) for one in sheet.values)
    assert [one.kind for one in check_sheet(replace(sheet, values=values, claims=()))] == ["value"] * len(values)


def test_a_missing_verdict_is_a_finding() -> None:
    sheet = load_sheet(MINIMAL + '[[claim]]\nmetric = "accuracy"\nprinted = "5/6"\nexpression = "5/6"\n')
    first, _ = (str(finding) for finding in check_sheet(sheet))
    assert "claim 1, accuracy: verdict is 'exact', and nothing is on record" in first


def test_roots_and_undefined_values_can_be_on_record() -> None:
    """(3 * 2 - 1 * 0)/sqrt(4 * 2 * 3 * 3) = 6/sqrt(72) = 1/sqrt(2); nothing is predicted as "never"."""
    text = MINIMAL.replace('"no"]', '"no", "never"]').replace("[[3, 1], [0, 2]]", "[[3, 1, 0], [0, 2, 0], [0, 0, 0]]")
    text += '[[value]]\nmetric = "mcc"\nexact = "sqrt(2)/2"\n'
    text += '[[value]]\nmetric = "precision"\nlabel = "never"\nexact = "undefined"\n'
    assert check_sheet(load_sheet(text)) == []
    wrong = text.replace('"undefined"', '"0"').replace("sqrt(2)/2", "sqrt(2)/3")
    assert [finding.computed for finding in check_sheet(load_sheet(wrong))] == ["sqrt(2)/2", "undefined"]
    assert exact_shown(Fraction(1, 2)) == "1/2"


# What a student leaves blank or writes so that nobody can read it


COUNTS = em.ConfusionMatrix([[4, 2], [0, 3]], labels=["a", "b"])  # recall of a 2/3
LANGUAGES = {
    "en": ("no answer is given", "was not understood"), "es": ("no se da ninguna respuesta", "no se ha entendido"),
    "ar": ("لم تُعطَ إجابة", "لم يُفهم"),
}  # fmt: skip


def table(*rows: str) -> str:
    return "\n".join(["metric,label,printed,expression", *rows]) + "\n"


@each("answer", ["~0.67", "0.67 (approx)", "zwei Drittel", "0,6,7", "0.6.7"])
def test_an_answer_that_cannot_be_read_is_an_error(answer: str) -> None:
    found = em.verify_claims(f'metric,label,printed\nrecall,a,"{answer}"\n', data=COUNTS)
    assert [(one.level, one.word) for one in findings(found)] == [("error", "unread")]
    assert (found.worst, checked_count(found)) == ("error", 0)
    assert "1 number found: 1 wrong" in found.to_text()


def test_working_that_cannot_be_read(tmp_path: Path) -> None:
    """Beside a number it is a warning, alone it is the answer."""
    for row, worst in (
        ("recall,a,0.667,4/(4+2", "warn"),
        ("recall,a,,4/(4+2", "error"),
        ("recall,a,0.5,4/(4+2", "error"),
    ):
        found = em.verify_claims(table(row), data=COUNTS)
        assert (found.worst, checked_count(found)) == (worst, 0)
    path = tmp_path / "s.csv"
    path.write_text(table("recall,a,0.667,4/(4+2"), encoding="utf-8")
    for language, (_, said) in LANGUAGES.items():
        assert said in em.verify_claims(path, data=COUNTS).to_text(language=language, width=300)
    given = ("verify", str(path), "--data", "4 2; 0 3", "--labels", "a,b")
    assert (run(*given).exit_code, run(*given, "--strict").exit_code) == (0, 1)


CLAIMS = (("recall", "0.667"), ("f1", ""), ("precision", " "))
BLANK = {
    "csv": table("recall,a,0.667,", "f1,a,,", "accuracy,, ,"),
    "toml": "title = 'T'\n" + "".join(f"[[claim]]\nmetric = '{m}'\nlabel = 'a'\nprinted = '{p}'\n" for m, p in CLAIMS),
    "json": json.dumps({"title": "T", "claim": [{"metric": m, "label": "a", "printed": p} for m, p in CLAIMS]}),
}


@each("shape", BLANK)
def test_a_blank_answer_is_not_answered(shape: str) -> None:
    found = em.verify_claims(BLANK[shape], data=COUNTS)
    assert [(one.level, one.word) for one in findings(found)] == [("ok", "rounded"), *[("warn", "unanswered")] * 2]
    assert (checked_count(found), found.worst) == (1, "warn")
    for language, (said, _) in LANGUAGES.items():
        assert found.to_text(language=language, width=300).count(said) == 2
        claims = json.loads(found.to_json(language=language))["files"][0]["claims"]
        assert [claim["reason_kind"] for claim in claims] == [None, "unanswered", "unanswered"]
        assert claims[1]["reason"] == said
    if shape == "csv":
        assert found.claims[1].span is not None
        assert (found.claims[1].span.start.line, found.claims[1].span.start.column) == (3, 6)
