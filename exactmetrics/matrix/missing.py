"""What is missing: for every class the smallest sets of counts that would determine the rest."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from itertools import combinations

from ..exact.errors import MissingCountsError
from .blocks import BLOCKS
from .consistency import N, Variable, independent
from .deduction import SYMBOLS
from .elimination import eliminate

MOST_CLASSES = 10
MOST_SETS = 6


def missing_counts(labels: Sequence[Hashable], known: Collection[Variable]) -> MissingCountsError:
    """Make the error that says, class by class, which counts would suffice.

    Args:
        labels: the class names.
        known: the counts that are given or were deduced.

    >>> print(missing_counts(["K"], {("tp", "K"), ("fn", "K"), ("support", "K"), N}))
    the identities alone do not determine all counts. Missing: for class 'K' FP, or TN, or predicted.
    """
    lacking = [label for label in labels if any((count, label) not in known for count in BLOCKS)]
    parts = [] if N in known else ["n"]
    for label in lacking[:MOST_CLASSES]:
        sets = [" and ".join(SYMBOLS[count] for count, _ in chosen) for chosen in _sufficient(label, known)]
        more = f", or {len(sets) - MOST_SETS} other sets" if len(sets) > MOST_SETS else ""
        if sets:
            parts.append(f"for class {label!r} {', or '.join(sets[:MOST_SETS])}{more}")
    if len(lacking) > MOST_CLASSES:
        parts.append(f"and so on for {len(lacking) - MOST_CLASSES} further classes")
    return MissingCountsError(f"the identities alone do not determine all counts. Missing: {'; '.join(parts)}.")


def _sufficient(label: Hashable, known: Collection[Variable]) -> list[tuple[Variable, ...]]:
    """Return the smallest sets of unknown counts of one class that determine it once n is known."""
    rules = independent([label], partition=False)
    names: list[Variable] = [(count, label) for count in BLOCKS]
    have = [N, *(name for name in names if name in known)]
    lacking = [name for name in names if name not in known]
    for size in range(len(lacking) + 1):
        enough = [
            chosen
            for chosen in combinations(lacking, size)
            if len(eliminate(rules, [*have, *chosen]).solved) == len(lacking) - size
        ]
        if enough:
            return enough if size else []
    return []
