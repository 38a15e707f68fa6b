"""Tables from rates against enumeration, and top-k counts against their definition sample by sample."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.exact.errors import ContradictionError, InputError, MissingCountsError, UsageError
from exactmetrics.matrix.rates import counts_from_rates
from exactmetrics.matrix.topk import top_k_blocks

LETTERS = "abcd"


@given(st.lists(st.integers(1, 30), min_size=4, max_size=4))
def test_a_table_comes_back_from_its_rates(cells: list[int]) -> None:
    tp, fn, fp, tn = cells
    n = sum(cells)
    rates: dict[str, Any] = {
        "prevalence": Fraction(tp + fn, n),
        "sensitivity": Fraction(tp, tp + fn),
        "specificity": Fraction(tn, tn + fp),
        "precision": Fraction(tp, tp + fp),
        "npv": Fraction(tn, tn + fn),
        "accuracy": Fraction(tp + tn, n),
        "fpr": Fraction(fp, fp + tn),
        "fnr": Fraction(fn, fn + tp),
    }
    rows = [[tp, fn], [fp, tn]]
    assert counts_from_rates(n=n, **rates).rows() == rows
    for chosen in (["prevalence", "sensitivity", "specificity"], ["prevalence", "fnr", "fpr"]):
        assert counts_from_rates(n=n, **{name: rates[name] for name in chosen}).rows() == rows
    assert (
        counts_from_rates(n=n, positives=tp + fn, recall=rates["sensitivity"], tnr=rates["specificity"]).rows() == rows
    )
    try:
        found = counts_from_rates(n=n, accuracy=rates["accuracy"], ppv=rates["precision"], npv=rates["npv"]).rows()
    except MissingCountsError:
        assert rates["accuracy"] == rates["precision"] == rates["npv"]
    else:
        assert found == rows


def test_rates_are_read_exactly() -> None:
    counts = counts_from_rates(n=1000, prevalence=0.1, recall="0.9", specificity="0.95", labels=("ill", "well"))
    assert counts.rows() == [[90, 10], [45, 855]]
    assert counts.labels == ("ill", "well")


@pytest.mark.parametrize(
    ("rates", "kind", "said"),
    [
        ({"n": 1000, "prevalence": "1/3"}, ContradictionError, "1000 · 1/3 = 1000/3 is not a whole number"),
        ({"n": 100, "positives": 10, "recall": "0.95"}, ContradictionError, "10 · 19/20 = 19/2 .*nearest is 10"),
        ({"n": 100, "positives": 0, "recall": 1}, ContradictionError, "0/0"),
        ({"n": 100, "positives": 101}, ContradictionError, "more than n"),
        ({"n": 100, "positives": 10, "recall": 1, "fnr": "0.5"}, ContradictionError, "fnr = 1/2 contradicts"),
        ({"n": 10, "recall": "0.9", "tpr": "0.8"}, ContradictionError, "another name"),
        ({"n": 10, "positives": 5, "accuracy": "0.1", "precision": 1}, ContradictionError, "negative"),
        ({"n": 100, "positives": 10, "recall": 1}, MissingCountsError, "do not determine"),
        ({"n": 100, "recal": 1}, UsageError, "Did you mean 'recall'"),
        ({"n": 100, "recall": "90"}, InputError, "outside 0 to 1"),
        ({"n": 100, "recall": "x"}, InputError, "exact number"),
        ({"n": 100, "recall": float("nan")}, InputError, "exact number"),
        ({"n": 100, "recall": True}, InputError, "True"),
        ({"n": 0}, InputError, "n is 0"),
        ({"n": 2.5}, InputError, r"float 2\.5"),
    ],
)
def test_bad_rates_are_refused(rates: dict[str, Any], kind: type[InputError], said: str) -> None:
    with pytest.raises(kind, match=said):
        counts_from_rates(**rates)


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


@pytest.mark.parametrize(
    ("true", "rows", "said"),
    [
        (["a"], [["a", "a"]], "sample 0 names 'a' twice"),
        (["a"], ["a"], "give a list of labels"),
        (["a"], [["a"], ["b"]], "1 labels and there are 2 lists"),
        ([], [], "empty"),
        ([1], [[True]], "mix"),
        (["a"], [["a", None]], "sample 0 has a missing label"),
        ([None], [["a"]], "y_true has a missing label"),
    ],
)
def test_bad_top_k_is_refused(true: list[Any], rows: list[Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        top_k_blocks(true, rows)
