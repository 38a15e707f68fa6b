"""`assert_document`: what is right passes, and what is not is told with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import exactmetrics as em
from exactmetrics.testing import assert_document
from exactmetrics.testing.documents import LONGEST
from tests.cases import each

RIGHT = "# Recall\n\nRecall is $\\frac{4}{6} = \\frac{2}{3} \\approx 0.67$.\n"
CUT = "# Recall\n\nRecall is $\\frac{4}{6} \\approx 0.66$.\n"
WRONG = "# Recall\n\nRecall is $\\frac{4}{6} = 0.67$.\n\nAccuracy is 7/9 = 0.87, and 1/2 = 0.6.\n"


def test_a_right_document_passes(tmp_path: Path) -> None:
    assert_document(RIGHT)
    assert_document(RIGHT, strict=True)
    file = tmp_path / "right.md"
    file.write_text(RIGHT, encoding="utf-8")
    assert_document(file, strict=True)


def test_a_wrong_document_names_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "wrong.md"
    file.write_text(WRONG, encoding="utf-8")
    for source in (WRONG, file):
        with pytest.raises(AssertionError) as caught:
            assert_document(source)
        message = str(caught.value)
        assert "2 things are not right" in message
        assert "line 5: 7/9 = 0.87: false" in message
        assert "line 5: 1/2 = 0.6: false" in message
        assert "exact value: 7/9 ≈ 0.777778 (0.78 at the digits printed)" in message
        assert "4}{6}" not in message
    assert str(file) in message


def test_a_named_value_is_told_with_its_question_and_the_right_value() -> None:
    """By hand: macro F1 of [[5, 5], [1, 7]] is (5/8 + 7/10)/2 = 53/80; accuracy 12/18."""
    text = "# Results\n\nThe macro F1 is 0.75.\n\nThe accuracy is 0.76.\n"
    with pytest.raises(AssertionError) as caught:
        assert_document(text, data="5 5; 1 7")
    message = str(caught.value)
    assert "F1 score, macro is printed as 0.75 (Results): wrong" in message
    assert "exact value: 53/80 = 0.6625 (0.66 at the digits printed)" in message
    assert "accuracy is printed as 0.76 (Results): wrong" in message
    assert "exact value: 2/3 ≈ 0.666667 (0.67 at the digits printed)" in message
    assert ": :" not in message


def test_a_message_is_in_the_language_asked_for() -> None:
    for language, words in (("es", ("línea 1", "valor exacto: 2/3")), ("ar", ("السطر 1", "القيمة الدقيقة: 2/3"))):
        with pytest.raises(AssertionError) as caught:
            assert_document("Recall is 4/6 = 0.76.", language=language)
        message = str(caught.value)
        assert all(word in message for word in words)
        assert not {"line", "exact", "false", "thing"} & set(re.findall(r"[a-z]+", message))


def test_an_answer_sheet_is_one(tmp_path: Path) -> None:
    """Accuracy of [[4, 2], [1, 3]] is 7/10."""
    sheet = tmp_path / "k.toml"
    text = 'title = "K"\ndata.matrix = [[4, 2], [1, 3]]\n[[claim]]\nmetric = "accuracy"\nprinted = "0.7"\n'
    sheet.write_text(text, encoding="utf-8")
    assert_document(sheet)
    sheet.write_text(text.replace("0.7", "0.1"), encoding="utf-8")
    with pytest.raises(AssertionError, match=r"line 5: accuracy is printed as 0.1 \(claim\[1\]\): wrong"):
        assert_document(sheet)


def test_a_warning_fails_where_it_is_strict() -> None:
    assert_document(CUT)
    with pytest.raises(AssertionError, match="truncated"):
        assert_document(CUT, strict=True)


def test_the_name_of_a_file_is_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes.md").write_text(RIGHT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(em.UsageError, match="Path"):
        assert_document("notes.md")
    assert_document("no such file.md")  # a text without numbers
    assert_document("")


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(em.InputError, match="missing"):
        assert_document(tmp_path / "missing.md")


def test_a_long_equality_is_shown_short() -> None:
    with pytest.raises(AssertionError) as caught:
        assert_document(" + ".join(["1"] * 300) + " = 299")
    assert "false" in str(caught.value)
    assert max(map(len, str(caught.value).splitlines())) < 4 * LONGEST


def test_a_document_cannot_steer_a_terminal() -> None:
    """Wherever hidden characters stand, a message shows none of them."""
    messages = []
    for sign in ("\x1b[31m", "\x07", "\u202e", "\u2066"):
        for text in (
            f"x{sign} = 4/6 = 0.76",
            f"4 {sign} / 6 = 0.76",
            f"$\\text{{a{sign}b}} + 1/2 = 0.7$",
            f"{sign}1/2 = 0.7",
        ):
            try:
                assert_document(text)
            except AssertionError as error:
                messages.append(str(error))
    assert len(messages) > 4
    assert not set("".join(messages)) & set("\x1b\x07\u202e\u2066")


PETS = em.ConfusionMatrix([[4, 2], [1, 3]], labels=["cat", "dog"])
TWICE = {  # recall of cat is 4/6, its precision 4/5, the accuracy 7/10
    "wrong both ways": ("The recall of cat is 4/6 = 0.76.", 1),
    "wrong working, right value": ("The recall of cat is 4/5 = 0.67.", 1),
    "right working, wrong value": ("The recall of cat is 4/5 = 0.80.", 1),
    "two numbers": ("The recall of cat is 4/6 = 0.76. The precision of cat is 4/5 = 0.9.", 2),
    "three members": ("The accuracy is (4 + 3)/10 = 7/10 = 0.6.", 1),
}


@each("name", TWICE)
def test_each_number_counts_once(name: str) -> None:
    text, n = TWICE[name]
    shown = em.verify_document(text, data=PETS)
    assert len(shown.findings("error")) == n
    with pytest.raises(AssertionError, match=rf"^{n} thing") as caught:
        assert_document(text, data=PETS)
    assert str(caught.value).count("\nline 1: ") == n
    assert str(caught.value).count("may have changed places") <= n


def test_working_that_is_wrong_beside_a_right_value_is_said_so() -> None:
    with pytest.raises(AssertionError, match="rounded; the printed arithmetic: false"):
        assert_document(TWICE["wrong working, right value"][0], data=PETS)
