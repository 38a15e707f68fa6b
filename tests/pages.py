"""Pages of the documentation as their readers use them: sessions are typed in, commands are run."""

from __future__ import annotations

import doctest
import re
import shlex

from tests.cli.run import run

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run_sessions(page: str, name: str) -> int:
    """Type in all sessions of a page, one after the other, and hold what is shown; how many lines were tried."""
    sessions = [text for language, text in BLOCK.findall(page) if language in ("pycon", "python") and ">>>" in text]
    session = "\n".join(sessions)
    test = doctest.DocTestParser().get_doctest(session, {}, name, name, 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner().run(test, out=report.append)
    assert outcome.failed == 0, "".join(report)
    return outcome.attempted


def run_commands(page: str) -> int:
    """Run the commands of which a page shows what they print, and hold it; how many there are."""
    shown = [text for _, text in BLOCK.findall(page) if text.startswith("$ ")]
    for text in shown:
        command, _, printed = text.removeprefix("$ exactmetrics ").partition("\n")
        assert run(*shlex.split(command)).stdout == printed
    return len(shown)
