"""The reference: a page for every metric, and one on what is disputed, written from the registry."""
