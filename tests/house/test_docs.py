"""What is promised to the reader runs and is there: docstrings of the public names, and pages of the documentation, the
hook and the action beside them.
"""

from __future__ import annotations

import doctest
import inspect
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click import Context

import exactmetrics
from exactmetrics.cli.feasible import command as feasible
from exactmetrics.cli.verify import FORMATS, command
from exactmetrics.feasibility.spec import read_scores
from exactmetrics.sheets.verdicts import LEVELS
from pytest_exactmetrics import documents
from tests.cases import each
from tests.house.documented import is_called, is_field, members, names_shown
from tests.house.source import ROOT
from tests.pages import BLOCK, run_commands, run_sessions

# How many lines of sessions and how many commands a page has at least.
PAGES = [
    ("README.md", 1, 0), ("docs/python.md", 1, 0), ("docs/pictures.md", 1, 0), ("docs/feasible.md", 4, 4),
    ("docs/testing.md", 4, 0), ("docs/intervals.md", 11, 3), ("docs/compat.md", 11, 0), ("docs/proofs.md", 6, 2),
    ("docs/formulas.md", 7, 2),
]  # fmt: skip


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


VERIFY, HOOKS, ACTION = read("docs/verify.md"), read(".pre-commit-hooks.yaml"), read("action.yml")
SAID = {"ok": "right", "warn": "warning", "error": "error", "note": "note"}
OPTIONS = {flag for option in command.params for flag in (*option.opts, *option.secondary_opts)}
CLASSES = [
    name
    for name in exactmetrics.__all__
    if inspect.isclass(getattr(exactmetrics, name)) and not issubclass(getattr(exactmetrics, name), Exception)
]
MEMBERS = [(cls, name) for cls in CLASSES for name, _ in members(getattr(exactmetrics, cls))]


def examples(thing: object) -> int:
    """How many doctest examples the docstring of a function, or of a class and its own methods, holds."""
    docs = [inspect.getdoc(thing)]
    if inspect.isclass(thing):
        docs += [inspect.getdoc(member) for name, member in vars(thing).items() if not name.startswith("_")]
    return sum(len(doctest.DocTestParser().get_examples(doc)) for doc in docs if doc)


@each("name", exactmetrics.__all__)
def test_a_public_name_is_documented(name: str) -> None:
    thing = getattr(exactmetrics, name)
    # The docstring a dataclass writes for itself is only its signature.
    doc = vars(thing).get("__doc__") if inspect.isclass(thing) else thing.__doc__
    assert doc
    assert not doc.startswith(f"{name}(")
    if not (inspect.isclass(thing) and issubclass(thing, Exception)):
        assert examples(thing) > 0, f"{name} shows no example"


@each(("owner", "name"), MEMBERS, ids=map(".".join, MEMBERS))
def test_a_public_member_is_documented(owner: str, name: str) -> None:
    """A method shows itself in an example of its own; a property or a field may do so in one of its class."""
    cls = getattr(exactmetrics, owner)
    member = inspect.getattr_static(cls, name)
    shown = names_shown(cls)
    own, of_class = shown.get(name, set()), shown[""]
    doc = cls.__doc__ if is_field(member) else inspect.getdoc(getattr(cls, name))
    assert doc, f"{owner}.{name} has no docstring"
    if is_field(member):
        assert f"`{name}`" in doc, f"the docstring of {owner} does not say what `{name}` is"
    assert name in (own if is_called(member) else own | of_class), f"no example shows {owner}.{name}"


def test_a_member_without_example_is_seen() -> None:
    class Owner:
        """An owner.

        >>> Owner().shown
        1
        """

        @property
        def shown(self) -> int:
            return 1

        @property
        def hidden(self) -> int:
            return 2

    assert set(dict(members(Owner))) == {"shown", "hidden"}
    assert not is_called(vars(Owner)["shown"])
    assert names_shown(Owner)[""] == {"Owner", "shown"}


@each(("page", "tried", "commands"), PAGES)
def test_the_pages_run(page: str, tried: int, commands: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = read(page)
    assert run_sessions(text, page) >= tried
    if commands:
        assert run_commands(text) >= commands
    for language, block in BLOCK.findall(text):
        if language == "python" and ">>>" not in block:
            compile(block, page, "exec")


def test_the_page_of_feasible_is_of_what_there_is() -> None:
    page = read("docs/feasible.md")
    files = [tomllib.loads(text) for language, text in BLOCK.findall(page) if language == "toml"]
    assert [len(read_scores(file)) for file in files] == [1, 2]
    own = {"--language", "--format", "--json", "--output", "--parts"}
    options = {option for parameter in feasible.params for option in parameter.opts if option.startswith("--")}
    assert [option for option in options - own if f"`{option} " not in page] == []


def test_every_key_of_the_plugin_stands_in_its_page() -> None:
    keys = next(tomllib.loads(text) for language, text in BLOCK.findall(read("docs/testing.md")) if language == "toml")
    assert set(keys["tool"]["pytest"]["ini_options"]) == {documents.DOCUMENTS, documents.STRICT, documents.DATA}


def first_column(heading: str) -> list[str]:
    table = VERIFY.partition(heading)[2].partition("\n\n")[0]
    return re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)


def test_every_word_of_a_link_has_its_level() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| .* \| (\w+) \|$", VERIFY, re.MULTILINE)
    assert len(rows) == 10
    assert dict(rows) == {word: SAID[LEVELS[word]] for word, _ in rows}  # type: ignore[index]
    told = {word for word, _ in rows} | set(re.findall(r"`([\w-]+)`", VERIFY))
    assert set(LEVELS) - {"inconsistent-data"} <= told


def test_every_format_is_described() -> None:
    assert first_column("| `--format` | for |\n|:---|:---|\n") == list(FORMATS)


def test_the_options_exist() -> None:
    for text in (VERIFY, HOOKS, ACTION):
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", text):
            assert option in {*OPTIONS, "--quiet", "--disable-pip-version-check"}, option


def started() -> list[list[str]]:
    """The words of each command that the hook and the action start."""
    lines = re.findall(r"^  entry: (.*)$", HOOKS, re.MULTILINE) + re.findall(r"run: (.*)", ACTION)
    return [shlex.split(line) for line in lines]


def test_the_hook_runs_the_command() -> None:
    assert started()[0] == ["python", "-I", "-m", "exactmetrics", "verify"]
    assert "- id: exactmetrics-verify" in HOOKS
    assert "- id: exactmetrics-verify" in VERIFY


def test_no_module_of_the_workspace_is_run(tmp_path: Path) -> None:
    marked = tmp_path / "marked"
    for module in ("pip", "exactmetrics", "sympy", "json", "click", "site", "sitecustomize", "re", "linecache"):
        place = tmp_path / "workspace" / module
        place.mkdir(parents=True)
        place.joinpath("__init__.py").write_text(f"open({str(marked)!r}, 'a').write({module!r})", encoding="utf-8")
    for program, *options, module, _ in [words[:5] for words in started()]:
        assert program == "python"
        subprocess.run(
            [sys.executable, *options, module, "--version"], cwd=tmp_path / "workspace", check=True,
            env={**os.environ, "PYTHONPATH": str(tmp_path / "workspace")}, capture_output=True,
        )  # fmt: skip
        assert not marked.exists(), marked.read_text(encoding="utf-8")


def test_the_action_puts_no_input_into_a_script() -> None:
    for line in re.findall(r"run: (.*)", ACTION):
        assert "${{" not in line
    context = Context(command)
    arguments = ["--format", "github", "--strict", "--", "a.md", "b.md"]
    command.parse_args(context, arguments)
    assert context.params["files"] == ("a.md", "b.md")


def test_the_manual_has_every_page_of_the_documentation() -> None:
    listed = set(re.findall(r"<\.\./docs/([\w/]+)>", (ROOT / "manual" / "index.md").read_text(encoding="utf-8")))
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert pages - listed <= {"tutorial", "slip", "gallery"}
