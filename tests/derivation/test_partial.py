"""Counts given in part: what the page says of the missing ones is true, whichever were given."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import exactmetrics as em
from exactmetrics.api import ConfusionMatrix, OneVsRest
from exactmetrics.exact.errors import ExactMetricsError
from tests.cases import each, size
from tests.derivation.audit import HEADS, check_data
from tests.derivation.documents import SURFACES, Table, take_apart
from tests.derivation.questions import check_says, example_5

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


GIVEN = [
    "The confusion matrix is not known. For each of the 3 classes, only these counts are given:",
    "",
    "| class | samples | TP | TN |",
    "|:---|---:|---:|---:|",
    "| K | 53 | 30 | 98 |",
    "| L | 110 | 52 | 73 |",
    "| M | 37 | 22 | 133 |",
    "",
]
FOUR = [
    "For one class, every sample is one of these four:",
    "",
    "| | predicted as the class | predicted as another class |",
    "|:---|:---|:---|",
    "| belongs to the class | TP (true positive) | FN (false negative) |",
    "| belongs to another class | FP (false positive) | TN (true negative) |",
    "",
]
ALL = ["**All samples.** Every sample belongs to one of the classes.", "", "$$ N = 53 + 110 + 37 = 200 $$", ""]
# As written by hand: what the formula of each metric needs, and nothing else.
EXAMPLE = {
    "jaccard": [
        *GIVEN, *FOUR, *ALL,
        "**Missing counts.** The samples of a class are its TP and FN, so FN = samples − TP. For each class, the other "
        "samples are its FP and TN, so FP = other samples − TN.",
        "",
        "| class | FN = samples − TP | other samples | FP = other samples − TN |",
        "|:---|:---|:---|:---|",
        "| K | $53 - 30 = 23$ | $200 - 53 = 147$ | $147 - 98 = 49$ |",
        "| L | $110 - 52 = 58$ | $200 - 110 = 90$ | $90 - 73 = 17$ |",
        "| M | $37 - 22 = 15$ | $200 - 37 = 163$ | $163 - 133 = 30$ |",
        "",
        "**Check.** Every wrong prediction is an FN of one class and an FP of another class. For example, a sample of "
        "class K predicted as class L is an FN of class K and an FP of class L. So the sum of all FN and the sum of "
        "all FP must be equal:",
        "",
        "$$ 23 + 58 + 15 = 96 $$",
        "",
        "$$ 49 + 17 + 30 = 96 $$",
        "",
    ],
    "precision": [
        *GIVEN, *FOUR, *ALL,
        "**Missing counts.** For each class, the other samples are its FP and TN, so FP = other samples − TN. The "
        "samples predicted as a class are its TP and FP, so predicted samples = TP + FP.",
        "",
        "| class | other samples | FP = other samples − TN | predicted samples = TP + FP |",
        "|:---|:---|:---|:---|",
        "| K | $200 - 53 = 147$ | $147 - 98 = 49$ | $30 + 49 = 79$ |",
        "| L | $200 - 110 = 90$ | $90 - 73 = 17$ | $52 + 17 = 69$ |",
        "| M | $200 - 37 = 163$ | $163 - 133 = 30$ | $22 + 30 = 52$ |",
        "",
    ],
    "recall": [*GIVEN, "TN is not needed for recall.", ""],
}  # fmt: skip


@each("metric", EXAMPLE)
def test_the_data_of_example_5(metric: str) -> None:
    page = example_5().derive(metric, average="macro").to_markdown()
    assert page.partition("**1. ")[0].splitlines()[4:] == EXAMPLE[metric]  # without the question


def test_a_page_has_the_counts_that_it_needs() -> None:
    """A comparison with precision needs TN for its FP; one of recalls of two averages needs none."""
    measured = example_5()
    recall, micro, precision = (
        measured.derive(metric, average=average)
        for metric, average in (("recall", "macro"), ("recall", "micro"), ("precision", "macro"))
    )
    check_says(em.compare(recall, micro).to_text(), ["TN is not needed for recall."])
    check_says(em.compare(recall, precision).to_text(), ["predicted samples = TP + FP"], ["not needed"])
    # The precision of class L needs FP of class L alone: 200 - 110 - 73 = 17.
    page = measured.derive("precision", label="L").to_text()
    check_says(page.partition("Missing counts.")[2].partition("1. ")[0], ["90 - 73 = 17"], ["147", "163"])
    assert "not needed" not in page
    head = "| class | FN = samples − TP | other samples | FP = other samples − TN | predicted samples = TP + FP |"
    check_says(measured.report().to_markdown(), [head], ["not needed"])


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
