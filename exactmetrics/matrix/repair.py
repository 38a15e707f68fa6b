"""Single repairs: the one given number whose change makes contradictory counts agree.

All counts are linear in the given numbers. When a single one is changed, a broken identity fixes its new value; when
only an inequality breaks, a range is left. So every count becomes a line in the changed number, and a repair is a whole
number at which every line is a whole number and none is negative.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from .consistency import N, Repair, Variable, independent, own_n
from .elimination import Row, eliminate
from .exact_count import Count

MOST_REPAIRS = 5
MOST_TRIES = 200
Line = tuple[Count, Count]  # value at the number given, and slope
Span = tuple[Fraction | None, Fraction | None]


def single_repairs(labels: Sequence[Hashable], given: Mapping[Variable, int], *, partition: bool) -> list[Repair]:
    """Find the given numbers that, changed alone to another non-negative integer, make everything hold.

    Args:
        labels: the class names.
        given: the numbers given.
        partition: whether every sample has exactly one true and one predicted class.

    Returns:
        Up to five repairs, each with the nearest value that works.

    >>> given = {N: 4, ("support", "K"): 3, ("tp", "K"): 1, ("fn", "K"): 1}
    >>> [str(repair) for repair in single_repairs(["K"], given, partition=False)]
    ['support_K 3 → 2', 'TP_K 1 → 2', 'FN_K 1 → 2']
    """
    eliminated = eliminate([*own_n(given), *independent(labels, partition=partition)], given)
    solved = [(name, total(row, given), row) for name, row in eliminated.solved.items()]
    conditions = [(total(row, given), row) for row in eliminated.conditions]
    found: list[Repair] = []
    for changed in given:
        span = forced_span(changed, conditions)
        if span is None:
            continue
        lines: dict[Variable, Line] = {name: (value, int(name == changed)) for name, value in given.items()}
        lines.update({name: (value, row.get(changed, 0)) for name, value, row in solved})
        slack = slack_lines(lines, labels) if partition else []
        repair = nearest_repair(changed, given[changed], narrowed(span, [*lines.values(), *slack]), lines)
        if repair is not None:
            found.append(repair)
            if len(found) == MOST_REPAIRS:
                break
    return found


def total(row: Row, given: Mapping[Variable, int]) -> Count:
    """Return the value of a combination of given numbers."""
    return sum(factor * given[variable] for variable, factor in row.items())


def forced_span(changed: Variable, conditions: Sequence[tuple[Count, Row]]) -> Span | None:
    """Return the shifts of one given number under which all identities hold: a point, everything, or None."""
    forced: set[Fraction] = set()
    for value, row in conditions:
        slope = row.get(changed, 0)
        if slope:
            forced.add(-Fraction(value) / slope)
        elif value:
            return None
    if not forced:
        return None, None
    shift = forced.pop()
    return None if forced else (shift, shift)


def slack_lines(lines: Mapping[Variable, Line], labels: Sequence[Hashable]) -> list[Line]:
    """Return n − ΣTP − FP_i − FN_i for every class, as lines, as far as these counts are determined."""
    diagonal: list[Variable] = [("tp", label) for label in labels]
    if not all(variable in lines for variable in (N, *diagonal)):
        return []
    wrong = [lines[N][part] - sum(lines[name][part] for name in diagonal) for part in (0, 1)]
    found: list[Line] = []
    for label in labels:
        if ("fp", label) in lines and ("fn", label) in lines:
            value, slope = (wrong[part] - lines["fp", label][part] - lines["fn", label][part] for part in (0, 1))
            found.append((value, slope))
    return found


def narrowed(span: Span, lines: Sequence[Line]) -> Span | None:
    """Narrow a range of shifts to where no line is negative; None when nothing is left."""
    low, high = span
    for value, slope in lines:
        if slope > 0:
            low = -Fraction(value) / slope if low is None else max(low, -Fraction(value) / slope)
        elif slope < 0:
            high = -Fraction(value) / slope if high is None else min(high, -Fraction(value) / slope)
        elif value < 0:
            return None
    return None if low is not None and high is not None and low > high else (low, high)


def nearest_repair(
    changed: Variable,
    old: int,
    span: Span | None,
    lines: Mapping[Variable, Line],
) -> Repair | None:
    """Return the repair with the smallest whole shift at which all counts are whole, or None."""
    if span is None or span[0] is None:  # a given number is itself a line, so the lower end is known
        return None
    low, high = ceil(span[0]), None if span[1] is None else floor(span[1])
    for shift in outward(low, high):
        if shift and all((value + slope * shift).denominator == 1 for value, slope in lines.values()):
            return Repair(changed[1], changed[0], old, old + shift, old + low, None if high is None else old + high)
    return None


def outward(low: int, high: int | None) -> Iterator[int]:
    """Yield the whole numbers of a range by their distance from 0, a bounded number of them.

    >>> list(outward(-1, 3))
    [0, 1, -1, 2, 3]
    """
    size = max(low, 0, -(high if high is not None else 0))
    for distance in range(size, size + MOST_TRIES):
        for shift in dict.fromkeys((distance, -distance)):
            if shift >= low and (high is None or shift <= high):
                yield shift
