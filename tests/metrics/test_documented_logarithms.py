"""The page about logarithms: its sessions and its command give what it shows."""

from __future__ import annotations

from pathlib import Path

from tests.pages import run_commands, run_sessions

PAGE = (Path(__file__).parents[2] / "docs" / "logarithms.md").read_text(encoding="utf-8")


def test_the_page_about_logarithms() -> None:
    assert run_sessions(PAGE, "logarithms.md") >= 9
    assert run_commands(PAGE) == 1
