"""The installed peers on the smoke set and on every case about samples: whatever is wrong is of a known kind, every
metric they have is asked, and no explanation swallows a wrong number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any
from zlib import crc32

import pytest

from exactmetrics.conformance.answers import Answer, Answers
from exactmetrics.conformance.explained import all_explained, explanation
from exactmetrics.conformance.judge import judge_answer
from exactmetrics.conformance.page import Column, column_of
from exactmetrics.conformance.peer import CannotTakeError, Peer
from exactmetrics.conformance.peers import NAMES, all_peers, peer_named
from exactmetrics.conformance.run import run_peer
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.metrics.score_request import score_metric_named
from exactmetrics.vectors.label_set_vectors import LABEL_SETS
from exactmetrics.vectors.reading import Case, load_vectors, metrics_with_vectors
from exactmetrics.vectors.score_vectors import SCORES
from tests.cases import each, size
from tests.conformance.installed import want

# One worker asks the peers.
pytestmark = pytest.mark.xdist_group("peers")

HOMES = {"scikit-learn": "sklearn", "PyCM": "pycm", "torchmetrics": "torchmetrics"}
OF_SAMPLES = ("scikit-learn", "torchmetrics")
HARD = {"Cancellation", "ExtremeParameter", "FractionalCounts", "Subnormal", "Underflow"}
JUNK = (0.123456789, 0.7, -5.0, 7e300, 1.0, 0.0)


@cache
def smoke() -> tuple[Case, ...]:
    return tuple(load_vectors(smoke=True))


@cache
def samples() -> tuple[Case, ...]:
    return (*SCORES.cases(), *LABEL_SETS.cases())


def drawn(cases: Iterable[Case], number: int) -> list[Case]:
    """So many of them by the hash of their ids, so that no new case changes which of the others are drawn."""
    return sorted(cases, key=lambda case: crc32(case.id.encode()))[:number]


@cache
def column(name: str) -> Column:
    return column_of(run_peer(peer_named(name), smoke()), smoke())


@cache
def column_of_samples(name: str) -> Column:
    """What a peer answers; in this process, for a process of its own is what other tests have."""
    peer = peer_named(name)
    told = {case.id: peer.ask(case) for case in samples()}
    given = {name: answer for name, answer in told.items() if answer is not None}
    return column_of(Answers(peer.name, peer.version(), peer.precision, given, asked_here=True), samples())


def sure(name: str, of: str) -> tuple[int, int]:
    """How many answers of a column are right, and to how many cases that have a value."""
    cells = [cell for cell in (column if of == "matrix" else column_of_samples)(name).cells.values() if cell.of == of]
    right = sum(cell.verdicts["correct"] + cell.verdicts["near"] for cell in cells)
    return right, sum(cell.cases - cell.verdicts["undefined"] for cell in cells)


@each("name", NAMES, quick=2)
def test_nothing_is_wrong_in_a_new_way_and_most_answers_are_right(name: str) -> None:
    """A peer that is asked the wrong question gives wrong answers or none: this sees a broken adapter."""
    want(name)
    columns = [column(name), *([column_of_samples(name)] if name in OF_SAMPLES else [])]
    news = [(judged.case.id, judged.answer.shown()) for asked in columns for judged in asked.news]
    assert news == []
    right, valued = sure(name, "matrix")
    assert valued >= 10  # imbalanced-learn has two of all the metrics that share the smoke set
    assert right >= 0.7 * valued
    for kind in ("scores", "label_sets") if name in OF_SAMPLES else ():
        right, valued = sure(name, kind)
        assert valued > 200
        assert right >= 0.85 * valued


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


@each("name", OF_SAMPLES)
def test_every_metric_of_scores_and_every_average_of_labels_is_asked(name: str) -> None:
    want(name)
    published = {case.metric for case in SCORES.cases()}
    has = {metric.name for metric in all_score_metrics() if HOMES[name] in metric.implemented_by}
    told = column_of_samples(name).cells
    assert has & published <= {metric for metric, cell in told.items() if cell.of == "scores"}
    asked = {case.average for case in LABEL_SETS.cases() if peer_named(name).ask(case) is not None}
    assert asked == {None, "macro", "micro", "weighted"} | ({"samples"} if name == "scikit-learn" else set())


@each("name", ["PyCM", "imbalanced-learn"])
def test_the_others_are_asked_about_matrices(name: str) -> None:
    assert {peer_named(name).ask(case) for case in drawn(samples(), 40)} == {None}


def test_an_explanation_does_not_cover_small_inputs() -> None:
    """A wrong number for a small input is news, whatever the metric and the number: no row may swallow it."""
    small = [
        case
        for case in load_vectors()
        if case.input.kind == "matrix" and not HARD & set(case.flags) and case.input.counts().n < 1000
        and set(case.options) <= {"beta"} and case.convention == "standard" and case.expected.decimal
    ]  # fmt: skip
    rows = {(row.peer, metric) for row in all_explained() for metric in row.metrics}
    swallowed = [
        (peer.name, case.id, junk)
        for peer in all_peers()
        for case in drawn([case for case in small if (peer.name, case.metric) in rows], size(15, 60))
        for junk in JUNK
        if explanation(peer.name, judge_answer(case, Answer(junk), peer.precision))
    ]
    assert swallowed == []


class Broken(Peer):
    """A peer that answers every question with one number."""

    name = distribution = "scikit-learn"

    def __init__(self, number: float) -> None:
        self.number = number

    def call_samples(self, case: Case) -> Any:
        return lambda: self.number


@each("number", JUNK)
def test_a_peer_with_wrong_numbers_is_found(number: float) -> None:
    """Under the name of a library that is known: its rows excuse no other number than what their formulas give."""
    named = {metric for row in all_explained() if row.of == "scores" for metric in row.metrics}
    cases = drawn([case for case in SCORES.cases() if case.metric in named], size(60, 1000))
    for name in OF_SAMPLES:
        precision = peer_named(name).precision
        excused = Counter[str]()
        for case in cases:
            answer = Broken(number).ask(case)
            assert answer is not None
            known = explanation(name, judge_answer(case, answer, precision))
            if known is not None:
                excused[known.kind] += 1
        # An order of ties gives 0 or 1 of one tied sample; nothing else is a number by chance.
        assert set(excused) <= {"equal scores in one order", "equal scores in the order of a sort"}
        assert excused.total() <= 3


def test_every_row_is_of_a_peer_and_of_metrics_there_are() -> None:
    for row in all_explained():
        assert row.peer in NAMES
        named: Callable[[str], Any] = score_metric_named if row.of == "scores" else metric_named
        assert [named(metric).name for metric in row.metrics] == list(row.metrics)
        assert row.when
    names = [name for peer in all_peers() for name in {peer.name.lower(), peer.distribution, *peer.aliases}]
    assert len(names) == len(set(names)), "no name means two peers"
