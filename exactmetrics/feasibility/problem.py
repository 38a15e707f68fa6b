"""What is known of the data: the classes, their supports, the number of samples, or bounds of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from exactmetrics.exact.errors import ContradictionError, InputError, UsageError
from exactmetrics.exact.many import many
from exactmetrics.feasibility.backtracking import choices, outward
from exactmetrics.matrix.exact_count import whole_number
from exactmetrics.matrix.labels import check_labels

BINARY = ("positive", "negative")
Case = tuple[int, tuple[int, ...]]  # n and the supports


@dataclass(frozen=True, slots=True)
class Problem:
    """The classes by label, their supports (None: not known), and the sizes n may have (`most` None: no bound).

    `positive` is the class that a metric of one class means where none is named.
    """

    labels: tuple[Hashable, ...]
    supports: tuple[int | None, ...]
    least: int
    most: int | None
    positive: Hashable | None = None

    @property
    def open_end(self) -> bool:
        """Whether n has no bound."""
        return self.most is None

    def cases(self, worth: Callable[[int], bool] = lambda n: True) -> Iterator[Case | None]:
        """Every n with every choice of supports, small n first and even supports first; None for an n left out.

        >>> [case[1] for case in Problem(("a", "b"), (None, None), 2, 2).cases()]
        [(1, 1), (0, 2), (2, 0)]
        """
        known = sum(s for s in self.supports if s is not None)
        for n in count(self.least) if self.most is None else range(self.least, self.most + 1):
            if not worth(n):
                yield None
                continue
            for chosen in _shares(n - known, sum(s is None for s in self.supports)):
                parts = iter(chosen)
                yield n, tuple(next(parts) if s is None else s for s in self.supports)


def _shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to share a total among some parts, even shares first."""

    def share(chosen: list[int]) -> Iterator[int]:
        left, others = total - sum(chosen), parts - len(chosen) - 1
        return outward(0 if others else left, left, left // (others + 1))

    if parts == 0 and total == 0:
        yield ()
    yield from map(tuple, choices(parts, share))


def problem_of(
    *, n: object, supports: Any, positives: object, k: object, labels: Any, positive: Hashable | None, max_n: object
) -> Problem:
    """Read what is known of the data, and refuse what contradicts itself.

    >>> problem_of(n=9, supports=None, positives=4, k=None, labels=None, positive=None, max_n=None).supports
    (4, 5)
    """
    names, sizes = _classes(supports, labels, k)
    if len(names) == 2 and positive is None and supports is None and labels is None:
        positive = names[0]
    if positive is not None and positive not in names:
        raise UsageError(f"positive={positive!r} is no class; the classes are {', '.join(map(repr, names[:8]))}")
    total = None if n is None else whole_number(n, "n")
    if positives is not None:
        amount = whole_number(positives, "positives")
        if total is not None and amount > total:
            raise ContradictionError(f"positives = {amount} is more than n = {total}, the number of all samples.")
        sizes = _with_positives(names, sizes, positive, amount)
    known = sum(s for s in sizes if s is not None)
    if None not in sizes:
        if total not in (None, known):
            raise ContradictionError(f"n = {total}, but the supports add up to {known}.")
        return Problem(names, sizes, known, known, positive)
    if total is not None:
        if total < known:
            raise ContradictionError(f"n = {total}, but the supports known already add up to {known}.")
        if sizes.count(None) == 1:
            sizes = tuple(total - known if s is None else s for s in sizes)
        return Problem(names, sizes, total, total, positive)
    most = None if max_n is None else whole_number(max_n, "max_n")
    return Problem(names, sizes, max(1, known), most, positive)


def _classes(supports: Any, labels: Any, k: object) -> tuple[tuple[Hashable, ...], tuple[int | None, ...]]:
    """The labels and the supports, as far as they are known."""
    if labels is not None and (isinstance(labels, str) or not isinstance(labels, Iterable)):
        raise UsageError(f"give labels= as a list of names, not {str(labels)[:80]!r}")
    if supports is not None:
        given = _by_label(supports, labels)
        names = check_labels(given, "the classes")
        sizes = tuple(None if s is None else whole_number(s, f"the support of {x!r}") for x, s in given.items())
    else:
        size = 2 if k is None else whole_number(k, "k")
        names = check_labels(labels) if labels is not None else BINARY if size == 2 else tuple(range(size))
        sizes = (None,) * len(names)
    if len(names) < 2:
        raise InputError(f"a partition has at least two classes, and there is {len(names)}.")
    if k is not None and whole_number(k, "k") != len(names):
        raise ContradictionError(f"k = {k}, but {many(len(names), 'class is', 'classes are')} named.")
    return tuple(names), sizes


def _by_label(supports: Any, labels: Any) -> Mapping[Hashable, object]:
    if isinstance(supports, Mapping):
        return supports
    if isinstance(supports, Sequence) and not isinstance(supports, str):
        names = list(labels) if labels is not None else list(range(len(supports)))
        if len(names) != len(supports):
            raise InputError(f"labels has {many(len(names), 'name')} and supports {many(len(supports), 'number')}.")
        return dict(zip(names, supports, strict=True))
    raise UsageError("give supports= as a mapping from class to its number of samples, or as a list")


def _with_positives(
    names: Sequence[Hashable], sizes: Sequence[int | None], positive: Hashable | None, amount: int
) -> tuple[int | None, ...]:
    """The supports with that of the positive class."""
    if positive is None:
        raise UsageError("positives= is the support of the positive class: say which one with positive=")
    place = list(names).index(positive)
    if sizes[place] not in (None, amount):
        raise ContradictionError(f"positives = {amount}, but the support of {positive!r} is {sizes[place]}.")
    return tuple(amount if i == place else s for i, s in enumerate(sizes))
