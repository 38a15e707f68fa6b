"""From a recorded tree to a page: which lines stand on it, in which order, and which numbers they show."""
