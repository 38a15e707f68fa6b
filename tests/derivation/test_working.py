"""The working as a whole: a full run on every surface, and what is said of the rest under a root."""

from __future__ import annotations

import re
from random import Random

import pytest

import exactmetrics as em
from exactmetrics.derivation.working.roots import take_square_out
from exactmetrics.exact.square import BOUND
from exactmetrics.expression.nodes import Sqrt, number
from tests.cases import each, size
from tests.derivation import full_run
from tests.derivation.questions import BIRDS, Case, matrix


def test_the_full_run_finds_no_fault_and_sees_every_mutant() -> None:
    found = list(full_run.cases(5, 7))[:: size(12, 4)]
    tallies = {surface: full_run.Tally() for surface in (*full_run.PAGES, "json")}
    for case in found:
        full_run.reread(case, tallies)
    full_run.mutate_everywhere(Case(matrix(BIRDS), "precision", {"average": "weighted"}, BIRDS), tallies, Random(1))
    for tally in tallies.values():
        assert tally.faults == tally.missed == []
        assert tally.documents == len(found)
        assert tally.mutants > 80


def test_the_full_run_sees_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    tallies = {surface: full_run.Tally() for surface in (*full_run.PAGES, "json")}
    case = Case(matrix(BIRDS), "accuracy", {}, BIRDS)
    wrong = Case(matrix([[6, 1, 1], [1, 5, 2], [2, 3, 8]]), "accuracy", {}, BIRDS)
    monkeypatch.setattr(Case, "value", property(lambda self: wrong.measured.value("accuracy")))
    full_run.reread(case, tallies)
    assert all(tally.faults for tally in tallies.values())


@each(
    ("prime", "bound"),
    [(99_999_989, None), (100_000_007, BOUND)],  # the primes on both sides of the square of the bound
)
def test_what_is_left_under_a_root_is_said_to_be_searched_only_up_to_the_bound(prime: int, bound: int | None) -> None:
    work = take_square_out(Sqrt(number(4 * prime)))
    assert work is not None
    assert work.facts == {"number": 4 * prime, "factor": 2, "rest": prime, "bound": bound}
    assert take_square_out(Sqrt(number(prime))) is None


@each(
    ("rows", "said"),
    [
        ([[3, 1], [1, 7]], None),
        ([[5, 1], [2, 4]], r"The largest square number that divides (\d+) is (\d+) = "),
        ([[400, 71], [130, 1501]], rf"No square of a number from 2 to {BOUND} divides the rest, (\d+)\."),
    ],
)
def test_the_note_on_the_rest_under_a_root_is_true(rows: list[list[int]], said: str | None) -> None:
    text = " ".join(em.ConfusionMatrix(rows).derive("mcc").to_text().split())
    found = None if said is None else re.search(said, text)
    assert (found is None) is (said is None), text
    if found is not None:
        number, square = (int(n) for n in (*found.groups(), "1")[:2])
        assert all(number // square % factor**2 for factor in range(2, BOUND + 1))
