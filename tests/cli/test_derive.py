"""`derive`: the formats, and files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from exactmetrics import ConfusionMatrix
from exactmetrics.cli.options import FORMATS
from tests.cli.run import MATRIX, printed, process, refused

ROWS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
NAMES = ["bird", "cat", "dog"]
DERIVE = ["derive", MATRIX, "--labels", ",".join(NAMES), "-m", "precision", "-a", "weighted"]


def test_formats_are_those_of_the_library() -> None:
    derivation = ConfusionMatrix(ROWS, labels=NAMES).derive("precision", average="weighted")
    expected = {
        "text": derivation.to_text(),
        "markdown": derivation.to_markdown(),
        "latex": derivation.to_latex(),
        "latex-document": derivation.to_latex(document=True),
        "text-2d": derivation.to_text(two_dimensional=True),
        "github": derivation.to_markdown(github=True),
        "html": derivation.to_html(),
        "html-fragment": derivation.to_html(document=False),
        "beamer": derivation.to("beamer"),
        "beamer-document": derivation.to("beamer-document"),
        "json": derivation.to_json(),
    }
    assert set(expected) == set(FORMATS)
    for style, text in expected.items():
        assert printed(*DERIVE, "--format", style).strip() == text.strip()
    assert printed(*DERIVE) == printed(*DERIVE, "--format", "text")
    assert len(set(expected.values())) == len(FORMATS)


def test_options_reach_the_derivation() -> None:
    assert "samples" in printed(*DERIVE)
    assert "actual: bird" in printed(*DERIVE)
    assert "actual: bird" not in printed(*DERIVE, "--no-data")
    other = printed(*DERIVE, "--profile", "002")
    assert other != printed(*DERIVE)
    assert "409/630" in other


def test_a_file_holds_what_is_printed(tmp_path: Path) -> None:
    target = tmp_path / "out.md"
    assert printed(*DERIVE, "--format", "markdown", "-o", str(target)) == ""
    assert target.read_bytes().decode() == printed(*DERIVE, "--format", "markdown")
    assert os.listdir(tmp_path) == ["out.md"]
    assert printed(*DERIVE, "-o", "-") == printed(*DERIVE)


def test_a_file_is_replaced_with_its_mode_and_through_links(tmp_path: Path) -> None:
    target, link = tmp_path / "out.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    printed(*DERIVE, "-o", str(link))
    assert link.is_symlink()
    assert "409/630" in target.read_text(encoding="utf-8")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["link.txt", "out.txt"]


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    printed(*DERIVE, "-o", str(tmp_path / "out.txt"))
    assert (tmp_path / "out.txt").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_failed_rename_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")

    def no(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", no)
    assert "Permission denied" in refused(*DERIVE, "-o", str(target))
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_a_directory_that_is_missing_is_named(tmp_path: Path) -> None:
    message = refused(*DERIVE, "-o", str(tmp_path / "missing" / "out.txt"))
    assert str(tmp_path / "missing") in message
    assert "there is no directory" in message
    assert os.listdir(tmp_path) == []


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    assert "directory" in refused(*DERIVE, "-o", str(tmp_path))


def test_an_error_leaves_an_old_file_alone(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")
    refused("derive", MATRIX, "-m", "precision", "-o", str(target))
    assert target.read_text() == "old"


def test_a_device_is_written_to() -> None:
    done = process(*DERIVE, "-o", "/dev/stdout")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"409/630" in done.stdout
    assert os.path.exists("/dev/null")
    assert process(*DERIVE, "-o", os.devnull).returncode == 0
    assert not os.path.isfile(os.devnull)
