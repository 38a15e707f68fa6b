"""A quick look for one matrix of many classes, before everything is tried.

Samples are moved from one prediction to another as long as that brings the scores nearer to what is printed. What is
found is checked exactly; that nothing is found proves nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random

from exactmetrics.exact.values import Undefined
from exactmetrics.feasibility.budget import Budget
from exactmetrics.feasibility.evaluate import holds
from exactmetrics.feasibility.given import Score
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.views.value import compute

MOVES = 1200  # from each start
# The share that is right at first (None: what the scores say), and how many widths of a score a move may lead away.
STARTS = ((None, 0.0), (None, 1.0), (0.5, 1.0), (0.97, 1.0))
FAR = 1e9  # a score without the value it needs
LARGE = 3_000  # counts a class may have, together, from which on a look is worth its while
COST = 20  # steps of a budget that a move counts for


def climbed(
    scores: Sequence[Score], labels: Sequence[Hashable], supports: Sequence[int], budget: Budget, guess: float
) -> Blocks | None:  # fmt: skip
    """Building blocks that give all scores, if some are found on the way.

    >>> from exactmetrics.feasibility.given import Reader
    >>> scores = Reader(tuple("abc")).read({"accuracy": "0.80", "f1[macro]": "0.79"})
    >>> found = climbed(scores, "abc", [40, 50, 60], Budget(10**6), 0.8)
    >>> sum(found.tp), found.support
    (120, [40, 50, 60])
    """
    n = sum(supports)
    if sum((s + 1) * (n - s + 1) for s in supports) < LARGE:
        return None
    rng = Random(0)  # the same look every time
    for share, away in STARTS:
        table = _Table(labels, supports, guess if share is None else share, rng)
        found = _climb(table, scores, budget, away)
        if found is not None:
            return found
    return None


def _climb(table: _Table, scores: Sequence[Score], budget: Budget, away: float) -> Blocks | None:
    """Move on as long as it does not lead away; a little away is allowed, less and less."""
    at = _distance(scores, table.blocks())
    for done in range(MOVES):
        if not at:
            blocks = table.blocks()
            return blocks if holds(scores, blocks) else None
        budget.spend(COST)
        taken = [move for move in (table.move() for _ in range(1 + done % 3)) if move is not None]
        distance = _distance(scores, table.blocks())
        if distance <= at + away * (MOVES - done) / MOVES:
            at = distance
        else:
            for move in reversed(taken):
                table.back(move)
    return None


def _distance(scores: Sequence[Score], blocks: Blocks) -> float:
    """How far the scores are from what is printed, in widths of what they may be; 0 where they seem to fit.

    Floating point serves here: it says where to go on, never that something holds.
    """
    total = 0.0
    for score in scores:
        value, target = compute(score.request, blocks).value, score.target
        if target is None or target.kind != "interval" or isinstance(value, Undefined):
            total += 0.0 if target is not None and target.holds(value) else FAR
        elif not target.holds(value):
            number, middle = float(value), float((target.low + target.high) / 2)
            total += abs(number - middle) / (float(target.high - target.low) or 1e-6) + 0.01
    return total


Move = tuple[int, int, int, int]


class _Table:
    """A matrix whose samples are moved along its rows."""

    def __init__(self, labels: Sequence[Hashable], supports: Sequence[int], share: float, rng: Random) -> None:
        self.labels, self.supports, self.rng, self.k = tuple(labels), supports, rng, len(labels)
        self.rows = [self._row(i, round(share * support)) for i, support in enumerate(supports)]

    def _row(self, i: int, tp: int) -> list[int]:
        """The right ones, and the others spread evenly."""
        each, more = divmod(self.supports[i] - tp, self.k - 1)
        row = [each + (0 < (j - i) % self.k <= more) for j in range(self.k)]
        row[i] = tp
        return row

    def blocks(self) -> Blocks:
        """The building blocks."""
        return Blocks(
            self.labels, n=sum(self.supports), tp=[row[i] for i, row in enumerate(self.rows)],
            support=list(self.supports), predicted=[sum(column) for column in zip(*self.rows, strict=True)],
        )  # fmt: skip

    def move(self) -> Move | None:
        """Move some samples of a class to another prediction; None where there are none."""
        i, a, b = self.rng.randrange(self.k), self.rng.randrange(self.k), self.rng.randrange(self.k)
        if self.rng.random() < 0.5:  # right ones matter most
            a, b = (i, b) if self.rng.random() < 0.5 else (a, i)
        amount = min(self.rows[i][a], 1 << self.rng.randrange(max(1, self.supports[i].bit_length())))
        if a == b or not amount:
            return None
        self.rows[i][a] -= amount
        self.rows[i][b] += amount
        return i, a, b, amount

    def back(self, move: Move) -> None:
        """Take a move back."""
        i, a, b, amount = move
        self.rows[i][a] += amount
        self.rows[i][b] -= amount
