"""Hostile names read back from the PDF that a TeX engine makes: each as it was, none of them doing anything."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import exactmetrics as em
from exactmetrics.derivation.notation import escape
from tests.cases import sample
from tests.derivation.hostile import HIDDEN, LONG, PRINTED, TEX, seen
from tests.derivation.questions import matrix
from tests.derivation.test_names import named
from tests.latex import compile_latex, joined
from tests.tools import needed

LATIN = ["é", "ÄÖÜ ß", "Łódź", "İ", "l’été", "a — b"]  # what the T1 fonts have
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"}  # drawn as one glyph, read as several letters
NAMES = [
    *(name for name in PRINTED if name.isascii()),
    *LATIN,
    *(name for name, shown in HIDDEN.items() if shown.isascii()),
    *(name for name in LONG if name.isascii()),
]


def pages(names: list[str], where: Path, engine: str) -> str:
    """The text of one document of a derivation for each name, without white space."""
    bodies = [named(name).to_latex() for name in names]
    source = named("x").to_latex(document=True)
    before, after = source.split(named("x").to_latex().rstrip())
    before = before.replace(r"\begin{document}", r"\pagestyle{empty}\begin{document}")
    result = compile_latex(before + "\n".join(bodies) + after, where, engine=engine)
    assert result.errors == []
    assert result.overfull == []
    # Without -layout a hyphen at the end of a line would be taken for one that divides a word.
    command = [needed("pdftotext"), "-layout", "document.pdf", "-"]
    run = subprocess.run(command, cwd=where, capture_output=True, check=True, timeout=60)
    text = run.stdout.decode("utf-8")
    for glyph, letters in LIGATURES.items():
        text = text.replace(glyph, letters)
    return re.sub(r"\s", "", text)


def test_names_read_back_from_pdf(tmp_path: Path, tex_engine: str) -> None:
    names = sample(NAMES, 90, kind=lambda name: name if name in TEX else None)
    text = pages(names, tmp_path, tex_engine)
    assert not [f.name for f in tmp_path.iterdir() if f.suffix not in (".tex", ".pdf", ".log", ".aux", ".out")]
    for name in names:
        shown = re.sub(r"\s", "", seen(name))
        if name in LONG:
            assert f"={shown}." in text, name[:40]
        else:
            data = f"Thisconfusionmatrixshows8samplesof2classes:{shown}andother."
            for line in (f"F1scoreofclass{shown}Question.", data):
                assert line in text, (name, line)
            assert f"total{shown}" in text, name  # the last head, then the first row


@given(st.text())
def test_latex_leaves_nothing_live(name: str) -> None:
    written = escape.latex(name)
    rest = re.sub(r"\\(?:text[a-z]+|char34)\{\}|\\allowbreak\{\}(?:%\n)?|\\[{}$&#%_]|\{[-?!,\[\]*]\}", "", written)
    assert not set(rest) & set("\\{}$&#%_~^<>|\"'`-?!,[]*"), written


@given(st.text(min_size=51, max_size=200))
def test_a_place_to_break_changes_no_name(name: str) -> None:
    whole = "".join(escape.latex(ch) if ch != " " else ch for ch in escape.plain(name))
    assert escape.latex(name).replace(escape.LINE, "").replace(escape.BREAK, "") == whole.replace('""', "")


def test_long_words_are_broken(tmp_path: Path, tex_engine: str) -> None:
    words = ["W" * length for length in (51, 400, 10_000)]
    text = pages(words, tmp_path, tex_engine)
    assert all(f"={word}." in text for word in words)


def test_long_names_together_stay_within_the_margins(tmp_path: Path, tex_engine: str) -> None:
    names = [name for name in LONG if name.isascii()]
    rows = [[(i * j + i) % 7 for j in range(len(names))] for i in range(len(names))]
    counts = matrix(rows, names)
    first, second = (counts.derive("f1", average="macro", combine=how) for how in ("scores", "averages"))
    sources = [document.to("latex-document") for document in (counts.report(metrics="all"), em.compare(first, second))]
    result = compile_latex(joined(sources), tmp_path, engine=tex_engine)
    assert result.errors == []
    assert result.overfull == []
