"""What the rows of a printed matrix are by the code that made it: by the first of its two arguments, and by `.T`."""

from __future__ import annotations

import re

from exactmetrics.verification.claims.sides import axes

MOST = 600  # characters of the arguments of a call
_CALL = re.compile(r"(?:confusion_?matrix|crosstab|table)\s*\(\s*([\w.$\[\]'\"]{1,60})\s*,", re.IGNORECASE)
_TURNED = re.compile(r"\.T\b|\.transpose\s*\(|\.t\(\)")
_TURNS = re.compile(r"(?:transpose|\bt)\s*\(\s*(?:[\w.]{1,40}\.)?\Z")
_OTHER = {"true": "predicted", "predicted": "true"}


def called_rows(text: str, told: str) -> str:
    """The side that the rows are by the last call in a text and by what is `told` of them, or "unknown".

    A call whose arguments have other names is taken to name the truth first, as programs have it.

    >>> called_rows("confusion_matrix(y_true, y_pred)", ""), called_rows("confusion_matrix(y_true, y_pred).T", "")
    ('true', 'predicted')
    >>> called_rows("confusion_matrix(y_true, y_pred)", "predicted"), called_rows("no call", "predicted")
    ('unknown', 'predicted')
    """
    calls = list(_CALL.finditer(text))
    if not calls:
        return told or "unknown"
    call = calls[-1]
    named = axes(call[1].replace("_", " "))
    end = _closing(text, text.index("(", call.start()))
    if _TURNED.match(text, end) or _TURNS.search(text, max(0, call.start() - 60), call.start()):
        side = _OTHER[named[0]] if named else told or "unknown"
    elif _TURNED.search(text, end):
        return told or "unknown"
    else:
        side = named[0] if named else told or "true"
    return side if told in ("", side) else "unknown"


def _closing(text: str, start: int) -> int:
    """Behind the bracket that closes the one at `start`."""
    depth = 0
    for at in range(start, min(len(text), start + MOST)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at + 1
    return min(len(text), start + MOST)
