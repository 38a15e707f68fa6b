"""`compat.sklearn` against scikit-learn: signatures, values, warnings and errors."""

from __future__ import annotations

import inspect
import math
import warnings
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
import sklearn.metrics

from exactmetrics.compat import sklearn as exact
from tests.cases import EXHAUSTIVE, each, size
from tests.compat.drawn import Question, questions
from tests.compat.explained import EXPLAINED, explanation, text_of
from tests.house.source import ROOT

FUNCTIONS = [name for name in exact.__all__ if inspect.isfunction(getattr(exact, name))]
KINDS = (ValueError, TypeError, ZeroDivisionError, NotImplementedError)


class Answer(NamedTuple):
    """What a function gave or raised, and the names of its warnings."""

    value: Any
    error: Exception | None
    warned: set[str]


def answer(library: Any, question: Question) -> Answer:
    function, value, error = getattr(library, question.function), None, None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = function(*question.columns, **question.options)
        except KINDS as raised:
            error = raised
    ours = {w.category.__name__ for w in caught if issubclass(w.category, UserWarning)}
    return Answer(value, error, ours)


def numbers(value: Any) -> Iterator[Any]:
    """Everything that a value holds, and how it is nested."""
    if isinstance(value, dict):
        for key, held in value.items():
            yield key
            yield from numbers(held)
    elif isinstance(value, str):
        yield from text_of(value)
    elif isinstance(value, (tuple, list, np.ndarray)):
        yield f"{len(value)} entries"
        for held in value:
            yield from numbers(held)
    else:
        yield value


def same(ours: Any, theirs: Any) -> bool:
    """Whether two values agree up to the rounding of floats."""
    pairs = list(numbers(ours)), list(numbers(theirs))
    if len(pairs[0]) != len(pairs[1]):
        return False
    return all(
        a == b
        if isinstance(a, str) or isinstance(b, str) or a is None or b is None
        else math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-14) or (math.isnan(a) and math.isnan(b))
        for a, b in zip(*pairs, strict=True)
    )


def differences(question: Question) -> Iterator[str]:
    """The kinds of difference between the two libraries."""
    ours, theirs = answer(exact, question), answer(sklearn.metrics, question)
    if ours.error is None and theirs.error is None:
        if not same(ours.value, theirs.value):
            yield "value"
        if ours.warned != theirs.warned:
            yield "warning"
    elif not any(isinstance(ours.error, kind) and isinstance(theirs.error, kind) for kind in KINDS):
        yield "error"


@each("name", FUNCTIONS)
def test_signature(name: str) -> None:
    ours = inspect.signature(getattr(exact, name)).parameters
    theirs = inspect.signature(getattr(sklearn.metrics, name)).parameters
    assert list(ours) == list(theirs)
    for parameter, there in theirs.items():
        assert ours[parameter].kind == there.kind, parameter
        assert repr(ours[parameter].default) == repr(there.default), parameter


def test_answers_on_samples_full_of_zeros() -> None:
    """A difference is news unless it is one of those that are explained, and each of these is met."""
    asked, met, news = set(), set(), []
    for question in questions(size(20, 500)):
        asked.add(question.function)
        for kind in differences(question):
            why = explanation(question, kind)
            met.add(why)
            if why is None:
                news.append((kind, question, answer(exact, question), answer(sklearn.metrics, question)))
    assert news == []
    assert asked == set(FUNCTIONS)
    if EXHAUSTIVE:
        assert met == {row.why for row in EXPLAINED}


FAULTS = [
    ("accuracy_score", ([0, 1], [0, 1, 1]), {}), ("accuracy_score", ([], []), {}),
    ("accuracy_score", ([0, 1], [0.5, 1]), {}), ("accuracy_score", ([0, 1], [[0, 1], [1, 0]]), {}),
    ("accuracy_score", ([0, 1], ["a", "b"]), {}), ("accuracy_score", ([0, float("nan")], [0, 1]), {}),
    ("accuracy_score", ("ab", "ab"), {}), ("accuracy_score", ([[0, 1, 2]], [[0, 1, 2]]), {}),
    ("accuracy_score", ([[1], [0, 1]], [[1], [0, 1]]), {}), ("accuracy_score", ([b"a"], [b"a"]), {}),
    ("accuracy_score", ([0, 1], [0, 1]), {"sample_weight": [1, 2, 3]}),
    ("accuracy_score", ([0, 1], [0, 1]), {"sample_weight": [[1, 2], [3, 4]]}),
    ("accuracy_score", ([0, 1], [0, 1]), {"sample_weight": [1, float("inf")]}),
    ("accuracy_score", ([0, 1], [0, 1]), {"normalize": "yes"}), ("f1_score", ([0, 1, 2], [0, 1, 2]), {}),
    ("f1_score", ([0, 2], [0, 2]), {}), ("f1_score", ([0, 1], [0, 1]), {"average": "mean"}),
    ("f1_score", ([0, 1], [0, 1]), {"average": "samples"}), ("f1_score", ([0, 1], [0, 1]), {"zero_division": 2}),
    ("f1_score", ([0, 1], [0, 1]), {"weights": 2}), ("fbeta_score", ([0, 1], [0, 1]), {}),
    ("fbeta_score", ([0, 1], [0, 1]), {"beta": -1}),
    ("jaccard_score", ([0, 1], [0, 1]), {"zero_division": float("nan")}),
    ("confusion_matrix", ([0, 1], [0, 1]), {"labels": []}), ("confusion_matrix", ([0, 1], [0, 1]), {"labels": [5]}),
    ("confusion_matrix", ([0, 1], [0, 1]), {"normalize": "rows"}), ("confusion_matrix", ([[0, 1]], [[0, 1]]), {}),
    ("multilabel_confusion_matrix", ([[0, 1]], [[0, 1]]), {"labels": [2]}),
    ("multilabel_confusion_matrix", ([[0, 1]], [[0, 1]]), {"labels": [-1]}),
    ("cohen_kappa_score", ([0, 1], [0, 1]), {"weights": "cubic"}),
    ("class_likelihood_ratios", ([0, 1, 2], [0, 1, 2]), {}),
    ("class_likelihood_ratios", ([0, 1], [0, 1]), {"replace_undefined_by": {"LR+": 0.5, "LR-": 0.5}}),
    ("classification_report", ([0, 1], [0, 1]), {"target_names": ["a"]}),
    ("roc_curve", ([0, 1, 2], [0.1, 0.2, 0.3]), {}), ("roc_curve", (["a", "b"], [0.1, 0.2]), {}),
    ("roc_curve", ([0, 1], [[0.1, 0.2], [0.1, 0.2]]), {}), ("roc_curve", ([0, 1], [0.1, float("nan")]), {}),
    ("det_curve", ([1, 1], [0.1, 0.2]), {}), ("auc", ([0], [1]), {}), ("auc", ([0, 2, 1], [0, 1, 2]), {}),
    ("roc_auc_score", ([0, 1, 2], [0.1, 0.2, 0.3]), {"multi_class": "ovr"}),
    ("roc_auc_score", ([0, 1, 2], [[0.1, 0.2, 0.3]] * 3), {"multi_class": "ovr"}),
    ("roc_auc_score", ([0, 1, 2], [[0.5, 0.2, 0.3]] * 3), {}),
    ("roc_auc_score", ([0, 1, 2], [[0.5, 0.2, 0.3]] * 3), {"multi_class": "ovo", "average": None}),
    ("roc_auc_score", ([0, 1, 2], [[0.5, 0.2, 0.3]] * 3), {"multi_class": "ovr", "labels": [0, 2, 1]}),
    ("roc_auc_score", ([0, 1, 2], [[0.5, 0.2, 0.3]] * 3), {"multi_class": "ovr", "labels": [0, 1, 1]}),
    ("roc_auc_score", ([0, 1, 2], [[0.5, 0.2, 0.3]] * 3), {"multi_class": "ovr", "max_fpr": 0.5}),
    ("roc_auc_score", ([0, 1], [0.1, 0.2]), {"max_fpr": 0}),
    ("average_precision_score", ([0, 1], [0.1, 0.2]), {"pos_label": 2}),
    ("average_precision_score", ([0, 1, 2], np.array([0.1, 0.2, 0.3])), {}),
    ("average_precision_score", ([0, 1, 2], [[0.5, 0.2, 0.3]] * 3), {"pos_label": 0}),
    ("brier_score_loss", ([], []), {}), ("f1_score", ([{1}, {2}], [{1}, {2}]), {}),
    ("brier_score_loss", ([0, 1], [0.1, 1.2]), {}), ("brier_score_loss", ([0, 1], [-0.1, 0.2]), {}),
    ("brier_score_loss", ([0, 1, 2], [0.1, 0.2, 0.3]), {}), ("brier_score_loss", (["a", "b"], [0.1, 0.2]), {}),
    ("brier_score_loss", ([0, 0], [[0.5, 0.5]] * 2), {}), ("brier_score_loss", ([0, 1, 2], [[0.5, 0.5]] * 3), {}),
    ("log_loss", ([], []), {}), ("log_loss", ([0, 1], None), {}), ("log_loss", ([0, 1], [0.1, 1.2]), {}),
    ("log_loss", ([0, 1], [-0.1, 0.2]), {}), ("log_loss", ([0, 0], [0.1, 0.2]), {}),
    ("log_loss", ([0, 1, 2], [0.1, 0.2, 0.3]), {}), ("log_loss", ([0, 1, 2], [[0.5, 0.5]] * 3), {}),
    ("log_loss", ([0, 1], [0.1, 0.2]), {"labels": [0]}), ("log_loss", ([0, 1], [0.1, 0.2]), {"labels": [0, 2]}),
    ("log_loss", ([0, 1], [0.1, 0.2]), {"labels": [0, 1, 2]}),
    ("log_loss", ([0, 1], [0.1, 0.2]), {"y_pred": [0.1, 0.2]}), ("log_loss", ([0, 1], [0.1, float("nan")]), {}),
    ("top_k_accuracy_score", ([0, 1], [0.1, 0.2]), {"k": 0}),
    ("top_k_accuracy_score", ([0, 1, 2], [0.1, 0.2, 0.3]), {}),
    ("top_k_accuracy_score", ([0, 1, 1], [[0.5, 0.2, 0.3]] * 3), {}), ("coverage_error", ([0, 1], [0.1, 0.2]), {}),
    ("label_ranking_loss", ([[0, 1]], [[0.1, 0.2, 0.3]]), {}),
    ("label_ranking_average_precision_score", ([[0, 2]], [[0.1, 0.2, 0.3]]), {}),
    ("ndcg_score", ([[0, 1]], [[0.1, 0.2, 0.3]]), {}), ("ndcg_score", ([0, 1], [0.1, 0.2]), {}),
    ("ndcg_score", ([[0, -1, 2]], [[0.1, 0.2, 0.3]]), {}), ("ndcg_score", ([[1]], [[0.1]]), {}),
    ("ndcg_score", ([[0, 1, 2]], [[0.1, 0.2, 0.3]]), {"k": 0}),
    ("dcg_score", ([["a", "b", "c"]], [[0.1, 0.2, 0.3]]), {}),
    ("dcg_score", ([[0, 1, 2]], [[0.1, 0.2, 0.3]]), {"log_base": 0}), ("rand_score", ([0, 1], [0, 1, 1]), {}),
    ("rand_score", ([[0, 1]], [[0, 1]]), {}), ("mutual_info_score", ([], []), {}),
    ("mutual_info_score", (None, None), {"contingency": [3, 0]}),
    ("mutual_info_score", (None, None), {"contingency": [[0, 0], [0, 0]]}),
    ("v_measure_score", ([0, 1], [0, 1]), {"beta": -1}), ("v_measure_score", ([0, 1], [0, 1]), {"beta": float("inf")}),
    ("normalized_mutual_info_score", ([0, 1], [0, 1]), {"average_method": "mean"}),
    ("adjusted_mutual_info_score", ([0, 1], [0, 1, 1]), {}),
]  # fmt: skip


@each(("function", "columns", "options"), FAULTS)
def test_what_is_refused_there_is_refused(function: str, columns: Any, options: dict[str, Any]) -> None:
    question = Question(function, columns, options)
    assert answer(sklearn.metrics, question).error is not None
    assert list(differences(question)) == []


def test_numbers_behave_as_floats_do_in_tests() -> None:
    true, predicted = [0, 1, 1, 0, 2], [0, 1, 0, 0, 1]
    f1, mcc = exact.f1_score(true, predicted, average="macro"), exact.matthews_corrcoef(true, predicted)
    recall = exact.recall_score(true, predicted, average=None)
    assert f1 == Fraction(13, 30) == Fraction(f1)
    assert f1 == 13 / 30 == f1
    assert f1 != 0.4333
    assert round(f1, 3) == 0.433
    assert 0.4 < f1 < 0.5
    assert f"{f1:.3f} {recall[1]:.1%} {mcc}" == "0.433 50.0% 5*sqrt(3)/24"
    for value in (f1, mcc, 1 - f1, mcc / 2, -mcc, abs(mcc), mcc * mcc):
        assert value == pytest.approx(float(value))
        assert float(value) == pytest.approx(value)
        np.testing.assert_allclose(value, float(value))
        np.testing.assert_allclose(float(value), value)
        np.testing.assert_almost_equal(value, value)
        assert abs(value - float(value)) < 1e-15
        assert not np.isnan(value)
    np.testing.assert_allclose(recall, [1, 0.5, 0])
    np.testing.assert_allclose([1, 0.5, 0], recall)
    np.testing.assert_allclose(recall, recall)
    np.testing.assert_array_equal(recall, [1, 0.5, 0])
    np.testing.assert_array_almost_equal([1, 0.5, 0], recall)
    assert recall == pytest.approx([1, 0.5, 0])
    assert recall.sum() == Fraction(3, 2)
    assert np.mean(recall) == 0.5
    assert recall.astype(float).dtype == float
    assert [type(value) for value in recall.tolist()] == [exact.Exact] * 3


def test_numbers_of_all_kinds_beside_each_other() -> None:
    clusters = [0, 0, 1, 1, 1], [0, 1, 1, 1, 1]
    root = exact.matthews_corrcoef([0, 1, 1, 0, 2], [0, 1, 0, 0, 1])
    log = exact.v_measure_score(*clusters)
    certified = exact.normalized_mutual_info_score(*clusters, average_method="geometric")
    kinds = [Fraction(1, 2), exact.f1_score([0, 1, 1], [0, 1, 0]), root, 1 - root, log, certified,
             exact.ndcg_score([[3, 2, 0]], [[1, 2, 3]])]  # fmt: skip
    for at, a in enumerate(kinds):
        for place, b in enumerate(kinds):
            assert (a == b) is (at == place)
            if at >= 1 or place >= 1:
                assert float(a * b) == pytest.approx(float(a) * float(b))
                assert float(a / b) == pytest.approx(float(a) / float(b))
                assert (a < b) is (float(a) < float(b))
    assert certified == exact.normalized_mutual_info_score(*clusters[::-1], average_method="geometric")
    assert [kind.__class__.__name__ for kind in kinds[2:]] == [
        "ExactRoot", "ExactRoots", "ExactLog", "ExactCertified", "ExactLogQuotients",
    ]  # fmt: skip
    with pytest.raises(exact.InvalidParameterError, match="rational"):
        exact.v_measure_score(*clusters, beta=root)
    with pytest.raises(ValueError, match="NaN"):
        exact.rand_score([0, float("nan")], [0, 1])


def test_log_loss_of_floats_as_models_give_them() -> None:
    draw = Random(86)
    for turn in range(size(30, 400)):
        k, number = draw.choice((2, 3, 5)), draw.choice((1, 4, 30, 120))
        true = [*range(k), *(draw.randrange(k) for _ in range(number))]
        logits = [[draw.gauss(0, draw.choice((1, 4))) for _ in range(k)] for _ in true]
        rows = np.array([[math.exp(x) / sum(map(math.exp, row)) for x in row] for row in logits])
        if turn % 3 == 0:
            rows[:: draw.choice((2, 5))] = np.eye(k)[draw.randrange(k)]  # zeros and ones, which are clipped
        given: Any = rows[:, 1] if k == 2 and turn % 2 else rows
        if turn % 5 == 0:
            given = np.array(given, dtype="f4")
        weights = draw.choice((None, [draw.random() + 0.1 for _ in true]))
        options = {"normalize": draw.random() < 0.7, "sample_weight": weights}
        ours, theirs = exact.log_loss(true, given, **options), sklearn.metrics.log_loss(true, given, **options)
        assert math.isclose(ours, theirs, rel_tol=1e-5 if turn % 5 == 0 else 1e-12)


def test_log_loss_takes_its_old_name_and_warns_as_there() -> None:
    for options in ({"y_pred": [0.1, 0.8]}, {"y_proba": [[0.1, 0.8], [0.5, 0.5]]}):
        ours, theirs = ([], [])
        for library, caught in ((exact, ours), (sklearn.metrics, theirs)):
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                caught += [round(float(library.log_loss([0, 1], **options)), 12), *(w.category for w in told)]
        assert ours == theirs
        assert len(ours) == 2


@each("options", [
    {}, {"digits": 4}, {"target_names": ["a bird", "a cat", "a dog with a long name"]}, {"labels": ["cat", "bird"]},
    {"sample_weight": [0.5, 0.25, 1, 1, 1]}, {"sample_weight": [1, 2, 3, 1, 1]},
])  # fmt: skip
def test_a_report_is_printed_as_there(options: dict[str, Any]) -> None:
    columns = ["bird", "cat", "cat", "dog", "dog"], ["bird", "cat", "dog", "dog", "dog"]
    ours, theirs = (library.classification_report(*columns, **options) for library in (exact, sklearn.metrics))
    assert ours == theirs
    rows = [[0, 1, 1], [1, 0, 0]], [[0, 1, 0], [1, 0, 0]]
    assert exact.classification_report(*rows) == sklearn.metrics.classification_report(*rows)


def test_weights_are_exact_and_a_warning_points_at_the_line_of_the_caller() -> None:
    true, predicted = [0, 1, 1], [0, 1, 0]
    assert exact.accuracy_score(true, predicted, sample_weight=[0.1, 0.1, 0.1]) == Fraction(2, 3)
    thirds = exact.confusion_matrix(true, predicted, sample_weight=[Fraction(1, 3)] * 3)
    assert thirds.tolist() == [[Fraction(1, 3), 0], [Fraction(1, 3), Fraction(1, 3)]]
    with pytest.warns(exact.UndefinedMetricWarning) as caught:
        exact.f1_score([0, 0], [0, 0])
    assert caught[0].filename == __file__


def test_what_is_refused_here() -> None:
    for function in (exact.log_loss, exact.brier_score_loss):
        with pytest.raises(ValueError, match="2 vs 3"):
            function([[1, 0], [0, 1]], [[0.2, 0.3, 0.5], [0.1, 0.8, 0.1]])
        with pytest.raises(ValueError, match="no number"):
            function([0, 1], np.array([0.2, 0.5], dtype=np.longdouble))
    with pytest.raises(NotImplementedError, match=r"at each threshold"):
        exact.metric_at_thresholds([0, 1], [0.1, 0.9])
    with pytest.raises(AttributeError, match="no_such_score"):
        exact.no_such_score  # noqa: B018


def test_a_number_has_more_digits_than_a_float_where_they_are_asked_for() -> None:
    loss = exact.log_loss([1, 0, 1, 1], [0.9, 0.2, 0.6, 0.5])
    assert f"{loss:.30f}" == "0.383119217824493012404135572228"  # of mpmath
    assert (f"{loss:.4f}", round(loss, 4)) == ("0.3831", Fraction("0.3831"))
    assert f"{exact.f1_score([1, 0, 1], [1, 1, 1]):.20f}" == "0.80000000000000000000"


def test_without_numpy_there_are_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    assert exact.recall_score([0, 1, 1], [0, 1, 0], average=None) == [1, Fraction(1, 2)]
    assert exact.confusion_matrix([0, 1, 1], [0, 1, 0]) == [[1, 0], [1, 1]]


def test_every_function_stands_in_the_page() -> None:
    page = (ROOT / "docs" / "compat.md").read_text(encoding="utf-8")
    assert [name for name in FUNCTIONS if f"`{name}`" not in page] == []
