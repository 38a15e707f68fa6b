"""How statements are read, and what is said of one that is not understood."""

from __future__ import annotations

import re

import pytest

from exactmetrics.exact.errors import UsageError
from exactmetrics.proofs.statement import LONGEST, StatementError, read_statement
from tests.cases import each
from tests.proofs.oracle import value


@each(
    "text, assumed, of_class",
    [
        ("f1[macro] = accuracy", "", False),
        ("f1 = accuracy if k=2", "k = 2", True),
        ("TP <= N if every class is predicted, every class has samples", "every class is predicted and every class has "
         "samples", True),
        ("T < N if k >= 3", "k >= 3", False),
        ("F1 == dice if k > 2 and k = 4", "k = 4", True),
        ("fbeta[macro, beta=1/2, convention=convex] ≥ 0", "", False),
        ("sensitivity × PPV = min(1, 2, P) ** 2", "", True),
    ],
)  # fmt: skip
def test_a_statement_is_read(text: str, assumed: str, of_class: bool) -> None:
    statement = read_statement(text)
    assert (str(statement.assumed), statement.of_class) == (assumed, of_class)


@each(
    "text, place, says",
    [
        ("f1 = recal", 5, "did you mean 'recall'"),
        ("f1[makro] = 1", 3, "did you mean 'macro'"),
        ("f1 = 2 3", 7, "an operator is missing"),
        ("f1 = f1 = f1", 8, "one relation"),
        ("f1 + 1", 6, "a relation is expected"),
        ("f1 = (1", 7, "')' is expected"),
        ("f1 = 1 if k = 1", 10, "k is from 2"),
        ("f1 = 1 if k = 2 and k = 3", 20, "contradict"),
        ("f1 = 1 if it rains", 10, "no condition 'it rains'"),
        ("f1 = 1 if", 9, "no condition behind 'if'"),
        ("f1 = fbeta", 5, "needs beta"),
        ("f1 = $", 5, "no part of a statement"),
        ("f1 = n", 5, "N are the samples"),
        ("f1^0.5 = 1", 3, "a root is sqrt"),
        ("f1^99 = 1", 3, "from 1 to 8"),
        ("f1[beta=2] = 1", 0, "no option 'beta'"),
        ("f1[macro", 2, "']' is missing"),
        ("auc = 1", 0, "scores"),
        ("1 = micro", 4, "of which metric? Write micro f1"),
        ("", 0, "the statement ends"),
    ],
)
def test_what_is_not_understood_is_said_with_its_place(text: str, place: int, says: str) -> None:
    with pytest.raises(StatementError) as caught:
        read_statement(text)
    assert says in str(caught.value)
    assert caught.value.position == place


@each(
    "text",
    [
        "f1 = " + "(" * 300 + "1" + ")" * 300, "f1 = " + "-" * 900 + "1", "(" * 990, "f1" * 5_000, "f1 = " + "9" * 900,
        " + ".join(["f1"] * 60) + " = 1", "f1 = " + "sqrt(" * 100, "f1 = 1 if " + "k = 2 and " * 90 + "k = 3",
        "f1 = 1^2^2", "f1[" + "a," * 400 + "] = 1", "fbeta[beta=1e999999999] = 1", "\x00 = 1", "f1 = __import__('os')",
        "f1 = " + "/".join(["3"] * 480) + "if",
    ],
)  # fmt: skip
def test_hostile_statements_are_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_statement(text)
    assert len(str(caught.value)) < 2_000
    assert len(text) > LONGEST or str(caught.value)


@each(("said", "meant"), [
    ("f1 = 2PR/(P + R)", "f1 = 2*P*R/(P + R)"), ("|mcc| <= 1", "abs(mcc) <= 1"), ("f1(micro) = T/N", "f1[micro] = T/N"),
    ("f1 <= ||P| - 2R|", "f1 <= abs(abs(P) - 2*R)"), ("2(P + R) >= f1", "2*(P + R) >= f1"),
    ("weighted recall = T/N", "recall[weighted] = T/N"), ("f1_macro = weighted_f1", "f1[macro] = f1[weighted]"),
])  # fmt: skip
def test_other_ways_to_write_a_statement(said: str, meant: str) -> None:
    one, other = read_statement(said), read_statement(meant)
    rows = ((3, 1, 0), (2, 4, 1), (0, 1, 5))
    for side in ("left", "right"):
        assert value(getattr(one, side), rows, 1) == value(getattr(other, side), rows, 1)


@each(("text", "message"), [
    ("f1 = 1/2P", "brackets are needed"), ("sum(sum(TP)) = T", "stands in no other"), ("f1 = |P", "'|' is expected"),
    ("accuracy <= 1 if kappa >= 0", "'kappa >= 0'; choose from"), ("f1 = P 2", "operator is missing"),
])  # fmt: skip
def test_what_may_mean_two_things_is_refused(text: str, message: str) -> None:
    with pytest.raises(StatementError, match=re.escape(message)):
        read_statement(text)
