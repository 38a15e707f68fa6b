"""Scores of samples: exact numbers with their classes, put in order, and what metrics of scores are computed from."""
