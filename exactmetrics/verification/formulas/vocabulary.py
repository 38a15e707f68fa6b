"""What the names and symbols of formulas stand for, in the words of documents and the symbols of `words.toml`."""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from exactmetrics.metrics.registry import all_metrics
from exactmetrics.verification.claims.vocabulary import Roles, atoms, shared

COUNTS = ("tp", "fp", "fn", "tn", "support", "predicted", "negatives", "predicted_negatives")
OF_MATRIX = ("n", "k", "correct")
SHORTEST_MISSPELT = 8  # letters of a name that is known though one of them is wrong
_COUNTED = (*COUNTS, *OF_MATRIX)
_VERB = re.compile(r"(?:get|calc|calculate|compute|eval)(?:(?=[A-Z])| )")
_PER_CLASS = re.compile(r"(?i)(?:per class|classwise|class wise|per label) ")
_NUMBER_OF = re.compile(r"(?i)(?:the )?(?:total )?(?:number|count|no\.?) of (?:the )?")
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
def _all_or_right() -> re.Pattern[str]:
    """All that is counted, or all that is predicted right: "the total number of samples", "correct predictions"."""
    units = rf"(?:data )?(?:{'|'.join(words()['units']['words'].split())})"
    return re.compile(
        rf"(?i)(?:the )?(?:(?:total |overall )?(?:number|count|no\.?) of )?"
        rf"(?:(?P<right>(?:total )?(?:correct|correctly (?:predicted|classified|labell?ed)) {units})"
        rf"|(?:(?<=of )|all (?:the )?|total ){units})"
    )


@cache
def before_names() -> frozenset[str]:
    """The words that stand before the name of a metric without making another of it."""
    return frozenset(words()["before"]["words"].split())


@cache
def _behind_names() -> frozenset[str]:
    """The words that stand behind the name of a metric without making another of it."""
    return frozenset(words()["before"]["behind"].split())


@cache
def heads_of_formulas() -> frozenset[str]:
    """The words for a column of a table that holds formulas."""
    return frozenset(words()["rows"]["heads"].split())


@cache
def methods() -> frozenset[str]:
    """The names of what a class with the name of a metric gives its value by."""
    return frozenset(words()["functions"]["methods"].split())


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
    if (averaged := words()["averaged"].get(text)) is not None:
        return Name((averaged[0],), averaged[1], told=True)
    if any(text in one for one in words()["together"]):
        return Name((text,))
    phrase = " ".join(atoms(text))
    if len(text) > 3 and phrase in symbols:
        meanings = tuple(symbols[phrase].split())
        return Name(meanings, told=_is_told(text, meanings))
    if (before := _VERB.match(text)) is not None and (found := named(text[before.end() :])) is not None:
        return found
    if (before := _PER_CLASS.match(text)) is not None:
        return named(text[before.end() :])
    first, _, rest = text.replace("-", " ").partition(" ")
    average = _phrases().get(atoms(first), {}).get("average") if rest in symbols else None
    if average and (inner := symbols[rest].split()[0]) not in (*COUNTS, *OF_MATRIX, "cell"):
        return Name((inner,), average, told=True)  # macro-P
    if (several := _all_or_right().fullmatch(text)) is not None:
        meaning = "correct" if several["right"] else "n"
        return Name((meaning,))
    number = _NUMBER_OF.match(text)
    if number is not None and (found := named(text[number.end() :])) is not None and found.meanings[0] in _COUNTED:
        return found
    return _of_phrase(atoms(_CAMEL.sub(" ", text))) or _of_phrase(atoms(text)) or _misspelt(atoms(text))


def is_count(text: str) -> bool:
    """Whether a name is that of one count of outcomes."""
    found = named(text)
    return found is not None and found.told and found.meanings[0] in COUNTS


def _is_told(text: str, meanings: tuple[str, ...]) -> bool:
    """Whether a symbol is of one metric or count of outcomes: no letter, and no count that has other names."""
    long = len(text) > 3 or text in words()["told"]["names"]
    metric = long and meanings[0] not in (*COUNTS, *OF_MATRIX, "cell", "weight", "alpha", "beta")
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
    if len(phrase) > 1 and phrase[-1] in _behind_names():
        return _of_phrase(phrase[:-1])
    average: str | None
    for size in range(len(phrase) - 1, 0, -1):
        for ends, rest in ((phrase[:size], phrase[size:]), (phrase[-size:], phrase[:-size])):
            average = "model" if ends in (("all",), ("overall",)) else _phrases().get(ends, {}).get("average")
            inner = _of_phrase(rest) if average else None
            if inner is not None and average and not inner.average and inner.meanings[0] not in COUNTS:
                return inner._replace(average=average)
    return None


def _misspelt(phrase: tuple[str, ...]) -> Name | None:
    """The name of one word that is misspelt by a letter, or by the order of its letters: "accuraccy", "presicion"."""
    if len(phrase) != 1 or len(phrase[0]) < SHORTEST_MISSPELT or not phrase[0].isascii():
        return None
    word = phrase[0]
    alike = [one for one in _long_names() if (one[0], one[-1]) == (word[0], word[-1]) and abs(len(one) - len(word)) < 3]
    close = {*get_close_matches(word, alike, 3, 0.87), *(one for one in alike if sorted(one) == sorted(word))}
    found = {_of_phrase((one,)) for one in close}
    return found.pop() if len(found) == 1 else None


@cache
def _long_names() -> list[str]:
    """The long names of one word that say one metric."""
    single = [phrase for phrase in _phrases() if len(phrase) == 1 and len(phrase[0]) >= SHORTEST_MISSPELT]
    return [one[0] for one in single if one[0].isascii() and (name := _of_phrase(one)) is not None and name.told]


def letters(text: str) -> list[str] | None:
    """The letters of a product without a sign, as `PR` and `ad`; None where one of them has no meaning."""
    known = {*words()["symbols"], *(letter for one in words()["together"] for letter in one)}
    if len(text) != 2 or not all(letter in known for letter in text):
        return None
    return list(text)
