"""Faults that readers found: each stays mended."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics.derivation.planning.facts import decimal_facts
from exactmetrics.derivation.working.roots import take_square_out
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.square import BOUND
from exactmetrics.expression.nodes import Sqrt, number
from tests.cases import each, size
from tests.derivation.questions import flat

HALVES = [Fraction(0), Fraction(1, 2), Fraction(3, 2), Fraction(2)]


@each("metric", ["class_accuracy", "average_accuracy", "precision", "kappa"])
def test_the_working_ends_on_fractional_counts(metric: str) -> None:
    options = {"label": 0} if metric in ("class_accuracy", "precision") else {}
    for cells in product(HALVES, repeat=4):
        if crc32(f"{metric} {cells}".encode()) % size(16, 4) == 0:
            derivation = em.ConfusionMatrix([cells[:2], cells[2:]]).derive(metric, undefined=0, **options)
            assert re.search(rf"= {re.escape(str(derivation.value))}( [=≈].*)?\n", derivation.to_text())


def test_the_weight_of_a_class_that_is_left_out_is_shown_as_it_was_given() -> None:
    cm = em.ConfusionMatrix([[1, 0, 0], [0, 0, 0], [2, 0, 0]], labels=["a", "b", "c"])
    weights = {"a": 3, "b": "1/2", "c": 0}
    table = cm.derive("recall", average="weighted", weights=weights, undefined="omit").steps[1].table
    assert table is not None
    shown = [cells[table.blocks.index("weight")].value for _, _, cells in table.rows]
    assert shown == [Fraction(3), Fraction(1, 2), Fraction(0)]


@each(
    ("samples", "line"),
    [
        (2**20, "1048577/1048576 = 1.00000095367431640625 exactly."),
        (2**40, "1099511627777/1099511627776 ≈ 1.000000000000909 (16 significant digits, correctly rounded)."),
    ],
)
def test_a_decimal_is_called_exact_only_when_it_is(samples: int, line: str) -> None:
    counts = {"a": {"tp": 1, "fn": 0, "fp": 0, "n": samples}, "b": {"tp": samples, "fn": 0, "fp": 0, "n": samples}}
    blocks = em.OneVsRest.from_counts(counts, partition=False)  # 1/n + n/n is the sum of the prevalences
    assert sum(blocks.values("prevalence").values()) == Fraction(samples + 1, samples)
    facts = decimal_facts(Fraction(samples + 1, samples))
    sign = "=" if facts["kind"] == "finite" else "≈"
    assert f"{samples + 1}/{samples} {sign} {facts['digits']}" == line.partition(" exactly")[0].partition(" (")[0]


def test_unknown_traits_are_refused() -> None:
    with pytest.raises(UsageError, match="no scope 'nosuch'"):
        em.metrics(scope="nosuch")
    with pytest.raises(UsageError, match="no implemented_by 'sklaern'; did you mean 'sklearn'"):
        em.metrics(implemented_by="sklaern")


# What is said of the rest under a root: which squares were looked for.


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
    text = flat(em.ConfusionMatrix(rows).derive("mcc").to_text())
    found = None if said is None else re.search(said, text)
    assert (found is None) is (said is None), text
    if found is not None:
        number, square = (int(n) for n in (*found.groups(), "1")[:2])
        assert all(number // square % factor**2 for factor in range(2, BOUND + 1))
