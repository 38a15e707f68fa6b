"""A peer that hangs, dies, raises, warns or prints does not stop the run; which cases there are, and their page."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from exactmetrics.conformance.answers import Answer, Answers
from exactmetrics.conformance.cases import about, cases_about, every_case
from exactmetrics.conformance.explained import all_explained, explanation
from exactmetrics.conformance.judge import judge_answer
from exactmetrics.conformance.page import Page, column_of
from exactmetrics.conformance.peer import CannotTakeError, Peer
from exactmetrics.conformance.peers import peer_named
from exactmetrics.conformance.run import run_peer
from exactmetrics.conformance.scored import scored
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.vectors.reading import Case, load_vectors
from tests.cases import size
from tests.conformance.given import case, of_label_sets, of_scores
from tests.conformance.installed import want
from tests.conformance.test_peers import drawn, samples

HALF = Fraction(1, 2)
TWO: dict[str, Any] = {"labels": [0, 1], "positive": 1, "y_true": [1, 0, 1], "scores": ["0.5", "0.25", "1"]}
ONE = case([[1, 1], [0, 1]], "recall", HALF, label="a")


def named(name: str, matrix: list[list[Any]]) -> Case:
    return case(matrix, "recall", HALF, label="a", id=name)


def test_a_hanging_peer_is_stopped() -> None:
    cases = [named("first", [[1, 1], [0, 1]]), named("second", [[2, 2], [0, 1]])]
    found = run_peer(peer_named("sklearn"), cases, seconds=0.5, worker="tests.conformance.workers.hanging").answers
    assert found["first"].value == 0.25
    assert found["second"].crashed == "timeout"


def test_after_a_death_only_other_inputs_are_asked() -> None:
    """What was never asked did not crash; a peer that died is started again for an input that is another."""
    cases = [named("first", [[1, 1], [0, 1]]), named("deadly", [[2, 2], [0, 1]]), named("last", [[3, 3], [0, 1]])]
    found = run_peer(peer_named("sklearn"), cases, worker="tests.conformance.workers.dying").answers
    assert found["deadly"].crashed == "died"
    assert (found["last"].crashed, found["last"].cannot) == ("", "not asked again after a crash")
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


def test_what_cannot_be_given_installed_or_found_is_said() -> None:
    class Refuses(Made):
        def call(self, case: Case) -> Callable[[], Any] | None:
            raise CannotTakeError("weights")

    assert Refuses(None).ask(ONE).cannot == "weights"  # type: ignore[union-attr]
    with pytest.raises(InputError, match="made is not installed here: pip install made"):
        Made(None).version()
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


def test_a_right_peer_and_a_wrong_one_are_told_apart() -> None:
    for sampled in drawn(samples(), size(300, 3000)):
        right = sampled.expected.float64
        if right is None:
            assert judge_answer(sampled, Answer(text="nan")).verdict == "undefined"
            assert judge_answer(sampled, Answer(0.1826)).verdict == "wrong"
        else:
            assert judge_answer(sampled, Answer(right)).verdict == "correct", sampled.id
            off = judge_answer(sampled, Answer(right + 0.0313))
            assert off.verdict == "wrong" or (off.verdict == "convention" and off.name), sampled.id


def test_the_rows_of_scores_explain_no_matrix() -> None:
    assert {row.of for row in all_explained()} == {"matrix", "scores"}
    question = of_label_sets("mcc", Fraction(0), [[1, 0], [0, 1]], [[1, 0], [1, 0]], label="a")
    assert explanation("scikit-learn", judge_answer(question, Answer(0.5))) is None


def test_scores_that_a_precision_makes_equal_cannot_be_given() -> None:
    data = {**TWO, "scores": ["0.3", "0.30000000001", "0.9"]}
    case = of_scores("roc_auc", Fraction(1, 2), data, label=1)
    assert scored(case.input).scores[0][1] == 0.3
    with pytest.raises(CannotTakeError, match="equal as float32"):
        scored(case.input, "float32")
    # The other column is what is left of 1, and no library is given it.
    assert scored(of_scores("roc_auc", Fraction(1), {**TWO, "scores": ["1e-20", "2e-20", "0.5"]}, label=1).input)


def test_ids_are_unique_over_all_kinds_of_input() -> None:
    many = Counter(case.id for case in every_case())
    assert max(many.values()) == 1
    assert {about(case) for case in every_case()} == {"matrix", "scores", "label_sets"}
    assert {about(case) for case in every_case(smoke=True)} == {"matrix"}


def test_metrics_are_found_among_all_kinds_of_input() -> None:
    assert Counter(about(case) for case in cases_about(["f1", "roc_auc"])).keys() == {"matrix", "scores", "label_sets"}
    assert {case.metric for case in cases_about(["hamming_loss"])} == {"hamming_loss"}


def test_a_process_of_its_own_is_asked_these_too() -> None:
    want("scikit-learn")
    cases = [case for case in samples() if case.metric in ("hamming_loss", "gini", "brier")]
    found = run_peer(peer_named("scikit-learn"), cases).answers
    assert found.keys() == {case.id for case in cases if case.metric != "gini"}


def test_the_page_has_a_row_for_each_kind_of_input() -> None:
    cases = [case for case in cases_about(["f1"]) if case.id in ("f1.macro.birds", "f1.macro.sets-photos")]
    given = {case.id: Answer(case.expected.float64) for case in cases}
    made = column_of(Answers("mine", answers=given), cases)
    assert list(made.cells) == ["f1", "f1 (label sets)"]
    page = Page([made], "1", 2, False)
    assert "| f1 | 1 | 1 |" in page.to("markdown")
    assert "| f1 (label sets) | 1 | 1 |" in page.to("markdown")
    assert [metric["of"] for metric in page.record()["implementations"][0]["metrics"]] == ["matrix", "label_sets"]
