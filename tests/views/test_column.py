"""Columns do to all classes at once what Fractions do one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.metrics.quantity import root
from exactmetrics.views.column import Column
from tests.cases import size

WIDTH = 4
counts = st.lists(st.integers(0, 6), min_size=WIDTH, max_size=WIDTH)
mixed = st.lists(st.one_of(st.integers(0, 6), st.fractions(0, 3, max_denominator=4)), min_size=WIDTH, max_size=WIDTH)
scalars = st.one_of(st.integers(-3, 3), st.fractions(-2, 2, max_denominator=5))
OPERATIONS = ("+", "-", "*", "/")


def one(op: str, a: Any, b: Any) -> Any:
    """The operation on numbers; None where there is no value."""
    if a is None or b is None or (op == "/" and b == 0):
        return None
    return {"+": a + b, "-": a - b, "*": a * b, "/": Fraction(a) / b if op == "/" else 0}[op]


def many(op: str, a: Any, b: Any) -> Any:
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    return a * b if op == "*" else a / b


@given(st.data())
@settings(max_examples=size(75, 300))
def test_columns_agree_with_numbers_one_by_one(data: st.DataObject) -> None:
    first = data.draw(st.one_of(counts, mixed))
    column, numbers = Column(list(first)), list[Any](first)
    for _ in range(data.draw(st.integers(1, 5))):
        op = data.draw(st.sampled_from(OPERATIONS))
        kind = data.draw(st.sampled_from(["number", "number first", "column", "column first", "ratio"]))
        if kind.startswith("number"):
            other: Any = data.draw(scalars)
            others = [other] * WIDTH
        else:
            others = data.draw(st.one_of(counts, mixed))
            other = Column(list(others))
            if kind == "ratio":
                below = data.draw(counts)
                other, others = (
                    other / Column(list(below)),
                    [one("/", a, b) for a, b in zip(others, below, strict=True)],
                )
        if kind.endswith("first"):
            column, numbers = many(op, other, column), [one(op, b, a) for a, b in zip(numbers, others, strict=True)]
        else:
            column, numbers = many(op, column, other), [one(op, a, b) for a, b in zip(numbers, others, strict=True)]
    assert column.bad == {i for i, x in enumerate(numbers) if x is None}
    good = [i for i in range(WIDTH) if i not in column.bad]
    assert [column[i] for i in good] == [numbers[i] for i in good]
    assert all(type(column[i]) is Fraction for i in good)
    if not column.bad:
        assert column.sum() == sum(numbers)


@given(counts, st.lists(st.integers(1, 6), min_size=WIDTH, max_size=WIDTH), st.integers(0, 3))
def test_powers_and_roots(tops: list[int], bottoms: list[int], exponent: int) -> None:
    ratio = Column(tops) / Column(bottoms)
    numbers = [Fraction(a, b) for a, b in zip(tops, bottoms, strict=True)]
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
