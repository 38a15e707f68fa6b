"""Named numbers in documents: confusion matrices, and what is said about them. Recognised only, never computed."""
