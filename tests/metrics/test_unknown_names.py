"""Names of metrics that are not known: what is offered in their place fits, or nothing is offered."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import entropy

from exactmetrics import ConfusionMatrix, Scores, decimal
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.score_registry import all_score_metrics, found_score_metric
from tests.cases import each, sample
from tests.growth import calls

TABLES = tomllib.loads(Path(__file__).with_name("names.toml").read_text(encoding="utf-8"))


def said(name: str) -> str:
    with pytest.raises(UsageError) as caught:
        metric_named(name)
    return str(caught.value)


@each(("name", "told"), TABLES["told"].items())
def test_what_is_offered_fits(name: str, told: str) -> None:
    assert re.search(told, said(name))


@each(("name", "told"), TABLES["told_by_scores"].items())
def test_scores_are_asked_for_their_metrics_first(name: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Scores([1, 0], [1, 0]).value(name)


@each(("name", "means"), TABLES["means"].items())
def test_names_are_compared_without_accents_and_apostrophes(name: str, means: str) -> None:
    assert metric_named(name).name == means


def test_what_sentences_call_a_metric_is_its_name_too() -> None:
    assert {metric.title for metric in all_metrics() if metric_named(metric.title) is not metric} == set()
    of_scores = all_score_metrics()
    assert {metric.title for metric in of_scores if found_score_metric(metric.title) is not metric} == set()


def test_the_uncertainty_coefficient_is_one_of_two() -> None:
    """Theil's U(X|Y) is the mutual information divided by the entropy of X, as scipy has both here."""
    matrix = ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]])
    true, predicted = entropy([8, 8, 12]), entropy([9, 9, 10])
    shared = true + predicted - entropy([6, 1, 1, 1, 5, 2, 2, 3, 7])
    assert float(decimal(matrix.value("homogeneity"))) == pytest.approx(shared / true)
    assert float(decimal(matrix.value("completeness"))) == pytest.approx(shared / predicted)


@each("name", ["xyz", "mae", "fpp", "tpp", "dorr", "f", ""])
def test_nothing_is_offered_where_nothing_fits(name: str) -> None:
    message = said(name)
    assert "did you mean" not in message
    assert "none of a similar name" in message
    assert "`exactmetrics metrics` lists all" in message


def test_a_name_cut_short_leads_to_its_metric_and_never_astray() -> None:
    known = {name: metric for metric in all_metrics() for name in (metric.name, *metric.aliases)}
    of_scores = {name for metric in all_score_metrics() for name in (metric.name, *metric.aliases)}  # mce beside mcen
    for name in sample(known, 80):
        short = name[:-1]
        if len(name) <= 3 or short in {*known, *of_scores} or short.replace("_", "") in known:
            continue
        offered = re.findall(r"'([a-z0-9_]+)'(?: \(|[ ?])", said(short).partition("did you mean")[2])
        alike = {m.name for begins, m in known.items() if begins.startswith(short)}
        if len(alike) > len(offered):  # Baulieu I to XIV: some of them, and no other
            assert offered, short
            assert {metric_named(one).name for one in offered} <= alike, (short, offered)
        else:
            assert known[name] in map(metric_named, offered), (short, offered)
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
