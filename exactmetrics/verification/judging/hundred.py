"""Arithmetic with a factor 100 at its end or beginning gives a percentage: `43/45 x 100 = 95.6 %`, or `= 95.6`."""

from __future__ import annotations

import re

_BEHIND = re.compile(r"(?:[×x*·∗⋅]|\\(?:times|cdot)(?![a-zA-Z]))\s*(100)\s*(?:\Z|(?=[)}\]]+\s*\Z))")
_BEFORE = re.compile(r"\A\s*(100)\s*(?:[×x*·∗⋅]|\\(?:times|cdot)(?![a-zA-Z]))")
_SIGN = re.compile(r"\\?[%％]")


def as_percentage(printed: str, expression: str | None) -> tuple[str, str | None]:
    """A printed number and its arithmetic as percentages, where a factor 100 makes them so; else as they are.

    >>> as_percentage("95.6", "43/45 x 100")
    ('95.6%', '43/45 x 100%')
    >>> as_percentage("95.6 %", "100 * 43/45"), as_percentage("0.96", "43/45")
    (('95.6 %', '100%* 43/45'), ('0.96', '43/45'))
    """
    if expression is None or _SIGN.search(expression):
        return printed, expression
    found = _BEHIND.search(expression) or _BEFORE.search(expression)
    if found is None or not printed.strip():
        return printed, expression
    at = found.end(1)
    return (
        printed if _SIGN.search(printed) else f"{printed}%",
        f"{expression[:at]}%{expression[at:].lstrip() if found.re is _BEFORE else expression[at:]}",
    )
