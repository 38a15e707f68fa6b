"""Statements on metrics for every matrix: brought to one form, proved, or refuted by the smallest matrix."""
