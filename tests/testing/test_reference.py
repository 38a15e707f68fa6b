"""`vectors`: which cases there are for a question, and in what form they come."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.testing import vectors


def test_a_case_gives_all_that_a_test_wants() -> None:
    """The matrix is that of the README; macro F1 361/561 is worked out in source 000."""
    (birds,) = (vector for vector in vectors("f1", average="macro") if vector.id == "f1.macro.birds")
    assert birds.rows == [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
    assert birds.expected == Fraction(361, 561)
    assert len(birds.y_true) == len(birds.y_pred) == len(birds.sample_weight or [])
    pairs = zip(birds.y_true, birds.y_pred, birds.sample_weight or [], strict=True)
    assert {(t, p): w for t, p, w in pairs}["dog", "cat"] == 3


@pytest.mark.parametrize(("metric", "average"), [("f1", "macro"), ("recall", "weighted"), ("mcc", None), ("npv", None)])
def test_labels_give_the_matrix_back(metric: str, average: str | None) -> None:
    for vector in vectors(metric, average=average, smoke=True):
        counted = [[Fraction(0)] * len(vector.labels) for _ in vector.labels]
        weights = vector.sample_weight or [1] * len(vector.y_true)
        for true, predicted, weight in zip(vector.y_true, vector.y_pred, weights, strict=True):
            counted[vector.labels.index(true)][vector.labels.index(predicted)] += weight
        assert counted == vector.rows


def test_zero_over_zero_is_chosen_for_every_case() -> None:
    plain, zero = vectors("recall", average="macro"), vectors("recall", average="macro", undefined="0")
    by_input = {vector.case.input.name: vector for vector in zero}
    assert not any(isinstance(vector.expected, Undefined) for vector in zero)
    for vector in plain:
        if not isinstance(vector.expected, Undefined):
            assert by_input[vector.case.input.name].expected == vector.expected
    # Recalls 5/6, none, 3/5 of [[5, 0, 1], [0, 0, 0], [2, 0, 3]], by hand.
    assert by_input["absent-class"].expected == Fraction(43, 90)


def test_the_classes_of_an_average_are_chosen_for_every_case() -> None:
    found = {vector.case.input.name: vector for vector in vectors("recall", average="macro", over="true")}
    assert found["absent-class"].expected == Fraction(43, 60)
    assert found["birds"].expected == Fraction(47, 72)


def test_parameters_are_exact() -> None:
    assert {vector.options["beta"] for vector in vectors("fbeta", average="macro", beta=0.5)} == {Fraction(1, 2)}
    assert len({vector.options["beta"] for vector in vectors("fbeta", average="macro")}) > 1


def test_flags_choose() -> None:
    found = vectors("recall", flags=["Transposition"])
    assert found
    assert all("Transposition" in vector.case.flags for vector in found)


def test_metrics_of_the_matrix_are_not_asked_of_a_class() -> None:
    assert all(vector.label is None for vector in vectors("mcc"))


@pytest.mark.parametrize(
    ("metric", "options", "message"),
    [
        ("f2", {}, "fbeta"),
        ("f1", {"averge": "macro"}, "f1 has no option 'averge'"),
        ("f1", {"average": "samples"}, "there is no reference case of f1 of that kind"),
        ("f1", {"convention": "convex"}, "no convention 'convex'"),
        ("f1", {"flags": ["Nonsense"]}, "there is no reference case"),
    ],
)
def test_what_there_is_not_is_said(metric: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        vectors(metric, **options)  # type: ignore[arg-type]
