"""A derivation as a page, laid out by the templates of a format."""

from __future__ import annotations

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.render import render
from exactmetrics.derivation.writing.context import page_context, title_of
from exactmetrics.derivation.writing.data import data_section, numbering
from exactmetrics.derivation.writing.matrix_tables import highlight_of
from exactmetrics.derivation.writing.surface import surface_for


def derivation_page(derivation: Derivation, name: str, *, data: bool) -> str:
    """The page in one format; without `data` the matrix is left out."""
    look, blocks = derivation.look, derivation.blocks
    page, surface = derivation.page, surface_for(name, look, blocks.labels)
    context = page_context(page, surface)
    if not look.key:
        context["key"] = None
    shown = highlight_of(page.named, blocks.k)
    context["data"] = data_section(surface, blocks, derivation.cells, shown, totals=not page.blanks) if data else None
    context["numbering"] = numbering(surface, blocks)  # last: it names what the formulas used
    return render(surface.format.template("derivation"), context, look.templates)


def derivation_title(derivation: Derivation) -> str:
    """The title of a document around it, as plain text."""
    return title_of(derivation.page, surface_for("text", derivation.look, derivation.blocks.labels))
