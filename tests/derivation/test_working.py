"""The working says where its numbers come from: products before they are multiplied out, divisors, differences."""

from __future__ import annotations

import re
from math import gcd
from random import Random
from typing import Any

import pytest

from exactmetrics.derivation.planning.page import kind_of
from exactmetrics.derivation.working.roots import take_square_out
from exactmetrics.exact.square import BOUND
from exactmetrics.expression.nodes import Sqrt, number
from tests.cases import each
from tests.derivation import full_run
from tests.derivation.documents import take_apart
from tests.derivation.questions import BIRDS, FIG_23, Case, matrix


def rows_of(derivation: Any) -> list[tuple[str, list[str]]]:
    page = take_apart(derivation.to_text(), "text")
    return [(section.title, section.rows) for section in page.steps]


def test_products_stand_as_products_before_they_are_multiplied_out() -> None:
    derivation = matrix(FIG_23).derive("f1", average="macro", combine="averages")
    shown = dict(rows_of(derivation))
    [cleared] = shown["Clear the inner denominators"]
    [multiplied] = shown["Multiply out"]
    # 45045 is 6435 * 7 and 1155 * 39; the fractions are 3427/6435 and 898/1155
    assert cleared.endswith("(2 * (3427/6435) * (898*39))/(3427*7 + 898*39)")
    assert multiplied.endswith(f"(2 * (3427/6435) * {898 * 39})/({3427 * 7} + {898 * 39})")


def test_what_is_known_by_heart_is_not_spelled_out() -> None:
    rows = [[1, 1], [1, 2]]  # precision 1/2 and recall 1/2 of the first class, 2/3 of the second
    derivation = matrix(rows).derive("f1", form="harmonic", label="a")
    assert [
        row for title, found in rows_of(derivation) for row in found if title == "Clear the inner denominators"
    ] == ["F1_a = (2 * (1/2) * 1)/(1 + 1)"]


@each(("metric", "options"), [("f1", {"average": "macro", "combine": "averages"}), ("recall", {})])
def test_a_reduction_says_by_what(metric: str, options: dict[str, Any]) -> None:
    derivation = matrix(FIG_23).derive(metric, **(options or {"average": "macro"}))
    told = [s for section in take_apart(derivation.to_text(), "text").steps for s in [section.text] if "65/91" in s]
    assert len(told) == 1
    assert told[0].startswith(f"In 65/91, above and below are divided by {gcd(65, 91)}, their greatest common divisor")


def test_the_reduced_terms_of_a_part_have_a_line_of_their_own() -> None:
    derivation = matrix(FIG_23).derive("f1", average="macro", combine="averages")
    [rows] = [rows for title, rows in rows_of(derivation) if title == "Work out R_macro"]
    assert rows[0] == "R_macro = 1/3 * (4/5 + 65/91 + 9/11) = 1/3 * (4/5 + 5/7 + 9/11)"
    assert rows[1].startswith("= 1/3 * (308/385 + 275/385 + 315/385)")


@each(
    ("metric", "options", "kinds"),
    [
        ("mcc", {}, ["subtract"]),
        ("kappa", {}, ["subtract"]),
        ("accuracy", {}, []),
        ("informedness", {"label": "a"}, []),  # one sum with a minus: numerators are added and subtracted
        ("precision", {"average": "weighted"}, []),
    ],
)
def test_a_difference_is_a_step_of_its_own_kind(metric: str, options: dict[str, Any], kinds: list[str]) -> None:
    steps = matrix(BIRDS).derive(metric, **options).steps
    assert [kind_of(step.kind) for step in steps if kind_of(step.kind) == "subtract"] == kinds


def test_the_full_run_finds_no_fault_and_sees_every_mutant() -> None:
    found = list(full_run.cases(5, 7))
    tallies = {surface: full_run.Tally() for surface in (*full_run.PAGES, "json")}
    for case in found[::4]:
        full_run.reread(case, tallies)
    full_run.mutate_everywhere(Case(matrix(BIRDS), "precision", {"average": "weighted"}, BIRDS), tallies, Random(1))
    for tally in tallies.values():
        assert tally.faults == tally.missed == []
        assert tally.documents == len(found[::4])
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
        ([[5, 1], [2, 4]], r"no square above 1 divides (\d+)\."),
        ([[400, 71], [130, 1501]], rf"no square of a number from 2 to {BOUND} divides (\d+)\."),
    ],
)
def test_the_note_on_the_rest_under_a_root_is_true(rows: list[list[int]], said: str | None) -> None:
    text = " ".join(em.ConfusionMatrix(rows).derive("mcc").to_text().split())
    found = None if said is None else re.search(said, text)
    assert (found is None) is (said is None), text
    for factor in range(2, BOUND + 1) if found else ():
        assert int(found[1]) % factor**2  # type: ignore[index]
