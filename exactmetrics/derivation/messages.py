"""The message catalogue: one file a language, sentences with named places.

Places are filled by plain replacement, never by formatting, so a sentence can reach nothing but its own facts. Where a
sentence has several forms it is a table: `by` names the place that chooses, and the other keys are the forms. A form
goes by the text at that place (a gender) or, where that is a whole number, by the language's plural category, which the
file's own `[plural]` table defines; `other` is for all else. A sentence that a language lacks is said in English, with
the plurals of English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Literal

from exactmetrics._resources import templates_root
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices
from exactmetrics.metrics.texts import of_metrics, split

_PLACE = re.compile(r"\{(\w+)\}")
# English has no article before a name such as "Cohen's kappa", nor before "Goodman and Kruskal's lambda".
_ARTICLE, _OWNER = re.compile(r"(?:\b[Tt]he )?\{(\w+)\}"), re.compile(r"[A-Z]\w+(?: and [A-Z]\w+)?(?:\\?'|&\W?\w+;)s ")
_WHOLE = re.compile(r"(?:\$|<\w+>)?(\d[\d,]*)(?:\$|</\w+>)?")  # a number as a format sets it in a sentence

NO_SENTENCES = ("language", "direction", "plural", "latex", "noun")  # tables that say how a language is written


class Messages:
    """The sentences of one language."""

    def __init__(self, tables: dict[str, Any], language: str = "en", english: Messages | None = None) -> None:
        self._tables, self.language, self._english = tables, language, english

    @property
    def direction(self) -> Literal["ltr", "rtl"]:
        """Which way the language is written."""
        return "rtl" if self.get("direction") == "rtl" else "ltr"

    def find(self, *path: str) -> Any:
        """What stands at a path: a sentence, a table, or None where there is nothing."""
        found = self.own(*path)
        return self._english.find(*path) if found is None and self._english else found

    def speaker(self, path: tuple[str, ...]) -> Messages:
        """Whose sentence stands at a path: this language's, or that of English."""
        return self._english if self._english and self.own(*path) is None else self

    def own(self, *path: str) -> Any:
        """What the language itself has at a path."""
        found: Any = self._tables
        for key in path:
            found = found.get(key) if isinstance(found, Mapping) else None
        return found

    def sentences(self) -> dict[str, Any]:
        """All sentences there are, those that the language lacks in English; metrics it describes as it does."""
        english = self._english.sentences() if self._english else {}
        own = {key: text for key, text in self._tables.items() if key not in NO_SENTENCES}
        return _filled(english, own) | {"metric": {**english.get("metric", {}), **own.get("metric", {})}}

    def has(self, *path: str) -> bool:
        return isinstance(self.find(*path), str)

    def get(self, *path: str) -> str:
        """A sentence by its path, e.g. ("step", "reduce", "text")."""
        return self._sentence(self.find(*path), path)

    def _sentence(self, found: Any, path: tuple[str, ...]) -> str:
        if not isinstance(found, str):
            raise UsageError(f"the message catalogue {self.language} has no sentence {'.'.join(path)}")
        return found

    def say(self, path: tuple[str, ...], show: Callable[[str], str], number: str = "") -> str:
        """A sentence with its places filled: `show` gives what stands at a place.

        `number` chooses the form of the sentence where more than that number stands at its place.
        """
        found = self.find(*path)
        if isinstance(found, dict) and "by" in found:
            found = found.get(self.speaker(path)._form(found, number or show(found["by"])), found.get("other"))
        return self.filled(self._sentence(found, path), show)

    @staticmethod
    def places_of(text: str) -> list[str]:
        """The places of a text."""
        return _PLACE.findall(text)

    def filled(self, text: str, show: Callable[[str], str]) -> str:
        """A text with its places filled."""
        if self.language != "en":
            return _PLACE.sub(lambda place: show(place[1]), text)
        return _ARTICLE.sub(lambda place: _with_article(place[0], show(place[1])), text)

    def _form(self, forms: dict[str, str], text: str) -> str:
        """Which form of a sentence a text at its place asks for."""
        whole = _WHOLE.fullmatch(text)
        bare = whole[1] if whole else text
        return bare if bare in forms or whole is None else self.plural(int(bare.replace(",", "")))

    def plural(self, n: int) -> str:
        """The plural category of a whole number, as the language's own rules say: one, two, few, many or other."""
        for category, rule in (self.find("plural") or {}).items():
            rest = n % rule["modulo"] if "modulo" in rule else n
            if rule["from"] <= rest <= rule["to"]:
                return str(category)
        return "other"

    def listing(self, items: Sequence[str]) -> str:
        """Several things in a row: "9, 9 and 10"."""
        if len(items) < 2:
            return "".join(items)
        return self.row(items[:-1]) + self.get("list", "and") + items[-1]

    def row(self, items: Sequence[str]) -> str:
        return self.get("list", "comma").join(items)

    def either(self, items: Sequence[str]) -> str:
        """Alternatives in a row: "a = 0 or b = 0"."""
        return self.get("list", "or").join(items)

    def number(self, text: str) -> str:
        """A decimal as the language writes it."""
        return text.replace(".", self.get("number", "decimal"))

    def grouped(self, n: int) -> str:
        """A large whole number inside a sentence, its digits in groups of three."""
        return f"{n:,}".replace(",", self.get("list", "thousands"))


def _with_article(place: str, shown: str) -> str:
    """What stands at an English place, behind the article that the sentence has before it."""
    return shown if _OWNER.match(shown) else place[: place.index("{")] + shown


def _filled(english: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """A table with what it lacks from the English one."""
    deeper = {
        key: _filled(english[key], found)
        for key, found in own.items()
        if isinstance(found, dict) and isinstance(english.get(key), dict) and "by" not in found
    }
    return english | own | deeper


@cache
def languages() -> list[str]:
    files = (f.name for f in (templates_root() / "messages").iterdir())
    return sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))


def check_language(language: object) -> None:
    """Refuse a language there is no catalogue of."""
    if not isinstance(language, str) or language not in languages():
        raise UsageError(f"no language {language!r}; {choices(language, languages())}")


@cache
def messages(language: str = "en") -> Messages:
    """The catalogue of a language."""
    import tomllib

    check_language(language)
    english = None if language == "en" else messages()
    return Messages({**tomllib.loads(split(language)[0]), "metric": of_metrics(language)}, language, english)
