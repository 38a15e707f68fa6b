"""Timing side by side: the contestants of a round run one right after the other, and ratios are taken within a round.

A machine that is busy for a while then disturbs all of a round alike; the median of the ratios of several rounds is
what is reported, next to the median times.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

ROUNDS = 7  # at least 5: fewer make no median worth the name


@dataclass(frozen=True)
class Contest:
    """The outcome of one measurement: seconds by contestant and round, ours first."""

    title: str
    seconds: Mapping[str, Sequence[float]]
    targets: Mapping[str, float]  # by contestant: the ratio of our time to theirs that we may have

    @property
    def ours(self) -> str:
        """The name of the first contestant."""
        return next(iter(self.seconds))

    def median(self, name: str) -> float:
        """The median time of a contestant, in seconds."""
        return statistics.median(self.seconds[name])

    def ratio(self, name: str) -> float:
        """The median over the rounds of our time divided by theirs."""
        pairs = zip(self.seconds[self.ours], self.seconds[name], strict=True)
        return statistics.median(our / their for our, their in pairs)

    def missed(self) -> list[str]:
        """The contestants against whom the target is missed."""
        return [name for name, limit in self.targets.items() if self.ratio(name) > limit]


def contest(
    title: str,
    runs: Mapping[str, Callable[[], object]],
    *,
    targets: Mapping[str, float] | None = None,
    rounds: int = ROUNDS,
    repeat: int = 1,
) -> Contest:
    """Run the contestants in turn, after one round that is not counted.

    Args:
        title: what is measured.
        runs: the contestants by name, ours first.
        targets: the ratio our time may have to that of a contestant.
        rounds: how many rounds count.
        repeat: how often each runs in a round, for runs too short to time alone; the time of one is reported.
    """
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds + 1):
        for name, run in runs.items():
            gc.collect()
            start = time.perf_counter()
            for _ in range(repeat):
                run()
            took = (time.perf_counter() - start) / repeat
            if number:
                seconds[name].append(took)
    return Contest(title, seconds, targets or {})
