"""docs/verify.md, the hook and the action say what there is."""

from __future__ import annotations

import re
import shlex

from click import Context

from exactmetrics.cli.verify import FORMATS, command
from exactmetrics.sheets.verdicts import LEVELS
from tests.house.source import ROOT

DOCUMENT = (ROOT / "docs" / "verify.md").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
ACTION = (ROOT / "action.yml").read_text(encoding="utf-8")
SAID = {"ok": "right", "warn": "warning", "error": "error", "note": "note"}
OPTIONS = {flag for option in command.params for flag in (*option.opts, *option.secondary_opts)}


def first_column(heading: str) -> list[str]:
    table = DOCUMENT.partition(heading)[2].partition("\n\n")[0]
    return re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)


def test_every_word_of_a_link_has_its_level() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| .* \| (\w+) \|$", DOCUMENT, re.MULTILINE)
    assert len(rows) == 10
    assert dict(rows) == {word: SAID[LEVELS[word]] for word, _ in rows}  # type: ignore[index]
    told = {word for word, _ in rows} | set(re.findall(r"`([\w-]+)`", DOCUMENT))
    assert set(LEVELS) - {"inconsistent-data"} <= told


def test_every_format_is_described() -> None:
    assert first_column("| `--format` | for |\n|:---|:---|\n") == list(FORMATS)


def test_the_options_exist() -> None:
    for text in (DOCUMENT, HOOKS, ACTION):
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", text):
            assert option in {*OPTIONS, "--quiet", "--disable-pip-version-check"}, option


def test_the_hook_runs_the_command() -> None:
    entry = re.search(r"^  entry: (.*)$", HOOKS, re.MULTILINE)
    assert entry is not None
    program, name, *rest = shlex.split(entry[1])
    assert (program, name, rest) == ("exactmetrics", "verify", [])
    assert "- id: exactmetrics-verify" in HOOKS
    assert "- id: exactmetrics-verify" in DOCUMENT


def test_the_action_puts_no_input_into_a_script() -> None:
    for line in re.findall(r"run: (.*)", ACTION):
        assert "${{" not in line
    context = Context(command)
    arguments = ["--format", "github", "--strict", "--", "a.md", "b.md"]
    command.parse_args(context, arguments)
    assert context.params["files"] == ("a.md", "b.md")
