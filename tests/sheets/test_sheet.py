"""Reading answer sheets: what the data give, what a fault is called, where an answer stands, and the page on them."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import exactmetrics as em
from exactmetrics.exact.errors import ContradictionError, InputError, UsageError
from exactmetrics.sheets.places import places_in_json
from exactmetrics.sheets.schema import ALIASES, schema_named
from exactmetrics.sheets.sheet import Question, Sheet, answer, parse_sheet
from tests.cases import each
from tests.cli.run import run
from tests.examples.support import MINIMAL
from tests.house.source import ROOT
from tests.sheets.loading import load_sheet


def count(sheet: Sheet, word: str, label: object = None) -> object:
    return answer(sheet, Question(count=word, options={} if label is None else {"label": label}))


def test_every_count_of_a_matrix() -> None:
    """yes: 3 of 4 told, none of the 2 others taken for it; orientation turns the rows."""
    sheet = load_sheet(MINIMAL)
    words = ("tp", "fp", "fn", "tn", "support", "predicted", "negatives")
    assert [count(sheet, word, "yes") for word in words] == [3, 0, 1, 2, 4, 3, 2]
    assert [count(sheet, word) for word in ("n", "correct")] == [6, 5]
    assert [answer(sheet, Question(cell=cell)) for cell in (("yes", "no"), ("no", "yes"))] == [1, 0]
    turned = load_sheet(MINIMAL.replace("[data]", "[data]\norientation = 'predicted'"))
    assert (answer(turned, Question(cell=("no", "yes"))), count(turned, "fp", "yes")) == (1, 1)
    document = {"title": "Two classes", "data": {"labels": ["yes", "no"], "matrix": [[3, 1.0], [0, 2]]}}
    assert load_sheet(json.dumps(document)).data.counts == sheet.data.counts


def test_lists_with_weights_are_counted_exactly() -> None:
    sheet = load_sheet("title = 'x'\n[data]\ny_true = [1, 1, 2]\ny_pred = [1, 2, 2]\nsample_weight = [0.1, '1/3', 2]\n")
    assert count(sheet, "n") == Fraction(1, 10) + Fraction(1, 3) + 2
    assert answer(sheet, Question(cell=(1, 2))) == Fraction(1, 3)


def test_the_misprint_of_example_5_is_a_contradiction() -> None:
    """The problem prints 38 true negatives of K; the figure prints 98."""
    text = """
    title = "Example 5"
    [data.counts]
    K = {support = 53, tp = 30, tn = 38}
    L = {support = 110, tp = 52, tn = 73}
    M = {support = 37, tp = 22, tn = 133}
    """
    with pytest.raises(ContradictionError, match=r"the sheet: .*TN_K 38 → 98") as caught:
        load_sheet(text)
    (repair,) = caught.value.repairs  # type: ignore[attr-defined]
    assert (repair.label, repair.count, repair.repaired) == ("K", "tn", 98)
    assert count(load_sheet(text.replace("38", "98")), "fp", "K") == 49


def test_weights_of_a_table_are_matched_to_labels_by_their_text() -> None:
    """Recalls 3/4 and 1; with weights 1 and 3 the mean is 15/16."""
    sheet = load_sheet(MINIMAL.replace('["yes", "no"]', "[1, 2]"))
    question = Question(metric="recall", options={"average": "weighted", "weights": {"1": 1, "2": 3}})
    assert answer(sheet, question) == Fraction(15, 16)


def test_the_preset_of_the_rules_is_beaten_by_the_claim() -> None:
    """Mean of the F1 scores 6/7 and 4/5, or F1 of the mean precision 5/6 and the mean recall 7/8."""
    sheet = load_sheet(MINIMAL + '[rules]\npreset = "source-002"\n')
    for options, value in (({}, Fraction(35, 41)), ({"combine": "scores"}, Fraction(29, 35))):
        assert answer(sheet, Question(metric="f1", options={"average": "macro"} | options)) == value


# Faults


CLAIM = MINIMAL + "[[claim]]\n"


@each(("text", "message"), [
    (MINIMAL.replace("title", "titel"), "there is no key 'titel'; did you mean 'title'"),
    (MINIMAL.replace("labels", "label"), "in data: there is no key 'label'; did you mean 'labels'"),
    (MINIMAL.replace("3, 1", "3, nan"), "nan is not a finite number"),
    (MINIMAL.replace("3, 1", "3, 1e99999"), "beyond 10 to the power"),
    (MINIMAL.replace("3, 1", "3, 1e" + "9" * 40), "beyond 10 to the power"),
    (MINIMAL.replace("3, 1", "3, " + "1" * 5000), "not read as TOML"),
    (MINIMAL.replace("[[3, 1]", "[[3]"), "the sheet: "), (MINIMAL + "[[", "not read as TOML"),
    ('{"title": "a", "title": "b"}', "the key 'title' comes twice"),
    ('{"title": NaN}', "NaN is not a finite number"), ("{" * 100_000, "not read as JSON"),
    (MINIMAL.replace("[data]", "[data]\npositive = 'maybe'"), "maybe"),
    (CLAIM + "metric = 'fbeta'\nbeta = 1\nparameters = {beta = 2}\nprinted = '1'", "beta is given twice"),
    (CLAIM + "metric = 'f1'\nprintd = '1'", "in claim[1]: there is no key 'printd'; did you mean 'printed'?"),
    (CLAIM + "metric = 'f1'\ncount = 'n'\nprinted = '1'", "one of metric, count, cell; there are"),
    (CLAIM + "metric = 'f1'\nanswer = '0.5'", "in claim[1]: there is no key 'answer'; did you mean 'printed'?"),
    (CLAIM + "metric = 'f1'\nclass = 'a'", "in claim[1]: there is no key 'class'; did you mean 'label'?"),
    (CLAIM + "metric = 'f1'\nlable = 'a'", "in claim[1]: there is no key 'lable'; did you mean 'label'?"),
    (CLAIM + "metric = 'f1'\nprinted = 0.850", 'in claim[1].printed: 0.850 is not a text; write "0.850"'),
    (CLAIM + "cell = 'a|b'\nprinted = '2'", """in claim[1].cell: 'a|b' is not a list; write ["a", "b"]"""),
    (CLAIM + "metric = 'f1'", "in claim[1]: give at least one of printed, expression; there is none"),
    # all faults of the shape at once
    (CLAIM + "metric = 'f1'\naverage = 'makro'\nprinted = '0.5'\n[[claim]]\nmetric = 'f1'\nprinted = 1\n",
     "in claim[2].printed: 1 is not a text"),
])  # fmt: skip
def test_a_fault_is_named(text: str, message: str) -> None:
    with pytest.raises((InputError, UsageError)) as error:
        load_sheet(text)
    said = str(error.value)
    assert message in said
    assert ("; in claim" in said) is ("makro" in text)  # one slip, one fault


def test_all_faults_of_a_table_are_told_at_once() -> None:
    with pytest.raises(InputError, match=r"line 2: in row.average: 'makro'.*; line 4: in row.average: 'mikro'"):
        em.verify_claims("metric,average,printed\nf1,makro,0.5\nf1,macro,0.5\nf1,mikro,0.5\n", data=[[4, 2], [0, 3]])
    with pytest.raises(InputError, match=r"; and 35 more$"):
        em.verify_claims("metric,average,printed\n" + "f1,makro,0.5\n" * 40, data=[[4, 2], [0, 3]])


@each(("question", "message"), [
    (Question(count="tp"), "give its label"),
    (Question(count="n", options={"label": "yes"}), "leave out label"),
    (Question(count="tp", options={"label": "yes", "average": "macro"}), "takes no 'average'"),
    (Question(cell=("yes", "maybe")), "maybe"), (Question(metric="recall"), "label="),
    (Question(cell=("K", "K")), "needs the full matrix"),
])  # fmt: skip
def test_questions_that_do_not_apply(question: Question, message: str) -> None:
    parts = "title = 'x'\ndata = {counts = {K = {tp = 1, fp = 0, fn = 0, tn = 0}}, partition = false}"
    with pytest.raises(UsageError, match=message):
        answer(load_sheet(parts if question.cell == ("K", "K") else MINIMAL), question)


# Places


TOML = 'title = "A"\ndata.matrix = [[4, 2], [0, 3]]\n\n[[claim]]\nmetric = "accuracy"\nprinted = "0.77"\n'
CSV = "metric,printed\naccuracy,0.77\n"
JSON = (
    '{"title": "A", "data": {"matrix": [[4, 2], [0, 3]]},\n"claim": [\n{"metric": "accuracy",\n  "printed": "0.77"}]}'
)


@each(("text", "data", "place"), [
    (TOML, None, (6, 12)), (CSV, [[4, 2], [0, 3]], (2, 10)), (JSON, None, (4, 15)), (json.loads(JSON), None, None),
])  # fmt: skip
def test_a_report_names_the_line(text: Any, data: Any, place: tuple[int, int] | None) -> None:
    found = em.verify_claims(text, data=data)
    (claim,) = found.claims
    if place is None:
        assert claim.span is None
        assert found.to_text().startswith("-: claim[1]: warning: truncated")
        return
    assert claim.span is not None
    assert (claim.span.start.line, claim.span.start.column) == place
    assert text[claim.span.start.offset : claim.span.stop] == "0.77"
    assert found.to_text().startswith(f"-:{place[0]}:{place[1]}: claim[1]: warning: truncated")
    assert "#r1-f0" in found.to_html()


def test_in_json_however_it_is_written() -> None:
    """Of 200 sheets, indented, shuffled, with escapes, with another list of claims before, each answer is found."""
    drawn = random.Random(5)
    answers = ["0.5", "nan", "½", 'a "b" \\ c', "}, {", "[", "0.6667"]
    for _ in range(200):
        claims = []
        for at in range(drawn.randint(1, 5)):
            key = drawn.choice(["printed", "printed", "expression"])
            claim = [("metric", "recall"), ("label", str(at)), (key, drawn.choice(answers)), ("where", "printed")]
            if key == "printed" and drawn.random() < 0.5:
                claim.append(("expression", "1/2"))
            claims.append(dict(drawn.sample(claim, len(claim))))
        parts = [("title", '"claim": [{}]'), ("data", {"matrix": [[1, 0], [0, 1]]}), ("claim", claims)]
        drawn.shuffle(parts)
        text = json.dumps(dict(parts), indent=drawn.choice([None, 1, 4]), ensure_ascii=drawn.random() < 0.5)
        read = parse_sheet(text, format="json").claims
        for one, place in zip(read, places_in_json(text, read), strict=True):
            assert place is not None
            assert json.loads(f'"{text[place.start : place.stop]}"') == (one.printed or one.expression)
            before = text[: place.start].split("\n")
            assert (place.line, place.column) == (len(before), len(before[-1]) + 1)


# docs/answer_sheets.md


PAGE = (ROOT / "docs" / "answer_sheets.md").read_text(encoding="utf-8")
MATRIX = ",cat,dog,rabbit\ncat,42,5,3\ndog,9,38,6\nrabbit,2,4,51\n"


def example(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


@each("language", ["toml", "json", "csv"])
def test_the_examples_are_one_sheet(tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand: precision of cat 42/53 = 0.7924...; recall of dog 38/53 = 0.7169..., while 38/(38 + 9) = 0.8085...; the
    macro F1 is the mean of 84/103, 76/100 and 102/117: 0.8157..., not 0.861."""
    path, data = tmp_path / f"answers.{language}", tmp_path / "matrix.csv"
    path.write_text(example(language), encoding="utf-8")
    data.write_text(MATRIX, encoding="utf-8")
    found = em.verify_claims(path, data=data if language == "csv" else None)
    words = [(one.where, one.word, one.expression_verdict and one.expression_verdict.word) for one in found.claims]
    assert words == [("a", "rounded", None), ("b", "rounded", "false"), ("c", "wrong", None)]
    if language == "json":
        Draft202012Validator(schema_named("answer_sheet")).validate(json.loads(example("json")))
    if language == "toml":
        monkeypatch.chdir(tmp_path)
        (line,) = re.findall(r"^answers\.toml:.*$", PAGE, re.MULTILINE)
        assert line in run("verify", "answers.toml").stdout


def test_every_key_and_every_name_of_a_column_is_explained() -> None:
    schema = schema_named("answer_sheet")
    named = set(re.findall(r"`(\w+)`", PAGE))
    tables = [schema, schema["properties"]["rules"], *(schema["$defs"][name] for name in ("data", "claim", "value"))]
    counts = schema["$defs"]["data"]["properties"]["counts"]["additionalProperties"]
    keys = {key for table in (*tables, counts, schema["$defs"]["derive"]) for key in table["properties"]}
    words = {*schema["$defs"]["countWord"]["enum"], *schema["$defs"]["average"]["enum"]}
    assert not (keys | words | set(ALIASES)) - named
    rows = set(re.findall(r"^\| (.+?) \|", PAGE, re.MULTILINE))
    assert not {key for row in rows for key in re.findall(r"`(\w+)`", row)} - keys, "a key that does not exist"


def test_the_help_names_the_columns_and_the_page() -> None:
    shown = run("verify", "--help").stdout
    assert "metric,label,average,printed" in shown
    assert "docs/answer_sheets.md" in shown
    for file in ("README.md", "docs/verify.md"):
        assert "answer_sheets.md" in (ROOT / file).read_text(encoding="utf-8")
