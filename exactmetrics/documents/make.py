"""Making a document from its specification."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from exactmetrics.documents.document import Document
from exactmetrics.documents.spec import read_spec


def document(
    source: str | Path | Mapping[str, Any],
    *,
    language: str | None = None,
    detail: str | None = None,
    key: bool | None = None,
    templates: str | os.PathLike[str] | None = None,
) -> Document:
    """A whole tutorial page from its specification: the author's text, data sets, derivations, comparisons, reports.

    Args:
        source: the path of a TOML or JSON file, or its tables; see `document_spec.schema.json`.
        language: the language of the sentences; by default what the specification says, else "en".
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
    spec = replace(spec, language=language or spec.language, detail=detail or spec.detail)
    spec = spec if key is None else replace(spec, key=key)
    return Document(spec, templates=None if templates is None else os.fspath(templates))
