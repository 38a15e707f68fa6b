"""Sentences about the work of others are not judged, whatever periods stand in them; those about the data are."""

from __future__ import annotations

import pytest

import exactmetrics as em
from exactmetrics.verification.claims.abbreviations import is_abbreviation

# 42 + 38 + 51 of 160 are right: accuracy 0.819; recall of dog 38/53 = 0.717.
MATRIX = (
    "Rows of the confusion matrix are the true classes.\n\n| | cat | dog | rabbit |\n|:--|--:|--:|--:|\n"
    "| cat | 42 | 5 | 3 |\n| dog | 9 | 38 | 6 |\n| rabbit | 2 | 4 | 51 |\n\n"
)


@pytest.mark.parametrize(
    "sentence",
    [
        "The baseline of Smith et al. (2019) has an accuracy of 0.702.",
        "The model of Jones et al. [7] has an accuracy of 0.702.",
        "In other papers (e.g. Lee) the accuracy is 0.702.",
        "Another net, cf. Lee, has an accuracy of 0.702.",
        "Another net, i.e. that of Dr. Lee, has an accuracy of 0.702.",
        "A baseline, resp. that of Prof. Lee, has an accuracy of 0.702.",
        "Bei anderen Modellen, z. B. dem von Lee, ist die Accuracy 0.702.",
        "Bei anderen Modellen, d. h. ohne Daten, ist die Accuracy 0.702.",
        "Avec d'autres modèles, p. ex. celui de Lee, accuracy = 0.702.",
        "Fig. 3 shows a recall of 0.70 for dog.",
        "Kumar (2020): accuracy 0.702.",
        "As in (Kumar, 2020), the accuracy is 0.702.",
        "SVM: accuracy 0.78.",
        "Logistic regression: accuracy 0.78.",
        "The same model had an accuracy of 0.75 last year.",
        "Two years ago the model had an accuracy of 0.75.",
        "The 2018 accuracy is 0.7.",
        "Exercise: for which matrix is the accuracy 0.9?",
        "Is the accuracy 0.9?",
    ],
)
def test_what_is_of_another_source_is_counted_and_not_judged(sentence: str) -> None:
    found = em.verify_document(MATRIX + sentence, format="markdown")
    assert (found.claims, found.worst) == ([], "ok")
    assert [one.why for one in found.passed] == ["about"]


@pytest.mark.parametrize(
    "sentence",
    [
        "See Tab. 2. The accuracy is 0.702.",
        "As in Eq. 3, the accuracy is 0.702.",
        "By Eq. (3), the accuracy is 0.702.",
        "Our model (see Sec. 2) has an accuracy of 0.702.",
        "The model mixes cats, dogs, etc. The accuracy is 0.702.",
        "Is that enough? No. The accuracy is 0.702.",
        "Others were better. The accuracy is 0.702.",
        "Results: accuracy 0.702.",
        "Solution: the accuracy is 0.702.",
        "Step 2: accuracy 0.702.",
        "For the 2019 samples: what of them? The accuracy is 0.702.",
        "What is the accuracy? It is simple: accuracy 0.702.",
    ],
)
def test_what_is_of_the_data_is_judged(sentence: str) -> None:
    found = em.verify_document(MATRIX + sentence, format="markdown")
    assert [(claim.printed, claim.word) for claim in found.claims] == [("0.702", "wrong")]


@pytest.mark.parametrize(("text", "kept"), [
    ("Smith et al. has.", "Smith et al. has|"),
    ("of class B. The recall", "of class B| The recall"),
    ("see Nr. 3. Then", "see Nr. 3| Then"),
    ("The answer is no. Then", "The answer is no| Then"),
    ("Hunde usw. Die", "Hunde usw| Die"),
    ("u. a. die, z.B. so. Und", "u. a. die, z.B. so| Und"),
    ("w.r.t. all, cf. Lee", "w.r.t. all, cf. Lee"),
    ("the cat. It, p. ex. vs. that", "the cat| It, p. ex. vs. that"),
])  # fmt: skip
def test_periods_of_abbreviations(text: str, kept: str) -> None:
    ends = {at for at, c in enumerate(text) if c == "." and not is_abbreviation(text, at)}
    assert "".join("|" if at in ends else c for at, c in enumerate(text)) == kept
