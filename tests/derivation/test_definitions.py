"""The printed definition is the metric: with the numbers put in by this test, it gives the value."""

from __future__ import annotations

import re

from tests.cases import each, sample
from tests.contracts.questions import questions
from tests.derivation.definitions import symbols_of, values_of, written_out
from tests.derivation.documents import take_apart
from tests.derivation.questions import BIRDS, Case, matrix

LOPSIDED = [[7, 1, 3, 2], [2, 4, 3, 1], [2, 5, 9, 1], [3, 1, 4, 8]]  # FP unlike FN in every class
TWO = [[4, 2], [1, 2]]


def check(case: Case, surface: str) -> int:
    derivation = case.derivation
    names = [rf"\text{{class {label}}}" for label in case.measured.labels]
    symbols = symbols_of(derivation)
    definition = take_apart(derivation.to(surface), surface).steps[0]
    rows, left = 0, ""
    for written in (part.strip() for row in definition.rows for part in row.split(r"\qquad")):
        written = re.sub(r"(?<=[{,])\\mathrm\{(?=[a-z]{2})", r"\\text{", written)  # as HTML is read
        row = f"{left} {written}" if written.startswith("= ") else written  # it goes on where the last one ended
        left = row.partition(" = ")[0]
        for values in values_of(row, symbols, names):
            assert len(set(map(str, values))) == 1, f"{case}: {row} has {list(map(str, values))}"
            rows += 1
    return rows


@each("surface", ["markdown", "html"])
@each("rows", [BIRDS, LOPSIDED, TWO], ids=["birds", "lopsided", "two classes"])
def test_every_definition_gives_the_value(rows: list[list[int]], surface: str) -> None:
    asked = sample(questions(len(rows)), 20, kind=lambda question: question.metric)
    assert sum(check(Case(matrix(rows), q.metric, q.named(), rows), surface) for q in asked) >= len(asked)


def test_sums_are_written_out() -> None:
    row = r"P = \frac{1}{n} \sum_i \frac{\mathrm{TP}_i}{c_i} + \left( \sum_i s_i \right)"
    assert written_out(row, "ab") == (
        r"P = \frac{1}{n} (\frac{\mathrm{TP}_a}{c_a} + \frac{\mathrm{TP}_b}{c_b}) + \left( (s_a + s_b) \right)"
    )
