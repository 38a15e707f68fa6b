"""`vectors`: which cases there are for a question, and in what form they come."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.testing import vectors
from tests.cases import each
from tests.oracle import Missing, Oracle, Table


def test_a_case_gives_all_that_a_test_wants() -> None:
    """The matrix is that of the README; macro F1 361/561 is worked out in source 000."""
    (birds,) = (vector for vector in vectors("f1", average="macro") if vector.id == "f1.macro.birds")
    assert birds.rows == [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
    assert birds.expected == Fraction(361, 561)
    assert len(birds.y_true) == len(birds.y_pred) == len(birds.sample_weight or [])
    pairs = zip(birds.y_true, birds.y_pred, birds.sample_weight or [], strict=True)
    assert {(t, p): w for t, p, w in pairs}["dog", "cat"] == 3


@each(("metric", "average"), [("f1", "macro"), ("recall", "weighted"), ("mcc", None), ("npv", None)])
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


@each(
    ("metric", "options", "message"),
    [
        ("f2", {}, "fbeta"),
        ("f1", {"averge": "macro"}, "f1 has no option 'averge'"),
        ("f1", {"average": "makro"}, "no average 'makro'; did you mean 'macro'"),
        ("fbeta", {"beta": "3"}, "no reference case of fbeta with beta=3; the cases have beta 1/2, "),
        ("fbeta", {"beta": "three"}, "beta is a number such as 1/2"),
        ("tp", {"over": "present"}, "no reference case of tp with over=present; leave out over=present"),
        ("f1", {"convention": "convex"}, "no convention 'convex'"),
        ("f1", {"flags": ["Cancelation"]}, "no flag 'Cancelation'; did you mean 'Cancellation'"),
        ("f1", {"flags": "Nonsense"}, "no flag 'Nonsense'"),
        ("f1", {"average": "macro", "over": "some"}, "no over .some.; choose from: present, true, predicted, all"),
    ],
)
def test_what_there_is_not_is_said(metric: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        vectors(metric, **options)  # type: ignore[arg-type]


def test_one_flag_may_stand_alone() -> None:
    assert [v.id for v in vectors("recall", flags="NoSamples")] == [
        v.id for v in vectors("recall", flags=["NoSamples"])
    ]


OVERS = ("true", "predicted", "present")


@each(
    ("metric", "average"),
    [("tn", "micro"), ("recall", "micro"), ("fbeta", "weighted"), ("balanced_accuracy", None)],
)
@each("over", OVERS)
def test_the_values_over_other_classes_are_those(metric: str, average: str | None, over: str) -> None:
    """Asked of the second implementation, not of the file: what is handed out without a case of its own, too."""
    for vector in (found for found in vectors(metric, average=average, over=over) if len(found.labels) <= 8):
        table = Table([Fraction(x) for x in row] for row in vector.rows)
        found = Oracle(table, "propagate").value(metric, **{**vector.options, "average": average, "over": over})
        if isinstance(vector.expected, Undefined):
            assert isinstance(found, Missing), vector.id
        elif isinstance(vector.expected, Fraction):
            assert found == vector.expected, vector.id


def test_a_micro_average_over_some_classes() -> None:
    """True negatives of [[5, 0, 1], [0, 0, 0], [2, 0, 3]]: 3, 11 and 5, by hand; of the two that are there 8."""
    found = {vector.case.input.name: vector for vector in vectors("tn", average="micro", over="present")}
    assert found["absent-class"].expected == 8


def test_zero_over_zero_is_chosen_with_the_metric_of_the_averages() -> None:
    """Those that do not name it too; asked of the second implementation."""
    found = vectors("f1", average="macro", combine="averages", undefined="0")
    assert {"undefined" in vector.case.options for vector in found} == {True, False}
    for vector in (vector for vector in found if len(vector.labels) <= 8):
        table = Table([Fraction(x) for x in row] for row in vector.rows)
        right = Oracle(table, "0").value("f1", average="macro", combine="averages")
        assert right == vector.expected or isinstance(vector.expected, Undefined), vector.id
