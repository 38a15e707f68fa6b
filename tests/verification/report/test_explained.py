"""What a report says of one number: no contradiction, each explanation once, corrections only where they are sure."""

from __future__ import annotations

from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.report.findings import Finding, findings
from exactmetrics.verification.report.fixing import fixed
from exactmetrics.verification.verified import Verification
from exactmetrics.verification.verify import verify_document
from tests.cases import each

# Accuracy 131/160 = 0.81875, recall of dog 38/53 = 0.717, precision of dog 38/47 = 0.8085, error rate 18.1 %.
TABLE = """Rows are true classes.

| actual \\ predicted | cat | dog | rabbit |
|---|---|---|---|
| cat | 42 | 5 | 3 |
| dog | 9 | 38 | 6 |
| rabbit | 2 | 4 | 51 |

"""


def checked(text: str) -> Verification:
    return verify_document(TABLE + text, format="markdown")


def only(text: str) -> Finding:
    (entry,) = findings(checked(text), "error", "warn")
    return entry


def test_a_right_value_behind_wrong_working_is_said_to_be_right() -> None:
    text = "The recall of class dog is 38/(38 + 9) = 0.717."
    report = checked(text).to_text(width=200)
    assert "error: false: the value is right, but the other side gives 38/47 ≈ 0.809" in report
    assert "0.717" not in report.replace("= 0.717.", "")  # nothing says that it should be another
    wrong = checked("The recall of class dog is 38/(38 + 9) = 0.727.").to_text(width=200)
    assert "recall, class dog: the data give 38/53 ≈ 0.717, not 0.727" in wrong


def test_a_right_value_is_never_corrected_to_what_wrong_working_gives() -> None:
    text = "The accuracy is 131/160.2 = 0.819. The accuracy is 131/160 = 0.919. Hence 131/160 = 0.918."
    new = fixed(checked(text)).text.splitlines()[-1]
    assert new == "The accuracy is 131/160.2 = 0.819. The accuracy is 131/160 = 0.819. Hence 131/160 = 0.819."[:68] + (
        "Hence 131/160 = 0.918."
    )


@each(
    ("text", "new"),
    [
        ("After pruning, the accuracy is 0.719.", None),
        ("The accuracy is 0.818.", None),
        ("The accuracy is 131/160 = 0.719.", "0.819"),
        ("The accuracy is 131/160 = 0.818.", "0.819"),
        ("The accuracy is 131/170 = 0.719.", None),
        ("| class | recall |\n|---|---|\n| dog | 0.716 |", "0.717"),
        ("| class | recall |\n|---|---|\n| rabbit | 0.894 |", "0.895"),
        ("| class | recall |\n|---|---|\n| dog | 0.7169811320754716 |", "0.7169811320754717"),
    ],
)  # fmt: skip
def test_a_sentence_is_corrected_only_by_its_own_arithmetic(text: str, new: str | None) -> None:
    corrections = {one.correction.new for one in findings(checked(text)) if one.correction is not None}
    assert corrections == ({new} if new else set())


@each(
    ("text", "kinds"),
    [
        ("The accuracy is 81.8 %.", ["truncated"]),
        ("The accuracy is 0.818.", ["truncated"]),
        ("The precision of class dog is 0.808.", ["truncated"]),
        ("The precision of class dog is 38/47 = 0.808.", ["truncated"]),
    ],
)
def test_digits_that_are_cut_off_need_no_other_explanation(text: str, kinds: list[str]) -> None:
    assert [hint.kind for hint in only(text).hints] == kinds


def test_a_score_of_averages_is_not_explained_by_chance_as_well() -> None:
    entry = only("The macro F1 is 0.817.")
    assert entry.word == "other-convention"
    assert entry.hints[0].kind == "f-of-averages"
    assert not {"geometric-mean", "chained-rounding"} & {hint.kind for hint in entry.hints}


def test_the_result_of_the_other_side_is_no_second_explanation() -> None:
    hints = only(r"With counts, $(20960 - 8561)/25600 - 8561 = 0.728$.").hints
    assert [hint.kind for hint in hints] == ["bracket"]


def test_the_sign_before_sized_brackets_goes_with_them() -> None:
    text = r"so $0.728 = \left(20960 - 8561\right)/25600 - 8561$"
    repaired = [hint.repaired for hint in only(text).hints if hint.kind == "bracket"]
    assert repaired == ["0.728 = (20960 - 8561)/(25600 - 8561)"]


def test_the_right_percentage_is_a_percentage() -> None:
    assert [hint.facts["expected"] for hint in only("The error rate is 0.181%.").hints] == ["18.1%"]


def test_one_explanation_in_two_ways_of_writing_numbers_is_one() -> None:
    entry = only("Die Genauigkeit ist 1/2 = 0,5; accuracy = 131/160 = 0,818.")
    assert isinstance(entry.found, CheckedClaim)
    texts = [hint.text().replace(",", ".") for hint in entry.hints]
    assert len(texts) == len(set(texts))
