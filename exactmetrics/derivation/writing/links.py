"""Places in a document that can be linked to, and the links: how each format writes them.

An id is ASCII letters, digits, `-`, `_` and `.`, so that it needs no escaping anywhere.
"""

from __future__ import annotations

from exactmetrics.derivation.formats import Format

# By the folder of a format's templates, frames as LaTeX: a place, a link, and the number at the end of a formula.
_PLACES = {"latex": r"\phantomsection\label{{{id}}}", "text": ""}
_LINKS = {"latex": r"\hyperref[{id}]{{{text}}}", "html": '<a href="#{id}">{text}</a>', "text": "{text}"}
_TAGS = {
    "latex": r" \tag{{{n}}}\label{{{id}}}",
    "html": '<mspace width="2em"/><mtext>({n})</mtext>',
    "text": "   ({n})",
}
_PLACE, _LINK, _TAG = '<a id="{id}"></a>', "[{text}](#{id})", r" \tag{{{n}}}"  # Markdown, and what is built on it

# What a LaTeX fragment needs where hyperref is not loaded: the texts of links without the links.
LATEX_FALLBACK = r"\providecommand{\hyperref}[2][]{#2}\providecommand{\phantomsection}{}\providecommand{\href}[2]{#2}"


def _family(format: Format) -> str:
    return "latex" if format.ending == "tex" else format.folder


def place(format: Format, id: str) -> str:
    """What marks a place that links lead to; nothing in plain text."""
    return _PLACES.get(_family(format), _PLACE).format(id=id)


def link(format: Format, id: str, text: str) -> str:
    """A link to a place; `text` is written for the format already. In plain text it is the text alone."""
    return _LINKS.get(_family(format), _LINK).format(id=id, text=text)


def tag(format: Format, id: str, n: int) -> str:
    """The number at the end of a displayed formula."""
    return _TAGS.get(_family(format), _TAG).format(id=id, n=n)
