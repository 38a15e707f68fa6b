"""Formulas of documents, judged against the definitions of the metrics that they name."""
