"""A derivation: the value, the steps as data, and the page in every format."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any

from exactmetrics.derivation.detail import detailed
from exactmetrics.derivation.exercises.lettering import answer, lettered
from exactmetrics.derivation.look import DEFAULT, Look
from exactmetrics.derivation.planning.counts import Cells
from exactmetrics.derivation.planning.page import Page, Step
from exactmetrics.derivation.planning.plan import build_page
from exactmetrics.derivation.planning.wide import fitted
from exactmetrics.derivation.render import render
from exactmetrics.derivation.shown import Shown
from exactmetrics.derivation.writing.context import page_context, title_of
from exactmetrics.derivation.writing.data import data_section, numbering
from exactmetrics.derivation.writing.highlight import highlight_of
from exactmetrics.derivation.writing.surface import surface_for
from exactmetrics.derivation.writing.typeset import typeset
from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import Request
from exactmetrics.views.trace import record
from exactmetrics.views.value import Outcome, compute


class Derivation(Shown):
    """How a value comes about, step by step; made by `ConfusionMatrix.derive`.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
    >>> d = cm.derive("accuracy")
    >>> d.value
    Fraction(9, 14)
    >>> [step.kind for step in d.steps]
    ['definition', 'counts', 'substitute', 'add_up', 'reduce']
    >>> len(d.page.steps), d.page.value, d.page.decimal["period"]
    (5, Fraction(9, 14), '428571')
    >>> d.request.metric.name, d.blocks.n, d.cells[0], d.outcome.acted
    ('accuracy', 28, [6, 1, 1], ())
    """

    def __init__(
        self,
        request: Request,
        blocks: Blocks,
        cells: Callable[[], Cells | None],
        *,
        positive: Hashable | None = None,
        look: Look = DEFAULT,
    ) -> None:
        self._request, self._blocks, self._read_cells, self._positive = request, blocks, cells, positive
        self.look = look
        self._letters = 0  # how many letters of blanks another exercise on the same sheet has taken

    @cached_property
    def _cells(self) -> Cells | None:
        return self._read_cells()

    @property
    def request(self) -> Request:
        """The question, resolved."""
        return self._request

    @property
    def blocks(self) -> Blocks:
        """The building blocks of the classes."""
        return self._blocks

    @property
    def cells(self) -> Cells | None:
        """The counts row by row; None where there is no matrix, or a very large one."""
        return self._cells

    @cached_property
    def outcome(self) -> Outcome:
        """The value, and every policy that acted on the way."""
        return compute(self._request, self._blocks, self._positive)

    @property
    def value(self) -> Value:
        """The exact value."""
        return self.outcome.value

    @cached_property
    def page(self) -> Page:
        """The whole derivation as data."""
        named = record(self._request, self._blocks, self._positive)
        whole = build_page(self._request, self.value, named, self._blocks, self._cells)
        made = fitted(detailed(whole, self.look.detail))
        return lettered(made, after=self._letters) if made.blanks else made

    def lettered_after(self, other: Derivation) -> Derivation:
        """The same derivation; of an exercise with letters that go on after those of another on the same sheet.

        >>> import exactmetrics as em
        >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
        >>> first, second = (cm.derive("recall", label=label, detail="scaffold") for label in (0, 1))
        >>> second.key[0], second.lettered_after(first).key[0]
        (('a', '12'), ('f', '12'))
        """
        if self.look.detail != "scaffold" or not other.page.blanks:
            return self
        made = Derivation(self._request, self._blocks, lambda: self._cells, positive=self._positive, look=self.look)
        made._letters = other.page.blanks[-1].number
        return made

    @property
    def key(self) -> list[tuple[str, str]]:
        """The key of an exercise (`detail="scaffold"`): the letter of each blank and what stands in it.

        >>> import exactmetrics as em
        >>> em.ConfusionMatrix([[5, 1], [5, 7]]).derive("precision", label=0, detail="scaffold").key
        [('a', '10'), ('b', '5'), ('c', '1'), ('d', '2'), ('e', '0.5')]
        """
        return [(blank.letter, answer(blank)) for blank in self.page.blanks]

    @property
    def steps(self) -> list[Step]:
        """The steps, in order: each with its kind, its formulas as trees, and the facts its sentence names."""
        return self.page.steps

    def data(self) -> dict[str, Any]:
        """What `to_json` writes: the value and the steps, as dictionaries and lists.

        >>> import exactmetrics as em
        >>> em.ConfusionMatrix([[5, 1], [5, 7]]).derive("accuracy").data()["value"]
        '2/3'
        """
        from exactmetrics.derivation.structured.derivation import derivation_data

        return derivation_data(self)

    def _body(self, name: str, *, data: bool) -> str:
        question = self._request, self._blocks, lambda: self._cells
        made = typeset(*question, positive=self._positive, name=name, look=self.look, data=data)
        if made is not None:
            return made
        surface = surface_for(name, self.look, self._blocks.labels)
        context = page_context(self.page, surface)
        if not self.look.key:
            context["key"] = None
        shown = highlight_of(self.page.named, self._blocks.k)
        asked = bool(self.page.blanks)
        context["data"] = data_section(surface, self._blocks, self._cells, shown, totals=not asked) if data else None
        context["numbering"] = numbering(surface, self._blocks)  # last: it names what the formulas used
        return render(surface.format.template("derivation"), context, self.look.templates)

    def _title(self) -> str:
        return title_of(self.page, surface_for("text", self.look, self._blocks.labels))

    def __repr__(self) -> str:
        return f"<Derivation of {self._request.metric.name}: {self.value}>"
