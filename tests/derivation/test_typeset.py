"""A page typeset from what was kept of the same question is, byte for byte, the one the templates make."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.derivation.planning.reuse import shared_plan
from exactmetrics.documents.document import document
from exactmetrics.metrics.request import resolve
from tests.contracts.questions import questions
from tests.derivation.questions import matrices, matrix

FORMATS = ("markdown", "github", "latex", "text", "html")


def made_anew(derivation: em.Derivation, name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page without anything that was kept."""
    with monkeypatch.context() as patch:
        patch.setattr(document, "typeset", lambda *args, **options: None)
        return derivation.to(name)


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_every_question_on_one_matrix_after_the_other(k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Random(k)
    dense = [[[draw.randint(1, 40) for _ in range(k)] for _ in range(k)] for _ in range(6)]
    for at, question in enumerate(questions(k)):
        options = question.named() | {"undefined": ("propagate", 0)[at % 2]}
        for rows in [*dense[:3], draw.choice(matrices(k, 7)), draw.choice(dense)]:
            name = FORMATS[at % len(FORMATS)]
            derivation = matrix(rows).derive(question.metric, **options)
            assert derivation.to(name) == made_anew(derivation, name, monkeypatch), (str(question), rows)


@pytest.mark.parametrize("k", [9, 12, 13, 40])
@pytest.mark.parametrize("metric", ["precision", "f1", "mcc", "kappa", "informedness"])
def test_many_classes(k: int, metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Random(k)
    options: dict[str, Any] = {} if metric in ("mcc", "kappa") else {"average": "macro"}
    for most in (9, 9, 400, 10**5):
        cm = em.ConfusionMatrix([[draw.randint(0, most) for _ in range(k)] for _ in range(k)])
        derivation = cm.derive(metric, undefined=0, **options)
        assert derivation.to_markdown() == made_anew(derivation, "markdown", monkeypatch)


@pytest.mark.parametrize("labels", [[1, 2], [True, 2], [1.0, 2], ["1", "2"], ["a", "b"], ["a\u200b", "b"]])
def test_labels_that_are_equal_are_not_one_another(labels: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    derivation = em.ConfusionMatrix([[5, 1], [5, 7]], labels=labels).derive("recall", average="macro")
    assert derivation.to_markdown() == made_anew(derivation, "markdown", monkeypatch)


def test_what_depends_on_the_counts_is_not_shared() -> None:
    full, absent = em.ConfusionMatrix([[5, 1], [5, 7]])._blocks, em.ConfusionMatrix([[5, 1], [0, 0]])._blocks
    request = resolve("recall", average="weighted")
    assert shared_plan(request, full, None) is not None
    assert shared_plan(request, absent, None) is None, "a class of weight 0 is left out"
    assert shared_plan(resolve("recall", average="macro", undefined=0), absent, None) is None
    assert shared_plan(resolve("recall", average="macro", over="true"), full, None) is None
    halves = em.ConfusionMatrix([[Fraction(1, 2), 1], [5, 7]])._blocks
    assert shared_plan(request, halves, None) is None


@pytest.mark.parametrize("metric", ["precision", "recall", "f1"])
def test_absent_classes_first(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights of the chosen classes that happen to add up to N on the first matrix do so on no other."""
    for rows in (
        [[0, 0, 0], [0, 8, 0], [0, 0, 2]],
        [[3, 1, 1], [2, 5, 4], [1, 1, 1]],
        [[1, 1, 9], [2, 7, 4], [5, 1, 1]],
    ):
        derivation = matrix(rows).derive(metric, average="weighted", over=matrix(rows).labels[1:])
        assert derivation.to_markdown() == made_anew(derivation, "markdown", monkeypatch)


def test_wide_counts_after_narrow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of type of a matrix in LaTeX depends on its counts."""
    draw = Random(12)
    for low, high in ((1, 3), (1, 5), (1, 4), (1000, 9999), (100, 999)):
        rows = [[draw.randint(low, high) for _ in range(12)] for _ in range(12)]
        derivation = em.ConfusionMatrix(rows).derive("accuracy")
        assert derivation.to_latex() == made_anew(derivation, "latex", monkeypatch)
