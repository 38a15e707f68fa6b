"""The size of type in which a matrix fits the width of a page of paper, and whether its letters fit too.

Widths are estimates in tenths of a point, for digits, letters and columns of an 11 pt page; a little too wide rather
than too narrow.
"""

from __future__ import annotations

import re
from typing import Any

ROOM = 4480  # the line of an A4 page with margins of 25 mm
DIGIT, LETTER = 58, 55
# By name: the size of type in hundredths, the room between columns, and that of the letters beside a count.
SIZES = {"normal": (100, 80, 145), "small": (83, 40, 110), "smaller": (75, 40, 110), "smallest": (68, 30, 0)}

_ESCAPED = re.compile(r"\\allowbreak\{\}|(\\text\w+\{\}|\\[^a-z]|\{.\})")  # a letter as LaTeX writes it


def fitted(section: dict[str, Any]) -> dict[str, Any]:
    """The size of a matrix that fits, and its letters, which are left out where they do not fit in small type.

    Args:
        section: the heads, row heads, cells, totals, roles and letters of a matrix.

    >>> cells, roles = [["5", "1"], ["5", "7"]], [["tp", "fn"], ["", ""]]
    >>> section = {"heads": ["a", "b"], "row_heads": ["a", "b"], "cells": cells, "predicted": ["10", "8"], "n": "18"}
    >>> section |= {"roles": roles, "letters": {"tp": "TP", "fn": "FN", "": ""}}
    >>> fitted(section)["size"]
    'normal'
    """
    for size, lettered in (*((size, True) for size in SIZES if size != "smallest"), *((size, False) for size in SIZES)):
        if _width(section, *SIZES[size], lettered=lettered) <= ROOM:
            break
    else:
        return {"size": None}  # in no size of type
    letters = section["letters"] if lettered else dict.fromkeys(section["letters"], "")
    return {"size": size, "letters": letters}


def _width(section: dict[str, Any], scale: int, between: int, letters: int, *, lettered: bool) -> int:
    first = LETTER * max(map(_letters, section["row_heads"]))
    columns = range(len(section["cells"]))
    total = first + sum(_column(section, j) for j in columns) + max(DIGIT * len(section["n"]), 8 * LETTER)
    beside = letters * sum(any(section["letters"][row[j]] for row in section["roles"]) for j in columns)
    return total * scale // 100 + between * (len(columns) + 1) + (beside if lettered else 0)


def _column(section: dict[str, Any], j: int) -> int:
    """A column as wide as its head, its largest count or its total."""
    counts = max(len(section["predicted"][j]), *(len(row[j]) for row in section["cells"]))
    return max(DIGIT * counts, LETTER * _letters(section["heads"][j]))


def _letters(head: str) -> int:
    """How many letters a head shows."""
    return len(_ESCAPED.sub(lambda found: "x" if found[1] else "", head))
