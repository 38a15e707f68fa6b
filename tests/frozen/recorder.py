"""A plugin of pytest that writes down what the tests verify and ask `feasible`: `python -m tests.frozen record`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from importlib import import_module
from tempfile import gettempdir
from typing import Any

import pytest

from tests.frozen.sections import INPUTS, encoded
from tests.house.source import ROOT

WATCHED = {
    "document": ("exactmetrics.verification.verify", "verify_document"),
    "claims": ("exactmetrics.verification.verify_sheet", "verify_claims"),
    "feasible": ("exactmetrics.feasibility", "feasible"),
}
MOST = 20_000  # characters of a question: longer ones are tests of limits
ASKED: set[str] = set()


def watched(kind: str, call: Callable[..., Any]) -> Callable[..., Any]:
    def asked(*arguments: Any, **named: Any) -> Any:
        try:
            line = json.dumps([kind, encoded(list(arguments)), {key: encoded(value) for key, value in named.items()}])
        except (TypeError, OSError, UnicodeError):
            line = ""  # data of a kind that has no line, or a file that cannot be read
        if "verification/real" in os.environ.get("PYTEST_CURRENT_TEST", "") or "seconds" in named:
            line = ""  # the first have a section of their own; how far the second come is the clock's
        if 0 < len(line) <= MOST and gettempdir() not in line and str(ROOT) not in line:  # no path of this machine
            ASKED.add(line)
        return call(*arguments, **named)

    return asked


def pytest_configure(config: pytest.Config) -> None:
    """Watch the functions before a test imports them."""
    for kind, (module, name) in WATCHED.items():
        home = import_module(module)
        setattr(home, name, watched(kind, getattr(home, name)))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if exitstatus:
        return  # half of the questions are no record
    INPUTS.write_text("".join(f"{line}\n" for line in sorted(ASKED)), encoding="utf-8")
