"""Plain text, Markdown and LaTeX as pieces, one line after another.

A paragraph is one piece, so that arithmetic may run over the ends of lines; a heading, a list item, a row of a table
begins a new one. Blocks of code are given line by line. A formula set apart stays together, blank lines and all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from exactmetrics.verification.documents.pieces import COMMENT, LONGEST, TASK, Kind, Line, Piece, blanked, joined

_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*([^\s`]*)")
_BULLET = re.compile(r"[ \t]*(?:[-+*•◦▪‣][ \t]+(?:\[[ xX]\][ \t]+)?|\(?\d{1,3}[.)][ \t]+|[a-zA-Z][.)][ \t]+|\\item\b)")
_SIGN_BULLET = re.compile(r"[ \t]*[-+*][ \t]+[\d(]")
_SUM_GOES_ON = re.compile(r"=.*[\d)}\]]\s*$")
_RESULT_LAST = re.compile(r"=[\s$]*[+−-]?[\d.,]+\s*$")  # the line ends with a number that something is equal to
_OWN_EQUALITY = re.compile(
    r"[^=≈]*[\d)}][ \t]*[-+−*/×·÷:^][^=≈]*[=≈]"
)  # behind the bullet: worked out, then said equal
PROMPT = re.compile(r"[ \t]*(?:>>>|\.\.\.|In \[[0-9 ]*\]:)(?:[ \t]|$)")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+(?!>)")
_COUNTS_ROW = re.compile(r"[ \t]+(?:>=?[ \t]?[^\s>]\S*|[-+])(?:[ \t]+[0-9]+){2,}[ \t]*$")  # of the class ">50K" or "+"
_HEADING = re.compile(r"[ \t]*#{1,6}[ \t]|\\(?:sub)*section\b")
_LEVEL = re.compile(r"#|sub|section")
_UNDERLINE = re.compile(r"[ \t]*(?:[-=_*~^\"#+][ \t]?){3,}\s*$|[ \t]*(?:\|[ \t:]*|:)?--[-| \t:]*$")
_MATH = re.compile(
    r"\\(begin|end)\s*\{(equation|align|alignat|gather|multline|eqnarray|displaymath|math|aligned|gathered|split|flalign)"
    r"\*?\}"
)
_VERBATIM = re.compile(r"\\(begin|end)\s*\{(verbatim|lstlisting|minted|Verbatim|alltt|code)\*?\}")
_LATEX_COMMENT = re.compile(r"(?<!\\)%.*")
_COLUMNS = re.compile(r"[ \t]*={2,}(?: +={2,})+\s*$")
_STRUCK = re.compile(r"(?<![~\\])~~(?=[^~\s])[^~\n]{0,400}[^~\s]~~(?!~)")
_OPENS = re.compile(r" {0,3}<!--")
_RST = re.compile(r"[ \t]*\.\.[ \t]+exact:")  # a comment of reStructuredText
_PLAIN_BLOCKS = frozenset(
    {"", "text", "txt", "plain", "plaintext", "output", "none", "console", "math", "latex", "tex"}
)


_R = frozenset({"r", "rconsole", "r-console", "rout", "splus"})
_R_PROMPT = re.compile(r"[ \t]*>(?:[ \t]|$)")
_R_GOES_ON = re.compile(r"[ \t]*\+(?:[ \t]|$)")  # what is typed at the prompt in several lines
_R_PRINTED = re.compile(r"[ \t]*(?:##|#>)(?:[ \t]|$)")  # by a document that runs its code
_PRINTED = re.compile(r"[ \t]*(?:##?[ \t]*|#>[ \t]*)?Confusion Matrix and Statistics[ \t]*$")  # by caret
_TYPED = re.compile(r"[ \t]*(?:[a-zA-Z.][\w.$\[\]]*[ \t]*(?:<-|=(?!=))|[a-zA-Z.][\w.:]*\(|>(?:[ \t]|$))")


def text_pieces(lines: Iterable[Line], *, latex: bool = False, markdown: bool = False) -> Iterator[Piece]:
    """The pieces of a text; `latex` for a LaTeX file, where `%` begins a comment, `markdown` for a file of Markdown.

    There a line set in by four spaces is code, behind a blank line and outside of lists.
    """
    reader = _Reader(latex, markdown)
    for line in lines:
        yield from reader.take(line)
    yield from reader.flush()


class _Hidden:
    """Whether a comment is open that began a line, which may run over many."""

    __slots__ = ("open",)

    def __init__(self) -> None:
        self.open = False

    def without(self, text: str) -> str:
        """A line with spaces for what it hides, as long as before."""
        if self.open:
            end = text.find("-->")
            if end < 0:
                return _blank(text)
            self.open = False
            text = " " * (end + 3) + text[end + 3 :]
        if "<!--" in text:
            text = _without_comments(text)
            if _OPENS.match(text):
                self.open = True
                return _blank(text)
        return blanked(_STRUCK, text) if "~~" in text else text


class _Reader:
    """What is open while lines come in: a paragraph, a block of code, a formula set apart."""

    def __init__(self, latex: bool, markdown: bool) -> None:
        self.latex, self.markdown = latex, markdown
        self.prompted = False  # whether a session is open
        self.listed = False  # whether what is set in belongs to an item of a list
        self.hidden = _Hidden()
        self.held: list[Line] = []
        self.kept: list[str] = []
        self.size = 0
        self.kind: Kind = "prose"
        self.fence = ""  # how the open block of code ends
        self.session: bool | None = None  # whether that block is a session; None before its first line
        self.prompts: bool | None = None  # whether it has prompts of R; None before its first line
        self.r = False  # whether that block is one of R
        self.typed = False  # whether in a block of R the line before is typed at a prompt, or any line is code
        self.printout = False  # whether in a block of code a printout of caret is open
        self.until = ""  # how the open formula ends
        self.first = True
        self.heading = 0  # the level of the heading that the open piece is
        self.item = False  # whether the open piece is an item of a list
        self.borders: list[int] = []  # where the columns of a table under a rule of equal signs begin

    def take(self, line: Line) -> Iterator[Piece]:
        """The pieces that this line completes."""
        text = line.text
        if self.first and text.rstrip() == "---" and not self.latex:
            self.fence, self.kind = "---", "code"
        elif self.fence:
            yield from self.in_block(line)
        elif self.until:
            yield from self.in_formula(line)
        else:
            yield from self.in_paragraph(line)
        self.first = False

    def flush(self) -> Iterator[Piece]:
        """The piece that is open."""
        if self.held and not (self.kind == "prose" and all(not text.strip() for text in self.kept)):
            piece = joined(self.held, self.kind, "".join(self.kept))
            piece.heading = self.heading
            yield piece
        self.held, self.kept, self.size, self.heading, self.item = [], [], 0, 0, False
        if not self.fence:
            self.kind = "prose"

    def add(self, line: Line, text: str) -> Iterator[Piece]:
        """Make a line part of the open piece."""
        self.held.append(line)
        self.kept.append(text)
        self.size += len(text)
        if self.size > LONGEST:
            self.until = ""
            yield from self.flush()

    def in_block(self, line: Line) -> Iterator[Piece]:
        """A line of a block of code."""
        if line.text.strip().startswith(self.fence):
            self.fence = ""
            yield from self.flush()
            self.kind = "prose"
        else:
            is_prompt, kind = PROMPT.match(line.text) is not None, self.kind
            if self.session is None and line.text.strip():
                self.session = is_prompt
            if self.session:
                self.kind = "code" if is_prompt else "listing"
            elif kind == "code":
                self.kind = self.of_code(line.text.rstrip("\r\n"))
            if not self.session or "<BLANKLINE>" not in line.text:
                yield from self.add(line, line.text)
                yield from self.flush()
            self.kind = kind

    def of_code(self, text: str) -> Kind:
        """What a line of a block of code is: typed, or printed behind a prompt of R, a sign of R, or by caret."""
        if _PRINTED.match(text):
            self.printout = True
        elif self.printout and _TYPED.match(text):
            self.printout = False
        if self.prompts is None and text.strip():
            self.prompts = _R_PROMPT.match(text) is not None
        if self.prompts:
            self.typed = _R_PROMPT.match(text) is not None or (self.typed and _R_GOES_ON.match(text) is not None)
            return "code" if self.typed else "listing"
        if self.r and _R_PRINTED.match(text):
            return "listing" if self.typed or self.printout else "code"
        self.typed = self.typed or bool(text.strip())
        return "listing" if self.printout else "code"

    def in_formula(self, line: Line) -> Iterator[Piece]:
        """A line of a formula set apart."""
        text = self.without_comment(line.text)
        yield from self.add(line, text)
        if (self.until == "$$" and text.count("$$") % 2 == 1) or (self.until != "$$" and self.until in text):
            self.until = ""
        if not self.until:
            yield from self.flush()

    def in_paragraph(self, line: Line) -> Iterator[Piece]:
        """A line outside formulas and code."""
        text = self.without_comment(line.text)
        if self.prompted or (not self.latex and text.lstrip().startswith(">>> ")):
            yield from self.in_session(line, text)
            return
        if self.markdown and not self.kept and text.strip():
            if not text[0].isspace():
                self.listed = _BULLET.match(text) is not None
            elif not self.listed and text.startswith(("    ", "\t")):
                self.kind = "listing"
                yield from self.add(line, text)
                yield from self.flush()
                return
        if not self.borders and _is_prose(text):
            self.open_formula(text)
            yield from self.add(line, text)
            return
        fence = None if self.latex else _FENCE.match(text)
        if fence is not None or (self.latex and (found := _VERBATIM.search(text)) and found[1] == "begin"):
            yield from self.flush()
            self.fence, self.session = fence[1] if fence is not None else "\\end", None
            plain = fence[2].lower() in _PLAIN_BLOCKS if fence is not None else "erbatim" in text or "alltt" in text
            language = fence[2].lower().strip("{},.") if fence is not None else _language(text)
            self.r, self.typed, self.printout = language in _R, False, False
            self.prompts = None if self.r or (self.latex and not language) else False
            self.kind = "listing" if plain else "code"
            return
        if _COLUMNS.match(text):
            self.borders = [found.start() for found in re.finditer(r"=+", text)][1:]
        if not text.strip() or _UNDERLINE.match(text):
            self.borders = self.borders if text.strip() else []
            yield from self.flush()
            return
        if self.borders:
            text = self.with_borders(text)
        heading = _HEADING.match(text)
        text, starts, alone = self.shape(text)
        if starts or alone:
            yield from self.flush()
            self.item = starts and not alone
        self.heading = 0 if heading is None or heading[0].startswith("    ") else len(_LEVEL.findall(heading[0]))
        self.open_formula(text)
        yield from self.add(line, text)
        if alone and not self.until:
            yield from self.flush()

    def in_session(self, line: Line, text: str) -> Iterator[Piece]:
        """A line of an interpreter's session, which a blank line ends: what is typed, or what is printed."""
        yield from self.flush()
        self.prompted = bool(text.strip())
        if self.prompted and "<BLANKLINE>" not in text:
            self.kind = "code" if PROMPT.match(text) is not None else "listing"
            yield from self.add(line, text)
            yield from self.flush()

    def shape(self, text: str) -> tuple[str, bool, bool]:
        """The line without the marks of Markdown, whether it begins a piece, whether it is one by itself."""
        if _COUNTS_ROW.match(text.rstrip("\r\n")):
            return text, False, False
        quote = _QUOTE.match(text)
        if quote is not None and not text.startswith(">>>"):
            text = " " * quote.end() + text[quote.end() :]
        heading = _HEADING.match(text)
        if heading is not None:
            return (" " * heading.end() + text[heading.end() :] if text.lstrip()[0] == "#" else text), True, True
        bullet = _BULLET.match(text)
        tabbed = "\t" in text.strip() and (bullet is None or "[" not in bullet[0])  # which no task of a list is
        if self.borders or text.lstrip().startswith("|") or tabbed or text.count(" | ") > 1:
            return text, True, True
        if bullet is None or (bullet[0].strip().endswith(")") and self.in_brackets()):
            return text, False, False
        if self.kept and not self.item and _SIGN_BULLET.match(text) and self.sum_goes_on(text, bullet.end()):
            return text, False, False
        blank = bullet[0].replace("[ ]", TASK * 3) if "[ ]" in bullet[0] else ""
        return re.sub(rf"[^{TASK}]", " ", blank or bullet[0]) + text[bullet.end() :], True, False

    def sum_goes_on(self, text: str, start: int) -> bool:
        """Whether a line that begins with a sign goes on with the sum of the line before, and is no item of a list.

        A line with an equality of its own is an item where the line before has come to its result.
        """
        before = self.kept[-1]
        if _SUM_GOES_ON.search(before) is None:
            return False
        return _RESULT_LAST.search(before) is None or _OWN_EQUALITY.match(text, start) is None

    def in_brackets(self) -> bool:
        """Whether the last line leaves a bracket open, so that what looks like an item's number may close it."""
        return bool(self.kept) and self.kept[-1].count("(") > self.kept[-1].count(")")

    def with_borders(self, text: str) -> str:
        """A row of a table with a sign before each column but the first, where there is room for one."""
        for at in self.borders:
            if text[at - 1 : at] == " ":
                text = f"{text[: at - 1]}|{text[at:]}"
        return f"|{text[1:]}" if len(self.borders) == 1 and text[:1] == " " else text

    def open_formula(self, text: str) -> None:
        """Note the formula that this line leaves open."""
        if text.count("$$") % 2 == 1:
            self.until = "$$"
        elif "\\" in text:
            found = _MATH.search(text)
            if found is not None and found[1] == "begin" and f"\\end{{{found[2]}" not in text[found.end() :]:
                self.until = f"\\end{{{found[2]}"
                self.kind = self.kind if self.held or text[: found.start()].strip() else "math"
            elif re.match(r"\s*\\\[", text) and "\\]" not in text:
                self.until = "\\]"

    def without_comment(self, text: str) -> str:
        """The line with spaces for what it hides; in a LaTeX file for its comment and for `~`, which is one there."""
        if not self.latex and not self.markdown and _RST.match(text):
            return _blank(text)
        if not self.latex:
            return self.hidden.without(text) if self.hidden.open or "<!--" in text or "~~" in text else text
        text = text.replace("~", " ")
        if "%" not in text:
            return text
        return _LATEX_COMMENT.sub(lambda found: _uncommented(found, text), text)


def _language(text: str) -> str:
    """The language of a listing of LaTeX; "" where it says none."""
    found = re.search(r"language\s*=\s*\{?([\w-]+)", text) or re.search(r"minted\}(?:\[[^\]]*\])?\{([\w-]+)", text)
    return "" if found is None else found[1].lower()


def _is_prose(text: str) -> bool:
    """Whether a line surely is no fence, rule, heading, item of a list or row of a table: it begins with a word."""
    return text[:1].isalpha() and text[1:2].isalnum() and not ("|" in text or "\t" in text or "\\begin" in text)


def _uncommented(found: re.Match[str], text: str) -> str:
    """Spaces for a comment, with a mark where it may be a percent sign that lacks its backslash."""
    before = text[: found.start()]
    percent = before[-1:].isdigit() and ("=" in before or "\\approx" in before)
    return (COMMENT if percent else " ") + " " * (len(found[0]) - 1)


def _without_comments(text: str) -> str:
    """A line with spaces for the comments of HTML that end in it."""
    end = 0
    while (start := text.find("<!--", end)) >= 0 and (stop := text.find("-->", start)) >= 0:
        end = stop + 3
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _blank(line: str) -> str:
    """Spaces for a line, but for its end."""
    kept = line.rstrip("\r\n")
    return " " * len(kept) + line[len(kept) :]
