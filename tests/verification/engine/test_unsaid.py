"""Values without a class: which class or average they are about as far as they show it; no accusation at random.

Recall of cat is 40/50, of dog 45/50; precision of cat 40/45 = 0.889, of dog 45/55 = 0.818; F1 0.842 and 0.857; the
means are 0.85, 0.854 and 0.850. With three classes (8 1 1; 2 6 2; 1 1 8): macro recall 22/30 = 0.733, precision 0.735.
"""

from __future__ import annotations

from typing import Any

import exactmetrics as em
from tests.cases import each

TWO = "The confusion matrix:\n\n| true \\ predicted | cat | dog |\n|--|--|--|\n| cat | 40 | 10 |\n| dog | 5 | 45 |\n\n"
THREE = (
    "The confusion matrix:\n\n| true \\ predicted | cat | dog | bird |\n|--|--|--|--|\n| cat | 8 | 1 | 1 |\n"
    "| dog | 2 | 6 | 2 |\n| bird | 1 | 1 | 8 |\n\n"
)


def said(text: str, **more: Any) -> str:
    """What is claimed but the accuracy: the digits, the class or average they are read of, "!" where that is wrong."""
    found = em.verify_document(text, format="markdown", **more)
    claims = [c for c in found.claims if c.question.metric not in (None, "accuracy")]
    return ", ".join(
        f"{c.printed} {c.question.label or c.question.options.get('average')}{'!' * (c.level == 'error')}"
        for c in claims
    )


@each(
    ("text", "expected"),
    [
        ("Precision: 0.889\n\nRecall: 0.800\n\nF1: 0.842", "0.889 cat, 0.800 cat, 0.842 cat"),
        ("Precision: 0.818\n\nRecall: 0.900\n\nF1: 0.777", "0.818 dog, 0.900 dog, 0.777 dog!"),
        # the recall of the other class, among values of this one
        (
            "Precision: 0.889\n\nF1: 0.842\n\nNPV: 0.818\n\nRecall: 0.900",
            "0.889 cat, 0.842 cat, 0.818 cat, 0.900 cat!",
        ),
        # one value shows its own class and no other
        ("Precision: 0.889\n\nRecall: 0.777", "0.889 cat"),
        ("Precision: 0.555\n\nRecall: 0.777", ""),
        # a mean beside values of a class
        ("Precision: 0.889\n\nRecall: 0.800\n\nF1: 0.850", "0.889 cat, 0.800 cat, 0.850 macro"),
        # values of both classes, none of which is said
        (
            "Precision: 0.889\n\nRecall: 0.800\n\nPrecision: 0.818\n\nRecall: 0.900",
            "0.889 cat, 0.800 cat, 0.818 dog, 0.900 dog",
        ),
    ],
)
def test_two_classes_none_of_which_is_called_positive(text: str, expected: str) -> None:
    assert said(TWO + text) == expected


def test_it_is_said_which_class_is_taken_for_the_positive_one() -> None:
    found = em.verify_document(TWO + "Precision: 0.889\n\nRecall: 0.800", format="markdown")
    assert [(one.kind, one.facts) for one in found.remarks] == [
        ("positive-read", {"label": "cat", "fit": 2, "of": 2, "other": 0})
    ]
    for language in ("en", "es", "ar"):
        assert "cat" in found.remarks[0].text(language)


def test_what_is_not_shown_is_passed_over_with_its_reason() -> None:
    found = em.verify_document(TWO + "Precision: 0.555", format="markdown")
    assert (found.claims, [one.why for one in found.passed]) == ([], ["class"])


@each(
    ("text", "expected"),
    [
        ("Precision: 0.735\n\nRecall: 0.733", "0.735 macro, 0.733 macro"),
        ("Precision: 0.735\n\nRecall: 0.555", ""),  # one may be chance
        ("Precision: 0.735\n\nRecall: 0.733\n\nF1: 0.555", "0.735 macro, 0.733 macro"),
    ],
)
def test_of_more_classes_only_an_average_that_two_metrics_fit_is_taken(text: str, expected: str) -> None:
    assert said(THREE + text) == expected


def test_given_data_are_asked_too() -> None:
    data = em.ConfusionMatrix([[40, 10], [5, 45]], labels=["cat", "dog"])
    assert said("Precision: 0.889. Recall: 0.800. F1: 0.777.", data=data) == "0.889 cat, 0.800 cat, 0.777 cat!"
