"""The trace view: what a recorded tree knows besides its value."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from zlib import crc32

import pytest

from exactmetrics.exact.constants import WithPi
from exactmetrics.expression.evaluate import children, evaluate, walk
from exactmetrics.expression.nodes import Add, Div, Expr, Leaf, Named, Num, Sum, lift
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.request import resolve
from exactmetrics.views.trace import record
from tests.cases import EXHAUSTIVE, each
from tests.contracts.matrices import ALL, BIRDS
from tests.contracts.questions import QUESTIONS, Question, questions_of

F = Fraction
ABSENT = [[5, 2, 1], [0, 0, 0], [2, 0, 3]]  # class b has no true sample


def question(metric: str, **options: Any) -> Question:
    form = options.pop("form", next(iter(Question(metric, {"convention": "standard"}).convention.forms)))
    return Question(metric, {"convention": "standard", "form": form, **options})


def every_node(e: Expr) -> list[Expr]:
    """All nodes, definitions of any class and what was left out included."""
    below: tuple[Expr, ...] = children(e)
    if isinstance(e, Sum):
        below = (*below, e.body, *e.left_out)
    if isinstance(e, Named):
        below = (e.body,)
    return [e, *(n for part in below for n in every_node(part))]


@each("asked", [q for q in QUESTIONS if EXHAUSTIVE or crc32(str(q).encode()) % 6 == 0], ids=str)
def test_a_tree_holds_names_counts_and_no_float(asked: Question) -> None:
    for rows in ALL[::4]:
        if asked not in questions_of(rows):
            continue
        tree = asked.tree(rows)
        assert isinstance(tree, Named)
        assert tree.head.metric == asked.metric
        assert tree.head.average == asked.options.get("average")
        for node in every_node(tree):
            if isinstance(node, (Num, Leaf)):
                assert type(node.value) in (Fraction, WithPi, type(None))
            if isinstance(node, Leaf) and node.value is None:
                assert node.tag is not None
                assert None in (node.tag.position, node.tag.other and node.tag.other.position)


def test_leaves_are_the_counts_of_their_class() -> None:
    tree = question("precision", label=2).tree(BIRDS)
    leaves = [(n.block, n.tag.label, n.value) for n in walk(tree) if isinstance(n, Leaf)]
    assert leaves == [("tp", "c", 7), ("predicted", "c", 10)]


CELLS, MARGINS = {"tp", "tn", "fp", "fn"}, {"tp", "support", "predicted", "n"}


@each(
    ("asked", "rows", "read"),
    [
        ({"label": 1}, BIRDS, CELLS), ({"average": "macro"}, BIRDS, CELLS | {"k"}), ({}, [[3, 1], [0, 2]], CELLS),
        ({}, BIRDS, MARGINS), ({"form": "standard"}, [[3, 1], [0, 2]], MARGINS),
    ],
)  # fmt: skip
def test_two_classes_have_the_form_of_their_own(asked: dict[str, Any], rows: list[list[int]], read: set[str]) -> None:
    """Matthews 1975 states the coefficient on TP, TN, FP and FN; Gorodkin 2004 that of more classes on the margins."""
    tree = record(resolve("mcc", **asked), Counts.from_rows(rows).blocks())
    assert {leaf.block for leaf in every_node(tree) if isinstance(leaf, Leaf)} == read


def test_the_average_keeps_every_class_by_name() -> None:
    tree = question("precision", average="weighted").tree(BIRDS)
    assert isinstance(tree.body, Div)
    top, bottom = tree.body.num, tree.body.den
    assert isinstance(top, Sum)
    assert top.whole
    assert top.left_out == ()
    named = [n for n in walk(top) if isinstance(n, Named)]
    assert [n.head.tag.label for n in named] == ["a", "b", "c"]
    assert [evaluate(n) for n in named] == [F(2, 3), F(5, 9), F(7, 10)]
    assert isinstance(bottom, Leaf), "supports add up to the number of samples"
    assert bottom.block == "n"


def test_a_class_of_weight_zero_is_kept_as_left_out() -> None:
    tree = question("recall", average="weighted").tree(ABSENT)
    total = tree.body.num
    assert [(e.block, e.tag.label, e.value) for e in total.left_out] == [("support", "b", 0)]
    assert len(total.terms) == 2
    assert not total.whole


@each("metric", ["recall", "informedness", "f1"])
def test_a_class_that_is_omitted_is_kept_as_left_out(metric: str) -> None:
    form = {"form": "harmonic"} if metric == "f1" else {}
    tree = question(metric, average="macro", **form).tree(ABSENT, undefined="omit")
    (left,) = tree.body.num.left_out
    assert (left.head.metric, left.head.tag.label, left.applied.policy) == ("recall", "b", "omit")
    assert "undefined=omit" in left.applied.why
    assert evaluate(tree.body.den) == 2


def test_a_number_that_stands_for_a_ratio_is_recorded() -> None:
    tree = question("recall", average="macro").tree(ABSENT, undefined=1)
    [node] = [n for n in walk(tree) if isinstance(n, Named) and n.applied]
    assert (node.head.tag.label, node.applied.value, node.applied.policy) == ("b", 1, "1")
    assert evaluate(tree) == (F(5, 8) + 1 + F(3, 5)) / 3


def test_no_class_left_is_no_policys_to_decide() -> None:
    for policy in (0, 1, "omit"):
        tree = question("recall", average="weighted", weights={0: 0, 1: 0, 2: 0}).tree(BIRDS, undefined=policy)
        assert tree.applied.value is None
        assert tree.applied.policy == "propagate"


def test_parameters_are_leaves_with_names() -> None:
    tree = question("fbeta", label=0, beta=F(4, 5)).tree(BIRDS)
    assert {(n.block, n.value) for n in walk(tree) if isinstance(n, Leaf) and n.tag is None} == {("beta", F(4, 5))}


def test_an_expression_has_no_truth_no_order_and_no_float() -> None:
    leaf = Leaf("tp", None, F(3))
    with pytest.raises(TypeError, match="branch"):
        bool(leaf)
    with pytest.raises(TypeError):
        leaf < 1  # type: ignore[operator]  # noqa: B015
    for wrong in (0.5, True, "1", None):
        with pytest.raises(TypeError, match="whole numbers and Fractions"):
            lift(wrong)
    assert isinstance(leaf + 1 + 2, Add)
