"""The words of `words.toml`: what decides how a number beside them is to be taken."""

from __future__ import annotations

import tomllib
from importlib.resources import files

_TABLES: dict[str, dict[str, str]] = tomllib.loads(
    files(__package__).joinpath("words.toml").read_text(encoding="utf-8")
)


def _words(*tables: str) -> frozenset[str]:
    return frozenset(word for table in tables for row in _TABLES[table].values() for word in row.split())


def alternatives(*tables: str, between: str | None = None) -> str:
    """The words of tables as alternatives of a regular expression, the longest first."""
    words = {word for table in tables for row in _TABLES[table].values() for word in row.split(between)}
    return "|".join(sorted((word.replace(".", r"\.") for word in words), key=len, reverse=True))


PREPOSITIONS = _words("prepositions", "share_of")
BINDING = PREPOSITIONS | _words("functions", "operations")
FUNCTIONS = _words("functions", "called")
OPERANDS = _words("operands")
AGGREGATES = _words("aggregates")
LABELS = _words("labels")
HEDGES = _words("hedges")
SAYING = _words("saying")
DENIALS = _words("denials", "other_arithmetic")
STATES = _words("states")
MULTIPLES = _words("multiples")
UNITS = _words("units") | MULTIPLES
PERCENT, PER, CENT = _words("percent"), _words("per"), _words("cent")
LETTERS = _words("letters")
SIGNS = {ord(other): plain for plain, others in _TABLES["signs"].items() for other in others}
