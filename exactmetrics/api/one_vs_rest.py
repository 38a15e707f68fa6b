"""Building blocks of every class, from partial counts or from lists of predicted labels."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from exactmetrics.api.measured import Measured
from exactmetrics.exact.errors import InputError
from exactmetrics.matrix.blocks import BLOCKS, Blocks


class OneVsRest(Measured):
    """The building blocks of every class: each one against the rest, without the full matrix.

    Made by `ConfusionMatrix.building_blocks`, from partial information by `from_counts`, or from lists of predicted
    labels by `from_top_k`.

    >>> parts = OneVsRest.from_counts({"a": {"tp": 5, "fp": 1, "fn": 2, "tn": 4}}, partition=False)
    >>> parts.value("precision", label="a")
    Fraction(5, 6)
    """

    def __init__(self, blocks: Blocks) -> None:
        if not isinstance(blocks, Blocks):
            raise InputError("OneVsRest is made by from_counts, from_top_k or ConfusionMatrix.building_blocks")
        self._held = blocks

    @classmethod
    def from_counts(
        cls, counts: Mapping[Hashable, Mapping[str, Any]], *, n: Any = None, partition: bool = True
    ) -> OneVsRest:
        """Building blocks from any sufficient part of tp, tn, fp, fn, support, predicted and n of each class.

        What was not given is deduced, and `deductions` says how. With `partition` every sample has one true and one
        predicted class, so that FP and FN have the same sum.

        Raises `ContradictionError` where the counts cannot be those of any data, with the identity that breaks and the
        single repairs, and `MissingCountsError` where they do not determine the rest.

        >>> parts = OneVsRest.from_counts({
        ...     "K": {"support": 53, "tp": 30, "tn": 98},
        ...     "L": {"support": 110, "tp": 52, "tn": 73},
        ...     "M": {"support": 37, "tp": 22, "tn": 133},
        ... })
        >>> parts.value("precision", average="macro")
        Fraction(220589, 425178)
        """
        from exactmetrics.matrix.partial import deduce

        return cls(deduce(counts, n=n, partition=partition))

    @classmethod
    def from_top_k(
        cls, y_true: Any, y_pred: Sequence[Sequence[Hashable]], *, labels: Sequence[Hashable] | None = None
    ) -> OneVsRest:
        """Building blocks of predictions that are lists of labels: every label in a list is a positive prediction.

        >>> OneVsRest.from_top_k([1], [[1, 2, 3]], labels=[1, 2, 3, 4, 5]).value("precision", average="micro")
        Fraction(1, 3)
        """
        from exactmetrics.matrix.topk import top_k_blocks

        return cls(top_k_blocks(y_true, y_pred, labels=labels))

    @property
    def _blocks(self) -> Blocks:
        return self._held

    @property
    def partition(self) -> bool:
        """Whether every sample has exactly one true and one predicted class.

        >>> OneVsRest.from_top_k([1], [[1, 2, 3]], labels=[1, 2, 3, 4]).partition
        False
        """
        return self._held.partition

    @property
    def deductions(self) -> tuple[Any, ...]:
        """How the counts that were not given follow from those that were.

        >>> parts = OneVsRest.from_counts({"a": {"support": 7, "tp": 5, "fp": 1, "tn": 4}}, partition=False)
        >>> [(found.count, found.value) for found in parts.deductions if found.count == "fn"]
        [('fn', 2)]
        """
        return self._held.deductions

    def counts(self, label: Hashable) -> dict[str, Any]:
        """The counts of one class.

        >>> from exactmetrics import ConfusionMatrix
        >>> ConfusionMatrix([[5, 1], [5, 7]]).building_blocks().counts(1)["fn"]
        5
        """
        i = self._held.position(label)
        return {name: getattr(self._held, name)[i] for name in BLOCKS} | {"n": self._held.n}

    def __eq__(self, other: object) -> bool:
        return self._held == other._held if isinstance(other, OneVsRest) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._held)

    def __repr__(self) -> str:
        return f"<OneVsRest of {len(self.labels)} classes, {self.n} samples>"
