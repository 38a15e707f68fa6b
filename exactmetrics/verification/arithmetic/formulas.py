"""Where formulas begin and end in running text: `$...$`, `$$...$$`, `\\(...\\)`, `\\[...\\]`.

The dollar signs and brackets are replaced by control characters of the same length. A dollar that opens a formula has
no price behind it and a partner in the same paragraph.
"""

from __future__ import annotations

import re

from exactmetrics.verification.arithmetic.masks import CLOSE, OPEN

_FORMULA = re.compile(
    r"\$(?<!\\\$)\$(?P<two>[^$]+)\$\$"
    r"|\$(?<![\\$\w]\$)(?!\s*[0-9.,]+(?:\s[^$]*)?$)(?P<one>(?:[^$\\]|\\.)+?)(?<!\\)\$(?![0-9])"
    r"|\\\((?P<round>(?:[^\\]|\\(?![()]))+)\\\)|\\(?<!\\\\)\[(?P<square>(?:[^\\]|\\(?![\[\]]))+)\\\]",
    re.DOTALL,
)
_WIDTH = {"two": 2, "one": 1, "round": 2, "square": 2}


def with_formulas(text: str) -> str:
    """The text with the ends of its formulas marked, as long as before.

    >>> with_formulas("a $x$ b").encode()
    b'a \\x02x\\x03 b'
    """
    if "$" not in text and "\\(" not in text and "\\[" not in text:
        return text
    return _FORMULA.sub(_marked, text)


def _marked(found: re.Match[str]) -> str:
    name = found.lastgroup or "one"
    pad = " " * (_WIDTH[name] - 1)
    return f"{OPEN}{pad}{found[name]}{pad}{CLOSE}"
