"""The page on samples with any number of labels: its sessions run, and its commands print what is shown."""

from __future__ import annotations

import doctest
import re
import shlex

import pytest

from exactmetrics.metrics.multilabel_names import READINGS
from tests.cli.run import run
from tests.house.source import ROOT

PAGE = (ROOT / "docs" / "multilabel.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_sessions_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    session = "\n".join(text for language, text in BLOCK.findall(PAGE) if language == "pycon")
    test = doctest.DocTestParser().get_doctest(session, {}, "multilabel.md", "multilabel.md", 0)
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


def test_every_name_stands_in_the_page() -> None:
    assert [name for name in READINGS if f"`{name}`" not in PAGE] == []
