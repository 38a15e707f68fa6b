"""Wheel, source distribution, editable install and bare checkout hold the same and print the same."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.cases import each
from tests.house.distributions import build, copy_checkout, run

# One worker runs them all, for each would build for itself. A folder that setup.py forgets is only warned of, today.
pytestmark = [
    pytest.mark.xdist_group("packaging"),
    pytest.mark.filterwarnings("ignore:Editable installation"),
    pytest.mark.filterwarnings("error:(?s).*absent from the `packages` configuration"),
]

SHIPPED = ("templates", "worked_examples")
PLUGIN = "pytest-exactmetrics"
WAYS = ("checkout", "sdist", "wheel", "editable")

RESOURCES = """
from exactmetrics._resources import templates_root, worked_examples_root
def walk(folder, path=""):
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                walk(entry, path + entry.name + "/")
        else:
            print(path + entry.name, entry.read_bytes())
walk(templates_root())
walk(worked_examples_root())
"""
DERIVATION = """
import exactmetrics as em
matrix = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
derivation = matrix.derive("precision", average="weighted")
for text in (derivation.to_text(), derivation.to_markdown(), derivation.to_latex()):
    sys.stdout.buffer.write(text.encode("utf-8"))
"""
WHERE = "import exactmetrics; print(exactmetrics.__file__)"
USE = """
import sys
import pytest
import pytest_exactmetrics
from _pytest.assertion.rewrite import AssertionRewritingHook
from exactmetrics.exact import values

@pytest.mark.exactmetrics("accuracy", smoke=True)
def test_it(request, vector):
    assert request.config.pluginmanager.get_plugin("pytest_exactmetrics") is pytest_exactmetrics
    assert values.__file__.startswith(HOME)
    package = {name: m for name, m in sys.modules.items() if name.split(".")[0] == "exactmetrics"}
    assert len(package) > 20
    assert [name for name, m in package.items() if isinstance(m.__loader__, AssertionRewritingHook)] == []
"""


@pytest.fixture(scope="module")
def ways(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The folder to put on the path for each way of having the package; the wheel is built from the sdist."""
    target = tmp_path_factory.mktemp("distributions")
    checkout = copy_checkout(target / "checkout")
    sdist = build(checkout, "sdist", target)
    # A copy, so that what the build of the wheel leaves behind is not taken for a part of the sdist.
    source = target / "source"
    sdist.rename(source)
    wheel = build(source, "wheel", target)
    return {"checkout": checkout, "sdist": source, "wheel": wheel, "editable": build(checkout, "editable", target)}


@pytest.fixture(scope="module")
def plugins(ways: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pytest plugin; its wheel is built from what the sdist of the package holds."""
    target = tmp_path_factory.mktemp("plugins")
    wheel = build(ways["sdist"] / PLUGIN, "wheel", target)
    return {"wheel": wheel, "editable": build(ways["checkout"] / PLUGIN, "editable", target)}


def files(folder: Path) -> dict[str, bytes]:
    """The files below a folder, by their path in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not {"__pycache__", ".DS_Store"} & set(path.parts)
    }


@each("folder", SHIPPED)
def test_the_wheel_holds_every_file(ways: dict[str, Path], folder: str) -> None:
    assert files(ways["wheel"] / "exactmetrics" / folder) == files(ways["checkout"] / folder)


def test_the_wheel_holds_the_whole_package_and_nothing_else(ways: dict[str, Path]) -> None:
    expected = {f"exactmetrics/{name}" for name in files(ways["checkout"] / "exactmetrics")}
    for folder in SHIPPED:
        expected |= {f"exactmetrics/{folder}/{name}" for name in files(ways["checkout"] / folder)}
    assert {name for name in files(ways["wheel"]) if ".dist-info/" not in name} == expected
    assert "exactmetrics/py.typed" in expected


def test_the_sdist_holds_what_the_checkout_holds(ways: dict[str, Path]) -> None:
    made = ("PKG-INFO", "setup.cfg", "exactmetrics.egg-info/", "build/")
    sdist = {name for name in files(ways["sdist"]) if not name.startswith(made)}
    assert sdist == {name for name in files(ways["checkout"]) if not name.startswith(made)}


def test_the_metadata(ways: dict[str, Path]) -> None:
    (info,) = ways["wheel"].glob("*.dist-info")
    metadata = (info / "METADATA").read_text(encoding="utf-8")
    for line in ("Name: exactmetrics", "License-Expression: MIT", "Requires-Python: >=3.11"):
        assert f"{line}\n" in metadata
    assert (ways["checkout"] / "README.md").read_text(encoding="utf-8").strip() in metadata
    assert "exactmetrics = exactmetrics.cli:main" in (info / "entry_points.txt").read_text(encoding="utf-8")
    assert (info / "licenses" / "LICENSE").is_file()


@each("way", WAYS)
def test_each_way_runs_its_own_package_and_reads_the_same_resources(
    ways: dict[str, Path], tmp_path: Path, way: str
) -> None:
    home = ways["checkout" if way == "editable" else way]
    assert Path(run(ways[way], WHERE, tmp_path).decode().strip()) == home / "exactmetrics" / "__init__.py"

    expected = [f"{name} {text!r}" for folder in SHIPPED for name, text in files(ways["checkout"] / folder).items()]
    assert sorted(run(ways[way], RESOURCES, tmp_path).decode().splitlines()) == sorted(expected)


def test_an_archive_reads_the_same_resources(ways: dict[str, Path], tmp_path: Path) -> None:
    archive = tmp_path / "package.zip"
    with zipfile.ZipFile(archive, "w") as target:
        for name, text in files(ways["wheel"]).items():
            target.writestr(name, text)
    assert run(archive, RESOURCES, tmp_path, archive=True) == run(ways["wheel"], RESOURCES, tmp_path)


def test_each_way_prints_the_same_derivation(ways: dict[str, Path], tmp_path: Path) -> None:
    printed = {way: run(ways[way], DERIVATION, tmp_path) for way in WAYS}
    assert b"409" in printed["wheel"]
    assert len(set(printed.values())) == 1


def test_a_bare_checkout_runs_the_command(ways: dict[str, Path]) -> None:
    command = [
        sys.executable,
        "-m",
        "exactmetrics",
        "value",
        "6 1 1; 1 5 2; 2 3 7",
        "-m",
        "precision",
        "-a",
        "weighted",
    ]
    result = subprocess.run(command, cwd=ways["checkout"], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert "409/630" in result.stdout


@each("way", ["wheel", "editable"])
def test_pytest_rewrites_no_module_of_the_package(
    ways: dict[str, Path], plugins: dict[str, Path], tmp_path: Path, way: str
) -> None:
    """It rewrites all that a distribution with a plugin holds, which takes seconds of every run of every user."""
    home = str(ways["checkout" if way == "editable" else way])
    (tmp_path / "test_it.py").write_text(USE.replace("HOME", repr(home)), encoding="utf-8")
    # With the folder on the path, as in a checkout: where only the finder of an editable install leads to a module,
    # pytest does not come upon it.
    code = (
        f"sys.path.insert(0, {home!r})\nimport pytest\nsys.exit(pytest.main(['-p', 'no:cacheprovider', 'test_it.py']))"
    )
    assert b" passed" in run(ways[way], code, tmp_path, plugin=plugins[way])


def test_the_plugin_is_of_the_same_version(ways: dict[str, Path], plugins: dict[str, Path]) -> None:
    texts = [next(folder.glob("*.dist-info/METADATA")).read_text(encoding="utf-8") for folder in
             (ways["wheel"], plugins["wheel"])]  # fmt: skip
    package, plugin = ([line for line in text.splitlines() if line.startswith("Version: ")] for text in texts)
    assert package == plugin
    assert {"Requires-Dist: exactmetrics", "Requires-Dist: pytest>=8.2"} <= set(texts[1].splitlines())
    licences = [next(folder.glob("*.dist-info/licenses/LICENSE")) for folder in (ways["wheel"], plugins["wheel"])]
    assert licences[0].read_bytes() == licences[1].read_bytes()
    names = {name for name in files(plugins["wheel"]) if ".dist-info/" not in name}
    assert names == {f"pytest_exactmetrics/{name}" for name in ("__init__.py", "documents.py", "py.typed")}
