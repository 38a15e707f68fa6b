"""What a page of Markdown does not say: comments of HTML, and what is struck out; spaces in its place."""

from __future__ import annotations

import re

_STRUCK = re.compile(r"(?<![~\\])~~(?=[^~\s])[^~\n]{0,400}[^~\s]~~(?!~)")
_COMMENT = re.compile(r"<!--.*?-->")
_OPENS = re.compile(r" {0,3}<!--")


class Hidden:
    """Whether a comment is open that began a line, which may run over many.

    >>> hidden = Hidden()
    >>> [hidden.without(line).split() for line in ("a <!-- b --> c", "~~d~~ e", "<!-- f", "g", "h --> i", "j <!-- k")]
    [['a', 'c'], ['e'], [], [], ['i'], ['j', '<!--', 'k']]
    """

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
            text = _COMMENT.sub(lambda found: " " * len(found[0]), text)
            if _OPENS.match(text):
                self.open = True
                return _blank(text)
        return _STRUCK.sub(lambda found: " " * len(found[0]), text) if "~~" in text else text


def _blank(line: str) -> str:
    """Spaces for a line, but for its end."""
    kept = line.rstrip("\r\n")
    return " " * len(kept) + line[len(kept) :]
