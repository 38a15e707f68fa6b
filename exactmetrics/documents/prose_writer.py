"""The author's text written for a format: the nodes of its tree as plain text, Markdown, LaTeX or HTML.

A format is a class: `always` is what some nodes are whatever they hold, `around` what stands before and after others,
and a method of its own writes each other type of node.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from html import escape as html_escape
from typing import TYPE_CHECKING, ClassVar

from exactmetrics.derivation.formats import Format
from exactmetrics.derivation.notation import escape
from exactmetrics.derivation.notation.latex_reader import formula_mathml
from exactmetrics.derivation.notation.terminal import terminal_width, text_table
from exactmetrics.documents.prose import REFERENCE
from exactmetrics.exact.errors import InputError

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Node

# A reference as text of the format; the flags say whether it stands in a formula, and whether it may be a link.
Resolve = Callable[[str, bool, bool], str]


def seen(text: str) -> str:
    """A text without control and bidirectional characters; the joiners of words and emoji stay."""
    return "".join(ch for ch in text if ch in "\n\t\u200c\u200d" or not unicodedata.category(ch).startswith("C"))


class Writer:
    """What all formats have in common."""

    between = "\n\n"  # blocks
    always: ClassVar[Mapping[str, str]] = {}
    around: ClassVar[Mapping[str, tuple[str, str]]] = {}

    def __init__(self, format: Format, resolve: Resolve) -> None:
        self.format, self._resolve = format, resolve
        self._links, self._places = True, iter(list[str]())

    def write(self, root: Node, places: Iterable[str] = ()) -> str:
        """A whole text; `places` are what links to its headings of the first level lead to, in their order."""
        self._places = iter(places)
        return self._blocks(root.children)

    def headings(self, root: Node) -> list[str]:
        """The headings of the first level, without links, as a table of contents lists them."""
        self._links = False
        found = [self._inside(node) for node in root.walk() if node.type == "heading" and node.tag == "h1"]
        self._links = True
        return found

    def filled(self, formula: str) -> str:
        """A formula of the author's with its references put in."""
        return REFERENCE.sub(lambda found: self._resolve(found[0], True, False), formula)

    def shown_formula(self, formula: str, *, display: bool) -> str:
        """A formula that stands by itself, as the format has it."""
        return formula

    def escape(self, text: str) -> str:
        return text

    def _blocks(self, nodes: Iterable[Node]) -> str:
        return self.between.join(filter(None, map(self._node, nodes)))

    def _inside(self, node: Node) -> str:
        return "".join(map(self._node, node.children))

    def _node(self, node: Node) -> str:
        if node.type == "inline" or (node.type == "link" and not self._links):
            return self._inside(node)
        if node.type in self.always:
            return self.always[node.type]
        if node.type in self.around:
            before, after = self.around[node.type]
            return f"{before}{self._inside(node)}{after}"
        method = getattr(self, "_fence" if node.type == "code_block" else f"_{node.type}", None)
        if method is None:
            raise InputError(f"{node.type.replace('_', ' ')} is no part of a document's text; write it otherwise")
        text: str = method(node)
        return text

    def _place(self, node: Node) -> str:
        """What stands at a heading so that links can lead to it; empty where there is no table of contents."""
        return next(self._places, "") if node.tag == "h1" else ""

    def _reference(self, node: Node) -> str:
        return self._resolve(node.content, False, self._links)

    def _text(self, node: Node) -> str:
        return self.escape(seen(node.content))

    def _paragraph(self, node: Node) -> str:
        return self._inside(node).strip()

    def _bullet_list(self, node: Node) -> str:
        return "\n".join(self._item(item, "- ") for item in node.children)

    def _ordered_list(self, node: Node) -> str:
        return "\n".join(self._item(item, f"{at}. ") for at, item in enumerate(node.children, _first(node)))

    def _item(self, item: Node, mark: str) -> str:
        """An item of a list after its mark, for formats whose lists have a line for each."""
        return mark + self._blocks(item.children).replace("\n", "\n" + " " * len(mark))

    def _rows(self, table: Node) -> list[list[str]]:
        """The cells of a table, written, its head first."""
        return [[self._inside(cell) for cell in row.children] for part in table.children for row in part.children]


def _first(node: Node) -> int:
    return int(node.attrs.get("start", 1))


def _sides(table: Node) -> list[str]:
    """Where the columns of a table are aligned: left, right or center."""
    styles = [str(cell.attrs.get("style", "")) for cell in table.children[0].children[0].children]
    return [style.rpartition(":")[2] or "left" for style in styles]


class TextWriter(Writer):
    """Plain text, in lines that a terminal shows whole."""

    _break = "\x00"  # a line break that was asked for; no text holds it
    always: ClassVar = {"softbreak": " ", "hardbreak": _break, "hr": "-" * 20}
    around: ClassVar = {"em": ("*", "*"), "strong": ("*", "*")}

    def _heading(self, node: Node) -> str:
        text = self._inside(node)
        return f"{text}\n{('=' if node.tag == 'h1' else '-') * terminal_width(text)}"

    def _paragraph(self, node: Node) -> str:
        lines = self._inside(node).strip("\n").replace(self._break, "\n" + self._break).split("\n")
        width = self.format.room
        broken = [line if line.startswith("   ") else "\n".join(textwrap.wrap(line, width) or [""]) for line in lines]
        return "\n".join(broken).replace(self._break, "")

    def _code_inline(self, node: Node) -> str:
        return seen(node.content)

    def _fence(self, node: Node) -> str:
        return textwrap.indent(seen(node.content).rstrip("\n"), "   ")

    def _math(self, node: Node) -> str:
        formula = " ".join(self.filled(node.content).split())
        return f"\n\n   {formula}\n\n" if node.meta["display"] else formula

    def _link(self, node: Node) -> str:
        target, text = str(node.attrs["href"]), self._inside(node)
        return text if target.startswith("#") or target == text else f"{text} <{target}>"

    def _blockquote(self, node: Node) -> str:
        return textwrap.indent(self._blocks(node.children), "> ", lambda line: True)

    def _table(self, node: Node) -> str:
        head, *body = self._rows(node)
        return textwrap.indent("\n".join(text_table(head, body, left=len(head))), "   ")


class MarkdownWriter(Writer):
    """Markdown with formulas between dollar signs, or for GitHub in fences; headings stand below the title."""

    _special = re.compile(r"[\\`*_\[\]<>$|~#&]|\{(?=\s*(?:\w+\s*:|(?:ref|value|decimal|percent)\b))", re.IGNORECASE)
    _at_start = re.compile(r"^(\d+)([.)])|^([-+=])", re.MULTILINE)
    always: ClassVar = {"softbreak": "\n", "hardbreak": "\\\n", "hr": "***"}
    around: ClassVar = {"em": ("*", "*"), "strong": ("**", "**")}

    def escape(self, text: str) -> str:
        out = self._special.sub(lambda found: "\\" + found[0], text)
        return self._at_start.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", out)

    def _heading(self, node: Node) -> str:
        place = self._place(node)
        heading = f"{'#' * min(int(node.tag[1]) + 1, 6)} {self._inside(node)}"
        return f"{place}\n\n{heading}" if place else heading

    def _code_inline(self, node: Node) -> str:
        code = seen(node.content)
        marks, room = _backticks(code, 1), " " if code.startswith("`") or code.endswith("`") else ""
        return f"{marks}{room}{code}{room}{marks}"

    def _fence(self, node: Node) -> str:
        code = seen(node.content)
        marks = _backticks(code, 3)
        return f"{marks}\n{code}{marks}"

    def _math(self, node: Node) -> str:
        # a reader that knows no formulas must not see a tag
        formula = self.filled(node.content).replace("<", r"\lt ").replace(">", r"\gt ")
        if not node.meta["display"]:
            return f"{self.format.open_math}{formula}{self.format.close_math}"
        formula = " ".join(formula.split())  # one displayed formula a line, for all dialects
        return f"\n\n```math\n{formula}\n```\n\n" if self.format.name == "github" else f"\n\n$$ {formula} $$\n\n"

    def _link(self, node: Node) -> str:
        target = str(node.attrs["href"]).replace("&", "&amp;")  # no entity may turn into a scheme
        return f"[{self._inside(node)}](<{target}>)"

    def _blockquote(self, node: Node) -> str:
        return "\n".join(f"> {line}".rstrip() for line in self._blocks(node.children).split("\n"))

    def _item(self, item: Node, mark: str) -> str:
        tight = all(child.hidden for child in item.children if child.type == "paragraph")
        text = ("\n" if tight else "\n\n").join(map(self._node, item.children))
        return mark + text.replace("\n", "\n" + " " * len(mark)).rstrip()

    def _table(self, node: Node) -> str:
        rules = {"left": ":---", "right": "---:", "center": ":---:"}
        head, *body = (f"| {' | '.join(row)} |" for row in self._rows(node))
        return "\n".join([head, f"|{'|'.join(rules[side] for side in _sides(node))}|", *body])


def _backticks(code: str, least: int) -> str:
    """More backticks than a code holds in a row."""
    return "`" * max(least, max(map(len, re.findall(r"`+", code)), default=0) + 1)


class LatexWriter(Writer):
    """LaTeX that needs no package but those of a derivation; links need hyperref."""

    _special = frozenset('\\{}$&#%_~^<>|"`[]*')
    _tabular = "tabular"
    _sections = ("section*", "subsection*", "subsubsection*", "paragraph*")
    always: ClassVar = {
        "softbreak": "\n",
        "hardbreak": "\\\\{}\n",
        "hr": r"\begin{center}\rule{.3\linewidth}{.4pt}\end{center}",
    }
    around: ClassVar = {"em": (r"\emph{", "}"), "strong": (r"\textbf{", "}")}

    def escape(self, text: str) -> str:
        """Words with every special character as a command; what would join to a dash stays apart."""
        out = "".join(escape.latex(ch) if ch in self._special else ch for ch in text)
        return out.replace("--", "-{}-").replace("--", "-{}-")

    def _heading(self, node: Node) -> str:
        command = self._sections[min(int(node.tag[1]), len(self._sections)) - 1]
        return rf"\{command}{{{self._inside(node)}}}{self._place(node)}"

    def _code(self, text: str) -> str:
        return self.escape(seen(text)).replace("--", "-{}-").replace("'", r"\textquotesingle{}")

    def _code_inline(self, node: Node) -> str:
        return rf"\texttt{{{self._code(node.content)}}}"

    def _fence(self, node: Node) -> str:
        lines = [self._code(line).replace(" ", "~") or "~" for line in node.content.rstrip("\n").split("\n")]
        rows = "\\\\\n".join(rf"\texttt{{{line}}}" for line in lines)
        return f"\\begin{{quote}}\\raggedright\n{rows}\n\\end{{quote}}"

    def _math(self, node: Node) -> str:
        formula = self.filled(node.content)
        return f"\n\\begin{{equation*}}\n{formula}\n\\end{{equation*}}\n" if node.meta["display"] else f"${formula}$"

    def _link(self, node: Node) -> str:
        target, text = str(node.attrs["href"]), self._inside(node)
        if target.startswith("#"):
            return rf"\hyperref[{target[1:]}]{{{text}}}"
        return rf"\href{{{''.join(chr(92) + ch if ch in '%#&_' else ch for ch in target)}}}{{{text}}}"

    def _blockquote(self, node: Node) -> str:
        return f"\\begin{{quote}}\n{self._blocks(node.children)}\n\\end{{quote}}"

    def _bullet_list(self, node: Node) -> str:
        return self._list("itemize", node)

    def _ordered_list(self, node: Node) -> str:
        return self._list("enumerate", node)

    def _list(self, kind: str, node: Node) -> str:
        items = "\n".join(rf"\item {self._blocks(item.children)}" for item in node.children)
        counted = f"\\setcounter{{enumi}}{{{_first(node) - 1}}}\n" if _first(node) != 1 else ""
        return f"\\begin{{{kind}}}\n{counted}{items}\n\\end{{{kind}}}"

    def _table(self, node: Node) -> str:
        head, *body = (" & ".join(row) + r" \\" for row in self._rows(node))
        columns = "".join(side[0] for side in _sides(node))
        lines = [rf"\begin{{{self._tabular}}}{{{columns}}}", r"\toprule", head, r"\midrule", *body, r"\bottomrule"]
        return "\n".join([r"\begin{center}", *lines, rf"\end{{{self._tabular}}}", r"\end{center}"])


class FrameWriter(LatexWriter):
    """LaTeX inside a frame: headings are no sections, and tables are shrunk where they are too large."""

    _tabular = "exacttable"

    def _heading(self, node: Node) -> str:
        return rf"\medskip\textbf{{{self._inside(node)}}}{self._place(node)}\par"


class HtmlWriter(Writer):
    """HTML without attributes but those of links and columns.

    Formulas are MathML where that is known, else LaTeX as code: a page holds no script.
    """

    between = "\n"
    always: ClassVar = {"softbreak": "\n", "hardbreak": "<br/>\n", "hr": "<hr/>"}
    around: ClassVar = {"em": ("<em>", "</em>"), "strong": ("<strong>", "</strong>")}

    def escape(self, text: str) -> str:
        return html_escape(text)

    def shown_formula(self, formula: str, *, display: bool) -> str:
        """A formula as MathML, or what is not known there as code."""
        formula = seen(formula)
        return formula_mathml(formula, display=display) or f'<code class="math">{html_escape(formula)}</code>'

    def _heading(self, node: Node) -> str:
        level = min(int(node.tag[1]) + 1, 6)
        return f"<h{level}>{self._place(node)}{self._inside(node)}</h{level}>"

    def _paragraph(self, node: Node) -> str:
        return self._inside(node) if node.hidden else f"<p>{self._inside(node)}</p>"  # hidden in a tight list

    def _code_inline(self, node: Node) -> str:
        return f"<code>{html_escape(seen(node.content))}</code>"

    def _fence(self, node: Node) -> str:
        return f"<pre><code>{html_escape(seen(node.content))}</code></pre>"

    def _math(self, node: Node) -> str:
        return self.shown_formula(self.filled(node.content), display=node.meta["display"])

    def _link(self, node: Node) -> str:
        return f'<a href="{html_escape(str(node.attrs["href"]))}">{self._inside(node)}</a>'

    def _blockquote(self, node: Node) -> str:
        return f"<blockquote>\n{self._blocks(node.children)}\n</blockquote>"

    def _bullet_list(self, node: Node) -> str:
        return f"<ul>\n{self._items(node)}\n</ul>"

    def _ordered_list(self, node: Node) -> str:
        return f'<ol start="{_first(node)}">\n{self._items(node)}\n</ol>'

    def _items(self, node: Node) -> str:
        return "\n".join(f"<li>{self._blocks(item.children)}</li>" for item in node.children)

    def _table(self, node: Node) -> str:
        head, *body = self._rows(node)
        sides = _sides(node)
        lines = [f"<thead>\n{_html_row('th', head, sides)}\n</thead>"]
        lines += ["<tbody>", *(_html_row("td", row, sides) for row in body), "</tbody>"] if body else []
        return '<div class="scroll"><table>\n' + "\n".join(lines) + "\n</table></div>"


def _html_row(cell: str, texts: list[str], sides: list[str]) -> str:
    cells = zip(texts, sides, strict=True)
    return "<tr>" + "".join(f'<{cell} style="text-align:{side}">{text}</{cell}>' for text, side in cells) + "</tr>"
