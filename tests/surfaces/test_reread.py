"""Pages for GitHub and drawn pages read back as a whole: sentences, tables, formulas, results, wrong digits."""

from __future__ import annotations

import re
from typing import Any

from exactmetrics.exact.errors import ReadingError
from tests.cases import each, sample
from tests.derivation.audit import audit
from tests.derivation.questions import BIRDS, FIG_23, Case, cases, example_5, least_members, matrix
from tests.derivation.rereading import FaultError
from tests.surfaces.blocks import MisdrawnError, linear_page

SURFACES = ("github", "text-2d")
TEXTBOOK = [
    Case(matrix(BIRDS), "precision", {"average": "weighted"}, BIRDS),
    Case(matrix(FIG_23), "f1", {"average": "macro", "combine": "averages"}, FIG_23),
    Case(matrix(BIRDS), "mcc", {}, BIRDS),
    Case(matrix([[2, 0], [1, 0]]), "f1", {"form": "harmonic", "average": "macro", "undefined": 0}, [[2, 0], [1, 0]]),
]
REFUSALS = (FaultError, MisdrawnError, ReadingError, AssertionError, ValueError, ZeroDivisionError)


class Page:
    """A derivation whose page is another text."""

    def __init__(self, case: Case, text: str) -> None:
        self._derivation, self._text = case.derivation, text

    def to(self, surface: str) -> str:
        return self._text

    def __getattr__(self, name: str) -> Any:
        return getattr(self._derivation, name)


def judged(case: Case, surface: str, text: str | None = None) -> int:
    page: Any = Page(case, case.derivation.to(surface) if text is None else text)
    return audit(page, case.measured, case.value, surface, **case.options)[0]


@each("surface", SURFACES)
@each("k", [1, 2, 3, 5])
def test_every_number_on_the_page_holds(surface: str, k: int) -> None:
    for case in sample(cases(k), 32, 400)[SURFACES.index(surface) :: 2]:  # the surfaces share them
        assert judged(case, surface) >= least_members(case), case  # fewer means that formulas were not found


@each("surface", SURFACES)
def test_counts_without_a_matrix(surface: str) -> None:
    for metric in ("precision", "f1", "npv"):
        assert judged(Case(example_5(), metric, {"average": "macro"}), surface) > 10


def numbers(text: str) -> list[str]:
    """The numbers of the formulas, in order: what a mutant that leaves every equality true has changed."""
    lines = [line for line in linear_page(text).splitlines() if line.startswith(("   ", "$$", "\\", "|", "*"))]
    return re.findall(r"\d+", "\n".join(lines))


@each("case", TEXTBOOK, ids=str)
def test_a_wrong_digit_in_a_drawn_formula_is_seen(case: Case) -> None:
    """By arithmetic, or where the equality stays true by the numbers themselves."""
    text = case.derivation.to("text-2d")
    start, end = text.index("3. "), text.index("\nResult\n")
    wrong = by_arithmetic = 0
    drawn = [line.span() for line in re.compile(r"^ {3}.*$", re.MULTILINE).finditer(text, start, end)]
    digits = [at for first, last in drawn for at in range(first, last) if text[at].isdecimal()]
    for at in sample(digits, 40):
        mutant = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
        wrong += 1
        try:
            judged(case, "text-2d", mutant)
        except REFUSALS:
            by_arithmetic += 1
        else:
            assert numbers(mutant) != numbers(text), mutant[at - 200 : at + 200]
    assert wrong > 20
    assert by_arithmetic > 0.75 * wrong
