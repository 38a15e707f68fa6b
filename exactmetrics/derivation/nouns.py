"""Other nouns in the sentences of a language: what stands beside a noun agrees with it.

How is the language's own business, in its table `[noun]`. A reader gives a noun with its article, "der positive
Vorhersagewert" or "un patient", which tells its gender; of a noun without one only the word itself is known, and a row
may say in its `other` what to put around such a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun as it stands by itself, with its adjectives, and its gender: a key of the rows, or "other"."""

    text: str
    gender: str


class Agreement:
    """What agrees with a noun, as the table `[noun]` of a language says.

    `articles` are the words that tell a gender, `adjective` is what adjectives of a noun by itself end in, by gender,
    and `vowels` are the letters before which a row's `v` goes. A row of `before` is a word in front of the noun in its
    forms, with what adjectives end in behind it; one of `behind` stands later in the sentence, and not right behind one
    of the `others`. Where a word of one gender is a word of several rows, the first of them is meant.

    >>> from exactmetrics.derivation.messages import messages
    >>> german = Agreement(messages("de").find("noun"))
    >>> value = german.read("der positive Vorhersagewert")
    >>> value
    Noun(text='positiver Vorhersagewert', gender='m')
    >>> dict(german.phrases(Noun("Präzision", "f"), value))["ihrer Präzision"]
    'ihrem positiven Vorhersagewert'
    """

    def __init__(self, table: Mapping[str, Any] | None) -> None:
        self._table = table or {}
        self._articles = {word: gender for gender, words in self._get("articles").items() for word in words}

    def _get(self, key: str) -> Any:
        return self._table.get(key, {})

    def read(self, text: str) -> Noun:
        """A noun with its gender, of which the article in front of it tells."""
        for article, gender in self._articles.items():
            end = "" if article.endswith("’") else " "
            if text.casefold().startswith(f"{article}{end}"):
                bare = text[len(article) + len(end) :]
                return Noun(self._declined(bare, "e", self._get("adjective").get(gender, "e")), gender)
        return Noun(text, "other")

    def _declined(self, text: str, ending: str, new: str) -> str:
        """A noun whose adjectives, the small words before its last, have another ending."""
        *adjectives, noun = text.split(" ")
        small = [w[: -len(ending)] + new if w.islower() and w.endswith(ending) else w for w in adjectives]
        return " ".join([*small, noun])

    def phrases(self, old: Noun, new: Noun) -> Iterator[tuple[str, str]]:
        """Every phrase that holds a noun, and what it is with another one."""
        if old.gender != "other":
            for row in self._get("before"):
                one, other = self._phrase(row, old), self._phrase(row, new)
                if one and other:
                    yield one, other
        yield old.text, new.text

    def _phrase(self, row: Mapping[str, Any], noun: Noun) -> str:
        """A noun behind a word of a row; empty where the row has no form for it."""
        vowel = noun.text[:1].casefold() in self._get("vowels")
        front = row.get("v") if vowel and "v" in row and noun.gender != "other" else row.get(noun.gender)
        if front is None:
            return ""
        bare = self._get("adjective").get(noun.gender)
        ending = row.get("adjective", bare)
        ending = ending.get(noun.gender) if isinstance(ending, Mapping) else ending
        text = self._declined(noun.text, bare, ending) if bare and ending else noun.text
        return f"{front}{'' if front.endswith('’') else ' '}{text}"

    def with_article(self, noun: Noun) -> str:
        """A noun with the article that tells its gender; of one without a gender only the noun."""
        rows = [row for row in self._get("before") if row.get(noun.gender) in self._articles]
        found = next((self._phrase(row, noun) for row in rows), "")
        return found if self.read(found) == noun else noun.text

    def behind(self, old: Noun, new: Noun) -> dict[str, str]:
        """What words behind a noun become, where it makes place for another one."""
        if "other" in (old.gender, new.gender) or old.gender == new.gender:
            return {}
        return {row[old.gender]: row[new.gender] for row in self._get("behind")}

    @property
    def others(self) -> str:
        """The nouns of which a word right behind them is, as alternatives of a regular expression."""
        return "|".join(map(re.escape, self._get("others")))
