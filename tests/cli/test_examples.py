"""`examples`: listed, checked, written; findings are status 1."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import exactmetrics._resources as resources
from exactmetrics.examples import collection
from tests.cli.run import printed, refused, run
from tests.examples.support import ROOT, ledger, name_of, sheet_files


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of one source that may be changed, with golden documents that are up to date."""
    root = tmp_path / "worked_examples"
    shutil.copytree(ROOT / "000", root / "000")
    monkeypatch.setattr(collection, "worked_examples_root", lambda: root)
    monkeypatch.setattr(collection, "worked_examples_dir", lambda: root)
    assert run("examples", "--write").exit_code == 0
    return root


def test_the_list_names_every_sheet() -> None:
    lines = printed("examples").splitlines()
    assert [line.split()[0] for line in lines[2:]] == [name_of(path) for path in sheet_files()]


def test_the_list_counts_every_claim_of_the_ledger() -> None:
    claims = sum(int(line.split()[-1]) for line in printed("examples").splitlines()[2:])
    assert claims >= len(ledger())


def test_names_choose() -> None:
    assert len(printed("examples", "000").splitlines()) == 2 + len(list(ROOT.glob("000/[!p]*.toml")))
    assert len(printed("examples", "002/figure_23").splitlines()) == 3
    assert "002" in refused("examples", "020")


def test_checking_what_is_right(copy: Path) -> None:
    result = run("examples", "--check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"{len(list(ROOT.glob('000/[!p]*.toml')))} sheets" in result.stdout


def test_a_wrong_verdict_is_a_finding(copy: Path) -> None:
    sheet = copy / "000" / "weighted_averages.toml"
    text = sheet.read_text(encoding="utf-8")
    assert 'verdict = "rounded"' in text
    sheet.write_text(text.replace('verdict = "rounded"', 'verdict = "exact"', 1), encoding="utf-8")
    result = run("examples", "--check")
    assert result.exit_code == 1
    assert "000/weighted_averages: " in result.stdout
    assert "'rounded'" in result.stdout


def test_a_changed_golden_file_is_a_finding_until_it_is_written(copy: Path) -> None:
    golden = copy / "000" / "weighted_averages.md"
    before = golden.read_bytes()
    golden.write_bytes(before.replace(b"409", b"410"))
    result = run("examples", "--check", "000/weighted_averages")
    assert result.exit_code == 1
    assert "weighted_averages.md" in result.stdout
    result = run("examples", "--write")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [str(golden)]
    assert golden.read_bytes() == before
    assert run("examples", "--check").exit_code == 0
    result = run("examples", "--write")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "up to date" in result.stderr


def test_a_sheet_that_cannot_be_read_is_a_finding(copy: Path) -> None:
    (copy / "000" / "broken.toml").write_text("title = ", encoding="utf-8")
    result = run("examples", "--check")
    assert result.exit_code == 1
    assert "000/broken" in result.stdout


def test_a_collection_that_cannot_be_written(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "worked_examples_root", lambda: object())
    monkeypatch.setattr(collection, "worked_examples_dir", resources.worked_examples_dir)
    assert "cannot be written" in refused("examples", "--write")
