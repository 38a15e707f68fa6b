"""The value of a chain that goes through letters, a formula behind a colon, digits that are cut, what is not said."""

from __future__ import annotations

from exactmetrics.verification.verify import verify_document
from tests.cases import each

# Recall 40/60, precision 40/50, specificity 30/40, accuracy 70/100, F1 80/110.
COUNTS = "TP = 40, FP = 10, FN = 20, TN = 30\n\n"


def judged(text: str, kind: str = "markdown") -> list[tuple[str | None, str | None, str | None]]:
    """The metrics claimed below the four counts, with their digits and how grave their verdict is."""
    claims = verify_document(COUNTS + text + "\n", format=kind).claims
    return [(c.question.metric, c.printed, c.level) for c in claims if c.question.metric]


@each(
    ("text", "metric", "printed"),
    [
        (r"$\text{Recall} = 1 - \text{FNR} = 0.667$", "recall", "0.667"),
        (r"$\mathrm{Specificity} = 1 - \mathrm{FPR} = 1 - 0.25 = 0.75$", "specificity", "0.75"),
        (r"$\text{Recall} = 1 - \text{FNR} = 66.7\%$", "recall", "66.7\\%"),
    ],
)
def test_chains_through_letters_in_latex(text: str, metric: str, printed: str) -> None:
    assert judged(text, "latex") == [(metric, printed, "ok")]


@each("text", ["Accuracy = 1.0 - Precision = 0.80", "Accuracy = 70/100 - error = 0.30"])
def test_what_may_be_the_next_value_is_left_open(text: str) -> None:
    assert judged(text) == []


@each("sign", [":", " ="])
@each("name", ["Precision", "**Precision**", "- Precision"])
def test_a_formula_in_letters_behind_a_colon_is_worked_out_for_the_name(name: str, sign: str) -> None:
    assert judged(f"{name}{sign} TP/(TP+FP) = 40/(40+20) = 0.667") == [("precision", "0.667", "error")]
    assert judged(f"{name}{sign} TP/(TP+FP) = 40/(40+10) = 0.80") == [("precision", "0.80", "ok")]


@each(
    "text",
    [
        "- get macro F1 to 0.95",
        "Get the accuracy to 0.95",
        "- Reach an accuracy of 0.95",
        "Achieve an accuracy of 0.95",
        "- [ ] accuracy 0.95",
        "- [ ] accuracy: 0.95",
        "LogReg (accuracy 0.65) was worse.",
        "KNN (accuracy: 0.65)",
        "A decision tree (accuracy = 0.65) overfits.",
        "Our first try (accuracy 0.65) failed.",
        "Example: accuracy = 0.65",
        "Say, accuracy is 0.65.",
        "~~Accuracy: 0.65~~",
        "- ~~Accuracy: 0.65~~",
        "<!-- accuracy: 0.65 -->",
        "<!--\naccuracy: 0.65\n\naccuracy: 0.65\n-->",
    ],
)
def test_what_is_not_said_of_the_data_is_not_judged(text: str) -> None:
    assert judged(text) == []


def test_comments_hold_no_equalities_but_in_code() -> None:
    hidden = verify_document(
        "<!-- 1/2 = 0.7 -->\n\n<!--\n1/2 = 0.7\n\n1/2 = 0.7\n-->\n\n~~1/2 = 0.7~~\n", format="markdown"
    )
    assert hidden.links == []
    shown = verify_document("```\n<!-- a\n1/2 = 0.7\n-->\n```\n\n1/4 = 0.2500\n", format="markdown")
    assert [one.word for one in shown.links if one.word] == ["false", "exact"]
