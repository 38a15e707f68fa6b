"""What the rows of a matrix are: said by the document, asked for, or read as the claims fit, and then said so."""

from __future__ import annotations

from pathlib import Path

import pytest

from exactmetrics.exact.errors import UsageError
from exactmetrics.verification.verify import verify_document
from tests.cases import each

# Rows as true classes: recall of cat 42/50, precision of cat 42/53; of rabbit 51/57 and 51/60.
TABLE = (
    "|  | cat | dog | rabbit |\n|---|---|---|---|\n"
    "| cat | 42 | 5 | 3 |\n| dog | 9 | 38 | 6 |\n| rabbit | 2 | 4 | 51 |\n\n"
)
BARE = "The confusion matrix:\n\n" + TABLE
SAID = "Rows of the confusion matrix are the true classes.\n\n" + TABLE
RECALLS = "Recall of cat is 0.84. Recall of rabbit is 0.895. Accuracy is 0.819.\n"
SWAPPED = "Recall of cat is 0.792. Recall of rabbit is 0.85. Accuracy is 0.819.\n"


def test_words_of_the_document_decide() -> None:
    found = verify_document(SAID + SWAPPED, format="markdown")
    assert [claim.word for claim in found.claims] == ["wrong", "wrong", "rounded"]
    assert (found.remarks, found.data[0].rows_by) == ([], "words")
    assert "rows are the true classes, as the document says" in found.to_text(width=400)


@each(("side", "text", "words"), [
    ("true", RECALLS, ["exact", "rounded", "rounded"]), ("predicted", RECALLS, ["wrong", "wrong", "rounded"]),
    ("true", SWAPPED, ["wrong", "wrong", "rounded"]), ("predicted", SWAPPED, ["rounded", "exact", "rounded"]),
])  # fmt: skip
def test_it_can_be_said_from_outside(side: str, text: str, words: list[str]) -> None:
    found = verify_document(BARE + text, format="markdown", orientation=side)  # type: ignore[arg-type]
    assert [claim.word for claim in found.claims] == words
    assert (found.remarks, found.data[0].rows_by, found.data[0].orientation) == ([], "asked", side)


def test_it_holds_for_given_data(tmp_path: Path) -> None:
    file = tmp_path / "matrix.csv"
    file.write_text(",cat,dog,rabbit\ncat,42,5,3\ndog,9,38,6\nrabbit,2,4,51\n", encoding="utf-8")
    for data in (file, [[42, 5, 3], [9, 38, 6], [2, 4, 51]]):
        names = ["cat", "dog", "rabbit"]
        text = BARE + SWAPPED
        assert verify_document(text, format="markdown", data=data, labels=names).claims[0].word == "wrong"
        found = verify_document(text, format="markdown", data=data, labels=names, orientation="predicted")
        assert [claim.word for claim in found.claims] == ["rounded", "exact", "rounded"]
    with pytest.raises(UsageError, match="not 'up'"):
        verify_document(BARE, orientation="up")  # type: ignore[arg-type]
