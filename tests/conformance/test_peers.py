"""The installed peers on the smoke set: whatever is wrong is of a known kind, and every metric they have is asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from exactmetrics.conformance.answers import Answer
from exactmetrics.conformance.explained import all_explained, explanation
from exactmetrics.conformance.judge import judge_answer
from exactmetrics.conformance.page import Column, column_of
from exactmetrics.conformance.peer import CannotTakeError
from exactmetrics.conformance.peers import NAMES, all_peers, peer_named
from exactmetrics.conformance.run import run_peer
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.score_request import score_metric_named
from exactmetrics.vectors.reading import Case, load_vectors, metrics_with_vectors
from tests.cases import each, sample
from tests.conformance.installed import want

# One worker asks the peers.
pytestmark = pytest.mark.xdist_group("peers")

HOMES = {"scikit-learn": "sklearn", "PyCM": "pycm", "torchmetrics": "torchmetrics"}


@cache
def smoke() -> tuple[Case, ...]:
    return tuple(load_vectors(smoke=True))


@cache
def column(name: str) -> Column:
    return column_of(run_peer(peer_named(name), smoke()), smoke())


@each("name", NAMES)
def test_nothing_is_wrong_in_a_new_way(name: str) -> None:
    want(name)
    news = [(judged.case.id, judged.answer.shown(), judged.case.expected.decimal) for judged in column(name).news]
    assert news == []


@each("name", NAMES)
def test_most_answers_are_right(name: str) -> None:
    """A peer that is asked the wrong question gives wrong answers or none: this sees a broken adapter."""
    want(name)
    cells = column(name).cells.values()
    right = sum(cell.verdicts["correct"] + cell.verdicts["near"] for cell in cells)
    valued = sum(cell.cases - cell.verdicts["undefined"] for cell in cells)
    assert valued >= 10  # imbalanced-learn has two of all the metrics that share the smoke set
    assert right >= 0.7 * valued


@each("name", HOMES)
def test_every_metric_of_the_registry_is_asked(name: str) -> None:
    """A metric that is said to be in a library reaches it, without a line in the adapter if it has a usual form."""
    want(name)
    peer = peer_named(name)

    def asked(case: Case) -> bool:
        try:
            return peer.call(case) is not None
        except CannotTakeError:
            return False

    with_it = [m for m in metrics_with_vectors() if HOMES[name] in metric_named(m).implemented_by]
    silent = [metric for metric in with_it if not any(asked(case) for case in load_vectors(metric))]
    assert silent == []
    assert with_it


def test_no_name_means_two_peers() -> None:
    names = [name for peer in all_peers() for name in {peer.name.lower(), peer.distribution, *peer.aliases}]
    assert len(names) == len(set(names))


JUNK = (0.123456789, 0.7, -5.0, 7e300, 1.0, 0.0)


def test_an_explanation_does_not_cover_small_inputs() -> None:
    """A wrong number for a small input is news, whatever the metric and the number: no row may swallow it."""
    small = [
        case
        for case in load_vectors()
        if case.input.kind == "matrix" and not HARD & set(case.flags) and case.input.counts().n < 1000
        and set(case.options) <= {"beta"} and case.convention == "standard" and case.expected.decimal
    ]  # fmt: skip
    small = sample(small[:: len(small) // 60], 30)
    assert len(small) >= 30
    swallowed = [
        (peer.name, case.id, junk)
        for peer in all_peers()
        for case in small
        for junk in JUNK
        if any(row.peer == peer.name and case.metric in row.metrics for row in all_explained())
        and explanation(peer.name, judge_answer(case, Answer(junk), peer.precision))
    ]
    assert swallowed == []


HARD = {"Cancellation", "ExtremeParameter", "FractionalCounts", "Subnormal", "Underflow"}


def test_every_row_is_of_a_peer_and_of_metrics_there_are() -> None:
    for row in all_explained():
        assert row.peer in NAMES
        named: Callable[[str], Any] = score_metric_named if row.of == "scores" else metric_named
        assert [named(metric).name for metric in row.metrics] == list(row.metrics)
        assert row.when
