"""A peer that hangs, dies, raises, warns or prints does not stop the run."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from exactmetrics.conformance.peer import CannotTakeError, Peer
from exactmetrics.conformance.peers import peer_named
from exactmetrics.conformance.run import run_peer
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.vectors.reading import Case, load_vectors
from tests.conformance.given import case

HALF = Fraction(1, 2)
ONE = case([[1, 1], [0, 1]], "recall", HALF, label="a")


def named(name: str, matrix: list[list[Any]]) -> Case:
    return case(matrix, "recall", HALF, label="a", id=name)


def test_a_hanging_peer_is_stopped() -> None:
    cases = [named("first", [[1, 1], [0, 1]]), named("second", [[2, 2], [0, 1]])]
    found = run_peer(peer_named("sklearn"), cases, seconds=0.5, worker="tests.conformance.workers.hanging").answers
    assert found["first"].value == 0.25
    assert found["second"].crashed == "timeout"


def test_what_was_never_asked_did_not_crash() -> None:
    cases = [named("first", [[1, 1], [0, 1]]), named("deadly", [[2, 2], [0, 1]]), named("last", [[3, 3], [0, 1]])]
    found = run_peer(peer_named("sklearn"), cases, worker="tests.conformance.workers.dying").answers
    assert found["deadly"].crashed == "died"
    assert (found["last"].crashed, found["last"].cannot) == ("", "not asked again after a crash")


def test_a_dying_peer_is_started_again() -> None:
    cases = [named("first", [[1, 1], [0, 1]]), named("deadly", [[2, 2], [0, 1]]), named("last", [[3, 3], [0, 1]])]
    cases[1].__dict__["input"].__dict__["name"] = "another"
    found = run_peer(peer_named("sklearn"), cases, worker="tests.conformance.workers.dying").answers
    assert (found["first"].value, found["deadly"].crashed, found["last"].value) == (0.5, "died", 0.5)


def test_a_peer_that_cannot_start_is_an_error_with_its_name() -> None:
    with pytest.raises(InputError, match="scikit-learn cannot be run here"):
        run_peer(peer_named("sklearn"), [ONE], worker="tests.conformance.workers.broken")


def test_vectors_that_change_on_the_way_are_no_crash_of_the_peer() -> None:
    with pytest.raises(InputError, match="the vectors changed on the way"):
        run_peer(peer_named("pycm"), [ONE])  # a case that the worker does not find


class Made(Peer):
    """A peer whose call is given."""

    name = distribution = "made"

    def __init__(self, call: Callable[[], Any] | None) -> None:
        self.made = call

    def call(self, case: Case) -> Callable[[], Any] | None:
        return self.made


def warns() -> float:
    warnings.warn("ill-defined", RuntimeWarning, stacklevel=1)
    return 0.0


def test_what_a_peer_does_is_its_answer() -> None:
    def refuses() -> float:
        raise RecursionError("too deep")

    assert Made(warns).ask(ONE).warning == "RuntimeWarning"  # type: ignore[union-attr]
    assert Made(refuses).ask(ONE).error == "RecursionError: too deep"  # type: ignore[union-attr]
    assert Made(lambda: "None").ask(ONE).text == "None"  # type: ignore[union-attr]
    assert Made(lambda: complex(0, 1)).ask(ONE).text == "1j"  # type: ignore[union-attr]
    assert Made(None).ask(ONE) is None


def test_what_cannot_be_given_is_no_answer() -> None:
    class Refuses(Made):
        def call(self, case: Case) -> Callable[[], Any] | None:
            raise CannotTakeError("weights")

    assert Refuses(None).ask(ONE).cannot == "weights"  # type: ignore[union-attr]


def test_a_peer_that_is_not_installed_says_how_to_install_it() -> None:
    with pytest.raises(InputError, match="made is not installed here: pip install made"):
        Made(None).version()


def test_an_unknown_peer_is_named_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="no peer 'scikitlearn'; did you mean"):
        peer_named("scikitlearn")


def test_large_inputs_take_no_more_memory_than_their_cells() -> None:
    """Counts of 10^9 go in as weights: a list of that many labels would not fit."""
    question = case([[10**9, 1], [2, 10**9]], "recall", Fraction(10**9, 10**9 + 1), label="a")
    found = peer_named("sklearn").ask(question)
    assert found is not None
    assert found.value == pytest.approx(1.0)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    cases = list(load_vectors("accuracy"))[:3]
    run_peer(peer_named("pycm"), cases, progress=lambda done, all: told.append((done, all)))
    assert told == [(1, 3), (2, 3), (3, 3)]
