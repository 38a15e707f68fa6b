"""What is loaded, and when: asked of fresh interpreters."""

from __future__ import annotations

import subprocess
import sys

from tests.cases import each
from tests.house.source import ROOT

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


@each(
    "use",
    [
        f"{MATRIX}.value('precision', average='weighted')",
        f"{MATRIX}.value('mcc')",
        f"{MATRIX}.values('f1')",
        "exactmetrics.decimal(__import__('fractions').Fraction(409, 630), places=20)",
    ],
)
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
