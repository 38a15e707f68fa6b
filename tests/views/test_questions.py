"""Questions on counts: values by hand, the tree beside every value, the classes and weights chosen, what is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from zlib import crc32

import pytest

from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.values import Undefined, root
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Applied, Head, Leaf, Named, Num, Sum, Tag
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.metrics.request import resolve
from exactmetrics.views.carrier import BinaryMatrix, PlainClass, arguments, chosen_classes
from exactmetrics.views.trace import TraceClass, TraceMatrix, mark_of, record
from exactmetrics.views.undefined import (
    find_undefined,
    has_valueless,
    is_no_class_left,
    no_class_left,
    omitted_part,
    undefined_of,
    undefined_quotient,
    undefined_ratio,
)
from exactmetrics.views.value import Acted, ValueClass, ValueMatrix, class_values, compute
from tests.cases import EXHAUSTIVE, each

F = Fraction
BIRDS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
GAPS = [[5, 2, 0, 1], [0, 0, 0, 0], [2, 0, 0, 1], [1, 0, 0, 0]]  # b never true; c never predicted; d never right


def counts(rows: list[list[int]]) -> Blocks:
    return Counts.from_rows(rows, labels=list("abcd"[: len(rows)])).blocks()


def asked(rows: list[list[int]], metric: str, positive: Any = None, **options: Any) -> Any:
    blocks = counts(rows)
    return compute(resolve(metric, labels=blocks.labels, positive=positive, **options), blocks, positive).value


SHARES = [F(6, 8), F(5, 8), F(7, 12)]  # the recalls of BIRDS
P, R = (F(2, 3) + F(5, 9) + F(7, 10)) / 3, sum(SHARES) / 3
PAIR = [[5, 2], [1, 4]]


@each(
    ("rows", "metric", "options", "wanted"),
    [
        (BIRDS, "recall", {"label": "a"}, SHARES[0]), (BIRDS, "recall", {"label": "c"}, SHARES[2]),
        (BIRDS, "precision", {"label": "c"}, F(7, 10)), (BIRDS, "specificity", {"label": "a"}, F(17, 20)),
        (BIRDS, "npv", {"label": "a"}, F(17, 19)), (BIRDS, "prevalence", {"label": "b"}, F(8, 28)),
        (BIRDS, "accuracy", {}, F(18, 28)), (BIRDS, "recall", {"average": "macro"}, R),
        (BIRDS, "recall", {"average": "micro"}, F(18, 28)), (BIRDS, "recall", {"average": "weighted"}, F(18, 28)),
        (BIRDS, "recall", {"average": "macro", "over": ["a", "c"]}, (SHARES[0] + SHARES[2]) / 2),
        (BIRDS, "recall", {"average": "micro", "over": ["a", "c"]}, F(13, 20)),
        (BIRDS, "recall", {"average": "weighted", "over": ["a", "c"]}, F(13, 20)),
        (BIRDS, "specificity", {"average": "micro"}, F(46, 56)), (BIRDS, "balanced_accuracy", {}, R),
        (BIRDS, "specificity", {"average": "micro", "over": ["a"]}, F(17, 20)),
        (BIRDS, "recall", {"average": "weighted", "weights": {"a": 1, "b": 2, "c": "1/2"}},
         (SHARES[0] + 2 * SHARES[1] + SHARES[2] / 2) / F(7, 2)),
        (BIRDS, "recall", {"average": "weighted", "weights": {"a": 0, "b": 2, "c": 2}}, (SHARES[1] + SHARES[2]) / 2),
        (BIRDS, "recall", {"average": "weighted", "weights": {"a": 1}, "over": ["a"]}, SHARES[0]),
        (BIRDS, "f1", {"average": "macro", "combine": "averages"}, 2 * P * R / (P + R)),
        (BIRDS, "kappa", {}, F(18 * 28 - 8 * 9 - 8 * 9 - 12 * 10, 28 * 28 - 8 * 9 - 8 * 9 - 12 * 10)),
        (BIRDS, "kappa", {"label": "a"}, F(23 * 28 - 8 * 9 - 19 * 20, 28 * 28 - 8 * 9 - 19 * 20)),
        (BIRDS, "mcc", {"label": "a"}, root(F((6 * 17 - 3 * 2) ** 2, 8 * 9 * 19 * 20))),
        (BIRDS, "informedness", {"label": "a"}, F(6, 8) + F(17, 20) - 1), (BIRDS, "f1", {"label": "a"}, F(12, 17)),
        (PAIR, "recall", {"positive": "a"}, F(5, 7)), (PAIR, "recall", {"positive": "b"}, F(4, 5)),
        (PAIR, "mcc", {}, root(F((5 * 4 - 2) ** 2, 7 * 5 * 6 * 6))),
    ],
)  # fmt: skip
def test_values_by_hand(rows: list[list[int]], metric: str, options: dict[str, Any], wanted: Any) -> None:
    assert asked(rows, metric, **options) == wanted


def test_policies_by_hand() -> None:
    for options, wanted in [
        ({"undefined": 0}, (F(5, 8) + 0 + 0 + 0) / 4), ({"undefined": 1}, (F(5, 8) + 1) / 4),
        ({"undefined": "omit"}, F(5, 8) / 3), ({"over": "true"}, F(5, 8) / 3), ({"over": "predicted"}, None),
        ({"over": "present"}, None), ({"over": ["a"]}, F(5, 8)), ({}, None),
        ({"over": "predicted", "undefined": 0}, F(5, 8) / 3), ({"over": "present", "undefined": "omit"}, F(5, 8) / 3),
    ]:  # fmt: skip
        found = asked(GAPS, "recall", average="macro", **options)
        if wanted is None:
            assert isinstance(found, Undefined), options
            assert str(found) == "undefined: recall of b is 0/0"
        else:
            assert found == wanted, options
    blocks = counts(GAPS)
    request = resolve("recall", label="b", undefined=0)
    assert compute(request, blocks).acted == (Acted("recall", "b", F(0), "the policy undefined=0", "0/0"),)
    assert compute(resolve("recall", label="a", undefined=0), blocks).acted == ()
    omitted = compute(resolve("recall", average="macro", undefined="omit"), blocks)
    assert [(a.label, a.value) for a in omitted.acted] == [("b", None)]
    assert Acted("micro recall", None, None, "p", "0/0", "micro").name == "recall"
    with pytest.raises(UndefinedValueError, match="recall of b is 0/0 and the policy undefined=raise forbids it"):
        compute(resolve("recall", label="b", undefined="raise"), blocks)
    none = compute(resolve("recall", average="macro", over=["b"], undefined="omit"), blocks).value
    assert isinstance(none, Undefined)
    assert (none.cause, none.metric) == ("no_class", "macro recall")


def test_every_value_has_its_tree() -> None:
    averages: list[dict[str, Any]] = [
        {"label": "a"}, {"label": "b"}, {"average": "macro"}, {"average": "micro"}, {"average": "weighted"},
        {"average": "macro", "over": ["b", "a"]},
        {"average": "weighted", "weights": {"a": 2, "b": 0, "c": 1, "d": 3}},
    ]  # fmt: skip
    policies: list[dict[str, Any]] = [{}, {"undefined": 0}, {"undefined": 1}, {"undefined": "omit"}]
    metrics = [metric for metric in all_metrics() if EXHAUSTIVE or crc32(metric.name.encode()) % 4 == 0]
    for metric, rows in product(metrics, (GAPS, [[2, 0], [0, 0]])):
        blocks = counts(rows)
        for options, policy in product([*averages, {}], policies):
            given = {**options, **policy}
            if "weights" in given:
                given["weights"] = {label: given["weights"][label] for label in blocks.labels}
            try:
                request = resolve(metric.name, labels=blocks.labels, positive="a", **given)
                value = compute(request, blocks, "a").value
            except UsageError:
                continue
            tree = record(request, blocks, "a")
            assert tree.head.metric == metric.name
            try:
                assert evaluate(tree) == value, (metric.name, given)
            except ZeroDivisionError:
                assert find_undefined(tree) == value, (metric.name, given)


def test_all_classes_at_once() -> None:
    blocks = counts(GAPS)
    values, acted = class_values(resolve("recall", label="a"), blocks)
    assert [str(v) for v in values] == ["5/8", "undefined: recall of b is 0/0", "0", "0"]
    assert acted == ()
    same = counts([[3, 1, 0, 0], [1, 3, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])  # c and d have equal counts
    values, acted = class_values(resolve("recall", label="a", undefined=1), same)
    assert values == [F(3, 4), F(3, 4), F(1), F(1)]
    assert [a.label for a in acted] == ["c", "d"]
    assert [u.label for u in class_values(resolve("mcc", label="a"), same)[0][2:]] == ["c", "d"]  # type: ignore[union-attr]
    assert class_values(resolve("prevalence", label="a"), same)[0] == [F(1, 2), F(1, 2), F(0), F(0)]


def test_the_order_of_chosen_classes_does_not_matter() -> None:
    for over in (["a", "b"], ["b", "a"]):  # b is never predicted
        assert asked([[2, 0], [0, 0]], "precision", average="macro", over=over, undefined=0) == F(1, 2)
        assert isinstance(asked([[2, 0], [0, 0]], "precision", average="macro", over=over), Undefined)
        assert asked([[2, 1], [0, 3]], "recall", average="weighted", over=over, weights={"a": 1, "b": 3}) == F(11, 12)


def test_chosen_classes_and_weights() -> None:
    blocks = counts(GAPS)
    for over, wanted in [
        ("all", [0, 1, 2, 3]), ("true", [0, 2, 3]), ("predicted", [0, 1, 3]), ("present", [0, 1, 2, 3]),
        (["c", "a"], [2, 0]),
    ]:  # fmt: skip
        assert list(chosen_classes(over, blocks)) == wanted
    assert list(chosen_classes("present", counts([[1, 0], [0, 0]]))) == [0]
    request = resolve("recall", average="weighted", over=["a", "c"], weights={"a": "1/3", "c": 0})
    assert arguments(request, blocks, "c") == (blocks, request.policy, [0, 2], [F(1, 3), 0, 0, 0], 2)
    assert arguments(resolve("recall", label="a"), blocks, None)[3:] == ((), None)
    two_only = next(m for m in all_metrics() for f in m.standard.forms.values() if f.classes == 2)
    form = next(name for name, f in two_only.standard.forms.items() if f.classes == 2)
    partial = Blocks("abc", n=10, tp=[3, 2, 1], support=[5, 4, 3], predicted=[5, 5, 5], partition=False)
    refused: list[tuple[str, Callable[[], Any]]] = [
        ("names each class once", lambda: chosen_classes(["a", "a"], blocks)),
        ("at least one", lambda: chosen_classes([], blocks)),
        ("no weight for class 'b'", lambda: asked(BIRDS, "recall", average="weighted", weights={"a": 1, "c": 1})),
        ("must not be negative", lambda: asked(PAIR, "recall", average="weighted", weights={"a": 1, "b": "-1/2"})),
        ("is for 2 classes, and there are 3", lambda: asked(BIRDS, two_only.name, form=form)),
        ("needs one true and one predicted class", lambda: compute(resolve("accuracy"), partial)),
    ]
    for text, use in refused:
        with pytest.raises(UsageError, match=text):
            use()
    assert compute(resolve("recall", average="micro"), partial).value == F(6, 12)
    assert asked([[5, 2], [1, 4]], two_only.name, form=form) == asked([[5, 2], [1, 4]], two_only.name)


def test_a_class_and_its_rest() -> None:
    blocks = counts(BIRDS)
    policy = resolve("recall", label="a").policy
    value, trace = ValueMatrix(blocks, policy, range(3)), TraceMatrix(blocks, policy, range(3))
    for c in (value.of("b"), trace.of("b"), trace.at(1)):
        rest = BinaryMatrix(c).rest
        names = ("tp", "fn", "fp", "tn", "support", "predicted", "n")
        found = [getattr(side, name) for side in (c, rest) for name in names]
        wanted = [5, 3, 4, 16, 8, 9, 28, 16, 4, 3, 5, 20, 19, 28]
        assert [x if isinstance(x, F) else evaluate(x) for x in found] == wanted
    both = BinaryMatrix(value.of("b"))
    assert (both.k, both.first(), both.sum(lambda c: c.tp), both.mean(lambda c: c.support)) == (2, both.one, 21, 14)
    assert both.mean(lambda c: c.tp, lambda c: c.support) == F(8 * 5 + 20 * 16, 28)
    traced = BinaryMatrix(trace.of("b"))
    assert evaluate(traced.mean(lambda c: c.tp, lambda c: c.support)) == F(8 * 5 + 20 * 16, 28)
    assert evaluate(traced.mean(lambda c: c.tp)) == F(21, 2)
    pool, traced_pool = ValueMatrix(blocks, policy, [0, 2]).pooled(), TraceMatrix(blocks, policy, [0, 2]).pooled()
    for block, wanted in [("tp", 13), ("fn", 7), ("fp", 6), ("tn", 30), ("support", 20), ("predicted", 19), ("n", 56)]:
        assert getattr(pool, block) == wanted == evaluate(getattr(traced_pool, block)), block
    assert isinstance(traced_pool.leaf("tp"), Sum)
    assert not traced_pool.leaf("tp").whole  # type: ignore[attr-defined]
    assert evaluate(trace.pooled().n) == 84 == value.pooled().n
    assert (value.sum(lambda c: c.tp), value.mean(lambda c: c.tp)) == (18, 6)
    assert value.mean(lambda c: c.tp, lambda c: c.support) == F(6 * 8 + 5 * 8 + 7 * 12, 28)
    assert (value.sum(lambda c: F(2)), value.mean(lambda c: F(2))) == (6, 2)
    assert evaluate(trace.mean(lambda c: c.tp, lambda c: c.support)) == F(6 * 8 + 5 * 8 + 7 * 12, 28)
    assert (value.first().position, ValueMatrix(blocks, policy, range(3), (), 2).first().position) == (0, 2)
    assert TraceMatrix(blocks, policy, range(3), (), 2).first().tag == Tag(2, "c", bare=True)
    assert trace.first().tag == Tag(0, "a", bare=True)
    assert trace.at(1).tag == trace.of("b").tag == Tag(1, "b", bare=False)
    assert TraceClass(trace, None).leaf("tp") == Leaf("tp", Tag(None), None)

    class Plain(PlainClass):
        tp, fn, fp, tn, n, support, predicted = map(F, (1, 2, 3, 4, 10, 3, 4))

        def constant(self, value: int) -> F:
            return F(value)

    matrix = Plain().one_vs_rest()
    assert matrix.mean(lambda c: c.tp) == F(5, 2)
    assert matrix.mean(lambda c: c.tp, lambda c: c.support) == F(1 * 3 + 4 * 7, 10)
    assert isinstance(value.of("b"), ValueClass)


def test_where_a_tree_has_no_value() -> None:
    zero = Num(F(0))
    out = Named(Head("recall", Tag(1, "b")), Num(F(3)) / 0, Applied(None, "omit", "undefined=omit"))
    kept = Named(Head("recall"), zero / 0, Applied(F(0), "0", "undefined=0"))
    nothing = Named(Head("recall"), zero / 0, Applied(None, "propagate", ""))
    inherited = Named(Head("f1"), 2 * out, Applied(None, "inherited", ""))
    for tree, left, valueless in [
        (out, out, True), (out + 1, out, True), (1 + inherited, out, True), (kept + 1, None, False),
        (nothing + out, None, True), (zero, None, False), (zero / 0, None, False),
    ]:  # fmt: skip
        assert omitted_part(tree) is left
        assert has_valueless(tree) == valueless
    quotient = Num(F(3)) / (Num(F(4)) - 4)
    assert undefined_quotient(1 / (2 + quotient)) is quotient
    assert undefined_ratio(2 * quotient) == (3, 0)
    assert is_no_class_left(no_class_left())
    assert not is_no_class_left(Leaf("tp", None, F(0)) / Leaf("n", None, F(0)))
    for tree in (out, inherited, 1 + inherited):
        assert find_undefined(tree) == undefined_of(out.head, F(3), F(0))
    macro = Named(Head("f1", None, "macro"), no_class_left(), Applied(None, "propagate", ""))
    assert find_undefined(macro) == Undefined("f1", None, F(0), F(0), average="macro", cause="no_class")
    alone = Undefined("average", None, F(0), F(0), "no class is left to average over", cause="no_class")
    assert find_undefined(1 + no_class_left()) == alone
    assert str(undefined_of(Head("precision", Tag(0, "a"), None), F(0), F(0))) == "undefined: precision of a is 0/0"
    for function in (find_undefined, undefined_quotient):
        with pytest.raises(TypeError):
            function(zero)


def test_marks_and_named_parameters() -> None:
    assert mark_of(resolve("fbeta", label=0, beta="1/2", convention="convex").bound) == "convex"
    assert mark_of(resolve("fbeta", label=0, beta=2).bound) is None
    tree = record(resolve("f1", average="macro", combine="averages"), counts(BIRDS))
    assert tree.head == Head("f1", None, "macro", "averages")
    assert record(resolve("recall", average="micro"), counts(BIRDS)).head == Head("recall", None, "micro")
    assert record(resolve("recall", label="b"), counts(BIRDS)).head == Head("recall", Tag(1, "b"))
