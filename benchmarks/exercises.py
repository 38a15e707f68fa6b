"""Exercises: how long it takes to find one of each kind, with the search for its matrix and the check of its slips."""

from __future__ import annotations

from collections.abc import Iterator

from measure import Contest, contest

import exactmetrics as em
from exactmetrics.exercises.sheet import KINDS

NUMBER = 10  # exercises of one sheet; the time told is that of one


def contests() -> Iterator[Contest]:
    """Every kind, of a macro average; there is no peer that makes such exercises."""
    for kind in KINDS:
        seeds = iter(range(1, 1_000))

        def sheet(kind: str = kind, seeds: Iterator[int] = seeds) -> object:
            return em.exercises("f1", average="macro", number=NUMBER, seed=next(seeds), kind=kind)

        found = contest(f"one exercise: {kind}", {"exactmetrics": sheet}, rounds=5)
        seconds = {name: [time / NUMBER for time in times] for name, times in found.seconds.items()}
        yield Contest(found.title, seconds, found.targets)
