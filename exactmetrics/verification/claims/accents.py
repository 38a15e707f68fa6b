r"""Letters that LaTeX writes with an accent apart, as one letter: `Pr\"azision`, `pr\'ecision`, `{\"u}ber`."""

from __future__ import annotations

import re
import unicodedata

_MARKS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a",
}  # fmt: skip
_LETTERS = {"ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "aa": "å", "AA": "Å"}
_ACCENT = re.compile(
    r"""\{\\(?P<a>["'`^~=.])\s?(?P<b>[a-zA-Z])\}
    |\\(?P<c>["'`^~=.])(?:(?P<d>[a-zA-Z])|\{\\?(?P<e>[a-zA-Z])\}|\\(?P<f>[ij])(?![a-zA-Z])\s?)
    |\\(?P<g>[cvuHkr])\{(?P<h>[a-zA-Z])\}
    |\{\\(?P<i>ss|ae|AE|aa|AA|[oOlL])\}|\\(?P<j>ss|ae|AE|aa|AA|[oOlL])(?:\{\}|\s|(?![a-zA-Z]))""",
    re.VERBOSE,
)


def composed(text: str) -> tuple[str, list[int]]:
    r"""A text with its accents put on their letters, and where each of its characters, and its end, stood before.

    >>> composed(r"Pr\"azision")[0], composed(r"Ma\ss{} pr\'{e}cision")[0]
    ('Präzision', 'Maß précision')
    >>> composed(r"a\'e")
    ('aé', [0, 1, 4])
    """
    parts, places, at = list[str](), list[int](), 0
    for found in _ACCENT.finditer(text):
        parts += (text[at : found.start()], _letter(found))
        places += [*range(at, found.start()), found.start()]
        at = found.end()
    return "".join(parts) + text[at:], [*places, *range(at, len(text) + 1)]


def has_accents(text: str) -> bool:
    r"""Whether a text has letters with an accent apart.

    >>> has_accents(r"Pr\"azision"), has_accents(r"\frac{1}{2}")
    (True, False)
    """
    return "\\" in text and _ACCENT.search(text) is not None


def _letter(found: re.Match[str]) -> str:
    group = found.groupdict()
    named = group["i"] or group["j"]
    if named:
        return _LETTERS[named]
    letter = group["b"] or group["d"] or group["e"] or group["f"] or group["h"]
    mark = group["a"] or group["c"] or group["g"]
    whole = unicodedata.normalize("NFC", letter + _MARKS[mark])
    return whole if len(whole) == 1 else letter
