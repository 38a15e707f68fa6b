"""Many classes: sums are shortened, a table lists their terms, and both together still give the value."""

from __future__ import annotations

import re
from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.derivation.planning.page import Blank
from exactmetrics.derivation.shown import in_document
from exactmetrics.exact.rounding import decimal
from exactmetrics.expression.reading import read, value_of
from tests.cases import each, size
from tests.derivation.documents import take_apart
from tests.derivation.questions import Case, matrix
from tests.derivation.test_latex import compiled
from tests.latex import compile_latex

# One worker reads the thousand classes.
pytestmark = pytest.mark.xdist_group("wide")

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("precision", {"average": "weighted"}), ("f1", {"average": "macro"}), ("f1", {"average": "micro"}), ("kappa", {}),
    ("mcc", {}), ("mcc", {"average": "macro"}), ("f1", {"average": "macro", "combine": "averages"}),
    ("balanced_accuracy", {}), ("informedness", {"average": "macro"}),
]  # fmt: skip
LONG_NAME = "a class with a very long name " * 6  # 180 characters
FRACTION = re.compile(r"\\frac\{([^{}]+)\}\{([^{}]+)\}")
SUMS = [("precision", {"average": "weighted"}), ("f1", {"average": "macro"}), ("balanced_accuracy", {})]


@cache
def counts(k: int) -> list[list[int]]:
    draw = Random(k)
    return [[draw.randint(0, 20) + 300 * (i == j) for j in range(k)] for i in range(k)]


@cache
def unnamed(k: int) -> em.ConfusionMatrix:
    """Those counts, read once: a thousand classes have a million cells."""
    return em.ConfusionMatrix(counts(k))


def known_terms(metric: str, rows: list[list[int]]) -> tuple[list[Fraction], int]:
    """The terms of the sum over classes by hand, and what the sum is divided by."""
    k, right = len(rows), [row[i] for i, row in enumerate(rows)]
    supports, predicted = [sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)]
    margins = list(zip(right, supports, predicted, strict=True))
    if metric == "precision":
        return [Fraction(s * t, c) for t, s, c in margins], sum(supports)
    if metric == "f1":
        return [Fraction(2 * t, s + c) for t, s, c in margins], k
    return [Fraction(t, s) for t, s, _ in margins], k


@each("k", [13, 14, 22, 50, 100])
@each(("metric", "options"), SUMS)
def test_shortened_sums_are_the_first_and_the_last_terms(metric: str, options: Any, k: int) -> None:
    rows = counts(k)
    terms, divisor = known_terms(metric, rows)
    page = take_apart(matrix(rows, [f"c{i}" for i in range(k)]).derive(metric, **options).to_markdown(), "markdown")
    value = sum(terms, Fraction(0)) / divisor
    shortened = [row for section in page.steps for row in section.rows if r"\overset{" in row]
    assert shortened
    for row in shortened:
        gaps = re.findall(r"\+ \\overset\{(\d+)\}\{\\cdots\}", row)
        assert set(gaps) <= {str(k - 6)}
    [added] = [section.rows[0] for section in page.steps if section.title == "Add the fractions"]
    shown = [value_of(read(top)) / value_of(read(bottom)) for top, bottom in FRACTION.findall(added)]
    assert shown[:6] == terms[:4] + terms[-2:]
    assert decimal(value, places=4) in page.result.rows[-1]
    assert any("Three dots stand for" in s for s in page.result.sentences)


def test_numerators_in_the_table_add_up() -> None:
    rows = [[5 + i if i == j else 1 for j in range(6)] for i in range(6)]
    derivation = em.ConfusionMatrix(rows).derive("recall", average="macro")
    page = take_apart(derivation.to_markdown(), "markdown")
    [table] = [table for section in page.steps for table in section.tables if "numerator over" in table[0][-1]]
    common = int(table[0][-1].split()[-1])
    assert sum(int(row[-1]) for row in table[1:-1]) == int(table[-1][-1])
    assert Fraction(int(table[-1][-1]), common) / 6 == derivation.value


@each(("metric", "options"), ASKED, ids=str, quick=2)
def test_a_thousand_classes_give_a_readable_page(metric: str, options: Any) -> None:
    derivation = unnamed(1000).derive(metric, **options)
    for page in (derivation.to_markdown(), derivation.to_latex()):
        assert len(page.encode()) < 200_000
        tables = [step.table for step in derivation.steps if step.table is not None]
        assert page.count("The table shows the first 50 of the 1000 classes. 950 classes are not shown.") == len(tables)
        if not tables:
            assert "The table shows the first 5 of the 1000 classes. 995 classes are not shown." in page


@each("k", [100, 1000])
def test_a_long_value_is_told_by_its_digits(k: int) -> None:
    rows = counts(k)
    terms, divisor = known_terms("balanced_accuracy", rows)
    value = sum(terms, Fraction(0)) / divisor
    page = " ".join(unnamed(k).derive("balanced_accuracy").to_text().split())  # lines may be folded
    above, below = str(value.numerator), str(value.denominator)
    told = f"a fraction with {len(above)} digits in the numerator and {len(below)} digits in the denominator"
    assert f"The exact value is {told}. It is too long to print." in page
    assert f"{above[:6]}...({len(above) - 12})...{above[-6:]}" in page
    assert not re.search(r"\d{41}", page)


def test_up_to_twelve_classes_nothing_is_left_out() -> None:
    for metric, options in ASKED:
        page = unnamed(12).derive(metric, **options).to_markdown()
        assert "cdots" not in page
        assert "left out" not in page


@each("k", [13, 30, 100, 1000], quick=1)
def test_wide_pages_stay_within_the_margins(k: int, tmp_path: Path, tex_engine: str) -> None:
    rows = counts(k)
    plain, named = matrix(rows, range(k)), matrix(rows, [f"{LONG_NAME}{i}" for i in range(k)])
    found = [Case(plain, metric, options) for metric, options in ASKED]
    found += [Case(named, metric, options) for metric, options in ASKED[:2]]
    found += [Case(plain, metric, options | {"detail": "scaffold"}) for metric, options in ASKED]
    errors, wide = compiled(found, tmp_path, tex_engine)
    assert errors == []
    assert wide == {}


@each("k", [13, 24, 25, 100], quick=1)
def test_wide_comparisons_stay_within_the_margins(k: int, tmp_path: Path, tex_engine: str) -> None:
    cm = matrix(counts(k), range(k))
    bodies = []
    for (first, one), (second, other) in pairwise(ASKED[:5]):
        for detail in ("full", "scaffold"):
            sides = cm.derive(first, detail=detail, **one), cm.derive(second, detail=detail, **other)
            bodies.append(em.compare(*sides).to_latex())
            assert len(bodies[-1].encode()) < 200_000
    result = compile_latex(in_document("latex", "\n".join(bodies), ""), tmp_path, engine=tex_engine)
    assert result.errors == []
    assert result.overfull == []


@each(("metric", "options"), ASKED[::2], ids=str, quick=2)
def test_an_exercise_of_very_many_classes_is_readable(metric: str, options: Any) -> None:
    exercise = unnamed(size(200, 1000)).derive(metric, detail="scaffold", **options)
    long = [answer for _, answer in exercise.key if len(answer) > 200]
    for surface in ("markdown", "latex", "text", "html"):
        page = exercise.to(surface)
        assert len(page.encode()) < 200_000
        assert not any(answer in page for answer in long)


def test_a_comparison_of_very_many_classes_is_readable() -> None:
    cm = unnamed(size(200, 400))
    comparison = em.compare(*(cm.derive(metric, **options) for metric, options in SUMS[:2]))
    for surface in ("markdown", "latex", "text", "html"):
        assert len(comparison.to(surface).encode()) < 200_000


def shown_rows(page: str, column: int = 0) -> list[str]:
    """A column of the first table of a Markdown page."""
    first = next(block for block in page.split("\n\n") if block.startswith("|"))
    table = [line.split("|") for line in first.splitlines()]
    return [row[1 + column].strip() for row in table[2:]]


@each(
    ("k", "label", "left"),
    [
        (20, 19, ""),
        (31, 30, "5 of the 31 classes and class 31. 25 classes are not shown."),
        (200, 5, "5 of the 200 classes and class 6. 194 classes are not shown."),
        (200, 3, "the first 5 of the 200 classes. 195 classes are not shown."),
    ],
)
@each("detail", ["full", "brief", "scaffold"])
def test_of_many_classes_the_one_asked_for_is_shown(k: int, label: int, left: str, detail: str) -> None:
    rows = counts(k)
    page = unnamed(k).derive("recall", label=label, detail=detail).to_markdown()
    assert f"The confusion matrix has {k} classes and " in page
    assert "is not known" not in page
    listed = sorted({*range(5), label}) if left else list(range(k))
    assert shown_rows(page) == [str(one + 1) if k > 26 else ascii_uppercase[one] for one in listed] + ["total"] * bool(
        left
    )
    column = 1 if detail == "scaffold" else 2  # an exercise leaves the row totals to the reader
    assert shown_rows(page, column)[listed.index(label)] == str(rows[label][label])
    assert ("not shown" in page) == bool(left)
    assert left in page
    for where in ("the total of its row", "Each row is an actual class"):
        assert where not in page


def test_an_exercise_asks_no_count_that_is_not_on_the_page() -> None:
    exercise = unnamed(40).derive("f1", average="macro", detail="scaffold")
    [table] = [step.table for step in exercise.steps if step.table is not None and step.table.columns]
    asked = [position for _, position, cells in table.rows if any(isinstance(cell.value, Blank) for cell in cells)]
    assert asked == [1, 2, 3, 4]  # the first one is an example


def test_counts_without_a_matrix_are_still_said_to_be_so() -> None:
    known: dict[Hashable, dict[str, int]] = {f"c{i}": {"tp": 5, "fn": 1, "fp": 1} for i in range(40)}
    page = em.OneVsRest.from_counts(known, n=240).derive("recall", average="macro").to_markdown()
    assert "The confusion matrix is not known. For each of the 40 classes, only these counts are given:" in page


def test_a_matrix_too_wide_for_paper_is_said_to_be_so() -> None:
    rows = [[10**7 * count for count in row] for row in counts(10)]
    named = matrix(rows, [f"a class with a long name {i}" for i in range(10)])
    page = named.derive("recall", average="macro").to_latex()
    assert "The confusion matrix has 10 classes and " in page
    for where in ("the total of its row", "Each row is an actual class"):
        assert where not in page
    assert "Each row is an actual class" in named.derive("recall", average="macro").to_markdown()
