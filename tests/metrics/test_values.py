"""Values worked out in the sources and in the literature, exactly; what stands for 0/0, by hand."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exactmetrics.api import ConfusionMatrix
from exactmetrics.exact.errors import UndefinedValueError, UsageError
from exactmetrics.exact.values import Root, Undefined
from tests.cases import each
from tests.oracle import Oracle
from tests.pages import run_commands, run_sessions

HERE = Path(__file__).parent
KNOWN = tomllib.loads((HERE / "values.toml").read_text(encoding="utf-8"))
CM = ConfusionMatrix(KNOWN["policies"]["rows"], labels=list("PQRS"))


def options_of(text: str, names: list[Any]) -> tuple[str, dict[str, Any]]:
    """The metric and the options of a call as the table writes it."""
    metric, *given = text.split()
    options: dict[str, Any] = dict(option.split("=") for option in given)
    if isinstance(label := options.get("label"), str):
        options["label"] = label if label in names else int(label)
    if "," in options.get("over", ""):
        options["over"] = [int(name) for name in options["over"].split(",")]
    return metric, options


@each("name", KNOWN)
def test_values_of_the_sources(name: str) -> None:
    names = KNOWN[name].get("labels", [])
    cm = ConfusionMatrix(KNOWN[name]["rows"], labels=names or None)
    for asked, expected in KNOWN[name]["values"].items():
        metric, options = options_of(asked, names)
        assert str(cm.value(metric, **options)).partition(":")[0] == expected, asked


def test_values_where_doubles_lose_them() -> None:
    value = ConfusionMatrix([[999999999998, 1], [0, 1]]).value("mcc")  # 0.70711: floating point prints 0.70715
    assert value == Root(1, Fraction(999999999998, 2 * 999999999999))
    assert f"{float(value):.5f}" == "0.70711"
    rows = [[356, 912092436482], [21, 53803205523]]  # doubles lose the sign
    value = ConfusionMatrix(rows).value("kappa")
    assert value == Oracle(rows).value("kappa")
    assert 1.45e-22 < float(value) < 1.55e-22


def test_the_page_about_logarithms() -> None:
    page = (HERE.parents[1] / "docs" / "logarithms.md").read_text(encoding="utf-8")
    assert run_sessions(page, "logarithms.md") >= 9
    assert run_commands(page) == 1


# What stands for 0/0: each policy, where it acts, and what it may not touch


def test_undefined_says_what_and_why() -> None:
    value = CM.value("recall", label="R")
    assert value == Undefined("recall", "R", Fraction(0), Fraction(0))
    assert (value.kind, value.reason) == ("indeterminate", "recall of R is 0/0")
    assert CM.value("recall", average="macro") == value, "the average is undefined because of the class, and says so"
    assert isinstance(CM.value("recall", label="R", undefined="omit"), Undefined)


@each("policy", [0, 1, "0", "1", "omit"])
def test_where_a_policy_acted(policy: Any) -> None:
    outcome = CM.outcome("recall", average="macro", undefined=policy)
    stood = None if policy == "omit" else Fraction(policy)
    assert outcome.value == (Fraction(13, 10) / 3 if stood is None else (Fraction(13, 10) + stood) / 4)
    assert [(a.metric, a.label, a.value, a.ratio) for a in outcome.acted] == [("recall", "R", stood, "0/0")]
    assert f"undefined={policy}" in outcome.acted[0].policy


def test_a_class_of_weight_zero_takes_no_part() -> None:
    outcome = CM.outcome("recall", average="weighted", undefined=1)
    assert (outcome.value, outcome.acted) == (Fraction(7, 13), ())
    assert CM.value("recall", average="weighted", undefined="raise") == CM.value("accuracy") == Fraction(7, 13)
    assert CM.value("recall", average="weighted", weights={"P": 1, "Q": 1, "R": 0, "S": 0}) == Fraction(13, 20)


def test_micro_asks_for_the_pooled_ratio() -> None:
    assert CM.outcome("recall", average="micro", undefined="raise").value == Fraction(7, 13)
    pooled = CM.outcome("recall", average="micro", over=["R"], undefined=1)
    assert (pooled.value, len(pooled.acted)) == (1, 1)


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
    with pytest.raises(UndefinedValueError, match=r"plr of 0 is 1/0 .* choose propagate$"):
        ConfusionMatrix([[5, 0], [0, 3]]).value("plr", label=0, undefined="raise")


def test_a_policy_acts_once_at_the_innermost_ratio() -> None:
    # informedness of R: recall 0/0 counted 0, specificity 12/13
    outcome = CM.outcome("informedness", label="R", undefined=0)
    assert outcome.value == Fraction(12, 13) - 1
    assert [a.metric for a in outcome.acted] == ["recall"]


def test_the_policy_speaks_of_the_f1_of_averages_too() -> None:
    wrong, asked = ConfusionMatrix([[0, 2], [3, 0]]), {"average": "macro", "combine": "averages"}
    for policy in (0, 1):
        outcome = wrong.outcome("f1", **asked, undefined=policy)
        assert (outcome.value, len(outcome.acted)) == (policy, 1)
    assert isinstance(wrong.value("f1", **asked), Undefined)
    with pytest.raises(UndefinedValueError):
        wrong.value("f1", **asked, undefined="raise")


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
