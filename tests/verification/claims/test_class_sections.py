"""Values under the name of a class, in a section, a line, a list, a table: of that class, or silent; never accused.

Of positive (cat): recall 40/50, precision 40/45 = 0.889, F1 80/95 = 0.842; of negative (dog): recall 45/50, precision
45/55 = 0.818. All values are right for the class they stand under.
"""

from __future__ import annotations

import exactmetrics as em
from tests.cases import each

SECTIONS = "\n\n{head_a}\n\nPrecision: 0.889\n\nRecall: 0.800\n\nF1: 0.842\n\n{head_b}\n\nRecall: 0.900\n"
HEADS = ["### {}", "### Class {}", "### Results for {}", "**{}**", "For {}:", "{}:", "Class {}", "2. {}:"]
FORMS = [
    "\n- {a}\n  - precision: 0.889\n  - recall: 0.800\n  - F1: 0.842\n- {b}\n  - recall: 0.900\n",
    "\n1. {a}: precision 0.889, recall 0.800\n2. {b}: recall 0.900\n",
    "\n{a}: precision = 0.889, recall = 0.800, F1 = 0.842\n{b}: recall = 0.900\n",
    "\nThe precision of {a} is 0.889, its recall 0.800 and its F1 0.842. The recall of {b} is 0.900.\n",
    "\nFor the class {a}, precision is 0.889 and recall is 0.800 (F1 0.842); for {b} the recall is 0.900.\n",
    "\nThe {a} class has a precision of 0.889 and a recall of 0.800, while the {b} class has a recall of 0.900.\n",
    "\n| | precision | recall |\n|--|--|--|\n| {a} | 0.889 | 0.800 |\n| {b} | 0.818 | 0.900 |\n",
    "\n| {a} | |\n|--|--|\n| precision | 0.889 |\n| recall | 0.800 |\n\n| {b} | |\n|--|--|\n| recall | 0.900 |\n",
    "\n| Metric | {a} | {b} |\n|--|--|--|\n| precision | 0.889 | 0.818 |\n| recall | 0.800 | 0.900 |\n",
]
FORMS += [SECTIONS.replace("{head_a}", head.format("{a}")).replace("{head_b}", head.format("{b}")) for head in HEADS]


def matrix(a: str, b: str) -> str:
    return (
        "The confusion matrix:\n\n"
        f"| true \\ predicted | {a} | {b} |\n|--|--|--|\n| {a} | 40 | 10 |\n| {b} | 5 | 45 |\n\n"
        "Precision and recall follow."
    )


@each(("a", "b"), [("positive", "negative"), ("cat", "dog")])
@each("form", FORMS)
def test_right_values_of_a_class_are_not_accused(form: str, a: str, b: str) -> None:
    found = em.verify_document(matrix(a, b) + form.format(a=a, b=b), format="markdown")
    assert [(c.question.options, c.printed) for c in found.claims if c.level == "error"] == []


@each("head", ["### {}", "### Class {}", "**{}**", "For {}:", "{}:"])
def test_a_name_alone_over_values_says_whose_they_are(head: str) -> None:
    text = SECTIONS.format(head_a=head.format("cat"), head_b=head.format("dog")).replace("0.842", "0.857")
    found = em.verify_document(matrix("cat", "dog") + text, format="markdown")
    assert [(c.question.label, c.printed, c.word) for c in found.claims] == [
        ("cat", "0.889", "rounded"), ("cat", "0.800", "exact"), ("cat", "0.857", "wrong"), ("dog", "0.900", "exact"),
    ]  # fmt: skip
