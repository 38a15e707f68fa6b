"""A derivation: the value, the steps as data, and the page in every format."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any

from exactmetrics.derivation.context import page_context, title_of
from exactmetrics.derivation.counts import Cells
from exactmetrics.derivation.data import data_section, numbering
from exactmetrics.derivation.look import DEFAULT, Look
from exactmetrics.derivation.page import Page, Step
from exactmetrics.derivation.plan import build_page
from exactmetrics.derivation.render import render
from exactmetrics.derivation.shown import Shown
from exactmetrics.derivation.surface import surface_for
from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import Request
from exactmetrics.views.record import record
from exactmetrics.views.run import compute


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

    @cached_property
    def _cells(self) -> Cells | None:
        return self._read_cells()

    @cached_property
    def value(self) -> Value:
        """The exact value."""
        return compute(self._request, self._blocks, self._positive).value

    @cached_property
    def page(self) -> Page:
        """The whole derivation as data."""
        named = record(self._request, self._blocks, self._positive)
        return build_page(self._request, self.value, named, self._blocks, self._cells)

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
        from exactmetrics.derivation.derivation_json import derivation_data

        return derivation_data(self)

    def _body(self, name: str, *, data: bool) -> str:
        surface = surface_for(name, self.look, self._blocks.labels)
        context = page_context(self.page, surface)
        context["data"] = data_section(surface, self._blocks, self._cells) if data else None
        context["numbering"] = numbering(surface, self._blocks)  # last: it names what the formulas used
        return render(surface.format.template("derivation"), context, self.look.templates)

    def _title(self) -> str:
        return title_of(self.page, surface_for("text", self.look, ()))

    def __repr__(self) -> str:
        return f"<Derivation of {self._request.metric.name}: {self.value}>"
