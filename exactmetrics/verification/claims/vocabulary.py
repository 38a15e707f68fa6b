"""The words of documents: which metric, average, count, side or filler a phrase is, in the languages of `words/`.

A language is a file of data. Words are matched without regard to case and accents; a hyphen, an underscore and a space
are the same; languages that write no spaces are matched sign by sign.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from typing import Any

from exactmetrics.metrics.registry import all_metrics

PRIMED = r"(?<![^\W_])d['’′](?![^\W_])"  # the one name with a prime; in French d' stands before a word
ATOM = re.compile(
    PRIMED + r"|[0-9]+(?:(?:[.,]|\{,\})[0-9]+)*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
    r"|[^\W\d_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|\S"
)
GLUE = frozenset("_'’´`*$\"“”„«»{}^")  # these say nothing
_HYPHEN = re.compile(r"(?<=\w)[-‐‑–](?=\w)")
OUTCOMES = {
    "tp": ("right", "positive"),
    "tn": ("right", "negative"),
    "fp": ("wrong", "positive"),
    "fn": ("wrong", "negative"),
}
Roles = Mapping[str, str]


def folded(text: str) -> str:
    """A word without case and accents.

    >>> folded("Précision")
    'precision'
    """
    if text.isascii() or len(text) == 1:  # "é" is another word than "e"
        return text.casefold()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(sign for sign in parts if not unicodedata.combining(sign)))


@lru_cache(10_000)  # the lines of a log begin alike
def atoms(text: str) -> tuple[str, ...]:
    """The words, numbers and signs of a phrase, as they are compared.

    >>> atoms("F1-Score"), atoms("F_{0,5}")
    (('f', '1', 'score'), ('f', '0.5'))
    """
    return tuple(word_of(one) for one in ATOM.findall(_HYPHEN.sub(" ", text)) if one not in GLUE)


@lru_cache(10_000)
def word_of(atom: str) -> str:
    """A word or a number as it is compared: numbers with a point.

    >>> word_of("0{,}5"), word_of("Écart")
    ('0.5', 'ecart')
    """
    if len(atom) == 2 and atom[1] in "'’′":
        return "d′"
    return atom.replace("{,}", ".").replace(",", ".") if len(atom) > 1 and atom[0].isdigit() else folded(atom)


class Vocabulary:
    """The phrases of all languages, and the class names of one document.

    >>> words = Vocabulary()
    >>> words.longest(atoms("balanced accuracy of"), 0)
    (2, {'metric': 'balanced_accuracy'})
    >>> words.roles("Predicted"), words.roles("wombat")
    ({'predicted': ''}, {})
    """

    def __init__(self) -> None:
        self.phrases = dict(shared())
        self._own = set[str]()  # first words of phrases that this document adds to
        self.labels: dict[tuple[str, ...], str] = {}

    def add_labels(self, labels: Iterable[object]) -> None:
        """Class names, which are words of the document from now on."""
        for label in map(str, labels):
            key = atoms(label)
            if key and len(label) <= 60 and key not in self.labels:
                self.labels[key] = label
                several = (*key[:-1], key[-1] + "s") if len(key[-1]) > 2 and key[-1].isalpha() else key
                for phrase in {key, several}:
                    phrases = self._beginning(phrase[0])
                    phrases[phrase] = {**phrases.get(phrase, {}), "label": label}

    def add_names(self, text: str) -> None:
        """Names that are words of a document only if it says another phrase too."""
        for phrase, metric, words in _beside():
            if phrase in text.casefold():
                role = "count" if metric in _counts() else "metric"
                self._beginning(words[0])[words] = {role: metric}

    def _beginning(self, first: str) -> dict[tuple[str, ...], dict[str, str]]:
        """The phrases that begin with a word, no longer shared with other documents."""
        if first not in self._own:
            self._own.add(first)
            self.phrases[first] = dict(self.phrases.get(first, {}))
        return self.phrases[first]

    def longest(self, words: Sequence[str], at: int, wanted: frozenset[str] | None = None) -> tuple[int, Roles]:
        """How many words from `at` on are the longest phrase that is known, and what it is; 0 where none is.

        With `wanted` only phrases count that may be one of these.
        """
        best: tuple[int, Roles] = (0, {})
        for phrase, roles in self.phrases.get(words[at], {}).items():
            if len(phrase) > best[0] and tuple(words[at : at + len(phrase)]) == phrase and _is(roles, wanted):
                best = (len(phrase), roles)
        return best

    def may_name(self, text: str) -> bool:
        """Whether a text holds a word that the name of a metric or a count begins with: without one it has none."""
        return any(word_of(one) in _opening_words() for one in ATOM.findall(text))

    def holds(self, text: str, role: str) -> bool:
        """Whether a text holds a word of a role by itself: in "macro average" there is no "average".

        >>> words = Vocabulary()
        >>> words.holds("F1 of 5 folds", "runs"), words.holds("macro average", "runs")
        (True, False)
        """
        words, at = atoms(text), 0
        while at < len(words):
            size, roles = self.longest(words, at)
            if role in roles:
                return True
            at += max(size, 1)
        return False

    def roles(self, text: str) -> Roles:
        """What a whole text is."""
        words = atoms(text)
        if not words:
            return {}
        size, roles = self.longest(words, 0)
        return roles if size == len(words) else {}


def _is(roles: Roles, wanted: frozenset[str] | None) -> bool:
    return wanted is None or not wanted.isdisjoint(roles)


@cache
def _opening_words() -> frozenset[str]:
    named = {"metric", "count", "letter"}
    return frozenset(
        first for first, phrases in shared().items() if any(roles.keys() & named for roles in phrases.values())
    )


@cache
def _tables() -> list[dict[str, Any]]:
    """The files of words, in the order of their names."""
    folder = sorted((files(__package__) / "words").iterdir(), key=str)
    return [tomllib.loads(file.read_text("utf-8")) for file in folder if file.name.endswith(".toml")]


@cache
def _counts() -> frozenset[str]:
    """The names of counts."""
    return frozenset(name for table in _tables() for name in table.get("count", ()))


@cache
def _beside() -> list[tuple[str, str, tuple[str, ...]]]:
    """What a document must say too, the metric, and a name of it, in words."""
    found = [(phrase, names) for table in _tables() for phrase, names in table.get("beside", {}).items()]
    return [(phrase, key, atoms(one)) for phrase, names in found for key, words in names.items() for one in words]


@cache
def shared() -> dict[str, dict[tuple[str, ...], dict[str, str]]]:
    """The phrases of all languages by their first words: what each may be."""
    found: dict[str, dict[tuple[str, ...], dict[str, str]]] = {}

    def add(role: str, value: str, words: Iterable[str]) -> None:
        for word in words:
            if key := atoms(word):
                found.setdefault(key[0], {}).setdefault(key, {}).setdefault(role, value)

    tables = _tables()
    plain = {atoms(word) for table in tables for word in table.get("not_names", ())}
    for table in tables:
        add("other", "", table.get("other", ()))
        for metric, words in table.get("metric", {}).items():
            add("metric", metric, words)
        for role in ("average", "count", "unit", "axis", "side"):
            for value, words in table.get(role, {}).items():
                add(value if role == "axis" else role, "" if role == "axis" else value, words)
        for outcome in table.get("outcome", ()):
            for count, (right, positive) in OUTCOMES.items():
                add("count", count, _spelt(outcome, right, positive))
        for role, words in table.get("word", {}).items():
            add(role, "", words)
        for letter, metric in table.get("letter", {}).items():
            add("letter", metric, [letter])
    for metric in all_metrics():
        if metric.name not in (*OUTCOMES, "support", "predicted"):
            names = (metric.name, metric.title, *metric.aliases)
            add("metric", metric.name, (name for name in names if atoms(name) not in plain))
    return found


def _spelt(outcome: Mapping[str, Any], right: str, positive: str) -> Iterable[str]:
    """The phrases for one outcome: "true positives", its words joined or the other way round where that is usual."""
    for first, second in product(outcome[right], outcome[positive]):
        yield f"{first} {second}"
        if outcome.get("joined"):
            yield first + second
        if outcome.get("behind") or outcome.get("joined"):
            yield f"{second} {first}"
