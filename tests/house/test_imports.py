"""Rooms import one way, heavy packages are imported where they belong, every module says what it is; and results hold
data: one table says what writes them, and no result leads to its writer by imports, however far.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib import import_module

import pytest

import exactmetrics
from exactmetrics._writers import WRITERS
from exactmetrics.derivation.shown import Shown
from tests.cases import each
from tests.house import places
from tests.house.imports import ORDER, faults, room
from tests.house.source import PACKAGE, files_of_tests, module_name, package_files

MODULES = {path.partition(":")[0] for path in WRITERS.values()}


def test_imports() -> None:
    found = []
    for path in package_files():
        found += faults(path.read_text(encoding="utf-8"), module_name(path), is_package=path.name == "__init__.py")
    assert found == []


def test_every_room_has_its_place() -> None:
    rooms = {room(module_name(path)) for path in package_files()} - {"", "__main__"}
    assert rooms <= set(ORDER)
    assert {path.name for path in PACKAGE.iterdir() if path.is_dir()} - {"__pycache__"} <= set(ORDER)


def test_the_folders_of_a_room_import_one_way() -> None:
    assert places.out_of_order(places.between_places(places.modules())) == []


def test_no_circle_in_a_room() -> None:
    files = places.modules()
    found = places.between_places(files)
    for group in places.circles(found):
        lines = [line for (start, end), reasons in found.items() if {start, end} <= set(group) for line in reasons]
        pytest.fail(f"a circle of {', '.join(group)}:\n" + "\n".join(lines))
    assert places.circles(places.edges(files)) == []


@each(("module", "line"), [
    ("exactmetrics.exact.values", "from exactmetrics.views.symbol import to_sympy"),
    ("exactmetrics.exact.values", "from exactmetrics import ConfusionMatrix"),
    ("exactmetrics.exact.values", "from exactmetrics import api"),
    ("exactmetrics.exact.values", "def f():\n    from exactmetrics.api import read"),
    ("exactmetrics.exact.values", "class A:\n    async def f(self):\n        from ..api import read"),
    ("exactmetrics.exact.values", "from ..matrix.blocks import Blocks"),
    ("exactmetrics.exact.values", "from .. import api"),
    ("exactmetrics.exact.values", "importlib.import_module('exactmetrics.api')"),
    ("exactmetrics.api", "import exactmetrics.metrics.registry"),
    ("exactmetrics.api", "from exactmetrics.attic import junk"), ("exactmetrics.api", "def f():\n    import sympy"),
    ("exactmetrics.api", "__import__('sympy.core')"), ("exactmetrics.views.value", "from sympy import Symbol"),
    ("exactmetrics.derivation.steps", "import jinja2"),
    ("exactmetrics.examples.load", "from rich.console import Console"), ("exactmetrics.api", "import click"),
    ("exactmetrics.api", "import requests"), ("exactmetrics.matrix.columns", "import numpy"),
    ("exactmetrics.climate", "import click"),
])  # fmt: skip
def test_a_fault_is_seen(module: str, line: str) -> None:
    assert len(faults(line, module)) == 1


@each(("module", "line"), [
    ("exactmetrics.api", "from .exact.values import Root\nfrom fractions import Fraction"),
    ("exactmetrics.views.symbol", "import sympy"), ("exactmetrics.derivation.sandbox", "import jinja2.sandbox"),
    ("exactmetrics.cli.options", "import click, rich.table\nfrom exactmetrics import __version__, ConfusionMatrix"),
    ("exactmetrics.matrix.columns", "def f():\n    import numpy as np"),
    ("exactmetrics.__main__", "from exactmetrics.cli import main"),
])  # fmt: skip
def test_what_is_allowed(module: str, line: str) -> None:
    assert faults(line, module) == []


def test_a_module_says_what_it_is() -> None:
    trees = {module_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in package_files()}
    assert [name for name, tree in trees.items() if not ast.get_docstring(tree)] == []
    names = {path.stem for path in [*package_files(), *files_of_tests()]}
    assert names & {"utils", "util", "helpers", "misc", "common"} == set()


def results() -> set[str]:
    """The modules that define what can be shown."""
    for name in exactmetrics.__all__:
        getattr(exactmetrics, name)
    waiting, found = [Shown], {Shown.__module__}
    while waiting:
        for cls in waiting.pop().__subclasses__():
            found.add(cls.__module__)
            waiting.append(cls)
    return {module for module in found if room(module) not in places.EXEMPT and module.startswith("exactmetrics.")}


def test_every_writer_is_there() -> None:
    for path in WRITERS.values():
        module, _, function = path.partition(":")
        assert callable(getattr(import_module(module), function)), path


@cache
def follows() -> dict[str, set[str]]:
    """What each module of the package imports."""
    found: dict[str, set[str]] = {}
    for name, other in places.edges({module_name(path): path for path in package_files()}, any_room=True):
        found.setdefault(name, set()).add(other)
    return found


def test_no_result_leads_to_a_writer() -> None:
    kept = places.modules()
    own = {name: others & kept.keys() for name, others in follows().items() if name in kept}
    assert len(results()) >= 4
    for module in results():
        assert not places.reached(module, own) & MODULES, module


def test_what_verification_finds_leads_to_no_report() -> None:
    """Its rooms keep no order yet, but none of what they find imports what writes it."""
    writers = {module for module in MODULES if module.startswith("exactmetrics.verification.report.")}
    assert len(writers) >= 4
    for name in ("verified", "checked", "passed", "remark"):
        assert not places.reached(f"exactmetrics.verification.{name}", follows()) & writers, name
