"""What a student leaves blank or writes so that nobody can read it, and what the author of a sheet gets wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import InputError
from exactmetrics.verification.report.findings import findings
from exactmetrics.verification.report.structured import checked_count
from tests.cases import each
from tests.cli.run import run

ROWS = [[4, 2], [0, 3]]  # rows are true: recall of a 2/3, accuracy 7/9
LANGUAGES = {"en": "no answer is given", "es": "no se da ninguna respuesta", "ar": "لم تُعطَ إجابة"}


def counts() -> em.ConfusionMatrix:
    return em.ConfusionMatrix(ROWS, labels=["a", "b"])


def table(*rows: str) -> str:
    return "\n".join(["metric,label,printed,expression", *rows]) + "\n"


@each("answer", ["~0.67", "0.67 (approx)", "zwei Drittel", "0,6,7", "0.6.7"])
def test_an_answer_that_cannot_be_read_is_an_error(answer: str) -> None:
    found = em.verify_claims(f'metric,label,printed\nrecall,a,"{answer}"\n', data=counts())
    assert [(one.level, one.word) for one in findings(found)] == [("error", "unread")]
    assert found.worst == "error"
    assert checked_count(found) == 0
    assert "1 number found: 1 wrong" in found.to_text()


def test_working_that_cannot_be_read(tmp_path: Path) -> None:
    """Beside a number it is a warning, alone it is the answer."""
    beside = em.verify_claims(table("recall,a,0.667,4/(4+2"), data=counts())
    alone = em.verify_claims(table("recall,a,,4/(4+2"), data=counts())
    wrong = em.verify_claims(table("recall,a,0.5,4/(4+2"), data=counts())
    assert [found.worst for found in (beside, alone, wrong)] == ["warn", "error", "error"]
    assert [checked_count(found) for found in (beside, alone, wrong)] == [0, 0, 0]
    for language, said in (("en", "was not understood"), ("es", "no se ha entendido"), ("ar", "لم يُفهم")):
        assert said in beside.to_text(language=language, width=300)
    path = tmp_path / "s.csv"
    path.write_text(table("recall,a,0.667,4/(4+2"), encoding="utf-8")
    given = ("verify", str(path), "--data", "4 2; 0 3", "--labels", "a,b")
    assert (run(*given).exit_code, run(*given, "--strict").exit_code) == (0, 1)


BLANK = {
    "csv": table("recall,a,0.667,", "f1,a,,", "accuracy,, ,"),
    "toml": "title = 'T'\n" + "".join(f"[[claim]]\nmetric = '{m}'\nlabel = 'a'\nprinted = '{p}'\n" for m, p in
                                      (("recall", "0.667"), ("f1", ""), ("precision", " "))),
    "json": json.dumps({"title": "T", "claim": [{"metric": m, "label": "a", "printed": p} for m, p in
                                               (("recall", "0.667"), ("f1", ""), ("precision", " "))]}),
}  # fmt: skip


@each("shape", BLANK)
@each("language", LANGUAGES)
def test_a_blank_answer_is_not_answered(shape: str, language: str) -> None:
    found = em.verify_claims(BLANK[shape], data=counts())
    assert [(one.level, one.word) for one in findings(found)] == [
        ("ok", "rounded"),
        ("warn", "unanswered"),
        ("warn", "unanswered"),
    ]
    assert (checked_count(found), found.worst) == (1, "warn")
    text = found.to_text(language=language, width=300)
    assert text.count(LANGUAGES[language]) == 2
    data = json.loads(found.to_json(language=language))["files"][0]
    assert [claim["reason_kind"] for claim in data["claims"]] == [None, "unanswered", "unanswered"]
    assert data["claims"][1]["reason"] == LANGUAGES[language]


def test_a_blank_answer_has_its_place() -> None:
    found = em.verify_claims(table("recall,a,,"), data=counts())
    assert found.claims[0].span is not None
    assert (found.claims[0].span.start.line, found.claims[0].span.start.column) == (2, 10)


SLIPS = {
    "answer": ("metric = 'f1'\nanswer = '0.5'", "in claim[1]: there is no key 'answer'; did you mean 'printed'?"),
    "class": ("metric = 'f1'\nclass = 'a'", "in claim[1]: there is no key 'class'; did you mean 'label'?"),
    "near": ("metric = 'f1'\nlable = 'a'", "in claim[1]: there is no key 'lable'; did you mean 'label'?"),
    "number": ("metric = 'f1'\nprinted = 0.850", 'in claim[1].printed: 0.850 is not a text; write "0.850"'),
    "cell": ("cell = 'a|b'\nprinted = '2'", """in claim[1].cell: 'a|b' is not a list; write ["a", "b"]"""),
    "nothing": ("metric = 'f1'", "in claim[1]: give at least one of printed, expression; there is none"),
}  # fmt: skip


@each("name", SLIPS)
def test_what_is_wrong_is_said_with_the_cure(name: str) -> None:
    claim, said = SLIPS[name]
    with pytest.raises(InputError) as caught:
        em.verify_claims(f"title = 'T'\n[[claim]]\n{claim}\n", data=counts())
    assert str(caught.value).startswith(f"the sheet: {said}")
    assert "; in claim" not in str(caught.value)  # one slip, one fault


def test_all_faults_of_the_shape_are_told_at_once() -> None:
    claims = "[[claim]]\nmetric = 'f1'\naverage = 'makro'\nprinted = '0.5'\n[[claim]]\nmetric = 'f1'\nprinted = 1\n"
    with pytest.raises(
        InputError, match=r"in claim\[1\].average: 'makro'.*'macro'.*; in claim\[2\].printed: 1 is not a text"
    ):
        em.verify_claims(f"title = 'T'\n{claims}", data=counts())
    with pytest.raises(InputError, match=r"line 2: in row.average: 'makro'.*; line 4: in row.average: 'mikro'"):
        em.verify_claims("metric,average,printed\nf1,makro,0.5\nf1,macro,0.5\nf1,mikro,0.5\n", data=counts())
    many = "metric,average,printed\n" + "f1,makro,0.5\n" * 40
    with pytest.raises(InputError, match=r"; and 35 more$"):
        em.verify_claims(many, data=counts())
