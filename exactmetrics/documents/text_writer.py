"""The author's text for a terminal."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from exactmetrics.derivation.notation.terminal import terminal_width
from exactmetrics.derivation.writing.tables import text_table
from exactmetrics.documents.writer import ListedWriter, seen

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_BREAK = "\x00"  # a line break that was asked for; no text holds it


class TextWriter(ListedWriter):
    """Plain text, in lines that a terminal shows whole."""

    def escape(self, text: str) -> str:
        """Words as they are."""
        return text

    def on_heading(self, node: SyntaxTreeNode) -> str:
        """A heading, with a line below it."""
        text = self.inside(node)
        return f"{text}\n{('=' if node.tag == 'h1' else '-') * terminal_width(text)}"

    def on_paragraph(self, node: SyntaxTreeNode) -> str:
        """A paragraph, in lines."""
        return self._lines(self.inside(node))

    def _lines(self, text: str) -> str:
        width = self.format.room
        blocks = [
            part if part.startswith("   ") else "\n".join(textwrap.wrap(part, width) or [""])
            for part in text.strip("\n").replace(_BREAK, "\n\x00").split("\n")
        ]
        return "\n".join(blocks).replace(_BREAK, "")

    def on_softbreak(self, node: SyntaxTreeNode) -> str:
        """The end of a source line."""
        return " "

    def on_hardbreak(self, node: SyntaxTreeNode) -> str:
        """A line break that was asked for."""
        return _BREAK

    def on_em(self, node: SyntaxTreeNode) -> str:
        """Emphasis, between stars."""
        return f"*{self.inside(node)}*"

    def on_strong(self, node: SyntaxTreeNode) -> str:
        """Strong emphasis, between stars."""
        return f"*{self.inside(node)}*"

    def on_code_inline(self, node: SyntaxTreeNode) -> str:
        """Code inside a sentence."""
        return seen(node.content)

    def on_fence(self, node: SyntaxTreeNode) -> str:
        """A block of code, set off."""
        return textwrap.indent(seen(node.content).rstrip("\n"), "   ")

    on_code_block = on_fence

    def on_math(self, node: SyntaxTreeNode) -> str:
        """A formula in LaTeX, as the author wrote it."""
        formula = " ".join(self.formula(node).split())
        return f"\n\n   {formula}\n\n" if node.meta["display"] else formula

    def on_link(self, node: SyntaxTreeNode) -> str:
        """The text of a link, and where it leads to outside the document."""
        target, text = str(node.attrs["href"]), self.inside(node)
        return text if target.startswith("#") or target == text else f"{text} <{target}>"

    def on_hr(self, node: SyntaxTreeNode) -> str:
        """A rule."""
        return "-" * 20

    def on_blockquote(self, node: SyntaxTreeNode) -> str:
        """A quotation."""
        return textwrap.indent(self.blocks(node.children), "> ", lambda line: True)

    def item(self, item: SyntaxTreeNode, mark: str) -> str:
        """An item after its mark."""
        return mark + self.blocks(item.children).replace("\n", "\n" + " " * len(mark))

    def on_table(self, node: SyntaxTreeNode) -> str:
        """A table, aligned."""
        head, *body = self.rows(node)
        return textwrap.indent("\n".join(text_table(head, body, left=len(head))), "   ")
