"""Every finding is reproduced: the peer's own lines print what the page says, which is not the exact value it says."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from exactmetrics.conformance.explained import all_explained
from exactmetrics.conformance.judge import distance
from exactmetrics.conformance.page import column_of
from exactmetrics.conformance.peers import NAMES, peer_named
from exactmetrics.conformance.run import run_peer
from exactmetrics.vectors.reading import load_vectors, vectors_digest, vectors_version
from tests.cases import each, size
from tests.cli.run import run
from tests.conformance.installed import want
from tests.house.source import ROOT

FOLDER = ROOT / "docs" / "findings"
FINDINGS = sorted(FOLDER.glob("*.md"))
LINES = 3  # besides imports
NUMBER = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands name files from there."""
    monkeypatch.chdir(ROOT)


def peer_of(finding: Path) -> str:
    (name,) = (name for name in NAMES if finding.stem.startswith(name.lower() + "-"))
    return name


def block(finding: Path, language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", finding.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert isinstance(found, str)
    return found


def shown(command: str) -> str:
    """What the command prints; remarks about a policy that acted go to standard error."""
    result = run(*shlex.split(command))
    assert result.exit_code == 0
    return result.stdout.strip()


@each("finding", FINDINGS, ids=lambda path: path.stem)
def test_a_finding_is_reproduced(finding: Path) -> None:
    """The lines can be typed at a prompt; they and the command print what the page says, and that is not the same."""
    page, lines = finding.read_text(encoding="utf-8"), block(finding, "pycon")
    assert re.search(r"^\S+ \d+\.\d+(\.\d+)?, ", page, re.MULTILINE), "the version is named"
    examples = doctest.DocTestParser().get_examples(lines)
    assert 0 < len([example for example in examples if not example.source.startswith(("import ", "from "))]) <= LINES
    for example in examples:
        compile(example.source, "<prompt>", "single")
    command, _, output = block(finding, "console").partition("\n")
    command, output = command.removeprefix("$ exactmetrics "), output.strip()
    assert shown(command) == output
    answer = lines.rstrip().splitlines()[-1]
    if not NUMBER.fullmatch(answer) or output == "undefined":
        assert answer != output  # a list, an error, None; or a number for no value
    else:
        exact = float(shown(f"{command.partition(' --significant')[0]} --significant 17"))
        assert distance(float(answer), exact) > 2**12
    want(peer_of(finding))
    test = doctest.DocTestParser().get_doctest(lines, {}, finding.stem, str(finding), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_every_finding_explains_something_and_every_explanation_has_its_finding() -> None:
    named = {row.finding for row in all_explained() if row.finding}
    assert named == {finding.stem for finding in FINDINGS}
    assert all(row.peer == peer_of(FOLDER / f"{row.finding}.md") for row in all_explained() if row.finding)


def test_the_table_in_the_repository_is_of_these_vectors() -> None:
    text = (ROOT / "CONFORMANCE.md").read_text(encoding="utf-8")
    assert f"cases of the reference vectors {vectors_version()} (certification {vectors_digest()})" in text
    assert all(f"## {name} " in text for name in NAMES)
    assert "without an explanation" not in text


def rows_of(text: str, peer: str) -> dict[str, list[str]]:
    """The table of a peer on the page: cells by metric."""
    section = text.partition(f"\n## {peer} ")[2].partition("\n## ")[0]
    found = [re.split(r"(?<!\\) \| ", line.strip("| ")) for line in section.splitlines() if line.startswith("| ")]
    return {row[0].replace("\\", ""): row for row in found[1:]}


@each("peer", ["scikit-learn", "PyCM"])
def test_the_table_says_what_is_measured(peer: str) -> None:
    """The rows of some metrics, asked anew of the version that the page names."""
    text = (ROOT / "CONFORMANCE.md").read_text(encoding="utf-8")
    want(peer)
    if f"## {peer} {peer_named(peer).version()}\n" not in text:
        pytest.skip(f"CONFORMANCE.md is not of {peer} {peer_named(peer).version()}: install the version it names")
    cases = [case for metric in ("accuracy", "mcc")[: size(1, 2)] for case in load_vectors(metric)]
    column = column_of(run_peer(peer_named(peer), cases), cases)
    for metric, cell in column.cells.items():
        row = rows_of(text, peer)[metric]
        assert row[1:4] == [str(n) for n in (cell.cases, cell.verdicts["correct"], cell.verdicts["near"])]
        assert row[6].partition(" ")[0] == str(cell.verdicts["wrong"])
