"""Counting pairs: every kind of column gives what a plain loop gives; every bad column is refused by name and place."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.matrix import columns
from exactmetrics.matrix.columns import count_frame
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.pairs import count_pairs, top_k_blocks
from tests.cases import each, size
from tests.strategies import label_pairs

COLUMNS: list[Callable[[list[Any]], Any]] = [
    tuple, iter, np.array, lambda values: np.array(values, dtype=object), pd.Series,
    lambda values: pd.Series(values, index=range(len(values), 0, -1)),
    lambda values: pd.Series(values, dtype="category"), lambda values: pd.Series(values, dtype=object), pl.Series,
    lambda values: pl.Series(values, dtype=pl.Categorical) if isinstance(values[0], str) else pl.Series(values),
    lambda values: pa.chunked_array([values]), pa.array,
]  # fmt: skip
NAMES = ["tuple", "iter", "numpy", "object", "pandas", "turned-index", "category", "pandas-object", "polars"]
NAMES += ["pl-category", "chunked", "arrow"]


def by_hand(true: list[Any], pred: list[Any]) -> tuple[tuple[Any, ...], list[list[int]]]:
    names = sorted({*true, *pred})
    table = [[0] * len(names) for _ in names]
    for t, p in zip(true, pred, strict=True):
        table[names.index(t)][names.index(p)] += 1
    return tuple(names), table


INTEGERS = st.tuples(st.lists(st.tuples(*[st.integers(0, 5)] * 2), min_size=1), st.sampled_from([0, -3, 10**12])).map(
    lambda drawn: tuple([pair[side] + drawn[1] for pair in drawn[0]] for side in (0, 1))
)


@each("make", COLUMNS, ids=NAMES)
@given(pairs=label_pairs() | INTEGERS)
@settings(max_examples=size(30, 200))  # of each kind of column
def test_columns_of_every_kind(make: Callable[[list[Any]], Any], pairs: tuple[list[Any], list[Any]]) -> None:
    counts = count_pairs(make(pairs[0]), make(pairs[1]))
    assert (counts.labels, counts.rows()) == by_hand(*pairs)
    assert {type(label) for label in counts.labels} == {type(pairs[0][0])}
    assert {type(count) for count in [*counts.cells.values(), *counts.support, counts.n]} == {int}


@each("kind", ["int8", "uint8", "int16", "uint16", ">i4", "uint64", "int64"])
def test_integer_arrays_of_every_width_and_sign(kind: str) -> None:
    rng = np.random.default_rng(7)
    limits = np.iinfo(np.dtype(kind))
    # From the ends of the type, and ranges just within and just beyond what is taken for its own codes.
    for low, width in ((limits.min, 100), (limits.max - 100, 100), (0, 120), (-1, 3), (-60, 120), (5, 1023), (5, 1030)):
        if limits.min <= low and low + width <= limits.max:
            true, pred = (low + rng.integers(0, width, 300, endpoint=True).astype(kind) for _ in range(2))
            true[:2] = low, low + width
            assert same(count_pairs(true, pred), count_pairs(true.tolist(), pred.tolist())), (low, width)
    ends = np.array([limits.min, limits.max, 0], dtype=kind)
    assert count_pairs(ends, ends[::-1]).labels == tuple(sorted({int(limits.min), 0, int(limits.max)}))


def same(counts: Counts, other: Counts) -> bool:
    """Whether cells, labels and margins agree, and all counts are Python ints."""
    margins = [[*c.tp, *c.support, *c.predicted, c.n] for c in (counts, other)]
    whole = {type(count) for count in [*counts.cells.values(), *margins[0]]} == {int}
    return counts == other and margins[0] == margins[1] and whole and list(counts.cells) == sorted(counts.cells)


@each("classes", [2, 4, 1024, 1025, 3000])
def test_tables_and_sorted_pairs_count_alike(classes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """More samples than a block; the larger numbers of classes are beyond a table."""
    monkeypatch.setattr(columns, "BLOCK", 1000)
    rng = np.random.default_rng(classes)
    true, pred = (np.append(rng.integers(0, classes, 20_000), classes - 1) for _ in range(2))
    listed = count_pairs(true.tolist(), pred.tolist())
    assert same(count_pairs(true, pred), listed)
    names = np.array([f"c{code:05}" for code in range(classes)])
    texts = count_pairs(names[true], names[pred])
    assert (texts.rows(), texts.labels) == (listed.rows(), tuple(names.tolist()))
    many = range(max(2000, classes))
    assert same(count_pairs(true, pred, labels=many), count_pairs(true.tolist(), pred.tolist(), labels=many))


@each("make", COLUMNS[2:], ids=NAMES[2:])
def test_arrays_and_columns_are_counted_by_their_codes(
    make: Callable[[list[Any]], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Groups and lists give the same counts more slowly, so that only a missing result tells."""
    monkeypatch.setattr(columns, "_count_columns", lambda *_: None)
    for values in (["b", "a", "b"], [3, 1, 3], [True, False, True]):
        column = make(values)
        if values[0] == "b" or str(getattr(column, "dtype", "")) != "object":
            assert columns.counted_by_engine(column, column, None) is not None, values


def test_columns_of_two_engines_and_odd_codes() -> None:
    """Columns of several libraries meet; codes may be out of order, unused, double, or those of several types."""
    true, pred = ["b", "a", "b", "c"], ["a", "a", "b", "a"]
    wanted = by_hand(true, pred)
    twice = pa.DictionaryArray.from_arrays([0, 1, 2, 3], pa.array(["b", "a", "b", "c"]))
    enum = pl.Series(true, dtype=pl.Enum(["z", "c", "b", "a"]))
    parts = [pa.array(part).dictionary_encode() for part in (["b", "a"], ["b", "c"])]
    ordered = pd.Categorical(true, categories=["z", "b", "a", "c"], ordered=True)
    arrow = pd.Series(true, dtype=pd.ArrowDtype(pa.dictionary(pa.int8(), pa.string())))
    sides = [twice, enum, pa.chunked_array(parts), pd.Series(ordered), ordered, arrow, np.array(true), pd.Series(true)]
    for side in [*sides, pd.Series(true, dtype="string"), np.array(true, dtype=object)]:
        for other in (pd.Series(pred, index=[3, 3, 1, 0]), np.array(pred), pl.Series(pred), pred, pa.array(pred)):
            counts = count_pairs(side, other)
            assert (counts.labels, counts.rows()) == wanted
            with pytest.raises(InputError, match="outside labels=: 'b'"):
                count_pairs(side, other, labels=["c", "a"])
    assert count_pairs(pd.Series([2, 1], dtype="category"), pl.Series([1, 1])).labels == (1, 2)
    assert count_pairs(pd.Series([2.5, 1], dtype="category"), np.array([1.0, 1.0])).labels == (1.0, 2.5)
    assert count_pairs(np.array(["a", 1], dtype=object), np.array([1, "a"], dtype=object)).labels == ("a", 1)
    late = pd.Series(["a"] * 200 + [1], dtype=object)
    assert count_pairs(late, late).labels == ("a", 1)
    for sides in ((pd.Series([1, 2], dtype="category"), np.array([True, True])), (np.array([0]), pl.Series([False]))):
        with pytest.raises(InputError, match=r"mix .* \((int|bool)\) and .* \((int|bool)\)"):
            count_pairs(*sides)
    for missing in (pd.Series(["a", None], dtype="category"), pl.Series(["a", None], dtype=pl.Categorical)):
        with pytest.raises(InputError, match=r"'?y_true'? has a missing label.* at position 1"):
            count_pairs(missing, type(missing)(["a", "b"]))


def test_labels_orders_and_adds() -> None:
    for make in (list, np.array, pl.Series):
        counts = count_pairs(make([2, 1, 1]), make([2, 2, 1]), labels=[3, 2, 1])
        assert counts.labels == (3, 2, 1)
        assert counts.rows() == [[0, 0, 0], [0, 1, 0], [0, 1, 1]]
        with pytest.raises(InputError, match="outside labels=: 1"):
            count_pairs(make([2, 1]), make([2, 2]), labels=[2, 3])
    assert count_pairs(["b", 1], [1, "b"]).labels == ("b", 1)
    assert count_pairs(np.array([True, False]), np.array([True, True])).labels == (False, True)
    assert count_pairs([frozenset("ab"), frozenset("b")], [frozenset("b")] * 2).labels[0] == frozenset("ab")


def test_weights_are_exact() -> None:
    counts = count_pairs(["a"] * 4, ["a", "a", "a", "b"], sample_weight=["0.1", Fraction(1, 5), Decimal("0.7"), 0])
    assert counts.cells == {(0, 0): 1}
    assert counts.labels == ("a", "b")
    frame = pl.DataFrame({"t": ["a", "a"], "p": ["b", "b"], "w": [Decimal("0.1"), Decimal("0.2")]})
    assert count_frame(frame, true="t", pred="p", sample_weight="w").n == Fraction(3, 10)
    for weight, said in ((0.1, "float 0.1"), (-1, "negative"), ("x", "'x'"), (True, "bool"), (None, "missing")):
        with pytest.raises(InputError, match=rf"position 1.*{said}"):
            count_pairs(["a", "a"], ["a", "b"], sample_weight=[1, weight])
    with pytest.raises(InputError, match="1 weight for 2 samples"):
        count_pairs(["a", "a"], ["a", "b"], sample_weight=[1])


@each(
    ("true", "pred", "said"),
    [
        ([1, 2], [1], "2 labels and y_pred has 1"), ([], [], "empty"), ("abc", "abc", "one text"),
        ({1, 2}, [1, 2], "set"), (5, [1], "int"), ([1, True], [1, 1], r"mix 1 \(int\) and True \(bool\)"),
        ([1, 2], [1.0, 2], r"1 \(int\) and 1.0 \(float\)"), (np.array([0, 1]), np.array([False, True]), "bool"),
        (pl.Series([1, 2]), pl.Series([1.0, 2.0]), "float"),
        (["a", "b", None], ["a", "b", "a"], r"y_true .*position 2"),
        (["a", "b"], ["a", float("nan")], r"y_pred .*position 1"),
        (pd.Series(["a", None]), pd.Series(["a", "b"]), "y_true.*position 1"),
        (pl.Series([1, 2]), pl.Series([1, None]), "y_pred.*position 1"),
        (np.array([1.0, np.nan]), np.array([1.0, 2.0]), "y_true.*position 1"),
        ([[1], [0]], [[1], [0]], "y_true at position 0 is .*list"), (np.eye(2), np.array([1, 0]), "argmax"),
        (np.ma.masked_array([1, 2], [False, True]), np.array([1, 2]), "masked at position 1"),
    ],
)  # fmt: skip
def test_bad_columns_are_refused(true: Any, pred: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        count_pairs(true, pred)


@each("make", [pl.DataFrame, pl.LazyFrame, pd.DataFrame, pa.table])
@given(pairs=label_pairs())
@settings(max_examples=size(15, 100))
def test_frames(make: Callable[[dict[str, list[Any]]], Any], pairs: tuple[list[str], list[str]]) -> None:
    frame = make({"y": pairs[0], "p": pairs[1], "w": [2] * len(pairs[0])})
    assert count_frame(frame, true="y", pred="p").rows() == by_hand(*pairs)[1]
    assert count_frame(frame, true="y", pred="p", sample_weight="w").n == 2 * len(pairs[0])
    assert count_frame(frame, true="y", pred="y").n == len(pairs[0])
    assert count_frame(frame, true="w", pred="w").rows() == [[len(pairs[0])]]
    with pytest.raises(UsageError, match=r"no column 'Y'; .*Did you mean 'y'"):
        count_frame(frame, true="Y", pred="p")


@each(
    ("frame", "said"),
    [
        (pl.LazyFrame({"y": ["a", None], "p": ["a", "a"]}), "'y' has a missing label"),
        (pl.DataFrame({"y": [], "p": []}), "empty"), (pd.DataFrame({"y": [1, True], "p": [1, 1]}, dtype=object), "mix"),
    ],
)  # fmt: skip
def test_bad_frames_are_refused(frame: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        count_frame(frame, true="y", pred="p")


SAMPLE = st.tuples(st.sampled_from("abcd"), st.lists(st.sampled_from("abcd"), unique=True, max_size=4))


@given(st.lists(SAMPLE, min_size=1, max_size=20))
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
