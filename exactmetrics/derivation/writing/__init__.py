"""A page written for one surface: formulas, names, sentences, tables and the matrix."""
