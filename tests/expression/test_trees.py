"""Trees of arithmetic: what builds them, their values and parts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from exactmetrics.exact.values import Undefined, root
from exactmetrics.expression.evaluate import children, evaluate, walk
from exactmetrics.expression.nodes import (  # fmt: skip
    ANY,
    Abs,
    Add,
    Applied,
    Div,
    Function,
    Head,
    Leaf,
    Literal,
    Max,
    Min,
    Mul,
    Named,
    Neg,
    Num,
    Pi,
    Pow,
    Sqrt,
    Sum,
    Tag,
    lift,
    number,
    whole_number,
)
from exactmetrics.expression.reading import read, value_of

F = Fraction
ONE, TWO, SIX = Num(F(1)), Num(F(2)), Num(F(6))
TP = Leaf("tp", Tag(0, "a"), F(6))


def test_arithmetic_builds_trees() -> None:
    cases: list[tuple[Any, Any]] = [
        (TP + 2, Add((TP, TWO))), (2 + TP, Add((TWO, TP))), (TP + 2 + 1, Add((TP, TWO, ONE))),
        (1 + (TP + 2), Add((ONE, Add((TP, TWO))))), (TP - 2, Add((TP, Neg(TWO)))), (2 - TP, Add((TWO, Neg(TP)))),
        (TP + 1 - 2, Add((TP, ONE, Neg(TWO)))), (TP * 2, Mul((TP, TWO))), (2 * TP, Mul((TWO, TP))),
        (2 * TP * 6, Mul((TWO, TP, SIX))), (6 * (2 * TP), Mul((SIX, TWO, TP))), (TP / 2, Div(TP, TWO)),
        (2 / TP, Div(TWO, TP)), (TP**2, Pow(TP, 2)), (TP**0, Pow(TP, 0)), (TP**-2, Div(ONE, Pow(TP, 2))),
        (-TP, Neg(TP)), (lift(F(1, 2)), Num(F(1, 2))), (lift(TP), TP), (number(2), TWO), (whole_number(TWO), 2),
        (whole_number(TP), None), (whole_number(Num(F(1, 2))), None), (whole_number(Num(root(F(2)))), None),
        (ANY.position, None),
    ]  # fmt: skip
    for at, (found, wanted) in enumerate(cases):
        assert found == wanted, at
    refused: list[Any] = [
        lambda: lift(0.5), lambda: lift(True), lambda: TP + 0.5, lambda: bool(TP), lambda: TP < 1, lambda: TP >= TP,
        lambda: "a" * TP,
    ]  # fmt: skip
    for use in refused:
        with pytest.raises(TypeError):
            use()


def test_values_and_parts_of_trees() -> None:
    half = Named(Head("recall"), TP / 12)
    zero = Named(Head("recall"), TP / 0, Applied(F(0), "0", "undefined=0"))
    for tree, value, parts in [
        (SIX, F(6), ()), (TP, F(6), ()), (Literal("0.5", F(1, 2), F(1, 20)), F(1, 2), ()), (-TP, F(-6), (TP,)),
        (TP + 2 + 1, F(9), (TP, TWO, ONE)), (TP - 2, F(4), (TP, Neg(TWO))), (TP * 2 * 6, F(72), (TP, TWO, SIX)),
        (TP / 2, F(3), (TP, TWO)), (Pow(TP, 2), F(36), (TP,)), (Pow(TP, 0), F(1), (TP,)),
        (Sqrt(Num(F(9))), F(3), (Num(F(9)),)), (Sqrt(TWO), root(F(2)), (TWO,)), (half, F(1, 2), (TP / 12,)),
        (zero, F(0), ()), (Sum(TP, (TP, TWO)), F(8), (TP, TWO)), (Add(()), F(0), ()),
        (Mul((Sqrt(TWO), Sqrt(TWO))), F(2), (Sqrt(TWO), Sqrt(TWO))),
        (ONE / Sqrt(TWO), root(F(1, 2)), (ONE, Sqrt(TWO))), (Max((TWO, TP, ONE)), F(6), (TWO, TP, ONE)),
        (Min((TWO, TP)), F(2), (TWO, TP)), (Max((Sqrt(TWO), ONE)), root(F(2)), (Sqrt(TWO), ONE)),
        (Abs(ONE - TP), F(5), (ONE - TP,)), (Function("sgn", ONE - TP), F(-1), (ONE - TP,)),
        (Function("z", half), F(0), (half,)),
        (Function("arcsin", half) / Pi(), F(1, 6), (Function("arcsin", half), Pi())),
    ]:  # fmt: skip
        assert evaluate(tree) == value_of(tree) == value, tree
        assert children(tree) == parts, tree
        assert next(iter(walk(tree))) is tree
        assert len(list(walk(tree))) == 1 + sum(len(list(walk(part))) for part in parts)
    left_out = Named(Head("recall"), TP / 0, Applied(None, "omit", "undefined=omit"))
    for tree, error in [
        (TP / 0, ZeroDivisionError), (left_out, ZeroDivisionError), (Leaf("tp", ANY, None), TypeError),
        (Sqrt(-TP), ValueError), (Sqrt(Sqrt(TWO)), TypeError),
        (ONE / Add(tuple(Sqrt(Num(F(p))) for p in (2, 3, 5, 7, 11, 13))), TypeError), (Tag(1), TypeError),
    ]:  # fmt: skip
        with pytest.raises(error):
            evaluate(tree)  # type: ignore[arg-type]


def test_values_that_are_reckoned_the_short_way() -> None:
    for text, wanted in [
        ("sqrt(2) + sqrt(2)", root(F(8))), ("sqrt(2)^3", root(F(8))), ("(sqrt(2) + 1)^2", 3 + root(F(8))),
        ("sqrt(2)^0", 1), ("sqrt(2) + 1 + 1/2", root(F(2)) + F(3, 2)), ("-sqrt(2)", -root(F(2))), ("1/3 - 1/3", 0),
        ("(1/3 - 1/3) * 5", 0), ("1/(-2)", F(-1, 2)), ("-1/-2", F(1, 2)), ("1/(2/3)/(4/5)", F(15, 8)),
        ("2/(1 - 4/3)", -6), ("(1/2)(1/3)(-1/5)", F(-1, 30)), ("1/2 + 1/2 + 1/3 - 5", F(-11, 3)),
    ]:  # fmt: skip
        assert value_of(read(text)) == evaluate(read(text)) == wanted, text
    assert isinstance(value_of(Named(Head("f1"), TP / 0, Applied(None, "omit", ""))), Undefined)
    big = Literal("9" * 200, F(10**200 - 1))
    assert value_of(big * big) == (10**200 - 1) ** 2
    assert value_of(big / (big * big)) == F(1, 10**200 - 1)
    assert value_of((big + 1) - big) == 1
