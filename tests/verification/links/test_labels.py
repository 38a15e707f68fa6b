"""A label with a number before a colon set apart is no ratio; a ratio written so stays one."""

from __future__ import annotations

from exactmetrics.verification.links.document_links import verify_links
from tests.cases import each


def found(text: str) -> list[tuple[str, str]]:
    return [(link.left, str(link.word)) for link in verify_links(text, format="markdown").links if link.word]


@each(
    ("text", "wanted"),
    [
        ("Run 5 : 5/8 = 0.625", [("5/8", "exact")]),
        ("Run 5 : 5/8 = 0.652", [("5/8", "false")]),
        ("Essai 9 : 14 + 6 = 20", [("14 + 6", "exact")]),
        ("Essai 9 : 14 + 6 = 21", [("14 + 6", "false")]),
        ("Question 4 : 5/6 = 0.833", [("5/6", "rounded")]),
        ("À l'étape 3 : 5/6 = 0.833", [("5/6", "rounded")]),
        ("In Teil 3 : 5/6 = 0.838", [("5/6", "false")]),
        ("Pour le groupe 2 : $\\frac{5}{8} = 0{,}625$", [("\\frac{5}{8}", "exact")]),
        ("- essai 3 : 5/8 = 0.625", [("5/8", "exact")]),
        ("**Essai 3** : 0.75 = 75 %", [("0.75", "exact")]),
        ("Run 1 : 1/4 = 0.25 et Run 2 : 3/8 = 0.357", [("1/4", "exact"), ("3/8", "false")]),
        ("Run 1 : 1/3 = 2/6 = 0.333", [("1/3", "exact"), ("2/6", "rounded")]),
    ],
)
def test_a_word_before_the_number_makes_it_a_label(text: str, wanted: list[tuple[str, str]]) -> None:
    assert found(text) == wanted


@each(
    ("text", "wanted"),
    [
        ("F2 : 5/8 = 0.625", [("5/8", "exact")]),
        ("F2 : 5/8 = 0.652", [("5/8", "false")]),
        ("Mesure F1 : $\\frac{5}{6} \\approx 0{,}883$", [("\\frac{5}{6}", "false")]),
        ("Stufe C1 : $5/6 = 0.883$", [("5/6", "false")]),
        ("run12 : 5/8 = 0.7", [("5/8", "false")]),
        ("x1 : 5/8 = 0.7", []),  # a quantity that is divided
    ],
)
def test_a_name_that_ends_with_a_digit_is_a_label(text: str, wanted: list[tuple[str, str]]) -> None:
    assert found(text) == wanted


@each(
    ("text", "wanted"),
    [
        ("3 : 8 = 0.375", [("3 : 8", "exact")]),
        ("3 : 8 = 0.357", [("3 : 8", "false")]),
        ("The odds are 3 : 8 = 0.375", [("3 : 8", "exact")]),
        ("Verhältnis 3 : 8 = 0.357", [("3 : 8", "false")]),
        ("Das sind 15 : 5 = 5", [("15 : 5", "false")]),
        ("Division 60 : 5 : 3 = 4", [("60 : 5 : 3", "exact")]),
        ("Rechnung 15 : 5 + 2 = 5", [("15 : 5 + 2", "exact")]),
        ("wir rechnen 15 : 5 + 2 = 6", [("15 : 5 + 2", "false")]),
        ("wir rechnen 15 : 5 + 2 = 7", [("15 : 5 + 2", "unread")]),  # 5 + 2 = 7: either may be meant
        ("the result is 15 : 5 + 2 = 7", [("15 : 5 + 2", "unread")]),
        ("3x2 : 6 = 1", [("3x2 : 6", "exact")]),
        ("Essai 6 ÷ 2/3 = 0.667", [("6 ÷ 2/3", "unread")]),
    ],
)
def test_a_ratio_stays_a_ratio(text: str, wanted: list[tuple[str, str]]) -> None:
    assert found(text) == wanted
