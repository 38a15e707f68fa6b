"""Annotations of a build: one line each, and what is written comes back from the escaping that the runner undoes."""

from __future__ import annotations

import re

from exactmetrics.verification.verify import verify_document
from tests.verification.report.written import hostile_document

COMMAND = re.compile(r"::(?P<command>error|warning|notice) (?P<properties>[^:]*)::(?P<message>.*)")


def undone(text: str) -> str:
    """What the runner makes of it: GitHub's `unescapeProperty` (actions/runner, ActionCommand.cs)."""
    for written, meant in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(written, meant)
    return text


def read(line: str) -> tuple[str, dict[str, str], str]:
    found = COMMAND.fullmatch(line)
    assert found is not None, line
    pairs = [pair.split("=", 1) for pair in found["properties"].split(",")]
    return found["command"], {name: undone(value) for name, value in pairs}, undone(found["message"])


def test_an_annotation_says_where_and_what() -> None:
    checked = verify_document("one\nand 4/6 = 0.66, 1/2 = 50,1%", claims=False)
    checked.path = "docs/a, b: 100%.md"
    lines = checked.to_github().splitlines()
    command, place, message = read(lines[0])
    assert command == "warning"
    assert place["file"] == "docs/a, b: 100%.md"
    assert (place["line"], place["col"], place["endColumn"]) == ("2", "11", "15")
    assert place["title"] == "truncated: the other side gives 2/3 ≈ 0.67, not 0.66"
    assert "the other side gives 2/3 ≈ 0.67, not 0.66" in message.splitlines()


def test_a_document_cannot_write_commands() -> None:
    lines = hostile_document().to_github().splitlines()
    found = [read(line) for line in lines[:-1]]
    counted = hostile_document().coverage
    assert len(found) == sum(1 for _ in hostile_document().of_level("warn", "error", "note")) - counted.unread
    assert not lines[-1].startswith("::")
    assert all(ch.isprintable() for line in lines for ch in line)


def test_a_file_name_cannot_write_commands() -> None:
    for name in ("::stop-commands::x.md", " ::add-mask::y.md", "a##[error]y.md"):
        checked = verify_document("4/6 = 0.66")
        checked.path = name
        *_, last = checked.to_github().splitlines()
        for line in (last, *checked.to_text().splitlines()):
            assert not line.startswith("::")
            assert "##[" not in line
        assert not last.lstrip().startswith("::")
