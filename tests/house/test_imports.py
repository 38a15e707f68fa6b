"""Rooms import one way, and heavy packages are imported where they belong."""

from __future__ import annotations

import pytest

from tests.cases import each
from tests.house import places
from tests.house.imports import ORDER, faults, room
from tests.house.source import PACKAGE, module_name, package_files


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


@each(
    ("module", "line"),
    [
        ("exactmetrics.exact.values", "from exactmetrics.views.symbol import to_sympy"),
        ("exactmetrics.exact.values", "from exactmetrics import ConfusionMatrix"),
        ("exactmetrics.exact.values", "from exactmetrics import api"),
        ("exactmetrics.exact.values", "def f():\n    from exactmetrics.api import read"),
        ("exactmetrics.exact.values", "class A:\n    async def f(self):\n        from ..api import read"),
        ("exactmetrics.exact.values", "from ..matrix.blocks import Blocks"),
        ("exactmetrics.exact.values", "from .. import api"),
        ("exactmetrics.exact.values", "importlib.import_module('exactmetrics.api')"),
        ("exactmetrics.api", "import exactmetrics.metrics.registry"),
        ("exactmetrics.api", "from exactmetrics.attic import junk"),
        ("exactmetrics.api", "def f():\n    import sympy"),
        ("exactmetrics.api", "__import__('sympy.core')"),
        ("exactmetrics.views.value", "from sympy import Symbol"),
        ("exactmetrics.derivation.steps", "import jinja2"),
        ("exactmetrics.examples.load", "from rich.console import Console"),
        ("exactmetrics.api", "import click"),
        ("exactmetrics.api", "import requests"),
        ("exactmetrics.matrix.columns", "import numpy"),
        ("exactmetrics.climate", "import click"),
    ],
)
def test_a_fault_is_seen(module: str, line: str) -> None:
    assert len(faults(line, module)) == 1


@each(
    ("module", "line"),
    [
        ("exactmetrics.api", "from .exact.values import Root\nfrom fractions import Fraction"),
        ("exactmetrics.views.symbol", "import sympy"),
        ("exactmetrics.derivation.render", "import jinja2.sandbox"),
        ("exactmetrics.cli.options", "import click, rich.table\nfrom exactmetrics import __version__, ConfusionMatrix"),
        ("exactmetrics.matrix.columns", "def f():\n    import numpy as np"),
        ("exactmetrics.__main__", "from exactmetrics.cli import main"),
    ],
)
def test_what_is_allowed(module: str, line: str) -> None:
    assert faults(line, module) == []
