"""The page on scores: its sessions run, its commands print what is shown, and it names every metric."""

from __future__ import annotations

import doctest
import re
import shlex

import pytest

from exactmetrics.metrics.score_registry import all_score_metrics
from tests.cli.run import run
from tests.house.source import ROOT

PAGE = (ROOT / "docs" / "scores.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_sessions_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    session = "\n".join(text for language, text in BLOCK.findall(PAGE) if language == "pycon")
    test = doctest.DocTestParser().get_doctest(session, {}, "scores.md", "scores.md", 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner().run(test, out=report.append)
    assert outcome.attempted > 10
    assert outcome.failed == 0, "".join(report)


def test_the_commands_print_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = [text for _, text in BLOCK.findall(PAGE) if text.startswith("$ ")]
    assert shown
    for text in shown:
        command, _, page = text.removeprefix("$ exactmetrics ").partition("\n")
        assert run(*shlex.split(command)).stdout == page


def test_every_metric_stands_in_the_page() -> None:
    assert [metric.name for metric in all_score_metrics() if f"`{metric.name}`" not in PAGE] == ["top_k_accuracy"]
    assert '"top_k_accuracy"' in PAGE
