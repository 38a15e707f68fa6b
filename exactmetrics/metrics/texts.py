"""What is said of metrics, language by language: the tables [metric.<name>] of the message catalogues.

A catalogue has two hundred of them; a page asks for a few and a value for none. So each is parsed by itself, when it is
asked for. What no catalogue says of a metric, because it is defined outside the package, its definition says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypedDict

Table = dict[str, Any]
_HEAD = "\n[metric."
DEFINED: dict[str, Table] = {}  # what definitions say themselves


class Sentences(TypedDict, total=False):
    """What a definition outside the package may say of its metric besides its docstring.

    The keys are those of a catalogue, which the top of `templates/messages/en.toml` explains.
    """

    title: str
    short: str
    idea: str
    meaning: str
    question: str
    mistake: str
    reads: list[str]
    parts: Mapping[str, Mapping[str, str]]


@cache
def split(language: str) -> tuple[str, dict[str, str]]:
    """The catalogue of a language without its tables of metrics, which stand at its end, and those by metric."""
    from exactmetrics._resources import template_text  # a value says nothing

    rest, *tables = template_text(f"messages/{language}.toml").replace("\r\n", "\n").split(_HEAD)
    found: dict[str, str] = {}
    for table in tables:
        name = table[: table.index("]")].partition(".")[0]
        found[name] = found.get(name, "") + _HEAD + table
    return rest, found


class OfMetrics(Mapping[str, Table]):
    """The tables of a language by the name of the metric, each parsed when it is asked for."""

    def __init__(self, language: str) -> None:
        self._texts, self._parsed = split(language)[1], dict[str, Table]()
        self._defined = DEFINED if language == "en" else {}

    def __getitem__(self, name: str) -> Table:
        if name not in self._texts:
            return self._defined[name]
        if name not in self._parsed:
            import tomllib

            self._parsed[name] = tomllib.loads(self._texts[name])["metric"][name]
        return self._defined.get(name, {}) | self._parsed[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._texts, **self._defined})

    def __len__(self) -> int:
        return len({**self._texts, **self._defined})


@cache
def of_metrics(language: str = "en") -> OfMetrics:
    """What a language says of metrics."""
    return OfMetrics(language)


def english(*path: str) -> Any:
    """What the English catalogue says of a metric, or what stands there in its table; None where nothing does.

    >>> english("f1", "title"), english("f1", "no such key")
    ('F1 score', None)
    """
    found: Any = of_metrics()
    for key in path:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def told(doc: str, says: Mapping[str, Any]) -> Table:
    """What a definition says, in the keys of a catalogue: by its docstring, before references and examples, and more.

    >>> told("The share of a class. Reference: nobody.", {"idea": "It is small."})
    {'doc': 'The share of a class.', 'idea': 'It is small.'}
    """
    if unknown := sorted(says.keys() - Sentences.__annotations__.keys()):
        raise TypeError(f"{unknown[0]!r} is neither a trait of a metric nor what is said of one")
    paragraphs = [" ".join(text.partition("Reference:")[0].split()) for text in doc.partition(">>>")[0].split("\n\n")]
    first, *more = list(filter(None, paragraphs)) or [""]
    return {"doc": first, **({"note": "\n\n".join(more)} if more else {}), **says}
