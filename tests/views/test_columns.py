"""Columns do to all classes at once what numbers do one by one: values, reasons and policies."""

from __future__ import annotations

from fractions import Fraction
from operator import add, mul, sub, truediv
from typing import Any
from zlib import crc32

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactmetrics.exact import values
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.quantity import root
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.request import resolve
from exactmetrics.views.column import Column
from exactmetrics.views.value import Acted, class_values, compute
from tests.cases import EXHAUSTIVE, each, size

F = Fraction
ROOT = values.root(F(2))
WIDTH = 4
counts = st.lists(st.integers(0, 6), min_size=WIDTH, max_size=WIDTH)
mixed = st.lists(st.one_of(st.integers(0, 6), st.fractions(0, 3, max_denominator=4)), min_size=WIDTH, max_size=WIDTH)
scalars = st.one_of(st.integers(-3, 3), st.fractions(-2, 2, max_denominator=5))
METRICS = [m.name for m in all_metrics() if not m.standard.parameters]


def quotient(a: Any, b: Any) -> Any:
    return None if a is None or b is None or b == 0 else F(a) / b


def one(op: Any, a: Any, b: Any) -> Any:
    """The operation on numbers; None where there is no value."""
    return quotient(a, b) if op is truediv else None if a is None or b is None else op(a, b)


@given(st.data())
@settings(max_examples=size(75, 300))
def test_columns_agree_with_numbers_one_by_one(data: st.DataObject) -> None:
    first = data.draw(st.one_of(counts, mixed))
    column, numbers = Column(list(first)), list[Any](first)
    for _ in range(data.draw(st.integers(1, 5))):
        op = data.draw(st.sampled_from([add, sub, mul, truediv]))
        kind = data.draw(st.sampled_from(["number", "number first", "column", "column first", "ratio"]))
        if kind.startswith("number"):
            other: Any = data.draw(scalars)
            others = [other] * WIDTH
        else:
            others = data.draw(st.one_of(counts, mixed))
            other = Column(list(others))
            if kind == "ratio":
                below = data.draw(counts)
                other, others = other / Column(list(below)), list(map(quotient, others, below))
        if kind.endswith("first"):
            column, numbers = op(other, column), [one(op, b, a) for a, b in zip(numbers, others, strict=True)]
        else:
            column, numbers = op(column, other), [one(op, a, b) for a, b in zip(numbers, others, strict=True)]
    assert column.bad == {i for i, x in enumerate(numbers) if x is None}
    good = [i for i in range(WIDTH) if i not in column.bad]
    assert [column[i] for i in good] == [numbers[i] for i in good]
    assert all(type(column[i]) is Fraction for i in good)
    if not column.bad:
        assert column.sum() == sum(numbers)


@given(counts, st.lists(st.integers(1, 6), min_size=WIDTH, max_size=WIDTH), st.integers(0, 3))
def test_powers_and_roots(tops: list[int], bottoms: list[int], exponent: int) -> None:
    ratio = Column(tops) / Column(bottoms)
    numbers = [F(a, b) for a, b in zip(tops, bottoms, strict=True)]
    assert (ratio**exponent).values() == [x**exponent for x in numbers]
    assert (Column(tops) ** exponent).values() == [x**exponent for x in tops]
    squares = [root(ratio)[i] * root(ratio)[i] for i in range(WIDTH)]  # type: ignore[index]
    assert squares == numbers


def test_a_column_is_never_changed() -> None:
    first, second = Column([1, 0, 3]), Column([2, 0, 0])
    quotient = first / second
    assert (quotient.bad, first.tops, second.tops) == ({1, 2}, [1, 0, 3], [2, 0, 0])
    assert not first.bad
    assert not second.bad


def test_columns_by_hand() -> None:
    whole, ratio, mixed = Column([4, 0, 6]), Column([1, 2, 3], [2, 3, 4]), Column([F(1, 2), ROOT, F(3)])
    cases: list[tuple[Column, list[Any]]] = [
        (whole + 1, [5, 1, 7]), (1 + whole, [5, 1, 7]), (whole - 1, [3, -1, 5]), (1 - whole, [-3, 1, -5]),
        (whole * 2, [8, 0, 12]), (whole * F(1, 2), [2, 0, 3]), (F(4) * whole, [16, 0, 24]),
        (whole + F(1, 2), [F(9, 2), F(1, 2), F(13, 2)]), (ratio + 1, [F(3, 2), F(5, 3), F(7, 4)]),
        (1 - ratio, [F(1, 2), F(1, 3), F(1, 4)]), (ratio - whole, [F(-7, 2), F(2, 3), F(-21, 4)]),
        (whole - ratio, [F(7, 2), F(-2, 3), F(21, 4)]), (ratio + ratio, [1, F(4, 3), F(3, 2)]),
        (ratio * ratio, [F(1, 4), F(4, 9), F(9, 16)]), (ratio * whole, [2, 0, F(9, 2)]),
        (whole * ratio, [2, 0, F(9, 2)]), (ratio / ratio, [1, 1, 1]), (whole / ratio, [8, 0, 8]),
        (ratio / 2, [F(1, 4), F(1, 3), F(3, 8)]), (2 / ratio, [4, 3, F(8, 3)]), (whole / 2, [2, 0, 3]),
        (ratio + F(1, 3), [F(5, 6), 1, F(13, 12)]), (mixed + ratio, [1, ROOT + F(2, 3), F(15, 4)]),
        (ratio * mixed, [F(1, 4), values.root(F(8, 9)), F(9, 4)]),
        (mixed / 2, [F(1, 4), values.root(F(1, 2)), F(3, 2)]),
        (mixed - mixed, [0, 0, 0]), (mixed * 0, [0, 0, 0]), (ratio - mixed, [0, F(2, 3) - ROOT, F(-9, 4)]),
        (ratio**2, [F(1, 4), F(4, 9), F(9, 16)]), (ratio**-1, [2, F(3, 2), F(4, 3)]), (ratio**0, [1, 1, 1]),
        (whole**0, [1, 1, 1]), (whole**1, [4, 0, 6]),
        (ratio + ROOT, [ROOT + F(1, 2), ROOT + F(2, 3), ROOT + F(3, 4)]),
    ]  # fmt: skip
    for at, (column, wanted) in enumerate(cases):
        assert column.values() == wanted, at
        assert not column.bad, at
        assert column.sum() == sum(wanted), at
    for column in (
        1 / whole, whole / whole, ratio / whole, whole**-1, mixed / whole, (1 / whole) + ratio, ratio * (1 / whole),
        -1 * (1 / whole),
    ):  # fmt: skip
        assert column.bad == {1}
    for column in (whole / 2, ratio + 1, whole * ratio, 1 / ratio, whole - ratio):
        assert column.bottoms is not None  # ratios of whole numbers stay pairs
        assert all(type(x) is int for x in (*column.tops, *column.bottoms))
    assert len(whole) == 3
    assert Column([1, 2, 3], [2, 2, 2], frozenset(), frozenset({1})).sum() == 2
    assert Column([1, F(1, 2), ROOT], None, frozenset(), frozenset({1})).sum() == 1 + ROOT
    assert Column([]).sum() == 0
    bad = Column([1, 0, 5], [2, 1, 3], frozenset({1}), frozenset({2}))
    for replaced, wanted, bottoms in [
        ({}, [F(1, 2), 0, F(5, 3)], True),
        ({1: F(2, 7)}, [F(1, 2), F(2, 7), F(5, 3)], True),
        ({1: ROOT}, [F(1, 2), ROOT, F(5, 3)], False),
    ]:
        settled = bad.settled(replaced, frozenset({0}))  # type: ignore[arg-type]
        assert (settled.values(), settled.bad, settled.omitted) == (wanted, frozenset(), {0, 2})
        assert (settled.bottoms is not None) == bottoms


@st.composite
def some_blocks(draw: st.DrawFn) -> Blocks:
    """Counts with many empty rows and columns, so that classes of equal counts and ratios 0/0 abound."""
    k = draw(st.integers(1, 6))
    cells = st.integers(0, 2) | st.integers(0, 2).map(lambda n: F(n, 2))
    rows = draw(st.lists(st.lists(cells, min_size=k, max_size=k), min_size=k, max_size=k))
    for i in draw(st.sets(st.integers(0, k - 1))):
        rows[i] = [0] * k
    rows[0][0] += 1
    return Counts.from_rows(rows).blocks()


@each("options", [{}, {"undefined": 0}, {"undefined": 1}, {"undefined": "omit"}, {"preset": "pycm"}])
@each("name", [name for name in METRICS if EXHAUSTIVE or crc32(name.encode()) % 5 == 0])
@settings(max_examples=size(2, 4))
@given(blocks=some_blocks())
def test_the_same_as_class_by_class(name: str, options: dict[str, object], blocks: Blocks) -> None:
    assume(not metric_named(name).single_samples or all(n.denominator == 1 for n in blocks.tp + blocks.predicted))
    requests = [resolve(name, label=label, labels=blocks.labels, **options) for label in blocks.labels]  # type: ignore[arg-type]
    alone = [compute(request, blocks) for request in requests]
    values, acted = class_values(requests[0], blocks)
    assert values == [outcome.value for outcome in alone]
    assert [type(v) for v in values] == [type(outcome.value) for outcome in alone]
    expected: set[Acted] = {a for outcome in alone for a in outcome.acted}
    assert set(acted) == expected
