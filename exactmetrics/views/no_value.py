"""A part without a value, and a policy that acted: what the value view tells besides numbers."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from exactmetrics.exact.values import Undefined


class NoValue(Exception):  # noqa: N818  (a message on its way, not an error)
    """A part without a value, on its way to whoever can leave it out or say so."""

    def __init__(self, undefined: Undefined, omit: bool) -> None:
        super().__init__(str(undefined))
        self.undefined, self.omit = undefined, omit


@dataclass(frozen=True, slots=True)
class Acted:
    """A policy that acted: on what, what stands for it (None: left out), and who says so."""

    metric: str
    label: Hashable | None
    value: Fraction | None
    policy: str
    ratio: str
    average: str | None = None

    @property
    def name(self) -> str:
        """The metric without its average.

        >>> Acted("micro recall", None, None, "the policy undefined=omit", "0/0", "micro").name
        'recall'
        """
        return self.metric.removeprefix(f"{self.average} ")
