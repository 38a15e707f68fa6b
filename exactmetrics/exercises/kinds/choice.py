"""The right value among those of misconceptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from exactmetrics.derivation.messages import messages
from exactmetrics.exact.values import Number, enclosure
from exactmetrics.exercises.kinds.draw import Draw
from exactmetrics.exercises.question import Exercise, Option, printed
from exactmetrics.exercises.slips import Slip

WRONG = 3  # wrong options
APART = 50  # the part of the right value by which options differ at least
BITS = 64  # binary digits of values that have no exact difference


def choice(exercise: Exercise, draw: Draw) -> Exercise | None:
    """Three wrong options of misconceptions, all apart, and no two that add up to 1: one of them would be right.

    How many of them are smaller than the right value is drawn, or it would be known by its place among them: an
    adjusted Rand index is smaller than nearly all that it is taken for.
    """
    value, right = exercise.value, exercise.printed
    wrong = {printed(slip.value, exercise.places): slip for slip in exercise.slips}
    chosen: list[tuple[str, Slip]] = []
    smaller = draw.below(WRONG + 1)
    left = {True: smaller, False: WRONG - smaller}
    for text, slip in _of_different_kinds(wrong):
        is_smaller = Fraction(text) < Fraction(right)
        if not left[is_smaller] or any(_are_complements(text, one) for one in (right, *(one for one, _ in chosen))):
            continue
        if all(apart_from(slip.value, one, value) for one in (value, *(other.value for _, other in chosen))):
            left[is_smaller] -= 1
            chosen.append((text, slip))
    if len(chosen) < WRONG:
        return None
    said = messages(draw.language).get("exercises", "right")
    answers: list[tuple[str, Slip | None]] = [*chosen]
    answers.insert(draw.below(WRONG + 1), (right, None))
    options = tuple(
        Option(letter, text, slip is None, slip.text if slip else said, slip)
        for letter, (text, slip) in zip(exercise.marks, answers, strict=False)
    )
    return replace(exercise, options=options)


def apart_from(a: Number, b: Number, scale: Number) -> bool:
    """Whether two values are so far apart that neither is taken for the other rounded in another way."""
    try:
        off = (a - b) * APART
    except TypeError:  # no exact difference, as of a root and a number with pi
        return _surely_apart(a, b, scale)
    return off >= scale or off <= scale * -1 if scale > 0 else off >= scale * -1 or off <= scale


def _surely_apart(a: Number, b: Number, scale: Number) -> bool:
    """The same by rationals around the numbers; where even these do not tell, the values count as near."""
    (a_low, a_high), (b_low, b_high) = enclosure(a, BITS), enclosure(b, BITS)
    size = max(map(abs, enclosure(scale, BITS)))
    return max(a_low - b_high, b_low - a_high) * APART >= size


def _are_complements(a: str, b: str) -> bool:
    return Fraction(a) + Fraction(b) == 1


def _of_different_kinds(wrong: Mapping[str, Slip]) -> list[tuple[str, Slip]]:
    """The wrong answers, first the most plausible of each kind, then the rest."""
    first = {slip.kind: (text, slip) for text, slip in reversed(list(wrong.items()))}
    best = sorted(first.values(), key=lambda one: -one[1].score)
    return [*best, *((text, slip) for text, slip in wrong.items() if first[slip.kind][1] is not slip)]
