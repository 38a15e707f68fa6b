"""The page on `compat`: its sessions run, and it names every function."""

from __future__ import annotations

import inspect

from exactmetrics.compat import sklearn as exact
from tests.house.source import ROOT
from tests.pages import run_sessions

PAGE = (ROOT / "docs" / "compat.md").read_text(encoding="utf-8")


def test_the_sessions_run() -> None:
    assert run_sessions(PAGE, "compat.md") > 10


def test_every_function_stands_in_the_page() -> None:
    functions = [name for name in exact.__all__ if inspect.isfunction(getattr(exact, name))]
    assert [name for name in functions if f"`{name}`" not in PAGE] == []
