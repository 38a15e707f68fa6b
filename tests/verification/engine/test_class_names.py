"""Classes of given data and of the document under different names: matched where it is sure, said where it is not."""

from __future__ import annotations

import pytest

from exactmetrics.exact.errors import UsageError
from exactmetrics.verification.verify import verify_document
from tests.cases import each

ROWS = [[42, 5, 3], [9, 38, 6], [2, 4, 51]]


def table(*names: str, rows: list[list[int]] = ROWS) -> str:
    lines = [f"| actual \\ predicted | {' | '.join(names)} |", "|---|---|---|---|"]
    lines += [f"| {name} | {' | '.join(map(str, row))} |" for name, row in zip(names, rows, strict=True)]
    return "\n".join(lines) + "\n\n"


def scores(*names: str) -> str:
    """Recall 42/50, 38/53, 51/57; the second one is wrong."""
    lines = ["| class | recall |", "|---|---|"]
    lines += [f"| {name} | {printed} |" for name, printed in zip(names, ("0.840", "0.809", "0.895"), strict=True)]
    return "\n".join(lines)


WORDS = ["exact", "wrong", "rounded"]


@each("names", [("cat", "dog", "rabbit"), ("Katze", "Hund", "Hase")])
def test_the_matrix_of_the_document_shows_which_class_is_which(names: tuple[str, str, str]) -> None:
    """As in given rows without names, or with other ones; and the same counts by rows of predicted classes."""
    from exactmetrics import ConfusionMatrix

    for data in ("42 5 3; 9 38 6; 2 4 51", ROWS, ConfusionMatrix(ROWS, labels=["x", "y", "z"])):
        found = verify_document(table(*names) + scores(*names), format="markdown", data=data)
        assert [claim.word for claim in found.claims if claim.question.metric] == WORDS
        assert found.remarks == []


def test_numbered_classes_are_those_of_the_documents_matrix_by_position() -> None:
    other = [[41, 6, 3], [9, 38, 6], [2, 4, 51]]
    text = table("cat", "dog", "rabbit", rows=other) + scores("cat", "dog", "rabbit")
    found = verify_document(text, format="markdown", data=ROWS)
    assert [claim.word for claim in found.claims if claim.question.metric] == WORDS


def test_names_can_be_given() -> None:
    text = scores("cat", "dog", "rabbit")
    found = verify_document(text, format="markdown", data=ROWS, labels=["cat", "dog", "rabbit"])
    assert ([claim.word for claim in found.claims], found.remarks) == (WORDS, [])
    with pytest.raises(UsageError, match="3 classes, and 2 names"):
        verify_document(text, format="markdown", data=ROWS, labels=["cat", "dog"])
