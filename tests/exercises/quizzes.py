"""Sheets that the tests of the writers share, also with names of classes that mean something to a format."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.exercises import sheet
from exactmetrics.exercises.kinds import MAKERS

KINDS = ["compute", "choice", "blanks"]
SCORED = ["roc_auc", "average_precision", "brier", "log_loss"]
METRICS = ["precision", "recall", "f1", "kappa", "mcc", "accuracy", "dor", "g_mean", *SCORED]
HOSTILE = [
    "<script>alert(1)</script>",
    "]]>&amp;",
    "a}b~c#d",
    "back\\slash",
    "q\"uo'te",
    "`r stop(1)`",
    "[sound:x.mp3]",
    "{{c1::x}}",
]


def made(**changes: Any) -> Any:
    return em.exercises(**{"metric": "f1", "average": "macro", "number": 3, "seed": 7, "kind": KINDS, **changes})


@cache
def every_kind(metric: str, **changes: Any) -> Any:
    """Exercises of every kind that a metric has."""
    kinds = list(MAKERS) if metric in ("precision", "recall") else KINDS
    kinds = [*KINDS, "error"] if metric in ("f1", *SCORED) else kinds
    return em.exercises(metric, **{"number": len(kinds), "kind": kinds, "seed": len(metric), **changes})


def hostile(monkeypatch: pytest.MonkeyPatch, name: str) -> Any:
    """A sheet about classes of any name; `exercises` takes plain words alone, and its writers do not rely on it."""
    monkeypatch.setattr(sheet, "_labels", lambda classes, labels: list(labels))
    return made(labels=[name, "line\nbreak", "cat"])
