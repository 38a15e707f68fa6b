"""The formats: how each one writes formulas and names, which templates it uses, and how much room a page has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.latex import FrameLatex, InlineLatex, Latex, PageLatex
from exactmetrics.derivation.notation.mathml import InlineMathml, Mathml, marked_up
from exactmetrics.derivation.notation.printer import Notation
from exactmetrics.derivation.notation.text import Text
from exactmetrics.derivation.notation.two_d import Stacked


@dataclass(frozen=True, slots=True)
class Format:
    """One format: the folder and ending of its templates, its notations, its escaping, and its room."""

    name: str
    folder: str
    ending: str
    notation: type[Notation]
    inline_notation: type[Notation]
    escape: Callable[[object], str]
    display: type[Notation] | None = None  # what draws formulas that stand by themselves, where it is another one
    open_math: str = "$"
    close_math: str = "$"
    approx: str = r"\approx"
    width: float = 68  # digits in a row of a displayed formula
    room: int = 120  # characters in a row of a report's table
    rows: int = 50  # rows of a report's table
    matrix: int = 30  # classes of the largest matrix a report shows cell by cell
    mark: str = r"\*"  # what marks a value that rests on a policy
    escape_prose: bool = False  # descriptions, which are Markdown already, are escaped like names
    formulas: bool = True  # formulas have marks of their own, False: they are plain text
    style: str = "latex"  # how symbols are written
    period: tuple[str, str] = (r"\overline{", "}")  # what stands around the digits that repeat
    code: tuple[str, str] = ("`", "`")  # what stands around a word of a program
    finish: Callable[[str], str] = str  # what is left to do to a written formula
    around: tuple[str, str] = ("", "")  # what stands around a name
    beside: str = r" \qquad "  # what stands between two formulas in one row; nothing: each has rows of its own
    emphasis: tuple[str, str] = ("*", "*")  # what stands around a term where it is defined
    isolates: bool = False  # a name that runs from right to left is set off by characters that cannot be seen
    paper: bool = False  # a page is no wider than paper, and nothing can be moved aside
    exact_formulas: bool = False  # exact values in a table are formulas
    breaks: bool = False  # formulas in a sentence are never broken by the reader's program
    picture: bool = False  # a report has a picture of the matrix
    marking: str = "bold"  # how the diagonal stands out: bold, brackets, or shaded
    strong: tuple[str, str] = ("**", "**")  # what stands around a name at the head of a line
    correct: tuple[str, str] = ("**", "**")  # what stands around a count of the diagonal
    letters: tuple[str, str] = ("", "")  # what stands around the letters before a count
    spans: bool = False  # the head of a table can span several columns
    lines: int = 0  # of formulas that are kept in one frame; nothing: they may be parted anywhere

    def template(self, kind: str) -> str:
        return f"{self.folder}/{kind}.{self.ending}.jinja"

    def cell(self, letters: str, count: str, correct: bool) -> str:
        """A count of the matrix, behind the letters of what it is, set off where the prediction is correct."""
        shown = f"{self.correct[0]}{count}{self.correct[1]}" if correct else count
        return f"{self.letters[0]}{letters} = {self.letters[1]}{shown}" if letters else shown

    def repeating(self, before: str, period: str) -> str:
        """A decimal whose period is marked: by a line over it, or by brackets."""
        return f"{before}{self.period[0]}{period}{self.period[1]}"


TEXT = Format(
    "text", "text", "txt", Text, Text, escape.plain, open_math="", close_math="", approx="≈", width=84, room=77,
    matrix=15, mark="*", formulas=False, style="text", period=("(", ")"), isolates=True, marking="brackets",
    emphasis=("", ""), beside="", strong=("", ""), correct=("[", "]"),
    code=("", ""),
)  # fmt: skip
TEXT_2D = replace(TEXT, name="text-2d", display=Stacked)
MARKDOWN = Format("markdown", "markdown", "md", Latex, InlineLatex, escape.markdown, isolates=True, width=90)
GITHUB = replace(MARKDOWN, name="github", folder="github", open_math="$`", close_math="`$")
LATEX = Format(
    "latex", "latex", "tex", PageLatex, InlineLatex, escape.latex, room=78, rows=25, matrix=10, mark=r"^{\ast}",
    escape_prose=True, paper=True, exact_formulas=True, marking="shaded", spans=True,
    emphasis=(r"\emph{", "}"), strong=(r"\textbf{", "}"), correct=(r"\cellcolor{black!20}\textbf{", "}"),
    code=(r"\texttt{", "}"),
)  # fmt: skip
# The text of a frame is two thirds as wide as that of a page, in smaller type; without a package no cell is shaded.
BEAMER = replace(
    LATEX, name="beamer", folder="beamer", notation=FrameLatex, width=57, room=60, rows=14, marking="bold", lines=14
)
HTML = Format(
    "html", "html", "html", Mathml, InlineMathml, escape.html, open_math='<math dir="ltr">', close_math="</math>",
    approx="≈", width=60, room=100, mark='<span class="mark">*</span>', escape_prose=True, style="mathml",
    period=("(", ")"), finish=marked_up, around=("<bdi>", "</bdi>"), breaks=True, picture=True, marking="shaded",
    spans=True, emphasis=("<em>", "</em>"), strong=("<strong>", "</strong>"), correct=("", ""),
    letters=('<span class="letters">', "</span>"), beside='<mspace width="2em"/>',
    code=("<code>", "</code>"),
)  # fmt: skip
FORMATS = {f.name: f for f in (TEXT, TEXT_2D, MARKDOWN, GITHUB, LATEX, BEAMER, HTML)}
