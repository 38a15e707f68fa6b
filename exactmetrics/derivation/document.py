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
        """Plain text for a terminal; `data=False` leaves the matrix out.

        >>> import exactmetrics as em
        >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
        >>> print(cm.derive("precision", label=0).to_text(data=False).splitlines()[4])
           P_0 = TP_0/c_0
        """
        return self._render("text", data=data)

    def to_markdown(self, *, data: bool = True) -> str:
        r"""Markdown with formulas between dollar signs, in the subset that all dialects read alike.

        >>> import exactmetrics as em
        >>> cm = em.ConfusionMatrix([[5, 1], [5, 7]])
        >>> print(cm.derive("precision", label=0).to_markdown(data=False).splitlines()[-3])
        $$ \boxed{P_0 = \frac{1}{2}} $$
        """
        return self._render("markdown", data=data)

    def to_latex(self, *, document: bool = False, data: bool = True) -> str:
        r"""A LaTeX fragment (needs amsmath and booktabs), or with `document` a file that compiles by itself.

        >>> import exactmetrics as em
        >>> derivation = em.ConfusionMatrix([[5, 1], [5, 7]]).derive("precision", label=0)
        >>> print(derivation.to_latex(data=False).splitlines()[0])
        \section*{Precision of 0}
        >>> print(derivation.to_latex(document=True).splitlines()[0])
        \documentclass[11pt]{article}
        """
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
    r"""A LaTeX file around one or more fragments.

    >>> lines = latex_document("Half of $x$.").splitlines()
    >>> lines[0], "Half of $x$." in lines, lines[-1]
    ('\\documentclass[11pt]{article}', True, '\\end{document}')
    """
    return render("latex/document.tex.jinja", {"body": body})
