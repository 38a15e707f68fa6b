"""Message catalogues as flat tables, and the words of finished pages."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import exactmetrics
from exactmetrics._resources import template_text
from exactmetrics.derivation.messages import NO_SENTENCES

LANGUAGES = ("ar", "de", "es", "fr")
# Tables that every language fills in its own way, or that are in English alone; those of metrics have a test of theirs.
OWN = ("multilabel", "metric", "plural", "noun")
Path_ = tuple[str, ...]


@cache
def catalogue(language: str) -> dict[Path_, Any]:
    """Every sentence by its path; one with several forms is a table with `by`."""
    return dict(_flat(tomllib.loads(template_text(f"messages/{language}.toml")), ()))


def _flat(table: dict[str, Any], path: Path_) -> Iterator[tuple[Path_, Any]]:
    for key, value in table.items():
        if isinstance(value, dict) and "by" not in value:
            yield from _flat(value, (*path, key))
        else:
            yield (*path, key), value


def common(language: str) -> dict[Path_, Any]:
    """The sentences that all languages have."""
    return {path: said for path, said in catalogue(language).items() if path[0] not in OWN}


def places(said: Any) -> set[str]:
    """The facts a sentence names, with the one that chooses its form if that can also be shown."""
    if isinstance(said, list):
        return set()
    forms = [said] if isinstance(said, str) else [form for key, form in said.items() if key != "by"]
    return set(re.findall(r"\{(\w+)\}", " ".join(map(str, forms))))


def sentences(language: str) -> list[str]:
    """All that a catalogue says, form by form, without its settings."""
    said = [s for path, s in catalogue(language).items() if path[0] not in NO_SENTENCES]
    texts = [list(s.values()) if isinstance(s, dict) else [s] for s in said]
    return [re.sub(r"\{\w+\}", " ", str(text)) for group in texts for text in group]


def words(text: str) -> set[str]:
    """The words of two Latin letters and more, in lower case."""
    return {word.lower() for word in re.findall(r"[^\W\d_]{2,}", text) if re.match(r"[A-Za-zÀ-ž]", word)}


def prose(markdown: str) -> str:
    """A Markdown page without its formulas and without Markdown's own signs."""
    out = re.sub(r"\$\$.*?\$\$|(?<!\\)\$[^$]*\$", " ", markdown)
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", out)


@cache
def literals() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The texts in the program, and those at the beginnings and the ends of texts put together."""
    whole, begin, end = set(), set(), set()
    for file in Path(exactmetrics.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            if isinstance(node, ast.JoinedStr):
                first, last = node.values[0], node.values[-1]
                begin |= {str(first.value)} if isinstance(first, ast.Constant) else set()
                end |= {str(last.value)} if isinstance(last, ast.Constant) else set()
    return frozenset(whole), frozenset(begin), frozenset(end)
