"""Scores averaged over several test sets or folds: is there a table for every part so that the means are as printed?

For known sizes of the parts, recall, specificity, accuracy, balanced accuracy and whatever else is linear in tp and tn
make one system of linear inequalities in whole numbers. Parts of equal size and weight count as one, their counts added
up, unless scores of single parts are bounded. Where only the number of folds is known, every way to make them is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import InputError, UsageError
from exactmetrics.feasibility.budget import Budget, BudgetEnded
from exactmetrics.feasibility.conflict import alone_outside, named, why
from exactmetrics.feasibility.formula import Ratio
from exactmetrics.feasibility.given import Reader, Score
from exactmetrics.feasibility.integer_program import Solver
from exactmetrics.feasibility.later import Later
from exactmetrics.feasibility.plane import plane_formula
from exactmetrics.feasibility.problem import BINARY
from exactmetrics.feasibility.result import Feasibility
from exactmetrics.feasibility.system import Bounds, Part, System
from exactmetrics.feasibility.terms import BRANCHES, Terms
from exactmetrics.matrix.exact_count import whole_number


@dataclass(frozen=True, slots=True)
class Dataset:
    """One data set: its parts if they are known, else its size and the number of folds."""

    parts: tuple[tuple[int, int], ...]
    folds: int = 1

    def splits(self) -> Iterator[tuple[tuple[int, int], ...]]:
        """Every way to make the folds: of even sizes, each with positives and negatives; those most alike first.

        >>> list(Dataset(((2, 3),), 2).splits())
        [((1, 2), (1, 1))]
        """
        if self.folds == 1:
            yield self.parts
            return
        [(p, n)] = self.parts
        small, more = divmod(p + n, self.folds)
        choices = [
            combinations_with_replacement(range(1, size), count)
            for size, count in ((small + 1, more), (small, self.folds - more))
        ]
        fitting = [parts for parts in product(*map(list, choices)) if sum(map(sum, parts)) == p]
        for large, rest in sorted(fitting, key=lambda parts: sum(x * x for part in parts for x in part)):
            yield (*((x, small + 1 - x) for x in large), *((x, small - x) for x in rest))


def means(
    scores: object, parts: Sequence[Any], bounds: Mapping[str, tuple[object, object]] | None, terms: Terms
) -> Feasibility:
    """Whether scores can be the means of the scores of several test sets, or of folds, or of both; see `feasible`.

    >>> means({"recall": "0.768", "accuracy": "0.573"}, [[(52, 94), (74, 37)]], None, Terms()).verdict
    'feasible'
    """
    given = terms.reader(BINARY, BINARY[0]).read(scores)
    sets = [_dataset(entry) for entry in parts]
    if not sets:
        raise UsageError("give at least one part, as (positives, negatives) or a list of folds")
    limits = [_bound(name, ends) for name, ends in (bounds or {}).items()]
    result = partial(
        Feasibility, labels=BINARY, rounding=terms.rounding, tolerance=terms.tolerance, _terms=terms,
        kind="means", scores=tuple(map(str, given))
    )  # fmt: skip
    if (alone := alone_outside(given)) is not None:
        return result("infeasible", outside=alone.outside, _later=Later(partial(named, alone)))
    budget = terms.budget(steps=BRANCHES)
    found = _first(given, sets, limits, budget)
    if found is not None:
        return result("feasible", blocks=1, solutions=None, matrices=found, complete=False, steps=budget.taken)
    if budget.ended:
        return result("unknown", solutions=None, complete=False, steps=budget.taken)

    def tries(part: Sequence[Score]) -> bool | None:
        again = terms.budget(steps=BRANCHES, told=False)
        answer = _first(part, sets, limits, again)
        return None if answer is None and again.ended else answer is not None

    later = why(given, tries, None)
    return result("infeasible", steps=budget.taken, _later=later)


def _first(
    scores: Sequence[Score], sets: Sequence[Dataset], limits: Sequence[Bounds], budget: Budget
) -> list[list[list[int]]] | None:
    """The tables of the first solution."""
    formulas = [(score, linear_formula(score)) for score in scores]
    try:
        solver = Solver(budget)
        for splits in product(*(dataset.splits() for dataset in sets)):
            parts = [Part(p, n, Fraction(1, len(sets) * len(split))) for split in splits for p, n in split]
            found = System(formulas, parts, limits).solution(solver)
            if found is not None:
                return found
    except BudgetEnded:
        budget.ended = True
    return None


def linear_formula(score: Score) -> Ratio:
    """The formula of a score whose mean can be tested: no count in its denominator but sizes.

    >>> [recall] = Reader(BINARY, BINARY[0]).read({"recall": "0.5"})
    >>> linear_formula(recall).top.terms
    {(1, 0, 0, 0): 1}
    """
    found = plane_formula(score.request, BINARY)
    target = score.target
    if isinstance(found, Ratio) and (target is None or target.kind == "interval"):
        sizes = all(not (i or j) for i, j, _, _ in found.bottom.terms)
        if sizes and all(i + j <= 1 for i, j, _, _ in found.top.terms):
            return found
    raise UsageError(
        f"{score} as a mean cannot be tested: the score is not linear in tp and tn for known sizes, as accuracy, "
        "recall, specificity and balanced_accuracy are"
    )


def _dataset(entry: Any) -> Dataset:
    """Read one data set."""
    if isinstance(entry, Mapping):
        if set(entry) != {"positives", "negatives", "folds"}:
            raise UsageError('a data set with unknown folds is {"positives": ..., "negatives": ..., "folds": ...}')
        size, folds = (entry["positives"], entry["negatives"]), whole_number(entry["folds"], "folds")
        return Dataset((_size(size),), max(1, folds))
    if len(entry) == 2 and not isinstance(entry[0], (Sequence, Mapping)):
        return Dataset((_size(entry),))
    return Dataset(tuple(_size(size) for size in entry))


def _size(size: Sequence[object]) -> tuple[int, int]:
    if len(size) != 2:
        raise InputError(f"a part has positives and negatives, not {size!r}")
    return whole_number(size[0], "positives"), whole_number(size[1], "negatives")


def _bound(name: str, ends: tuple[object, object]) -> Bounds:
    """Read the bounds of a score on single parts."""
    [score] = Reader(BINARY, BINARY[0]).read({name: "0"})
    low, high = (exact_number(end) for end in ends)
    if low is None or high is None:
        raise UsageError(f"bounds of {name} are two numbers, not {ends!r}")
    return Bounds(linear_formula(score), low, high)
