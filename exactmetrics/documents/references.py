"""References written: a number that links to its place, an exact value, its decimal, its percentage."""

from __future__ import annotations

from exactmetrics.derivation.writing.links import link
from exactmetrics.derivation.writing.surface import Surface, surface_for
from exactmetrics.documents.content import Content, Entry
from exactmetrics.documents.prose import reference_in
from exactmetrics.exact.errors import InputError
from exactmetrics.exact.rounding import decimal
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.nodes import Num

PLACES = {"decimal": 4, "percent": 1}  # where a reference does not say how many


class References:
    """Writes the references of a document for one surface."""

    def __init__(self, content: Content, surface: Surface) -> None:
        self._content, self._surface = content, surface
        # an author's formula is LaTeX also where it is turned into MathML afterwards
        in_latex = surface.format.folder == "html"
        self._in_formula = surface_for("markdown", content.look, ()) if in_latex else surface

    def resolve(self, reference: str, in_formula: bool, as_link: bool) -> str:
        """A reference as the format has it; inside a formula only values can stand."""
        word, id, extra = reference_in(reference)
        entry = self._content.entry(id)
        if word == "ref":
            if in_formula:
                raise InputError(f"{reference} stands inside a formula, where only values can stand; put it outside")
            return self._number(id, entry) if as_link else called(entry, self._surface)
        return self._value(word, entry, extra, in_formula)

    def _number(self, id: str, entry: Entry) -> str:
        if self._surface.format.folder == "latex" and entry.word == "equation":
            return rf"\eqref{{{id}}}"
        return link(self._surface.format, id, called(entry, self._surface))

    def _value(self, word: str, entry: Entry, extra: str | None, in_formula: bool) -> str:
        value, surface = entry.value, self._surface
        assert value is not None
        if isinstance(value, Undefined):
            said = surface.messages.get("report", "undefined")
            return rf"\text{{{said}}}" if in_formula else said
        if word == "value":
            return self._in_formula.notation.show(Num(value)) if in_formula else surface.number(value)
        places = PLACES[word] if extra is None else int(extra)
        if word == "decimal":
            return decimal(value, places=places)
        latex = in_formula or surface.format.folder == "latex"
        return decimal(value * 100, places=places) + (r"\,\%" if latex else "\u00a0%")


def called(entry: Entry, surface: Surface) -> str:
    """What an entry is called in a sentence, with its number.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> called(Entry("derivation", 2), surface_for("text", Look(), ()))
    'Derivation 2'
    """
    return surface.say_made("document", entry.word, n=str(entry.number))
