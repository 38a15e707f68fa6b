"""The house stays small: short files, short functions, and a docstring that says what a module is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.source import ROOT, files_of_tests, package_files

FILE_LINES = 300
FUNCTION_LINES = 45


def label(path: Path) -> str:
    return str(path.relative_to(ROOT))


def long_functions(source: str) -> Iterator[tuple[str, int]]:
    """Functions over the limit, as (name, lines); a docstring does not count, for it should never be cut short."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if ast.get_docstring(node) is not None:
                lines -= (node.body[0].end_lineno or 0) - node.body[0].lineno + 1
            if lines > FUNCTION_LINES:
                yield node.name, lines


@pytest.mark.parametrize("path", [*package_files(), *files_of_tests()], ids=label)
def test_sizes(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.count("\n") <= FILE_LINES
    assert list(long_functions(source)) == []


@pytest.mark.parametrize("path", package_files(), ids=label)
def test_a_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), f"{label(path)} has no docstring"


def test_no_attic() -> None:
    names = {path.stem for path in [*package_files(), *files_of_tests()]}
    assert names & {"utils", "util", "helpers", "misc", "common"} == set()


def test_a_long_function_is_seen() -> None:
    body = '    """Say.\n\n    more\n    """\n' + "    x = 1\n" * FUNCTION_LINES
    assert list(long_functions("def f():\n" + body)) == [("f", FUNCTION_LINES + 1)]
