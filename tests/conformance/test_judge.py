"""What an answer is called: expected values worked out by hand, and distances against numpy's neighbours."""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from exactmetrics.conformance.answers import Answer, answers_of
from exactmetrics.conformance.judge import distance, judge_answer, other_values, rounded
from exactmetrics.exact.values import Undefined, root
from exactmetrics.vectors.reading import Case
from tests.cases import each
from tests.conformance.given import case, of_label_sets, of_scores

DOUBLES = st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: x != 0 and abs(x) < 1e308)
SINGLES = st.floats(width=32, allow_nan=False, allow_infinity=False).filter(lambda x: x != 0 and abs(x) < 3e38)
THIRD = Fraction(1, 3)
# Recall of a: 1/3; its precision: 1/2. Transposed, the recall is 1/2.
MATRIX = [[1, 2], [1, 4]]
# Recalls 2/3, none, 1/2: macro over the present classes 7/12, with 0 for the absent one 7/18, with 1 13/18.
ABSENT = [[2, 0, 1], [0, 0, 0], [1, 0, 1]]


def recall() -> Case:
    return case(MATRIX, "recall", THIRD, label="a")


@each(("answer", "verdict", "ulps"), [
    (Answer(1 / 3), "correct", 0), (Answer(THIRD), "correct", 0), (Answer(math.nextafter(1 / 3, 1)), "near", 1),
    (Answer(math.nextafter(1 / 3, 0)), "near", 1), (Answer(1 / 3 + 2**-48), "rough", 2**6),
    (Answer(0.3333333), "wrong", None),
    (Answer(Fraction(1, 3) + Fraction(1, 10**30)), "near", 1),  # exact, and not equal
    (Answer(text="nan"), "missing", None), (Answer(text="None"), "missing", None),
    (Answer(text="inf"), "missing", None), (Answer(error="ValueError: no"), "error", None),
    (Answer(cannot="weights"), "cannot", None), (Answer(crashed="timeout"), "crashed", None),
])  # fmt: skip
def test_verdicts(answer: Answer, verdict: str, ulps: int | None) -> None:
    found = judge_answer(recall(), answer)
    assert found.verdict == verdict
    assert ulps is None or found.ulps == ulps


def test_single_precision_is_judged_in_its_own_units() -> None:
    third = 0.3333333432674408  # the float32 nearest to 1/3
    assert judge_answer(recall(), Answer(third), "float32").verdict == "correct"
    assert judge_answer(recall(), Answer(0.3333333134651184), "float32").ulps == 1
    assert judge_answer(recall(), Answer(third)).verdict == "wrong"  # 24 bits of 53 are less than half


def absent(metric: str, rows: list[list[Any]], **asked: Any) -> Case:
    """A case without value: of its last class but one there is nothing."""
    return case(rows, metric, Undefined(metric, "b", Fraction(0), Fraction(0)), **asked)


def ranked(data: dict[str, Any]) -> Case:
    return of_scores("roc_auc", Undefined("roc_auc", "a", Fraction(0), Fraction(0)), data, label=1)


ABSENT_MACRO = absent("recall", ABSENT, average="macro")
ALONE = absent("recall", ABSENT, label="b")
OF_TWO = absent("informedness", [[0, 0], [0, 0]], label="a")
# Every recall is 1/2 and every specificity 3/4: by hand after yardstick's R/class-bal_accuracy.R.
YARDSTICK = case([[1, 1, 0], [0, 1, 1], [1, 0, 1]], "balanced_accuracy", Fraction(1, 2))
# Precisions 3/5 and 1/2, recalls 3/4 and 1/3, so F1 2/3 and 2/5; of the averages 2 P R / (P + R).
MACRO_F1 = case([[3, 1], [2, 1]], "f1", Fraction(8, 15), average="macro")
OF_AVERAGES = float(2 * Fraction(11, 20) * Fraction(13, 24) / (Fraction(11, 20) + Fraction(13, 24)))
ROOT = case([[999999999998, 1], [0, 1]], "mcc", root(Fraction(999999999998, 2 * 999999999999)))
# The question is about the predicted classes: half the recall is no answer about all of them.
OVER = case(ABSENT, "recall", Fraction(7, 12), average="macro", options={"over": "predicted"})
TWO: dict[str, Any] = {"labels": [0, 1], "positive": 1, "y_true": [1, 0, 1], "scores": ["0.5", "0.25", "1"]}
# Squares of 1/2, 1/4 and 0; both classes have them, so the sum of both is twice the mean.
SQUARES = (Fraction(1, 4) + Fraction(1, 16)) / 3
BRIER = of_scores("brier", SQUARES, TWO)
NO_NEGATIVE = ranked({**TWO, "y_true": [1, 1, 1]})  # there is no pair to rank
# The precisions of the samples: 1/2, 1, and 0/0.
OF_SETS = of_label_sets(
    "precision", Undefined("precision", "a", Fraction(0), Fraction(0)), [[1, 0], [0, 1], [0, 0]],
    [[1, 1], [0, 1], [0, 0]], average="samples",
)  # fmt: skip
# Recall of a: 1 of 2; its precision: 1 of 1.
SET_RECALL = of_label_sets("recall", Fraction(1, 2), [[1, 0], [1, 1]], [[1, 0], [0, 1]], label="a")
# Precisions 1 and 1/2, recalls 1/2 and 1, so F1 2/3 and 2/3; of the means 3/4.
SET_F1 = of_label_sets("f1", Fraction(2, 3), [[1, 0], [1, 1]], [[1, 1], [0, 1]], average="macro")
SUBSETS = of_label_sets("subset_accuracy", Fraction(1, 3), [[1, 0], [0, 1], [0, 0]], [[1, 1], [0, 0], [0, 0]])
NAN, NONE, FAILED = Answer(text="nan"), Answer(text="None"), Answer(error="ZeroDivisionError: x")


@each(("question", "answer", "verdict", "name"), [
    (recall(), Answer(0.5), "wrong", "transposed"), (SET_RECALL, Answer(1.0), "wrong", "transposed"),
    (OVER, Answer(2 / 3), "wrong", ""), (SUBSETS, Answer(0.5), "wrong", ""),
    *((ABSENT_MACRO, Answer(x, warning="UserWarning"), "undefined", f"{name} with UserWarning") for x, name in (
        (7 / 12, "undefined=omit"), (7 / 18, "undefined=0"), (13 / 18, "undefined=1"), (0.0, "0"), (1.0, "1"),
    )),
    *((ABSENT_MACRO, answer, "undefined", None) for answer in (NAN, NONE, FAILED)),
    (ABSENT_MACRO, Answer(0.1826), "wrong", None), (ALONE, Answer(0.5), "wrong", None),
    # One ratio without value is answered by the number itself; with 0 for both rates informedness is -1.
    (ALONE, Answer(0.0), "undefined", "undefined=0"), (OF_TWO, Answer(0.0), "undefined", "0"),
    (OF_TWO, Answer(-1.0), "undefined", "undefined=0"),
    # Macro precision is 0 also over the predicted classes alone; weighted by them too. That is not what was done.
    *((absent("precision", rows, average=average), Answer(0.0), "undefined", "undefined=0") for rows, average in (
        ([[0, 1], [0, 0]], "macro"), ([[0, 1], [0, 0]], "weighted"), ([[0, 4], [0, 0]], "macro"),
    )),
    (YARDSTICK, Answer(0.625), "convention", "convention=recall-specificity"), (YARDSTICK, Answer(0.5), "correct", ""),
    (MACRO_F1, Answer(OF_AVERAGES), "convention", "combine=averages"),
    (SET_F1, Answer(0.75), "convention", "combine=averages"),
    (ROOT, Answer(0.7071542348326911), "wrong", ""),  # scikit-learn 1.9.1
    (ROOT, Answer(0.70710678118619397), "correct", ""),
    (BRIER, Answer(float(SQUARES)), "correct", ""),
    (BRIER, Answer(float(2 * SQUARES)), "convention", "convention=original"),
    (NO_NEGATIVE, Answer(0.0, warning="UserWarning"), "undefined", "undefined=0 with UserWarning"),
    (NO_NEGATIVE, NAN, "undefined", "nan"), (NO_NEGATIVE, Answer(0.4), "wrong", None),
    (OF_SETS, Answer(0.5), "undefined", "undefined=0"), (OF_SETS, Answer(2.5 / 3), "undefined", "undefined=1"),
    (OF_SETS, Answer(0.75), "undefined", "undefined=omit"), (OF_SETS, NAN, "undefined", "nan"),
])  # fmt: skip
def test_what_an_answer_is_called(question: Case, answer: Answer, verdict: str, name: str | None) -> None:
    judged = judge_answer(question, answer)
    assert judged.verdict == verdict
    assert name is None or judged.name == name


def test_whole_sets_have_no_other_conventions() -> None:
    assert {name for name, _ in other_values(SUBSETS)} <= {"undefined=0", "undefined=1", "undefined=omit"}


def test_one_is_the_nearest_double_of_almost_one() -> None:
    """JSON does not tell 1.0 from 1: both are the double, and a text with a slash is exact."""
    question = case([[10**18, 1], [0, 1]], "recall", Fraction(10**18, 10**18 + 1), label="a", id="x")
    for written, verdict in (("1.0", "correct"), ("1", "correct"), ('"1/1"', "near"), ('"1.0"', "correct")):
        text = f'{{"schema": "exactmetrics/answers/1", "implementation": "x", "answers": {{"x": {written}}}}}'
        assert judge_answer(question, answers_of(text).answers["x"]).verdict == verdict


@given(DOUBLES, SINGLES, st.integers(0, 40))
def test_steps_are_counted(number: float, single: float, steps: int) -> None:
    other, beside = number, np.float32(single)
    for _ in range(steps):
        other, beside = math.nextafter(other, math.inf), np.nextafter(beside, np.float32(np.inf))
    assert distance(other, number) == steps
    assert distance(float(beside), single, "float32") == steps


def test_zero_is_measured_on_the_grid_at_one() -> None:
    assert distance(0.0, 0.0) == distance(-0.0, 0.0) == 0
    assert distance(2.0**-52, 0.0) == distance(-(2.0**-52), 0.0) == distance(5e-324, 0.0) == 1
    assert distance(2.0**-22, 0.0, "float32") == distance(5e-324, -5e-324) == 2


@given(st.fractions(-(10**6), 10**6))
def test_single_precision_is_rounded_once(value: Fraction) -> None:
    """The neighbours of the answer in numpy are no nearer to the value."""
    found = np.float32(rounded(value, "float32"))
    assert float(found) == rounded(value, "float32")
    for side in (-np.inf, np.inf):
        neighbour = float(np.nextafter(found, np.float32(side)))
        assert abs(Fraction(float(found)) - value) <= abs(Fraction(neighbour) - value)


def test_rounding_to_double_first_would_be_wrong() -> None:
    """Just above a tie between 1 and the next single: by way of a double it would fall back to 1 (IEEE 754, 4.3.1)."""
    value = 1 + Fraction(1, 2**24) + Fraction(1, 2**60)
    assert rounded(value, "float32") == 1 + 2**-23
    (twice,) = struct.unpack(">f", struct.pack(">f", float(value)))
    assert twice == 1.0


@each(("value", "double"), [(root(Fraction(1, 2)), math.sqrt(0.5)), (Fraction(1, 10), 0.1)])
def test_doubles_are_those_of_the_machine(value: Any, double: float) -> None:
    assert rounded(value) == double
