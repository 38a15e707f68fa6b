"""The page on `compat`: its sessions run, and it names every function."""

from __future__ import annotations

import doctest
import inspect
import re

from exactmetrics.compat import sklearn as exact
from tests.house.source import ROOT

PAGE = (ROOT / "docs" / "compat.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```pycon\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_sessions_run() -> None:
    test = doctest.DocTestParser().get_doctest("\n".join(BLOCK.findall(PAGE)), {}, "compat.md", "compat.md", 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner().run(test, out=report.append)
    assert outcome.attempted > 10
    assert outcome.failed == 0, "".join(report)


def test_every_function_stands_in_the_page() -> None:
    functions = [name for name in exact.__all__ if inspect.isfunction(getattr(exact, name))]
    assert [name for name in functions if f"`{name}`" not in PAGE] == []
