"""The author's text as LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exactmetrics.derivation.notation import escape
from exactmetrics.documents.writer import Writer, seen

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_SPECIAL = set('\\{}$&#%_~^<>|"`[]*')
_SECTIONS = ("section*", "subsection*", "subsubsection*", "paragraph*")


class LatexWriter(Writer):
    """LaTeX that needs no package but those of a derivation; links need hyperref."""

    def escape(self, text: str) -> str:
        """Words with every special character as a command; what would join to a dash stays apart."""
        out = "".join(escape.latex(ch) if ch in _SPECIAL else ch for ch in text)
        return out.replace("--", "-{}-").replace("--", "-{}-")

    def on_heading(self, node: SyntaxTreeNode) -> str:
        """A heading, below the title."""
        command = _SECTIONS[min(int(node.tag[1]), len(_SECTIONS)) - 1]
        return rf"\{command}{{{self.inside(node)}}}{self.place(node)}"

    def on_paragraph(self, node: SyntaxTreeNode) -> str:
        """A paragraph."""
        return self.inside(node).strip()

    def on_softbreak(self, node: SyntaxTreeNode) -> str:
        """The end of a source line."""
        return "\n"

    def on_hardbreak(self, node: SyntaxTreeNode) -> str:
        """A line break that was asked for."""
        return "\\\\{}\n"

    def on_em(self, node: SyntaxTreeNode) -> str:
        """Emphasis."""
        return rf"\emph{{{self.inside(node)}}}"

    def on_strong(self, node: SyntaxTreeNode) -> str:
        """Strong emphasis."""
        return rf"\textbf{{{self.inside(node)}}}"

    def on_code_inline(self, node: SyntaxTreeNode) -> str:
        """Code inside a sentence."""
        return rf"\texttt{{{self._code(node.content)}}}"

    def _code(self, text: str) -> str:
        return self.escape(seen(text)).replace("--", "-{}-").replace("'", r"\textquotesingle{}")

    def on_fence(self, node: SyntaxTreeNode) -> str:
        """A block of code, line by line."""
        lines = [self._code(line).replace(" ", "~") or "~" for line in node.content.rstrip("\n").split("\n")]
        rows = "\\\\\n".join(rf"\texttt{{{line}}}" for line in lines)
        return f"\\begin{{quote}}\\raggedright\n{rows}\n\\end{{quote}}"

    on_code_block = on_fence

    def on_math(self, node: SyntaxTreeNode) -> str:
        """A formula, as the author wrote it."""
        formula = self.formula(node)
        if not node.meta["display"]:
            return f"${formula}$"
        return f"\n\\begin{{equation*}}\n{formula}\n\\end{{equation*}}\n"

    def on_link(self, node: SyntaxTreeNode) -> str:
        """A link, to a page or to a place in the document."""
        target, text = str(node.attrs["href"]), self.inside(node)
        if target.startswith("#"):
            return rf"\hyperref[{target[1:]}]{{{text}}}"
        return rf"\href{{{''.join(chr(92) + ch if ch in '%#&_' else ch for ch in target)}}}{{{text}}}"

    def on_hr(self, node: SyntaxTreeNode) -> str:
        """A rule."""
        return r"\begin{center}\rule{.3\linewidth}{.4pt}\end{center}"

    def on_blockquote(self, node: SyntaxTreeNode) -> str:
        """A quotation."""
        return f"\\begin{{quote}}\n{self.blocks(node.children)}\n\\end{{quote}}"

    def on_bullet_list(self, node: SyntaxTreeNode) -> str:
        """A list."""
        return self._list("itemize", node)

    def on_ordered_list(self, node: SyntaxTreeNode) -> str:
        """A numbered list."""
        return self._list("enumerate", node)

    def _list(self, kind: str, node: SyntaxTreeNode) -> str:
        items = "\n".join(rf"\item {self.blocks(item.children)}" for item in node.children)
        first = int(node.attrs.get("start", 1))
        counted = f"\\setcounter{{enumi}}{{{first - 1}}}\n" if first != 1 else ""
        return f"\\begin{{{kind}}}\n{counted}{items}\n\\end{{{kind}}}"

    def on_table(self, node: SyntaxTreeNode) -> str:
        """A table."""
        head, *body = (" & ".join(row) + r" \\" for row in self.rows(node))
        columns = "".join(side[0] for side in self.sides(node))
        lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule", *body, r"\bottomrule"]
        return "\n".join([r"\begin{center}", *lines, r"\end{tabular}", r"\end{center}"])
