"""Symbols of counts and metrics: patterns in which `<i>` stands for the class or the average.

A metric brings its symbol with its definition; a source's own is in its `profile.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.styles import Style
from exactmetrics.expression.nodes import Head, Leaf, Tag
from exactmetrics.metrics.registry import all_metrics

DEFAULT_LATEX: dict[str, str] = {
    "weight": "w_{<i>}",
    "n": "N",
    "k": "n",
    "difference": r"\Delta",
    **{p.name: p.symbol for m in all_metrics() for c in m.conventions.values() for p in c.parameters.values()},
    **{metric.name: metric.symbol for metric in all_metrics()},
}
AVERAGES_LATEX = {"macro": "M", "micro": r"\mu", "weighted": "w"}
AVERAGES_TEXT = {"macro": "macro", "micro": "micro", "weighted": "weighted"}

LONGEST_INDEX = 20  # characters of a name below a symbol


@dataclass(slots=True)
class Symbols:
    """The symbols of one document: patterns by name, how a class is written, and the words of the averages."""

    patterns: Mapping[str, str]
    averages: Mapping[str, str]
    indices: Sequence[str]
    style: Style
    letter: str = "i"
    used: set[int] = field(default_factory=set)  # positions of the classes that were written below a symbol
    _known: dict[object, str] = field(default_factory=dict)

    def leaf(self, leaf: Leaf) -> str:
        """The symbol of a count."""
        return self._cached(leaf.block, self.index(leaf.tag), "")

    def head(self, head: Head) -> str:
        """The symbol of a metric of a class, of an average, or of the matrix."""
        index = self.index(head.tag) or self.averages.get(head.average or "", head.average or "")
        return self._cached(head.metric, index, head.mark or "", part=bool(head.title))

    def index(self, tag: Tag | None) -> str:
        """How a class is written below a symbol."""
        if tag is None or tag.bare:
            return ""
        if tag.position is not None:
            self.used.add(tag.position)
        name = self.style.letter(self.letter) if tag.position is None else self.indices[tag.position]
        return self.style.rest(name) if tag.rest else name

    def _cached(self, name: str, index: str, mark: str, *, part: bool = False) -> str:
        key = (name, index, mark)
        if key not in self._known:
            pattern = self.patterns.get(name) or (self.style.part(name) if part else self.style.unknown(name))
            self._known[key] = self.style.symbol(pattern, index, mark)
        return self._known[key]


def indices_of(
    labels: Sequence[object], *, style: Style, mode: str = "short", first: int = 1, letter: str = "i"
) -> list[str]:
    """How each class is written below a symbol: its name where all names are short words, else its number.

    `mode` "label" writes longer names too, "number" always numbers from `first`. A class that is called as the `letter`
    of a sum is makes numbers of all; so do names that are alike, and names that are more than a few plain words.

    >>> from exactmetrics.derivation.notation.styles import LATEX
    >>> indices_of(["A", "B"], style=LATEX), indices_of(["true class", "B"], style=LATEX)
    (['A', 'B'], ['1', '2'])
    """
    names = [escape.plain(x) for x in labels]
    distinct = len(set(names)) == len(names)
    simple = distinct and all(0 < len(n) <= 3 and n.isascii() and n.isalnum() for n in names)
    written = simple and letter not in names if mode == "short" else distinct and all(map(_is_plain, names))
    if mode == "number" or not written:
        names, simple = [str(i + first) for i in range(len(names))], True
    return [style.label(name, simple=simple) for name in names]


def _is_plain(name: str) -> bool:
    """Whether a name can stand in a formula: a few words, without a sign that could be one of the formula's."""
    return len(name) <= LONGEST_INDEX and name.replace(" ", "").replace("-", "").isalnum()
