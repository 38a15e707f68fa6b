"""Usual wordings of named numbers are read; what may be about something else is never judged, and listed."""

from __future__ import annotations

import random

import exactmetrics as em
from tests.cases import each


def test_what_is_judged_as_arithmetic_is_not_passed() -> None:
    assert em.verify_document("Recall = 4/6 = 0.66, and precision is 1/2 = 0.5.").passed == []


SAYING = [
    "The recall of {c} is {r}.",
    "Precision and recall of {c} are {p} and {r}.",
    "For {c}, precision is {p} and recall {r}.",
    "The {c} class has recall {r} and precision {p}.",
    "The accuracy is {a}, the recall of class {c} {r}.",
    "We got a precision for {c} of {p} and an accuracy of {a}.",
    "Accuracy ({a}) and more.",
    "It reached {a} accuracy.",
    "The model achieved {a} accuracy and {p} precision for {c}.",
    "Accuracy and recall of {c} were {a} and {r}, respectively.",
    "Recall: {r} for {c}.",
    "- {c}: recall {r}, precision {p}\n- accuracy: {a}",
    "The accuracy is {a} ({c}: recall {r}).",
    "The recall is {r} for {c} and the accuracy is {a}.",
    "Here recall is {r}, {q} and {p} in three runs.",
]


@each("sentence", SAYING)
def test_right_values_are_never_accused(sentence: str) -> None:
    """Whatever the matrix; the values are computed here, with a rounding that cannot meet a tie at these digits."""
    rng = random.Random(sentence)
    for _ in range(4):
        rows = [[rng.randrange(1, 90) + 60 * (i == j) for j in range(3)] for i in range(3)]
        names = ["cat", "dog", "rabbit"]
        table = "\n".join(
            [
                "The confusion matrix, rows are true classes:",
                "",
                "| | " + " | ".join(names) + " |",
                "|--|--|--|--|",
                *(f"| {name} | " + " | ".join(map(str, row)) + " |" for name, row in zip(names, rows, strict=True)),
                "",
                "",
            ]
        )
        at = rng.randrange(3)
        hit, true, predicted = rows[at][at], sum(rows[at]), sum(row[at] for row in rows)
        right = {"r": hit / true, "p": hit / predicted, "a": sum(rows[i][i] for i in range(3)) / sum(map(sum, rows))}
        printed = {key: f"{value:.7f}" for key, value in right.items()}
        found = em.verify_document(table + sentence.format(c=names[at], q="0.1234567", **printed), format="markdown")
        assert [c.printed for c in found.claims if c.level in ("error", "warn") and c.printed != "0.1234567"] == []


@each("number", ["0.783", "78.3%", "78.3 %", r"78.3\%", "78 %", "0,783", "78,3 %", ".78"])
def test_a_number_of_a_sentence_with_a_strange_word_is_listed(number: str) -> None:
    """However it is written: a report that does not name it says that everything else is right."""
    text = f"The precision of our fancy model surprisingly improved to {number}."
    found = em.verify_document(text)
    assert (found.claims, [text[one.span.start.offset : one.span.stop] for one in found.passed]) == ([], [number])
