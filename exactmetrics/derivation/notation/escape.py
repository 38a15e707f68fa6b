"""Class names and other text from strangers, made plain on every surface.

A name is normalised first (control and bidirectional characters dropped, NFC, white space folded), then every character
that means something to the surface is escaped.
"""

from __future__ import annotations

import unicodedata

MAX_NAME = 200  # a longer name is cut, with an ellipsis: a table is no place for ten thousand characters

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "{-}",
    "?": "{?}",
    "!": "{!}",
    ",": "{,}",
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
}
_MARKDOWN = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def plain(text: object) -> str:
    """A name as plain text in one line; a pair of quotes where nothing is left to show.

    >>> plain("a\\n b\\u202e"), plain("")
    ('a b', '""')
    """
    seen = "".join(ch for ch in str(text) if ch.isspace() or not unicodedata.category(ch).startswith("C"))
    kept = " ".join(unicodedata.normalize("NFC", seen).split())
    if not kept:
        return '""'  # an empty cell would look like a mistake, and breaks Markdown's bold
    return kept if len(kept) <= MAX_NAME else kept[: MAX_NAME - 1] + "…"


def latex(text: object) -> str:
    r"""A name as LaTeX text.

    >>> latex("50% & more")
    '50\\% \\& more'
    """
    return "".join(_LATEX.get(ch, ch) for ch in plain(text))


def markdown(text: object) -> str:
    r"""A name as Markdown text: a backslash before every punctuation mark.

    >>> markdown("a|b*")
    'a\\|b\\*'
    """
    return "".join("\\" + ch if ch in _MARKDOWN else ch for ch in plain(text))
