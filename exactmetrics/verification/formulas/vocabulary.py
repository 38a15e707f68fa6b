"""What the names and symbols of formulas stand for, in the words of documents and the symbols of `words.toml`."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from exactmetrics.metrics.registry import all_metrics
from exactmetrics.verification.claims.vocabulary import Roles, atoms, shared

COUNTS = ("tp", "fp", "fn", "tn", "support", "predicted", "negatives", "predicted_negatives")
OF_MATRIX = ("n", "k", "correct")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=Average)(?=[a-z])|(?<=Weighted)(?=[a-z])|(?<=Macro|Micro)(?=[a-z])")


class Name(NamedTuple):
    """What a name may stand for; `told` says that it is the name of one metric or count and of nothing else."""

    meanings: tuple[str, ...]
    average: str = ""
    told: bool = False


@cache
def words() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "words.toml").read_text("utf-8"))


def greek(text: str) -> str:
    """A letter by its name, or by a command of LaTeX; any other text as it is."""
    found: str = words()["greek"].get(text.lstrip("\\"), text)
    return found


@cache
def _everyday() -> frozenset[str]:
    return frozenset(words()["everyday"]["names"].split())


@cache
def _phrases() -> dict[tuple[str, ...], Roles]:
    """The phrases of all languages; the names of the registry, which are words of everyday life too, among them."""
    found: dict[tuple[str, ...], Roles] = {}
    for phrases in shared().values():
        found |= phrases
    for metric in all_metrics():
        for name in (metric.name, metric.title, *metric.aliases):
            roles = found.get(atoms(name), {})
            if "metric" not in roles and "count" not in roles:
                found[atoms(name)] = {"metric": metric.name}
    return found


@cache
def before_names() -> frozenset[str]:
    """The words that stand before the name of a metric without making another of it."""
    return frozenset(words()["before"]["words"].split())


@cache
def heads_of_formulas() -> frozenset[str]:
    """The words for a column of a table that holds formulas."""
    return frozenset(words()["rows"]["heads"].split())


@cache
def subscripts() -> dict[str, str]:
    """What stands below a metric for its average."""
    return {word: kind for kind, several in words()["subscripts"].items() for word in several.split()}


@cache
def named(text: str) -> Name | None:
    """What a name stands for; None where it is not known.

    >>> named("WeightedAveragePrecision"), named("wombat")
    (Name(meanings=('precision',), average='weighted', told=True), None)
    >>> named("P").meanings, named("tp").told
    (('precision', 'support', 'predicted'), True)
    """
    text = " ".join(text.replace("\\_", " ").replace("_", " ").split())
    symbols = words()["symbols"]
    if text in symbols:
        meanings = tuple(symbols[text].split())
        return Name(meanings, told=_is_told(text, meanings))
    if any(text in one for one in words()["together"]):
        return Name((text,))
    phrase = " ".join(atoms(text))
    if len(text) > 3 and phrase in symbols:
        meanings = tuple(symbols[phrase].split())
        return Name(meanings, told=_is_told(text, meanings))
    return _of_phrase(atoms(_CAMEL.sub(" ", text))) or _of_phrase(atoms(text))


def _is_told(text: str, meanings: tuple[str, ...]) -> bool:
    """Whether a symbol is of one metric or count of outcomes: no letter, and no count that has other names."""
    metric = len(text) > 3 and meanings[0] not in (*COUNTS, *OF_MATRIX, "cell", "weight", "alpha", "beta")
    return len(meanings) == 1 and (metric or meanings[0] in COUNTS[:4])


def _of_phrase(phrase: tuple[str, ...]) -> Name | None:
    roles = _phrases().get(phrase)
    if roles is not None:
        if "metric" in roles:
            metric, _, said = roles["metric"].partition("~")
            metric, _, other = metric.partition("|")
            scores = words()["scores"]
            metric = scores["metric"] if metric == scores["unsaid"] else metric.removesuffix("[]")
            everyday = len(phrase) == 1 and phrase[0] in _everyday()
            return Name((metric, *([other] if other else [])), said, told=not everyday and not other)
        if "count" in roles:
            return Name((roles["count"],), told=roles["count"] in COUNTS[:4])
    average: str | None
    for size in range(len(phrase) - 1, 0, -1):
        for ends, rest in ((phrase[:size], phrase[size:]), (phrase[-size:], phrase[:-size])):
            average = "model" if ends in (("all",), ("overall",)) else _phrases().get(ends, {}).get("average")
            inner = _of_phrase(rest) if average else None
            if inner is not None and average and not inner.average and inner.meanings[0] not in COUNTS:
                return inner._replace(average=average)
    return None


def letters(text: str) -> list[str] | None:
    """The letters of a product without a sign, as `PR` and `ad`; None where one of them has no meaning."""
    known = {*words()["symbols"], *(letter for one in words()["together"] for letter in one)}
    if len(text) != 2 or not all(letter in known for letter in text):
        return None
    return list(text)
