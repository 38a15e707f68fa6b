"""A name, its formula in letters, then the numbers; numbers in commands of siunitx; accents apart from letters."""

from __future__ import annotations

from exactmetrics.verification.verify import verify_document
from tests.cases import each

COUNTS = "$TP = 43$, $FP = 15$, $FN = 2$, $TN = 34$.\n\n"  # recall 43/45, precision 43/58, accuracy 77/94


def words(text: str) -> list[tuple[str | None, str | None, str]]:
    claims = verify_document(COUNTS + text, format="latex").claims
    return [
        (c.question.metric, c.printed, c.word)
        for c in claims
        if c.printed and "/" not in c.printed and "frac" not in c.printed
    ]


def test_neighbouring_lines_of_formulas_have_a_name_each() -> None:
    text = "Precision: $\\frac{TP}{TP+FP} = \\frac{43}{58} = 74.1\\%$\n"
    text += "Recall: $\\frac{TP}{TP+FN} = \\frac{43}{45} = 95.6\\%$\n"
    assert words(text) == [("precision", "74.1\\%", "rounded"), ("recall", "95.6\\%", "rounded")]


@each("said", [r"Recall: $k = \frac{4}{2} = 2$", r"Recall: the threshold $t = 0.5$", "A remark on recall: $x = 0.25$"])
def test_other_letters_behind_a_colon_are_no_value_of_the_name(said: str) -> None:
    assert [one for one in words(said) if one[2] == "wrong"] == []


def test_a_division_sign_behind_a_number_goes_on() -> None:
    assert words("Recall = 43÷45 = 0.956") == [("recall", "0.956", "rounded")]


def test_a_formula_with_a_factor_tells_no_count() -> None:
    formula = "F1 = 2 TP / (2 TP + FP + FN) = 2 · 43 / (2 · 43 + 15 + 2) = 86/103 = 0.835\n\n"
    found = words(formula + "F1 = 2 TP / (2 TP + FP + FN)\n\nThe macro F1 is 0.8. Accuracy = 0.82\n")
    assert [one for one in found if one[1] != "0.8"] == [("f1", "0.835", "rounded"), ("accuracy", "0.82", "rounded")]
