"""Statements on metrics for every matrix: brought to one form, proved, or refuted by the smallest matrix."""

FORMATS = ("text", "markdown", "github", "latex", "latex-document", "html", "html-fragment", "json")  # of a proof
