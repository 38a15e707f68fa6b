"""Which scores clash: a part of them that no data has, although it has every smaller part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from exactmetrics.verification.feasibility.given import Score

Conflict = Callable[[Sequence[Any]], "bool | None"]  # whether some scores are feasible; None: not known


def minimal_conflict(scores: Sequence[Any], tries: Conflict) -> tuple[list[Any], bool]:
    """Leave out one score after the other as long as the rest stays infeasible.

    Args:
        scores: scores that are infeasible together.
        tries: whether some of them are feasible, None where that is not known.

    Returns:
        The scores that are left, and whether it is certain that none of them can be left out.

    >>> minimal_conflict([1, 2, 3, 4], lambda part: not {2, 4} <= set(part))
    ([2, 4], True)
    """
    kept, certain = list(scores), True
    for score in reversed(list(scores)):
        if len(kept) == 1:
            break
        rest = [other for other in kept if other is not score]
        answer = tries(rest)
        if answer is False:
            kept = rest
        elif answer is None:
            certain = False
    return kept, certain


def named(score: Score) -> tuple[tuple[str, ...], bool]:
    """A score that clashes by itself.

    >>> named("f1 = 1.2")
    (('f1 = 1.2',), True)
    """
    return (str(score),), True


def clash_of(scores: Sequence[Any], tries: Conflict) -> tuple[tuple[str, ...], bool]:
    """The names of a minimal conflict, and whether it is certain to be minimal.

    >>> clash_of(["a", "b"], lambda part: "a" not in part)
    (('a',), True)
    """
    kept, certain = minimal_conflict(scores, tries)
    return tuple(map(str, kept)), certain
