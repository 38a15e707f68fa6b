"""Whole documents: the author's own text, data sets, derivations, comparisons and reports on one page."""

from exactmetrics.documents.document import Document, document

__all__ = ["Document", "document"]
