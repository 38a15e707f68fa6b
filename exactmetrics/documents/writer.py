"""The author's text written for a format: what all formats have in common."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from exactmetrics.derivation.formats import Format
from exactmetrics.documents.prose import REFERENCE
from exactmetrics.exact.errors import InputError

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

# A reference as text of the format; the flags say whether it stands in a formula, and whether it may be a link.
Resolve = Callable[[str, bool, bool], str]


class Writer:
    """Writes the nodes of a text, one method for each type; subclasses give the pieces."""

    between = "\n\n"  # blocks

    def __init__(self, format: Format, resolve: Resolve) -> None:
        self.format, self._resolve = format, resolve
        self._links, self._places = True, iter(list[str]())

    def write(self, root: SyntaxTreeNode, places: Iterable[str] = ()) -> str:
        """A whole text; `places` are what links to its headings of the first level lead to, in their order."""
        self._places = iter(places)
        return self.blocks(root.children)

    def headings(self, root: SyntaxTreeNode) -> list[str]:
        """The headings of the first level, without links, as a table of contents lists them."""
        self._links = False
        found = [self.inside(node) for node in root.walk() if node.type == "heading" and node.tag == "h1"]
        self._links = True
        return found

    def place(self, node: SyntaxTreeNode) -> str:
        """What stands at a heading so that links can lead to it; empty where there is no table of contents."""
        return next(self._places, "") if node.tag == "h1" else ""

    def blocks(self, nodes: Iterable[SyntaxTreeNode]) -> str:
        """Paragraphs, lists and the like, one after the other."""
        return self.between.join(filter(None, map(self.node, nodes)))

    def inside(self, node: SyntaxTreeNode) -> str:
        """What a paragraph or an emphasis holds."""
        return "".join(map(self.node, node.children))

    def node(self, node: SyntaxTreeNode) -> str:
        """One node, by the method of its type."""
        if node.type == "link" and not self._links:
            return self.inside(node)
        method = getattr(self, f"on_{node.type}", None)
        if method is None:
            raise InputError(f"{node.type.replace('_', ' ')} is no part of a document's text; write it otherwise")
        text: str = method(node)
        return text

    # what every format does alike

    def on_inline(self, node: SyntaxTreeNode) -> str:
        """The content of a block."""
        return self.inside(node)

    def on_reference(self, node: SyntaxTreeNode) -> str:
        """A reference, resolved."""
        return self._resolve(node.content, False, self._links)

    def formula(self, node: SyntaxTreeNode) -> str:
        """A formula with its references put in."""
        return self.filled(node.content)

    def filled(self, formula: str) -> str:
        """A formula of the author's with its references put in."""
        return REFERENCE.sub(lambda found: self._resolve(found[0], True, False), formula)

    def shown_formula(self, formula: str, *, display: bool) -> str:
        """A formula that stands by itself, as the format has it."""
        return formula

    def on_text(self, node: SyntaxTreeNode) -> str:
        """Plain words."""
        return self.escape(seen(node.content))

    def escape(self, text: str) -> str:
        """Words with what means something to the format made plain."""
        raise NotImplementedError

    def rows(self, table: SyntaxTreeNode) -> list[list[str]]:
        """The cells of a table, written, its head first."""
        return [[self.inside(cell) for cell in row.children] for part in table.children for row in part.children]

    def sides(self, table: SyntaxTreeNode) -> list[str]:
        """Where the columns of a table are aligned: left, right or center."""
        heads = table.children[0].children[0].children
        styles = [str(cell.attrs.get("style", "")) for cell in heads]
        return [style.rpartition(":")[2] or "left" for style in styles]


class ListedWriter(Writer):
    """Writes the items of a list one a line, each after its mark; subclasses lay out an item."""

    def on_bullet_list(self, node: SyntaxTreeNode) -> str:
        """A list."""
        return "\n".join(self.item(item, "- ") for item in node.children)

    def on_ordered_list(self, node: SyntaxTreeNode) -> str:
        """A numbered list."""
        first = int(node.attrs.get("start", 1))
        return "\n".join(self.item(item, f"{at}. ") for at, item in enumerate(node.children, first))

    def item(self, item: SyntaxTreeNode, mark: str) -> str:
        """An item after its mark."""
        raise NotImplementedError


def seen(text: str) -> str:
    """A text without control and bidirectional characters; the joiners of words and emoji stay.

    >>> seen("a\\u202eb")
    'ab'
    """
    return "".join(ch for ch in text if ch in "\n\t\u200c\u200d" or not unicodedata.category(ch).startswith("C"))
