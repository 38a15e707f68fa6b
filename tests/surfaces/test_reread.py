"""A wrong digit in a drawn formula is seen by the reader that the pages of the corpus are read with."""

from __future__ import annotations

import re

from exactmetrics.exact.errors import ReadingError
from tests.cases import each, sample
from tests.derivation.audit import audit
from tests.derivation.questions import BIRDS, FIG_23, Case, matrix
from tests.derivation.rereading import FaultError
from tests.surfaces.blocks import MisdrawnError, linear_page

TEXTBOOK = [
    Case(matrix(BIRDS), "precision", {"average": "weighted"}, BIRDS),
    Case(matrix(FIG_23), "f1", {"average": "macro", "combine": "averages"}, FIG_23),
    Case(matrix(BIRDS), "mcc", {}, BIRDS),
    Case(matrix([[2, 0], [1, 0]]), "f1", {"form": "harmonic", "average": "macro", "undefined": 0}, [[2, 0], [1, 0]]),
]
REFUSALS = (FaultError, MisdrawnError, ReadingError, AssertionError, ValueError, ZeroDivisionError)


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
            audit(case.derivation, case.measured, case.value, "text-2d", mutant, **case.options)
        except REFUSALS:
            by_arithmetic += 1
        else:
            assert numbers(mutant) != numbers(text), mutant[at - 200 : at + 200]
    assert wrong > 20
    assert by_arithmetic > 0.75 * wrong
