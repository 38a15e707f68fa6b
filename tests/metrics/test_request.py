"""A question is checked before it is answered: what is wrong is named, with what would be right."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.errors import ExactMetricsError, UsageError
from exactmetrics.metrics.request import exact_parameter, resolve
from tests.cases import each
from tests.contracts.matrices import BIRDS

CM = ConfusionMatrix(BIRDS, labels=["bird", "cat", "dog"])


@each(
    ("metric", "options", "message"),
    [
        ("precison", {"label": "dog"}, "no metric 'precison'.*did you mean 'precision'"),
        ("precision", {}, "give label= .*'bird', 'cat', 'dog'.*average= .*macro, micro, weighted.*positive="),
        ("precision", {"label": "dog", "average": "macro"}, "not both"),
        ("precision", {"label": "horse"}, "horse"),
        ("precision", {"label": 0}, "0"),
        ("precision", {"average": "marco"}, "no average 'marco'; did you mean 'macro'"),
        ("precision", {"average": "binary"}, "say which class that is by positive="),
        ("precision", {"label": "dog", "form": "harmonic"}, "precision has no form 'harmonic'"),
        ("f1", {"label": "dog", "form": "harmonc"}, "did you mean 'harmonic'"),
        ("fbeta", {"label": "dog", "beta": 1, "convention": "concave"}, "did you mean 'convex'"),
        ("fbeta", {"label": "dog"}, "fbeta needs beta: how many times.*e.g. beta=1/2"),
        ("fbeta", {"label": "dog", "beta": -1}, "beta must be a number that is not negative, not -1"),
        ("fbeta", {"label": "dog", "beta": 2, "convention": "convex"}, "from 0 to 1, not 2"),
        ("fbeta", {"label": "dog", "beta": "half"}, "fbeta: beta must be a number that is not negative, such as"),
        ("fbeta", {"label": "dog", "beta": True}, "fbeta: beta must be a number that is not negative, such as"),
        ("fbeta", {"label": "dog", "beta": float("nan")}, "fbeta: beta must be a number that is not negative, such as"),
        ("fbeta", {"label": "dog", "beta": "1/0"}, "fbeta: beta must be a number that is not negative, such as"),
        ("f1", {"label": "dog", "beta": 1}, "f1 has no option or parameter 'beta'"),
        ("f1", {"label": "dog", "zero_division": 1}, "no option or parameter 'zero_division'"),
        ("fbeta", {"label": "dog", "beta": 1, "alpha": 1}, "'alpha'; choose from: label, average"),
        ("precision", {"average": "macro", "combine": "averages"}, "precision is not made of other metrics"),
        ("f1", {"average": "macro", "combine": "average"}, "did you mean 'averages'"),
        ("f1", {"label": "dog", "combine": "averages"}, "give average= too"),
        ("f1", {"average": "macro", "combine": "averages", "form": "count"}, "runs on the harmonic form"),
        ("f1", {"average": "macro", "over": "al"}, "no over 'al'"),
        ("f1", {"average": "macro", "over": 3}, "no over 3"),
        ("f1", {"average": "macro", "over": []}, "each class once, and at least one"),
        ("f1", {"average": "macro", "over": ["dog", "dog"]}, "each class once"),
        ("f1", {"average": "macro", "over": ["dog", "horse"]}, "horse"),
        ("f1", {"label": "dog", "over": "true"}, "over= chooses the classes of an average"),
        ("accuracy", {"over": "true"}, "over= chooses the classes of an average"),
        ("balanced_accuracy", {"label": "dog", "over": "true"}, "over= chooses the classes of an average"),
        ("f1", {"average": "macro", "weights": "support"}, "weights= goes with average='weighted'"),
        ("f1", {"average": "weighted", "weights": "suport"}, "no weights 'suport'"),
        ("f1", {"average": "weighted", "weights": [1, 2, 3]}, "a mapping of labels"),
        ("f1", {"average": "weighted", "weights": {"dog": 1}}, "no weight for class 'bird'"),
        ("f1", {"average": "weighted", "weights": {"bird": 1, "cat": 1, "dog": -1}}, "not be negative"),
        ("f1", {"average": "weighted", "weights": {"bird": 1, "cat": 1, "dog": "x"}}, "a weight must be a number"),
        ("f1", {"average": "weighted", "weights": {"bird": 1, "cat": 1, "dog": 1, "cow": 1}}, "cow"),
        ("mcc", {"form": "binary"}, "binary form of mcc is for 2 classes, and there are 3"),
        ("f1", {"label": "dog", "preset": "sklern"}, "no preset 'sklern'"),
    ],
)
def test_wrong_questions(metric: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ExactMetricsError, match=message):
        CM.value(metric, **options)


@each(
    ("given", "exact"),
    [
        (2, Fraction(2)), (Fraction(4, 5), Fraction(4, 5)), ("4/5", Fraction(4, 5)), ("0.8", Fraction(4, 5)),
        (0.8, Fraction(4, 5)), (0.1, Fraction(1, 10)), (1e-7, Fraction(1, 10**7)), (Decimal("0.80"), Fraction(4, 5)),
        (-0.0, Fraction(0)), ("1e3", Fraction(1000)),
    ],
)  # fmt: skip
def test_parameters_are_read_exactly(given: Any, exact: Fraction) -> None:
    assert exact_parameter("beta", given) == exact


def test_how_a_float_was_read_is_said() -> None:
    assert resolve("fbeta", label="dog", beta=0.8).read == ("beta = 0.8 is read as 4/5",)
    assert resolve("fbeta", label="dog", beta="0.8").read == ()


def test_a_class_may_be_positive_by_default() -> None:
    assert CM.value("precision", positive="dog") == CM.value("precision", label="dog")
    assert ConfusionMatrix(BIRDS, labels=["bird", "cat", "dog"], positive="cat").value("recall") == Fraction(5, 8)
    assert CM.value("precision", positive="dog", average="macro") == CM.value("precision", average="macro")
    with pytest.raises(UsageError, match="horse"):
        CM.value("precision", positive="horse")


def test_the_sign_of_mcc_does_not_depend_on_the_positive_class() -> None:
    two = ConfusionMatrix([[5, 2], [1, 4]], labels=["no", "yes"])
    values = {two.value("mcc", form="binary", positive=p) for p in ("no", "yes")}
    assert values == {two.value("mcc")}


def test_classes_that_do_not_count_need_no_weight() -> None:
    weights = {"bird": 1, "dog": 3}
    value = CM.value("precision", average="weighted", over=["bird", "dog"], weights=weights)
    assert value == (Fraction(2, 3) + 3 * Fraction(7, 10)) / 4


def test_a_convention_is_called_by_its_unit_too() -> None:
    assert CM.value("mutual_information", convention="nats") == CM.value("mutual_information", convention="natural")
    assert CM.value("mutual_information", convention="bits") == CM.value("mutual_information")
    with pytest.raises(UsageError, match="accuracy has no convention 'nats'"):
        CM.value("accuracy", convention="nats")


def test_a_misspelt_option_is_named_before_anything_else() -> None:
    with pytest.raises(UsageError, match=r"no option or parameter 'lable'; did you mean 'label'\?"):
        CM.value("precision", lable="cat")
    for wrong, meant in (("place", "places"), ("detial", "detail"), ("lable", "label")):
        with pytest.raises(UsageError, match=f"no option or parameter '{wrong}'; did you mean '{meant}'"):
            CM.derive("precision", average="macro", **{wrong: 6})
