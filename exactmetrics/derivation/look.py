"""A look: whose symbols, which language, how much detail, whose templates. It changes no number."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from exactmetrics._resources import worked_examples_root
from exactmetrics.derivation.messages import Messages, check_language, messages
from exactmetrics.derivation.notation.symbols import (
    AVERAGES,
    DEFAULT_LATEX,
    STYLES,
    Symbols,
    as_text,
    base_of,
    indices_of,
)
from exactmetrics.derivation.templates import Sources
from exactmetrics.derivation.words import NO_WORDS, OwnWords, Words, messages_in, words_of
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.rounding import check_places
from exactmetrics.metrics.suggest import choices

DETAILS = ("brief", "standard", "full", "scaffold")
MOST_DIGITS = 1_000  # of a decimal on a page, behind the point
SYMBOLS = ("letters", "words")  # how the values of metrics are named in formulas


@dataclass(frozen=True, slots=True)
class Look:
    """How a document is to look.

    `profile` is a source whose symbols are used (None: the package's own), `language` the code of a message catalogue.
    `detail` is "brief" (a slide), "standard" (a page), "full" (with an appendix: more digits, other conventions) or
    "scaffold" (blanks to fill in), which ends with its `key`. `places` are the digits of a decimal behind the point,
    `symbols` says whether formulas name values by "letters" or by "words". `templates` is a folder of the user's own
    templates (None: the package's), `words` are the reader's own words. `scale` is one whose word for the value is
    told.
    """

    profile: str | None = None
    language: str = "en"
    detail: str = "standard"
    key: bool = True
    templates: str | None = None
    places: int = 4
    symbols: str = "letters"
    words: Words | None = None
    scale: str | None = None
    of: str = "classes"  # what the rows of the counts are, and so what sentences call them

    def __post_init__(self) -> None:
        if self.detail not in DETAILS:
            raise UsageError(f"no level of detail {self.detail!r}; {choices(self.detail, DETAILS)}")
        if self.symbols not in SYMBOLS:
            raise UsageError(f"no kind of symbols {self.symbols!r}; {choices(self.symbols, SYMBOLS)}")
        check_places(self.places, MOST_DIGITS)
        check_language(self.language)
        if self.profile is not None:
            _profile(str(self.profile))
        if self.templates is not None:
            Sources(self.templates)  # looks at the names; what is in the files is read when a page is written

    @classmethod
    def asked(cls, *, templates: str | os.PathLike[str] | None, words: OwnWords, **options: Any) -> Look:
        """A look from what users give: a directory of any kind, and their words as a file or as tables."""
        return cls(templates=None if templates is None else os.fspath(templates), words=words_of(words), **options)

    def about(self, of: str) -> Look:
        """The same look of a page about classes, or about what stands where they do."""
        if of in ("classes", self.of):
            return self
        if not self.speaks_of(of):
            raise UsageError(f"a page about {of} has no words yet in the language {self.language!r}: leave it out")
        return replace(self, of=of)

    def speaks_of(self, of: str) -> bool:
        """Whether its language has words for pages about something; labels may be called classes."""
        return of == "labels" or messages(self.language).own("multilabel", f"of_{of}") is not None

    @property
    def patterns(self) -> Mapping[str, str]:
        """The symbols of counts and metrics in LaTeX, as patterns."""
        return symbols(self.profile, (), style="latex", given=self.words or NO_WORDS).patterns

    @property
    def messages(self) -> Messages:
        """The sentences of its language, in the reader's own words."""
        return messages_in(self.language, self.words, self.of)


DEFAULT = Look()
LOOKS = tuple(field.name for field in fields(Look) if field.name != "of")  # what a look is asked for by


def symbols(
    profile: str | None, labels: Sequence[object], *, style: str, given: Words = NO_WORDS, say: Messages | None = None
) -> Symbols:
    """The symbols of a profile for the classes of a matrix, in the style "latex", "text" or "mathml".

    Symbols and names of averages that are `given` go before; `say` is the language of the page, by default English.
    """
    table = {} if profile is None else _profile(profile)
    reader = dict(given.symbols)
    own = table.get("symbols", {}).get("latex", {}) | reader
    say = say or messages_in("en", None)
    patterns, spoken = dict(DEFAULT_LATEX) | own, averages_below(say)
    words = spoken | table.get("averages", {}) | {key: name for key, name in given.names if key in AVERAGES}
    written, letter = STYLES[style], table.get("letter", "i")
    mode, first = table.get("index", "short"), table.get("first_index", 1)
    short, called = indices_of(
        labels, mode=mode, first=first, letter=letter, taken=map(base_of, own.values()),
        word=say.get("words", "below"), words=[*say.find("words", "taken"), *spoken.values()],
    )  # fmt: skip
    if set(words.values()) & set(short):  # a class is called M: P_M would be two things
        words = spoken
    averages = {key: written.average(word) for key, word in words.items()}
    if style == "text":
        patterns = {name: as_text(pattern) for name, pattern in patterns.items()}
        patterns |= {
            name: text for name, text in table.get("symbols", {}).get("text", {}).items() if name not in reader
        }
    return Symbols(patterns, averages, list(map(written.label, called)), written, letter, short=short)


def averages_below(say: Messages) -> dict[str, str]:
    """What averages are called below a symbol, in a language."""
    found: dict[str, str] = say.find("words", "averages")
    return found


@cache
def _profile(name: str) -> dict[str, Any]:
    """The tables of a profile by its name, which may begin with "source-"."""
    import tomllib

    key, known = name.removeprefix("source-"), profile_names()
    if key not in known:
        raise UsageError(f"no profile {name!r}; {choices(name, known)}")
    return tomllib.loads((worked_examples_root() / key / "profile.toml").read_text(encoding="utf-8"))


def profile_names() -> list[str]:
    """The profiles there are: the sources of the worked examples."""
    root = worked_examples_root()
    return sorted(p.name for p in root.iterdir() if p.is_dir() and (p / "profile.toml").is_file())
