"""Which function writes which kind of result: the one table of writers, so that no result imports what writes it.

"page" is the page in any format that templates lay out, "title" the title of a document around it, "json" the data of
its JSON. Writers stand in rooms above this one and are imported when they are first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

WRITERS = {
    ("derivation", "page"): "exactmetrics.derivation.derivation_writers:derivation_page",
    ("derivation", "title"): "exactmetrics.derivation.derivation_writers:derivation_title",
    ("derivation", "json"): "exactmetrics.derivation.derivation_writers:derivation_data",
    ("comparison", "page"): "exactmetrics.derivation.comparison_writers:comparison_page",
    ("comparison", "title"): "exactmetrics.derivation.comparison_writers:comparison_title",
    ("comparison", "json"): "exactmetrics.derivation.comparison_writers:comparison_data",
    ("report", "page"): "exactmetrics.derivation.report_writers:report_page",
    ("report", "title"): "exactmetrics.derivation.report_writers:report_title",
    ("report", "json"): "exactmetrics.derivation.report_writers:report_data",
    ("feasibility", "text"): "exactmetrics.feasibility.pages:text_page",
    ("feasibility", "markdown"): "exactmetrics.feasibility.pages:markdown_page",
    ("feasibility", "data"): "exactmetrics.feasibility.pages:data_of",
    ("feasibility", "json"): "exactmetrics.feasibility.pages:json_text",
    ("document", "page"): "exactmetrics.documents.page:document_page",
    ("document", "title"): "exactmetrics.documents.page:document_title",
    ("document", "parts"): "exactmetrics.documents.page:document_parts",
    ("document", "json"): "exactmetrics.documents.page:document_data",
}


def writer(kind: str, what: str) -> Callable[..., Any]:
    """The function that writes something of a kind of result."""
    module, _, function = WRITERS[kind, what].partition(":")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found
