"""What an answer is worth: its distance from the exact value, or which other number it is.

An answer is `correct` (the nearest number of its precision), `near` (the next one), `rough` (farther, with more than
half of its binary digits right), `wrong`, or `missing` (no number where there is one). A wrong answer that is the value
of another convention is none: it is `convention`, with the name. Where there is no value, the answer is `undefined`,
and how it says so is told; a number for no value that no policy explains is `wrong`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, get_args

from exactmetrics.conformance.answers import Answer
from exactmetrics.conformance.others import other_values, transposed_value
from exactmetrics.conformance.ulps import ALIKE, WRONG_BEYOND, Precision, distance, rounded
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.vectors.reading import Case

Verdict = Literal[
    "correct", "near", "rough", "wrong", "missing", "convention", "undefined", "error", "crashed", "cannot"
]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
TRANSPOSED = "transposed"
POLICIES = {0: "0", 1: "1", -1: "-1"}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of one answer.

    Attributes:
        case: the case.
        answer: what was answered.
        verdict: one of `VERDICTS`.
        ulps: units in the last place from the correct number; None where there are no two numbers to compare.
        name: of another convention its name; where there is no value, how that is said; `transposed` for a wrong answer
            that is the value with rows and columns exchanged.
        precision: in whose units it was judged.
    """

    case: Case
    answer: Answer
    verdict: Verdict
    ulps: int | None = None
    name: str = ""
    precision: Precision = "float64"


def judge_answer(case: Case, answer: Answer, precision: Precision = "float64") -> Judgement:
    """Judge an answer.

    >>> from exactmetrics.vectors.reading import load_vectors
    >>> case = next(case for case in load_vectors("f1") if case.expected.float64 == 12 / 17)
    >>> judge_answer(case, Answer(0.7058823529411765)).verdict, judge_answer(case, Answer(0.7)).verdict
    ('correct', 'wrong')
    >>> judge_answer(case, Answer(0.7058823), "float32").ulps, judge_answer(case, Answer(text="nan")).verdict
    (1, 'missing')
    """
    return replace(_judged(case, answer, precision), precision=precision)


def _judged(case: Case, answer: Answer, precision: Precision) -> Judgement:
    for reason in ("cannot", "crashed"):
        if getattr(answer, reason):
            return Judgement(case, answer, reason, name=getattr(answer, reason))
    expected = case.expected.exact
    if isinstance(expected, Undefined):
        return _without_value(case, answer, precision)
    if answer.error:
        return Judgement(case, answer, "error", name=answer.error.partition(":")[0])
    if answer.value is None:
        return Judgement(case, answer, "missing", name=answer.text)
    return _number(case, answer, answer.value, expected, precision)


def _number(case: Case, answer: Answer, given: float | Fraction, expected: Value, precision: Precision) -> Judgement:
    right = case.expected.float64 if precision == "float64" else case.expected.float32
    assert right is not None
    off = 0 if given == expected else _distance(given, right, precision)
    if off <= 1:
        return Judgement(case, answer, "near" if off else "correct", off)
    if off <= WRONG_BEYOND[precision]:
        return Judgement(case, answer, "rough", off)
    if name := next(iter(_names(case, given, precision)), ""):
        return Judgement(case, answer, "convention", off, name)
    turned = transposed_value(case)
    exchanged = turned is not None and _distance(given, rounded(turned, precision), precision) <= ALIKE
    return Judgement(case, answer, "wrong", off, TRANSPOSED if exchanged else "")


def _distance(given: float | Fraction, right: float, precision: Precision) -> int:
    """An exact answer is as far off as the nearest number to it, and never correct unless it is equal."""
    if isinstance(given, Fraction):
        number = rounded(given, precision)
        return max(1, distance(number, right, precision)) if abs(number) < float("inf") else WRONG_BEYOND[precision] + 1
    return distance(given, right, precision)


def _without_value(case: Case, answer: Answer, precision: Precision) -> Judgement:
    warned = f" with {answer.warning}" if answer.warning else ""
    if answer.error:
        return Judgement(case, answer, "undefined", name=answer.error.partition(":")[0])
    if answer.value is None:
        return Judgement(case, answer, "undefined", name=f"{answer.text}{warned}")
    names = _names(case, answer.value, precision)
    policy = next((name for name in names if "undefined=" in name and "," not in name), "")
    plain = next((text for number, text in POLICIES.items() if answer.value == number), "")
    if name := policy or plain or next(iter(names), ""):
        return Judgement(case, answer, "undefined", name=f"{name}{warned}")
    return Judgement(case, answer, "wrong", name=answer.shown())


def _names(case: Case, given: float | Fraction, precision: Precision) -> list[str]:
    """The names of the conventions whose value an answer is, the one with the fewest changes first."""
    return [
        name
        for name, value in other_values(case)
        if given == value or _distance(given, rounded(value, precision), precision) <= ALIKE
    ]
