"""A stream is read whole up to the limit, and not a byte beyond it."""

from __future__ import annotations

import io

import pytest

from exactmetrics.exact import limits
from exactmetrics.exact.errors import InputError


@pytest.mark.parametrize("known", [b"", b"ab"])
def test_a_stream_is_read_up_to_the_limit(monkeypatch: pytest.MonkeyPatch, known: bytes) -> None:
    monkeypatch.setattr(limits, "LARGEST_FILE", 10)
    for size in (0, 9, 10):
        assert limits.bounded(io.BytesIO(b"x" * (size - len(known))), "it", known) == known + b"x" * (size - len(known))
    for size in (11, 12, 1000):
        stream = io.BytesIO(b"x" * (size - len(known)))
        with pytest.raises(InputError, match="it is larger than 0 MB; give label columns in a file"):
            limits.bounded(stream, "it", known)
        assert stream.tell() == 11 - len(known)
