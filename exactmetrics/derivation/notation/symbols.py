"""Symbols of counts and metrics: patterns in which `<i>` stands for the class or the average.

Symbols belong to a profile, not to a metric: the default one is here, a source's own is its `profile.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from exactmetrics.derivation.notation import escape
from exactmetrics.expression.nodes import Head, Leaf, Tag

DEFAULT_LATEX: dict[str, str] = {
    "tp": r"\mathrm{TP}_{<i>}",
    "fp": r"\mathrm{FP}_{<i>}",
    "fn": r"\mathrm{FN}_{<i>}",
    "tn": r"\mathrm{TN}_{<i>}",
    "support": "s_{<i>}",
    "predicted": "c_{<i>}",
    "weight": "w_{<i>}",
    "n": "N",
    "k": "n",
    "beta": r"\beta",
    "prevalence": r"\pi_{<i>}",
    "accuracy": r"\mathrm{Acc}_{<i>}",
    "class_accuracy": r"\mathrm{Acc}_{<i>}",
    "average_accuracy": r"\mathrm{AvgAcc}_{<i>}",
    "error_rate": r"\mathrm{Err}_{<i>}",
    "precision": "P_{<i>}",
    "recall": "R_{<i>}",
    "specificity": "S_{<i>}",
    "npv": r"\mathrm{NPV}_{<i>}",
    "fpr": r"\mathrm{FPR}_{<i>}",
    "fnr": r"\mathrm{FNR}_{<i>}",
    "fdr": r"\mathrm{FDR}_{<i>}",
    "for": r"\mathrm{FOR}_{<i>}",
    "f1": r"\mathrm{F1}_{<i>}",
    "fbeta": r"F_{\beta,<i>}",
    "jaccard": "J_{<i>}",
    "informedness": r"\mathrm{BM}_{<i>}",
    "balanced_accuracy": r"\mathrm{BA}_{<i>}",
    "kappa": r"\kappa_{<i>}",
    "mcc": r"\mathrm{MCC}_{<i>}",
}
AVERAGES_LATEX = {"macro": "M", "micro": r"\mu", "weighted": "w"}
AVERAGES_TEXT = {"macro": "macro", "micro": "micro", "weighted": "weighted"}


@dataclass(slots=True)
class Symbols:
    """The symbols of one document: patterns by name, how a class is written, and the words of the averages."""

    patterns: Mapping[str, str]
    averages: Mapping[str, str]
    indices: Sequence[str]
    latex: bool
    letter: str = "i"
    used: set[int] = field(default_factory=set)  # positions of the classes that were written below a symbol
    _known: dict[object, str] = field(default_factory=dict)

    def leaf(self, leaf: Leaf) -> str:
        """The symbol of a count."""
        return self._cached(leaf.block, self.index(leaf.tag), "")

    def head(self, head: Head) -> str:
        """The symbol of a metric of a class, of an average, or of the matrix."""
        index = self.index(head.tag) or self.averages.get(head.average or "", head.average or "")
        return self._cached(head.metric, index, head.mark or "")

    def index(self, tag: Tag | None) -> str:
        """How a class is written below a symbol."""
        if tag is None or tag.bare:
            return ""
        if tag.position is not None:
            self.used.add(tag.position)
        name = self.letter if tag.position is None else self.indices[tag.position]
        if not tag.rest:
            return name
        return rf"\overline{{{name}}}" if self.latex else f"not {name}"

    def _cached(self, name: str, index: str, mark: str) -> str:
        key = (name, index, mark)
        if key not in self._known:
            pattern = self.patterns.get(name) or plain_pattern(name, self.latex)
            self._known[key] = (latex_symbol if self.latex else text_symbol)(pattern, index, mark)
        return self._known[key]


def plain_pattern(name: str, latex: bool) -> str:
    """The pattern of a name that no profile has a symbol for.

    >>> plain_pattern("g_mean", latex=True), plain_pattern("g_mean", latex=False)
    ('\\\\text{g mean}_{<i>}', 'g_mean_<i>')
    """
    return rf"\text{{{name.replace('_', ' ')}}}_{{<i>}}" if latex else f"{name}_<i>"


def latex_symbol(pattern: str, index: str, mark: str = "") -> str:
    r"""A LaTeX symbol; a subscript that begins with punctuation has a space before it: Markdown needs it.

    >>> latex_symbol("P_{<i>}", "w"), latex_symbol("P_{<i>}", ""), latex_symbol("F_{\\beta,<i>}", "")
    ('P_w', 'P', 'F _\\beta')
    """
    out = pattern.replace("<avg>", "<i>").replace("<i>", index)
    out = re.sub(r",\s*}", "}", out)
    out = re.sub(r"_\{\s*\}", "", out)
    out = re.sub(r"_\{(\w|\\[a-z]+)\}", r"_\1", out)
    out = re.sub(r"(?<=\S)_(?=[{\\])", " _", out)  # else two of them are emphasis to CommonMark
    return out + (rf"^{{\text{{{escape.latex(mark)}}}}}" if mark else "")


def text_symbol(pattern: str, index: str, mark: str = "") -> str:
    """A plain-text symbol.

    >>> text_symbol("P_<i>", "weighted"), text_symbol("P_<i>", "")
    ('P_weighted', 'P')
    """
    out = pattern.replace("<avg>", "<i>").replace("<i>", index.replace(" ", "_"))
    out = re.sub(r"[_,{}\s]+$", "", out)
    return out + (f"[{mark}]" if mark else "")


def as_text(pattern: str) -> str:
    r"""A text pattern made of a LaTeX one.

    >>> as_text(r"\\mathrm{TP}_{<i>}"), as_text(r"F_{\\beta,<i>}")
    ('TP_<i>', 'F_beta,<i>')
    """
    out = re.sub(r"\\(?:mathrm|text|mathit)\{([^{}]*)\}", r"\1", pattern)
    return re.sub(r"[{}\\]", "", out)


def indices_of(
    labels: Sequence[object], *, latex: bool, mode: str = "short", first: int = 1, letter: str = "i"
) -> list[str]:
    """How each class is written below a symbol: its name where all names are short words, else its number.

    `mode` "label" always writes names, "number" always numbers from `first`. A class that is called as the `letter`
    of a sum is makes numbers of all, too.

    >>> indices_of(["A", "B"], latex=True), indices_of(["true class", "B"], latex=True)
    (['A', 'B'], ['1', '2'])
    """
    names = [escape.plain(x) for x in labels]
    simple = all(0 < len(n) <= 3 and n.isascii() and n.isalnum() for n in names)
    if mode == "number" or (mode == "short" and (not simple or letter in names)):
        return [str(i + first) for i in range(len(names))]
    if simple or not latex:
        return names
    return [rf"\text{{{escape.latex(n)}}}" for n in names]
