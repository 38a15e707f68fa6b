"""Claims judged: named numbers against the data they are about, and what explains those that are wrong."""
