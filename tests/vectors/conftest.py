"""A small set of vectors that a test may spoil."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vectors.files import only


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The files as they would be with one metric, whole and right."""
    return only(monkeypatch, tmp_path / "data", "error_rate")
