"""Whatever is asked, only the package's own errors come out, and a value that comes out is exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.constants import WithPi
from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.logs import Logarithmic
from exactmetrics.exact.values import Root, Symbolic, Undefined
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.metrics.request import resolve
from exactmetrics.views.trace import record
from exactmetrics.views.value import compute
from tests.cases import EXHAUSTIVE, each, size
from tests.contracts.matrices import BIRDS, matrices
from tests.contracts.options import ANYTHING, OPTIONS, calls
from tests.contracts.questions import blocks_of

NAMES = ["a", "b", "c"]
JUNK: list[Any] = [
    *ANYTHING, ["a", "a"], {"a"}, range(2), "abc", len, {"a": 1}, {"a": 1, "b": float("nan"), "c": 1},
    {"a": 1, "b": "x", "c": 1}, {"a": 1, "b": None, "c": 1}, {"a": 1, "b": 1, "c": -1}, {"a": 1, "b": 1, "c": [1]},
    {"a": 1, "b": 1, "c": 1, "d": 2},
]  # fmt: skip


def ask(rows: list[list[Any]], call: tuple[Any, dict[str, Any]]) -> None:
    """Ask; an error of the package ends it well, any other error is the fault that is looked for."""
    metric, options = call
    try:
        outcome = ConfusionMatrix(rows, labels=NAMES).outcome(metric, **options)
    except ExactMetricsError:
        return
    assert type(outcome.value) in (Fraction, Root, Symbolic, Logarithmic, WithPi, Undefined)
    assert len(set(outcome.acted)) == len(outcome.acted)
    policy = options.get("undefined")
    if policy in (0, 1, "0", "1"):
        assert all(a.value == Fraction(policy) for a in outcome.acted)
    if policy == "omit":
        assert all(a.value is None for a in outcome.acted)
    if policy == "propagate" or (policy is None and options.get("preset") is None):
        assert outcome.acted == ()


@given(matrices(k=3), calls())
@settings(max_examples=size(50, 400))
def test_any_options(rows: list[list[Any]], call: tuple[Any, dict[str, Any]]) -> None:
    ask(rows, call)


@each("option", ["metric", *OPTIONS])
def test_one_option_at_a_time_is_junk(option: str) -> None:
    bases: list[dict[str, Any]] = [{"average": "weighted"}, {"average": "macro"}, {"label": "a"}, {}]
    for metric in ("f1",) if not EXHAUSTIVE else ("precision", "fbeta", "f1", "balanced_accuracy", "mcc"):
        for base in bases:
            for junk in JUNK:
                options = {**base, **({"beta": 1} if metric == "fbeta" else {})}
                if option != "metric":
                    options[option] = junk
                ask(BIRDS, (junk if option == "metric" else metric, options))


def test_a_list_of_classes_may_be_read_only_once() -> None:
    cm = ConfusionMatrix([[0, 2, 0], [3, 0, 0], [0, 0, 1]], labels=NAMES)
    once = cm.outcome("f1", average="macro", combine="averages", over=iter(["a", "b"]), undefined=0)
    assert once.value == 0
    assert len(once.acted) == 1


def test_the_tree_of_a_question_says_the_same() -> None:
    asked = resolve("f1", average="macro", over=iter(["a", "b"]))
    tree = record(asked, blocks_of(BIRDS))
    assert evaluate(tree) == compute(asked, blocks_of(BIRDS)).value == (Fraction(12, 17) + Fraction(10, 17)) / 2
