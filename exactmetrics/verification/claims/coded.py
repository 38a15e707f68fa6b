"""Named numbers in code: behind a formula, as its comment, and in a JSON object beside its confusion matrix."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 5_000  # characters of an object that are read
WIDEST = 300  # characters of a line of code that are
_LINE = re.compile(r"[^\n]+")
_WORKED = re.compile(
    r"([ \t]*[A-Za-z_][A-Za-z0-9_]{0,40}[ \t]*=)([^#\n]*[A-Za-z(][^#\n]*#)([ \t]*[0-9(][-0-9+*/().=≈ \t]*[ \t]*)"
)
_MATRIX = re.compile(r"\"confusion[_ ]?matrix\"\s{0,5}:", re.IGNORECASE)
_PAIR = re.compile(r"\"([A-Za-z][A-Za-z0-9_ -]{0,40})\"\s{0,5}:\s{0,5}(-?[0-9]{1,3}\.[0-9]{1,20})(?=\s{0,40}[,}])")


def commented(text: str) -> str:
    """Code with every line blank but those that compute a name and give its working as a comment, as equalities.

    >>> commented("recall = tp / p  # 3/4 = 0.75\\nx = 1").split()
    ['recall', '=', '3/4', '=', '0.75']
    """
    return _LINE.sub(lambda line: _as_equality(line[0]), text) if "#" in text else ""


def _as_equality(line: str) -> str:
    found = _WORKED.fullmatch(line) if len(line) <= WIDEST else None
    return " " * len(line) if found is None else found[1] + " " * len(found[2]) + found[3]


def json_pairs(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The keys with a decimal that stand in the same object as the only confusion matrix, each with its number's place.

    >>> text = '{"confusion_matrix": [[3, 1], [0, 2]], "accuracy": 0.83, "old": {"accuracy": 0.7}}'
    >>> [(key, text[slice(*span)]) for key, span in json_pairs(text)]
    [('accuracy', '0.83')]
    """
    if not text.lstrip().startswith("{") or len(text) > LONGEST or len(found := list(_MATRIX.finditer(text))) != 1:
        return
    home = _opened(text, found[0].start())
    for pair in _PAIR.finditer(text):
        if _opened(text, pair.start()) == home:
            yield pair[1], pair.span(2)


def _opened(text: str, end: int) -> list[int]:
    """Where the brackets open that are not closed before a place."""
    opened = list[int]()
    for at, sign in enumerate(text[:end]):
        if sign in "{[":
            opened.append(at)
        elif sign in "}]" and opened:
            opened.pop()
    return opened
