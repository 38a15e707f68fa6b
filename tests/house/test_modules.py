"""Every module of the package says what it is, and none is a place for what belongs nowhere."""

from __future__ import annotations

import ast

from tests.house.source import files_of_tests, module_name, package_files


def test_a_module_says_what_it_is() -> None:
    silent = [
        module_name(p) for p in package_files() if not ast.get_docstring(ast.parse(p.read_text(encoding="utf-8")))
    ]
    assert silent == []


def test_no_attic() -> None:
    names = {path.stem for path in [*package_files(), *files_of_tests()]}
    assert names & {"utils", "util", "helpers", "misc", "common"} == set()
