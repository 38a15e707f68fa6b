"""Two derivations side by side: what tells them apart, the exact difference of the values, and why equal ones are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from exactmetrics.derivation.derivation import Derivation, detailed
from exactmetrics.derivation.exercise import lettered, scaffolded
from exactmetrics.derivation.notation.escape import plain
from exactmetrics.derivation.planning.facts import decimal_facts
from exactmetrics.derivation.planning.page import Formula, Page, Step
from exactmetrics.derivation.planning.wide import fitted
from exactmetrics.derivation.shown import Shown
from exactmetrics.derivation.working.solution import solved
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Number, Undefined
from exactmetrics.expression.evaluate import evaluate
from exactmetrics.expression.nodes import Add, Head, Leaf, Named, Neg, Num
from exactmetrics.matrix.blocks import BLOCKS, Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.identities import theorems, usual_key
from exactmetrics.metrics.request import Request
from exactmetrics.views.value import compute

WITNESS_CLASSES = 30  # up to how many a coincidence is looked into
# What the two sides are called: the first pair that no class is called by.
NAMES = (("A", "B"), ("I", "II"), ("X", "Y"), ("first", "second"))
DIFFERENCE = "difference"  # in the table of symbols
# An aspect that follows from others says nothing where these differ: another convention has other forms, and so on.
FOLLOWS = {
    "form": {"metric", "convention", "combine"},
    "convention": {"metric"},
    "combine": {"metric", "average"},
    "weights": {"average"},
    "undefined": {"preset"},
}


@dataclass(frozen=True, slots=True)
class Aspect:
    """One aspect of two questions: its key, and what it is on either side; None where it does not apply."""

    key: str
    first: Any
    second: Any
    same: bool


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

    _kind = "comparison"

    def __init__(self, first: Derivation, second: Derivation, *, names: Sequence[str] | None = None) -> None:
        for side in (first, second):
            if not isinstance(side, Derivation):
                raise UsageError(f"compare takes two derivations, made by derive(); this is a {type(side).__name__}")
        self.first, self.second, self.look = first, second.lettered_after(first), first.look
        self._sides = self.first, self.second
        self.titles = None if names is None else _titles(names)

    @cached_property
    def names(self) -> tuple[str, str]:
        """What the two sides are called; no class of the data is called so."""
        taken = {plain(label) for side in self._sides for label in side.blocks.labels}
        return next((pair for pair in NAMES if not taken & set(pair)), NAMES[-1])

    @cached_property
    def same_data(self) -> bool:
        """Whether both are derived from the same counts."""
        return _same_counts(self.first.blocks, self.second.blocks) and self.first.cells == self.second.cells

    @cached_property
    def _aspects(self) -> list[Aspect]:
        return _aspects(self.first.request, self.second.request, same_data=self.same_data)

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
        whole = _difference_page(a, b, self.names, told=not self.is_exercise)
        pages = [side.page for side in self._sides]
        whole.wide = any(page.wide for page in pages)
        if not self.is_exercise:
            return fitted(detailed(whole, "brief" if self.look.detail == "brief" else "standard"))
        found = {name: page.asked["value"] for name, page in zip(self.names, pages, strict=True) if page.asked}
        taken = max(blank.number for page in pages for blank in page.blanks)
        return lettered(fitted(scaffolded(whole, found=found)), after=taken)

    @cached_property
    def is_exercise(self) -> bool:
        """Whether there are blanks to fill in."""
        return self.look.detail == "scaffold" and any(side.page.blanks for side in self._sides)

    @property
    def key(self) -> list[tuple[str, str]]:
        """The key of an exercise: of the first side, of the second, of their difference, with letters that go on.

        >>> import exactmetrics as em
        >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
        >>> sides = (cm.derive("recall", label=label, detail="scaffold") for label in (0, 1))
        >>> em.compare(*sides).key[-1]
        ('o', '0.25')
        """
        pages = [*(side.page for side in self._sides), *([self.page] if self.page else [])]
        return [(blank.letter, blank.answer) for page in pages for blank in page.blanks]

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
        blocks = Counts.from_rows(rows, labels=self.first.blocks.labels).blocks()
        first, second = (compute(side.request, blocks).value for side in self._sides)
        return first != second

    def __repr__(self) -> str:
        return f"<Comparison of {self.first!r} and {self.second!r}>"


def _titles(names: Sequence[str]) -> tuple[str, str]:
    listed = isinstance(names, Sequence) and not isinstance(names, str)
    given = [" ".join(name.split()) if isinstance(name, str) else "" for name in names] if listed else []
    if len(given) != 2 or not all(given) or given[0] == given[1]:
        raise UsageError(f"names are two different texts, as in names=('Filter A', 'Filter B'), and not {names!r}")
    return given[0], given[1]


def _same_counts(first: Blocks, second: Blocks) -> bool:
    if first is second:
        return True
    if (first.labels, first.partition, first.n) != (second.labels, second.partition, second.n):
        return False
    return all(list(getattr(first, block)) == list(getattr(second, block)) for block in BLOCKS)


def _witnesses(blocks: Blocks) -> list[list[list[int]]]:
    """Other matrices of as many classes, without zeros and without symmetry; none where there are too many classes."""
    k = blocks.k if blocks.partition and 1 < blocks.k <= WITNESS_CLASSES else 0
    return [[[1 + (i * i * a + 3 * j + i * j) % 11 for j in range(k)] for i in range(k)] for a in (2, 5, 7) if k]


def _aspects(first: Request, second: Request, *, same_data: bool) -> list[Aspect]:
    """Every aspect that applies to one side at least and is worth a word, the data first."""
    a, b = _asked(first), _asked(second)
    found = [Aspect(key, a.get(key), b.get(key), a.get(key) == b.get(key)) for key in dict.fromkeys([*a, *b])]
    other = {aspect.key for aspect in found if not aspect.same}
    told = [
        aspect
        for aspect in found
        if aspect.key in ("metric", "average", "label")
        or (not aspect.same and not other & FOLLOWS.get(aspect.key, set()))
    ]
    return [Aspect("data", None, None, same_data), *told]


def _asked(request: Request) -> dict[str, Any]:
    """What was asked, as far as it applies; parameters by their names."""
    asked: dict[str, Any] = {
        "metric": request.metric.name,
        "average": request.average,
        "label": request.label,
        "combine": request.combine if request.average is not None else None,
        "convention": request.bound.convention.name,
        "form": request.bound.chosen.name,
        **request.parameters,
        "over": request.over,
        "weights": request.weights if request.average == "weighted" else None,
        "preset": request.preset.name if request.preset else None,
        "undefined": request.policy,
    }
    return {key: value for key, value in asked.items() if value is not None}


def _difference_page(first: Number, second: Number, names: tuple[str, str], *, told: bool) -> Page:
    """First minus second worked out as any other formula is; unless `told`, the names do not carry their values."""
    values = (value if told and isinstance(value, Fraction) else None for value in (first, second))
    a, b = (Leaf(name, None, value) for name, value in zip(names, values, strict=True))
    tree = Add((a, Neg(b)))
    named = Named(Head(DIFFERENCE), tree)
    start = Add((Num(first), Neg(Num(second))))
    steps = [Step("difference", [Formula(named, [tree], numeric=False)], {"first": names[0], "second": names[1]})]
    steps += solved(named, start)
    value = evaluate(start)
    return Page(named, {}, steps, value, decimal_facts(value))
