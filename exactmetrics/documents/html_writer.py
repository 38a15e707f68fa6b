"""The author's text as HTML; formulas are MathML where that is known, else LaTeX as code: a page holds no script."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from exactmetrics.documents.mathml import formula_mathml
from exactmetrics.documents.writer import Writer, seen

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode


class HtmlWriter(Writer):
    """HTML without attributes but those of links and columns."""

    between = "\n"

    def escape(self, text: str) -> str:
        """Words with the marks of HTML made plain."""
        return escape(text)

    def on_heading(self, node: SyntaxTreeNode) -> str:
        """A heading, one below the title."""
        level = min(int(node.tag[1]) + 1, 6)
        return f"<h{level}>{self.place(node)}{self.inside(node)}</h{level}>"

    def on_paragraph(self, node: SyntaxTreeNode) -> str:
        """A paragraph; inside a tight list its content alone."""
        return self.inside(node) if node.hidden else f"<p>{self.inside(node)}</p>"

    def on_softbreak(self, node: SyntaxTreeNode) -> str:
        """The end of a source line."""
        return "\n"

    def on_hardbreak(self, node: SyntaxTreeNode) -> str:
        """A line break that was asked for."""
        return "<br/>\n"

    def on_em(self, node: SyntaxTreeNode) -> str:
        """Emphasis."""
        return f"<em>{self.inside(node)}</em>"

    def on_strong(self, node: SyntaxTreeNode) -> str:
        """Strong emphasis."""
        return f"<strong>{self.inside(node)}</strong>"

    def on_code_inline(self, node: SyntaxTreeNode) -> str:
        """Code inside a sentence."""
        return f"<code>{escape(seen(node.content))}</code>"

    def on_fence(self, node: SyntaxTreeNode) -> str:
        """A block of code."""
        return f"<pre><code>{escape(seen(node.content))}</code></pre>"

    on_code_block = on_fence

    def on_math(self, node: SyntaxTreeNode) -> str:
        """A formula."""
        return self.shown_formula(self.formula(node), display=node.meta["display"])

    def shown_formula(self, formula: str, *, display: bool) -> str:
        """A formula as MathML, or what is not known there as code."""
        formula = seen(formula)
        return formula_mathml(formula, display=display) or f'<code class="math">{escape(formula)}</code>'

    def on_link(self, node: SyntaxTreeNode) -> str:
        """A link."""
        return f'<a href="{escape(str(node.attrs["href"]))}">{self.inside(node)}</a>'

    def on_hr(self, node: SyntaxTreeNode) -> str:
        """A rule."""
        return "<hr/>"

    def on_blockquote(self, node: SyntaxTreeNode) -> str:
        """A quotation."""
        return f"<blockquote>\n{self.blocks(node.children)}\n</blockquote>"

    def on_bullet_list(self, node: SyntaxTreeNode) -> str:
        """A list."""
        return f"<ul>\n{self._items(node)}\n</ul>"

    def on_ordered_list(self, node: SyntaxTreeNode) -> str:
        """A numbered list."""
        return f'<ol start="{int(node.attrs.get("start", 1))}">\n{self._items(node)}\n</ol>'

    def _items(self, node: SyntaxTreeNode) -> str:
        return "\n".join(f"<li>{self.blocks(item.children)}</li>" for item in node.children)

    def on_table(self, node: SyntaxTreeNode) -> str:
        """A table."""
        sides = self.sides(node)
        head, *body = self.rows(node)
        lines = [f"<thead>\n{_row('th', head, sides)}\n</thead>"]
        lines += ["<tbody>", *(_row("td", row, sides) for row in body), "</tbody>"] if body else []
        return '<div class="scroll"><table>\n' + "\n".join(lines) + "\n</table></div>"


def _row(cell: str, texts: list[str], sides: list[str]) -> str:
    cells = zip(texts, sides, strict=True)
    return "<tr>" + "".join(f'<{cell} style="text-align:{side}">{text}</{cell}>' for text, side in cells) + "</tr>"
