"""The page on scores: its sessions run, its commands print what is shown, and it names every metric."""

from __future__ import annotations

import pytest

from exactmetrics.metrics.score_registry import all_score_metrics
from tests.house.source import ROOT
from tests.pages import run_commands, run_sessions

PAGE = (ROOT / "docs" / "scores.md").read_text(encoding="utf-8")


def test_the_sessions_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run_sessions(PAGE, "scores.md") > 10


def test_the_commands_print_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run_commands(PAGE)


def test_every_metric_stands_in_the_page() -> None:
    assert [metric.name for metric in all_score_metrics() if f"`{metric.name}`" not in PAGE] == ["top_k_accuracy"]
    assert '"top_k_accuracy"' in PAGE
