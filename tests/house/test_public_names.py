"""The public names: complete, lazy, and the same whatever was imported before."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest

import exactmetrics
from tests.cases import each
from tests.house.source import PACKAGE, ROOT


def test_the_three_lists_agree() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    typed = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("exactmetrics.")
        for alias in node.names
    }
    assert typed == exactmetrics._HOMES
    assert sorted(exactmetrics.__all__) == sorted(exactmetrics._HOMES)


@each("name", exactmetrics.__all__)
def test_a_public_name_comes_from_its_room(name: str) -> None:
    room = __import__(exactmetrics._HOMES[name], fromlist=[name])
    assert getattr(exactmetrics, name) is getattr(room, name)


def test_dir_names_them_without_loading() -> None:
    assert set(dir(exactmetrics)) == {*exactmetrics.__all__, "__version__"}


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="'exactmetrics' has no attribute 'accuracy_score'"):
        exactmetrics.accuracy_score  # type: ignore[attr-defined]  # noqa: B018


@each(
    "before",
    ["pass", "import exactmetrics.metrics", "from exactmetrics.api import ConfusionMatrix", "em.ConfusionMatrix"],
)
def test_metrics_is_the_function_whatever_was_imported_before(before: str) -> None:
    after = "from exactmetrics.metrics import definitions\nprint(callable(em.metrics))"
    code = f"import exactmetrics as em\n{before}\n{after}"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stdout.strip() == "True", run.stderr


def test_the_changelog_opens_with_this_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert next(version for version in headings if version != "Unreleased") == exactmetrics.__version__
