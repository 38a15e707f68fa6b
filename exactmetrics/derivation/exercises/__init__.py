"""Exercises: derivations with blanks for the numbers to be found, and their keys."""
