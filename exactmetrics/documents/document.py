"""A whole document: made from a specification, written in every format."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from exactmetrics.derivation.render import render
from exactmetrics.derivation.shown import Shown
from exactmetrics.derivation.writing.links import LATEX_FALLBACK
from exactmetrics.documents.content import Content, Item
from exactmetrics.documents.parts import Parts
from exactmetrics.documents.spec import Spec


class Document(Shown):
    r"""A tutorial page: text, data sets, derivations, comparisons and reports, numbered; made by `document`.

    >>> import exactmetrics as em
    >>> page = em.document({
    ...     "title": "One matrix", "data": {"m": {"matrix": [[5, 1], [5, 7]]}},
    ...     "block": [{"data": "m"}, {"id": "acc", "derivation": {"metric": "accuracy"}},
    ...               {"text": "By {ref:acc}, {value:acc} is about {percent:acc:0}."}],
    ... })
    >>> print(page.to_text().rstrip().splitlines()[-1].replace("\xa0", " "))
    By Derivation 1, 2/3 is about 67 %.
    >>> page.spec.title, len(page.items), page.unused
    ('One matrix', 3, [])
    """

    def __init__(self, spec: Spec, *, templates: str | None = None) -> None:
        self.spec = spec
        self._content = Content(spec, templates=templates)
        self.look = self._content.look

    @property
    def items(self) -> list[Item]:
        """What the document shows, in order, with its numbers."""
        return self._content.items

    @cached_property
    def unused(self) -> list[str]:
        """The ids of the specification that nothing refers to."""
        return self._content.unused

    def data(self) -> dict[str, Any]:
        """What `to_json` writes, as dictionaries and lists.

        >>> import exactmetrics as em
        >>> em.document({"title": "Words", "block": [{"text": "A *word*."}]}).data()["blocks"][0]["markdown"]
        'A *word*.'
        """
        from exactmetrics.documents.document_json import document_data

        return document_data(self)

    def parts(self, format: str) -> list[dict[str, str]]:
        """Every block written for a format: `kind`, `id`, `heading`, `place` and `text`.

        >>> import exactmetrics as em
        >>> em.document({"title": "Words", "block": [{"text": "A *word*."}]}).parts("latex")[0]["text"]
        'A \\\\emph{word}.'
        """
        return Parts(self._content, format).all()

    def _body(self, name: str, *, data: bool) -> str:
        """The whole page; without `data` its tables of data are left out."""
        made = Parts(self._content, name)
        format, said = made.surface.format, made.surface.messages
        parts = [part for part in made.all() if data or part["kind"] != "data"]
        context = {
            "title": made.plain(self.spec.title),
            "contents_title": said.get("document", "contents"),
            "contents": made.contents(data=data) if self.spec.contents else [],
            "blocks": parts,
            "fallback": LATEX_FALLBACK,
        }
        return render(format.template("tutorial"), context, self.look.templates)

    def _title(self) -> str:
        return self.spec.title

    def __repr__(self) -> str:
        return f"<Document {self.spec.title!r} of {len(self.items)} blocks>"
