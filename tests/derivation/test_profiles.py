"""Profiles change the symbols of a derivation and nothing else."""

from __future__ import annotations

import re

import pytest

from exactmetrics.derivation.look import profile_names
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.exact.errors import UsageError
from tests.cases import each
from tests.derivation.definitions import symbols_of, values_of
from tests.derivation.documents import take_apart
from tests.derivation.questions import BIRDS, FIG_23, matrix

PROFILES = profile_names()
NAMES = ["bird", "cat", "dog"]


def test_every_source_has_a_profile() -> None:
    assert PROFILES == ["000", "001", "002", "003", "004"]


@each("profile", PROFILES)
def test_the_numbers_are_those_of_the_default(profile: str) -> None:
    plain = _numbers(matrix(BIRDS).derive("f1", average="weighted").to_markdown())
    assert _numbers(matrix(BIRDS).derive("f1", average="weighted", profile=profile).to_markdown()) == plain


def _numbers(page: str) -> list[list[str]]:
    """The numbers on the right of every row after the definition that is of numbers; symbols may hold some too."""
    rows = [row.partition(" = ")[2] for step in take_apart(page, "markdown").steps[1:] for row in step.rows]
    return [re.findall(r"\d+", row) for row in rows if "_" not in row]


def test_source_000_writes_cells_of_the_matrix() -> None:
    page = matrix(BIRDS, NAMES).derive("precision", average="weighted", profile="000").to_markdown()
    definition = " ".join(take_apart(page, "markdown").steps[0].rows)
    assert "M _{ii}" in definition
    assert r"\sum _{j=0}^{n-1} M _{ji}" in definition
    assert r"\text{support}_i" in definition
    assert r"p _{\text{weighted}} =" in definition


def test_source_002_writes_its_words() -> None:
    page = matrix(FIG_23, "ABC").derive("precision", average="macro", profile="002").to_markdown()
    assert r"\text{Precision} _{\text{macro}} =" in page


@each("profile", ["source-000", "000"])
def test_names_of_profiles(profile: str) -> None:
    assert "M_" in matrix(BIRDS).derive("recall", label="a", profile=profile).to_text()


@each(("profile", "definition"), [
    ("000", "r_0 = M_00/support_0"),
    ("001", "Recall_a = TP_a/(TP_a + FN_a)"),
    ("002", "Recall_a = TP_a/N_a"),
    ("003", "recall_a = confmatrix(a,a)/sum_j confmatrix(a,j)"),
    ("004", "Recall_1 = |y_1 ∩ ŷ_1|/|ŷ_1|"),
])  # fmt: skip
def test_a_count_of_the_only_class_is_still_the_symbol_of_its_source(profile: str, definition: str) -> None:
    assert definition in matrix(BIRDS).derive("recall", label="a", profile=profile).to_text()


def test_no_such_profile() -> None:
    with pytest.raises(UsageError, match="no profile"):
        matrix(BIRDS).derive("recall", label="a", profile="../000").to_text()


@each("profile", [p for p in PROFILES if p != "000"])  # 000 writes a count as a sum over cells
def test_definitions_hold_in_the_symbols_of_a_source(profile: str) -> None:
    checked = 0
    for metric in ("precision", "recall", "f1", "specificity", "npv"):
        for average in ("macro", "weighted"):
            derivation = matrix(BIRDS).derive(metric, average=average, profile=profile)
            used = surface_for("markdown", derivation.look, derivation.blocks.labels).notation.symbols
            for row in take_apart(derivation.to_markdown(), "markdown").steps[0].rows:
                for values in values_of(row, symbols_of(derivation), used.indices, used.letter):
                    assert len(set(map(str, values))) == 1, f"{metric} {average}: {row}"
                    checked += 1
    assert checked >= 10
