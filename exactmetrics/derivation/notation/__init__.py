"""Printers of the expression tree, one subclass a notation."""
