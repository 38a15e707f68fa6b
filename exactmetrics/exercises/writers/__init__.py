"""Files that learning systems import, one module each; what they are told alike stands in `expected`."""
