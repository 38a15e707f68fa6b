"""Documents as people write them: nothing right is accused, and of what is altered in them most is found."""

from __future__ import annotations

import pytest

from tests.cases import each, sample
from tests.verification.real.corpus import Document, altered, documents, errors_of, stored_bytes

STORED = [one for one in documents() if one.stored]
# Of a hundred altered numbers: those in an equality, and all, of which many stand in printouts that nobody reads yet.
LEAST = {"equality": 70, "": 45}


@each("document", sample(STORED, 40), ids=lambda document: document.name)
def test_nothing_right_is_accused(document: Document) -> None:
    lines = {line for line, _ in document.wrong}
    assert [one for one in errors_of(stored_bytes(document), document.name) if one[0] not in lines] == []


@pytest.mark.long
def test_altered_numbers_are_found() -> None:
    by_id = {one.id: one for one in STORED}
    asked = [one for one in altered() if one["document"] in by_id]
    found = [is_found(by_id[one["document"]], one) for one in asked]
    for shape, least in LEAST.items():
        of_shape = [hit for one, hit in zip(asked, found, strict=True) if shape in one["shape"]]
        assert 100 * sum(of_shape) >= least * len(of_shape), (shape, sum(of_shape), len(of_shape))


def is_found(document: Document, one: dict[str, str | int]) -> bool:
    """Whether an error is reported in the line of the altered number."""
    lines, at, column = stored_bytes(document).decode("utf-8").split("\n"), int(one["line"]) - 1, int(one["column"]) - 1
    before, behind = lines[at][:column], lines[at][column:]
    assert behind.startswith(str(one["printed"]))
    lines[at] = f"{before}{one['altered']}{behind.removeprefix(str(one['printed']))}"
    return any(line == one["line"] for line, _, _ in errors_of("\n".join(lines).encode(), document.name))
