"""Two derivations side by side: what tells them apart, both workings, and the exact difference of the values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from exactmetrics.derivation.comparisons.aspects import Aspect, aspects, same_counts
from exactmetrics.derivation.comparisons.difference import difference_page
from exactmetrics.derivation.detail import detailed
from exactmetrics.derivation.document import Derivation
from exactmetrics.derivation.exercises.lettering import answer, lettered
from exactmetrics.derivation.exercises.scaffold import scaffolded
from exactmetrics.derivation.identities import theorems, usual_key
from exactmetrics.derivation.notation.escape import plain
from exactmetrics.derivation.planning.page import Page
from exactmetrics.derivation.planning.wide import fitted
from exactmetrics.derivation.shown import Shown
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.views.value import compute

WITNESS_CLASSES = 30  # up to how many a coincidence is looked into
# What the two sides are called: the first pair that no class is called by.
NAMES = (("A", "B"), ("I", "II"), ("X", "Y"), ("first", "second"))


class Comparison(Shown):
    """Two derivations side by side, with the exact difference; made by `compare`.

    `first` and `second` are the derivations; the page looks as the first one does. `names` are the letters that stand
    for them in formulas, `titles` what the reader knows them by, where that was given.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[4, 0, 1], [10, 65, 16], [1, 1, 9]])
    >>> scores, averages = (cm.derive("f1", average="macro", combine=how) for how in ("scores", "averages"))
    >>> comparison = em.compare(scores, averages)
    >>> comparison.difference, comparison.first.value - comparison.second.value
    (Fraction(-228589338, 3770743889), Fraction(-228589338, 3770743889))
    >>> [aspect.key for aspect in comparison.differs], [aspect.key for aspect in comparison.same]
    (['combine'], ['data', 'metric', 'average'])
    >>> comparison.names, comparison.same_data, comparison.reasons, len(comparison.page.steps), comparison.is_exercise
    (('A', 'B'), True, [], 5, False)
    >>> micro = em.compare(cm.derive("f1", average="micro"), cm.derive("accuracy"))
    >>> micro.page, micro.reasons, micro.coincidence
    (None, ['micro'], False)
    """

    def __init__(self, first: Derivation, second: Derivation, *, names: Sequence[str] | None = None) -> None:
        for side in (first, second):
            if not isinstance(side, Derivation):
                raise UsageError(f"compare takes two derivations, made by derive(); this is a {type(side).__name__}")
        self.first, self.second, self.look = first, second.lettered_after(first), first.look
        self.titles = None if names is None else _titles(names)

    @cached_property
    def names(self) -> tuple[str, str]:
        """What the two sides are called; no class of the data is called so."""
        taken = {plain(label) for side in (self.first, self.second) for label in side.blocks.labels}
        return next((pair for pair in NAMES if not taken & set(pair)), NAMES[-1])

    @cached_property
    def same_data(self) -> bool:
        """Whether both are derived from the same counts."""
        alike = same_counts(self.first.blocks, self.second.blocks)
        return alike and self.first.cells == self.second.cells

    @cached_property
    def _aspects(self) -> list[Aspect]:
        return aspects(self.first.request, self.second.request, same_data=self.same_data)

    @property
    def differs(self) -> list[Aspect]:
        """What tells the two apart."""
        return [aspect for aspect in self._aspects if not aspect.same]

    @property
    def same(self) -> list[Aspect]:
        """What they have in common."""
        return [aspect for aspect in self._aspects if aspect.same]

    @cached_property
    def difference(self) -> Number | None:
        """The first value minus the second, exactly; None where one of them has no value."""
        a, b = self.first.value, self.second.value
        return None if isinstance(a, Undefined) or isinstance(b, Undefined) else a - b

    @cached_property
    def page(self) -> Page | None:
        """The difference worked out; None where the values are equal, or one of them is undefined."""
        a, b = self.first.value, self.second.value
        if isinstance(a, Undefined) or isinstance(b, Undefined) or not self.difference:
            return None
        whole = difference_page(a, b, self.names, told=not self.is_exercise)
        sides = self.first.page, self.second.page
        whole.wide = any(side.wide for side in sides)
        if not self.is_exercise:
            return fitted(detailed(whole, "brief" if self.look.detail == "brief" else "full"))
        found = {name: side.asked["value"] for name, side in zip(self.names, sides, strict=True) if side.asked}
        taken = max(blank.number for side in sides for blank in side.blanks)
        return lettered(fitted(scaffolded(whole, found=found)), after=taken)

    @cached_property
    def is_exercise(self) -> bool:
        """Whether there are blanks to fill in."""
        return self.look.detail == "scaffold" and bool(self.first.page.blanks or self.second.page.blanks)

    @property
    def key(self) -> list[tuple[str, str]]:
        """The key of an exercise: of the first side, of the second, of their difference, with letters that go on.

        >>> import exactmetrics as em
        >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
        >>> sides = (cm.derive("recall", label=label, detail="scaffold") for label in (0, 1))
        >>> em.compare(*sides).key[-1]
        ('o', '0.25')
        """
        pages = [self.first.page, self.second.page, *([self.page] if self.page else [])]
        return [(blank.letter, answer(blank)) for page in pages for blank in page.blanks]

    @cached_property
    def reasons(self) -> list[str]:
        """The theorems by which equal values are equal; none where they are equal by coincidence."""
        if self.difference != 0 or not self.same_data:
            return []
        if not {aspect.key for aspect in self.differs} - {"form"}:
            return ["form" if self.differs else "question"]
        if not self.first.blocks.partition:
            return []
        if self.first.request.policy != self.second.request.policy:
            return []  # equal here, but a policy makes them two where there is 0/0
        first, second = usual_key(self.first.request), usual_key(self.second.request)
        return [] if first is None or second is None else theorems(first, second)

    @cached_property
    def coincidence(self) -> bool:
        """Whether equal values are known to be equal on these counts alone: on others they are not."""
        if self.difference != 0 or self.reasons or not self.same_data:
            return False
        return any(self._differ_on(rows) for rows in _witnesses(self.first.blocks))

    def _differ_on(self, rows: list[list[int]]) -> bool:
        """Whether the two questions have two values on other counts of the same classes."""
        blocks = Counts.from_rows(rows, labels=self.first.blocks.labels).blocks()
        first, second = (compute(side.request, blocks).value for side in (self.first, self.second))
        return first != second

    def data(self) -> dict[str, Any]:
        """What `to_json` writes, as dictionaries and lists.

        >>> import exactmetrics as em
        >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
        >>> em.compare(cm.derive("recall", label=0), cm.derive("recall", label=1)).data()["difference"]["value"]
        '1/4'
        """
        from exactmetrics.derivation.comparisons.data import comparison_data

        return comparison_data(self)

    def _body(self, name: str, *, data: bool) -> str:
        from exactmetrics.derivation.comparisons.context import comparison_body

        return comparison_body(self, name, data=data)

    def _title(self) -> str:
        from exactmetrics.derivation.comparisons.sentences import comparison_title

        return comparison_title(self, "text")

    def __repr__(self) -> str:
        return f"<Comparison of {self.first!r} and {self.second!r}>"


def _titles(names: Sequence[str]) -> tuple[str, str]:
    """The names of the two sides, each in one line."""
    given = [" ".join(name.split()) if isinstance(name, str) else "" for name in names] if _is_list(names) else []
    if len(given) != 2 or not all(given) or given[0] == given[1]:
        raise UsageError(f"names are two different texts, as in names=('Filter A', 'Filter B'), and not {names!r}")
    return given[0], given[1]


def _is_list(names: object) -> bool:
    return isinstance(names, Sequence) and not isinstance(names, str)


def _witnesses(blocks: Blocks) -> list[list[list[int]]]:
    """Other matrices of as many classes, without zeros and without symmetry; none where there are too many classes."""
    k = blocks.k if blocks.partition and 1 < blocks.k <= WITNESS_CLASSES else 0
    return [[[1 + (i * i * a + 3 * j + i * j) % 11 for j in range(k)] for i in range(k)] for a in (2, 5, 7) if k]
