"""The expression tree, its exact value, and the limited parser that reads arithmetic back into it."""
