"""A derivation: the value, the steps as data, and the page in every format."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any

from exactmetrics.derivation.context import page_context
from exactmetrics.derivation.counts import Cells
from exactmetrics.derivation.data import data_section, numbering
from exactmetrics.derivation.messages import messages
from exactmetrics.derivation.page import Page, Step
from exactmetrics.derivation.plan import build_page
from exactmetrics.derivation.profiles import symbols
from exactmetrics.derivation.render import render
from exactmetrics.derivation.surface import FORMATS, Surface
from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import Request
from exactmetrics.views.record import record
from exactmetrics.views.run import compute


class Derivation:
    """How a value comes about, step by step; made by `ConfusionMatrix.derive`.

    >>> import exactmetrics as em
    >>> cm = em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
    >>> d = cm.derive("accuracy")
    >>> d.value
    Fraction(9, 14)
    >>> [step.kind for step in d.steps]
    ['definition', 'counts', 'substitute', 'add_up', 'reduce']
    """

    def __init__(
        self,
        request: Request,
        blocks: Blocks,
        cells: Callable[[], Cells | None],
        *,
        positive: Hashable | None = None,
        profile: str | None = None,
        language: str = "en",
    ) -> None:
        self._request, self._blocks, self._read_cells, self._positive = request, blocks, cells, positive
        self._profile, self._language = profile, language

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

    def to_text(self, *, data: bool = True) -> str:
        """Plain text for a terminal; `data=False` leaves the matrix out."""
        return self._render("text", data=data)

    def to_markdown(self, *, data: bool = True) -> str:
        """Markdown with formulas between dollar signs, in the subset that all dialects read alike."""
        return self._render("markdown", data=data)

    def to_latex(self, *, document: bool = False, data: bool = True) -> str:
        """A LaTeX fragment (needs amsmath and booktabs), or with `document` a file that compiles by itself."""
        fragment = self._render("latex", data=data)
        return latex_document(fragment) if document else fragment

    def _render(self, name: str, *, data: bool) -> str:
        surface = self._surface(name)
        context = page_context(self.page, surface)
        context["data"] = data_section(surface, self._blocks, self._cells) if data else None
        context["numbering"] = numbering(surface, self._blocks)  # last: it names what the formulas used
        return render(surface.format.template, context)

    def _surface(self, name: str) -> Surface:
        latex = bool(FORMATS[name].open_math)
        return Surface(
            FORMATS[name], symbols(self._profile, self._blocks.labels, latex=latex), messages(self._language)
        )

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Derivation of {self._request.metric.name}: {self.value}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """What a notebook shows."""
        return {"text/plain": self.to_text(), "text/markdown": self.to_markdown(), "text/latex": self.to_latex()}


def latex_document(body: str) -> str:
    """A LaTeX file around one or more fragments."""
    return render("latex/document.tex.jinja", {"body": body})
