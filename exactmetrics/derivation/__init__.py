"""From a recorded tree to a page: steps, notation, profiles, documents."""
