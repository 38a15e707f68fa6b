"""Where an equality ends: at a new line with a name of its own, not at a hedge, an abbreviation or a hyphen."""

from __future__ import annotations

from exactmetrics.verification.links.document_links import verify_links
from tests.cases import each


def judged(text: str) -> list[tuple[str, str, str | None]]:
    return [(link.left, link.right, link.word) for link in verify_links(text, format="markdown").judged]


@each("text", [
    "Accuracy: 177/200 = 0.855\nF1-score: 0.793", "Accuracy: 177/200 = 0.855\nf-measure follows",
    "Accuracy: 177/200 = 0.855\nF1: 0.793", "177/200 = 0.855 micro-averaged", "- [ ] 177/200 = 0.855",
    "- [x] 177/200 = 0.855",
])  # fmt: skip
def test_the_line_behind_is_not_read_into_the_result(text: str) -> None:
    assert judged(text) == [("177/200", "0.855", "false")]


def test_formulas_on_lines_of_their_own_are_parted() -> None:
    text = "$a = \\frac{1}{2} = 0.6$\n$b = \\frac{1}{4} = 0.30$"
    assert [(left, word) for left, _, word in judged(text)] == [("\\frac{1}{2}", "false"), ("\\frac{1}{4}", "false")]
    assert judged("$a = \\frac{1}{2}$\n$= 0.6$") == [("\\frac{1}{2}", "0.6", "false")]


@each(("text", "word"), [
    ("84/107~0.758", "false"), ("134 ÷ 178~75.28 %", "rounded"),
    ("(191+186)/419~0.900", "rounded"), ("84/107 = ca. 0.785", "rounded"),
    ("84/107 = approx. 0.758", "false"), ("84 % - 81 % = 3 percentage points", "exact"), ("84% - 81% = 6 pp", "false"),
    ("87,5 % - 81,5 % = 6 Prozentpunkte", "exact"), ("there are 84 + 16 = 110 of them", "false"),
    ("30/1000 = 30 ‰", "unread"), ("(0.785 * 0.84)^0.5 = 0.812", "rounded"),
    ("$(0.5 \\cdot 0.5)^{1/2} = 0.7$", "false"),
    ("16^(1/2) = 4", "exact"),
])  # fmt: skip
def test_other_spellings_of_results(text: str, word: str) -> None:
    link, = verify_links(text).links  # fmt: skip
    assert link.word == word


def test_a_range_is_no_result() -> None:
    assert judged("between 0.75~0.85, n-k = 3 and TP-FP = 4") == []
