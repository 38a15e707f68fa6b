"""Classes of a matrix without headings: named by the words right before it, by code, or by numbers; never guessed."""

from __future__ import annotations

from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.verify import verify_document
from tests.cases import each


def labels(text: str, format: str) -> list[tuple[object, ...]]:
    return [tuple(found.labels) for found in recognised(source_of(text, format)).data]


MATRIX = (
    "Given the confusion matrix $\\begin{bmatrix} 12 & 3 & 1 \\\\ 2 & 17 & 5 \\\\ 4 & 1 & 25 \\end{bmatrix}$ "
    "(rows are actual classes) we get\n\n"
)


@each(
    "said",
    [
        "$\\text{recall}_1 = 12/16 = 0.708$ and $\\text{recall}_2 = 0.750$.",  # which is the first?
        "$\\text{recall}_1 = 0.708$, $\\text{recall}_2 = 0.750$ and $\\text{recall}_3 = 0.9$.",  # of three models?
    ],
)
def test_numbers_that_are_not_sure_to_be_classes_name_none(said: str) -> None:
    text = MATRIX + said
    found = verify_document(text, format="latex")
    assert [tuple(one.labels) for one in found.data] == [(0, 1, 2)]
    assert not [claim for claim in found.claims if claim.word]


TABLE = (
    "| actual \\ predicted | N | S | E |\n|--|--|--|--|\n| N | 10 | 2 | 3 |\n| S | 1 | 20 | 4 |\n| E | 2 | 2 | 16 |\n\n"
)


def test_a_class_that_is_a_letter_and_a_word_is_the_class_in_its_place() -> None:
    text = TABLE + "The recall of E is 0.8. The precision of E is $\\frac{16}{23} = 0.696$. Recall of S: 0.8.\n"
    claims = verify_document(text, format="markdown").claims
    assert [(claim.question.metric, claim.question.options.get("label"), claim.word) for claim in claims] == [
        ("recall", "E", "exact"),
        ("precision", "E", "rounded"),
        ("recall", "S", "exact"),
    ]


CATS = "| actual \\ predicted | cat | dog |\n|--|--|--|\n| cat | 30 | 10 |\n| dog | 5 | 35 |\n\nA confusion matrix.\n\n"


@each(
    ("said", "labels"),
    [
        ("The recall of cat is 0.75, its precision 0.857.", ["cat", "cat"]),  # 30/40, 30/35
        ("The recall of cat is 0.75 and its precision is 0.857.", ["cat", "cat"]),
        ("The recall of cat is above that of dog, its precision is 0.5.", []),  # of which of the two?
    ],
)
def test_its_goes_back_to_the_only_class_of_the_sentence(said: str, labels: list[str]) -> None:
    found = verify_document(CATS + said, format="markdown")
    assert [claim.question.options.get("label") for claim in found.claims if claim.word] == labels
    assert found.worst in ("ok", "note")
