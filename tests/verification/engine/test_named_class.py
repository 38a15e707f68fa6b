"""Rates of a positive class that is not said: the class that all other values of the document are about holds them.

Recall of cat is 40/50, of dog 45/50; precision of cat 40/45 = 0.889, of dog 45/55 = 0.818. So the specificity of cat is
0.9 and that of dog 0.8, the false positive rate of cat is 0.1 and that of dog 0.2; the negative predictive value of cat
is 0.818. F1 is 0.842 for cat, 0.857 for dog.
"""

from __future__ import annotations

from tests.cases import each
from tests.verification.engine.test_unsaid import TWO, said

DEFECT = TWO.replace("cat", "defect").replace("dog", "fine")


@each(
    ("text", "expected"),
    [
        # right ones stay right
        (
            "Precision (cat): 0.889. Recall (cat): 0.800. Specificity: 0.900.",
            "0.889 cat, 0.800 cat, 0.900 cat",
        ),
        ("Precision (dog): 0.818. Recall (dog): 0.900. Specificity: 0.800.", "0.818 dog, 0.900 dog, 0.800 dog"),
        # the value of the other class, which the page is not about
        (
            "Precision (cat): 0.889. Recall (cat): 0.800. Specificity: 0.800.",
            "0.889 cat, 0.800 cat, 0.800 cat!",
        ),
        ("Precision (cat): 0.889. Recall (cat): 0.800. FPR: 0.200.", "0.889 cat, 0.800 cat, 0.200 cat!"),
        ("Precision (cat): 0.889.\n\nF1: 0.842.\n\nSpecificity: 0.800.", "0.889 cat, 0.842 cat, 0.800 cat!"),
        # only one metric names a class
        ("Recall (cat): 0.800. Specificity: 0.800.", "0.800 cat, 0.800 dog"),
        # the other class is named too
        (
            "Precision (cat): 0.889. Recall (cat): 0.800. Recall (dog): 0.900. Specificity: 0.800.",
            "0.889 cat, 0.800 cat, 0.900 dog, 0.800 dog",
        ),
        # recall and precision of the other class are printed beside those of the first one
        ("Precision (cat): 0.889. Recall (cat): 0.800. Recall: 0.900.", "0.889 cat, 0.800 cat, 0.900 dog"),
        ("Precision (cat): 0.889. Recall (cat): 0.800.\n\nRecall: 0.777.", "0.889 cat, 0.800 cat"),
        # an average
        ("Precision (cat): 0.889. Recall (cat): 0.800. Specificity: 0.850.", "0.889 cat, 0.800 cat, 0.850 macro"),
        # the named values are wrong themselves
        ("Precision (cat): 0.777. Recall (cat): 0.666. Specificity: 0.800.", "0.777 cat!, 0.666 cat!, 0.800 dog"),
    ],
)
def test_the_class_that_all_values_name(text: str, expected: str) -> None:
    assert said(TWO + text) == expected


@each(
    ("text", "expected"),
    [
        # the name of the class says that it is the positive one, and two metrics show that it is meant
        ("Precision: 0.889. F1: 0.842. Recall: 0.900.", "0.889 defect, 0.842 defect, 0.900 defect!"),
        ("Precision: 0.889. F1: 0.842. Recall: 0.800.", "0.889 defect, 0.842 defect, 0.800 defect"),
        # one metric shows nothing
        ("Precision: 0.889. Recall: 0.900.", "0.889 defect, 0.900 fine"),
        # the document takes the other class for the positive one
        ("Precision: 0.818. F1: 0.857. Recall: 0.900.", "0.818 fine, 0.857 fine, 0.900 fine"),
    ],
)
def test_a_class_whose_name_says_that_it_is_positive(text: str, expected: str) -> None:
    assert said(DEFECT + text) == expected
