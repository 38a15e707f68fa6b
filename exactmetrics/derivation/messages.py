"""The message catalogue: one file a language, sentences with named places.

Places are filled by plain replacement, never by formatting, so a sentence can reach nothing but its own facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from exactmetrics._resources import template_text, templates_root
from exactmetrics.exact.errors import UsageError
from exactmetrics.metrics.suggest import choices

_PLACE = re.compile(r"\{(\w+)\}")


class Messages:
    """The sentences of one language."""

    def __init__(self, tables: dict[str, Any]) -> None:
        self._tables = tables

    def get(self, *path: str) -> str:
        """A sentence by its path, e.g. ("step", "reduce", "text")."""
        found: Any = self._tables
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        if not isinstance(found, str):
            raise UsageError(f"the message catalogue has no sentence {'.'.join(path)}")
        return found

    def has(self, *path: str) -> bool:
        """Whether there is such a sentence."""
        found: Any = self._tables
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return isinstance(found, str)

    def say(self, path: tuple[str, ...], show: Callable[[str], str]) -> str:
        """A sentence with its places filled: `show` gives what stands at a place."""
        return _PLACE.sub(lambda place: show(place[1]), self.get(*path))

    def listing(self, items: list[str]) -> str:
        """Several things in a row: "9, 9 and 10".

        >>> messages().listing(["9", "9", "10"])
        '9, 9 and 10'
        """
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.get('words', 'and')} {items[-1]}"


def languages() -> list[str]:
    """The languages there is a catalogue of.

    >>> "en" in languages()
    True
    """
    files = (f.name for f in (templates_root() / "messages").iterdir())
    return sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))


@cache
def messages(language: str = "en") -> Messages:
    """The catalogue of a language.

    >>> messages().get("step", "substitute", "title")
    'Substitute'
    """
    import tomllib

    if language not in languages():
        raise UsageError(f"no language {language!r}; {choices(language, languages())}")
    return Messages(tomllib.loads(template_text(f"messages/{language}.toml")))
