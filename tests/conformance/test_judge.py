"""What an answer is called: expected values worked out by hand."""

from __future__ import annotations

import math
from fractions import Fraction

from exactmetrics.conformance.answers import Answer, answers_of
from exactmetrics.conformance.judge import judge_answer
from exactmetrics.exact.values import Undefined, root
from exactmetrics.vectors.reading import Case
from tests.cases import each
from tests.conformance.given import case

THIRD = Fraction(1, 3)
# Recall of a: 1/3; its precision: 1/2. Transposed, the recall is 1/2.
MATRIX = [[1, 2], [1, 4]]
# Recalls 2/3, none, 1/2: macro over the present classes 7/12, with 0 for the absent one 7/18, with 1 13/18.
ABSENT = [[2, 0, 1], [0, 0, 0], [1, 0, 1]]
ABSENT_MACRO = case(ABSENT, "recall", Undefined("recall", "b", Fraction(0), Fraction(0)), average="macro")


def recall() -> Case:
    return case(MATRIX, "recall", THIRD, label="a")


@each(
    ("answer", "verdict", "ulps"),
    [
        (Answer(1 / 3), "correct", 0),
        (Answer(THIRD), "correct", 0),
        (Answer(math.nextafter(1 / 3, 1)), "near", 1),
        (Answer(math.nextafter(1 / 3, 0)), "near", 1),
        (Answer(1 / 3 + 2**-48), "rough", 2**6),
        (Answer(0.3333333), "wrong", None),
        (Answer(Fraction(1, 3) + Fraction(1, 10**30)), "near", 1),  # exact, and not equal
        (Answer(text="nan"), "missing", None),
        (Answer(text="None"), "missing", None),
        (Answer(text="inf"), "missing", None),
        (Answer(error="ValueError: no"), "error", None),
        (Answer(cannot="weights"), "cannot", None),
        (Answer(crashed="timeout"), "crashed", None),
    ],
)
def test_verdicts(answer: Answer, verdict: str, ulps: int | None) -> None:
    found = judge_answer(recall(), answer)
    assert found.verdict == verdict
    assert ulps is None or found.ulps == ulps


def test_single_precision_is_judged_in_its_own_units() -> None:
    third = 0.3333333432674408  # the float32 nearest to 1/3
    assert judge_answer(recall(), Answer(third), "float32").verdict == "correct"
    assert judge_answer(recall(), Answer(0.3333333134651184), "float32").ulps == 1
    assert judge_answer(recall(), Answer(third)).verdict == "wrong"  # 24 bits of 53 are less than half


def test_rows_and_columns_exchanged_are_wrong_and_said_so() -> None:
    found = judge_answer(recall(), Answer(0.5))
    assert (found.verdict, found.name) == ("wrong", "transposed")


@each(
    ("answer", "name"),
    [(7 / 12, "undefined=omit"), (7 / 18, "undefined=0"), (13 / 18, "undefined=1"), (0.0, "0"), (1.0, "1")],
)
def test_answers_to_zero_over_zero_are_named(answer: float, name: str) -> None:
    found = judge_answer(ABSENT_MACRO, Answer(answer, warning="UserWarning"))
    assert (found.verdict, found.name) == ("undefined", f"{name} with UserWarning")


@each(("rows", "average"), [([[0, 1], [0, 0]], "macro"), ([[0, 1], [0, 0]], "weighted"), ([[0, 4], [0, 0]], "macro")])
def test_a_library_that_answers_0_throughout_has_one_name(rows: list[list[int]], average: str) -> None:
    """Macro precision is 0 also over the predicted classes alone; weighted by them too. That is not what was done."""
    none = Undefined("precision", "a", Fraction(0), Fraction(0))
    assert judge_answer(case(rows, "precision", none, average=average), Answer(0.0)).name == "undefined=0"


def test_what_was_asked_for_is_not_taken_for_another_choice() -> None:
    """The question is about the predicted classes: half the recall is no answer about all of them."""
    asked = case(ABSENT, "recall", Fraction(7, 12), average="macro", options={"over": "predicted"})
    assert judge_answer(asked, Answer(2 / 3)).verdict == "wrong"


@each("answer", [Answer(text="nan"), Answer(text="None"), Answer(error="ZeroDivisionError: x")])
def test_no_value_may_be_said_in_any_way(answer: Answer) -> None:
    assert judge_answer(ABSENT_MACRO, answer).verdict == "undefined"


def test_a_number_that_nothing_explains_is_no_answer_to_zero_over_zero() -> None:
    assert judge_answer(ABSENT_MACRO, Answer(0.1826)).verdict == "wrong"


def test_one_ratio_without_value_is_answered_by_the_number_itself() -> None:
    alone = case(ABSENT, "recall", Undefined("recall", "b", Fraction(0), Fraction(0)), label="b")
    assert judge_answer(alone, Answer(0.0)).name == "undefined=0"
    of_two = case([[0, 0], [0, 0]], "informedness", Undefined("recall", "a", Fraction(0), Fraction(0)), label="a")
    assert judge_answer(of_two, Answer(0.0)).name == "0"  # with 0 for both rates it is -1
    assert judge_answer(of_two, Answer(-1.0)).name == "undefined=0"
    assert judge_answer(alone, Answer(0.5)).verdict == "wrong"


def test_balanced_accuracy_of_yardsticks_kind_is_named() -> None:
    """By hand after yardstick's R/class-bal_accuracy.R: every recall is 1/2 and every specificity 3/4."""
    question = case([[1, 1, 0], [0, 1, 1], [1, 0, 1]], "balanced_accuracy", Fraction(1, 2))
    found = judge_answer(question, Answer(0.625))
    assert (found.verdict, found.name) == ("convention", "convention=recall-specificity")
    assert judge_answer(question, Answer(0.5)).verdict == "correct"


def test_the_f1_of_the_averages_is_named() -> None:
    """Precisions 3/5 and 1/2, recalls 3/4 and 1/3, so F1 2/3 and 2/5, by hand."""
    question = case([[3, 1], [2, 1]], "f1", Fraction(8, 15), average="macro")
    precision, recall = Fraction(11, 20), Fraction(13, 24)
    found = judge_answer(question, Answer(float(2 * precision * recall / (precision + recall))))
    assert (found.verdict, found.name) == ("convention", "combine=averages")


def test_a_root_is_judged_by_its_nearest_double() -> None:
    question = case([[999999999998, 1], [0, 1]], "mcc", root(Fraction(999999999998, 2 * 999999999999)))
    assert judge_answer(question, Answer(0.7071542348326911)).verdict == "wrong"  # scikit-learn 1.9.1
    assert judge_answer(question, Answer(0.70710678118619397)).verdict == "correct"


def test_one_is_the_nearest_double_of_almost_one() -> None:
    """JSON does not tell 1.0 from 1: both are the double, and a text with a slash is exact."""
    question = case([[10**18, 1], [0, 1]], "recall", Fraction(10**18, 10**18 + 1), label="a", id="x")
    for written, verdict in (("1.0", "correct"), ("1", "correct"), ('"1/1"', "near"), ('"1.0"', "correct")):
        text = f'{{"schema": "exactmetrics/answers/1", "implementation": "x", "answers": {{"x": {written}}}}}'
        assert judge_answer(question, answers_of(text).answers["x"]).verdict == verdict
