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


def test_what_only_the_other_reading_explains_does_not_pass_silently() -> None:
    found = verify_document(BARE + SWAPPED, format="markdown")
    assert [claim.word for claim in found.claims] == ["rounded", "exact", "rounded"]
    assert (found.worst, found.data[0].orientation, found.data[0].rows_by) == ("note", "predicted", "claims")
    assert found.data[0].fits == (2, 2, 0)
    (remark,) = found.remarks
    assert remark.kind == "rows-read"
    report = found.to_text(width=400)
    assert "note: The document does not say what the rows of the confusion matrix are." in report
    assert "with rows as predicted classes 2 of the 2 claims that depend on it fit, the other way 0" in report
    for text in (found.to_markdown(), found.to_html(), found.to_github()):
        assert "2 of the 2 claims" in text


def test_the_other_reading_is_said_as_well_where_rows_are_read_as_true_classes() -> None:
    found = verify_document(BARE + RECALLS, format="markdown")
    assert (found.data[0].orientation, found.data[0].fits) == ("true", (2, 2, 0))
    assert [remark.facts["side"] for remark in found.remarks] == ["true"]


def test_words_of_the_document_decide() -> None:
    found = verify_document(SAID + SWAPPED, format="markdown")
    assert [claim.word for claim in found.claims] == ["wrong", "wrong", "rounded"]
    assert (found.remarks, found.data[0].rows_by) == ([], "words")
    assert "rows are the true classes, as the document says" in found.to_text(width=400)


def test_nothing_is_remarked_where_no_claim_depends_on_it() -> None:
    found = verify_document(BARE + "Accuracy is 0.819.\n", format="markdown")
    assert (found.remarks, found.data[0].rows_by, found.worst) == ([], "open", "ok")
    assert "no claim depends on it" in found.to_text(width=400)


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
