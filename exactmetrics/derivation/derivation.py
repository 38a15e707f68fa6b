"""A derivation: the value, and how it comes about, step by step, as data."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from copy import copy
from functools import cached_property
from typing import Self

from exactmetrics.derivation import machine
from exactmetrics.derivation.ending import ending
from exactmetrics.derivation.look import DEFAULT, Look
from exactmetrics.derivation.planning.page import Cells, Page, Step
from exactmetrics.derivation.shown import Shown
from exactmetrics.derivation.steps import Recorded
from exactmetrics.exact.values import Value
from exactmetrics.expression.nodes import Head
from exactmetrics.matrix.blocks import BLOCKS, Blocks
from exactmetrics.metrics.request import Request
from exactmetrics.views.trace import record
from exactmetrics.views.value import Outcome, compute


class Derived(Shown):
    """What derivations from counts and from scores share.

    >>> import exactmetrics as em
    >>> isinstance(em.Scores([1, 0], ["0.7", "0.2"]).derive("roc_auc"), Derived)
    True
    """

    request: Request
    _head: Head | None = None  # what the value is called on a page with another value of the same name
    _letters = 0  # how many letters of blanks another exercise on the same sheet has taken

    @property
    def outcome(self) -> Outcome:
        """The value, and every policy that acted on the way."""
        raise NotImplementedError

    @cached_property
    def page(self) -> Page:
        """The whole derivation as data."""
        return machine.page_of(self, after=self._letters)

    def _recorded(self) -> machine.Recorded:
        """What the definition makes of the data, for the steps after it."""
        raise NotImplementedError

    @property
    def value(self) -> Value:
        """The exact value."""
        return self.outcome.value

    @property
    def head(self) -> Head | None:
        """What the value is called on a page with another value of the same name, if it is given a name.

        >>> import exactmetrics as em
        >>> print(em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy").head)
        None
        """
        return self._head

    @property
    def key(self) -> list[tuple[str, str]]:
        """The key of an exercise (`detail="scaffold"`): the letter of each blank and what stands in it.

        >>> import exactmetrics as em
        >>> em.ConfusionMatrix([[5, 1], [5, 7]]).derive("precision", label=0, detail="scaffold").key
        [('a', '5'), ('b', '10'), ('c', '5'), ('d', '1'), ('e', '2'), ('f', '0.5')]
        """
        return [(blank.letter, blank.answer) for blank in self.page.blanks]

    @property
    def steps(self) -> list[Step]:
        """The steps, in order: each with its kind, its formulas as trees, and the facts its sentence names."""
        return self.page.steps

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The classes, in order."""
        raise NotImplementedError

    def _has_data_of(self, other: Self) -> bool:
        """Whether both are derived from the same data."""
        raise NotImplementedError

    def called(self, head: Head | None) -> Self:
        """The same derivation, with a name for its value.

        >>> import exactmetrics as em
        >>> from exactmetrics.expression.nodes import Head
        >>> made = em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy").called(Head("accuracy", average="way 1"))
        >>> made.page.named.head, made.value
        (Head(metric='accuracy', tag=None, average='way 1', mark=None, is_part=False), Fraction(2, 3))
        """
        made = copy(self)
        made.__dict__.pop("page", None)
        made._head = head
        return made

    def lettered_after(self, other: Derived) -> Self:
        """The same derivation; of an exercise with letters that go on after those of another on the same sheet.

        >>> import exactmetrics as em
        >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
        >>> first, second = (cm.derive("recall", label=label, detail="scaffold") for label in (0, 1))
        >>> second.key[0], second.lettered_after(first).key[0]
        (('a', '7'), ('d', '7'))
        """
        if self.look.detail != "scaffold" or not other.page.blanks:
            return self
        made = self.called(self._head)
        made._letters = other.page.blanks[-1].number
        return made

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.request.metric.name}: {self.value}>"


class Derivation(Derived):
    """How a value comes about, step by step; made by `ConfusionMatrix.derive`.

    `request` is the question, resolved, `blocks` are the building blocks of the classes.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
    >>> d = cm.derive("accuracy")
    >>> d.value
    Fraction(9, 14)
    >>> [step.kind for step in d.steps]
    ['definition', 'substitute_reduce']
    >>> len(d.page.steps), d.page.value, d.page.decimal["period"]
    (2, Fraction(9, 14), '428571')
    >>> d.request.metric.name, d.blocks.n, d.cells[0], d.outcome.acted
    ('accuracy', 28, [6, 1, 1], ())
    """

    _kind = "derivation"

    def __init__(
        self,
        request: Request,
        blocks: Blocks,
        cells: Callable[[], Cells | None],
        *,
        positive: Hashable | None = None,
        look: Look = DEFAULT,
    ) -> None:
        self.request, self.blocks, self.positive, self.look = request, blocks, positive, look.about(blocks.of)
        self._read_cells = cells

    @cached_property
    def cells(self) -> Cells | None:
        """The counts row by row; None where there is no matrix, or a very large one."""
        return self._read_cells()

    @cached_property
    def outcome(self) -> Outcome:
        """The value, and every policy that acted on the way."""
        return compute(self.request, self.blocks, self.positive)

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The classes, in order.

        >>> import exactmetrics as em
        >>> em.ConfusionMatrix([[5, 1], [5, 7]], labels=["cat", "dog"]).derive("accuracy").labels
        ('cat', 'dog')
        """
        return self.blocks.labels

    def _has_data_of(self, other: Self) -> bool:
        one, two = self.blocks, other.blocks
        if one is not two:
            if (one.labels, one.partition, one.n) != (two.labels, two.partition, two.n):
                return False
            if any(list(getattr(one, block)) != list(getattr(two, block)) for block in BLOCKS):
                return False
        return self.cells == other.cells

    def _recorded(self) -> Recorded:
        """What the definition makes of the counts, for the steps after it."""
        named = record(self.request, self.blocks, self.positive)
        ended = ending(self.request, self.blocks, self.positive, named, self.value, self.cells, self.look)
        return Recorded(self.request, self.value, named, self.blocks, self.cells, ended, self._head)
