"""What an answer is worth: its distance from the exact value, or which other number it is.

An answer is `correct` (the nearest number of its precision), `near` (the next one), `rough` (farther, with more than
half of its binary digits right), `wrong`, or `missing` (no number where there is one). A wrong answer that is the value
of another convention is none: it is `convention`, with the name. Where there is no value, the answer is `undefined`,
and how it says so is told; a number for no value that no policy explains is `wrong`.

Distances are in units in the last place of the precision. Where the nearest number is 0 there is no last place, and the
grid at 1 stands in for it: metrics are numbers on the scale of 1, so a residue of 1e-17 is one unit, not 4e18.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, inf
from typing import Literal, get_args

from exactmetrics.conformance.answers import Answer, Precision
from exactmetrics.exact.errors import ExactMetricsError
from exactmetrics.exact.values import Number, Undefined, Value
from exactmetrics.metrics.multilabel_names import reading_of
from exactmetrics.metrics.registry import metric_named
from exactmetrics.metrics.score_request import score_metric_named
from exactmetrics.vectors.floats import DOUBLE, SINGLE, nearest
from exactmetrics.vectors.label_set_vectors import label_set_value
from exactmetrics.vectors.questions import answer_if
from exactmetrics.vectors.reading import Case
from exactmetrics.vectors.sample_vectors import LabelSetInput, ScoreInput
from exactmetrics.vectors.score_vectors import score_value

Verdict = Literal[
    "correct", "near", "rough", "wrong", "missing", "convention", "undefined", "error", "crashed", "cannot"
]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
TRANSPOSED = "transposed"
POLICIES = {0: "0", 1: "1", -1: "-1"}
_FORMATS = {"float64": DOUBLE, "float32": SINGLE}
_PACKED = {"float64": (">d", ">q"), "float32": (">f", ">i")}
ALIKE = 64  # units within which an answer is taken for another number than the one that is asked for
# More than half of the binary digits are wrong beyond so many units.
WRONG_BEYOND: dict[str, int] = {"float64": 2**26, "float32": 2**12}
CLASSES = 60  # beyond that the choices are not tried out
# What may be chosen otherwise: the fewer choices differ, the earlier it is tried.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "undefined": ("0", "1", "omit"),
    "over": ("present", "true", "predicted"),
    "combine": ("averages",),
    "weights": ("predicted",),
}

SCORE_CHOICES = {"undefined": CHOICES["undefined"]}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is said of one answer, judged in units of a precision."""

    case: Case
    answer: Answer
    precision: Precision
    verdict: Verdict
    ulps: int | None  # from the correct number; None where there are no two numbers to compare
    name: str  # of another convention; how no value is said; `transposed` where rows and columns are exchanged


def judge_answer(case: Case, answer: Answer, precision: Precision = "float64") -> Judgement:
    """Judge an answer."""
    return Judgement(case, answer, precision, *_judged(case, answer, precision))


def _judged(case: Case, answer: Answer, precision: Precision) -> tuple[Verdict, int | None, str]:
    if answer.cannot or answer.crashed:
        return ("cannot", None, answer.cannot) if answer.cannot else ("crashed", None, answer.crashed)
    expected = case.expected.exact
    if isinstance(expected, Undefined):
        return _without_value(case, answer, precision)
    if answer.error:
        return "error", None, answer.error.partition(":")[0]
    if answer.value is None:
        return "missing", None, answer.text
    given, right = answer.value, case.expected.float64 if precision == "float64" else case.expected.float32
    assert right is not None
    off = 0 if given == expected else _off(given, right, precision)
    if off <= 1:
        return "near" if off else "correct", off, ""
    if off <= WRONG_BEYOND[precision]:
        return "rough", off, ""
    if name := next(iter(_names(case, given, precision)), ""):
        return "convention", off, name
    turned = transposed_value(case)
    exchanged = turned is not None and _off(given, rounded(turned, precision), precision) <= ALIKE
    return "wrong", off, TRANSPOSED if exchanged else ""


def _without_value(case: Case, answer: Answer, precision: Precision) -> tuple[Verdict, None, str]:
    warned = f" with {answer.warning}" if answer.warning else ""
    if answer.error:
        return "undefined", None, answer.error.partition(":")[0]
    if answer.value is None:
        return "undefined", None, f"{answer.text}{warned}"
    names = _names(case, answer.value, precision)
    policy = next((name for name in names if "undefined=" in name and "," not in name), "")
    plain = next((text for number, text in POLICIES.items() if answer.value == number), "")
    if name := policy or plain or next(iter(names), ""):
        return "undefined", None, f"{name}{warned}"
    return "wrong", None, answer.shown()


def _names(case: Case, given: float | Fraction, precision: Precision) -> list[str]:
    """The names of the conventions whose value an answer is, the one with the fewest changes first."""
    return [
        name
        for name, value in other_values(case)
        if given == value or _off(given, rounded(value, precision), precision) <= ALIKE
    ]


def _off(given: float | Fraction, right: float, precision: Precision) -> int:
    """An exact answer is as far off as the nearest number to it, and never correct unless it is equal."""
    if isinstance(given, Fraction):
        number = rounded(given, precision)
        return max(1, distance(number, right, precision)) if abs(number) < inf else WRONG_BEYOND[precision] + 1
    return distance(given, right, precision)


def rounded(value: Number, precision: Precision = "float64") -> float:
    """The number of a precision that is nearest to an exact value."""
    return nearest(value, _FORMATS[precision])


def distance(answer: float, to: float, precision: Precision = "float64") -> int:
    """How many units in the last place a finite answer is from the number nearest to the exact value."""
    if answer == to:
        return 0
    if to == 0:
        return ceil(abs(Fraction(answer)) * (1 << (_FORMATS[precision].bits - 1)))
    near = nearest(Fraction(answer), _FORMATS[precision])
    if abs(near) == inf:
        return WRONG_BEYOND[precision] * 2**10
    return abs(_place(near, precision) - _place(to, precision))


def _place(value: float, precision: Precision) -> int:
    """The place of a number in the order of all numbers of its precision."""
    real, whole = _PACKED[precision]
    bits: int = struct.unpack(whole, struct.pack(real, value + 0.0))[0]
    return bits if bits >= 0 else -(2 ** (8 * struct.calcsize(whole) - 1)) - bits


def other_values(case: Case) -> Iterator[tuple[str, Number]]:
    """The other numbers that go by the name of a case, with what is chosen otherwise, from one choice on to all."""
    if _is_large(case):  # only what the vectors hold
        for variant in case.variants:
            if not isinstance(variant.value, Undefined):
                yield _told(variant.options), variant.value
        return
    answer = value_if(case)
    for change in _changes(case):
        value = _value(answer, change)
        if value is not None:
            yield _told(change), value


def transposed_value(case: Case) -> Number | None:
    """The value with what is true and what is predicted exchanged, which no convention allows; None where there is
    none.
    """
    if _is_large(case) or case.input.kind == "scores":
        return None
    return _value(value_if(case, transposed=True), {})


def _is_large(case: Case) -> bool:
    return len(case.input.labels) > CLASSES


def _told(options: Mapping[str, str]) -> str:
    return ", ".join(f"{option}={chosen}" for option, chosen in options.items())


def _changes(case: Case) -> Iterator[dict[str, str]]:
    """The choices that are not those of the case, the ones with the fewest changes first."""
    choices = {**(SCORE_CHOICES if case.input.kind == "scores" else CHOICES), "convention": _conventions(case)}
    options: list[list[tuple[str, str] | None]] = [[None] for _ in choices]
    for found, (name, others) in zip(options, choices.items(), strict=True):
        # What the case asks for is no choice that was left; but what stands for 0/0 is one that many cannot be told.
        if name == "undefined" or name not in case.options:
            found += [(name, other) for other in others if case.options.get(name) != other]
    every = [dict(change for change in changes if change) for changes in product(*options)]
    first = list(choices)
    yield from sorted(
        (changes for changes in every if changes), key=lambda changes: (len(changes), *map(first.index, changes))
    )


def _conventions(case: Case) -> tuple[str, ...]:
    """The other conventions of a metric; the names of whole sets have none."""
    if case.input.kind == "scores":
        known: Iterable[str] = score_metric_named(case.metric).conventions
    else:
        known = () if reading_of(case.metric) else metric_named(case.metric).conventions
    return tuple(name for name in known if name != case.convention)


def value_if(case: Case, *, transposed: bool = False) -> Callable[[Mapping[str, str]], Value]:
    """What answers the question of a case under other choices; the input is counted once."""
    data = case.input
    if isinstance(data, ScoreInput):
        which = {"label": case.label} if case.label is not None else {"average": case.average} if case.average else {}
        own = {**which, "convention": case.convention, **case.options}
        return lambda change: score_value(case.metric, data.samples, **{**own, **change})
    if isinstance(data, LabelSetInput):
        sets = data.exchanged if transposed else data.sets
        own = {"label": case.label, "average": case.average, **case.options}
        return lambda change: label_set_value(case.metric, sets, **{**own, **change})
    counts = data.counts()
    blocks = (counts.transpose() if transposed else counts).blocks()
    return lambda change: answer_if(case, change, blocks)


def _value(answer: Callable[[Mapping[str, str]], Value], change: Mapping[str, str]) -> Number | None:
    """The value under other choices; None where they do not apply to the metric, or leave it undefined."""
    try:
        value = answer(change)
    except ExactMetricsError:  # the choice does not apply here
        return None
    return None if isinstance(value, Undefined) else value
