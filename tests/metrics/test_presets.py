"""Presets as data: every entry cited and meaningful, names that find them, and the presets that cannot be run.

yardstick is an R package: its expected values are worked out from its source, in the comments. Those of source texts
are printed there or follow from their printed fractions. The presets that can be run are in test_presets_of_libraries.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.policy import ByOutcome
from exactmetrics.metrics.presets import LIBRARIES, PRESETS, Preset, preset, preset_named
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.request import AVERAGES, OVERS
from tests.cases import each

ALL = list(PRESETS.values())
OPTIONS = {"combine": ("scores", "averages"), "over": OVERS, "weights": ("support", "predicted")}
VERSIONED = {
    "sklearn-1.9": "scikit-learn 1.9.1 ",
    "pycm-4.6": "PyCM 4.6 ",
    "torchmetrics-1.9": "torchmetrics 1.9.0 ",
    "yardstick-1.4": "yardstick R/",
}


def value(rows: list[list[int]], metric: str, preset: str, **options: Any) -> Any:
    return em.ConfusionMatrix(rows).value(metric, preset=preset, **options)


def row(metrics: str, cited: str, **more: str) -> dict[str, str]:
    return {"metrics": metrics, "cited": cited, **more}


# The data


def entries(p: Preset) -> set[str]:
    return set(p.rules) | {f"{key}.{option}" for key, options in p.defaults.items() for option in options}


@each("p", ALL, ids=lambda p: p.name)
def test_every_rule_and_every_default_is_cited_and_nothing_else_is(p: Preset) -> None:
    assert p.rules
    assert set(p.citations) == entries(p)
    for key, citation in p.citations.items():
        assert len(citation.split()) >= 8, key
        assert citation.startswith(VERSIONED.get(p.name, "")), key


@each("p", ALL, ids=lambda p: p.name)
def test_every_key_is_a_metric_in_a_context_that_exists(p: Preset) -> None:
    for key in (*p.rules, *p.defaults):
        context, _, name = key.rpartition(".")
        assert metric_named(name).name == name
        known = ("", *AVERAGES, "binary", *metric_named(name).conventions)
        assert context in known or metric_named(context).name == context


@each("p", ALL, ids=lambda p: p.name)
def test_every_default_is_one_that_can_be_asked_for(p: Preset) -> None:
    for key, options in p.defaults.items():
        metric = metric_named(key.rpartition(".")[2])
        convention = metric.pick(options.get("convention"))
        for option, chosen in options.items():
            allowed = {**OPTIONS, "convention": metric.conventions, "form": convention.forms}[option]
            assert chosen in allowed, (key, option)


def test_a_rule_is_a_fraction_a_word_or_a_pair_of_outcomes() -> None:
    for p in ALL:
        for rule in p.rules.values():
            assert rule in ("propagate", "omit", "raise") or isinstance(rule, Fraction | ByOutcome)


def test_an_entry_that_is_stated_twice_is_refused() -> None:
    with pytest.raises(ValueError, match=r"f1\.form is stated twice"):
        preset("example-1.0", [row("f1", "one", form="count"), row("f1 fbeta", "two", form="harmonic")])


# Contexts


def test_a_rule_of_a_context_holds_only_there() -> None:
    p = preset("example-1.0", [row("recall", "x", rule="omit"), row("recall", "y", rule="1", within="informedness")])
    assert p.policy.decide("recall", 1, 2) == "omit"
    assert p.policy_for("f1").decide("recall", 1, 2) == "omit"
    assert p.policy_for("informedness").decide("recall", 1, 2) == Fraction(1)
    assert p.policy_for("informedness").decide("precision", 1, 2) == "propagate"


def test_a_default_of_an_average_holds_only_there() -> None:
    p = preset("example-1.0", [row("npv", "x", over="all", form="f"), row("npv", "y", within="macro", over="true")])
    assert p.usual("npv") == p.usual("npv", "micro") == {"over": "all", "form": "f"}
    assert p.usual("npv", "macro") == {"over": "true", "form": "f"}
    assert p.usual("recall", "macro") == {}


def test_the_mcc_of_torchmetrics_without_a_value_asks_for_the_number_of_classes_and_the_outcome() -> None:
    p = preset_named("torchmetrics")
    two, more = p.policy_for("mcc", classes=2), p.policy_for("mcc", classes=3)
    assert [two.decide("mcc", right, 4) for right in (4, 0, 1)] == [Fraction(1), Fraction(-1), "propagate"]
    # multiclass_matthews_corrcoef(num_classes=3), run: 0.0 for four of class 0, all right, and for all wrong
    assert [more.decide("mcc", right, 4) for right in (4, 0, 1)] == [Fraction(0), Fraction(0), Fraction(0)]


# Names


@each(
    ("asked", "found"),
    [
        ("sklearn-1.9", "sklearn-1.9"),
        ("sklearn", "sklearn-1.9"),
        ("Scikit-Learn", "sklearn-1.9"),
        ("scikit-learn-1.9", "sklearn-1.9"),
        ("PyCM", "pycm-4.6"),
        ("yardstick", "yardstick-1.4"),
        ("TorchMetrics", "torchmetrics-1.9"),
        ("source-000", "source-000"),
        ("004", "source-004"),
        ("Fahmy-2023", "source-002"),
    ],
)
def test_a_preset_is_found_by_its_name(asked: str, found: str) -> None:
    assert preset_named(asked).name == found


@each("wrong", ["sklearn-0.1", "source", "", "-", "005", "sk"])
def test_a_name_that_is_none_lists_the_names(wrong: str) -> None:
    with pytest.raises(UsageError, match=r"no preset .*sklearn-1\.9.*source-004"):
        preset_named(wrong)


def test_without_a_version_the_newest_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    from exactmetrics.metrics import presets as room

    newer = {name: preset(name, [row("f1", "x", rule="0")]) for name in ("pycm-4.10", "pycm-4.9")}
    monkeypatch.setattr(room, "LIBRARIES", (*LIBRARIES, *newer))
    monkeypatch.setattr(room, "PRESETS", {**PRESETS, **newer})
    assert preset_named("pycm").name == "pycm-4.10"


# yardstick, from its source: NA is dropped from macro (weights 1/k) and macro_weighted (weights support/n)

NO_TRUE = [[3, 1, 1], [0, 0, 0], [1, 2, 4]]
NOT_PREDICTED = [[3, 0, 1], [2, 0, 3], [1, 0, 4]]
NEITHER = [[3, 0, 1], [0, 0, 0], [1, 0, 4]]
ONE_TRUE = [[2, 1, 1], [0, 0, 0], [0, 0, 0]]
ALL_ONE = [[0, 2, 0], [0, 3, 0], [0, 1, 0]]
ALL_WRONG = [[0, 2, 0], [0, 0, 3], [1, 0, 0]]
PLAIN = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]


@each(
    ("rows", "metric", "average", "expected"),
    [
        (NOT_PREDICTED, "precision", "macro", Fraction(1, 2)),  # 1/2, NA, 1/2
        (NOT_PREDICTED, "precision", "weighted", Fraction(1, 2)),
        (NOT_PREDICTED, "precision", "micro", Fraction(7, 14)),
        (NOT_PREDICTED, "f1", "macro", Fraction(79, 130)),  # 3/5, NA with precision, 8/13
        (NOT_PREDICTED, "f1", "weighted", Fraction(356, 585)),  # (4 * 3/5 + 5 * 8/13) / 9
        (NO_TRUE, "recall", "macro", Fraction(41, 70)),  # 3/5, NA, 4/7
        (NO_TRUE, "precision", "macro", Fraction(31, 60)),  # 3/4, 0, 4/5
        (NO_TRUE, "f1", "macro", Fraction(2, 3)),  # 2/3, NA with recall, 2/3
        (NO_TRUE, "informedness", "macro", Fraction(29, 70)),  # 3/5 + 6/7 - 1, NA, 4/7 + 4/5 - 1
        (ONE_TRUE, "specificity", "macro", Fraction(3, 4)),  # NA, 3/4, 3/4
        (ONE_TRUE, "fpr", "macro", Fraction(1, 4)),
        (ONE_TRUE, "fnr", "macro", Fraction(1, 2)),  # 1/2, NA, NA
        (ALL_WRONG, "f1", "macro", Fraction(0)),  # precision and recall are 0, not NA
        (ALL_WRONG, "f1", "micro", Fraction(0)),
        (ALL_ONE, "npv", "macro", None),  # 2/3, NA, 5/6, and no na.rm
        (PLAIN, "balanced_accuracy", None, Fraction(1061, 1440)),  # (4/5 + 57/80 + 67/96) / 3
        (NO_TRUE, "balanced_accuracy", None, None),  # NA with recall, and no na.rm
        ([[4, 0], [0, 0]], "mcc", None, None),
        ([[4, 0], [0, 0]], "kappa", None, None),
    ],
)
def test_yardstick(rows: list[list[int]], metric: str, average: str | None, expected: Fraction | None) -> None:
    found = value(rows, metric, "yardstick-1.4", average=average)
    assert isinstance(found, Undefined) if expected is None else found == expected


def test_yardstick_drops_from_fbeta_what_it_drops_from_precision() -> None:
    # 15/22, NA with precision, 20/28; and 0 for each class that is predicted but never rightly
    assert value(NOT_PREDICTED, "fbeta", "yardstick-1.4", average="macro", beta=2) == Fraction(215, 308)
    assert value(ALL_WRONG, "fbeta", "yardstick-1.4", average="macro", beta=2) == 0


def test_yardstick_by_class_is_undefined_where_it_says_na() -> None:
    for metric in ("precision", "f1"):
        assert isinstance(value(NOT_PREDICTED, metric, "yardstick-1.4", label=1), Undefined)
    assert value(NOT_PREDICTED, "recall", "yardstick-1.4", label=1) == 0


# The source texts

FIG_23 = [[4, 0, 1], [10, 65, 16], [1, 1, 9]]  # Fahmy Amin 2023
FIG_1 = [[4, 2], [1, 2]]  # "Metrics", 1.1.1


@each(
    ("name", "rows", "metric", "options", "expected"),
    [
        ("000", PLAIN, "precision", {"average": "weighted"}, Fraction(409, 630)),  # printed in 5(b)
        ("000", PLAIN, "f1", {"average": "weighted"}, Fraction(841, 1309)),  # printed in 5(d)
        ("001", FIG_23, "f1", {"average": "macro"}, Fraction(6154892, 9736815)),  # of P 3427/6435 and R 898/1155
        ("001", FIG_23, "f1", {"average": "micro"}, Fraction(78, 107)),
        ("001", FIG_23, "balanced_accuracy", {}, Fraction(898, 1155)),
        ("002", FIG_23, "f1", {"average": "macro"}, Fraction(6154892, 9736815)),
        ("002", FIG_23, "f1", {"average": "weighted"}, Fraction(234884, 293715)),  # of P 13551/15301 and R 78/107
        ("002", FIG_23, "fbeta", {"average": "macro", "beta": "0.8"}, Fraction(3077446, 5414541)),
        ("002", FIG_23, "fbeta", {"average": "weighted", "beta": "0.8"}, Fraction(587210, 691541)),
        ("002", FIG_23, "fbeta", {"label": 1, "beta": "0.8"}, Fraction(65, 71)),  # 65/(65 + 0.8 * 1 + 0.2 * 26)
        (
            "002",
            FIG_23,
            "fbeta",
            {"label": 1, "beta": 2, "convention": "standard"},
            Fraction(325, 430),
        ),  # 5*65/(325 + 4*26 + 1)
        ("003", FIG_23, "f1", {"average": "macro"}, Fraction(6154892, 9736815)),
        ("003", FIG_23, "f1", {"average": "macro", "combine": "scores"}, Fraction(49798, 87135)),  # said explicitly
        ("003", FIG_23, "f1", {"label": 0}, Fraction(2, 5)),  # of 4/15 and 4/5
        ("004", FIG_1, "precision", {"average": "weighted"}, Fraction(7, 10)),  # eq. (5): 6/9 * 0.8 + 3/9 * 0.5
        (
            "004",
            FIG_1,
            "f1",
            {"average": "weighted"},
            Fraction(52, 77),
        ),  # eqs. (13), (15), (16): 6/9 * 8/11 + 3/9 * 4/7
        ("004", NO_TRUE, "recall", {"label": 1}, Fraction(0)),
        ("004", NOT_PREDICTED, "precision", {"average": "macro"}, Fraction(1, 3)),
    ],
)
def test_sources(name: str, rows: list[list[int]], metric: str, options: dict[str, Any], expected: Fraction) -> None:
    assert value(rows, metric, name, **options) == expected


@each(
    ("name", "rows", "metric", "options"),
    [
        ("000", NOT_PREDICTED, "precision", {"average": "weighted"}),
        ("000", NO_TRUE, "recall", {"label": 1}),
        ("000", NEITHER, "f1", {"label": 1}),
        ("001", NO_TRUE, "balanced_accuracy", {}),  # over all classes, also the one without true samples
        ("001", NOT_PREDICTED, "f1", {"average": "macro"}),
        ("002", NO_TRUE, "balanced_accuracy", {}),
        ("002", NOT_PREDICTED, "precision", {"average": "macro"}),
        ("002", ONE_TRUE, "specificity", {"average": "macro"}),
        ("002", NEITHER, "f1", {"label": 1}),
        ("002", NEITHER, "fbeta", {"label": 1, "beta": "0.8"}),
        ("003", NO_TRUE, "recall", {"average": "macro"}),
        ("003", NOT_PREDICTED, "f1", {"label": 1}),
        ("003", ALL_WRONG, "f1", {"label": 0}),
        ("004", ONE_TRUE, "specificity", {"label": 0}),
        ("004", ALL_WRONG, "fbeta", {"label": 0, "beta": 2}),
        ("004", ALL_WRONG, "f1", {"label": 0}),  # P = R = 0: the formula gives 0/0
    ],
)
def test_sources_leave_undefined_what_they_do_not_define(
    name: str, rows: list[list[int]], metric: str, options: dict[str, Any]
) -> None:
    assert isinstance(value(rows, metric, name, **options), Undefined)
