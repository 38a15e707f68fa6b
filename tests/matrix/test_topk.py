"""Top-k counts against their definition sample by sample."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.errors import InputError
from exactmetrics.matrix.pairs import top_k_blocks
from tests.cases import each

LETTERS = "abcd"


@given(
    st.lists(
        st.tuples(st.sampled_from(LETTERS), st.lists(st.sampled_from(LETTERS), unique=True, max_size=4)),
        min_size=1,
        max_size=20,
    )
)
def test_top_k_counts_every_sample_by_definition(samples: list[tuple[str, list[str]]]) -> None:
    blocks = top_k_blocks([true for true, _ in samples], [row for _, row in samples])
    assert not blocks.partition
    for i, label in enumerate(blocks.labels):
        assert blocks.tp[i] == sum(true == label and label in row for true, row in samples)
        assert blocks.fp[i] == sum(true != label and label in row for true, row in samples)
        assert blocks.fn[i] == sum(true == label and label not in row for true, row in samples)
        assert blocks.tn[i] == sum(true != label and label not in row for true, row in samples)


@each(
    ("true", "rows", "said"),
    [
        (["a"], [["b", "a", "a"]], "sample 0 names 'a' twice"), (["a"], ["a"], "give a list of labels"),
        (["a"], [["a"], ["b"]], "1 label and y_pred 2 lists"), ([], [], "empty"), ([1], [[True]], "mix"),
        (["a"], [["a", None]], "sample 0 has a missing label"), ([None], [["a"]], "y_true has a missing label"),
    ],
)  # fmt: skip
def test_bad_top_k_is_refused(true: list[Any], rows: list[Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        top_k_blocks(true, rows)
