"""The definition of a brief derivation, in one paragraph with its symbols, for one surface."""

from __future__ import annotations

from exactmetrics.derivation.planning.page import Step, Told
from exactmetrics.derivation.writing.definition import definition
from exactmetrics.derivation.writing.matrix_tables import FOUR
from exactmetrics.derivation.writing.names import part_texts
from exactmetrics.derivation.writing.surface import Surface
from exactmetrics.expression.nodes import Leaf, Named


def paragraph(step: Step, surface: Surface, page: Told) -> str:
    """What the metric is, what its parts are, and what each symbol is, in few words."""
    said, symbols = [definition(step, surface)], []
    in_cells = surface.four_told and step.facts["k"] == 2
    for symbol in step.symbols:
        if isinstance(symbol, Named) and symbol.head.is_part:
            doc = part_texts(page.title["metric"], symbol.head.metric, surface.messages)[0]
            if doc:
                made = {"symbol": surface.math(symbol), "doc": surface.prose(doc)}
                said.append(surface.say_made("brief", "part", **made))
        elif isinstance(symbol, Leaf) and not (in_cells and symbol.block in FOUR):
            symbols.append(_symbol(symbol, step, surface))
    known = [text for text in symbols if text]
    if known:
        said.append(surface.say_made("brief", "legend", symbols=surface.messages.listing(known)))
    return " ".join(said)


def _symbol(symbol: Leaf, step: Step, surface: Surface) -> str:
    """What a symbol is, by its place in the table where there is a matrix."""
    on_matrix = symbol.tag is None or (surface.in_matrix and step.facts["matrix"])
    path = ("brief", f"legend_{symbol.block}" if on_matrix else f"legend_partial_{symbol.block}")
    if not surface.messages.has(*path):
        return ""
    shown = surface.notation.show(symbol)
    if symbol.block == "n" and not surface.several:
        shown = f"{shown} = {step.facts['n']}"
    mark = surface.messages.get("words", surface.format.marking)
    return surface.say_made(*path, symbol=surface.inline(shown), mark=mark)
