"""Names of metrics that are not known: what is offered in their place fits, or nothing is offered."""

from __future__ import annotations

import re
from typing import Any

import pytest
from scipy.stats import entropy

from exactmetrics import ConfusionMatrix, Scores, decimal
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.score_registry import all_score_metrics, found_score_metric
from tests.cases import each
from tests.growth import calls


def said(name: str) -> str:
    with pytest.raises(UsageError) as caught:
        metric_named(name)
    return str(caught.value)


@each(
    ("name", "offered"),
    [
        ("recal", "recall"),
        ("sens", "sensitivity"),
        ("spec", "specificity"),
        ("balanced_acc", "balanced_accuracy"),
        ("bal-acc", "balanced_accuracy"),
        ("balancedacuracy", "balanced_accuracy"),
        ("weighted_kappa", "linearly_weighted_kappa"),
        ("quadratic_kappa", "quadratic_weighted_kappa"),
        ("matthews", "matthews_corrcoef"),
        ("sensitvity", "sensitivity"),
        ("acuracy", "accuracy"),
        ("kapa", "kappa"),
        ("f1_scor", "f1_score"),
        ("youden", "youden_j"),
        ("top", "top_k_accuracy"),
        ("average_precison", "average_precision"),
        ("jaccard coefficient", "jaccard"),
        ("aveage_precision", "average_precision"),
        ("roc_acu", "roc_auc"),
        ("pr_acu", "pr_auc"),
    ],
)
def test_what_is_offered_fits(name: str, offered: str) -> None:
    assert re.search(rf"did you mean '{offered}'[ ?]", said(name))


@each(
    ("name", "told"),
    [
        ("roc_acu", "did you mean 'roc_auc'?"),
        ("pr_acu", "did you mean 'pr_auc'?"),
        ("aveage_precision", "did you mean 'average_precision'?"),
        ("precison", "did you mean 'precision' of predictions?"),
        ("recal", "did you mean 'recall' of predictions or"),
        ("xyz", "none of a similar name"),
    ],
)
def test_scores_are_asked_for_their_metrics_first(name: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        Scores([1, 0], [1, 0]).value(name)
    assert told in str(caught.value)


def test_counts_are_told_of_metrics_of_scores() -> None:
    assert "did you mean 'roc_auc' of scores?" in said("roc_acu")
    assert "did you mean 'average_precision' of scores or 'precision'?" in said("aveage_precision")


@each(
    ("name", "means"),
    [
        ("Scott's pi", "scott_pi"),
        ("Scott’s Pi", "scott_pi"),
        ("YULE'S Q", "yule_q"),
        ("cramer\u0301s v", "cramers_v"),
        ("No-Information Rate", "no_information_rate"),
        ("null accuracy", "no_information_rate"),
    ],
)
def test_names_are_compared_without_accents_and_apostrophes(name: str, means: str) -> None:
    assert metric_named(name).name == means


def test_what_sentences_call_a_metric_is_its_name_too() -> None:
    assert {metric.title for metric in all_metrics() if metric_named(metric.title) is not metric} == set()
    of_scores = all_score_metrics()
    assert {metric.title for metric in of_scores if found_score_metric(metric.title) is not metric} == set()


@each("name", ["Theil's U", "theils_u", "uncertainty coefficient"])
def test_the_uncertainty_coefficient_is_one_of_two(name: str) -> None:
    """Theil's U(X|Y) is the mutual information divided by the entropy of X, as scipy has both here."""
    assert re.search(r"U\(actual class \| predicted class\) is homogeneity, and U\(.*\) completeness", said(name))
    matrix = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    true, predicted, joint = ([6, 1, 1], [1, 5, 2], [2, 3, 7]), [9, 9, 10], [6, 1, 1, 1, 5, 2, 2, 3, 7]
    shared = entropy(list(map(sum, true))) + entropy(predicted) - entropy(joint)
    assert float(decimal(matrix.value("homogeneity"))) == pytest.approx(shared / entropy(list(map(sum, true))))
    assert float(decimal(matrix.value("completeness"))) == pytest.approx(shared / entropy(predicted))


@each("name", ["xyz", "mae", "fpp", "tpp", "dorr", "f", ""])
def test_nothing_is_offered_where_nothing_fits(name: str) -> None:
    message = said(name)
    assert "did you mean" not in message
    assert "none of a similar name" in message
    assert "`exactmetrics metrics` lists all" in message


@each(
    ("name", "metric", "average"),
    [
        ("macro_f1", "f1", "macro"),
        ("F1-macro", "f1", "macro"),
        ("weighted recall", "recall", "weighted"),
        ("micro_PPV", "precision", "micro"),
        ("mean_iou", "jaccard", "macro"),
    ],
)
def test_an_average_is_an_option_of_its_own(name: str, metric: str, average: str) -> None:
    assert f'it is {metric} with average="{average}", on the command line -m {metric} -a {average}' in said(name)


@each("name", ["top_2_accuracy", "top5", "precision@5", "recall_at_10"])
def test_ranked_predictions(name: str) -> None:
    assert "ranked predictions" in said(name)


@each("name", ["auc", "ROC AUC", "log_loss", "gini", "top-k accuracy"])
def test_scores_of_samples(name: str) -> None:
    assert "scores or probabilities" in said(name)


def test_parameters_of_f() -> None:
    assert "fbeta with the parameter beta=2" in said("F2")


def test_a_name_cut_short_leads_to_its_metric_and_never_astray() -> None:
    known = {name: metric for metric in all_metrics() for name in (metric.name, *metric.aliases)}
    of_scores = {name for metric in all_score_metrics() for name in (metric.name, *metric.aliases)}  # mce beside mcen
    for name, metric in known.items():
        short = name[:-1]
        if len(name) <= 3 or short in {*known, *of_scores} or short.replace("_", "") in known:
            continue
        offered = re.findall(r"'([a-z0-9_]+)'(?: \(|[ ?])", said(short).partition("did you mean")[2])
        alike = {m.name for begins, m in known.items() if begins.startswith(short)}
        if len(alike) > len(offered):  # Baulieu I to XIV: some of them, and no other
            assert offered, short
            assert {metric_named(one).name for one in offered} <= alike, (short, offered)
        else:
            assert metric in map(metric_named, offered), (short, offered)
        words = set(name.split("_"))
        assert all(one.startswith(name[:2]) or words & set(one.split("_")) for one in offered), (short, offered)


@each("name", ["a" * 100_000, "f1 " * 30_000, "precision" * 10_000])
def test_a_name_of_very_many_letters_is_cut_and_compared_with_none(name: str) -> None:
    assert calls(lambda: said(name)) < 60_000
    assert len(said(name)) < 500


@each("name", [0, None, ("f1",), [0] * 1_000])
def test_what_is_no_text_is_no_name(name: Any) -> None:
    assert said(name).startswith("no metric ")
    assert len(said(name)) < 500


@each("name", ["AMI", "adjusted mutual information", "adjusted_mutual_info_score"])
def test_adjusted_mutual_information_is_elsewhere(name: str) -> None:
    assert "compat.sklearn.adjusted_mutual_info_score(" in said(name)
