"""The reader's own words: for the sentences of a page, for the names of metrics and averages, and as symbols.

They may come from a stranger's file. So a word is letters and digits, in which no format sees a sign, and a symbol is
of the smallest part of LaTeX that symbols need. Words are replaced before any name or number is put into a sentence.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from exactmetrics.derivation.messages import NO_SENTENCES, Messages, messages
from exactmetrics.derivation.notation.escape import plain
from exactmetrics.derivation.notation.latex_reader import ACCENTS, LETTERS, mathml_symbol
from exactmetrics.derivation.notation.symbols import DEFAULT_LATEX
from exactmetrics.derivation.nouns import Agreement, Noun
from exactmetrics.exact.errors import InputError, UsageError, located
from exactmetrics.matrix.blocks import BLOCKS
from exactmetrics.matrix.textfile import file_text
from exactmetrics.metrics.registry import any_metric
from exactmetrics.metrics.request import AVERAGES
from exactmetrics.metrics.suggest import choices
from exactmetrics.metrics.texts import of_metrics

LONGEST = 40  # characters of a word, a name or a symbol
MOST = 500  # lines of all tables together
LONGEST_FILE = 100_000  # characters
EXAMPLES = {"words": 'samples = "patients"', "names": 'recall = "sensitivity"', "symbols": "tp = 'H_{<i>}'"}
NOT_OF_PAGES = (
    "multilabel",
    "verify",
    "diagnosis",
    "hint",
    "assertion",
    "feasible",
    "explain",
)  # tables of other output

PLACE = re.compile(r"\{\w+\}")
_COMMANDS = {"\\mathrm", "\\text", *LETTERS, *ACCENTS}
_SYMBOL = re.compile(r"(?:[A-Za-z0-9 ,_{}]|<i>|\\[A-Za-z]++)+")
_UPRIGHT = re.compile(r"\\(mathrm|text)\{([^{}]*)\}")
_WORDS = re.compile(r"a[a0-9]*(?:[ '’-][a0-9]+)*")


@dataclass(frozen=True, slots=True)
class Words:
    """What a reader says instead: words of sentences, names of metrics and averages, symbols of metrics and counts."""

    words: tuple[tuple[str, str], ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    symbols: tuple[tuple[str, str], ...] = ()
    source: str = field(default="words", repr=False, compare=False)  # where they are from, for messages


NO_WORDS = Words()
OwnWords = str | os.PathLike[str] | Mapping[str, Any] | Words | None


def words_of(given: OwnWords) -> Words | None:
    """The words of a TOML file, or of its tables; what is wrong with them is said with file, table and key.

    >>> words_of({"words": {"sample": "patient"}, "names": {"sensitivity": "hit rate"}})
    Words(words=(('sample', 'patient'),), names=(('recall', 'hit rate'),), symbols=())
    >>> words_of({"names": {"marco": "simple"}})
    Traceback (most recent call last):
        ...
    exactmetrics.exact.errors.UsageError: words: [names] marco: there is no such metric or average; did you mean \
'macro'? Choose from: macro, micro, weighted
    """
    if given is None or isinstance(given, Words):
        return given
    if isinstance(given, Mapping):
        with located("words"):
            return _words(given)
    if not isinstance(given, (str, os.PathLike)):
        raise UsageError(f"words are the path of a TOML file or its tables, and not {type(given).__name__}")
    from exactmetrics.sheets.schema import parsed

    text = file_text(Path(given))
    with located(os.fspath(given)):
        if len(text) > LONGEST_FILE:
            raise InputError(f"a file of words has at most {LONGEST_FILE:,} characters, and this has {len(text):,}")
        return replace(_words(parsed(text, "toml")), source=os.fspath(given))


def _words(tables: Any) -> Words:
    check = {"words": _word, "names": _name, "symbols": _symbol}
    found: dict[str, dict[str, str]] = {table: {} for table in check}
    for table, entries in tables.items():
        if table not in check:
            raise InputError(f"there is no table [{_shown(table)}]; {choices(_shown(table), check)}")
        if not isinstance(entries, Mapping):
            raise InputError(f"[{table}] is no table: below a line [{table}] write lines such as {EXAMPLES[table]}")
        if len(entries) > MOST:
            raise InputError(f"[{table}] has {len(entries):,} lines; at most {MOST} are read")
        for given, text in entries.items():
            with located(f"[{table}] {_shown(given)}"):
                if not isinstance(given, str) or not isinstance(text, str):
                    raise InputError(f"{_shown(text)} is no text: write a line such as {EXAMPLES[table]}")
                if max(len(given), len(text)) > LONGEST:
                    raise InputError(f"a text here has at most {LONGEST} characters, and there are {len(text):,}")
                key, own = check[table](given, text)
                if found[table].setdefault(key, own) != own:
                    raise InputError(f"{key} is given twice, as {found[table][key]!r} and as {own!r}")
    words, names, symbols = (tuple(entries.items()) for entries in found.values())
    return Words(words, names, symbols)


def _shown(key: object) -> str:
    text = plain(str(key)[: 2 * LONGEST])
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _word(key: str, text: str) -> tuple[str, str]:
    return _plain_words(key), _plain_words(text)


def _name(key: str, text: str) -> tuple[str, str]:
    return key if key in AVERAGES else _metric(key, AVERAGES, "metric or average"), _plain_words(text)


def _symbol(key: str, pattern: str) -> tuple[str, str]:
    if key in AVERAGES:
        raise UsageError("an average has no symbol of its own, its name stands below that of a metric: see [names]")
    others = [name for name in DEFAULT_LATEX if name not in of_metrics()]
    name = key if key in others else _metric(key, others, "metric or count")
    bare = _UPRIGHT.sub(_upright, pattern)
    unknown = [c for c in re.findall(r"\\(?:[A-Za-z]+|.|$)", bare, re.DOTALL) if c not in _COMMANDS]
    unknown = unknown or list(_SYMBOL.sub("", bare)) or ([] if re.search("[A-Za-z]", bare.replace("<i>", "")) else [""])
    if unknown:
        raise InputError(
            f"{unknown[0]!r} is no symbol: write it with letters, digits, Greek letters such as \\beta, _ and "
            "\\mathrm{...} or \\text{...}, and with <i> for the class, as in '\\mathrm{Sens}_{<i>}'"
        )
    for index in ("<mi>i</mi>", ""):
        mathml_symbol(pattern, index)  # refuses what is no formula
    return name, pattern


def _upright(words: re.Match[str]) -> str:
    """What stands for upright words that are right."""
    text = _plain_words(words[2])
    if words[1] == "mathrm" and not text.isascii():
        raise InputError(f"{text!r} has letters that formulas do not have: write \\text{{{text}}}")
    return "x"


def _metric(key: str, others: Iterable[str], what: str) -> str:
    try:
        return any_metric(key).name
    except UsageError:
        from difflib import get_close_matches  # only met on the way to an error

        if get_close_matches(key, others):
            raise UsageError(f"there is no such {what}; {choices(key, others)}") from None
        raise


def _plain_words(text: str) -> str:
    """A few words: letters, their marks and digits, with one blank, hyphen or apostrophe between two of them."""
    text = unicodedata.normalize("NFC", text)
    if text and text != plain(text):
        raise InputError(f"{plain(text)!r} has a blank too many, or a character that cannot be seen: type it anew")
    kinds = ("a" if unicodedata.category(c)[0] in "LM" or c in "\u200c\u200d" else c for c in text)
    if not _WORDS.fullmatch("".join(kinds)):
        raise InputError(
            f"{text!r} is more than words: write letters and digits, a letter first, and one blank, hyphen or "
            "apostrophe between two words"
        )
    return text


class Reworded(Messages):
    """The sentences of a language in the words of a reader.

    The name of a metric or average is a new one in sentences too, and else stays whole: where "true" is another word,
    "true positives" are still that. A class "weighted by its samples" is no name of an average. What stands beside a
    noun agrees with the new one.
    """

    checked = True  # whether a word that no sentence has is an error

    def __init__(self, said: Messages, own: Words) -> None:
        self._said, self.language = said, said.language
        agreement = Agreement(said.find("noun"))
        nouns = {key: agreement.read(text) for key, text in own.names}
        self._names = {key: noun.text for key, noun in nouns.items()}
        self._genders = {key: noun.gender for key, noun in nouns.items()} if said.find("noun") else {}
        self._given: dict[str, str] = {}
        self._behind: list[tuple[re.Pattern[str], re.Pattern[str], dict[str, str]]] = []
        renamed: dict[str, str] = {}
        for name in of_metrics():
            title = said.get("metric", name, "title")
            if name in nouns:
                renamed |= agreement.phrases(Noun(title, str(said.find("metric", name, "gender"))), nouns[name])
            elif " " in title or name not in BLOCKS:  # "support" and "predicted" are words as well
                self._given[title] = title
        averages = {word: name for key, name in own.names if isinstance(word := said.find("average", key), str)}
        self._given |= renamed | averages
        sentences = re.sub(PLACE, "…", "\n".join(texts_of(said))) if own.words and self.checked else ""
        for key, text in own.words:
            old, new = agreement.read(key), agreement.read(text)
            if "other" in (old.gender, new.gender):
                old, new = Noun(key, "other"), Noun(text, "other")
            if self.checked:
                check_said(old.text, key, sentences, self.language, own.source)
            self._given |= agreement.phrases(old, new)
            if forms := agreement.behind(old, new):
                samples = r"|\{samples\}" if old.text in str(said.find("words", "samples")) else ""
                clause = rf"(?<!\w)(?i:{re.escape(old.text)}{samples})(?!\w).*"
                kept = rf"\b(?:{agreement.others}) \w+|" if agreement.others else ""
                words = rf"{kept}(?:(?<!\w)|(?=,))(?:{'|'.join(forms)})(?!\w)"
                self._behind.append((re.compile(clause), re.compile(words), forms))
        again = "|".join(map(re.escape, self._names.values()))
        self._again = re.compile(rf" \((?:\w+ )?(?:{again})\)") if again else None
        either = "|".join(
            f"(?i:{re.escape(word[0])}){re.escape(word[1:])}{'(?! by)' if word in averages else ''}"
            for word in sorted(self._given, key=len, reverse=True)
        )
        self._any = re.compile(rf"\{{\w+\}}|(?<!\w)(?:{either})(?!\w)")
        self._found: dict[tuple[str, ...], Any] = {}

    def find(self, *path: str) -> Any:
        if path not in self._found:
            self._found[path] = self._made(path)
        return self._found[path]

    def speaker(self, path: tuple[str, ...]) -> Messages:
        return self._said.speaker(path)

    def sentences(self) -> dict[str, Any]:
        return {key: self._reworded(table) for key, table in self._said.sentences().items()}

    def _made(self, path: tuple[str, ...]) -> Any:
        found = self._said.find(*path)
        match path:
            case ("metric", name, "title" | "short") | ("average", name):
                return self._names.get(name) or found
            case ("metric", name, "gender"):
                return self._genders.get(name) or found
            case ("words", "averages"):  # in formulas, where the names that are given have a place of their own
                return found
            case (table, *_) if table in NO_SENTENCES:
                return found
        return self._reworded(found)

    def _reworded(self, found: Any) -> Any:
        if isinstance(found, dict):
            return {key: text if key == "by" else self._reworded(text) for key, text in found.items()}
        if isinstance(found, list):
            return [self._reworded(text) for text in found]
        return self._put(found) if isinstance(found, str) else found

    def _put(self, text: str) -> str:
        for clause, words, forms in self._behind:
            text = clause.sub(lambda found: words.sub(lambda word: forms.get(word[0], word[0]), found[0]), text)  # noqa: B023
        text = self._any.sub(self._word, text)
        return self._again.sub("", text) if self._again else text  # what a name has in brackets is now the name

    def _word(self, found: re.Match[str]) -> str:
        word = found[0]
        if word in self._given:
            return self._given[word]
        own = self._given.get(word[:1].lower() + word[1:], "")  # at the beginning of a sentence
        return own[:1].upper() + own[1:] or word


def check_said(text: str, key: str, sentences: str, language: str, source: str) -> None:
    """Refuse a word that no sentence has, for nothing would become of it."""
    if re.search(rf"(?i)(?<!\w){re.escape(re.sub(PLACE, '…', text))}(?!\w)", sentences):
        return
    from difflib import get_close_matches  # only met on the way to an error

    words = re.findall(r"[^\W\d_]+", sentences)
    size = len(text.split())
    phrases = {" ".join(words[at : at + size]) for at in range(len(words))}
    near = " or ".join(f'"{one}"' for one in get_close_matches(text, phrases, n=3))
    cure = f"; near it are {near}" if near else ""
    raise InputError(
        f"{source}: [words] {key}: no page in this language ({language}) says {text!r}{cure}; all words are "
        f"listed by exactmetrics words --language {language}"
    )


def texts_of(said: Messages) -> list[str]:
    """Every text that the pages of a language are made of."""
    tables = {key: text for key, text in said.sentences().items() if key not in NOT_OF_PAGES}
    tables["words"] = {key: text for key, text in tables["words"].items() if key != "taken"}  # of names, not of pages
    return list(_strings(tables))


def _strings(found: Any) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, (dict, list)):
        for key, one in found.items() if isinstance(found, dict) else enumerate(found):
            if key not in ("by", "taken"):  # which say nothing themselves
                yield from _strings(one)


class About(Reworded):
    """The sentences of a language about what stands where classes do; those that are about it anyway stay."""

    checked = False  # the package's own words: tests look whether pages say them

    def find(self, *path: str) -> Any:
        return self._said.find(*path) if path[0] == "multilabel" else super().find(*path)


@lru_cache(maxsize=8)
def messages_in(language: str, words: Words | None, of: str = "classes") -> Messages:
    """The catalogue of a language for pages about classes, or `of` what stands where they do, in a reader's words."""
    said = messages(language)
    if tables := said.own("multilabel", f"of_{of}"):
        words_of_it, names = (tuple(tables.get(key, {}).items()) for key in ("words", "names"))
        said = About(said, Words(words_of_it, names, source=of))
    return said if words is None else Reworded(said, words)
