"""What is loaded, and when, asked of fresh interpreters; and the public names: complete, lazy, and always the same."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest

import exactmetrics
from tests.cases import each
from tests.house.source import PACKAGE, ROOT

HEAVY = {"sympy", "mpmath", "jinja2", "numpy", "pandas", "polars", "pyarrow", "narwhals", "rich", "click", "sklearn"}
MATRIX = "exactmetrics.ConfusionMatrix([[6,1,1],[1,5,2],[2,3,7]])"


def loaded(code: str) -> set[str]:
    """The modules an interpreter has loaded after `code`, beyond those it has loaded before."""
    program = f"import sys; before = set(sys.modules)\n{code}\nprint('\\n'.join(sorted(set(sys.modules) - before)))"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def test_the_package_alone_loads_nothing() -> None:
    # An editable install may have loaded `__future__` before.
    assert loaded("import exactmetrics") - {"__future__"} == {"exactmetrics"}


def test_a_name_loads_its_own_room_only() -> None:
    rooms = {name.split(".")[1] for name in loaded("import exactmetrics; exactmetrics.Root") if name.count(".")}
    assert "exact" in rooms
    assert rooms.isdisjoint({"api", "matrix", "metrics", "views", "derivation", "cli", "examples"})


@each("use", [
    f"{MATRIX}.value('precision', average='weighted')", f"{MATRIX}.value('mcc')", f"{MATRIX}.values('f1')",
    "exactmetrics.decimal(__import__('fractions').Fraction(409, 630), places=20)",
])  # fmt: skip
def test_a_value_loads_nothing_heavy(use: str) -> None:
    modules = loaded(f"import exactmetrics; {use}")
    assert "fractions" in modules
    assert {name.partition(".")[0] for name in modules} & HEAVY == set()


@each(
    "asked, files",
    [
        ("precision", {"rates"}),
        ("ppv", {"rates"}),
        ("f1", {"counts", "rates", "scores"}),  # whose file imports the others
        ("mutual_info_score", {"information"}),
    ],
)
def test_a_metric_loads_its_own_file(asked: str, files: set[str]) -> None:
    modules = loaded(f"from exactmetrics.metrics.registry import metric_named; metric_named({asked!r})")
    assert {name.rpartition(".")[2] for name in modules if ".definitions." in name} == files


def test_resources_load_no_engine() -> None:
    modules = loaded("from exactmetrics._resources import templates_root; templates_root()")
    assert {name.partition(".")[0] for name in modules} & (HEAVY | {"importlib.resources", "tempfile"}) == set()


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
