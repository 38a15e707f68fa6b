"""docs/words.md does what it says."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from exactmetrics.derivation.words import LONGEST, words_of
from tests.cli.run import printed, write
from tests.house.source import ROOT

TEXT = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file, german = blocks("toml")
    assert words_of(write(tmp_path, "meine.toml", german))
    Path("patients.toml").write_text(file, encoding="utf-8")
    Path("matrix.csv").write_text("6,1,1\n1,5,2\n2,3,7\n", encoding="utf-8")
    test = doctest.DocTestParser().get_doctest("\n".join(blocks("python")), {}, "words.md", "words.md", 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner().run(test, out=report.append)
    assert outcome.attempted >= 7
    assert outcome.failed == 0, "".join(report)
    first, second, third = (shlex.split(line) for line in re.findall("^exactmetrics ([^>\n]*)", TEXT, re.MULTILINE))
    assert '# "Klasse" = "Klasse"' in printed(*third)
    assert "28 patients" in printed(*first)
    assert printed(*second) == ""
    page = Path("report.html").read_text(encoding="utf-8")
    assert "28 patients" in page
    assert "sensitivity" in page


def test_the_length_of_a_word() -> None:
    assert f"at most {LONGEST} characters" in TEXT
    assert words_of({"words": {"sample": "a" * LONGEST}})


def test_every_example_of_a_symbol_is_one() -> None:
    found = re.findall(r"`(\\(?:beta|hat|bar|tilde|overline))`", TEXT)
    assert len(found) == 5
    for command in found:
        assert words_of({"symbols": {"tp": command if command == r"\beta" else command + "{p}_{<i>}"}})
