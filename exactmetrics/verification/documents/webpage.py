"""Web pages as pieces: the text of each block, formulas in MathML written out, scripts and styles left out.

The page is scanned as it comes in, a block at a time; no tree is built. Entities are resolved, and the marks of a piece
say where each of its characters stands in the file.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import IO

from exactmetrics.verification.documents.mathml import MathWriter
from exactmetrics.verification.documents.pieces import LONGEST, Cursor, Kind, Mark, Piece

_TOKEN = re.compile(
    r"<!--|<(?P<end>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9:-]*)(?P<rest>[^<>\"']*(?:\"[^\"]*\"[^<>\"']*|'[^']*'[^<>\"']*)*)>"
    r"|<[!?][^<>]*>|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});?|[^<&]{1,4000}|[<&]"
)
_BLOCKS = frozenset(
    {
        "p", "div", "li", "ul", "ol", "tr", "td", "th", "table", "h1", "h2", "h3", "h4", "h5", "h6", "section",
        "article", "header", "footer", "blockquote", "pre", "figure", "figcaption", "dl", "dt", "dd", "br", "hr",
        "body", "html", "head", "title", "nav", "aside", "main", "form", "option", "tbody", "thead", "caption",
        "summary", "details", "button",
    }
)  # fmt: skip
_SKIPPED = frozenset({"script", "style", "noscript", "svg", "template", "textarea"})
_CODE = frozenset({"pre"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_WRITTEN = {("sup", ""): "^(", ("sup", "/"): ")", ("sub", ""): "_(", ("sub", "/"): ")"}
_HIDDEN = re.compile(r"aria-hidden\s*=\s*[\"']?true|class\s*=\s*[\"'][^\"']*katex-html")
_DISPLAYED = re.compile(r"display\s*=\s*[\"']?block")
_TEX = re.compile(r"type\s*=\s*[\"']math/tex")
BLOCK = 1 << 16
MOST_WORDS = 4  # of a cell in a table of numbers
CARRY = 1 << 15  # an unfinished tag longer than this is text


def html_pieces(stream: IO[str]) -> Iterator[Piece]:
    """The pieces of a web page."""
    return _Page().read(stream)


class _Page(Cursor):
    """Where the scan is in the file, and the block that is open."""

    __slots__ = (
        "closing", "code", "column", "displayed", "heading", "hidden", "in_row", "line",
        "marks", "math", "offset", "parts", "size", "width",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.marks: list[Mark] = []
        self.size = self.code = self.width = 0
        self.closing = ""  # the end of what is left out
        self.hidden: list[str] = []
        self.math: MathWriter | None = None
        self.displayed = False  # whether the formula is set apart, as a block of its own
        self.heading = 0  # the level of the heading that the open block is
        self.in_row = False  # whether the open block is a row of a table

    def read(self, stream: IO[str]) -> Iterator[Piece]:
        """Scan the whole page."""
        rest = ""
        while block := stream.read(BLOCK):
            text = rest + block
            cut = self.complete(text)
            yield from self.scan(text[:cut])
            rest = text[cut:]
        yield from self.scan(rest)
        yield from self.flush()

    def complete(self, text: str) -> int:
        """How much of the text can be scanned before more of it is read."""
        if self.closing:
            return max(0, len(text) - len(self.closing)) if self.closing not in text[-CARRY:].lower() else len(text)
        tail = max(text.rfind("<"), text.rfind("&"))
        whole = tail < 0 or ">" in text[tail:] or ";" in text[tail : tail + 40] or len(text) - tail > CARRY
        return len(text) if whole else tail

    def scan(self, text: str) -> Iterator[Piece]:
        """Take one stretch of the page."""
        at = 0
        while at < len(text):
            if self.closing:
                found = re.compile(re.escape(self.closing), re.IGNORECASE).search(text, at)
                end = found.end() if found else len(text)
                self.closing = "" if found else self.closing
                self.move(text[at:end])
                at = end
                continue
            token = _TOKEN.match(text, at)
            assert token is not None  # the last alternatives take any character
            self.width = len(token[0])
            if token["tag"]:
                yield from self.tag(token["tag"].lower(), token["end"], token["rest"])
            elif token[0] == "<!--":
                self.closing = "-->"
            elif not token[0].startswith(("<!", "<?")):
                self.add(token[0], html.unescape(token[0]) if token[0][0] == "&" else token[0])
            self.move(token[0])
            at = token.end()
            if self.size > LONGEST:
                yield from self.flush()

    def tag(self, name: str, end: str, rest: str) -> Iterator[Piece]:
        """Take a tag."""
        if self.hidden:
            if name == self.hidden[0] and not rest.endswith("/"):
                self.hidden.append(name) if not end else self.hidden.pop()
            return
        if self.math is not None:
            self.write(self.math.end(name) if end else self.math.start(name, rest))
            if end and name == "math":
                self.math = None
                if self.displayed:
                    yield from self.flush()
        elif name == "math" and not end:
            self.math, self.displayed = MathWriter(), _DISPLAYED.search(rest) is not None
            if self.displayed:
                yield from self.flush()
            self.write("\\(")
        elif name == "script" and not end and _TEX.search(rest):
            self.write("\\(")
        elif name == "script" and end:
            self.write("\\)")
        elif name in _SKIPPED and not end and not rest.endswith("/"):
            self.closing = f"</{name}>"
        elif not end and "katex-html" in rest and _HIDDEN.search(rest):
            self.hidden = [name]
        elif name in _BLOCKS:
            yield from self.block(name, end)
        elif (name, end) in _WRITTEN:
            self.write(_WRITTEN[name, end])

    def block(self, name: str, end: str) -> Iterator[Piece]:
        """Take a tag that ends a piece, or a line or a cell of one."""
        if name == "br":
            self.write("\n")
        elif name in ("td", "th"):
            self.write(" | ")
        else:
            yield from self.flush()
            self.heading = int(name[1]) if name in _HEADINGS and not end else 0
            self.in_row = name == "tr" and not end
            if name in _CODE:
                self.code = 0 if end else 1

    def add(self, printed: str, text: str) -> None:
        """Add text; where it differs from what is printed, with a mark of its own."""
        if self.hidden:
            return
        if self.math is not None:
            text = self.math.text(text)
        width = len(printed) if printed[0] == "&" else 0
        self.marks.append(Mark(self.size, self.offset, self.line, self.column, width))
        self.parts.append(text)
        self.size += len(text)

    def write(self, text: str) -> None:
        """Add text that stands for a tag."""
        if text:
            self.marks.append(Mark(self.size, self.offset, self.line, self.column, self.width))
            self.parts.append(text)
            self.size += len(text)

    def flush(self) -> Iterator[Piece]:
        """The block that is open."""
        text = "".join(self.parts)
        if self.in_row and "\n" in text and _is_of_cells(text):
            self.without_breaks()
            text = "".join(self.parts)
        if text.strip():
            kind: Kind = "listing" if self.code else "prose"
            yield Piece(text, kind, self.marks, self.heading)
        self.parts, self.marks, self.size = [], [], 0

    def without_breaks(self) -> None:
        """The open row with the line ends between its cells, and around what they hold, left out."""
        parts, marks, size = list[str](), list[Mark](), 0
        for at, (part, mark) in enumerate(zip(self.parts, self.marks, strict=True)):
            first = at == 0 or self.parts[at - 1] == " | "
            last = at + 1 == len(self.parts) or self.parts[at + 1] == " | "
            start = len(part) - len(part.lstrip()) if first and "\n" in part and part != " | " else 0
            stop = len(part.rstrip()) if last and "\n" in part and part != " | " else len(part)
            if start >= stop:
                continue
            before = part[:start]
            lines = before.count("\n")
            column = len(before) - before.rfind("\n") if lines else mark.column + start
            moved = Mark(size, mark.offset + start, mark.line + lines, column, mark.width)
            parts.append(part[start:stop])
            marks.append(moved)
            size += stop - start
        self.parts, self.marks, self.size = parts, marks, size


def _is_of_cells(row: str) -> bool:
    """Whether a row has several cells and each at most a few words, and is not there to place sentences on a page."""
    cells = [cell.split() for cell in row.split(" | ") if cell.strip()]
    return bool(cells) and row.count(" | ") > 2 and all(len(cell) <= MOST_WORDS for cell in cells)
