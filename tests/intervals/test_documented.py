"""The page on intervals: its sessions run, and its commands print what is shown."""

from __future__ import annotations

from tests.house.source import ROOT
from tests.pages import run_commands, run_sessions

PAGE = (ROOT / "docs" / "intervals.md").read_text(encoding="utf-8")


def test_the_sessions_run() -> None:
    assert run_sessions(PAGE, "intervals.md") > 10


def test_the_commands_print_what_is_shown() -> None:
    assert run_commands(PAGE) == 3
