"""Equalities between numbers: found in documents, judged, explained, and what a document makes a habit of."""
