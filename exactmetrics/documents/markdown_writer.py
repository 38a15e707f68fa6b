"""The author's text as Markdown again: references put in, headings below the title, marks that all dialects share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from exactmetrics.documents.writer import ListedWriter, seen

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

_SPECIAL = re.compile(r"[\\`*_\[\]<>$|~#&]|\{(?=\s*(?:\w+\s*:|(?:ref|value|decimal|percent)\b))", re.IGNORECASE)
_AT_START = re.compile(r"^(\d+)([.)])|^([-+=])", re.MULTILINE)


class MarkdownWriter(ListedWriter):
    """Markdown with formulas between dollar signs, or for GitHub in fences."""

    def escape(self, text: str) -> str:
        """Words with a backslash before what would be read as a mark."""
        out = _SPECIAL.sub(lambda found: "\\" + found[0], text)
        return _AT_START.sub(lambda found: f"{found[1]}\\{found[2]}" if found[1] else f"\\{found[3]}", out)

    def on_heading(self, node: SyntaxTreeNode) -> str:
        """A heading, one below the title."""
        place = self.place(node)
        heading = f"{'#' * min(int(node.tag[1]) + 1, 6)} {self.inside(node)}"
        return f"{place}\n\n{heading}" if place else heading

    def on_paragraph(self, node: SyntaxTreeNode) -> str:
        """A paragraph."""
        return self.inside(node).strip()

    def on_softbreak(self, node: SyntaxTreeNode) -> str:
        """The end of a source line."""
        return "\n"

    def on_hardbreak(self, node: SyntaxTreeNode) -> str:
        """A line break that was asked for."""
        return "\\\n"

    def on_em(self, node: SyntaxTreeNode) -> str:
        """Emphasis."""
        return f"*{self.inside(node)}*"

    def on_strong(self, node: SyntaxTreeNode) -> str:
        """Strong emphasis."""
        return f"**{self.inside(node)}**"

    def on_code_inline(self, node: SyntaxTreeNode) -> str:
        """Code inside a sentence, between more backticks than it holds."""
        code = seen(node.content)
        marks = "`" * (max(map(len, re.findall(r"`+", code)), default=0) + 1)
        room = " " if code.startswith("`") or code.endswith("`") else ""
        return f"{marks}{room}{code}{room}{marks}"

    def on_fence(self, node: SyntaxTreeNode) -> str:
        """A block of code."""
        code = seen(node.content)
        marks = "`" * max(3, max(map(len, re.findall(r"`+", code)), default=0) + 1)
        return f"{marks}\n{code}{marks}"

    on_code_block = on_fence

    def on_math(self, node: SyntaxTreeNode) -> str:
        """A formula, as the author wrote it."""
        formula = self.formula(node)
        # a reader that knows no formulas must not see a tag
        formula = formula.replace("<", r"\lt ").replace(">", r"\gt ")
        if not node.meta["display"]:
            return f"{self.format.open_math}{formula}{self.format.close_math}"
        formula = " ".join(formula.split())  # one displayed formula a line, for all dialects
        return f"\n\n```math\n{formula}\n```\n\n" if self.format.name == "github" else f"\n\n$$ {formula} $$\n\n"

    def on_link(self, node: SyntaxTreeNode) -> str:
        """A link."""
        target = str(node.attrs["href"]).replace("&", "&amp;")  # no entity may turn into a scheme
        return f"[{self.inside(node)}](<{target}>)"

    def on_hr(self, node: SyntaxTreeNode) -> str:
        """A rule."""
        return "***"

    def on_blockquote(self, node: SyntaxTreeNode) -> str:
        """A quotation."""
        return "\n".join(f"> {line}".rstrip() for line in self.blocks(node.children).split("\n"))

    def item(self, item: SyntaxTreeNode, mark: str) -> str:
        """An item after its mark."""
        text = ("\n" if _is_tight(item) else "\n\n").join(map(self.node, item.children))
        return mark + text.replace("\n", "\n" + " " * len(mark)).rstrip()

    def on_table(self, node: SyntaxTreeNode) -> str:
        """A table."""
        rules = {"left": ":---", "right": "---:", "center": ":---:"}
        head, *body = (f"| {' | '.join(row)} |" for row in self.rows(node))
        return "\n".join([head, f"|{'|'.join(rules[side] for side in self.sides(node))}|", *body])


def _is_tight(item: SyntaxTreeNode) -> bool:
    return all(child.hidden for child in item.children if child.type == "paragraph")
