r"""The estimated width of a formula against the width that TeX gives it: never much too small, nor useless."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from exactmetrics.derivation.look import symbols
from exactmetrics.derivation.notation.breaking import width
from exactmetrics.derivation.notation.latex import Latex
from exactmetrics.derivation.shown import in_document
from exactmetrics.expression.nodes import Expr
from tests.contracts.questions import questions
from tests.derivation.questions import BIRDS, FIG_23, matrix, special
from tests.latex import compile_latex

DIGIT = 5.475  # points: a digit at 11 pt, the unit of the estimate
NARROW = 8  # digits: of a formula narrower than this only the row it stands in matters


def members() -> Iterator[Expr]:
    for rows in (BIRDS, FIG_23, special(3)[6]):
        for question in questions(3)[::11]:
            for step in matrix(rows).derive(question.metric, **question.named()).steps[1:]:
                for formula in step.formulas:
                    yield from formula.members


def test_estimates_are_near_what_tex_measures(tmp_path: Path, tex_engine: str) -> None:
    notation = Latex(symbols(None, "abc", style="latex"))
    shown = {notation.show(e): width(e) for e in members()}
    lines = [rf"\setbox0\hbox{{$\displaystyle {f}$}}\typeout{{@@{i} \the\wd0}}" for i, f in enumerate(shown)]
    result = compile_latex(in_document("latex", "x\n" + "\n".join(lines), ""), tmp_path, engine=tex_engine)
    assert result.errors == []
    measured = {int(i): float(w) / DIGIT for i, w in re.findall(r"@@(\d+) ([\d.]+)pt", result.log)}
    assert len(measured) == len(shown) > 300
    wide = [(estimate, measured[i], f) for i, (f, estimate) in enumerate(shown.items()) if measured[i] >= NARROW]
    too_small = [row for row in wide if row[0] < 0.75 * row[1]]
    assert too_small == []
    far_too_wide = [row for row in wide if row[0] > 1.6 * row[1]]
    assert len(far_too_wide) < len(wide) / 50, far_too_wide[:5]
