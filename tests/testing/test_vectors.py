"""`vectors`: which cases there are for a question, in what form they come, and that scikit-learn takes them so."""

from __future__ import annotations

import math
import re
import warnings
import zlib
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk

from exactmetrics.conformance.answers import answer_of
from exactmetrics.conformance.explained import explanation
from exactmetrics.conformance.judge import judge_answer
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.testing import Vector, assert_exact, vectors
from exactmetrics.vectors.label_set_vectors import LABEL_SETS
from exactmetrics.vectors.reading import Case
from exactmetrics.vectors.score_vectors import SCORES
from tests.cases import EXHAUSTIVE, each
from tests.oracle import Missing, Oracle, Table
from tests.vectors.certify import judge_label_sets, judge_score


@cache
def samples() -> list[Case]:
    return [*SCORES.cases(), *LABEL_SETS.cases()]


def named(name: str, metric: str, **asked: Any) -> Vector:
    return next(vector for vector in vectors(metric, **asked) if name in (vector.id, vector.case.input.name))


def test_a_case_gives_all_that_a_test_wants() -> None:
    """The matrix is that of the README; its macro F1 is worked out in source 000, the counts of bird by hand."""
    birds = named("f1.macro.birds", "f1", average="macro")
    assert (birds.rows, birds.expected) == ([[6, 1, 1], [1, 5, 2], [2, 3, 7]], Fraction(361, 561))
    weights = birds.sample_weight or []
    assert {(t, p): w for t, p, w in zip(birds.y_true, birds.y_pred, weights, strict=True)}["dog", "cat"] == 3
    photos = named("f1.class=0.sets-photos", "f1", multilabel=True)
    assert photos.one_vs_rest() == ([0, 0, 0, 1], [0, 1, 0, 1])
    bird = named("recall.class=0.birds", "recall")
    counts = dict.fromkeys(((1, 1), (1, 0), (0, 1), (0, 0)), Fraction(0))
    for true, pred, weight in zip(*bird.one_vs_rest(), bird.sample_weight or [], strict=True):
        counts[true, pred] += weight
    assert list(counts.values()) == [6, 2, 3, 17]
    assert named("two-first-positive", "log_loss").one_vs_rest() == ([1, 0, 0, 1], [0.9, 0.1, 0.2, 0.65])


def test_parameters_and_flags_choose() -> None:
    assert {v.options["beta"] for v in vectors("fbeta", average="macro", beta=0.5)} == {Fraction(1, 2)}
    assert len({v.options["beta"] for v in vectors("fbeta", average="macro")}) > 1
    assert [{v.options.get("k") for v in vectors("ndcg", **k)} for k in ({}, {"k": None}, {"k": 2})] == [
        {None, 1, 2, 3}, {None}, {2}
    ]  # fmt: skip
    assert {v.label for v in vectors("mcc")} == {None}
    flagged = vectors("recall", flags=["NoSamples"])
    assert all("NoSamples" in v.case.flags for v in flagged)
    assert [v.id for v in flagged] == [v.id for v in vectors("recall", flags="NoSamples")]


@each(("metric", "asked"), [
    *((metric, {"average": average, "over": over}) for over in ("true", "predicted", "present") for metric, average in (
        ("tn", "micro"), ("recall", "micro"), ("fbeta", "weighted"), ("balanced_accuracy", None))),
    ("f1", {"average": "macro", "combine": "averages", "undefined": "0"}),
    ("recall", {"average": "macro", "undefined": "0"}),
])  # fmt: skip
def test_what_is_chosen_holds_for_every_case(metric: str, asked: dict[str, Any]) -> None:
    """Asked of the second implementation, not of the file: what is handed out without a case of its own, too."""
    policy, options = asked.get("undefined", "propagate"), {k: x for k, x in asked.items() if k != "undefined"}
    vectors_asked = vectors(metric, **asked)
    assert not all(set(asked) - {"average"} <= set(vector.case.options) for vector in vectors_asked)
    for vector in (vector for vector in vectors_asked if len(vector.labels) <= 8):
        counted = [[Fraction(0)] * len(vector.labels) for _ in vector.labels]
        weights = vector.sample_weight or [1] * len(vector.y_true)
        for true, predicted, weight in zip(vector.y_true, vector.y_pred, weights, strict=True):
            counted[vector.labels.index(true)][vector.labels.index(predicted)] += weight
        assert counted == vector.rows
        given = {name: x for name, x in vector.options.items() if name != "undefined"}
        value = Oracle(Table(counted), policy).value(metric, **{**given, **options})
        if isinstance(vector.expected, Undefined):
            assert isinstance(value, Missing), vector.id
        elif isinstance(vector.expected, Fraction):
            assert value == vector.expected, vector.id


def question(case: Case) -> tuple[tuple[str, Any], ...]:
    """What `vectors` is asked, so that a case is among its answers."""
    several = case.input.kind == "label_sets" or isinstance(case.input.data["y_true"][0], list)
    convention = None if case.convention == "standard" else case.convention
    named = {"metric": case.metric, "average": case.average, "convention": convention, "multilabel": several}
    return (*named.items(), *case.options.items())


def test_every_published_case_of_samples_is_given_to_who_asks_its_question() -> None:
    """All but those whose scores are ties as doubles."""
    given = {asked: {vector.id for vector in vectors(**dict(asked))} for asked in set(map(question, samples()))}
    assert {case.input.name for case in samples() if case.id not in given[question(case)]} == {"long"}


@each("policy", ["0", "1", "omit"])
def test_what_is_chosen_for_zero_over_zero_holds_for_every_case_of_samples(policy: str) -> None:
    """Of the cases that do not name the choice the second implementation is asked with it."""
    asked = {question(case) for case in samples() if "undefined" not in case.options}
    replaced = 0
    for options in (dict(key) for key in asked if EXHAUSTIVE or zlib.crc32(repr(key).encode()) % 16 == 0):
        with suppress(UsageError):  # every case of it is undefined, such as a loss that has no 0/0 to replace
            for vector in vectors(**options, undefined=policy):
                if "undefined" not in vector.options:
                    assert not isinstance(vector.expected, Undefined)
                    judge = judge_score if vector.case.input.kind == "scores" else judge_label_sets
                    record = {**vector.case.record, "options": {**vector.case.options, "undefined": policy}}
                    assert judge(record, vector.case.input.data)[0] == "", vector.id
                    replaced += 1
    assert replaced > 50


ROC, SEVERAL = sk.roc_auc_score, {"multilabel": True}


@each(("metric", "options", "call"), [
    ("roc_auc", {}, lambda v, **w: ROC(*v.one_vs_rest(), **w)),
    ("roc_auc", {"average": "macro"},
     lambda v, **w: ROC(v.y_true, v.y_score, multi_class="ovr", labels=v.labels, **w)),
    ("log_loss", {}, lambda v, **w: sk.log_loss(*v.one_vs_rest(), labels=[0, 1], **w) if v.positive is not None
     else sk.log_loss(v.y_true, v.y_score, labels=v.labels, **w)),
    ("ndcg", {}, lambda v, **w: sk.ndcg_score(v.y_true, v.y_score, k=v.options.get("k"), **w)),
    ("fbeta", {"undefined": "1", **SEVERAL}, lambda v, **w: sk.fbeta_score(
        *v.one_vs_rest(), beta=float(v.options["beta"]), zero_division=1.0, **w)),
    ("f1", {"average": "macro", "undefined": "omit", **SEVERAL}, lambda v, **w: sk.f1_score(
        np.array(v.y_true), np.array(v.y_pred), average="macro", zero_division=math.nan, **w)),
    ("recall", {"average": "macro", "over": "present", **SEVERAL}, lambda v, **w: sk.recall_score(
        np.array(v.y_true), np.array(v.y_pred), average="macro", zero_division=math.nan,
        labels=np.flatnonzero(np.add(v.y_true, v.y_pred).any(axis=0)), **w)),
    ("subset_accuracy", {}, lambda v, **w: sk.accuracy_score(np.array(v.y_true), np.array(v.y_pred), **w)),
])  # fmt: skip
def test_scikit_learn_takes_the_samples_and_is_right(
    metric: str, options: dict[str, Any], call: Callable[..., Any]
) -> None:
    """An answer is exact, or for no value, or of a kind that the table of conformance explains with its finding."""
    right, other = 0, dict[str, str]()
    for vector in vectors(metric, ulps=128, **options):
        if vector.case.average and len(vector.labels) == 1:  # a column is no multilabel input
            continue
        weights = None if vector.sample_weight is None else np.array(vector.sample_weight, dtype=float)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            answer = call(vector, sample_weight=weights)
        try:
            assert_exact(answer, vector)
            right += 1
        except AssertionError as error:
            judged = judge_answer(vector.case, answer_of(answer))
            if judged.verdict != "undefined" and explanation("scikit-learn", judged) is None:
                other[vector.id] = str(error)
    assert other == {}
    assert right > 1


@each(("metric", "options", "message"), [
    ("f2", {}, "fbeta"), ("average_precison", {}, "did you mean 'average_precision'"),
    ("f1", {"average": "makro"}, "no average 'makro'; did you mean 'macro'"),
    ("f1", {"convention": "convex"}, "no convention 'convex'"),
    ("f1", {"flags": ["Cancelation"]}, "no flag 'Cancelation'; did you mean 'Cancellation'"),
    ("f1", {"average": "macro", "over": "some"}, "no over 'some'; choose from: present, true, predicted, all"),
    ("f1", {"multilabel": True, "over": "present"}, "with multilabel=True, over=present; leave out over=present"),
    ("fbeta", {"beta": "3"}, "no reference case of fbeta with beta=3; the cases have beta 1/2, "),
    ("fbeta", {"beta": None}, "beta is a number such as 1/2 or 0.5, not None"),
    ("ndcg", {"k": 4}, "no reference case of ndcg with k=4; the cases have k 3, 2, 1"),
    ("ndcg", {"k": "three"}, "k is a number such as 1/2 or 0.5, not 'three'"),
    ("tp", {"over": "present"}, "no reference case of tp with over=present; leave out over=present"),
    ("accuracy", {"multilabel": True, "average": "macro"}, "average=macro; leave out multilabel=True"),
    ("subset_accuracy", {"convention": "strict"}, "subset_accuracy has one definition; leave out convention="),
    ("log_loss", {"multilabel": True}, "no reference case of log_loss with multilabel=True; leave out"),
    ("roc_auc", {"averge": "macro"}, "roc_auc has no option 'averge'; did you mean 'average'?"),
    ("roc_auc", {"avarage": "macro"}, "from: average, convention, multilabel, smoke, flags, ulps, undefined"),
    ("roc_auc", {"multi_class": "ovo"}, "leave out multi_class=ovo, or ask for average='macro' or 'weighted'"),
    ("roc_auc", {"multi_class": "ov"}, "no multi_class 'ov'; did you mean 'ovr'"),
    ("roc_auc", {"average": "sample"}, "no average 'sample'; did you mean 'samples'"),
    ("roc_auc", {"undefined": "2"}, "no undefined '2'; choose from: 0, 1, omit, propagate"),
    ("roc_auc", {"smoke": True}, "no reference case of roc_auc with smoke=True; leave out smoke=True"),
])  # fmt: skip
def test_what_there_is_not_is_said(metric: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        vectors(metric, **options)


@each(("metric", "field", "message"), [
    ("roc_auc", "rows", "roc_auc.class=1.two has no confusion matrix: take y_true and y_score"),
    ("roc_auc", "y_pred", "roc_auc.class=1.two has no predicted labels: take y_score"),
    ("f1", "y_score", "f1.class=0.birds has no scores: take y_true and y_pred"),
    ("subset_accuracy", "rows", "subset_accuracy.sets.sets-photos has no confusion matrix: take y_true and y_pred"),
    ("mcc", "one_vs_rest", "is about all classes, and none is held against the rest: take y_true and y_pred"),
])  # fmt: skip
def test_what_a_case_has_not_is_said(metric: str, field: str, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        getattr(vectors(metric)[0], field)()


def test_an_area_that_counts_ties_as_won_is_found_where_there_are_ties() -> None:
    def won(truth: list[int], scores: list[float]) -> list[list[float]]:
        ones, zeros = ([x for t, x in zip(truth, scores, strict=True) if t == side] for side in (1, 0))
        return [[one - zero for zero in zeros] for one in ones]

    found, tied = set(), set()
    for vector in vectors("roc_auc"):
        gaps = [gap for row in won(*vector.one_vs_rest()) for gap in row]
        if vector.sample_weight is not None or not gaps:
            continue
        tied |= {vector.id} if 0 in gaps else set()
        try:
            assert_exact(sum(gap >= 0 for gap in gaps) / len(gaps), vector, ulps=1)
        except AssertionError:
            found.add(vector.id)
    assert found == tied != set()


def test_inputs_are_ready_for_numpy() -> None:
    for metric, average, several in (
        ("roc_auc", None, False), ("roc_auc", "macro", False), ("roc_auc", "samples", True), ("ndcg", None, False),
        ("f1", None, False), ("f1", "macro", True), ("subset_accuracy", None, False),
    ):  # fmt: skip
        for vector in vectors(metric, average=average, multilabel=several):
            of_scores = metric in ("roc_auc", "ndcg")
            true, other = np.array(vector.y_true), np.array(vector.y_score if of_scores else vector.y_pred)
            assert len(true) == len(other)
            assert (true.ndim == 2) is (several or metric in ("ndcg", "subset_accuracy"))
            assert not of_scores or (other.dtype == float and (other.ndim == 1) is (vector.positive is not None))
            assert {side.shape[1] for side in (true, other) if side.ndim == 2} <= {len(vector.labels)}
