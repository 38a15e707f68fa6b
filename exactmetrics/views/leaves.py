"""What the views on counts share: the counts of a class by name, and what a view of a whole matrix is made from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.policy import Policy
from exactmetrics.views.binary import BinaryMatrix


class ClassLeaves:
    """The counts of a class by name, each as `leaf` gives it on its carrier; `m` is the matrix they belong to."""

    m: Any

    def leaf(self, block: str) -> Any:
        """A count of the class."""
        raise NotImplementedError

    tp = property(lambda self: self.leaf("tp"))
    fp = property(lambda self: self.leaf("fp"))
    fn = property(lambda self: self.leaf("fn"))
    tn = property(lambda self: self.leaf("tn"))
    support = property(lambda self: self.leaf("support"))
    predicted = property(lambda self: self.leaf("predicted"))

    @property
    def n(self) -> Any:
        """All samples."""
        return self.m.n

    def one_vs_rest(self) -> Any:
        """The class against the rest."""
        return BinaryMatrix(self)


class MatrixCounts:
    """Counts, policy, the positions `over` which averages run, given weights by position, and the positive class."""

    def __init__(
        self,
        blocks: Blocks,
        policy: Policy,
        over: Sequence[int],
        weights: Sequence[Fraction] = (),
        positive: int | None = None,
    ) -> None:
        self.blocks, self.policy, self.over, self.weights, self.positive = blocks, policy, over, weights, positive
