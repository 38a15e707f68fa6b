"""Counts given in part: what the page says of the missing ones is true, whichever were given."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.api import ConfusionMatrix, OneVsRest
from exactmetrics.exact.errors import ExactMetricsError
from tests.cases import each
from tests.derivation.audit import audit
from tests.derivation.documents import SURFACES, take_apart
from tests.derivation.questions import example_5

COUNTS = ("tp", "tn", "fp", "fn", "support", "predicted")


@st.composite
def partial_counts(draw: st.DrawFn) -> dict[str, dict[str, Any]]:
    """Some of the counts of every class of a random matrix."""
    k = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(st.integers(0, 30), min_size=k, max_size=k), min_size=k, max_size=k))
    parts = ConfusionMatrix(rows, labels=list("KLMP"[:k])).building_blocks()
    usual = draw(st.sets(st.sampled_from(COUNTS), min_size=2, max_size=4))
    return {
        label: {
            count: parts.counts(label)[count]
            for count in sorted(
                draw(st.one_of(st.just(usual), st.sets(st.sampled_from(COUNTS), min_size=1, max_size=5)))
            )
        }
        for label in parts.labels
    }


@given(partial_counts(), st.sampled_from(["precision", "recall", "specificity", "f1"]))
def test_every_deduction_on_the_page_holds(counts: dict[str, dict[str, Any]], metric: str) -> None:
    try:
        measured = OneVsRest.from_counts(counts)
    except ExactMetricsError:
        return  # too little was given
    options = {"average": "macro", "undefined": 0}
    value = measured.value(metric, **options)
    for surface in SURFACES:
        audit(measured.derive(metric, **options), measured, value, surface, **options)


@each("surface", SURFACES)
def test_example_5_says_how_each_count_was_found(surface: str) -> None:
    derivation = example_5().derive("precision", average="macro")
    made = derivation.to(surface)
    rows = take_apart(made, surface).data.rows
    assert [row.rpartition(" = ")[2] for row in rows] == [
        "200", "23", "58", "15", "49", "17", "30", "79", "69", "52", "96",
    ]  # fmt: skip
    assert "= 200 - 53 - 98 = 49" in rows[4]


@each("surface", SURFACES)
def test_deductions_with_factors(surface: str) -> None:
    given_counts = {
        "K": {"predicted": 28, "fp": 13, "tn": 61},
        "L": {"tn": 51, "tp": 7, "fp": 28},
        "M": {"fp": 23, "tn": 50},
    }
    measured = OneVsRest.from_counts(given_counts)
    assert any(abs(term.factor) != 1 for d in measured.deductions for term in d.terms)
    options = {"average": "macro"}
    audit(measured.derive("f1", **options), measured, measured.value("f1", **options), surface, **options)
