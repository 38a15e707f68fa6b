"""LaTeX and slides with a real engine: what stands alone, what is watched, how wide a formula is taken to be.

The pages of the corpus are set in tests/corpus/test_programs.py.
"""

from __future__ import annotations

import re
from pathlib import Path
from zlib import crc32

import exactmetrics as em
from exactmetrics.derivation.look import symbols
from exactmetrics.derivation.notation.breaking import width
from exactmetrics.derivation.notation.latex import Latex
from exactmetrics.derivation.shown import in_document
from tests.cli.run import printed
from tests.contracts.questions import questions
from tests.derivation.questions import BIRDS, FIG_23, matrix
from tests.latex import compile_latex

LARGE = [[10**9 - 7 * i - j if i == j else 10**6 + 11 * i + 5 * j for j in range(3)] for i in range(3)]
CM = matrix(BIRDS, ["bird", "cat", "dog"])
DIGIT = 5.475  # points: a digit at 11 pt, the unit of the estimate
NARROW = 8  # digits: of a formula narrower than this only the row it stands in matters
PLAIN = "\\documentclass{beamer}\n\\begin{document}\n%s\n\\end{document}\n"


def test_the_margin_is_watched(tmp_path: Path, tex_engine: str) -> None:
    body = r"\begin{align*} x &= " + " + ".join(["1000000"] * 20) + r" \end{align*}"
    assert compile_latex(in_document("latex", body, ""), tmp_path, engine=tex_engine).overfull


def test_one_derivation_is_a_document_by_itself(tmp_path: Path, tex_engine: str) -> None:
    source = CM.derive("precision", average="weighted").to_latex(document=True)
    result = compile_latex(source, tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull) == ([], [])
    assert result.pages in (1, 2)


def test_what_is_subtracted_from_a_broken_sum_does_not_stand_alone() -> None:
    """Below a fraction a lone "- 1" could be read as the next storey, and above a line as the whole numerator."""
    cm = matrix([[50, 3, 7], [4, 60, 6], [10, 2, 58]], ["a", "b", "c"])
    pages = [cm.derive(name).to_latex() for name in ("cramers_v", "chi_squared", "adjusted_rand_index")]
    for page in pages:
        assert r"\begin{gathered} \begin{gathered}" not in page
        assert re.search(r"\\\\\[4pt\] [+-]\\: \d+ \\end\{gathered\}", page) is None
    assert r"\end{gathered}}{124051200} - 1 \right)" in pages[0]
    assert r"\frac{50^2 + 3^2 + 7^2 + 4^2 + 60^2 + 6^2 + 10^2 + 2^2 + 58^2 - 200}{2}" in pages[2]


def test_estimated_widths_are_near_what_tex_measures(tmp_path: Path, tex_engine: str) -> None:
    notation, shown = Latex(symbols(None, "abc", style="latex")), {}
    for rows in (BIRDS, FIG_23, LARGE):
        for question in questions(3):
            if crc32(f"{question} {rows}".encode()) % 16 == 0:
                for step in matrix(rows).derive(question.metric, **question.named()).steps[1:]:
                    shown |= {notation.show(e): width(e) for formula in step.formulas for e in formula.members}
    lines = [rf"\setbox0\hbox{{$\displaystyle {f}$}}\typeout{{@@{i} \the\wd0}}" for i, f in enumerate(shown)]
    result = compile_latex(in_document("latex", "x\n" + "\n".join(lines), ""), tmp_path, engine=tex_engine)
    assert result.errors == []
    measured = {int(i): float(w) / DIGIT for i, w in re.findall(r"@@(\d+) ([\d.]+)pt", result.log)}
    assert len(measured) == len(shown) > 200
    wide = [(estimate, measured[i], f) for i, (f, estimate) in enumerate(shown.items()) if measured[i] >= NARROW]
    assert [row for row in wide if row[0] < 0.72 * row[1]] == [], "too small"
    assert len([row for row in wide if row[0] > 1.6 * row[1]]) < len(wide) / 50, "far too wide"


# Slides.


def test_frames(tmp_path: Path, tex_engine: str) -> None:
    """They need no package; a brief derivation is one; none is shrunk, so that the back row can read it."""
    ways = [{"average": "macro", "combine": how} for how in ("scores", "averages")]
    shown = [CM.derive("f1", detail=detail, **ways[1]) for detail in ("standard", "full", "scaffold")]
    shown += [em.compare(*(CM.derive("f1", **way) for way in ways)), CM.report(), CM.report(derivations=True)]
    brief = [CM.derive(metric, detail="brief") for metric in ("kappa", "mcc")]
    brief.append(CM.derive("precision", average="weighted", detail="brief"))
    frames = [page.to("beamer") for page in [*shown, *brief]]
    assert not any("[shrink" in frame for frame in frames)
    assert all(frame.count(r"\begin{frame}") == frame.count(r"\end{frame}") == 1 for frame in frames[-3:])
    result = compile_latex(PLAIN % "\n".join(frames), tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull) == ([], [])
    assert result.pages > 30


def test_no_frame_begins_with_a_relation(tmp_path: Path, tex_engine: str) -> None:
    """A frame ends between two rows only where the next one has the left side; what is kept together fits a frame."""
    rows = [[8, 1, 2, 0, 3], [2, 9, 1, 1, 0], [0, 2, 7, 3, 1], [1, 0, 2, 11, 2], [3, 1, 0, 2, 9]]
    asked = {"kappa": {}, "chi_squared": {}, "mcc": {}, "joint_entropy": {}, "cen": {}, "g_mean": {"average": "macro"}}
    pages = [matrix(rows).derive(name, symbols=words, **options).to("beamer")
             for name, options in asked.items() for words in ("letters", "words")]  # fmt: skip
    for page in pages:
        assert re.search(r"\\\\\[4pt\]\n *&(=|\\approx)", page) is None
    assert any(page.count(r"p_e &=") > 1 for page in pages)
    result = compile_latex(in_document("beamer", "\n".join(pages), ""), tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull) == ([], [])


def _outside(page: str) -> str:
    """What a page has outside of its frames and macros."""
    bare = re.sub(r"\\begin\{frame\}.*?\\end\{frame\}", "", page[page.index(r"\begin{frame}") :], flags=re.DOTALL)
    prelude = matrix(BIRDS).derive("accuracy").to("beamer").partition(r"\begin{frame}")[0]
    return re.sub(r"\\subsection\*\{.*\}", "", bare.replace(prelude, "")).strip()


def test_an_exercise_has_nothing_outside_of_its_frames() -> None:
    page = CM.derive("precision", label="cat", detail="scaffold").to("beamer")
    assert page.count("Fill in the blanks") == 1
    assert _outside(page) == ""


SLIDES = """
title = "Slides & more"
contents = true
[data.m]
labels = ["bird", "cat", "dog"]
matrix = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
[data.n]
matrix = [[5, 2], [1, 5]]
labels = ["a", "b"]
[[block]]
title = "Words"
text = '''
# A heading

A *word*, `code --x`, $F_1$; {ref:k}, {ref:k.result}, {percent:k:1}, {ref:eq}.

| a | b |
|--:|:--|
| 1 | 2 |
'''
[[block]]
data = "m"
picture = true
[[block]]
id = "k"
derivation = {metric = "kappa", data = "m"}
[[block]]
derivation = {metric = "f1", average = "macro", data = "m"}
detail = "brief"
[[block]]
derivation = {metric = "precision", label = "a", data = "n"}
detail = "scaffold"
[[block]]
id = "eq"
equation = "a = {value:k} + b"
[[block]]
comparison = [{metric = "f1", average = "macro", data = "m"}, {metric = "f1", average = "micro", data = "m"}]
[[block]]
report = "m"
"""


def test_a_document_as_slides(tmp_path: Path, tex_engine: str) -> None:
    """Every block is in frames, references lead to them, and tables and pictures fit."""
    (tmp_path / "slides.toml").write_text(SLIDES, encoding="utf-8")
    page = em.document(tmp_path / "slides.toml")
    body = page.to("beamer")
    assert _outside(body) == ""
    for text in (r"\texttt{code -{}-x}", r"\textbf{A heading}", "{exacttable}{rl}", "Derivation 1: "):
        assert text in body, text
    assert r"\tag{1}\label{k.definition}" in body
    assert "tikzpicture" in body
    document = page.to("beamer-document")
    assert document.startswith("\\documentclass[11pt,xcolor=table]{beamer}")
    result = compile_latex(document, tmp_path, engine=tex_engine)
    assert (result.errors, result.overfull) == ([], [])
    assert result.pages > 25


def test_slides_by_name() -> None:
    page = printed("derive", "6 1 1; 1 5 2; 2 3 7", "-m", "kappa", "--format", "beamer-document")
    assert page.startswith("\\documentclass[11pt,xcolor=table]{beamer}")
