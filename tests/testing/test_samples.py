"""`vectors` of scores and of samples with any number of labels: scikit-learn is asked with what they give."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sklearn.metrics as sk

from exactmetrics.conformance.answers import answer_of
from exactmetrics.conformance.explained import explanation
from exactmetrics.conformance.judge import judge_answer
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.testing import Vector, assert_exact, vectors
from exactmetrics.vectors.label_set_vectors import LABEL_SETS
from exactmetrics.vectors.reading import Case
from exactmetrics.vectors.score_vectors import SCORES
from tests.cases import each, sample, size
from tests.vectors.certify import judge_label_sets, judge_score

ULPS = 128  # skill scores are differences of near numbers
AVERAGES = ("macro", "micro", "weighted", "samples")
ZERO_DIVISION = {"0": 0.0, "1": 1.0, "omit": math.nan}


def weights(vector: Vector) -> Any:
    return None if vector.sample_weight is None else np.array(vector.sample_weight, dtype=float)


def numbers(vector: Vector, **renamed: str) -> dict[str, Any]:
    """The parameters as scikit-learn takes them."""
    given = {renamed.get(name, name): x for name, x in vector.options.items() if not isinstance(x, str)}
    return {name: x if name == "k" else float(x) for name, x in given.items()}


def of_one_class(function: Callable[..., Any]) -> Callable[[Vector], Any]:
    return lambda v: function(*v.one_vs_rest(), sample_weight=weights(v), **numbers(v))


def of_classes(function: Callable[..., Any], **more: Any) -> Callable[[Vector], Any]:
    return lambda v: function(
        np.array(v.y_true), np.array(v.y_score), average=v.case.average, sample_weight=weights(v), **more
    )


def against_the_rest(v: Vector) -> Any:
    return of_classes(sk.roc_auc_score, multi_class="ovr", labels=v.labels)(v)


def in_pairs(v: Vector) -> Any:
    if v.sample_weight is not None:
        return None
    return sk.roc_auc_score(v.y_true, v.y_score, average=v.case.average, multi_class="ovo", labels=v.labels)


def of_hand_till(v: Vector) -> Any:
    if v.sample_weight is not None or v.positive is not None:
        return None
    return sk.roc_auc_score(v.y_true, v.y_score, multi_class="ovo", labels=v.labels)


def of_probabilities(function: Callable[..., Any], **more: Any) -> Callable[[Vector], Any]:
    """Of two classes, and of several, whose names are in their order."""

    def call(v: Vector) -> Any:
        given = (v.y_true, v.y_score, v.labels) if v.positive is None else (*v.one_vs_rest(), [0, 1])
        return function(given[0], given[1], labels=given[2], sample_weight=weights(v), **more, **numbers(v))

    return call


def of_rankings(function: Callable[..., Any]) -> Callable[[Vector], Any]:
    return lambda v: function(
        np.array(v.y_true), np.array(v.y_score), sample_weight=weights(v), **numbers(v, base="log_base")
    )


def of_curve(v: Vector) -> Any:
    truth, scores = v.one_vs_rest()
    precision, recall, _ = sk.precision_recall_curve(truth, scores, sample_weight=weights(v))
    return sk.auc(recall, precision)


def of_labels(function: Callable[..., Any]) -> Callable[[Vector], Any]:
    """Of one label by its column, of all by the rows."""

    def call(v: Vector) -> Any:
        more = {"sample_weight": weights(v), "zero_division": ZERO_DIVISION[v.options.get("undefined", "0")]}
        if v.label is not None:
            return function(*v.one_vs_rest(), **more, **numbers(v))
        if len(v.labels) == 1:  # a column is no multilabel input
            return None
        return function(np.array(v.y_true), np.array(v.y_pred), average=v.case.average, **more, **numbers(v))

    return call


def of_counts(true: int, pred: int) -> Callable[[Vector], Any]:
    return lambda v: sk.confusion_matrix(*v.one_vs_rest(), labels=[0, 1], sample_weight=weights(v))[true][pred]


def of_sets(function: Callable[..., Any]) -> Callable[[Vector], Any]:
    return lambda v: function(np.array(v.y_true), np.array(v.y_pred), sample_weight=weights(v))


CALLS: list[tuple[str, dict[str, Any], Callable[[Vector], Any]]] = [
    *(
        (metric, {"multilabel": several}, call)
        for several in (False, True)
        for metric, call in (
            ("roc_auc", of_one_class(sk.roc_auc_score)),
            ("partial_roc_auc", of_one_class(sk.roc_auc_score)),
            ("average_precision", of_one_class(sk.average_precision_score)),
            ("pr_auc", of_curve),
        )
    ),
    *(("roc_auc", {"average": average}, against_the_rest) for average in AVERAGES[:-1]),
    *(("roc_auc", {"average": average, "multi_class": "ovo"}, in_pairs) for average in ("macro", "weighted")),
    *(
        (metric, {"average": average, "multilabel": True}, of_classes(function))
        for metric, function in (("roc_auc", sk.roc_auc_score), ("average_precision", sk.average_precision_score))
        for average in AVERAGES
    ),
    *(("average_precision", {"average": a}, of_classes(sk.average_precision_score)) for a in AVERAGES[:-1]),
    ("hand_till", {}, of_hand_till),
    ("log_loss", {}, of_probabilities(sk.log_loss)),
    ("brier", {}, of_probabilities(sk.brier_score_loss)),
    ("brier", {"convention": "original"}, of_probabilities(sk.brier_score_loss, scale_by_half=False)),
    ("brier", {"convention": "halved"}, of_probabilities(sk.brier_score_loss, scale_by_half=True)),
    ("d2_brier", {}, of_probabilities(sk.d2_brier_score)),
    ("d2_log_loss", {}, of_probabilities(sk.d2_log_loss_score)),
    ("hinge_loss", {}, of_probabilities(sk.hinge_loss)),
    ("top_k_accuracy", {}, of_probabilities(sk.top_k_accuracy_score)),
    ("ndcg", {}, of_rankings(sk.ndcg_score)),
    ("dcg", {}, of_rankings(sk.dcg_score)),
    ("lrap", {}, of_rankings(sk.label_ranking_average_precision_score)),
    ("coverage_error", {}, of_rankings(sk.coverage_error)),
    ("ranking_loss", {}, of_rankings(sk.label_ranking_loss)),
    *(
        (metric, {"average": average, "undefined": policy, "multilabel": True}, of_labels(function))
        for metric, function in (
            ("precision", sk.precision_score), ("recall", sk.recall_score), ("f1", sk.f1_score),
            ("fbeta", sk.fbeta_score), ("jaccard", sk.jaccard_score),
        )
        for average in (None, *AVERAGES)
        for policy in ("0", "1", "omit")[: 2 if metric == "jaccard" else 3]
    ),
    *(
        (name, {"multilabel": True}, of_counts(true, pred))
        for name, true, pred in (("tn", 0, 0), ("fp", 0, 1), ("fn", 1, 0), ("tp", 1, 1))
    ),
    ("mcc", {"multilabel": True}, lambda v: sk.matthews_corrcoef(*v.one_vs_rest(), sample_weight=weights(v))),
    ("subset_accuracy", {}, of_sets(sk.accuracy_score)),
    ("hamming_loss", {"multilabel": True}, of_sets(sk.hamming_loss)),
]  # fmt: skip

UNSEEN = "three-absent"  # a class without samples, which scikit-learn's average precision cannot be told of


def every_case() -> list[Case]:
    return [*SCORES.cases(), *LABEL_SETS.cases()]


def question(case: Case) -> tuple[Any, ...]:
    """What `vectors` is asked, so that a case is among its answers."""
    several = case.input.kind == "label_sets" or isinstance(case.input.data["y_true"][0], list)
    convention = None if case.convention == "standard" else case.convention
    return case.metric, case.average, convention, several, tuple(case.options.items())


def asked(metric: str, average: str | None, convention: str | None, several: bool, options: Any) -> list[Vector]:
    return vectors(metric, average=average, convention=convention, multilabel=several, **dict(options))


def test_scikit_learn_is_right_wherever_it_is_not_known_to_differ() -> None:
    """An answer is exact, or for no value, or of a kind that the table of conformance explains with its finding."""
    right, refused, other = 0, set[str](), dict[str, str]()
    for metric, options, call in CALLS:
        for vector in vectors(metric, ulps=ULPS, **options):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    found = call(vector)
                except ValueError:
                    refused.add(vector.case.input.name)
                    continue
            if found is None:
                continue
            try:
                assert_exact(found, vector)
                right += 1
            except AssertionError as error:
                judged = judge_answer(vector.case, answer_of(found))
                if judged.verdict != "undefined" and explanation("scikit-learn", judged) is None:
                    other[vector.id] = str(error)
    assert other == {}
    assert refused == {UNSEEN}
    assert right > 1700


def test_every_function_of_scores_that_scikit_learn_has_is_asked() -> None:
    has = {metric.name for metric in all_score_metrics() if "sklearn" in metric.implemented_by}
    assert has <= {metric for metric, _, _ in CALLS}


def test_every_published_case_is_given_to_who_asks_its_question() -> None:
    """All but those whose scores are ties as doubles."""
    answers = {asking: {vector.id for vector in asked(*asking)} for asking in set(map(question, every_case()))}
    missing = [case for case in every_case() if case.id not in answers[question(case)]]
    assert {case.input.name for case in missing} == {"long"}
    assert {case.metric for case in every_case()} >= {metric for metric, _, _ in CALLS}


@each("policy", ["0", "1", "omit"])
def test_what_is_chosen_for_zero_over_zero_holds_for_every_case(policy: str) -> None:
    """Of the cases that do not name the choice the second implementation is asked with it."""
    plain = {question(case) for case in every_case() if "undefined" not in case.options}
    replaced = 0
    for metric, average, convention, several, options in sample(sorted(plain, key=str), 80):
        given = (*options, ("undefined", policy))
        try:
            found = asked(metric, average, convention, several, given)
        except UsageError:  # every case of it is undefined, such as a loss that has no 0/0 to replace
            continue
        for vector in found:
            assert not isinstance(vector.expected, Undefined) or "undefined" in vector.options
            if "undefined" in vector.options:
                continue
            judge = judge_score if vector.case.input.kind == "scores" else judge_label_sets
            record = {**vector.case.record, "options": {**vector.case.options, "undefined": policy}}
            assert judge(record, vector.case.input.data)[0] == "", vector.id
            replaced += 1
    assert replaced > size(100, 1500)


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


def test_a_class_is_held_against_the_rest_in_every_kind_of_input() -> None:
    """By hand: of the labels sand, sea, sun the second; the counts of bird are [[6, 1, 1], [1, 5, 2], [2, 3, 7]]."""
    photos = next(v for v in vectors("f1", multilabel=True) if v.id == "f1.class=0.sets-photos")
    assert photos.one_vs_rest() == ([0, 0, 0, 1], [0, 1, 0, 1])
    (birds,) = (v for v in vectors("recall") if v.id == "recall.class=0.birds")
    cells = zip(*birds.one_vs_rest(), birds.sample_weight or [], strict=True)
    counts = dict.fromkeys(((1, 1), (1, 0), (0, 1), (0, 0)), Fraction(0))
    for true, pred, weight in cells:
        counts[true, pred] += weight
    assert list(counts.values()) == [6, 2, 3, 17]
    spam = next(v for v in vectors("log_loss") if v.case.input.name == "two-first-positive")
    assert spam.one_vs_rest() == ([1, 0, 0, 1], [0.9, 0.1, 0.2, 0.65])


def test_rankings_are_rows_whatever_the_samples_are() -> None:
    for metric in ("ndcg", "lrap"):
        for vector in vectors(metric):
            assert {len(row) for side in (vector.y_true, vector.y_score) for row in side} == {len(vector.labels)}


def test_an_optional_parameter_is_left_out_or_chosen() -> None:
    assert {v.options.get("k") for v in vectors("ndcg")} == {None, 1, 2, 3}
    assert {v.options.get("k") for v in vectors("ndcg", k=None)} == {None}
    assert {v.options.get("k") for v in vectors("ndcg", k=2)} == {2}


def test_infinity_is_right_where_a_number_is_divided_by_zero() -> None:
    (wrong,) = (v for v in vectors("log_loss") if v.case.input.name == "sure-and-wrong")
    assert_exact(math.inf, wrong)
    assert_exact(math.nan, wrong)
    for value in (-math.inf, 36.04):
        with pytest.raises(AssertionError, match="where there is no value: log_loss is a logarithm of 0"):
            assert_exact(value, wrong)


def test_the_value_of_another_convention_is_named() -> None:
    """By hand: the squares of both classes are twice those of one."""
    brier = vectors("brier")[0]
    with pytest.raises(AssertionError, match="it is the value under convention=original"):
        assert_exact(2 * float(brier.expected), brier)  # type: ignore[arg-type]


@each(
    ("metric", "options", "message"),
    [
        ("roc_auc", {"averge": "macro"}, "roc_auc has no option 'averge'; did you mean 'average'?"),
        (
            "roc_auc",
            {"avarage": "macro"},
            "Choose from: average, convention, multilabel, smoke, flags, ulps, undefined",
        ),
        (
            "roc_auc",
            {"multi_class": "ovo"},
            "with multi_class=ovo; leave out multi_class=ovo, or ask for average='macro' or 'weighted'",
        ),
        ("roc_auc", {"average": "sample"}, "no average 'sample'; did you mean 'samples'"),
        ("roc_auc", {"multi_class": "ov"}, "no multi_class 'ov'; did you mean 'ovr'"),
        ("roc_auc", {"undefined": "2"}, "no undefined '2'; choose from: 0, 1, omit, propagate"),
        ("roc_auc", {"smoke": True}, "no reference case of roc_auc with smoke=True; leave out smoke=True"),
        ("roc_auc", {"over": "true"}, "roc_auc has no option 'over'"),
        ("log_loss", {"multilabel": True}, "no reference case of log_loss with multilabel=True; leave out"),
        ("accuracy", {"multilabel": True}, "no reference case of accuracy with multilabel=True; leave out"),
        ("accuracy", {"multilabel": True, "average": "macro"}, "average=macro; leave out multilabel=True"),
        ("f1", {"multilabel": True, "over": "present"}, "with multilabel=True, over=present; leave out over=present"),
        ("ndcg", {"k": 4}, "no reference case of ndcg with k=4; the cases have k 3, 2, 1"),
        ("ndcg", {"k": "three"}, "k is a number such as 1/2 or 0.5, not 'three'"),
        ("fbeta", {"beta": None}, "beta is a number such as 1/2 or 0.5, not None"),
        ("subset_accuracy", {"convention": "strict"}, "subset_accuracy has one definition; leave out convention="),
        ("average_precison", {}, "did you mean 'average_precision'"),
    ],
)
def test_what_there_is_not_is_said(metric: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        vectors(metric, **options)


@each(
    ("metric", "field", "message"),
    [
        ("roc_auc", "rows", "roc_auc.class=1.two has no confusion matrix: take y_true and y_score"),
        ("roc_auc", "y_pred", "roc_auc.class=1.two has no predicted labels: take y_score"),
        ("f1", "y_score", "f1.class=0.birds has no scores: take y_true and y_pred"),
        ("subset_accuracy", "rows", "subset_accuracy.sets.sets-photos has no confusion matrix: take y_true and y_pred"),
    ],
)
def test_what_a_case_has_not_is_said(metric: str, field: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        getattr(vectors(metric)[0], field)


def test_no_class_is_held_against_the_rest_of_an_average() -> None:
    with pytest.raises(UsageError, match=r"f1.macro.birds is about all classes, .*: take y_true and y_pred"):
        vectors("f1", average="macro")[0].one_vs_rest()


def test_the_labels_of_an_average_are_chosen_for_every_case() -> None:
    """Recall of the labels that are true or predicted, counted here; a label without true samples has none."""
    found = vectors("recall", average="macro", over="present", multilabel=True)
    assert {"over" in vector.case.options for vector in found} == {False}
    for vector in found:
        times = vector.sample_weight or [1] * len(vector.y_true)
        recalls = []
        for at in range(len(vector.labels)):
            pairs = [(t[at], p[at], w) for t, p, w in zip(vector.y_true, vector.y_pred, times, strict=True)]
            true = [(p, w) for t, p, w in pairs if t]
            if any((t or p) and w for t, p, w in pairs):
                recalls.append(Fraction(sum(w for p, w in true if p)) / sum(w for _, w in true))
        assert vector.expected == sum(recalls) / len(recalls), vector.id
