"""The words of `words.toml` and of the metric registry, found in running text as the longest phrases that fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from exactmetrics.metrics.registry import all_metrics
from exactmetrics.verification.claims.tokens import Sort, folded, words_of

Phrase = tuple[str, ...]
Roles = dict[str, str]  # what a phrase may be: "metric" -> its name, "average" -> "macro", "glue" -> ""

NAMING = (
    "class", "filler", "mean", "glue", "verb", "of", "neutral", "blocker", "conj", "reach", "elsewhere", "own", "hedge",
    "percent", "numbered",
)  # fmt: skip
SIDES = ("total", "class", "filler", "positive", "negative", "glue")
_OUTCOMES = ("tp", "fn", "fp", "tn")  # read as counts, however they are spelt: the four are data together
PLACES = ("matrix", "rows", "columns", "figure", "case", "others")


class Item(NamedTuple):
    """A phrase with its roles, or a word, number or sign without any: where it stands, whether it is a subscript."""

    sort: Sort
    text: str
    roles: Roles
    start: int
    end: int
    sub: bool


class Lexicon:
    """Phrases by their first word, the longest first."""

    def __init__(self) -> None:
        self.phrases: dict[str, list[tuple[Phrase, Roles]]] = {}

    def add(self, role: str, value: str, phrases: Iterable[str]) -> None:
        """Give each phrase a role.

        >>> lexicon = Lexicon(); lexicon.add("metric", "f1", ["F1-score"]); lexicon.items("the f1 score")[-1].roles
        {'metric': 'f1'}
        """
        for text in phrases:
            phrase = tuple(folded(word.plain) for word in words_of(text)) or (text,)
            known = self.phrases.setdefault(phrase[0], [])
            for other, roles in known:
                if other == phrase:
                    roles.setdefault(role, value)
                    break
            else:
                known.append((phrase, {role: value}))
                known.sort(key=lambda entry: -len(entry[0]))

    def items(self, text: str) -> list[Item]:
        """The phrases, words and signs of a text in order.

        >>> [(item.text, "metric" in item.roles) for item in names().items("Macro F_1 = 0.5")]
        [('Macro', False), ('F_1', True), ('=', False), ('0.5', False)]
        """
        words = list(words_of(text))
        plain = [folded(word.plain) if word.sort == "word" else word.plain for word in words]
        out: list[Item] = []
        at = 0
        while at < len(words):
            length, roles = self._longest(plain, at)
            first, last = words[at], words[at + length - 1]
            sort: Sort = first.sort if length == 1 else "word"
            out.append(Item(sort, text[first.start : last.end], roles, first.start, last.end, first.sub))
            at += length
        return out

    def _longest(self, plain: Sequence[str], at: int) -> tuple[int, Roles]:
        for phrase, roles in self.phrases.get(plain[at], ()):
            if all(at + i < len(plain) and plain[at + i] == word for i, word in enumerate(phrase)):
                return len(phrase), roles
        return 1, {}


class Vocabulary(Lexicon):
    """The phrases of names, and the classes that a document has shown so far."""

    def add_labels(self, labels: Iterable[str]) -> None:
        """Know these classes from here on.

        >>> vocabulary = Vocabulary(); vocabulary.add_labels(["class B"]); vocabulary.items("class B")[0].roles
        {'label': 'class B'}
        """
        for label in labels:
            if len(label) <= 60 and len(self.phrases) < 2_000:
                self.add("label", label, [label, f"{label}s"] if label.isalpha() and label[-1:] != "s" else [label])

    def _longest(self, plain: Sequence[str], at: int) -> tuple[int, Roles]:
        length, roles = names()._longest(plain, at)
        own, label = super()._longest(plain, at)
        if not label or own < length:
            return length, roles
        return own, {**roles, **label} if own == length else label


@cache
def listed_words() -> dict[str, Any]:
    """The tables of `words.toml`.

    >>> listed_words()["letter"]["P"]
    'precision'
    """
    import tomllib
    from importlib.resources import files

    return tomllib.loads(files(__package__).joinpath("words.toml").read_text(encoding="utf-8"))


@cache
def names() -> Lexicon:
    """The phrases that names of numbers are made of.

    >>> names().items("macro avg")[0].roles["average"]
    'macro'
    """
    table = listed_words()
    lexicon = Lexicon()
    for metric, phrases in table["metric"].items():
        lexicon.add("metric", metric, phrases)
    for count, phrases in table["count"].items():
        lexicon.add("count", count, phrases)
    for average, phrases in table["average"].items():
        lexicon.add("average", average, phrases)
    for at, weak in enumerate(table["weak"]):
        lexicon.add("weak", str(at), weak["words"])
    for beta, phrases in table["beta"].items():
        lexicon.add("metric", "fbeta", phrases)
        lexicon.add("beta", beta, phrases)
    for silent in table["silent"]:
        lexicon.add("silent", "", silent["words"])
    left_out = {folded(word) for word in table["not_words"]}
    for metric in all_metrics():
        role = "count" if metric.name in _OUTCOMES else "metric"
        for name in (metric.name, *metric.aliases):
            if folded(name.replace("_", " ")) not in left_out:
                lexicon.add(role, metric.name, [name.replace("_", " ")])
    for role in NAMING:
        lexicon.add(role, "", table["plain"][role])
    for letter, metric in table["letter"].items():
        lexicon.add("letter", metric, [letter])
    return lexicon


@cache
def sides() -> Lexicon:
    """The phrases that the headings of a confusion matrix are made of.

    >>> sides().items("Actual")[0].roles["axis"]
    'true'
    """
    table = listed_words()
    lexicon = Lexicon()
    for side, phrases in table["axis"].items():
        lexicon.add("axis", side, phrases)
    for role in SIDES:
        lexicon.add(role, "", table["plain"][role])
    return lexicon


@cache
def places() -> Lexicon:
    """The phrases that tell what a passage is about: a matrix, its rows and columns, a figure, an example.

    >>> "figure" in places().items("Figure 7")[0].roles
    True
    """
    table = listed_words()
    lexicon = Lexicon()
    for role in PLACES:
        lexicon.add(role, "", table["plain"][role])
    for side, phrases in table["axis"].items():
        lexicon.add("axis", side, phrases)
    return lexicon


class Meant(NamedTuple):
    """The metric that a word means, and on what words of the document that depends: one of these, none of those.

    Without any of these it may mean `also` another metric.
    """

    metric: str
    beside: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    also: str = ""

    @property
    def sure(self) -> bool:
        """Whether it means this metric in any document.

        >>> Meant("f1").sure, Meant("recall", also="accuracy").sure
        (True, False)
        """
        return not (self.beside or self.also)


def weak_metric(place: str) -> Meant:
    """The metric of a weak word, the words beside which it counts, and those beside which it does not.

    >>> weak_metric("0").metric
    'precision'
    """
    entry = listed_words()["weak"][int(place)]
    beside, unless = (frozenset(folded(word) for word in entry.get(key, ())) for key in ("beside", "unless"))
    return Meant(entry["metric"], beside, unless, entry.get("or", ""))


def is_one_of(role: str, text: str) -> bool:
    """Whether a text is one of the words of a list.

    >>> is_one_of("positive", "Yes"), is_one_of("positive", "no")
    (True, False)
    """
    return _spelt(text) in _plain(role)


@cache
def _plain(role: str) -> frozenset[str]:
    listed = listed_words()["plain"][role]
    return frozenset(map(_spelt, listed))


@lru_cache(maxsize=20_000)
def _spelt(text: str) -> str:
    """A text as its words; signs and numbers as they are."""
    plain = " ".join(folded(word.plain) for word in words_of(text))
    return plain if any(c.isalpha() for c in plain) else text.strip()
