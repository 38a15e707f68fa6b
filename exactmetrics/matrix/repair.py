"""Single repairs: the one given number whose change makes contradictory counts agree.

All counts are linear in the given numbers. When a single one is changed, a broken identity fixes its new value; when
only an inequality breaks, a range is left. So every count becomes a line in the changed number, and a repair is a whole
number at which every line is a whole number and none is negative.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from .blocks import BLOCKS
from .consistency import N, Repair, Variable, independent, own_n
from .elimination import Row, eliminate, reduced
from .exact_count import Count

MOST_REPAIRS = 5
MOST_TRIES = 200
Line = tuple[Count, Count]  # value at the number given, and slope
Span = tuple[Fraction | None, Fraction | None]


def single_repairs(
    labels: Sequence[Hashable], given: Mapping[Variable, int], *, partition: bool
) -> tuple[list[Repair], bool]:
    """Find the given numbers that, changed alone to another non-negative integer, remove every contradiction.

    Args:
        labels: the class names.
        given: the numbers given.
        partition: whether every sample has exactly one true and one predicted class.

    Returns:
        Up to five repairs, each with the nearest value that works; and whether the given numbers determine all counts,
        so that a repair makes everything hold. Where counts stay open, no one knows whether a data set has the rest.

    >>> given = {N: 4, ("support", "K"): 3, ("tp", "K"): 1, ("fn", "K"): 1}
    >>> repairs, whole = single_repairs(["K"], given, partition=False)
    >>> [str(repair) for repair in repairs], whole
    (['support_K 3 → 2', 'TP_K 1 → 2', 'FN_K 1 → 2'], False)
    """
    eliminated = eliminate([*own_n(given), *independent(labels, partition=partition)], given)
    solved = [(name, _total(row, given), row) for name, row in eliminated.solved.items()]
    conditions = [(_total(row, given), row) for row in eliminated.conditions]
    slack = [(_total(row, given), row) for row in slack_rows(labels, eliminated.rules, given)] if partition else []
    found: list[Repair] = []
    for changed in given:
        span = _forced_span(changed, conditions)
        if span is None:
            continue
        lines: dict[Variable, Line] = {name: (value, int(name == changed)) for name, value in given.items()}
        lines.update({name: (value, row.get(changed, 0)) for name, value, row in solved})
        spare = [(value, row.get(changed, 0)) for value, row in slack]
        repair = _nearest_repair(changed, given[changed], _narrowed(span, [*lines.values(), *spare]), lines)
        if repair is not None:
            found.append(repair)
            if len(found) == MOST_REPAIRS:
                break
    wanted = [N, *((count, label) for label in labels for count in BLOCKS)]
    return found, all(variable in given or variable in eliminated.solved for variable in wanted)


def _total(row: Row, given: Mapping[Variable, int]) -> Count:
    """Return the value of a combination of given numbers."""
    return sum(factor * given[variable] for variable, factor in row.items())


def _forced_span(changed: Variable, conditions: Sequence[tuple[Count, Row]]) -> Span | None:
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


def slack_rows(labels: Sequence[Hashable], rules: Mapping[Variable, Row], given: Collection[Variable]) -> list[Row]:
    """Return n − ΣTP − FP_i − FN_i of every class, on given numbers; classes where it stays open are left out.

    The slack may be determined where its counts are not: FP_i + FN_i = support_i + predicted_i − 2·TP_i.

    >>> [{name: 0 for name in row} for row in slack_rows("a", {}, [N, ("tp", "a"), ("fp", "a"), ("fn", "a")])]
    [{('n', None): 0, ('tp', 'a'): 0, ('fp', 'a'): 0, ('fn', 'a'): 0}]
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


def _narrowed(span: Span, lines: Sequence[Line]) -> Span | None:
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


def _nearest_repair(
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
