"""What a sentence says of the rows of a matrix: each half by its own noun; where it is not sure, nothing."""

from __future__ import annotations

import exactmetrics as em
from tests.cases import each


def rows_in(text: str) -> str:
    """What the rows of the matrix below a sentence are taken for."""
    return em.verify_document(f"The confusion matrix.\n\n{text}\n\n{MATRIX}", format="markdown").data[0].orientation


MATRIX = "| | cat | dog |\n|--|--|--|\n| cat | 30 | 10 |\n| dog | 20 | 40 |\n\n"


@each(
    "text",
    [
        "Rows are the sky, columns the weather.",
        "The target column is the species.",  # of a table of samples
        "We add a column with the predicted values.",
        "Each row is a flower whose species we predict.",
        "Each row shows what the model made of one true class.",
        "Each row shows the predictions for one true class.",
        "Rows are true classes, columns are true classes.",
        "Rows and columns of the confusion matrix have the same order.",
        "我们对测试集进行预测",  # 进行 is one word
        "예측을 수행한다",
    ],
)
def test_what_is_not_said_is_not_read(text: str) -> None:
    assert rows_in(text) == "unknown"


@each(("said", "worst"), [
    ("Here is the confusion matrix; rows are what happened, columns what was predicted.", "ok"),
    ("Here is the confusion matrix; rows are what was predicted, columns what happened.", "error"),
])  # fmt: skip
def test_claims_are_judged_as_the_sentence_says(said: str, worst: str) -> None:
    """Recall of cat is 30/40 with true classes in rows, precision 30/50; 0.750 and 0.600 the other way round."""
    text = f"{said}\n\n{MATRIX}The recall of cat is 0.75 and the precision of dog is 0.8.\n"
    found = em.verify_document(text, format="markdown")
    assert (found.worst, len(found.claims), found.data[0].rows_by) == (worst, 2, "words")
