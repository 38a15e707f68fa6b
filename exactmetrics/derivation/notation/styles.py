r"""Styles of symbols: how one pattern becomes LaTeX, plain text or MathML.

A pattern is written once, in a small part of LaTeX, with `<i>` where the class or the average stands. Patterns are the
package's own, or those of a source's profile; what a stranger wrote, such as the name of a class, is only ever put in
at `<i>`, escaped already.
"""

from __future__ import annotations

import re

from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.patterns import mathml_symbol


class Style:
    """One way of writing symbols.

    >>> [style.symbol("P_<i>", style.letter("i"), "") for style in (LATEX, TEXT, MATHML)]
    ['P_i', 'P_i', '<msub><mi>P</mi><mi>i</mi></msub>']
    """

    name = ""

    def symbol(self, pattern: str, index: str, mark: str) -> str:
        """The symbol of a pattern, with what stands below it and the mark of a part above it."""
        raise NotImplementedError

    def unknown(self, name: str) -> str:
        """The pattern of a name that no profile has a symbol for.

        >>> LATEX.unknown("g_mean"), TEXT.unknown("g_mean")
        ('\\\\text{g mean}_{<i>}', 'g_mean_<i>')
        """
        return rf"\text{{{name.replace('_', ' ')}}}_{{<i>}}"

    def part(self, name: str) -> str:
        """The pattern of a part that a definition names: p_o, of a class p_{o,i}.

        >>> LATEX.part("p_o"), TEXT.part("p_o")
        ('p_{o,<i>}', 'p_o,<i>')
        """
        letter, _, below = name.partition("_")
        return f"{letter}_{{{below},<i>}}" if below else f"{letter}_{{<i>}}"

    def letter(self, letter: str) -> str:
        """The letter that stands for any class."""
        return letter

    def rest(self, index: str) -> str:
        """All classes but one, below a symbol."""
        return rf"\overline{{{index}}}"

    def label(self, name: str, *, simple: bool) -> str:
        """The name of a class below a symbol; `simple` where it is a short word."""
        return name if simple else rf"\text{{{escape.latex(name)}}}"

    def inside(self, index: str) -> str:
        """The text of an index, without its marks."""
        return index

    def average(self, word: str) -> str:
        """The word of an average below a symbol; a single letter or a command is a symbol itself."""
        return rf"\text{{{word}}}" if len(word) > 1 and word.isalpha() else word


class _Latex(Style):
    name = "latex"

    def symbol(self, pattern: str, index: str, mark: str) -> str:
        return latex_symbol(pattern, index, mark)


class _Text(Style):
    name = "text"

    def symbol(self, pattern: str, index: str, mark: str) -> str:
        return text_symbol(pattern, index, mark)

    def unknown(self, name: str) -> str:
        return f"{name}_<i>"

    def part(self, name: str) -> str:
        return as_text(super().part(name))

    def rest(self, index: str) -> str:
        return f"not {index}"

    def label(self, name: str, *, simple: bool) -> str:
        return name

    def average(self, word: str) -> str:
        return as_text(word)


class _Mathml(Style):
    name = "mathml"

    def symbol(self, pattern: str, index: str, mark: str) -> str:
        return mathml_symbol(pattern, index, mark)

    def letter(self, letter: str) -> str:
        return f"<mi>{letter}</mi>"

    def rest(self, index: str) -> str:
        return f'<mover>{index}<mo stretchy="true">¯</mo></mover>'

    def label(self, name: str, *, simple: bool) -> str:
        if name.isascii() and name.isdigit():
            return f"<mn>{name}</mn>"
        return f"<mi>{name}</mi>" if simple else f"<mtext>{escape.html(name)}</mtext>"

    def inside(self, index: str) -> str:
        return index.partition(">")[2].partition("<")[0]

    def average(self, word: str) -> str:
        return mathml_symbol(super().average(word), "")


LATEX, TEXT, MATHML = _Latex(), _Text(), _Mathml()
STYLES: dict[str, Style] = {style.name: style for style in (LATEX, TEXT, MATHML)}


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
