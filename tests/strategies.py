"""Hypothesis strategies for confusion matrices and label lists, shared by all tests."""

from __future__ import annotations

from hypothesis import strategies as st

LABELS = ("bird", "cat", "dog", "eel", "fox", "gnu")


@st.composite
def square_rows(draw: st.DrawFn, *, least: int = 2, most: int = 5, highest: int = 12) -> list[list[int]]:
    """Rows of a k × k matrix of small counts; zero rows and columns occur."""
    k = draw(st.integers(least, most))
    return draw(st.lists(st.lists(st.integers(0, highest), min_size=k, max_size=k), min_size=k, max_size=k))


@st.composite
def label_pairs(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """True and predicted labels of the same length, at least one sample."""
    pairs = draw(st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=1, max_size=40))
    return [true for true, _ in pairs], [pred for _, pred in pairs]
