"""What the package printed before it was rebuilt, as hashes: the referee of a change that may change nothing."""
