"""The formats: how each one writes formulas and names, which templates it uses, and how much room a page has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.base import Notation
from exactmetrics.derivation.notation.broken import PageLatex
from exactmetrics.derivation.notation.latex import InlineLatex, Latex
from exactmetrics.derivation.notation.text import Text


@dataclass(frozen=True, slots=True)
class Format:
    """One format: the folder and ending of its templates, its notations, its escaping, and its room."""

    name: str
    folder: str
    ending: str
    notation: type[Notation]
    inline_notation: type[Notation]
    escape: Callable[[object], str]
    open_math: str = "$"
    close_math: str = "$"
    open_display: str = "$$ "
    close_display: str = " $$"
    approx: str = r"\approx"
    width: float = 68  # digits in a row of a displayed formula
    room: int = 120  # characters in a row of a report's table
    rows: int = 50  # rows of a report's table
    matrix: int = 30  # classes of the largest matrix a report shows cell by cell
    mark: str = r"\*"  # what marks a value that rests on a policy
    escape_prose: bool = False  # descriptions, which are Markdown already, are escaped like names
    formulas: bool = True  # formulas have marks of their own, False: they are plain text

    def template(self, kind: str) -> str:
        """The name of a template: of a derivation, a report, the data ...

        >>> FORMATS["markdown"].template("derivation")
        'markdown/derivation.md.jinja'
        """
        return f"{self.folder}/{kind}.{self.ending}.jinja"

    def repeating(self, before: str, period: str) -> str:
        r"""A decimal whose period is marked: by a line over it, or by brackets.

        >>> FORMATS["markdown"].repeating("0.", "3"), FORMATS["text"].repeating("0.", "3")
        ('0.\\overline{3}', '0.(3)')
        """
        return rf"{before}\overline{{{period}}}" if self.formulas else f"{before}({period})"


TEXT = Format(
    "text",
    "text",
    "txt",
    Text,
    Text,
    escape.plain,
    open_math="",
    close_math="",
    open_display="",
    close_display="",
    approx="≈",
    width=100,
    room=100,
    matrix=15,
    mark="*",
    formulas=False,
)
MARKDOWN = Format("markdown", "markdown", "md", Latex, InlineLatex, escape.markdown)
LATEX = Format(
    "latex",
    "latex",
    "tex",
    PageLatex,
    InlineLatex,
    escape.latex,
    room=78,
    rows=25,
    matrix=10,
    mark=r"^{\ast}",
    escape_prose=True,
)

FORMATS = {f.name: f for f in (TEXT, MARKDOWN, LATEX)}
