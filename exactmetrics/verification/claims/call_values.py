"""The value that a program prints for a call that code names: `>>> f1_score(y_test, y_pred)` with a number below it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from exactmetrics.verification.claims.lexicon import names

_CALLED = re.compile(
    r"(?<![a-z0-9_])([a-z][a-z0-9_]{2,40})\([^\n]{0,200}\)[ \t`;]*\n\s{0,9}"
    r"(?:np\.float64\()?([01]?\.[0-9]{1,30})\)?[ \t]*(?=\n|$)"
)
LONGEST = 300  # characters at the end of the passage before that are looked at


def called_values(text: str, before: str) -> Iterator[tuple[int, int]]:
    """Where in a text the numbers begin and end that stand below the call of a metric, alone on their line.

    `before` is the passage before it, which may end in such a call.

    >>> list(called_values("0.5563", ">>> cohen_kappa_score(y_test, y_pred)"))
    [(0, 6)]
    >>> list(called_values(">>> time(model)\\n0.5563", ""))
    []
    """
    tail = before[-LONGEST:].rstrip() + "\n"
    for found in _CALLED.finditer(tail + text):
        start, end = found.span(2)
        named = names().items(found[1].replace("_", " ")) if start >= len(tail) else []
        if any("metric" in item.roles for item in named):
            yield start - len(tail), end - len(tail)
