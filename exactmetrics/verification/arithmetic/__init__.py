"""Arithmetic inside running text: signs made plain, clauses cut, sides of equalities found and read."""
