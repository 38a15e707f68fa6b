"""What is refused, and what the messages say."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from inspect import signature
from typing import Any

import numpy as np
import polars
import pytest

import exactmetrics as em
from exactmetrics import ConfusionMatrix, Scores
from exactmetrics.exact.errors import ExactMetricsError, InputError, UndefinedValueError, UsageError
from tests.cases import each
from tests.house.source import ROOT

NAN, INF = float("nan"), float("inf")


def refused(*given: Any, **options: Any) -> str:
    with pytest.raises(ExactMetricsError) as error:
        Scores(*given, **options)
    return str(error.value)


@each(("scores", "where"), [
    ([0.1, NAN], "scores at position 1 is nan: a score is missing there"),
    ([0.1, INF], "scores at position 1 is inf: a score is a finite number"),
    ([0.1, None], "scores at position 1 is None: a score is missing"),
    ([0.1, Decimal("NaN")], "position 1"), ([0.1, Decimal("Infinity")], "position 1"),
    (np.array([0.1, NAN]), "scores at position 1 is nan"),
    (np.array([0.1, -INF], dtype="f4"), "scores at position 1 is -inf"),
    (np.ma.masked_array([0.1, 0.2], mask=[False, True]), "masked at position 1"),
    (polars.Series([0.1, None]), "position 1"), ([0.1, True], "a bool is no score"), ([0.1, "high"], "'high'"),
    ([0.1, 1j], "position 1"), ([0.1], "y_true has 2 labels and scores 1 entry"), ([], "no samples"),
    ("0.1 0.2", "one text"),
    ([[0.1, 0.2, 0.3], [0.1, 0.2, 0.3]], "3 columns for the 2 classes 0, 1"),
    ([[0.1, 0.2], [0.1]], "position 1"),
    ({0: [0.1, 0.2], 1: [0.1]}, "the scores of 1 holds 1 score,"),
])  # fmt: skip
def test_scores_that_are_none(scores: Any, where: str) -> None:
    assert where in refused([0, 1], scores)


@each(("truth", "where"), [
    (["no", "yes"], "positive="), (["no", "no"], "one class only, 'no'"),
    (["a", "b", "c"], "3 classes ('a', 'b', 'c') and scores one column"),
    ([3, 2, 0], "scores=[[0.9, 0.8, 0.7]]"), ([0, None], "missing label"), ([0, [1]], "hash"), ([1, True], "mix"),
    ("01", "y_true is a str; give a list"), ([[0, 1], [1, 0]], "2 entries for 1 column"), ([[0], [-2]], "holds -2"),
    ([[0], ["high"]], "'high': a relevance is a number"),
    ([[0], [float("nan")]], "nan: a relevance is missing there; drop that sample or give its relevance"),
    ([[0], [float("inf")]], "inf: a relevance is a finite number"),
    ([[2], [None]], "None: a relevance is missing"),
])  # fmt: skip
def test_classes_that_do_not_fit(truth: Any, where: str) -> None:
    assert where in refused(truth, [0.1, 0.2, 0.3][: len(truth)])


def test_options_that_do_not_fit() -> None:
    assert "'yess'" in refused(["no", "yes"], [0, 1], positive="yess")
    assert "'binray'" in refused([0, 1], [0, 1], floats="binray")
    assert "2 weights for 3 samples" in refused([0, 1, 1], [0, 1, 2], sample_weight=[1, 2])
    assert "cannot be negative" in refused([0, 1], [0, 1], sample_weight=[1, -2])
    assert "none of the classes: 2" in refused([0, 2], [0, 1], labels=[0, 1])
    assert "labels= names" in refused(["a", "b"], {"a": [1, 2], "b": [2, 1]}, labels=["a", "c"])


COUNTS = em.ConfusionMatrix([[5, 1], [2, 4]]).derive("accuracy")
BINARY = Scores([0, 1, 1], [0.1, 0.4, 0.3])
THREE = Scores(["a", "b", "c"], [[3, 2, 1], [1, 2, 3], [2, 3, 1]])
GRADED = Scores([[1, "0.5", 0], [0, 1, 3]], [[3, 2, 1], [1, 2, 3]])
SETS = Scores([[1, 0, 0], [0, 1, 1]], [[3, 2, 1], [1, 2, 3]])


@each(("scores", "metric", "options", "where"), [
    (BINARY, "log_loss", {"label": 1}, "has no label"),
    (BINARY, "log_loss", {"convention": "log10"}, "no convention 'log10'"),
    (THREE, "log_loss", {}, "log_loss is made of probabilities"),
    (SETS, "log_loss", {}, "may have any number"), (BINARY, "ndcg", {}, "a column of scores for each"),
    (BINARY, "ndcg", {}, "a row of relevances and a row of scores: y_true=[[3, 2, 0]]"),
    (SETS, "ndcg@3", {}, "it is ndcg with k=3"), (BINARY, "accuracy", {}, "at(threshold)"),
    (BINARY, "avrage_precision", {}, "did you mean 'average_precision'"),
    (BINARY, "macro_auc", {}, 'average="macro"'),
    (BINARY, "roc_auc", {"max_fpr": 1}, "partial_roc_auc has it"),
    (BINARY, "roc_auc", {"lable": 1}, "did you mean 'label'"),
    (BINARY, "roc_auc", {"label": 0}, "the scores are those of 1, and the class 0 has none"),
    (BINARY, "roc_auc", {"label": 3}, "no class is called 3"),
    (BINARY, "roc_auc", {"convention": "other"}, "no convention 'other'"),
    (BINARY, "partial_roc_auc", {"max_fpr": 0}, "greater than 0"),
    (BINARY, "partial_roc_auc", {}, "needs max_fpr"),
    (BINARY, "top_k_accuracy", {"k": 1}, "a column of scores for each"),
    (BINARY, "brier", {"label": 1}, "has no label"), (BINARY, "ece", {"bins": "1/2"}, "whole number"),
    (BINARY, "ece", {"bin": 10}, "did you mean 'bins'? Choose from: convention, undefined, bins"),
    (THREE, "roc_auc", {"average": "macro", "multi_class": "OvO"}, "did you mean 'ovo'?"),
    (BINARY, "roc_auc", {"undefined": "zero"}, "no policy"),
    (THREE, "brier", {}, "position 0 is 3: brier is made of probabilities"),
    (THREE, "roc_auc", {}, "give label= (one of 'a', 'b', 'c') or average="),
    (THREE, "roc_auc", {"label": "a", "average": "macro"}, "not both"),
    (THREE, "roc_auc", {"average": "binary"}, "no average"),
    (THREE, "roc_auc", {"average": "samples"}, "each has one"),
    (THREE, "roc_auc", {"average": "micro", "multi_class": "ovo"}, "average='macro' or 'weighted'"),
    (THREE, "roc_auc", {"label": "a", "multi_class": "ovx"}, "no multi_class"),
    (THREE, "hand_till", {"average": "macro"}, "has no average"),
    (SETS, "roc_auc", {"average": "macro", "multi_class": "ovo"}, "samples of one class each"),
    (SETS, "top_k_accuracy", {"k": 1}, "may have any number"), (SETS, "ndcg", {"k": 0}, "whole number from 1"),
    (BINARY, "roc_auc", {"bins": 2}, "expected_calibration_error, maximum_calibration_error have it"),
    (SETS, "dcg", {"base": 1}, "greater than 1"),
    (GRADED, "lrap", {}, "holds 1/2, and lrap asks which classes a sample has"),
    (GRADED, "roc_auc", {"average": "macro"}, "ndcg and dcg"),
    (BINARY, "log_auc", {"low": 0}, "low must be a number between 0 and 1"),
    (BINARY, "log_auc", {"high": "1.1"}, "high must be"),
    (BINARY, "log_auc", {"low": "1/10"}, "has to be below the higher one: 1/10 is not below 1/10"),
    (BINARY, "log_auc", {"low": "0.5", "high": "0.2"}, "1/2 is not below 1/5"),
    (BINARY, "ece", {"bins": None}, "bins must be a whole number"),
    (BINARY, "log_loss", {"positive": 1}, "positive= belongs to the scores"),
])  # fmt: skip
def test_questions_that_do_not_fit(scores: Scores, metric: str, options: dict[str, Any], where: str) -> None:
    for run in (scores.value, scores.derive):
        with pytest.raises(ExactMetricsError) as error:
            run(metric, **options)
        assert where in str(error.value)


def test_a_parameter_that_may_be_left_out_may_be_none() -> None:
    assert GRADED.value("ndcg", k=None) == GRADED.value("ndcg")  # scikit-learn's default
    assert GRADED.value("dcg", k=None, base=None) == GRADED.value("dcg")


NEGATIVE, POSITIVE = Scores([0, 0], [1, 2]), Scores([1, 1], [1, 2])


@each(("kind", "message", "ask"), [
    (UsageError, 'Scores(y_true, scores).value("roc_auc")', lambda: ConfusionMatrix([[1, 0], [0, 1]]).value("auc")),
    *((UndefinedValueError, "no positive sample", lambda name=name: getattr(NEGATIVE, name)())
      for name in ("roc_curve", "det_curve", "precision_recall_curve")),
    *((UndefinedValueError, "no negative sample", lambda name=name: getattr(POSITIVE, name)())
      for name in ("roc_curve", "det_curve")),
    (UsageError, "label=", lambda: THREE.roc_curve()),
    (UsageError, "no best threshold", lambda: BINARY.best_threshold("prevalence")),
    (UsageError, "give a metric of predictions, such as f1", lambda: BINARY.best_threshold("roc_auc")),
    (UsageError, "one is of counts and one of scores", lambda: em.compare(BINARY.derive("roc_auc"), COUNTS)),
    (UsageError, "a threshold asks which classes a sample has", lambda: GRADED.at(2, label=0)),
    (InputError, "a ranking", lambda: Scores([3, 2, 0], [[0.9, 0.8, 0.7]])),
    (InputError, "a ranking", lambda: Scores([[3, 2, 0]], [0.9, 0.8, 0.7])),
    (UndefinedValueError, "roc_auc of 1 is 0/0", lambda: NEGATIVE.value("roc_auc", undefined="raise")),
    (UndefinedValueError, "log_loss is a logarithm of 0",
     lambda: Scores([0, 1], [1, 1]).value("log_loss", undefined="raise")),
    (InputError, "nan", lambda: Scores([0, 1], [NAN, 1])), (UsageError, "nothing", lambda: BINARY.value("nothing")),
])  # fmt: skip
def test_what_cannot_be_done_is_said(kind: type[Exception], message: str, ask: Callable[[], object]) -> None:
    with pytest.raises(kind) as error:
        ask()
    assert message in str(error.value)


def test_one_class_alone_is_said() -> None:
    """The AUC compares pairs of a positive and a negative sample: of one class alone there are none."""
    assert "no samples of the other class" in str(POSITIVE.value("roc_auc"))
    assert "no samples of the class 1" in str(NEGATIVE.value("roc_auc"))


def test_numbers_of_every_kind() -> None:
    kinds: list[list[Any]] = [
        [1, 2], [0.5, 0.75], [Fraction(1, 3), Fraction(2, 3)], [Decimal("0.1"), Decimal("0.2")], ["1/3", "0.5"],
        [np.float32(0.1), np.float64(0.2)], [np.int8(1), 2], [np.longdouble(0.1), np.longdouble(0.2)], [-1.5, 10**30],
    ]  # fmt: skip
    for column in kinds:
        assert Scores([0, 1], column).value("auc") == 1, column
        assert Scores([1, 0], column, floats="binary").value("auc") == 0, column


def test_the_listing_knows_them() -> None:
    names = [metric.name for metric in em.metrics(scope="scores")]
    assert "roc_auc" in names
    assert set(names) <= {metric.name for metric in em.metrics()}
    assert em.explain("auroc") == em.explain("roc_auc")
    assert "a metric of scores" in em.explain("ap")


JUNK: list[Any] = [
    None, 5, "x", b"x", [], [None], {}, {1, 2}, [[]], [[1], [2, 3]], np.zeros((2, 2, 2)), np.array([]), np.array(5.0),
    [[[1]]], object(), range(2), (0, 1), [0, 1], np.array(["a", "b"]), [1j, 2j], [True, False], [NAN, 1],
]  # fmt: skip


@each("truth", JUNK, ids=lambda thing: repr(thing)[:30])
def test_anything_else_is_refused_in_the_words_of_the_house(truth: Any) -> None:
    for scores in JUNK:
        for options in ({}, {"sample_weight": truth}, {"labels": scores}, {"positive": truth}):
            with suppress(ExactMetricsError):
                found = Scores(truth, scores, **options)
                for metric, parameters in (("roc_auc", {}), ("brier", {}), ("top_k_accuracy", {"k": 1})):
                    with suppress(ExactMetricsError):
                        found.value(metric, **parameters)


def test_the_documentation_says_which_options_reports_have() -> None:
    own, other = (set(signature(kind.report).parameters) - {"self"} for kind in (Scores, ConfusionMatrix))
    [said] = re.findall(r"`scores\.report\(\)` takes (.*?), as", (ROOT / "docs/scores.md").read_text(encoding="utf-8"))
    assert set(re.findall(r"`(\w+)`", said)) == own
    told = (Scores.report.__doc__ or "").partition("which has ")[2].partition(" besides")[0]
    assert set(re.findall(r"`(\w+)`", told)) == other - own
    assert own < other


def test_scores_that_are_no_probabilities_are_told_with_the_cure() -> None:
    percent, ranks = Scores([1, 0], [80, 0.5]), Scores([1, 0], [3.5, -1])
    for scores, cure in (
        (percent, "if these are percent, divide them by 100"),
        (ranks, "metrics that any scores have"),
    ):
        [told] = scores.report().notes
        assert told.startswith("without brier, log_loss: the score of 1 at position 0 is ")
        assert told.endswith(cure)
        with pytest.raises(ExactMetricsError, match=f"brier is made of probabilities, from 0 to 1; .*{cure}"):
            scores.value("brier")
    assert Scores([[1, 0], [0, 1]], [[3, 2], [1, 2]]).report().notes == ()  # sets of classes have no Brier score anyway


THIRD, SHARP = np.float32(1) / np.float32(3), [0.5000000001, 0.2, 0.3]


@each(("rows", "told"), [
    ([["0.5", "0.3", "0.2"], ["0.33", "0.33", "0.33"]], "position 1 add up to 0.99"),
    ([[0.1, 0.2, 0.7], [Fraction(1, 3)] * 3], None), ([[Fraction(1, 3), Fraction(1, 3), 0]] * 2, "0.(6)"),
    (np.array([[THIRD] * 3, [0.5, 0.25, 0.25]], "float32"), None), ([[1 / 3] * 3, [1 / 7, 2 / 7, 4 / 7]], None),
    ([[str(1 / 3)] * 3, [str(THIRD)] * 3], None), ([SHARP, SHARP], None),
    (np.array([[0.2, 0.3, 0.4999], [0.5, 0.25, 0.25]]), "position 0 add up to 0.9999"),
])  # fmt: skip
def test_probabilities_that_do_not_add_up_to_1_are_told(rows: Any, told: str | None) -> None:
    scores = Scores(["a", "b"], rows, labels=["a", "b", "c"])
    notes = scores.report().notes
    assert ([] if told is None else [True]) == [told in note for note in notes if told]
    assert len(notes) == (told is not None)
