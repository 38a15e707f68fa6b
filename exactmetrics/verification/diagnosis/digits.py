"""Slips in the printed digits themselves: cut, filled up, mistyped, on another scale."""

from __future__ import annotations

from fractions import Fraction

from exactmetrics.exact.rounding import decimal, round_to
from exactmetrics.exact.values import Number, Root, Symbolic, Undefined
from exactmetrics.verification.diagnosis.case import Case
from exactmetrics.verification.diagnosis.library import Candidate, Candidates, explains


def _number(case: Case) -> Number | None:
    """The right value, where it is a number and digits are printed."""
    return None if isinstance(case.value, Undefined) or case.number.value is None else case.value


def _settled(case: Case, fits: bool, odds: float = 1.0) -> Candidates:
    if fits:
        yield Candidate(case.value, {"expected": case.expected}, fits=True, odds=odds)


@explains("truncated", plausibility=2.0)
def _truncated(case: Case) -> Candidates:
    yield from _settled(case, case.verdict.word == "truncated")


@explains("float-digits", plausibility=5.0)
def _float(case: Case) -> Candidates:
    yield from _settled(case, case.verdict.word == "float")


@explains("rounding-rule", plausibility=5.0)
def _rule(case: Case) -> Candidates:
    """A tie that goes the other way, or the decimal on the far side of the value."""
    off, unit = case.verdict.difference, Fraction(1, 10) ** case.number.places
    far = off is not None and case.verdict.word == "false" and case.number.kind == "decimal" and abs(off) < unit
    if isinstance(case.value, Fraction) and unit > 10 * abs(case.value) > 0:  # no digit of it is there
        return
    # What is rounded on the way ends there too, and that is met more often.
    yield from _settled(case, far or case.verdict.word in ("rounded", "tie"), 0.12 if far else 1.0)


@explains("fewer-digits", plausibility=2.0)
def _fewer(case: Case) -> Candidates:
    value, number = _number(case), case.number
    if value is None or number.kind != "decimal":
        return
    for kept in range(1, number.places):
        if number.units == round_to(value, kept) * 10 ** (number.places - kept):
            yield Candidate(value, {"expected": case.expected, "digits": kept}, fits=True)
            return


@explains("digit-typo")
def _typo(case: Case) -> Candidates:
    """One digit replaced, left out or doubled."""
    pair = _texts(case)
    if pair is None:
        return
    printed, right, longer = pair
    width = max(len(printed), len(right))
    a, b = printed.zfill(width), right.zfill(width)
    if sum(x != y for x, y in zip(a, b, strict=True)) == 1:
        yield from _settled(case, True, 1 / (9 * max(1, len(right) - 1)))
        return
    dropped = {longer[:at] + longer[at + 1 :] for at in range(len(longer))}
    doubled = {right[: at + 1] + right[at : len(longer) - 1] for at in range(len(right))}
    slips = {text.zfill(width) for text in dropped | doubled}
    yield from _settled(case, a in slips and a != b, 1 / (18 * width))


@explains("digits-transposed")
def _transposed_digits(case: Case) -> Candidates:
    pair = _texts(case)
    if pair is not None:
        printed, right, _ = pair
        swaps = {right[:at] + right[at + 1] + right[at] + right[at + 2 :] for at in range(len(right) - 1)} - {right}
        yield from _settled(case, printed in swaps, 1 / max(1, len(swaps)))


def _texts(case: Case) -> tuple[str, str, str] | None:
    """The digits printed, the right ones, and the right ones from which one may be left out."""
    value, number = _number(case), case.number
    if value is None or number.value is None or (number.value < 0) != (value < 0):
        return None
    if number.kind == "decimal" and number.places > 0:
        width = number.places + 1
        right = str(abs(round_to(value, number.places))).zfill(width)
        return str(abs(number.units)).zfill(width), right, str(abs(round_to(value, number.places + 1))).zfill(width + 1)
    if isinstance(value, Fraction) and value.denominator == number.value.denominator == 1:
        text = str(abs(value.numerator))
        return str(abs(number.value.numerator)), text, text
    return None


@explains("percent-scale")
def _percent(case: Case) -> Candidates:
    if value := _number(case):
        whole = case.number.kind == "exact" and case.number.units == round_to(value, 2) != 0
        if whole and case.number.value == case.number.units:
            yield Candidate(value * 100, {"expected": case.expected}, fits=True)
        for power, weight in ((2, 1.0), (-2, 1.0), (1, 0.3), (-1, 0.3)):
            percent = 2 * case.number.percent  # what is printed in percent is right in percent
            places = max(0, case.number.places + power - percent)
            meant = decimal(value * 10**percent, places=places) + "%" * case.number.percent
            yield Candidate(value * Fraction(10) ** power, {"expected": meant}, weight=weight)


@explains("sign")
def _sign(case: Case) -> Candidates:
    if value := _number(case):
        yield Candidate(value * -1, {"expected": case.expected})


@explains("square", plausibility=0.7)
def _square(case: Case) -> Candidates:
    value = _number(case)
    if value and isinstance(value, (Fraction, Root, Symbolic)):  # of logarithms no product is exact
        yield Candidate(value * value, {"expected": case.expected}, weight=1.0 if isinstance(value, Root) else 0.4)


@explains("factor", plausibility=0.7)
def _factor(case: Case) -> Candidates:
    value = _number(case)
    if not value:
        return
    classes = [Fraction(case.blocks.k)] if case.request.average is not None and case.blocks.k > 2 else []
    for factor in (Fraction(2), Fraction(1, 2), *classes):
        yield Candidate(value * factor, {"factor": str(factor), "expected": case.expected})
