"""Building blocks: TP, FP, FN and TN of every class.

For class i of n samples: support = TP + FN (samples of the class), predicted = TP + FP (predictions of the class),
TP + FP + FN + TN = n. For a partition (every sample has one true and one predicted class) the supports and the
predictions both add up to n, and so the sum of FP equals the sum of FN. Top-k and multilabel counts are no partition.

Reference: Sokolova and Lapalme 2009, Table 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any

from .exact_count import Count
from .labels import Labelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .identities import Deduction

BLOCKS = ("tp", "fp", "fn", "tn", "support", "predicted")  # the counts of a class, by attribute
LARGEST = ("row_largest", "column_largest")  # what else a class has, where the cells of the matrix are known


class Blocks(Labelled):
    """The four building blocks of every class, as lists by position.

    >>> Blocks(["a", "b"], n=10, tp=[3, 4], support=[5, 5], predicted=[4, 6]).fp
    [1, 2]
    """

    def __init__(
        self,
        labels: Sequence[Hashable],
        *,
        n: Count,
        tp: Sequence[Count],
        support: Sequence[Count],
        predicted: Sequence[Count],
        partition: bool = True,
        notes: tuple[str, ...] = (),
        deductions: tuple[Deduction, ...] = (),
        of_matrix: bool = False,
        matrix: Any = None,
    ) -> None:
        self.labels = tuple(labels)
        self.n = n  # samples, or their total weight
        self.tp: list[Count] = list(tp)
        self.support: list[Count] = list(support)
        self.predicted: list[Count] = list(predicted)
        self.partition = partition
        self.notes = notes  # remarks made while reading, for the reader of a derivation
        self.deductions = deductions  # the steps by which partial information was completed
        self.of_matrix = of_matrix  # whether they were counted on a whole confusion matrix
        self.matrix = matrix  # the `Counts` themselves, for what needs single cells
        self._index = None

    of = "classes"  # what its rows are: classes, labels of which a sample may have several, samples, or sets of labels

    @property
    def k(self) -> int:
        return len(self.labels)

    # Worked out when first asked for, and kept.
    @cached_property
    def fp(self) -> list[Count]:
        """Samples wrongly predicted as the class: predicted − TP."""
        return [predicted - tp for predicted, tp in zip(self.predicted, self.tp, strict=True)]

    @cached_property
    def fn(self) -> list[Count]:
        """Samples of the class predicted as another: support − TP."""
        return [support - tp for support, tp in zip(self.support, self.tp, strict=True)]

    @cached_property
    def tn(self) -> list[Count]:
        """Samples neither of the class nor predicted as it: n − support − predicted + TP."""
        margins = zip(self.support, self.predicted, self.tp, strict=True)
        return [self.n - support - predicted + tp for support, predicted, tp in margins]

    @cached_property
    def row_largest(self) -> list[Count]:
        """The largest cell in the row of every class, by true class."""
        return self._largest_cells(self.fn, 0)

    @cached_property
    def column_largest(self) -> list[Count]:
        """The largest cell in the column of every class, by predicted class."""
        return self._largest_cells(self.fp, 1)

    def _largest_cells(self, others: Sequence[Count], side: int) -> list[Count]:
        """The larger of a correct count and what is left of two classes; of more the cells must be known."""
        found = list(self.tp)
        if self.k == 2:
            return list(map(max, found, others))
        for place, count in self.matrix.cells.items():
            found[place[side]] = max(found[place[side]], count)
        return found

    def __eq__(self, other: object) -> bool:
        """Equal when labels, n, partition and all counts are equal; notes and deductions do not matter."""
        return self._key() == other._key() if isinstance(other, Blocks) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return (self.labels, self.n, self.partition, tuple(self.tp), tuple(self.support), tuple(self.predicted))

    def __repr__(self) -> str:
        kind = "" if self.partition else ", partition=False"
        return (
            f"Blocks({list(self.labels)!r}, n={self.n}, tp={self.tp!r}, support={self.support!r}, "
            f"predicted={self.predicted!r}{kind})"
        )
