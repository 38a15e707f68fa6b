"""What the package prints, as hashes: a change of a text is seen, looked at, and recorded in its commit."""
