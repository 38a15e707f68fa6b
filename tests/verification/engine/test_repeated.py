"""What a document prints a thousand times is diagnosed once, and said of every one of its places."""

from __future__ import annotations

from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.verification.diagnosis import diagnose
from tests.cases import each

MATRIX = "| true\\pred | cat | dog |\n|---|---|---|\n| cat | 30 | 10 |\n| dog | 5 | 55 |\n\n"


@each("printed", ["0.74", "0.75"])
def test_a_repeated_value_is_diagnosed_once(printed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(*given: Any, **options: Any) -> Any:
        asked.append(given[0])
        return diagnose(*given, **options)

    monkeypatch.setattr("exactmetrics.verification.judging.checked_claims.diagnose", counted)
    found = em.verify_document(MATRIX + f"The recall of class cat is {printed}.\n\n" * 50 + "Accuracy: 0.85")
    assert asked == [printed, "0.85"]
    assert len(found.claims) == 51
    assert len({tuple(hint.kind for hint in claim.hints) for claim in found.claims[:50]}) == 1
