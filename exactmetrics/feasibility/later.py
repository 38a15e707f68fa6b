"""What is only worked out when somebody asks: which scores clash, what comes next to them, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from exactmetrics.exact.values import Number


@dataclass(frozen=True, slots=True)
class Near:
    """The values of a score next to what is printed, given others of a conflict: why they clash.

    `below` and `above` are the nearest values it can have; with `beyond` they are bounds that it does not reach,
    whatever the number of samples. None: there is none on that side.
    """

    name: str
    printed: str
    others: tuple[str, ...]
    below: Number | None = None
    above: Number | None = None
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Follows:
    """A score that was not given: the least and the greatest value it has on all solutions on which it has one."""

    name: str
    least: Number
    greatest: Number


Clash = tuple[tuple[str, ...], bool]


class Later:
    """What is worked out once, when it is first asked for.

    >>> Later(lambda: (("f1 = 0.9",), True)).conflict, Later().nearest, Later().follows
    ((('f1 = 0.9',), True), (), ())
    """

    def __init__(
        self,
        clash: Callable[[], Clash] = lambda: ((), True),
        nearest: Callable[[], Iterable[Near]] = tuple,
        follows: Callable[[], Iterable[Follows]] = tuple,
    ) -> None:
        self._clash, self._nearest, self._follows = clash, nearest, follows

    @cached_property
    def conflict(self) -> Clash:
        """The names of a minimal conflict, and whether it is certain to be minimal."""
        return self._clash()

    @cached_property
    def nearest(self) -> tuple[Near, ...]:
        """The values next to the scores of the conflict."""
        return tuple(self._nearest())

    @cached_property
    def follows(self) -> tuple[Follows, ...]:
        """The ranges of other scores."""
        return tuple(self._follows())
