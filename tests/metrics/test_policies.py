"""What stands for 0/0, by hand: each policy, where it acts, and what it may not touch."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.values import Undefined
from tests.cases import each

# P: 4 right, 1 as Q; Q: 2 as P, 3 right; R is absent but predicted once for Q; S is never predicted
ROWS = [[4, 1, 0, 0], [2, 3, 1, 0], [0, 0, 0, 0], [1, 1, 0, 0]]
CM = ConfusionMatrix(ROWS, labels=list("PQRS"))


def test_undefined_says_what_and_why() -> None:
    value = CM.value("recall", label="R")
    assert value == Undefined("recall", "R", Fraction(0), Fraction(0))
    assert value.kind == "indeterminate"
    assert value.reason == "recall of R is 0/0"
    macro = CM.value("recall", average="macro")
    assert macro == value, "the average is undefined because of the class, and says so"


@each(
    ("policy", "expected"),
    [
        (0, Fraction(4, 5) + Fraction(1, 2)),
        (1, Fraction(4, 5) + Fraction(1, 2) + 1),
        ("0", Fraction(4, 5) + Fraction(1, 2)),
        ("1", Fraction(4, 5) + Fraction(1, 2) + 1),
    ],
)
def test_a_number_stands_for_the_recall_of_an_absent_class(policy: Any, expected: Fraction) -> None:
    outcome = CM.outcome("recall", average="macro", undefined=policy)
    assert outcome.value == expected / 4
    assert [(a.metric, a.label, a.value, a.ratio) for a in outcome.acted] == [("recall", "R", Fraction(policy), "0/0")]
    assert f"undefined={policy}" in outcome.acted[0].policy


def test_omit_leaves_the_class_out() -> None:
    outcome = CM.outcome("recall", average="macro", undefined="omit")
    assert outcome.value == (Fraction(4, 5) + Fraction(1, 2)) / 3
    assert [(a.metric, a.label, a.value) for a in outcome.acted] == [("recall", "R", None)]


def test_omit_takes_the_weight_of_the_class_with_it() -> None:
    # precision of S is 0/0, its support 2 of 13
    value = CM.value("precision", average="weighted", undefined="omit")
    assert value == (5 * Fraction(4, 7) + 6 * Fraction(3, 5)) / 11
    assert CM.value("precision", average="weighted", undefined=0) == (5 * Fraction(4, 7) + 6 * Fraction(3, 5)) / 13


def test_a_class_of_weight_zero_takes_no_part() -> None:
    outcome = CM.outcome("recall", average="weighted", undefined=1)
    assert outcome.value == CM.value("accuracy") == Fraction(7, 13)
    assert outcome.acted == ()
    assert CM.value("recall", average="weighted", undefined="raise") == Fraction(7, 13)
    assert CM.value("recall", average="weighted", weights={"P": 1, "Q": 1, "R": 0, "S": 0}) == Fraction(13, 20)


def test_omit_is_undefined_for_one_class() -> None:
    assert isinstance(CM.value("recall", label="R", undefined="omit"), Undefined)


def test_micro_asks_for_the_pooled_ratio() -> None:
    assert CM.outcome("recall", average="micro", undefined="raise").value == Fraction(7, 13)
    pooled = CM.outcome("recall", average="micro", over=["R"], undefined=1)
    assert pooled.value == 1
    assert len(pooled.acted) == 1


def test_nothing_stands_in_where_no_class_is_left() -> None:
    for options in (
        {"undefined": "omit", "over": ["R"], "average": "macro"},
        {"undefined": "omit", "over": ["R"], "average": "weighted"},
        {"undefined": 1, "weights": dict.fromkeys("PQRS", 0), "average": "weighted"},
    ):
        value = CM.value("recall", **options)
        assert isinstance(value, Undefined)
        assert "no class left" in value.reason


def test_raise() -> None:
    with pytest.raises(UndefinedValueError, match=r"recall of R is 0/0.*undefined=raise.*choose"):
        CM.value("recall", average="macro", undefined="raise")
    assert CM.value("precision", label="P", undefined="raise") == Fraction(4, 7)
    with pytest.raises(UndefinedValueError, match=r"no class is left .* choose propagate$"):
        CM.value("recall", average="weighted", weights=dict.fromkeys("PQRS", 0), undefined="raise")
    perfect = ConfusionMatrix([[5, 0], [0, 3]])
    with pytest.raises(UndefinedValueError, match=r"plr of 0 is 1/0 .* choose propagate$"):
        perfect.value("plr", label=0, undefined="raise")


def test_a_policy_acts_once_at_the_innermost_ratio() -> None:
    # informedness of R: recall 0/0 counted 0, specificity 12/13
    outcome = CM.outcome("informedness", label="R", undefined=0)
    assert outcome.value == Fraction(12, 13) - 1
    assert [a.metric for a in outcome.acted] == ["recall"]


def test_the_policy_speaks_of_the_f1_of_averages_too() -> None:
    wrong = ConfusionMatrix([[0, 2], [3, 0]])
    for policy, expected in ((0, Fraction(0)), (1, Fraction(1))):
        outcome = wrong.outcome("f1", average="macro", combine="averages", undefined=policy)
        assert outcome.value == expected
        assert len(outcome.acted) == 1
    assert isinstance(wrong.value("f1", average="macro", combine="averages"), Undefined)
    with pytest.raises(UndefinedValueError):
        wrong.value("f1", average="macro", combine="averages", undefined="raise")


def test_what_is_not_zero_over_zero_is_nobodys_to_decide() -> None:
    # recall of R counted as 1, over its share of the samples, 0
    value = CM.value("balanced_accuracy", convention="weighted-formula", undefined=1)
    assert isinstance(value, Undefined)
    assert (value.kind, value.sign) == ("infinite", 1)
    assert float(value) != float(value)


def test_the_count_form_needs_no_policy() -> None:
    assert CM.outcome("f1", average="macro", undefined="raise").acted == ()
    count, harmonic = (CM.outcome("f1", label="S", form=f, undefined=0) for f in ("count", "harmonic"))
    assert count.value == harmonic.value == 0
    assert (len(count.acted), len(harmonic.acted)) == (0, 2)  # precision, and then 0/(0 + 0)
    omitted = CM.value("f1", average="macro", form="harmonic", undefined="omit")
    assert omitted == (Fraction(2, 3) + Fraction(6, 11)) / 2


@each("wrong", ["nan", "warn", 2, -1, 0.0, 1.0, True, False, "", [], {}])
def test_words_that_are_no_policy(wrong: Any) -> None:
    with pytest.raises(UsageError, match="no policy"):
        CM.value("recall", label="R", undefined=wrong)
