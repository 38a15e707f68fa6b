"""MathML written out as LaTeX while its tags come in."""

from __future__ import annotations

import re

# How the children of an element are joined: before the first, between, after the last.
_JOINED: dict[str, tuple[str, ...]] = {
    "mfrac": ("\\frac{", "}{", "}"),
    "msup": ("{", "}^{", "}"),
    "msub": ("", "_{", "}"),
    "msubsup": ("", "_{", "}^{", "}"),
    "munder": ("", "_{", "}"),
    "mover": ("\\overset{", "}{", "}"),
    "munderover": ("", "_{", "}^{", "}"),
    "mroot": ("\\root{", "}{", "}"),
    "msqrt": ("\\sqrt{", "", "}"),
    "mfenced": ("(", ",", ")"),
    "math": ("", "", "\\)"),
}
_SKIPPED = frozenset({"annotation", "annotation-xml"})
_ROWS = {"mtr": "\\\\ ", "mlabeledtr": "\\\\ ", "mtd": " & "}
APPLIED = "\u2061"  # between the name of a function and what it is of
_CLOSED = re.compile(r"/\s*$")


class MathWriter:
    """One formula: the elements that are open, with how many children each has so far."""

    __slots__ = ("depth", "open", "skipping")

    def __init__(self) -> None:
        self.open: list[list[str | int]] = []
        self.skipping = 0

    def start(self, name: str, rest: str) -> str:
        """What the beginning of an element is written as."""
        if self.skipping or name in _SKIPPED:
            self.skipping += name in _SKIPPED and not _CLOSED.search(rest)
            return ""
        if len(self.open) > 200:
            return ""
        before = self.between()
        if _CLOSED.search(rest):
            return before + (" " if name == "mspace" else "")
        self.open.append([name, 0])
        if name in _JOINED:
            return before + _JOINED[name][0]
        return before + ("\\text{" if name == "mtext" else " " if name == "mi" else "")

    def end(self, name: str) -> str:
        """What the end of an element is written as."""
        if self.skipping:
            self.skipping -= name in _SKIPPED
            return ""
        while self.open and any(entry[0] == name for entry in self.open):
            if self.open.pop()[0] == name:
                break
        if name in _ROWS:
            return _ROWS[name]
        if name in _JOINED:
            return _JOINED[name][-1]
        return "}" if name == "mtext" else ""

    def text(self, text: str) -> str:
        """What text inside the formula is written as."""
        if self.skipping:
            return ""
        if text == APPLIED:
            return ""
        if self.open and self.open[-1][0] == "mi" and text in ("max", "min"):
            return f"\\{text} "
        if self.open and self.open[-1][0] in ("mtext", "mi"):
            return re.sub(r"[\\\\{}$%]", " ", text)
        if self.open and self.open[-1][0] == "mo" and text not in (",", "."):
            return " " + text
        return text

    def between(self) -> str:
        """What stands before one more child of the open element."""
        if not self.open:
            return ""
        entry = self.open[-1]
        joined = _JOINED.get(str(entry[0]))
        entry[1] = int(entry[1]) + 1
        if joined is None or entry[1] == 1:
            return ""
        return joined[min(int(entry[1]) - 1, len(joined) - 2)]
