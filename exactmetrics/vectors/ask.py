"""A question without its input: metric, class or average, convention, and what else is chosen."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import resolve
from exactmetrics.views.value import compute

if TYPE_CHECKING:
    from exactmetrics.vectors.reading import Case


@dataclass(frozen=True)
class Ask:
    """A question without its input; `position` is that of the class, and the options are texts."""

    metric: str
    average: str | None
    convention: str
    position: int | None = None
    options: tuple[tuple[str, str], ...] = field(default=())

    def value(self, blocks: Blocks) -> Value:
        """The answer.

        >>> from exactmetrics.matrix.counts import Counts
        >>> Ask("recall", "macro", "standard").value(Counts.from_rows([[1, 1], [0, 1]]).blocks())
        Fraction(3, 4)
        """
        label = None if self.position is None else blocks.labels[self.position]
        return _answer(self.metric, label, self.average, {"convention": self.convention, **dict(self.options)}, blocks)

    def name(self) -> str:
        """The question in an id: made of what is asked, never of a running number.

        >>> Ask("fbeta", "macro", "convex", None, (("beta", "4/5"),)).name()
        'fbeta.macro.convex.beta=4/5'
        """
        which = self.average or ("matrix" if self.position is None else f"class={self.position}")
        told = [] if self.convention == "standard" else [self.convention]
        return ".".join([self.metric, which, *told, *(f"{k}={v}" for k, v in self.options)])

    def but(self, **options: str) -> Ask:
        """The question with further options, which are kept in the order of their names.

        >>> Ask("f1", "macro", "standard").but(undefined="0", combine="averages").name()
        'f1.macro.combine=averages.undefined=0'
        """
        return replace(self, options=tuple(sorted({**dict(self.options), **options}.items())))


def answer_if(case: Case, otherwise: Mapping[str, str], blocks: Blocks) -> Value:
    """The answer to a published case if its convention or its options are otherwise, on its own counts or on others.

    Raises:
        UsageError: what is chosen is nothing that can be asked of this metric.

    >>> from exactmetrics.vectors.reading import load_vectors
    >>> case = next(case for case in load_vectors("f1") if case.id == "f1.macro.birds")
    >>> answer_if(case, {"combine": "averages"}, case.input.counts().blocks())
    Fraction(8131, 12573)
    """
    return _answer(
        case.metric, case.label, case.average, {"convention": case.convention, **case.options, **otherwise}, blocks
    )


def _answer(
    metric: str, label: Hashable | None, average: str | None, options: Mapping[str, Any], blocks: Blocks
) -> Value:
    return compute(resolve(metric, label=label, average=average, labels=blocks.labels, **options), blocks).value
