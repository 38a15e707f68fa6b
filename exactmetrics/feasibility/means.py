"""Scores averaged over several test sets or folds: is there a table for every part so that the means are as printed?

For known sizes of the parts, recall, specificity, accuracy, balanced accuracy and whatever else is linear in tp and tn
make one system of linear inequalities in whole numbers. Parts of equal size and weight count as one, their counts added
up, unless scores of single parts are bounded. Where only the number of folds is known, every way to make them is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import lcm
from typing import Any, NamedTuple

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.given import Reader, Score
from exactmetrics.feasibility.linear import Row, whole_point
from exactmetrics.feasibility.matrices import Rows
from exactmetrics.feasibility.polynomial import Ratio
from exactmetrics.feasibility.problem import BINARY
from exactmetrics.feasibility.target import Target
from exactmetrics.feasibility.unknown import plane_formula
from exactmetrics.matrix.exact_count import whole_number

Size = tuple[int, int]  # positives and negatives
Line = tuple[Fraction, Fraction, Fraction]  # the factors of tp and tn, and the constant


@dataclass(frozen=True, slots=True)
class Dataset:
    """One data set: its parts if they are known, else its size and the number of folds."""

    parts: tuple[Size, ...]
    folds: int = 1

    def splits(self, budget: Budget) -> Iterator[tuple[Size, ...]]:
        """Every way to make the folds: of even sizes, each with positives and negatives; those most alike first.

        >>> list(Dataset(((2, 3),), 2).splits(Budget(9)))
        [((1, 2), (1, 1))]
        """
        if self.folds == 1:
            yield self.parts
            return
        [(p, n)] = self.parts
        small, more = divmod(p + n, self.folds)
        choices: list[list[tuple[int, ...]]] = [[], []]
        for chosen, size, count in ((choices[0], small + 1, more), (choices[1], small, self.folds - more)):
            for parts in combinations_with_replacement(range(1, size), count):
                budget.spend(0)  # only the seconds
                chosen.append(parts)
        fitting = []
        for both in product(*choices):
            budget.spend(0)
            if sum(map(sum, both)) == p:
                fitting.append(both)
        for large, rest in sorted(fitting, key=lambda parts: sum(x * x for part in parts for x in part)):
            yield (*((x, small + 1 - x) for x in large), *((x, small - x) for x in rest))


class Linear(NamedTuple):
    """A score that is linear in tp and tn, and the values that are allowed."""

    formula: Ratio
    target: Target


class Means:
    """The parts, and the bounds of scores on single ones."""

    def __init__(self, parts: Any, bounds: Any) -> None:
        if not isinstance(parts, Sequence) or isinstance(parts, str) or not parts:
            raise UsageError("give at least one part, as (positives, negatives) or a list of folds")
        self.sets = [_dataset(entry) for entry in parts]
        if not isinstance(bounds or {}, Mapping):
            raise UsageError("bounds= is a mapping from scores to their least and greatest value")
        self.limits = [_bound(name, ends) for name, ends in (bounds or {}).items()]

    def first(self, scores: Sequence[Score], budget: Budget) -> list[Rows] | None:
        """The tables of the first solution, those of parts of equal size added up; None where there is none."""
        asked = [Linear(linear_formula(score), score.target or Target()) for score in scores]
        for splits in product(*(dataset.splits(budget) for dataset in self.sets)):
            shares = [Fraction(1, len(self.sets) * len(split)) for split in splits for _ in split]
            parts = list(zip((size for split in splits for size in split), shares, strict=True))
            groups = [(part, 1) for part in parts] if self.limits else list(Counter(parts).items())
            rows = self._rows(asked, groups)
            if rows is None:
                continue
            most = [bound * count for (size, _), count in groups for bound in size]
            found = whole_point(rows, most, budget)
            if found is not None:
                counts = zip(found[::2], found[1::2], most[::2], most[1::2], strict=True)
                return [[[tp, p - tp], [n - tn, tn]] for tp, tn, p, n in counts]
        return None

    def _rows(self, asked: Sequence[Linear], groups: Sequence[tuple[tuple[Size, Fraction], int]]) -> list[Row] | None:
        """The means as linear inequalities in the tp and tn of all parts; None where one has no value on a part."""
        rows: list[Row] = []
        everywhere = list(range(len(groups)))
        means = [(one, everywhere) for one in asked]
        for one, places in means + [(limit, [at]) for at in everywhere for limit in self.limits]:
            factors, constant = [Fraction(0)] * (2 * len(groups)), Fraction(0)
            for at in places:
                (size, share), count = groups[at]
                line = line_of(one.formula, *size)
                if line is None:
                    return None
                weight = share if places is everywhere else Fraction(1)
                factors[2 * at : 2 * at + 2] = line[0] * weight, line[1] * weight
                constant += line[2] * weight * count
            rows += _between(factors, constant, one.target)
        return rows


def _between(factors: Sequence[Fraction], constant: Fraction, target: Target) -> list[Row]:
    """A sum lies in a target; in whole numbers, less than a bound is at most one less."""
    ends = (constant - target.low, target.high - constant)
    whole = lcm(*(x.denominator for x in (*factors, *ends)))
    numbers = [int(x * whole) for x in factors]
    least, most = int(ends[0] * whole) - target.open_low, int(ends[1] * whole) - target.open_high
    return [(tuple(-x for x in numbers), least), (tuple(numbers), most)]


def linear_formula(score: Score) -> Ratio:
    """The formula of a score whose mean can be tested: no count in its denominator but sizes."""
    found = plane_formula(score.request, BINARY)
    target = score.target
    if isinstance(found, Ratio) and (target is None or target.kind == "interval"):
        sizes = all({0, 1}.isdisjoint(places) for places in found.bottom.terms)
        if sizes and all(sum(place < 2 for place in places) <= 1 for places in found.top.terms):
            return found
    raise UsageError(
        f"{score} as a mean cannot be tested: the score is not linear in tp and tn for known sizes, as accuracy, "
        "recall, specificity and balanced_accuracy are"
    )


@lru_cache(maxsize=10_000)
def line_of(formula: Ratio, p: int, n: int) -> Line | None:
    """The factors of tp and tn and the constant of a linear score on p positives and n negatives; None for no value."""
    (up, top), (down, bottom) = formula.top.primitive(), formula.bottom.primitive()
    below, grid = bottom.at(p, p + n), top.at(p, p + n)
    if not below:
        return None
    first, second, constant = (grid.get(powers, 0) * up / (down * below[0, 0]) for powers in ((1, 0), (0, 1), (0, 0)))
    return first, second, constant


def _dataset(entry: Any) -> Dataset:
    if isinstance(entry, Mapping):
        if set(entry) != {"positives", "negatives", "folds"}:
            raise UsageError('a data set with unknown folds is {"positives": ..., "negatives": ..., "folds": ...}')
        folds = whole_number(entry["folds"], "folds")
        return Dataset((_size((entry["positives"], entry["negatives"])),), max(1, folds))
    if not isinstance(entry, Sequence) or not entry:
        raise InputError(f"a part has positives and negatives, not {entry!r}")
    if len(entry) == 2 and not isinstance(entry[0], (Sequence, Mapping)):
        return Dataset((_size(entry),))
    return Dataset(tuple(_size(size) for size in entry))


def _size(size: Any) -> Size:
    if not isinstance(size, Sequence) or len(size) != 2:
        raise InputError(f"a part has positives and negatives, not {size!r}")
    return whole_number(size[0], "positives"), whole_number(size[1], "negatives")


def _bound(name: str, ends: Any) -> Linear:
    """Read the bounds of a score on single parts."""
    [score] = Reader(BINARY, BINARY[0]).read({name: "0"})
    low, high = (exact_number(end) for end in ends) if isinstance(ends, Sequence) and len(ends) == 2 else (None, None)
    if low is None or high is None:
        raise UsageError(f"bounds of {name} are two numbers, not {ends!r}")
    return Linear(linear_formula(score), Target(low, high))
