"""The page on samples with any number of labels: its sessions run, and its commands print what is shown."""

from __future__ import annotations

import pytest

from exactmetrics.metrics.multilabel_names import READINGS
from tests.house.source import ROOT
from tests.pages import run_commands, run_sessions

PAGE = (ROOT / "docs" / "multilabel.md").read_text(encoding="utf-8")


def test_the_sessions_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run_sessions(PAGE, "multilabel.md") > 10


def test_the_commands_print_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run_commands(PAGE)


def test_every_name_stands_in_the_page() -> None:
    assert [name for name in READINGS if f"`{name}`" not in PAGE] == []
