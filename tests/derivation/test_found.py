"""Faults that readers found: each stays mended."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

import exactmetrics as em
from exactmetrics.derivation.planning.facts import decimal_facts
from exactmetrics.exact.errors import UsageError
from tests.cases import each, sample

HALVES = [Fraction(0), Fraction(1, 2), Fraction(3, 2), Fraction(2)]


@each("metric", ["class_accuracy", "average_accuracy", "precision", "kappa"])
def test_the_working_ends_on_fractional_counts(metric: str) -> None:
    for cells in sample(product(HALVES, repeat=4), 60):
        cm = em.ConfusionMatrix([cells[:2], cells[2:]])
        options = {"label": 0} if metric in ("class_accuracy", "precision") else {}
        derivation = cm.derive(metric, undefined=0, **options)
        assert re.search(rf"= {re.escape(str(derivation.value))}( [=≈].*)?\n", derivation.to_text())


def test_the_number_of_classes_is_not_written_as_the_number_of_samples() -> None:
    text = em.ConfusionMatrix([[6, 1], [2, 3]]).derive("recall", average="macro").to_text(data=False)
    assert "divide by the number of classes, 2:" in " ".join(text.split())
    assert "R_macro = 1/2 * sum_i R_i" in text


def test_like_roots_are_said_to_be_added() -> None:
    text = em.ConfusionMatrix([[3, 1], [2, 4]]).derive("mcc", average="weighted").to_text(data=False)
    assert "Terms with the same root are added." in text
    unlike = em.ConfusionMatrix([[4, 0, 1], [10, 65, 16], [1, 1, 9]]).derive("mcc", average="macro").to_text(data=False)
    assert "Terms with the same root" not in unlike


@each(("labels", "symbol"), [(["i", "w"], "R_class_i"), (["ape", "w"], "R_ape")])
def test_a_class_named_as_the_letter_of_a_sum_is_called_a_class(labels: list[str], symbol: str) -> None:
    text = em.ConfusionMatrix([[3, 1], [2, 4]], labels=labels).derive("recall", label=labels[0]).to_text(data=False)
    assert f"{symbol} = 3/4" in text


def test_a_class_named_as_an_average_keeps_its_symbol_to_itself() -> None:
    cm = em.ConfusionMatrix([[3, 1], [2, 4]], labels=["M", "w"])
    of_class = cm.derive("recall", label="M").to_latex(data=False)
    averaged = cm.derive("recall", average="macro").to_latex(data=False)
    assert r"\boxed{R _{\text{class M}} = \frac{3}{4}" in of_class
    assert r"\boxed{R _{\text{macro}} =" in averaged


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


def test_a_large_value_has_places_after_the_point() -> None:
    big = em.ConfusionMatrix([[0, 0, 0], [0, 0, 14966], [0, 0, 4_228_402_235_776_313]])
    text = big.derive("support", average="macro", detail="full").to_text(data=False)
    assert "4228402235791279/3 ≈ 1409467411930426.333333; the digits in brackets" in text
    assert "s_macro ≈ 1409467411930426.33\n" in text


@each(
    ("metric", "options"),
    [("recall", {"average": "macro"}), ("balanced_accuracy", {"convention": "weighted-formula"})],
)
def test_an_average_over_no_class_says_so(metric: str, options: dict[str, str]) -> None:
    text = em.ConfusionMatrix([[0]]).derive(metric, undefined="omit", **options).to_text(data=False)
    assert "undefined, because no class is left for the mean." in text


def test_an_unknown_language_names_those_there_are() -> None:
    with pytest.raises(UsageError, match="no language 'xx'; choose from: ar, "):
        em.ConfusionMatrix([[1]]).derive("accuracy", language="xx").to_text()


def test_unknown_traits_are_refused() -> None:
    with pytest.raises(UsageError, match="no scope 'nosuch'"):
        em.metrics(scope="nosuch")
    with pytest.raises(UsageError, match="no implemented_by 'sklaern'; did you mean 'sklearn'"):
        em.metrics(implemented_by="sklaern")
