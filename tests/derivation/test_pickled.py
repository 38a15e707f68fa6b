"""Results that are pickled or copied are the same results: they print the same pages."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import exactmetrics as em
from tests.cases import each

CM = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
SCORES = em.Scores([1, 1, 1, 0, 0, 0], [0.9, 0.7, 0.5, 0.7, 0.4, 0.2])
MAKE: list[Callable[[], Any]] = [
    lambda: CM.derive("f1", average="macro"),
    lambda: CM.derive("mcc", detail="full"),
    lambda: CM.derive("fbeta", label="cat", beta=2),
    lambda: CM.derive("precision", average="macro", preset="sklearn-1.9"),
    lambda: CM.derive("f1", label="cat", detail="scaffold"),
    lambda: em.compare(CM.derive("f1", average="macro"), CM.derive("f1", average="micro")),
    lambda: CM.report(),
    lambda: CM.report(metrics=["f1", "mcc"], derivations=True),
    lambda: em.Multilabel.from_indicators([[1, 0], [1, 1]], [[1, 1], [0, 1]]).report(),
    lambda: em.document({"title": "Words", "block": [{"text": "A *word*."}]}),
    lambda: em.verify_document("1/2 = 0.5"),
    lambda: em.exercises("precision", seed=3),
    *(lambda name=name: SCORES.derive(name) for name in ("roc_auc", "log_loss", "brier", "eer", "log_auc")),  # type: ignore[misc]
]


@each("make", MAKE, quick=len(MAKE))
def test_what_is_pickled_or_copied_prints_the_same_page(make: Callable[[], Any]) -> None:
    for shown in (False, True):
        thing = make()
        page = make().to("markdown")
        if shown:
            thing.to("markdown")
        for again in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing), copy.copy(thing)):
            assert again.to("markdown") == page


def test_a_metric_is_one_wherever_it_comes_from() -> None:
    derivation = CM.derive("mcc")
    for again in (pickle.loads(pickle.dumps(derivation)), copy.deepcopy(derivation)):
        assert again.request.metric is derivation.request.metric
        assert again.value == derivation.value
