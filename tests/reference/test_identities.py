"""The registry of identities: every row is proved or refuted as it says, and the page is as it is written now."""

from __future__ import annotations

import random
import re

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import UsageError
from exactmetrics.proofs.identities import Identity
from exactmetrics.proofs.statement import read_statement
from exactmetrics.reference.identities import _table, identities_page
from tests.cases import EXHAUSTIVE, each, sample, size
from tests.house.source import ROOT
from tests.proofs.mutants import check_altered, mutants
from tests.proofs.oracle import allowed, holds, matrices

ROWS = em.identities()
TRUE = [one for one in ROWS if one.holds]


def test_every_row_is_proved_or_refuted_as_it_says_and_the_page_tells_it() -> None:
    page = (ROOT / "docs" / "identities.md").read_text(encoding="utf-8")
    if EXHAUSTIVE:
        assert page == identities_page()
    assert {*_table(iter(sample(ROWS, 40, 1)))} <= {*page.splitlines()}
    told = dict(re.findall(r"^\| ([a-z0-9-]+) \| .* \| (proved|refuted|undecided): [^|]+ \|$", page, re.MULTILINE))
    assert told == {one.name: "proved" if one.holds else "refuted" for one in ROWS}


@each("one", random.Random(3).sample(TRUE, size(40, len(TRUE))))
def test_a_row_holds_on_small_matrices(one: Identity) -> None:
    statement = read_statement(one.statement)
    said = [holds(statement, rows) for rows in random.Random(5).sample(list(matrices()), 120)
            if allowed(statement, rows)]  # fmt: skip
    assert False not in said
    assert True in said


# One sign, one count, one factor, one average, one relation.
CHANGES = (
    (r" \+ ", " - "), (r" - ", " + "), (r"\bFP\b", "FN"), (r"\bFN\b", "TP"), (r"\bTN\b", "FP"), (r"\bTP\b", "TN"),
    (r"\b2\b", "3"), (r"\b1\b", "2"), (r"\b4\b", "3"), (r"\bN\b", "T"), (r"\bk\b", "N"), (r"micro|weighted", "macro"),
    (r"macro", "weighted"), (r"\*", "/"), (r"/", "*"), (r"recall", "precision"), (r"precision", "recall"),
    (r"support", "predicted"), (r"specificity", "npv"), (r"\bP\b", "R"), (r"\bR\b", "P"), (r"<=", ">="),
    (r"<=", "<"), (r"min", "max"), (r"max", "min"),
)  # fmt: skip


ALTERED = mutants(
    [one.statement for one in TRUE], CHANGES, [one.statement for one in ROWS], seed=11, number=size(60, 400)
)


@each("text", ALTERED)
def test_an_altered_row_is_proved_only_where_it_holds_on_every_small_matrix(text: str) -> None:
    check_altered(text)


def test_a_name_that_is_none_is_told_what_is_near() -> None:
    with pytest.raises(UsageError, match="did you mean 'jaccard-f1'"):
        em.identities("jaccard-f")
