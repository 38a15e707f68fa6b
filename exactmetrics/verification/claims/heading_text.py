"""A heading as a reader sees it: of one in LaTeX the title alone, without the commands that set it."""

from __future__ import annotations

import re

LONGEST = 80  # characters of a heading that name a place
_COMMAND = re.compile(
    r"\\(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|title|frametitle|caption)\*?\s*(?:\[[^\]]*\]\s*)?\{(.*)\}\s*"
)
_LABEL = re.compile(r"\\(?:label|index|footnote|cite[a-z]*|ref)\*?(?:\[[^\]]*\])?\{[^{}]*\}")
_INNER = re.compile(r"\\[A-Za-z]+\*?\s*(?:\[[^\]]*\])?\{([^{}]*)\}")
_BARE = re.compile(r"\\[A-Za-z]+\*?\s?|[{}$]")
_ESCAPED = re.compile(r"\\([&%#_$])")
_KEPT = {"&": "\ue000", "%": "\ue001", "#": "\ue002", "_": "\ue003", "$": "\ue004"}


def heading_text(text: str) -> str:
    r"""The words of a heading, in one line and not too long.

    >>> heading_text("A test"), heading_text(r"\section*[Short]{A \emph{screening} test of $n=5$ \& more}\label{a}")
    ('A test', 'A screening test of n=5 & more')
    """
    line = " ".join(text.split())
    found = _COMMAND.fullmatch(_LABEL.sub("", line[: 40 * LONGEST]).strip()) if line.startswith("\\") else None
    return (line if found is None else _plain(found[1]) or line)[:LONGEST]


def _plain(title: str) -> str:
    text, before = _ESCAPED.sub(lambda found: _KEPT[found[1]], title.replace("~", " ")), ""
    while text != before:
        before, text = text, _INNER.sub(r"\1", text)
    text = _BARE.sub("", text)
    for mark, kept in _KEPT.items():
        text = text.replace(kept, mark)
    return " ".join(text.split())
