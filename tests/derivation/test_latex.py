"""LaTeX documents compile with a real engine; the pages of the corpus are set in tests/corpus/test_programs.py."""

from __future__ import annotations

import re
from pathlib import Path

from exactmetrics.derivation.shown import in_document
from tests.derivation.questions import BIRDS, matrix
from tests.latex import compile_latex


def test_the_margin_is_watched(tmp_path: Path, tex_engine: str) -> None:
    body = r"\begin{align*} x &= " + " + ".join(["1000000"] * 20) + r" \end{align*}"
    assert compile_latex(in_document("latex", body, ""), tmp_path, engine=tex_engine).overfull


def test_one_derivation_is_a_document_by_itself(tmp_path: Path, tex_engine: str) -> None:
    source = matrix(BIRDS, ["bird", "cat", "dog"]).derive("precision", average="weighted").to_latex(document=True)
    result = compile_latex(source, tmp_path, engine=tex_engine)
    assert result.errors == []
    assert result.overfull == []
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
