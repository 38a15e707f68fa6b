"""The reference pages: on record, linked to each other, and true: each call gives its number, each formula re-reads."""

from __future__ import annotations

import re
import shlex
from fractions import Fraction
from pathlib import Path
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics.exact.values import value_text
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.reference.metric_page import index_page, metric_page
from tests.cases import EXHAUSTIVE, each
from tests.cli.run import printed, refused, run
from tests.house.source import ROOT

FOLDER = ROOT / "docs" / "reference"
NAMES = [metric.name for metric in (*all_metrics(), *all_score_metrics())]
LINK = re.compile(r"\]\((?!http)([^)#]+)\)")
DATA = re.compile(r"```python\n(.*?)\n```", re.DOTALL)
ANSWER = re.compile(r"^\| `((?:cm|scores)\.value\(.*?\))` \| `(.*?)` \| (.*?) \|$", re.MULTILINE)
COMMAND = re.compile(r"`exactmetrics (derive .*?)`")
WRITE = "`exactmetrics reference --write docs` writes it"


def chosen(names: list[str], one_in: int) -> list[str]:
    """By a hash of each name; in the exhaustive run all."""
    return [name for name in names if EXHAUSTIVE or crc32(name.encode()) % one_in == 0]


def recorded(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def test_every_page_is_on_record() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == {*NAMES, "README"}, WRITE
    assert recorded("README") == index_page(), WRITE
    assert [target for target in LINK.findall(index_page()) if not (FOLDER / target).is_file()] == []


@each("name", NAMES)
def test_a_page_is_on_record_its_links_lead_somewhere_and_each_call_gives_its_number(name: str) -> None:
    page = recorded(name)
    assert page == metric_page(name), WRITE
    assert len(page.encode()) < 6500  # a page is looked up, not read
    assert "\n\n\n" not in page
    assert [target for target in LINK.findall(page) if not (FOLDER / target).is_file()] == []
    known: dict[str, object] = {"em": em}
    exec(DATA.findall(page)[0], known)
    answers = ANSWER.findall(page)
    assert answers
    for call, value, decimal in answers:
        found = eval(call, known)
        assert value_text(found) == value, call
        if decimal:
            sign, digits = decimal.split()
            off = abs(Fraction(digits) - found)
            assert off == 0 if sign == "=" else off <= Fraction(1, 2 * 10**6), call


@each("name", chosen(NAMES, 4))
def test_the_working_is_right(name: str) -> None:
    """Every equality of a page holds."""
    found = em.verify_document(FOLDER / f"{name}.md")
    assert not list(found.of_level("error", "warn")), found.to_text()


@each("name", chosen([m.name for m in all_metrics()], 50))
def test_the_command_shows_every_step(name: str) -> None:
    (command,) = COMMAND.findall(recorded(name))
    result = run(*shlex.split(command))
    assert result.exit_code == 0, result.stderr


def test_the_command() -> None:
    assert printed("reference", "sensitivity") == metric_page("recall")
    assert printed("reference") == index_page()
    assert "'recall'" in refused("reference", "recal")
    assert "--write" in refused("reference", "recall", "--write", "docs")


@pytest.mark.long
def test_the_pages_are_written_where_they_changed(tmp_path: Path) -> None:
    def written() -> list[str]:
        return [Path(line).name for line in run("reference", "--write", str(tmp_path)).stdout.splitlines()]

    assert len(written()) == len(NAMES) + 3  # the index, the conventions and the identities
    (tmp_path / "reference" / "recall.md").write_text("other", encoding="utf-8")
    assert written() == ["recall.md"]
    assert written() == []
