"""A whole document, made from its specification."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from exactmetrics._writers import writer
from exactmetrics.derivation.shown import Shown
from exactmetrics.derivation.words import OwnWords
from exactmetrics.documents.content import Content, Item
from exactmetrics.documents.spec import Spec, read_spec


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

    _kind = "document"

    def __init__(self, spec: Spec, *, templates: str | None = None, words: OwnWords = None) -> None:
        self.spec = spec
        self.content = Content(spec, templates=templates, words=words)
        self.look = self.content.look

    @property
    def items(self) -> list[Item]:
        """What the document shows, in order, with its numbers."""
        return self.content.items

    @cached_property
    def unused(self) -> list[str]:
        """The ids of the specification that nothing refers to."""
        return self.content.unused

    def parts(self, format: str) -> list[dict[str, str]]:
        """Every block written for a format: `kind`, `id`, `heading`, `place` and `text`.

        >>> import exactmetrics as em
        >>> em.document({"title": "Words", "block": [{"text": "A *word*."}]}).parts("latex")[0]["text"]
        'A \\\\emph{word}.'
        """
        found: list[dict[str, str]] = writer(self._kind, "parts")(self, format)
        return found

    def __repr__(self) -> str:
        return f"<Document {self.spec.title!r} of {len(self.items)} blocks>"


def document(
    source: str | Path | Mapping[str, Any],
    *,
    language: str | None = None,
    words: OwnWords = None,
    symbols: str | None = None,
    places: int | None = None,
    detail: str | None = None,
    key: bool | None = None,
    templates: str | os.PathLike[str] | None = None,
) -> Document:
    """A whole tutorial page from its specification: the author's text, data sets, derivations, comparisons, reports.

    Args:
        source: the path of a TOML or JSON file, or its tables; see `document_spec.schema.json`.
        language: the language of the sentences; by default what the specification says, else "en".
        words: your own words, names and symbols, a TOML file or its tables; symbols: whether formulas name metrics by
            "letters" or by "words"; places: the digits of decimals behind the point; by default what the specification
            says.
        detail: how much derivations show that do not say so themselves; by default what the specification says.
        key: whether exercises (detail "scaffold") are followed by their keys; by default what the specification says,
            else True.
        templates: a directory of your own templates, which go before those of the package.

    Raises:
        ExactMetricsError: what is wrong with the specification, where in it, and what would resolve it.

    >>> page = document({
    ...     "title": "Recall", "data": {"m": {"labels": ["yes", "no"], "matrix": [[5, 1], [5, 7]]}},
    ...     "block": [{"id": "r", "derivation": {"metric": "recall", "label": "yes"}}, {"text": "{ref:r.result}"}],
    ... })
    >>> print(page.to_markdown(data=False).splitlines()[-1])
    [(2)](#r.result)
    """
    spec = read_spec(source)
    given: dict[str, Any] = {"language": language, "detail": detail, "symbols": symbols, "places": places, "key": key}
    spec = replace(spec, **{name: option for name, option in given.items() if option is not None})
    folder = None if templates is None else os.fspath(templates)
    return Document(spec, templates=folder, words=spec.words if words is None else words)
