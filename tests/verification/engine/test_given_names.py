"""Classes of given data are known to the recogniser; standard input is decoded as files are."""

from __future__ import annotations

from exactmetrics.verification.verify import verify_document
from tests.cli.run import run


def test_classes_that_only_the_data_name_are_recognised() -> None:
    """Recall of cat 3/4, precision of dog 2/3, recall of K 4/4."""
    text = "Recall of cat = 0.10, precision of dog = 0.11. Recall of K = 0.544."
    found = verify_document(text, data=[[3, 1, 0], [0, 2, 0], [0, 0, 4]], labels=["cat", "dog", "K"])
    assert [(claim.question.label, claim.word) for claim in found.claims] == [
        ("cat", "wrong"), ("dog", "wrong"), ("K", "wrong"),
    ]  # fmt: skip


def test_standard_input_may_be_utf16() -> None:
    assert run("verify", "-", stdin="4/6 = 0.66\n".encode("utf-16")).stdout.startswith("-:1:7: warning: truncated")
