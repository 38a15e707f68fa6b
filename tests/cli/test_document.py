"""`document`: a specification becomes a page, and what is wrong with it a message."""

from __future__ import annotations

from pathlib import Path

import exactmetrics as em
from tests.cases import each
from tests.cli.run import printed, refused, run, write

SPEC = """
title = "Recall"
[data.m]
labels = ["yes", "no"]
matrix = [[5, 1], [5, 7]]
[[block]]
data = "m"
[[block]]
id = "r"
derivation = {metric = "recall", label = "yes"}
[[block]]
text = "By {ref:r.result} it is {value:r}."
"""


@each("style", ["text", "markdown", "github", "latex", "latex-document", "html", "json"])
def test_formats_are_those_of_the_library(tmp_path: Path, style: str) -> None:
    path = write(tmp_path, "spec.toml", SPEC)
    assert printed("document", path, "--format", style).strip() == em.document(path).to(style).strip()


def test_options(tmp_path: Path) -> None:
    path = write(tmp_path, "spec.toml", SPEC)
    assert "Rows are true classes" not in printed("document", path, "--no-data")
    assert "Derivación 1" in printed("document", path, "--language", "es")
    assert len(printed("document", path, "--detail", "brief")) < len(printed("document", path))
    exercise = printed("document", path, "--detail", "scaffold")
    student = printed("document", path, "--detail", "scaffold", "--no-key")
    assert "Key" in exercise
    assert "Key" not in student
    assert exercise.startswith(student.split("\n\n---")[0][:400])
    target = tmp_path / "page.tex"
    assert printed("document", path, "-o", str(target)) == ""
    assert target.read_text(encoding="utf-8").startswith(r"\documentclass")


def test_what_nothing_refers_to_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, "spec.toml", SPEC + '[[block]]\nid = "s"\nreport = "m"\n')
    result = run("document", path)
    assert result.exit_code == 0
    assert "nothing refers to the id 's'" in result.stderr


@each(
    ("change", "message"),
    [
        (("{value:r}", "{value:s}"), "spec.toml: block 3 (text): there is no 's' to refer to"),
        (('"recall"', '"recal"'), "spec.toml: block 2 (derivation): "),
        (("title", "titel"), "there is no key 'titel'; did you mean 'title'"),
        (('label = "yes"', 'label = "maybe"'), "maybe"),
    ],
)
def test_what_is_wrong(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    assert message in refused("document", write(tmp_path, "spec.toml", SPEC.replace(*change)))


def test_a_missing_specification() -> None:
    assert "there is no file nosuch.toml" in refused("document", "nosuch.toml")
