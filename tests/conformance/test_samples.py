"""Conformance on scores and on label sets: what is asked, what an answer is called, and what is known of the peers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from exactmetrics.conformance.answers import Answer, Answers
from exactmetrics.conformance.cases import about, cases_about, every_case
from exactmetrics.conformance.explained import all_explained, explanation
from exactmetrics.conformance.judge import judge_answer, other_values
from exactmetrics.conformance.page import Column, Page, column_of
from exactmetrics.conformance.peer import CannotTakeError, Peer
from exactmetrics.conformance.peers import peer_named
from exactmetrics.conformance.run import run_peer
from exactmetrics.conformance.scored import scored
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.score_registry import all_score_metrics
from exactmetrics.vectors.label_set_vectors import LABEL_SETS
from exactmetrics.vectors.reading import Case
from exactmetrics.vectors.score_vectors import SCORES
from tests.cases import each, sample
from tests.conformance.given import of_label_sets, of_scores
from tests.conformance.installed import want

pytestmark = pytest.mark.xdist_group("peers")

PEERS = {"scikit-learn": "sklearn", "torchmetrics": "torchmetrics"}
NONE = Undefined("precision", "a", Fraction(0), Fraction(0))
TWO: dict[str, Any] = {"labels": [0, 1], "positive": 1, "y_true": [1, 0, 1], "scores": ["0.5", "0.25", "1"]}
JUNK = (0.123456789, 0.7, -5.0, 7e300, 1.0, 0.0)


@cache
def samples() -> tuple[Case, ...]:
    return (*SCORES.cases(), *LABEL_SETS.cases())


@cache
def column(name: str) -> Column:
    """What a peer answers; in this process, for a process of its own is what other tests have."""
    peer = peer_named(name)
    told = {case.id: peer.ask(case) for case in samples()}
    given = {name: answer for name, answer in told.items() if answer is not None}
    return column_of(Answers(peer.name, peer.version(), peer.precision, given, asked_here=True), samples())


@each("name", PEERS)
def test_nothing_is_wrong_in_a_new_way(name: str) -> None:
    want(name)
    news = [(judged.case.id, judged.answer.shown(), judged.case.expected.decimal) for judged in column(name).news]
    assert news == []


@each("name", PEERS)
def test_most_answers_are_right(name: str) -> None:
    """A peer that is asked the wrong question gives wrong answers: this sees a broken adapter."""
    want(name)
    for kind in ("scores", "label_sets"):
        cells = [cell for cell in column(name).cells.values() if cell.of == kind]
        right = sum(cell.verdicts["correct"] + cell.verdicts["near"] for cell in cells)
        valued = sum(cell.cases - cell.verdicts["undefined"] for cell in cells)
        assert valued > 200
        assert right >= 0.85 * valued


@each("name", PEERS)
def test_every_metric_of_the_registry_is_asked(name: str) -> None:
    want(name)
    published = {case.metric for case in SCORES.cases()}
    has = {metric.name for metric in all_score_metrics() if PEERS[name] in metric.implemented_by}
    assert has & published <= {name for name, cell in column(name).cells.items() if cell.of == "scores"}


@each("name", PEERS)
def test_every_average_of_labels_is_asked(name: str) -> None:
    want(name)
    asked = {case.average for case in LABEL_SETS.cases() if peer_named(name).ask(case) is not None}
    assert asked == {None, "macro", "micro", "weighted"} | ({"samples"} if name == "scikit-learn" else set())


@each("name", ["PyCM", "imbalanced-learn"])
def test_the_others_are_asked_about_matrices(name: str) -> None:
    assert {peer_named(name).ask(case) for case in sample(list(samples()), 40)} == {None}


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
    cases = sample([case for case in SCORES.cases() if case.metric in named], 60)
    for name in PEERS:
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


def test_a_right_peer_and_a_wrong_one_are_told_apart() -> None:
    for case in sample(list(samples()), 300):
        right, value = case.expected.float64, case.expected.exact
        if right is None:
            assert judge_answer(case, Answer(text="nan")).verdict == "undefined"
            assert judge_answer(case, Answer(0.1826)).verdict == "wrong"
        else:
            assert judge_answer(case, Answer(right)).verdict == "correct", value
            off = judge_answer(case, Answer(right + 0.0313))
            assert off.verdict == "wrong" or (off.verdict == "convention" and off.name), case.id


def test_the_rows_of_scores_explain_no_matrix() -> None:
    assert {row.of for row in all_explained()} == {"matrix", "scores"}
    question = of_label_sets("mcc", Fraction(0), [[1, 0], [0, 1]], [[1, 0], [1, 0]], label="a")
    assert explanation("scikit-learn", judge_answer(question, Answer(0.5))) is None


def test_conventions_of_scores_are_named() -> None:
    """By hand: squares of 1/2, 1/4 and 0; both classes have them, so the sum of both is twice the mean."""
    brier = (Fraction(1, 4) + Fraction(1, 16)) / 3
    question = of_scores("brier", brier, TWO)
    assert judge_answer(question, Answer(float(brier))).verdict == "correct"
    found = judge_answer(question, Answer(float(2 * brier)))
    assert (found.verdict, found.name) == ("convention", "convention=original")


def test_policies_of_scores_are_named() -> None:
    """No negative sample: there is no pair to rank."""
    alone = of_scores("roc_auc", NONE, {**TWO, "y_true": [1, 1, 1]}, label=1)
    assert judge_answer(alone, Answer(0.0, warning="UserWarning")).name == "undefined=0 with UserWarning"
    assert judge_answer(alone, Answer(text="nan")).name == "nan"
    assert judge_answer(alone, Answer(0.4)).verdict == "wrong"


@each(
    ("answer", "name"),
    [
        (Answer(0.5), "undefined=0"), (Answer(2.5 / 3), "undefined=1"), (Answer(0.75), "undefined=omit"),
        (Answer(text="nan"), "nan"),
    ],
)  # fmt: skip
def test_policies_of_label_sets_are_named(answer: Answer, name: str) -> None:
    """The precisions of the samples: 1/2, 1, and 0/0."""
    true, pred = [[1, 0], [0, 1], [0, 0]], [[1, 1], [0, 1], [0, 0]]
    found = judge_answer(of_label_sets("precision", NONE, true, pred, average="samples"), answer)
    assert (found.verdict, found.name) == ("undefined", name)


def test_true_and_predicted_labels_exchanged_are_wrong_and_said_so() -> None:
    """Recall of a: 1 of 2; its precision: 1 of 1."""
    question = of_label_sets("recall", Fraction(1, 2), [[1, 0], [1, 1]], [[1, 0], [0, 1]], label="a")
    found = judge_answer(question, Answer(1.0))
    assert (found.verdict, found.name) == ("wrong", "transposed")


def test_the_f1_of_the_averages_of_labels_is_named() -> None:
    """By hand: precisions 1 and 1/2, recalls 1/2 and 1, so F1 2/3 and 2/3; of the means 3/4."""
    question = of_label_sets("f1", Fraction(2, 3), [[1, 0], [1, 1]], [[1, 1], [0, 1]], average="macro")
    found = judge_answer(question, Answer(0.75))
    assert (found.verdict, found.name) == ("convention", "combine=averages")


def test_whole_sets_have_no_other_conventions() -> None:
    question = of_label_sets("subset_accuracy", Fraction(1, 3), [[1, 0], [0, 1], [0, 0]], [[1, 1], [0, 0], [0, 0]])
    assert {name for name, _ in other_values(question)} <= {"undefined=0", "undefined=1", "undefined=omit"}
    assert judge_answer(question, Answer(0.5)).verdict == "wrong"


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
