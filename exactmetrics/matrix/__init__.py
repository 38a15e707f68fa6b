"""Plain exact counts: cells, margins, building blocks, and the many ways to read them.

Nothing is imported here, so that each use loads only what it needs.
"""
