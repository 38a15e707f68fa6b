"""A matrix on paper fits the line: up to 12 classes with counts below 10,000, marked or not, no box is overfull."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from exactmetrics.derivation.shown import in_document
from tests.cases import each, sample
from tests.derivation.questions import matrix
from tests.latex import compile_latex


@each("name", ["c{}", "class {}"], ids=["short", "words"])
def test_no_matrix_is_wider_than_the_page(name: str, tmp_path: Path, tex_engine: str) -> None:
    random, pages = Random(9), []
    for k in sample(range(2, 13), 6, kind=lambda k: k == 12):
        rows = [[random.choice([0, random.randint(1000, 9999)]) for _ in range(k)] for _ in range(k)]
        cm = matrix(rows, [name.format(i) for i in range(k)])
        asked = [{"metric": "f1", "label": name.format(1)}, {"metric": "specificity", "label": name.format(0)}]
        pages += [cm.derive(**question, detail="brief").to_latex() for question in [*asked, {"metric": "accuracy"}]]
    result = compile_latex(in_document("latex", "\n".join(pages), ""), tmp_path, engine=tex_engine)
    assert result.errors == []
    assert result.overfull == []


def test_small_matrices_stay_as_they_are() -> None:
    page = matrix([[6, 1], [1, 5]]).derive("f1", label="a").to_latex()
    assert r"\tabcolsep" not in page
    assert re.search(r"TP = .*6", page)
