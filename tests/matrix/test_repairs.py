"""What is claimed of single repairs, against all matrices of three classes with few samples."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.exact.errors import MissingCountsError
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.identities import CountsContradictionError
from exactmetrics.matrix.partial import deduce
from tests.cases import each, size

NAMES = ("tp", "fp", "fn", "tn", "support", "predicted")
COLUMNS: list[tuple[str, int | None]] = [("n", None), *((name, i) for i in range(3) for name in NAMES)]
Given = dict[tuple[str, Any], int]
MOST = 6  # samples of the matrices that are spoiled, and of those that repairs are looked up in


@cache
def all_counts() -> np.ndarray[Any, np.dtype[np.int64]]:
    """The counts, by COLUMNS, of every 3×3 matrix of up to MOST samples."""
    found = []
    for n in range(MOST + 1):
        for cuts in combinations(range(n + 8), 8):
            edges = (-1, *cuts, n + 8)
            cells = np.array([edges[i + 1] - edges[i] - 1 for i in range(9)]).reshape(3, 3)
            row = [n]
            for i in range(3):
                tp, support, predicted = cells[i, i], cells[i].sum(), cells[:, i].sum()
                row += [tp, predicted - tp, support - tp, n - support - predicted + tp, support, predicted]
            found.append(row)
    return np.unique(np.array(found), axis=0)


def exists(known: Given) -> bool:
    """Whether a matrix of up to MOST samples has these counts."""
    rows = all_counts()
    for column, value in known.items():
        rows = rows[rows[:, COLUMNS.index(column)] == value]
    return bool(len(rows))


def deduced(known: Given) -> Blocks:
    counts = {i: {name: known[name, i] for name in NAMES if (name, i) in known} for i in range(3)}
    return deduce(counts, n=known.get(("n", None)))


@given(st.data())
@settings(deadline=None, max_examples=size(75, 300))
def test_a_repair_holds_what_is_said_of_it(data: st.DataObject) -> None:
    row = all_counts()[data.draw(st.integers(0, len(all_counts()) // 2))]  # the matrices of fewer samples come first
    columns = data.draw(st.lists(st.sampled_from(COLUMNS), min_size=5, max_size=16, unique=True))
    known: Given = {column: int(row[COLUMNS.index(column)]) for column in columns}
    spoiled = data.draw(st.sampled_from(columns))
    known[spoiled] += data.draw(st.sampled_from([1, 2, -1]))
    known[spoiled] = max(0, known[spoiled])
    try:
        deduced(known)
    except MissingCountsError:
        return
    except CountsContradictionError as error:
        repairs, said = error.repairs, str(error)
    else:
        return
    for repair in repairs:
        repaired = {**known, (repair.count, repair.label): repair.repaired}
        if "everything hold" in said:
            assert exists(repaired) or deduced(repaired).n > MOST, repair
        else:
            assert "would remove this contradiction" in said
            with pytest.raises(MissingCountsError):
                deduced(repaired)
    if not repairs:
        assert not any(exists({**known, column: value}) for column in columns for value in range(MOST + 1))


def test_a_change_without_any_matrix_is_no_repair() -> None:
    known: Given = {("n", None): 5, ("fn", 0): 2, ("predicted", 0): 4, ("tp", 1): 2, ("predicted", 1): 2}
    known |= {("fp", 2): 1, ("tn", 2): 4, ("support", 2): 0}
    assert not exists({**known, ("predicted", 0): 2})
    with pytest.raises(CountsContradictionError) as caught:
        deduced(known)
    assert ("predicted", 0) not in [(repair.count, repair.label) for repair in caught.value.repairs]
    real = {c: [v for v in range(MOST + 1) if v != known[c] and exists({**known, c: v})] for c in known}
    assert bool(caught.value.repairs) is any(real.values())


def test_where_counts_stay_open_a_repair_promises_no_more_than_it_can() -> None:
    # TN_0 = n − predicted_0 − FN_0 is negative; TP and FP of no class are known.
    with pytest.raises(
        CountsContradictionError, match="would remove this contradiction, though other counts"
    ) as caught:
        deduced({("n", None): 3, ("predicted", 0): 3, ("fn", 0): 1})
    changes = {repair.count: repair.repaired for repair in caught.value.repairs}
    assert changes == {"n": 4, "predicted": 2, "fn": 0}


@each(
    ("known", "n", "advice"),
    [
        (
            {"tp": 9, "support": 3, "predicted": 2}, 20,
            "The only single change that makes everything hold is TP_a 9 → 2 (or any from 0 to 2).",
        ),
        (
            {"tp": 5, "support": 3, "predicted": 7}, 20,
            "Single changes that make everything hold: TP_a 5 → 3 (or any from 0 to 3); support_a 3 → 5 (or any from "
            "5 to 18).",
        ),
        (
            {"tp": 5, "support": 3, "predicted": 4}, None,
            "A single change that would remove this contradiction, though other counts stay open: TP_a 5 → 3 (or any "
            "from 0 to 3).",
        ),
        (
            {"tp": 3, "fn": 2, "support": 4}, None,
            "Single changes that would remove this contradiction, though other counts stay open: TP_a 3 → 2; "
            "FN_a 2 → 1; support_a 4 → 5.",
        ),
        ({"tp": 3, "fn": 2, "support": 4, "predicted": 1}, 20, "No change of a single number makes everything hold."),
    ],
)  # fmt: skip
def test_what_is_advised_of_one_class(known: dict[str, int], n: int | None, advice: str) -> None:
    """Worked out by hand from TP ≤ support, TP ≤ predicted, support + predicted − TP ≤ n and support = TP + FN."""
    with pytest.raises(CountsContradictionError) as caught:
        deduce({"a": known}, n=n, partition=False)
    assert str(caught.value).endswith(f". {advice}")
