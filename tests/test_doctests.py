"""The examples in the docstrings of the package run, room by room."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from tests.house.source import PACKAGE, ROOT, module_name, package_files

ROOMS = sorted({path.relative_to(PACKAGE).parts[0] for path in package_files()})


@pytest.mark.parametrize("room", ROOMS)
def test_examples_in_docstrings_run(room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # some read the files of docs/
    report: list[str] = []
    runner = doctest.DocTestRunner()
    for path in package_files():
        if path.relative_to(PACKAGE).parts[0] == room and path.name != "__main__.py":
            module = import_module(module_name(path))
            for test in doctest.DocTestFinder().find(module):
                runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)
