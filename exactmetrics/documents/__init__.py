"""Whole documents: the author's own text, data sets, derivations, comparisons and reports on one page.

A document is written as a specification in TOML, read by `spec`; its text is Markdown, read by `prose` and written for
every format by a writer of its own; `content` gives numbers to what can be referred to.
"""

from exactmetrics.documents.document import Document, document

__all__ = ["Document", "document"]
