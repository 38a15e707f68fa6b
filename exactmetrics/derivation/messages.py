"""The message catalogue: one file a language, sentences with named places.

Places are filled by plain replacement, never by formatting, so a sentence can reach nothing but its own facts. Where a
sentence has several forms it is a table: `by` names the place that chooses, and the other keys are the forms. A form
goes by the text at that place (a gender) or, where that is a whole number, by the language's plural category, which the
file's own `[plural]` table defines; `other` is for all else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Literal

from exactmetrics._resources import template_text, templates_root
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices

_PLACE = re.compile(r"\{(\w+)\}")
_WHOLE = re.compile(r"\$?(\d[\d,]*)\$?")


class Messages:
    """The sentences of one language.

    >>> messages("ar").language, messages("ar").direction, messages("es").name
    ('ar', 'rtl', 'español')
    """

    def __init__(self, tables: dict[str, Any], language: str = "en") -> None:
        self._tables, self.language = tables, language
        self._said: dict[tuple[str, ...], list[str]] = {}
        self._forms: dict[tuple[str, ...], dict[str, str]] = {}
        self._got: dict[tuple[str, ...], str] = {}
        self._cut: dict[str, list[str]] = {}  # sentences with several forms, cut at their places

    @property
    def name(self) -> str:
        """What the language calls itself."""
        return self.get("language")

    @property
    def direction(self) -> Literal["ltr", "rtl"]:
        """Which way the language is written: "ltr" or "rtl"."""
        return "rtl" if self.get("direction") == "rtl" else "ltr"

    def find(self, *path: str) -> Any:
        """What stands at a path: a sentence, a table, or None where there is nothing.

        >>> messages().find("step", "no such step") is None
        True
        """
        found: Any = self._tables
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def get(self, *path: str) -> str:
        """A sentence by its path, e.g. ("step", "reduce", "text").

        Raises:
            UsageError: the catalogue has no such sentence.

        >>> messages().get("step", "reduce", "title")
        'Reduce'
        """
        known = self._got.get(path)
        if known is not None:
            return known
        found = self.find(*path)
        if not isinstance(found, str):
            raise UsageError(f"the message catalogue {self.language} has no sentence {'.'.join(path)}")
        self._got[path] = found
        return found

    def has(self, *path: str) -> bool:
        """Whether there is such a sentence.

        >>> messages().has("step", "reduce", "text"), messages().has("step", "reduce")
        (True, False)
        """
        return isinstance(self.find(*path), str)

    def say(self, path: tuple[str, ...], show: Callable[[str], str]) -> str:
        """A sentence with its places filled: `show` gives what stands at a place.

        >>> [messages().say(("words", "samples"), lambda name: n) for n in ("1", "28")]
        ['1 sample', '28 samples']
        """
        pieces = self._said.get(path)
        if pieces is None:
            pieces = self._pieces(path, show)
        if len(pieces) == 1:
            return pieces[0]
        pieces = pieces.copy()
        pieces[1::2] = map(show, pieces[1::2])
        return "".join(pieces)

    def _pieces(self, path: tuple[str, ...], show: Callable[[str], str]) -> list[str]:
        """A sentence cut at its places: what is said as it stands, and between that the names of the places."""
        found: Any = self._forms.get(path) or self.find(*path)
        several = isinstance(found, dict) and "by" in found
        if several:
            self._forms[path] = found
            found = found.get(self._form(found, show(found["by"])), found.get("other"))
        if not isinstance(found, str):
            raise UsageError(f"the message catalogue {self.language} has no sentence {'.'.join(path)}")
        pieces = self._cut.get(found)
        if pieces is None:
            pieces = self._cut[found] = _PLACE.split(found)
        if not several:
            self._said[path] = pieces
        return pieces

    def _form(self, forms: dict[str, str], text: str) -> str:
        if text in forms:
            return text
        if text.isdecimal() and text.isascii():
            return self.plural(int(text))
        whole = _WHOLE.fullmatch(text)
        return self.plural(int(whole[1].replace(",", ""))) if whole else text

    def plural(self, n: int) -> str:
        """The plural category of a whole number, as the language's own rules say: one, two, few, many or other.

        >>> [messages("ar").plural(n) for n in (1, 2, 7, 11, 100)]
        ['one', 'two', 'few', 'many', 'other']
        """
        for category, rule in (self.find("plural") or {}).items():
            rest = n % rule["modulo"] if "modulo" in rule else n
            if rule["from"] <= rest <= rule["to"]:
                return str(category)
        return "other"

    def listing(self, items: Sequence[str]) -> str:
        """Several things in a row: "9, 9 and 10".

        >>> messages().listing(["9", "9", "10"])
        '9, 9 and 10'
        """
        if len(items) < 2:
            return "".join(items)
        return self.get("list", "comma").join(items[:-1]) + self.get("list", "and") + items[-1]

    def either(self, items: Sequence[str]) -> str:
        """Alternatives in a row.

        >>> messages().either(["a = 0", "b = 0"])
        'a = 0 or b = 0'
        """
        return self.get("list", "or").join(items)

    def grouped(self, n: int) -> str:
        """A large whole number inside a sentence, its digits in groups of three.

        >>> messages().grouped(1048576)
        '1,048,576'
        """
        return f"{n:,}".replace(",", self.get("list", "thousands"))

    def row(self, items: Sequence[str]) -> str:
        """Several things in a row, with nothing but the language's comma between them.

        >>> messages().row(["1 = a", "2 = b"])
        '1 = a, 2 = b'
        """
        return self.get("list", "comma").join(items)


def languages() -> list[str]:
    """The languages there is a catalogue of.

    >>> languages()
    ['ar', 'en', 'es']
    """
    files = (f.name for f in (templates_root() / "messages").iterdir())
    return sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))


def check_language(language: object) -> None:
    """Refuse a language there is no catalogue of.

    Raises:
        UsageError: there is none; the message lists those there are.

    >>> check_language("es")
    """
    if not isinstance(language, str) or language not in _known_languages():
        raise UsageError(f"no language {language!r}; {choices(language, languages())}")


@cache
def _known_languages() -> frozenset[str]:
    return frozenset(languages())


@cache
def messages(language: str = "en") -> Messages:
    """The catalogue of a language.

    Raises:
        UsageError: there is none; the message lists those there are.

    >>> messages().get("step", "substitute", "title")
    'Substitute'
    """
    import tomllib

    check_language(language)
    return Messages(tomllib.loads(template_text(f"messages/{language}.toml")), language)
