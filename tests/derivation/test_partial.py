"""Counts given in part: what the page says of the missing ones is true, whichever were given."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.api import ConfusionMatrix, OneVsRest
from exactmetrics.exact.errors import ExactMetricsError
from tests.cases import each, size
from tests.derivation.audit import HEADS, check_data
from tests.derivation.documents import SURFACES, Table, take_apart

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


@settings(max_examples=size(15, 200))
@given(partial_counts(), st.sampled_from(SURFACES))
def test_every_number_and_every_deduction_on_the_page_holds(counts: dict[str, dict[str, Any]], surface: str) -> None:
    try:
        measured = OneVsRest.from_counts(counts)
    except ExactMetricsError:
        return  # too little was given
    data = take_apart(measured.derive("precision", average="macro", undefined=0).to(surface), surface).data
    check_data(data, measured)
    given_table, *others = data.tables
    for label, row in zip(measured.labels, given_table[1:], strict=True):  # what was given, and nothing else
        shown = {HEADS[head]: int(cell) for head, cell in zip(given_table[0][1:], row[1:], strict=True) if cell}
        assert shown == counts[label]
    missing = [table for table in others if table[0][0]]  # the table of the four counts has no head above its rows
    found = {
        (HEADS[head.partition(" = ")[0]], row[0])
        for table in missing
        for row in table[1:]
        for head in _found_in(table, row)
    }
    used = {(count, label) for count in ("tp", "predicted") for label in counts}
    deduced = {(d.count, d.label): d for d in measured.deductions}
    for key in [key for key in deduced if key[1] is not None]:
        needed_by = [d for d in deduced.values() if key in {(t.count, t.label) for t in d.terms}]
        needed = key in used or any(
            (d.count, d.label) in found or (d.count == "n" and "All samples" in data.text) for d in needed_by
        )
        assert (key in found) == needed, key
    for count in {count for given_counts in counts.values() for count in given_counts}:
        word = next(head for head, name in HEADS.items() if name == count)
        told = re.search(rf"\b{word}\b[^.]* not needed for precision", data.text)
        terms = {
            t.count
            for key, d in deduced.items()
            if key in found or (key[0] == "n" and "All samples" in data.text)
            for t in d.terms
        }
        assert (told is None) == (count in {"tp", "predicted"} | terms), count


def _found_in(table: Table, row: list[str]) -> list[str]:
    return [head for head, cell in zip(table[0][1:], row[1:], strict=True) if cell and head != "other samples"]


@each("surface", SURFACES)
def test_deductions_with_factors(surface: str) -> None:
    given_counts = {
        "K": {"predicted": 28, "fp": 13, "tn": 61},
        "L": {"tn": 51, "tp": 7, "fp": 28},
        "M": {"fp": 23, "tn": 50},
    }
    measured = OneVsRest.from_counts(given_counts)
    assert any(abs(term.factor) != 1 for d in measured.deductions for term in d.terms)
    data = take_apart(measured.derive("f1", average="macro").to(surface), surface).data
    check_data(data, measured)
    assert data.text.count("Some counts follow from several rules together") == 1


@each(("counts", "said"), [
    ({"a": {"tp": 3, "fp": 1, "fn": 2}, "b": {"tp": 2}}, "With two classes, each FP of one class is an FN of"),
    ({"a": {"tp": 3, "fn": 1, "fp": 2, "tn": 4}, "b": {"tp": 4}}, "its FP and TN, so all samples = samples + FP + TN."),
    ({"a": {"tp": 3, "predicted": 5, "n": 10, "support": 4}, "b": {"tp": 4}}, "The number of all samples is given."),
])  # fmt: skip
def test_each_rule_that_is_used_is_said(counts: dict[str, dict[str, int]], said: str) -> None:
    measured = OneVsRest.from_counts(counts)
    data = take_apart(measured.derive("precision", average="macro").to_markdown(), "markdown").data
    check_data(data, measured)
    assert said in data.text
