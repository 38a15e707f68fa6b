r"""Symbols of counts and metrics: patterns in which `<i>` stands for the class or the average.

A pattern is written once, in a small part of LaTeX, and becomes LaTeX, plain text or MathML. A metric brings its own
with its definition; those of a source are in its `profile.toml`. What a stranger wrote, such as the name of a class, is
only ever put in at `<i>`, escaped already.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, count
from string import ascii_uppercase

from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.latex_reader import mathml_symbol
from exactmetrics.expression.nodes import Head, Leaf, Tag
from exactmetrics.matrix.blocks import BLOCKS
from exactmetrics.metrics.registry import all_metrics

DEFAULT_LATEX: dict[str, str] = {
    "weight": "w_{<i>}",
    "n": "N",
    "k": "n",
    "cell": "m_{<i>}",
    "gap": r"\delta_{<i>}",
    "row_largest": "u_{<i>}",
    "column_largest": "v_{<i>}",
    **{p.name: p.symbol for m in all_metrics() for c in m.conventions.values() for p in c.parameters.values()},
    **{metric.name: metric.symbol for metric in all_metrics()},
}
AVERAGES = {word: word for word in ("macro", "micro", "weighted", "samples")}

LONGEST_INDEX = 12  # characters of a name below a symbol
_ALIASES = [alias for metric in all_metrics() for alias in metric.aliases]
_BARE = re.compile(r"[^<]*(?:_\{?<i>\}?)?")  # a pattern of a symbol that is one without an index too
_PLACE = "\ue001\ue001"  # private use, dropped from names; of one letter the look is another
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class Style:
    """How symbols are written in LaTeX; subclasses say what is otherwise in other notations."""

    name = "latex"
    below = "_{<i>}"

    def symbol(self, pattern: str, index: str, mark: str) -> str:
        """The symbol of a pattern, with what stands below it and the mark of a part above it."""
        out = pattern.replace("<avg>", "<i>").replace("<i>", index)
        out = re.sub(r",\s*}", "}", out)
        out = re.sub(r"_\{\s*\}", "", out)
        out = re.sub(r"_\{(\w|\\[a-z]+)\}", r"_\1", out)
        out = re.sub(r"(?<=\S)_(?=[{\\])", " _", out)  # else two of them are emphasis to CommonMark
        return out + (rf"^{{\text{{{escape.latex(mark)}}}}}" if mark else "")

    def unknown(self, name: str) -> str:
        """The pattern of a name that no profile has a symbol for."""
        return rf"\text{{{name.replace('_', ' ')}}}_{{<i>}}"

    def named(self, words: str, index: str, mark: str) -> str:
        """The symbol of what is called by words, whatever their author wrote."""
        return self.symbol(self.unknown(_PLACE), index, mark).replace(_PLACE, self.words(words))

    def words(self, words: str) -> str:
        return escape.latex_words(words)

    def part(self, name: str) -> str:
        """The pattern of a part that a definition names: p_o, of a class p_{o,i}."""
        letter, _, below = name.partition("_")
        return f"{letter}_{{{below},<i>}}" if below else f"{letter}_{{<i>}}"

    def letter(self, letter: str) -> str:
        return letter

    def below_sign(self, index: str) -> str:
        """A class below the sign of a sum, as it stands below a symbol."""
        return index

    def both(self, first: str, second: str) -> str:
        return f"{first},{second}"

    def rest(self, index: str) -> str:
        """All classes but one, below a symbol."""
        return rf"\overline{{{index}}}"

    def label(self, name: str) -> str:
        """The name of a class below a symbol, or its number."""
        return name if _is_digits(name) else rf"\text{{{escape.latex(name)}}}"

    def average(self, word: str) -> str:
        """The word of an average below a symbol; a single letter or a command of a source is a symbol itself."""
        return word if len(word) == 1 or word.startswith("\\") else rf"\text{{{word}}}"


class _Text(Style):
    name = "text"
    below = "_<i>"

    def symbol(self, pattern: str, index: str, mark: str) -> str:
        out = pattern.replace("<avg>", "<i>").replace("<i>", self.below_sign(index))
        out = re.sub(r"[_,{}\s]+$", "", out)
        return out + (f"[{mark}]" if mark else "")

    def below_sign(self, index: str) -> str:
        return re.sub("[ -]", "_", index)

    def unknown(self, name: str) -> str:
        return f"{_no_sign(name)}_<i>"

    def words(self, words: str) -> str:
        return _no_sign(words)

    def part(self, name: str) -> str:
        return as_text(super().part(name))

    def rest(self, index: str) -> str:
        return f"not {index}"

    def label(self, name: str) -> str:
        return name

    def average(self, word: str) -> str:
        return _no_sign(as_text(word))


class _Mathml(Style):
    name = "mathml"

    def symbol(self, pattern: str, index: str, mark: str) -> str:
        return mathml_symbol(pattern, index, mark)

    def words(self, words: str) -> str:
        return escape.html(words)

    def letter(self, letter: str) -> str:
        return f"<mi>{letter}</mi>"

    def both(self, first: str, second: str) -> str:
        return f"<mrow>{first}<mo>,</mo>{second}</mrow>"

    def rest(self, index: str) -> str:
        return f'<mover>{index}<mo stretchy="true">¯</mo></mover>'

    def label(self, name: str) -> str:
        return f"<mn>{name}</mn>" if _is_digits(name) else f"<mtext>{escape.html(name)}</mtext>"

    def average(self, word: str) -> str:
        return mathml_symbol(super().average(word), "")


LATEX, TEXT, MATHML = Style(), _Text(), _Mathml()
STYLES: dict[str, Style] = {style.name: style for style in (LATEX, TEXT, MATHML)}


@cache
def as_text(pattern: str) -> str:
    r"""A text pattern made of a LaTeX one: F_{\beta,<i>} becomes F_beta,<i>."""
    out = re.sub(r"\\(?:mathrm|text|mathit)\{([^{}]*)\}", r"\1", pattern)
    return re.sub(r"[{}\\]", "", out)


def _no_sign(words: str) -> str:
    """Words in which nothing could be read as a minus."""
    return words.replace("-", "_")


@dataclass(slots=True)
class Symbols:
    """The symbols of one document: patterns by name, how a class is written, and the words of the averages.

    `called` gives the words that a metric, averaged or not, is named by instead of its symbol; none where it keeps it.
    """

    patterns: Mapping[str, str]
    averages: Mapping[str, str]
    indices: Sequence[str]
    style: Style
    letter: str = "i"
    called: Callable[[str, str | None], str] | None = None
    short: Sequence[str] = ()  # what the classes are called below a symbol, without marks
    used: set[int] = field(default_factory=set)  # positions of the classes that were written below a symbol
    _known: dict[object, str] = field(default_factory=dict)
    _bare: bool = field(init=False)  # whether the counts of the only class need nothing below them

    def __post_init__(self) -> None:
        counts = [self.patterns.get(block, block) for block in BLOCKS]
        bare = [base_of(pattern) for pattern in (*counts, self.patterns.get("n", "n"))]
        self._bare = all(map(_BARE.fullmatch, counts)) and len(set(bare)) == len(bare)

    def leaf(self, leaf: Leaf) -> str:
        """The symbol of a count; one of the only class has nothing below it where all can do without."""
        tag = leaf.tag
        if tag is not None and tag.bare and not self._bare:
            tag = replace(tag, bare=False)
        return self._cached(leaf.block, self.index(tag), "")

    def head(self, head: Head) -> str:
        """The symbol of a metric of a class, of an average, or of the matrix."""
        words = self.words(head)
        index = self.index(head.tag)
        mark = (head.mark or "").replace("_", "-")  # an escaped underscore is damaged by Markdown
        if not words and head.average is not None:
            index = index or self.averages.get(head.average, head.average)
        if words:
            return self.style.named(words, index, mark)
        return self._cached(head.metric, index, mark, part=head.is_part)

    def words(self, head: Head) -> str:
        """The words that stand for a metric instead of its symbol; a part of a definition keeps its letter."""
        return "" if self.called is None or head.is_part else self.called(head.metric, head.average)

    def index(self, tag: Tag | None) -> str:
        """How a class is written below a symbol."""
        if tag is None or tag.bare:
            return ""
        if tag.position is not None:
            self.used.add(tag.position)
        letter = self.second_letter if tag.second else self.letter
        name = self.style.letter(letter) if tag.position is None else self.indices[tag.position]
        if tag.other is not None:
            return self.style.both(name, self.index(tag.other))
        return self.style.rest(name) if tag.rest else name

    @property
    def second_letter(self) -> str:
        """The letter of a second class: the one after the first."""
        return chr(ord(self.letter) + 1)

    @property
    def set_letter(self) -> str:
        """The letter of the set of the classes that take part: C, or another one where a class is called C."""
        return next((letter for letter in "CKSTU" if letter not in self.short), "C")

    def _cached(self, name: str, index: str, mark: str, *, part: bool = False) -> str:
        key = (name, index, mark)
        if key not in self._known:
            pattern = self.patterns.get(name) or (self.style.part(name) if part else self.style.unknown(name))
            if index and not re.search("<(i|avg)>", pattern):  # a metric of the matrix, of one of two data sets
                pattern += self.style.below
            self._known[key] = self.style.symbol(pattern, index, mark)
        return self._known[key]


def indices_of(
    labels: Sequence[object], *, mode: str = "short", first: int = 1, letter: str = "i", taken: Iterable[str] = (),
    word: str = "class", words: Iterable[str] = (),
) -> tuple[list[str], list[str]]:  # fmt: skip
    """What each class is called below a symbol: its name, or a short one; and the same with "class" where it needs it.

    A name that is long, no plain word, or like another one makes place for a letter, or a number where there are too
    many. One letter or number alone could be taken for a symbol. With `mode` "label" only what is `taken` could; with
    "number" classes are numbered from `first`. `word` is "class" in the language of the page, of which `words` are.
    """
    names = [escape.name_of(x) for x in labels]
    if mode == "number":
        numbers = [str(i + first) for i in range(len(names))]
        return numbers, numbers
    alike = Counter(map(_folded, names))
    plain = [alike[_folded(name)] == 1 and _is_plain(name, word) for name in names]
    letters = ascii_uppercase if len(names) <= len(ascii_uppercase) else ""
    free = (x for x in chain(letters, map(str, count(1))) if x not in names)
    short = [name if fits else next(free) for name, fits in zip(names, plain, strict=True)]
    symbols = {letter, *taken}
    page = list(words)
    alone = [name in symbols or needs_class(name, page) or (mode != "label" and len(name) == 1) for name in short]
    return short, [f"{word} {name}" if bare else name for name, bare in zip(short, alone, strict=True)]


def needs_class(name: str, words: Iterable[str]) -> bool:
    """Whether the name of a class is a number, a symbol of the page, or one of its words.

    >>> [needs_class(name, ["total"]) for name in ("cat", "A", "0", "1.5", "macro", "F1", "Total", "positive")]
    [False, False, True, True, True, True, True, False]
    """
    folded = name.casefold()
    return bool(_NUMBER.fullmatch(name)) or (
        len(name) > 1 and (folded in _of_all_pages() or folded in map(str.casefold, words))
    )


@cache
def _of_all_pages() -> frozenset[str]:
    """Symbols that pages of any language use, and names of metrics, in small letters."""
    symbols = [base_of(pattern) for pattern in DEFAULT_LATEX.values()]
    return frozenset(word.casefold() for word in (*AVERAGES, *DEFAULT_LATEX, *_ALIASES, *symbols))


def base_of(pattern: str) -> str:
    r"""The letters of a symbol, without what stands below it: TP of \mathrm{TP}_{<i>}."""
    return as_text(pattern).partition("_")[0].strip()


def _is_digits(name: str) -> bool:
    return name.isascii() and name.isdigit()


def _folded(name: str) -> str:
    """A name as plain text writes it below a symbol."""
    return re.sub("[ -]", "_", name)


def _is_plain(name: str, word: str) -> bool:
    """Whether a name can stand in a formula: a few words of European letters, or a number."""
    if len(name) > LONGEST_INDEX or _folded(name).startswith(f"{word}_"):
        return False
    words = name.replace(" ", "").replace("-", "")
    return bool(_NUMBER.fullmatch(name)) or all(
        ch < "\u0180" and (ch.isalpha() or _is_digits(ch)) for ch in words or "-"
    )
