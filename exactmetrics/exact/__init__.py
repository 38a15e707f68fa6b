"""Exact numbers: rationals, roots, sums of roots, undefined values, and their decimals."""
