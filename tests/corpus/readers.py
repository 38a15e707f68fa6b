"""Readers of the corpus: a test of one case runs over all, a chunk at a time, on the worker that made its pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.cases import each
from tests.corpus.cases import Case, all_cases, cases_of, chunks_of_this_run

Where = Callable[[Case], bool]
MOST_CLASSES = 12  # above, tables and sums are cut: tests/derivation/test_wide.py


def every_chunk(test: Callable[..., None]) -> Any:
    """Run a test for each chunk of this run, together with the other readers of its pages (`--dist loadgroup`)."""
    chunks = [pytest.param(c, marks=pytest.mark.xdist_group(f"corpus {c}")) for c in chunks_of_this_run()]
    return pytest.mark.parametrize("chunk", chunks)(test)


def every_case(where: Where = lambda case: True, least: int = 10) -> Callable[[Callable[[Case], None]], Any]:
    """Run a test of a case for every case where it has something to read: at least so many of the whole corpus."""

    def decorate(reader: Callable[[Case], None]) -> Any:
        if sum(map(where, all_cases())) < least:
            raise ValueError(f"{reader.__name__} has fewer than {least} cases to read")

        def run(chunk: int) -> None:
            cases = [case for case in cases_of(chunk) if where(case)]
            if cases:  # of some kinds a chunk has none
                each("case", cases, ids=str)(reader)()

        run.__name__, run.__doc__, run.__module__ = reader.__name__, reader.__doc__, reader.__module__
        return every_chunk(run)

    return decorate


def readable(case: Case) -> bool:
    """Whether the readers of sentences can tell its class names from words and numbers, and every class has its row."""
    labels = [str(label) for asked in case.asked for label in asked.source.labels]
    has_rows = len(labels) <= MOST_CLASSES * len(case.asked) and all(map(re.compile(r"[^\W\d_]+").fullmatch, labels))
    return has_rows and case.in_own_english


def derivations(case: Case) -> bool:
    """Whether a case is a derivation from counts worked out step by step."""
    is_whole = case.look.get("detail", "standard") == "standard" and "scale" not in case.look
    return case.is_derivation and is_whole and readable(case)


def with_ends(case: Case) -> bool:
    """Whether it ends with a value and what is said of it."""
    return case.is_derivation and case.look.get("detail", "standard") in ("standard", "full") and readable(case)


def with_short_numbers(case: Case) -> bool:
    """Whether no table of weights is wider than a page: counts of sixteen digits make one of their quotients."""
    return not (case.verb == "compare" and re.search(r"1e1[25]|uneven", case.name))
