"""The programs that some tests need and that pip does not bring: what of them is on this machine, and whether it works.

A test that needs one that is absent, or lacks its packages or fonts, is skipped with the reason. In CI, which sets CI,
it fails: there everything is installed. pandoc comes with pypandoc_binary, so it is always there, wherever PATH leads.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import pypandoc
import pytest

from tests.latex import compile_latex

# What `make test` installs with npm: KaTeX and commonmark.js.
NODE_MODULES = Path(sys.prefix, "katex", "node_modules")


def needed(tool: str) -> str:
    """The path of a tool, or its name where that is enough; skips the test where it is missing, and fails it in CI."""
    path, reason = find(tool)
    return lacking(reason) if path is None else path


def module(name: str) -> Any:
    """A module that `make test` installs; skips the test where it cannot be imported, and fails it in CI."""
    try:
        return importlib.import_module(name)
    except (ImportError, OSError) as error:  # OSError: a library that it loads is not there
        lacking(f"{name} cannot be imported ({error}): install it with pip install -e '.[dev]'{BESIDE.get(name, '')}")


def lacking(reason: str) -> NoReturn:
    """Skip the test for a reason that says what to install, and fail it in CI."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    raise AssertionError


@cache
def find(tool: str) -> tuple[str | None, str]:
    """The path or name of a tool, or None and the reason why it cannot be used."""
    return TOOLS[tool]()


def _program(name: str, package: str) -> Callable[[], tuple[str | None, str]]:
    def look() -> tuple[str | None, str]:
        return shutil.which(name), f"{name} not found: install {package}"

    return look


def _katex() -> tuple[str | None, str]:
    if shutil.which("node") and all((NODE_MODULES / name).is_dir() for name in ("katex", "commonmark")):
        return str(NODE_MODULES), ""
    return None, f"KaTeX not found in {NODE_MODULES}: install node and npm, then run `make test`"


def _tex() -> tuple[str | None, str]:
    """The first engine that has what our documents load."""
    reasons = []
    for engine in ("pdflatex", "lualatex", "xelatex"):
        reason = _why_not(engine, "en", "cat")
        if not reason:
            return engine, ""
        reasons.append(reason)
    return None, "; ".join(reasons)


def _lualatex() -> tuple[str | None, str]:
    """The engine of the documents that hold other scripts than Latin, with a font for Arabic."""
    reason = _why_not("lualatex", "ar", "قطة")
    return (None if reason else "lualatex"), reason


def _why_not(engine: str, language: str, name: str) -> str:
    """Why an engine cannot typeset a name after what our documents begin with; empty where it can."""
    if shutil.which(engine) is None:
        return f"{engine} not found: install {PACKAGES[engine]}"
    import exactmetrics as em

    derivation = em.ConfusionMatrix([[6, 1], [2, 5]], labels=[name, "dog"]).derive("accuracy", language=language)
    before = derivation.to_latex(document=True).partition("\\begin{document}")[0]
    with tempfile.TemporaryDirectory() as folder:
        probe = f"{before}\\begin{{document}}{name} $\\frac{{6}}{{7}}$\\end{{document}}\n"
        errors = compile_latex(probe, Path(folder), engine=engine).errors
    return f"{engine} is not complete ({errors[0]}): install {PACKAGES[engine]}" if errors else ""


def _tikz() -> tuple[str | None, str]:
    """The engine, where TikZ is beside it."""
    engine, reason = find("tex")
    found = (
        shutil.which("kpsewhich") and subprocess.run(["kpsewhich", "tikz.sty"], capture_output=True, check=False).stdout
    )
    return (engine, reason) if engine is None or found else (None, "tikz.sty not found: install texlive-pictures")


def _pandoc() -> tuple[str | None, str]:
    try:
        return pypandoc.get_pandoc_path(), ""
    except OSError as error:
        return None, f"pypandoc_binary has brought no pandoc: {error}"


PACKAGES = {
    "pdflatex": "texlive-latex-recommended, texlive-fonts-recommended and lmodern",
    "lualatex": "texlive-luatex and fonts-hosny-amiri",
    "xelatex": "texlive-xetex",
}
BESIDE = {"cairosvg": " and the library libcairo2"}
TOOLS: dict[str, Callable[[], tuple[str | None, str]]] = {
    "tex": _tex,
    "lualatex": _lualatex,
    "tikz": _tikz,
    "pandoc": _pandoc,
    "pdftotext": _program("pdftotext", "poppler-utils"),
    "node": _program("node", "nodejs"),
    "katex": _katex,
}
