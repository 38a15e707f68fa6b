"""The pages of `docs` on printed numbers: sessions run, commands print what is shown, files are read."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib

from exactmetrics.feasibility.spec import read_scores
from tests.cases import each
from tests.cli.run import run
from tests.house.source import ROOT

PAGES = {name: (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("feasible.md", "testing.md")}
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(PAGES[page]) if name == language]


@each("page", PAGES)
def test_the_sessions_run(page: str) -> None:
    session = "\n".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner().run(test, out=report.append)
    assert outcome.attempted > 3
    assert outcome.failed == 0, "".join(report)


def test_the_commands_print_what_is_shown() -> None:
    shown = [text for text in blocks("feasible.md", "") if text.startswith("$ ")]
    assert len(shown) > 3
    for text in shown:
        command, _, page = text.removeprefix("$ exactmetrics ").partition("\n")
        result = run(*shlex.split(command))
        assert result.stdout == page
        assert result.exit_code == (0 if page.startswith("Feasible") else 1)


def test_the_files_are_read() -> None:
    problems = [read_scores(tomllib.loads(text)) for text in blocks("feasible.md", "toml")]
    assert [len(found) for found in problems] == [1, 2]


def test_every_option_of_the_command_stands_in_the_page() -> None:
    from exactmetrics.cli.feasible import command

    own = {"--language", "--format", "--json", "--output", "--parts"}
    for parameter in command.params:
        for option in parameter.opts:
            if option.startswith("--") and option not in own:
                assert f"`{option} " in PAGES["feasible.md"], option


def test_every_key_of_the_plugin_stands_in_the_page() -> None:
    from pytest_exactmetrics import documents

    keys = tomllib.loads(blocks("testing.md", "toml")[0])["tool"]["pytest"]["ini_options"]
    assert set(keys) == {documents.DOCUMENTS, documents.STRICT, documents.DATA}
