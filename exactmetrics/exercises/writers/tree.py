"""XML as it is built: an element with its children in one expression, and the file that it is."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element


def node(tag: str, /, *children: Element | str, **attributes: str) -> Element:
    """An element with its attributes and, in order, the elements and texts in it; `class_` is the attribute `class`.

    >>> ElementTree.tostring(node("p", "a < ", node("b", "c"), class_="x"), encoding="unicode")
    '<p class="x">a &lt; <b>c</b></p>'
    """
    made = Element(tag, {name.rstrip("_"): value for name, value in attributes.items()})
    for child in children:
        if not isinstance(child, str):
            made.append(child)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + child
        else:
            made.text = (made.text or "") + child
    return made


def file_text(root: Element) -> str:
    """The text of a file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'
