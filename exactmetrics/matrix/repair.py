"""Single repairs: the one given number whose change makes contradictory counts agree.

All counts are linear in the given numbers. When a single one is changed, a broken identity fixes its new value; when
only an inequality breaks, a range is left. So every count becomes a line in the changed number, and a repair is a whole
number at which every line is a whole number and none is negative.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from .blocks import BLOCKS
from .exact_count import Count
from .identities import N, Repair, Row, Variable, eliminate, independent, own_n, reduced

MOST_REPAIRS = 5
MOST_TRIES = 200
Line = tuple[Count, Count]  # value at the number given, and slope


def single_repairs(
    labels: Sequence[Hashable], given: Mapping[Variable, int], *, partition: bool
) -> tuple[list[Repair], bool]:
    """Find the given numbers that, changed alone to another non-negative integer, remove every contradiction.

    Up to five, each with the nearest value that works; and whether the given numbers determine all counts, so that a
    repair makes everything hold. Where counts stay open, no one knows whether a data set has the rest.
    """
    eliminated = eliminate([*own_n(given), *independent(labels, partition=partition)], given)
    conditions = _valued(eliminated.conditions, given)
    solved = dict(zip(eliminated.solved, _valued(eliminated.solved.values(), given), strict=True))
    slack = _valued(_slack_rows(labels, eliminated.rules, given), given) if partition else []
    found: list[Repair] = []
    for changed in given:
        forced, spare = ([(value, row.get(changed, 0)) for value, row in rows] for rows in (conditions, slack))
        if any(value and not slope for value, slope in forced):
            continue  # another number breaks an identity too
        lines: dict[Variable, Line] = {name: (value, int(name == changed)) for name, value in given.items()}
        lines.update({name: (value, row.get(changed, 0)) for name, (value, row) in solved.items()})
        repair = _nearest_repair(changed, given[changed], forced, spare, list(lines.values()))
        if repair is not None:
            found.append(repair)
            if len(found) == MOST_REPAIRS:
                break
    wanted = [N, *((count, label) for label in labels for count in BLOCKS)]
    return found, all(variable in given or variable in eliminated.solved for variable in wanted)


def _valued(rows: Iterable[Row], given: Mapping[Variable, int]) -> list[tuple[Count, Row]]:
    """Give each combination of given numbers with its value."""
    return [(sum(factor * given[variable] for variable, factor in row.items()), row) for row in rows]


def _slack_rows(labels: Sequence[Hashable], rules: Mapping[Variable, Row], given: Collection[Variable]) -> list[Row]:
    """Return n − ΣTP − FP_i − FN_i of every class, on given numbers; classes where it stays open are left out.

    The slack may be determined where its counts are not: FP_i + FN_i = support_i + predicted_i − 2·TP_i.
    """
    wrong = reduced({N: 1, **{("tp", label): -1 for label in labels}}, rules)
    found: list[Row] = []
    for label in labels:
        row = dict(wrong)
        for variable, factor in reduced({("fp", label): -1, ("fn", label): -1}, rules).items():
            row[variable] = row.get(variable, 0) + factor
        row = {variable: factor for variable, factor in row.items() if factor}
        if all(variable in given for variable in row):
            found.append(row)
    return found


def _nearest_repair(
    changed: Variable, old: int, forced: Sequence[Line], spare: Sequence[Line], lines: Sequence[Line]
) -> Repair | None:
    """Return the repair with the smallest whole shift, or None.

    Forced lines must be 0 and spare ones not negative; the lines of the counts must be whole too.
    """
    low, high = Fraction(-old), None
    for value, slope in forced:
        if slope:
            point = -Fraction(value) / slope
            low, high = max(low, point), point if high is None else min(high, point)
    for value, slope in [*lines, *spare]:
        if slope > 0:
            low = max(low, -Fraction(value) / slope)
        elif slope < 0:
            high = -Fraction(value) / slope if high is None else min(high, -Fraction(value) / slope)
        elif value < 0:
            return None
    first, last = ceil(low), None if high is None else floor(high)
    for shift in _outward(first, last):
        if shift and all((value + slope * shift).denominator == 1 for value, slope in lines):
            return Repair(changed[1], changed[0], old, old + shift, old + first, None if last is None else old + last)
    return None


def _outward(low: int, high: int | None) -> Iterator[int]:
    """Yield the whole numbers of a range by their distance from 0, a bounded number of them."""
    size = max(low, 0, -(high or 0))
    for distance in range(size, size + MOST_TRIES):
        for shift in dict.fromkeys((distance, -distance)):
            if shift >= low and (high is None or shift <= high):
                yield shift
