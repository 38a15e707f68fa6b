"""The tools of the tests see what they are there to see: loops of cases, LaTeX, what is missing, and mutants."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import tools
from tests.cases import Run, called, each, sample
from tests.house.source import files_of_tests
from tests.latex import LatexResult, compile_latex
from tests.mutation.mutants import chosen, mutants


def outcome(monkeypatch: pytest.MonkeyPatch, *, first: bool = False) -> tuple[list[int], str]:
    seen = []

    @each("a, b", [(1, 1), (2, 3), (3, 3), (4, 5)])
    def test(a: int, b: int) -> None:
        seen.append(a)
        assert a == b, "unlike"

    monkeypatch.setattr(Run, "first_failure_ends", first)
    with pytest.raises((AssertionError, pytest.fail.Exception)) as failure:
        test()
    return seen, str(failure.value)


def test_all_failures_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, text = outcome(monkeypatch)
    assert seen == [1, 2, 3, 4]
    assert text.startswith("2 of 4 cases fail\n--- 2, 3\n")
    assert "--- 4, 5\n" in text
    assert text.count("AssertionError: unlike") == 2


def test_the_first_failure_may_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcome(monkeypatch, first=True)[0] == [1, 2]


def test_skips_are_told_only_if_all_skip() -> None:
    @each("a", [1, 2])
    def test(a: int) -> None:
        if a < limit:
            pytest.skip("too small")

    limit = 2
    test()
    limit = 3
    with pytest.raises(pytest.skip.Exception):
        test()


def test_no_cases_are_no_test() -> None:
    with pytest.raises(ValueError, match="no cases"):
        each("a", [])


def test_cases_that_are_a_function_are_made_when_the_test_runs() -> None:
    made = []

    @each("a", lambda: made.append(len(made)) or made)
    def test(a: int) -> None:
        assert a == 0

    assert made == []
    test()
    test()
    assert made == [0]
    with pytest.raises(ValueError, match="no cases"):
        each("a", list)(lambda a: None)()


@each("a", ["one", "two"])
def test_folders_are_fresh(a: str, tmp_path: Path) -> None:
    assert list(tmp_path.iterdir()) == []
    (tmp_path / a).touch()


def test_samples_are_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cases.EXHAUSTIVE", False)
    found = sample(range(100), 4)
    assert len(set(found)) == 4
    assert found == sorted(found) == sample(range(100), 4)
    odd = sample(range(100), 4, kind=lambda number: number % 7)
    assert sorted(number % 7 for number in odd) == list(range(7))
    assert odd == sorted(odd)
    assert {*sample([*range(100), *range(1000, 1030)], 4)} - {*range(1000, 1030)} <= {*found}
    assert called(("a", {*"edc"}, Run(), Path("b/c"))) == "a c d e <tests.cases.Run object> c"
    monkeypatch.setattr("tests.cases.EXHAUSTIVE", True)
    assert sample(range(100), 4) == list(range(100))


DOCUMENT = "\\documentclass{{article}}\\begin{{document}}{}\\end{{document}}\n"


@each(("body", "errors", "overfull", "pages"), [
    (r"$\frac{409}{630}$\newpage two", [], 0, 2),
    (r"one \nosuchcommand", ["! Undefined control sequence."], None, None),
    (r"\noindent\rule{2\textwidth}{1pt}", [], 1, None),
    # what a first run cannot know
    (r"\makeatletter\def\@currentlabel{\rule{2\textwidth}{1pt}}\label{wide}\noindent\ref{wide}", None, 1, None),
    (r"\char200", ["Missing character"], None, None),
])  # fmt: skip
def test_what_is_seen_in_a_document(
    tex_engine: str, tmp_path: Path, body: str, errors: list[str] | None, overfull: int | None, pages: int | None
) -> None:
    result = compile_latex(DOCUMENT.format(body), tmp_path, engine=tex_engine)
    assert pages in (None, result.pages)
    assert overfull in (None, len(result.overfull))
    if errors is not None:
        assert bool(result.errors) is bool(errors)
        assert all(any(line.startswith(error) for line in result.errors) for error in errors)


@each(("needed", "name", "told"), [
    (tools.needed, "nothing", "install it"), (tools.module, "no_such_module", r"pip install -e '\.\[dev\]'"),
])  # fmt: skip
def test_what_is_missing_skips_and_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch, needed: Callable[[str], object], name: str, told: str
) -> None:
    monkeypatch.setitem(tools.TOOLS, "nothing", lambda: (None, "nothing not found: install it"))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=told):
        needed(name)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=told):
        needed(name)


def test_an_engine_without_its_packages_is_not_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = LatexResult(["! LaTeX Error: File `fontspec.sty' not found."], [], 0, "")
    monkeypatch.setattr(tools, "compile_latex", lambda *args, **options: lacking)
    monkeypatch.setattr(tools.shutil, "which", lambda name: f"/usr/bin/{name}")
    name, reason = tools.TOOLS["lualatex"]()
    assert name is None
    assert "fontspec.sty" in reason
    assert "install texlive-luatex" in reason


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
    own = {"tools.py", "cases.py", "installed.py", "test_engines.py", "test_findings.py", "test_imported.py"}
    own.add(Path(__file__).name)
    for path in files_of_tests():
        text = path.read_text(encoding="utf-8")
        assert path.name in own or not re.search(r"importorskip|pytest\.skip\(|mark\.skip", text), path


SOURCE = '''"""A title, 1."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    SIZE = 2


@metric("f", range=(0, 3), aliases=("g",))
def f(a: "int | 4", b=None) -> int:
    """Doc, 5."""
    if a < b and not a:
        raise ValueError("6" + str(a + 7))
    return a + b
'''


def test_what_is_changed_and_what_is_not() -> None:
    found = list(mutants(SOURCE, "f.py"))
    assert {mutant.kind for mutant in found} == {
        *("comparison LtE", "comparison GtE", "and, or", "sign dropped", "condition negated", "operator"),
        *("answer None", "constant + 1", "constant - 1", "without range"),
    }
    assert {mutant.line for mutant in found} == {8, 11, 13}
    kept = ("A title, 1.", "SIZE = 2", "int | 4", "Doc, 5.", "str(a + 7)", "g")
    for mutant in found:
        assert all(text in mutant.after for text in kept), mutant.kind


def test_the_same_tree_has_the_same_mutants(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    for name in "efghi":
        (tmp_path / "room" / f"{name}.py").write_text(SOURCE, encoding="utf-8")
    first, again, other = (chosen(tmp_path, "room", seed, 10) for seed in ("a", "a", "b"))
    assert first == again != other
    assert len({(mutant.path, mutant.line) for mutant in first}) == 10
