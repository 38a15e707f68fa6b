"""How templates are found, checked and filled: the package's own as they are, a user's in a sandbox with a budget."""
