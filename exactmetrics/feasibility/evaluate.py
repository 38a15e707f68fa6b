"""The last word on a candidate: the registered definitions, run on its counts under the policy."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from exactmetrics.feasibility.given import Score
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.views.value import compute


def holds(scores: Iterable[Score], blocks: Blocks, positive: Hashable | None = None) -> bool:
    """Whether counts give every score as printed.

    >>> from exactmetrics.feasibility.given import Reader
    >>> scores = Reader(("a", "b")).read({"accuracy": "0.8"})
    >>> holds(scores, Blocks(["a", "b"], n=5, tp=[2, 2], support=[2, 3], predicted=[3, 2]))
    True
    """
    for score in scores:
        if score.target is None or not score.target.holds(compute(score.request, blocks, positive).value):
            return False
    return True


class TwoClasses:
    """Two classes by name, the first with tp and support, the second the rest.

    >>> TwoClasses(("a", "b")).blocks(2, 5, 2, 2).predicted
    [3, 2]
    """

    def __init__(self, labels: Sequence[Hashable], positive: Hashable | None = None) -> None:
        self.labels, self.positive = tuple(labels), positive

    def blocks(self, p: int, n: int, tp: int, tn: int) -> Blocks:
        """The building blocks for p samples of the first class among n.

        >>> TwoClasses(("a", "b")).blocks(2, 5, 2, 2).fp
        [1, 0]
        """
        predicted = tp + n - p - tn
        return Blocks(self.labels, n=n, tp=[tp, tn], support=[p, n - p], predicted=[predicted, n - predicted])

    def hold(self, scores: Iterable[Score], p: int, n: int, tp: int, tn: int) -> bool:
        """Whether the counts give every score.

        >>> TwoClasses(("a", "b")).hold([], 2, 5, 2, 2)
        True
        """
        return holds(scores, self.blocks(p, n, tp, tn), self.positive)
