"""Faults that readers found: each stays mended."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import Any
from zlib import crc32

import pytest

import exactmetrics as em
from exactmetrics.derivation.planning.facts import decimal_facts
from exactmetrics.derivation.working.roots import take_square_out
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.square import BOUND
from exactmetrics.expression.nodes import Sqrt, number
from exactmetrics.metrics.registry import metric_named
from tests.cases import each, size
from tests.derivation.questions import check_says, flat, matrix

HALVES = [Fraction(0), Fraction(1, 2), Fraction(3, 2), Fraction(2)]
SAID = "A count of 0 adds nothing to the sum."
SUMS = {  # what each metric adds up: cells, classes by their samples, classes by their predictions
    "mutual_information": ["cells"],
    "joint_entropy": ["cells"],
    "conditional_entropy": ["cells"],
    "reference_entropy": ["actual"],
    "response_entropy": ["predicted"],
    "cross_entropy": ["actual"],
    "kl_divergence": ["actual"],
    "homogeneity": ["cells", "actual"],
    "completeness": ["cells", "predicted"],
    "v_measure": ["cells", "actual", "predicted"],
    "nmi": ["cells", "actual", "predicted"],
}
ROWS = {
    "no zeros": [[6, 1, 1], [1, 5, 2], [2, 3, 7]],
    "a cell": [[6, 0, 1], [1, 5, 2], [2, 3, 7]],
    "no samples": [[6, 1, 1], [0, 0, 0], [2, 3, 7]],
    "neither": [[6, 0, 1], [0, 0, 0], [2, 0, 7]],
}


@each("metric", ["class_accuracy", "average_accuracy", "precision", "kappa"])
def test_the_working_ends_on_fractional_counts(metric: str) -> None:
    options = {"label": 0} if metric in ("class_accuracy", "precision") else {}
    for cells in product(HALVES, repeat=4):
        if crc32(f"{metric} {cells}".encode()) % size(16, 4) == 0:
            derivation = em.ConfusionMatrix([cells[:2], cells[2:]]).derive(metric, undefined=0, **options)
            assert re.search(rf"= {re.escape(str(derivation.value))}( [=≈].*)?\n", derivation.to_text())


MACRO = {"average": "macro"}
OMIT = {"undefined": "omit"}


@each(
    ("rows", "labels", "metric", "options", "told", "untold"),
    [
        # The number of classes is not written as the number of samples.
        ([[6, 1], [2, 3]], "ab", "recall", MACRO,
         ["divide by the number of classes, 2:", "R_macro = 1/2 * sum_i R_i"], []),
        # Like roots are said to be added.
        ([[3, 1], [2, 4]], "ab", "mcc", {"average": "weighted"}, ["Terms with the same root are added."], []),
        ([[4, 0, 1], [10, 65, 16], [1, 1, 9]], "abc", "mcc", MACRO, [], ["Terms with the same root"]),
        # A class named as the letter of a sum, or as an average, is called a class.
        ([[3, 1], [2, 4]], ["i", "w"], "recall", {"label": "i"}, ["R_class_i = 3/4"], []),
        ([[3, 1], [2, 4]], ["ape", "w"], "recall", {"label": "ape"}, ["R_ape = 3/4"], []),
        ([[3, 1], [2, 4]], ["M", "w"], "recall", {"label": "M"}, ["R_class_M = 3/4"], []),
        ([[3, 1], [2, 4]], ["M", "w"], "recall", MACRO, ["R_macro ="], []),
        # A large value has places after the point.
        ([[0, 0, 0], [0, 0, 14966], [0, 0, 4_228_402_235_776_313]], "abc", "support", {**MACRO, "detail": "full"},
         ["4228402235791279/3 ≈ 1409467411930426.333333; the digits in brackets", "s_macro ≈ 1409467411930426.33 "],
         []),
        # Logarithms that cancel, and that stay: (ln 5 - ln 5)/ln 17 and ln 4/ln 5 = 2 ln 2/ln 5.
        ([[2, 2], [2, 2]], "ab", "consonni_todeschini_5", {"label": "a"}, ["3. Cancel the logarithms.", "= 0 Result"],
         ["Divide by the logarithm"]),
        ([[1, 0], [0, 3]], "ab", "consonni_todeschini_5", {"label": "a"},
         ["4. Divide by the logarithm.", "= 2*log5(2) Result"], ["Cancel"]),
        # An average over no class says so.
        ([[0]], "a", "recall", {**MACRO, **OMIT}, ["undefined, because no class is left for the mean."], []),
        ([[0]], "a", "balanced_accuracy", {"convention": "weighted-formula", **OMIT},
         ["undefined, because no class is left for the mean."], []),
    ],
)  # fmt: skip
def test_what_readers_missed_is_said(
    rows: Any, labels: Any, metric: str, options: dict[str, Any], told: list[str], untold: list[str]
) -> None:
    check_says(matrix(rows, labels).derive(metric, **options).to_text(data=False), told, untold)


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


@each("rows", list(ROWS.values()))
@each("metric", list(SUMS))
def test_zeros_are_spoken_of_where_they_are(metric: str, rows: list[list[int]]) -> None:
    cm = em.ConfusionMatrix(rows, labels=["bird", "cat", "dog"])
    counts = {
        "cells": [n for row in rows for n in row],
        "actual": list(map(sum, rows)),
        "predicted": list(map(sum, zip(*rows, strict=True))),
    }
    said = sum(0 in counts[over] for over in SUMS[metric])
    beta = {"beta": 2} if metric == "v_measure" else {}
    for convention in metric_named(metric).conventions:
        page = cm.derive(metric, convention=convention, **beta).to("text")
        assert flat(page).count(SAID) == said
