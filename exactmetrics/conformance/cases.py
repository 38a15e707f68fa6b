"""The cases that implementations are asked: those of matrices, of scores and of label sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from exactmetrics.vectors.label_set_vectors import LABEL_SETS
from exactmetrics.vectors.reading import Case, load_vectors, metrics_with_vectors
from exactmetrics.vectors.score_vectors import SCORES

About = Literal["matrix", "scores", "label_sets"]


def about(case: Case) -> About:
    """What the input of a case is."""
    kind = case.input.kind
    return kind if kind == "scores" or kind == "label_sets" else "matrix"


def every_case(*, smoke: bool = False) -> Iterator[Case]:
    """Every case of the published vectors; the smoke set is of matrices."""
    yield from load_vectors(smoke=smoke)
    if not smoke:
        yield from SCORES.cases()
        yield from LABEL_SETS.cases()


def cases_about(metrics: Iterable[str]) -> Iterator[Case]:
    """The cases of some metrics, matrices first."""
    names, known = list(metrics), set(metrics_with_vectors())
    for name in names:
        if name in known:
            yield from load_vectors(name)
    yield from (case for kind in (SCORES, LABEL_SETS) for case in kind.cases() if case.metric in names)
