"""Class names and other text from strangers, made plain on every surface.

A name is normalised first (NFC, white space folded, control and bidirectional characters dropped), then every character
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
    """A name as plain text in one line.

    >>> plain("a\\n b\\u202e")
    'a b'
    """
    folded = " ".join(unicodedata.normalize("NFC", str(text)).split())
    kept = "".join(ch for ch in folded if unicodedata.category(ch) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
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
