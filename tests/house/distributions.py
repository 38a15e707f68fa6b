"""Building the distributions as an installer does, and running the package from each of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from build import ProjectBuilder
from build.env import DefaultIsolatedEnv
from pyproject_hooks import quiet_subprocess_runner

from tests.house.source import ROOT

# What a checkout is made of; what else lies in it (environments, notes, results) is nobody's business here.
FOLDERS = ("exactmetrics", "templates", "worked_examples", "tests", "pytest-exactmetrics", ".ci")
FILES = (
    "pyproject.toml", "setup.py", "MANIFEST.in", "Makefile", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE",
    ".gitignore",
)  # fmt: skip


def copy_checkout(target: Path) -> Path:
    """Copy the checkout without what was made in it, so that a build never touches the real one."""
    target.mkdir()
    for folder in FOLDERS:
        shutil.copytree(
            ROOT / folder, target / folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
        )
    for name in FILES:
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, target / name)
    return target


@contextmanager
def builder(source: Path) -> Iterator[ProjectBuilder]:
    """A builder with the build requirements: those installed here if they suffice, else an environment of its own."""
    if int(version("setuptools").partition(".")[0]) >= 77:
        yield ProjectBuilder(source, runner=quiet_subprocess_runner)
        return
    with DefaultIsolatedEnv() as environment:
        isolated = ProjectBuilder.from_isolated_env(environment, source, runner=quiet_subprocess_runner)
        environment.install(isolated.build_system_requires)
        yield isolated


def build(source: Path, kind: Literal["sdist", "wheel", "editable"], target: Path) -> Path:
    """Build "sdist", "wheel" or "editable" from `source`, unpack it below `target`, and return its folder."""
    with builder(source) as project:
        archive = Path(project.build(kind, target))
    unpacked = target / f"unpacked-{kind}"
    if kind == "sdist":
        with tarfile.open(archive) as tar:
            # The first releases of 3.11 know no filter, and later ones warn when none is named.
            tar.extraction_filter = getattr(tarfile, "data_filter", None)
            tar.extractall(unpacked)
        return next(unpacked.iterdir())
    with zipfile.ZipFile(archive) as wheel:
        wheel.extractall(unpacked)
    return unpacked


def run(folder: Path, code: str, workdir: Path, *, archive: bool = False, plugin: Path | None = None) -> bytes:
    """Run `code` in a fresh interpreter that sees the package in `folder` and the dependencies, and nothing else.

    `site` is switched off, for it would offer an editable install of the checkout; then `folder`, and that of the
    plugin, are made site folders, which is what puts an editable install into effect.
    """
    libraries = sysconfig.get_path("purelib"), sysconfig.get_path("platlib")
    add = f"sys.path.insert(0, {str(folder)!r})" if archive else f"site.addsitedir({str(folder)!r})"
    add += f"\nsite.addsitedir({str(plugin)!r})" if plugin else ""
    start = f"import sys, site\n{add}\nsys.path.extend({libraries!r})\n"
    command = [sys.executable, "-S", "-E", "-s", "-c", start + code]
    result = subprocess.run(command, cwd=workdir, capture_output=True, check=False)
    assert result.returncode == 0, (result.stdout + result.stderr).decode()
    return result.stdout
