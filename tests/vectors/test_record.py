"""The certification record is not believed unseen: whatever in it is not so is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from exactmetrics.vectors.certification import FILE
from exactmetrics.vectors.check import check
from tests.cases import each
from tests.vectors.files import only


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A small set of vectors, whole and right."""
    only(monkeypatch, tmp_path / "data", "error_rate")
    return tmp_path / "data"


def every_line(make: Callable[[str], str]) -> Callable[[Any], None]:
    def spoil(document: Any) -> None:
        document["certified"]["error_rate"] = [make(line) for line in document["certified"]["error_rate"]]
        document["counts"] = {}

    return spoil


SPOILT: dict[str, Callable[[Any], Any]] = {
    "one witness": every_line(lambda line: line.split(" ")[0] + " e"),
    "witnesses that nobody named": every_line(lambda line: line.split(" ")[0] + " eoz"),
    "other counts": lambda document: document["counts"].update(o=1),
    "another version": lambda document: document.update(version="9.9.9"),
    "a digest of no case": lambda document: document["certified"]["error_rate"].append("0123456789abcdef eo"),
    "a digest twice": lambda document: document["certified"]["error_rate"].append(
        document["certified"]["error_rate"][0]
    ),
}


@each("how", SPOILT)
def test_a_record_that_is_not_so_is_found(folder: Path, how: str) -> None:
    assert check(folder)[0] == []
    text = (folder / FILE).read_bytes()
    document = json.loads(text)
    SPOILT[how](document)
    (folder / FILE).write_text(json.dumps(document), encoding="utf-8")
    found, _ = check(folder)
    (folder / FILE).write_bytes(text)
    assert found
    assert {finding.file for finding in found} == {FILE}


@each("name", ["README.md", "clients/client.py", "clients/client.mjs"])
def test_what_stands_beside_the_data_is_compared_too(folder: Path, name: str) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    (folder / name).write_text(text.replace("1", "2", 1), encoding="utf-8")
    assert [finding.file for finding in check(folder)[0]] == [name]
    (folder / name).unlink()
    assert [str(finding) for finding in check(folder)[0]] == [f"{name}: the file is missing"]
    (folder / name).write_text(text, encoding="utf-8")
