"""Class names and other text from strangers, made plain on every surface.

A name is normalised first: characters that cannot be seen or that change the order of others are dropped, the rest is
put into the form NFC, and white space is folded. Then every character that means something to the surface is escaped.
Nothing is cut: where a name is too long, `writing.class_labels` says what it is called.
"""

from __future__ import annotations

import re
import unicodedata

from exactmetrics.derivation.notation.terminal import breadth
from exactmetrics.matrix.labels import Unnamed

# fmt: off
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\char34{}", "'": r"\textquotesingle{}", "`": r"\textasciigrave{}",
    # in braces: what would join its neighbours (--, ?`), split a list or be read as an argument
    "-": "{-}", "?": "{?}", "!": "{!}", ",": "{,}", "[": "{[}", "]": "{]}", "*": "{*}", "≈": r"\ensuremath{\approx}",
}
# fmt: on
LONGEST_WORD = 40  # letters that may stand in a line of LaTeX without a place to break it
BREAK = r"\allowbreak{}"
LINE = BREAK + "%\n"  # the same, with a new line of the source: an engine reads no line of any length
LINES = 100  # characters of a long word in a line of the source
_COMMANDS = set('\\{}$&#%_~^<>|"`')  # what is more than a letter inside a formula too
_MARKDOWN = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

JOINER = "\u200d"
_JOINERS = {"\u200c", JOINER}
_BLANKS = "\u2800"  # a sign that is drawn as nothing
_FILLERS = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
_HIDDEN = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def plain(text: object) -> str:
    """A name as plain text in one line; a pair of quotes where nothing is left to show.

    What can be seen stays, and the joiners inside an emoji or inside a word of a script that needs them.
    """
    kept = str(text)
    if kept.isascii() and kept.isprintable():  # as nearly every name is
        kept = " ".join(kept.split())
    else:
        before = ""
        while kept != before:  # what is dropped or composed can be the neighbour of a joiner
            before, kept = kept, _normalised(kept)
    return kept or '""'  # an empty cell would look like a mistake, and breaks Markdown's bold


def visible(text: str) -> str:
    r"""A text with its control characters, its hidden ones and those that turn the order of others written out.

    >>> visible("a\x1b[31m\u202eb\tc")
    'a\\x1b[31m\\u202eb c'
    """
    return text if text.isprintable() else "".join(map(visible_character, text))


def visible_character(ch: str) -> str:
    """A character that shows, or its code."""
    if ch.isprintable():
        return ch
    return " " if ch == "\t" or unicodedata.category(ch) == "Zs" else repr(ch)[1:-1]


def name_of(label: object) -> str:
    """What pages call a class, as plain text: its name, or the letter of one that has none."""
    return label.name if isinstance(label, Unnamed) else plain(label)


def _normalised(text: str) -> str:
    kept: list[str] = []
    for ch in text:
        if ch.isspace() or ch in _BLANKS:
            kept.append(" ")
        elif ch in _JOINERS or _is_seen(ch, kept[-1] if kept else ""):
            kept.append(ch)
    out: list[str] = []
    for at, ch in enumerate(kept):
        if ch not in _JOINERS or _joins(ch, out[-1] if out else "", "".join(kept[at + 1 : at + 2])):
            out.append(ch)
    return " ".join(unicodedata.normalize("NFC", "".join(out)).split())


def _is_seen(ch: str, before: str) -> bool:
    """Whether a character shows: no control, format, private or unassigned one, no filler, no idle variation mark."""
    if unicodedata.category(ch).startswith("C") or ch in _FILLERS:
        return False
    if "\ufe00" <= ch <= "\ufe0f" or "\U000e0100" <= ch <= "\U000e01ef":
        return before in set("0123456789#*") or unicodedata.category(before or " ") in ("So", "Sm", "Po", "Lo")
    return True


def _joins(joiner: str, before: str, after: str) -> bool:
    """Whether a joiner changes what is seen: after a virama, between Arabic letters, in an emoji of several."""
    if not before or not after:
        return False
    if unicodedata.combining(before) == 9 or (_is_arabic(before) and _is_arabic(after)):
        return unicodedata.category(after).startswith("L")
    whole = before == "\ufe0f" or unicodedata.category(before) in ("So", "Sk")
    return joiner == JOINER and whole and unicodedata.category(after) == "So"


def _is_arabic(ch: str) -> bool:
    return "\u0600" <= ch <= "\u08ff" and unicodedata.category(ch) in ("Lo", "Mn")


def is_right_to_left(text: str) -> bool:
    """Whether a name has characters that are written from right to left, which would turn what stands beside it."""
    return not text.isascii() and any(unicodedata.bidirectional(ch) in ("R", "AL", "AN") for ch in text)


def json(text: str) -> str:
    """JSON whose hidden characters are escaped: no half of a pair stops it from being written, none turns a line.

    Nor does the log of a build find a command in it (`terminal.no_command`).
    """
    text = text.replace("##[", r"##\u005b")
    return text if text.isascii() else _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def latex(text: object) -> str:
    """A name as LaTeX text; a line may be broken anywhere in a word that is too long for one."""
    return " ".join(map(_latex_word, plain(text).split(" ")))


def _latex_word(word: str) -> str:
    """A word; in a long one a break is allowed before every character that is no mark on the one before it."""
    if breadth(word) <= LONGEST_WORD:
        return "".join(_LATEX.get(ch, ch) for ch in word)
    out = [_LATEX.get(word[0], word[0])]
    for at, ch in enumerate(word[1:], 1):
        joined = unicodedata.category(ch).startswith("M") or ch in _JOINERS or word[at - 1] == JOINER
        out.append(("" if joined else LINE if at % LINES == 0 else BREAK) + _LATEX.get(ch, ch))
    return "".join(out)


def latex_words(text: object) -> str:
    """Words inside a formula, where nothing joins its neighbours."""
    return "".join(_LATEX[ch] if ch in _COMMANDS else ch for ch in plain(text))


def markdown(text: object) -> str:
    return "".join("\\" + ch if ch in _MARKDOWN else ch for ch in plain(text))


def html(text: object) -> str:
    from html import escape  # a command line needs none

    return escape(plain(text), quote=True)
