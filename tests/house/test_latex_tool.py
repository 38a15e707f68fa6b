"""The LaTeX helper sees what it is there to see, and a tool that is missing is told of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import tools
from tests.house.source import files_of_tests
from tests.latex import LatexResult, compile_latex

DOCUMENT = "\\documentclass{{article}}\\begin{{document}}{}\\end{{document}}\n"


def test_a_sound_document(tex_engine: str, tmp_path: Path) -> None:
    result = compile_latex(DOCUMENT.format(r"$\frac{409}{630}$\newpage two"), tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull, result.pages) == ([], [], 2)


def test_an_error_is_reported(tex_engine: str, tmp_path: Path) -> None:
    result = compile_latex(DOCUMENT.format(r"one \nosuchcommand"), tmp_path, engine=tex_engine)
    assert result.errors == ["! Undefined control sequence."]


def test_an_overfull_box_is_reported(tex_engine: str, tmp_path: Path) -> None:
    result = compile_latex(DOCUMENT.format(r"\noindent\rule{2\textwidth}{1pt}"), tmp_path, engine=tex_engine)
    assert result.errors == []
    assert len(result.overfull) == 1


def test_a_missing_glyph_is_an_error(tex_engine: str, tmp_path: Path) -> None:
    result = compile_latex(DOCUMENT.format(r"\char200"), tmp_path, engine=tex_engine)
    assert any(error.startswith("Missing character") for error in result.errors)


def test_what_a_first_run_cannot_know_is_seen(tex_engine: str, tmp_path: Path) -> None:
    label = r"\makeatletter\def\@currentlabel{\rule{2\textwidth}{1pt}}\label{wide}\noindent\ref{wide}"
    assert len(compile_latex(DOCUMENT.format(label), tmp_path, engine=tex_engine).overfull) == 1


def test_a_missing_tool_skips_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tools.TOOLS, "nothing", lambda: (None, "nothing not found: install it"))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="install it"):
        tools.needed("nothing")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="install it"):
        tools.needed("nothing")


def test_an_engine_without_its_packages_is_not_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = LatexResult(["! LaTeX Error: File `fontspec.sty' not found."], [], 0, "")
    monkeypatch.setattr(tools, "compile_latex", lambda *args, **options: lacking)
    monkeypatch.setattr(tools.shutil, "which", lambda name: f"/usr/bin/{name}")
    name, reason = tools.TOOLS["lualatex"]()
    assert name is None
    assert "fontspec.sty" in reason
    assert "install texlive-luatex" in reason


def test_a_missing_module_skips_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"pip install -e '\.\[dev\]'"):
        tools.module("no_such_module")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"pip install -e '\.\[dev\]'"):
        tools.module("no_such_module")


def test_every_tool_that_is_missing_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools.shutil, "which", lambda name: None)
    tools.find.cache_clear()
    for tool in tools.TOOLS.keys() - {"pandoc"}:
        path, reason = tools.TOOLS[tool]()
        assert path is None
        assert re.search(r"install \w", reason), tool
    tools.find.cache_clear()


def test_no_test_skips_without_the_tools() -> None:
    """Peers, engines and learning systems have make targets of their own, which let nothing be skipped."""
    own = {
        "tools.py",
        "cases.py",
        "installed.py",
        "test_cases.py",
        "test_engines.py",
        "test_findings.py",
        "test_imported.py",
        Path(__file__).name,
    }
    for path in files_of_tests():
        text = path.read_text(encoding="utf-8")
        assert path.name in own or not re.search(r"importorskip|pytest\.skip\(|mark\.skip", text), path
