"""A name, its formula in letters, then the numbers; numbers in commands of siunitx; accents apart from letters."""

from __future__ import annotations

from exactmetrics.verification.claims.accents import composed
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


@each(
    "said",
    [
        r"Recall: $\frac{TP}{TP+FN} = \frac{43}{45} = 0.965$",
        r"Recall: \(\frac{TP}{TP+FN} = \frac{43}{43 + 2} = \frac{43}{45} = 0.965\)",
        r"Recall: $R = \frac{43}{45} = 0.965$",
        "Recall = TP / (TP + FN) = 43/45 = 0.965",
        r"Recall: \num{0.965}",
        r"The recall is \num{0.965}.",
        r"$\text{Recall} = \num{0.965}$",
    ],
)
def test_the_number_behind_a_formula_or_in_a_command_is_the_value_of_the_name(said: str) -> None:
    assert words(said) == [("recall", "0.965", "wrong")]  # 0.956


@each(
    "said",
    [
        r"Accuracy: \SI{81.9}{\percent}",
        r"The accuracy is \qty{81.9}{\percent}.",
        r"$\text{Accuracy} = \SI{81.9}{\percent}$",
    ],
)
def test_percentages_of_siunitx(said: str) -> None:
    assert words(said) == [("accuracy", "81.9", "rounded")]  # 77/94 = 0.8191...


def test_neighbouring_lines_of_formulas_have_a_name_each() -> None:
    text = "Precision: $\\frac{TP}{TP+FP} = \\frac{43}{58} = 74.1\\%$\n"
    text += "Recall: $\\frac{TP}{TP+FN} = \\frac{43}{45} = 95.6\\%$\n"
    assert words(text) == [("precision", "74.1\\%", "rounded"), ("recall", "95.6\\%", "rounded")]


@each("said", [r"Recall: $k = \frac{4}{2} = 2$", r"Recall: the threshold $t = 0.5$", "A remark on recall: $x = 0.25$"])
def test_other_letters_behind_a_colon_are_no_value_of_the_name(said: str) -> None:
    assert [one for one in words(said) if one[2] == "wrong"] == []


@each(
    ("said", "metric"),
    [
        (r"Spezifit\"at: 0.900", "specificity"),
        (r"Sensitivit{\"a}t = 0.900", "recall"),
        (r"La sp\'ecificit\'e est de 0.900.", "specificity"),
        (r"La sp\'{e}cificit\'{e} est de 0.900.", "specificity"),
        (r"Especificidad: 0.900", "specificity"),
    ],
)
def test_names_with_accents_apart(said: str, metric: str) -> None:
    assert words(said) == [(metric, "0.900", "wrong")]


@each(
    ("text", "plain"),
    [
        (r"Pr\"azision", "Präzision"),
        (r"gar\c{c}on", "garçon"),
        (r"Ma\ss{}", "Maß"),
        (r"na\"\i ve", "naïve"),
        (r"\cdot \alpha \v{c}", r"\cdot \alpha č"),
    ],
)
def test_composed_letters_and_their_places(text: str, plain: str) -> None:
    found, places = composed(text)
    assert (found, len(places), places[-1]) == (plain, len(plain) + 1, len(text))


def test_a_division_sign_behind_a_number_goes_on() -> None:
    assert words("Recall = 43÷45 = 0.956") == [("recall", "0.956", "rounded")]


@each(
    ("said", "expected"),
    [
        (
            "$P = \\frac{43}{58} = 0.741$ and $R = \\frac{43}{45} = 0.965$",
            [("precision", "0.741", "rounded"), ("recall", "0.965", "wrong")],
        ),
        ("$P = \\frac{43}{58} = 0.7$", []),  # one letter alone may be anything
        ("$P = \\frac{1}{8} = 0.125$ and $R = \\frac{7}{8} = 0.875$", []),  # other numbers
    ],
)  # fmt: skip
def test_the_letters_of_precision_and_recall_beside_four_counts(
    said: str, expected: list[tuple[str, str, str]]
) -> None:
    assert words(said) == expected


def test_a_formula_with_a_factor_tells_no_count() -> None:
    formula = "F1 = 2 TP / (2 TP + FP + FN) = 2 · 43 / (2 · 43 + 15 + 2) = 86/103 = 0.835\n\n"
    found = words(formula + "F1 = 2 TP / (2 TP + FP + FN)\n\nThe macro F1 is 0.8. Accuracy = 0.82\n")
    assert [one for one in found if one[1] != "0.8"] == [("f1", "0.835", "rounded"), ("accuracy", "0.82", "rounded")]
