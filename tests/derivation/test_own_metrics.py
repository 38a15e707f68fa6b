"""A metric of one's own may be called and described by anything: it stands on the page as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from exactmetrics.metrics.metric import REGISTRY, metric
from tests.cases import each
from tests.derivation.html_reader import parsed
from tests.derivation.questions import BIRDS, matrix

AWKWARD = r"A & B_x <b> 5% #1 \cmd $x$ ^ ~"
LATEX = r"A \& B\_x \textless{}b\textgreater{} 5\% \#1 \textbackslash{}cmd \$x\$ \textasciicircum{} \textasciitilde{}"


@pytest.fixture(scope="module")
def awkward() -> Iterator[str]:
    def awkward_for_a_test(c: Any) -> Any:
        return c.tp / c.support

    awkward_for_a_test.__doc__ = f"{AWKWARD} is anything."
    described = {"title": AWKWARD, "idea": f"Why {AWKWARD}.", "meaning": f"{{percent}} {AWKWARD}"}
    metric("awkward_for_a_test", scope="class", **described)(awkward_for_a_test)  # type: ignore[arg-type]
    yield "awkward_for_a_test"
    del REGISTRY["awkward_for_a_test"]


@each("symbols", ["letters", "words"])
def test_what_its_author_wrote_is_text(awkward: str, symbols: str) -> None:
    for question in ({"average": "macro"}, {"label": "b"}):
        shown = matrix(BIRDS, ["a", "b", "c"]).derive(awkward, symbols=symbols, detail="full", **question)
        latex, page = shown.to_latex(data=False), shown.to_html(data=False)
        assert r"\cmd" not in latex
        assert "<b>" not in latex + page
        assert latex.count(LATEX) >= (4 if symbols == "letters" else 7)  # title, definition, idea, meaning, formulas
        parsed(page)


@each("k", [3, 4])
def test_a_sum_that_is_divided_by_a_number_is_no_mean(k: int) -> None:
    """Half of the correct predictions: 2 is not how many classes there are."""

    def half_for_a_test(m: Any) -> Any:
        "Half of the correct predictions is their number, divided by 2."
        return m.sum(lambda c: c.tp) / 2

    metric("half_for_a_test", scope="matrix", range=(0, None), optimum=None, direction="none")(half_for_a_test)
    try:
        page = matrix([[1] * k for _ in range(k)], list("abcd"[:k])).derive("half_for_a_test").to_text()
    finally:
        del REGISTRY["half_for_a_test"]
    assert "add up over all classes" in page
    assert "number of classes" not in page
