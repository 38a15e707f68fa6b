"""Reading answer sheets: what the data give, and what a fault is called."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from exactmetrics.exact.errors import ContradictionError, InputError, UsageError
from exactmetrics.sheets.sheet import Question, Sheet, answer
from tests.cases import each
from tests.examples.support import MINIMAL
from tests.sheets.loading import load_sheet


def count(sheet: Sheet, word: str, label: object = None) -> object:
    return answer(sheet, Question(count=word, options={} if label is None else {"label": label}))


def test_every_count_of_a_matrix() -> None:
    # yes: 3 of 4 told, none of the 2 others taken for it.
    sheet = load_sheet(MINIMAL)
    words = ("tp", "fp", "fn", "tn", "support", "predicted", "negatives")
    assert [count(sheet, word, "yes") for word in words] == [3, 0, 1, 2, 4, 3, 2]
    assert [count(sheet, word) for word in ("n", "correct")] == [6, 5]
    assert answer(sheet, Question(cell=("yes", "no"))) == 1
    assert answer(sheet, Question(cell=("no", "yes"))) == 0


def test_orientation_turns_the_rows() -> None:
    sheet = load_sheet(MINIMAL.replace("[data]", "[data]\norientation = 'predicted'"))
    assert answer(sheet, Question(cell=("no", "yes"))) == 1
    assert count(sheet, "fp", "yes") == 1


def test_lists_with_weights_are_counted_exactly() -> None:
    text = "title = 'x'\n[data]\ny_true = [1, 1, 2]\ny_pred = [1, 2, 2]\nsample_weight = [0.1, '1/3', 2]\n"
    sheet = load_sheet(text)
    assert count(sheet, "n") == Fraction(1, 10) + Fraction(1, 3) + 2
    assert answer(sheet, Question(cell=(1, 2))) == Fraction(1, 3)


def test_json_and_toml_are_the_same_sheet() -> None:
    document = {"title": "Two classes", "data": {"labels": ["yes", "no"], "matrix": [[3, 1.0], [0, 2]]}}
    as_json, as_toml = load_sheet(json.dumps(document)), load_sheet(MINIMAL)
    assert as_json.data.counts == as_toml.data.counts
    assert as_json.title == as_toml.title


def test_the_misprint_of_example_5_is_a_contradiction() -> None:
    # The problem prints 38 true negatives of K; the figure prints 98.
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


@each(
    ("text", "message"),
    [
        (MINIMAL.replace("title", "titel"), "there is no key 'titel'; did you mean 'title'"),
        (MINIMAL.replace("labels", "label"), "in data: there is no key 'label'; did you mean 'labels'"),
        (MINIMAL + "[[claim]]\nmetric = 'f1'\nprintd = '1'", r"in claim\[1\]: there is no key 'printd'.*'printed'"),
        (MINIMAL + "[[claim]]\nmetric = 'f1'\nprinted = 1", r"in claim\[1\]\.printed: 1 is not a text"),
        (MINIMAL + "[[claim]]\nmetric = 'f1'\ncount = 'n'\nprinted = '1'", "one of metric, count, cell; there are"),
        (MINIMAL.replace("3, 1", "3, nan"), "nan is not a finite number"),
        (MINIMAL.replace("3, 1", "3, 1e99999"), "beyond 10 to the power"),
        (MINIMAL.replace("3, 1", "3, 1e" + "9" * 40), "beyond 10 to the power"),
        (MINIMAL.replace("3, 1", "3, " + "1" * 5000), "not read as TOML"),
        (MINIMAL.replace("[[3, 1]", "[[3]"), "the sheet: "),
        (MINIMAL + "[[", "not read as TOML"),
        ('{"title": "a", "title": "b"}', "the key 'title' comes twice"),
        ('{"title": NaN}', "NaN is not a finite number"),
        ("{" * 100_000, "not read as JSON"),
        (
            MINIMAL + '[[claim]]\nmetric = "fbeta"\nbeta = 1\nparameters = {beta = 2}\nprinted = "1"',
            "beta is given twice",
        ),
        (MINIMAL.replace("[data]", "[data]\npositive = 'maybe'"), "maybe"),
    ],
)
def test_a_fault_is_named(text: str, message: str) -> None:
    with pytest.raises((InputError, UsageError), match=message):
        load_sheet(text)


def test_questions_that_do_not_apply() -> None:
    sheet = load_sheet(MINIMAL)
    for question, message in [
        (Question(count="tp"), "give its label"),
        (Question(count="n", options={"label": "yes"}), "leave out label"),
        (Question(count="tp", options={"label": "yes", "average": "macro"}), "takes no 'average'"),
        (Question(cell=("yes", "maybe")), "maybe"),
        (Question(metric="recall"), "label="),
    ]:
        with pytest.raises(UsageError, match=message):
            answer(sheet, question)
    parts = load_sheet("title = 'x'\ndata = {counts = {K = {tp = 1, fp = 0, fn = 0, tn = 0}}, partition = false}")
    with pytest.raises(UsageError, match="needs the full matrix"):
        answer(parts, Question(cell=("K", "K")))


def test_weights_of_a_table_are_matched_to_labels_by_their_text() -> None:
    # Recalls 3/4 and 1; with weights 1 and 3 the mean is 15/16.
    sheet = load_sheet(MINIMAL.replace('["yes", "no"]', "[1, 2]"))
    question = Question(metric="recall", options={"average": "weighted", "weights": {"1": 1, "2": 3}})
    assert answer(sheet, question) == Fraction(15, 16)


def test_the_preset_of_the_rules_is_beaten_by_the_claim() -> None:
    # Mean of the F1 scores 6/7 and 4/5, or F1 of the mean precision 5/6 and the mean recall 7/8.
    sheet = load_sheet(MINIMAL + '[rules]\npreset = "source-002"\n')
    macro = {"average": "macro"}
    assert answer(sheet, Question(metric="f1", options=macro)) == Fraction(35, 41)
    assert answer(sheet, Question(metric="f1", options={**macro, "combine": "scores"})) == Fraction(29, 35)
