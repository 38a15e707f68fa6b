"""Slides compile with a real engine: no error, and nothing sticks out of a frame."""

from __future__ import annotations

from pathlib import Path

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import UsageError
from tests.cases import each, size
from tests.cli.run import printed
from tests.latex import compile_latex

ROWS, NAMES = [[6, 1, 1], [1, 5, 2], [2, 3, 7]], ["bird", "cat", "dog"]
CM = em.ConfusionMatrix(ROWS, labels=NAMES)
PLAIN = "\\documentclass{beamer}\n\\begin{document}\n%s\n\\end{document}\n"


def fragments() -> list[em.Derivation | em.Comparison | em.Report]:
    """One of each kind of page, in each detail."""
    ways = [{"average": "macro", "combine": how} for how in ("scores", "averages")]
    out: list[em.Derivation | em.Comparison | em.Report] = []
    for detail in ("brief", "standard", "full", "scaffold"):
        asked = (("precision", {"average": "weighted"}), ("kappa", {}), ("f1", ways[1]))
        out += [CM.derive(metric, detail=detail, **options) for metric, options in asked]
        out.append(em.compare(*(CM.derive("f1", detail=detail, **way) for way in ways)))
    empty = em.ConfusionMatrix([[5, 0], [3, 0]], labels=["yes", "no"])
    return [*out, empty.derive("precision", label="no"), CM.report(), CM.report(derivations=True)]


def test_frames_need_no_package(tmp_path: Path, tex_engine: str) -> None:
    body = "\n".join(shown.to("beamer") for shown in fragments()[:: size(2, 1)])
    result = compile_latex(PLAIN % body, tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull) == ([], [])
    assert result.pages > size(30, 60)


def test_whole_documents_of_frames_compile(tmp_path: Path, tex_engine: str) -> None:
    for at, shown in enumerate(fragments()[:: size(9, 5)]):
        where = tmp_path / str(at)
        where.mkdir()
        result = compile_latex(shown.to("beamer-document"), where, engine=tex_engine)
        assert (result.errors, result.overfull) == ([], [])


@each(("metric", "options"), [("precision", {"average": "weighted"}), ("kappa", {}), ("mcc", {})], ids=str)
def test_a_brief_derivation_is_one_frame(metric: str, options: dict[str, str], tmp_path: Path, tex_engine: str) -> None:
    frame = CM.derive(metric, detail="brief", **options).to("beamer")
    assert frame.count("\\begin{frame}") == frame.count("\\end{frame}") == 1
    assert compile_latex(PLAIN % frame, tmp_path, engine=tex_engine).pages <= 2


def test_no_frame_is_shrunk() -> None:
    """What is too long for a slide goes on on the next one, in letters that the back row can read."""
    assert [shown for shown in fragments() if "[shrink" in shown.to("beamer")] == []


def test_a_frame_for_the_data_each_step_and_the_result() -> None:
    derivation = CM.derive("precision", average="weighted")
    titles = ["Weighted precision", "1. Definition", "2. Class values", "3. Put in the numbers and multiply"]
    titles += ["4. Add the fractions", "5. Divide by 28 and reduce", "Result"]
    frames = [line for line in derivation.to("beamer").splitlines() if line.startswith("\\begin{frame}")]
    assert [frame.partition("]{")[2].partition("}")[0] for frame in frames] == titles


def test_no_frames_of_a_document_of_prose() -> None:
    with pytest.raises(UsageError, match="no format 'beamer'"):
        em.document({"title": "Words", "block": [{"text": "A word."}]}).to("beamer")


def test_the_command_line_writes_slides() -> None:
    page = printed("derive", "6 1 1; 1 5 2; 2 3 7", "-m", "kappa", "--format", "beamer-document")
    assert page.startswith("\\documentclass[11pt,xcolor=table]{beamer}")
