"""The first thing a reader sees is what the command prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.run import run

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_page_of_the_readme_is_what_the_command_prints() -> None:
    found = re.findall(r"^```\n\$ exactmetrics ([^\n]*)\n(.*?)\n```$", README.read_text(encoding="utf-8"), re.M | re.S)
    assert found
    for command, page in found:
        result = run(*shlex.split(command))
        assert result.stdout.rstrip("\n") == page
