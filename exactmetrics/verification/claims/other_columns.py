"""Rows that head columns of something that is no class and no metric: systems, folds, years, "Train" and "Test"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

from exactmetrics.verification.claims.grids import Row
from exactmetrics.verification.claims.lexicon import Vocabulary
from exactmetrics.verification.claims.names import whole_name
from exactmetrics.verification.claims.numbers import number_in

LONGEST = 60  # characters of a heading
MOST_ROWS = 60  # below a heading that are looked at
_NUMBERED = re.compile(r"(?:19|20)[0-9]{2}|[0-9]{1,2}")
_ARROWS = re.compile(r"\s*[↑↓⬆⬇⇧⇩]\s*|\s*\\(?:up|down)arrow\b\s*")


def heads_other_columns(row: Row, comma: bool) -> bool:
    """Whether a row that is no heading of classes or metrics is one of other columns: words, numbers from 1 on, years.

    >>> from exactmetrics.verification.claims.grids import Cell
    >>> def row(text): return [Cell(part, 0, len(part)) for part in text.split(",")]
    >>> heads_other_columns(row("Metric,Baseline,New"), False), heads_other_columns(row("Fold,1,2,3"), False)
    (True, True)
    >>> heads_other_columns(row("dog,9,38,6"), False), heads_other_columns(row("dog,0.5,0.6"), False)
    (False, False)
    """
    filled = [cell.plain.strip() for cell in row if cell.text.strip()]
    if not filled:
        return True  # a heading left empty
    if (
        len(row) < 3
        or len(filled) < len(row) - 1
        or any(len(text) > LONGEST for text in filled)
        or number_in(row[0].text, comma)
    ):
        return False
    numbers = [cell.plain.strip() for cell in row[1:] if number_in(cell.text, comma)]
    if not numbers:
        return len(filled) > 2
    if len(numbers) < len(row) - 1 or not all(_NUMBERED.fullmatch(text) for text in numbers):
        return False
    values = [int(text) for text in numbers]
    return values == list(range(1, len(values) + 1)) or (min(values) > 1900 and len(set(values)) == len(values))


def heads_a_pair(row: Row, comma: bool) -> bool:
    """Whether a row of two cells, both words, may head a table of its own: `Metric | New system`.

    >>> from exactmetrics.verification.claims.grids import Cell
    >>> heads_a_pair([Cell("Metric", 0, 6), Cell("SVM", 7, 10)], False)
    True
    """
    filled = [cell.plain.strip() for cell in row if cell.text.strip()]
    return len(filled) == len(row) == 2 and not any(number_in(text, comma) or len(text) > LONGEST for text in filled)


def are_systems(rows: Iterable[Row], vocabulary: Vocabulary, comma: bool) -> bool:
    """Whether columns that are called as classes are cannot be classes: a row below them has an average for each.

    >>> from exactmetrics.verification.claims.grids import Cell
    >>> rows = [[Cell(part, 0, len(part)) for part in ("Macro F1", "0.5", "0.6")]]
    >>> are_systems(rows, Vocabulary(), False)
    True
    """
    for row in itertools.islice(rows, MOST_ROWS):
        if heads_other_columns(row, comma) or heads_a_pair(row, comma):
            return False
        name = whole_name(row[0].plain, vocabulary) if sum(map(bool, _numbers(row, comma))) > 1 else None
        if name is not None and (name.average or name.metric == "balanced_accuracy"):
            return True
    return False


def _numbers(row: Row, comma: bool) -> list[bool]:
    return [number_in(cell.text, comma) is not None for cell in row[1:]]


def without_arrows(text: str) -> str:
    """A heading without the arrow that says which way is better.

    >>> without_arrows("Precision ↑")
    'Precision'
    """
    return _ARROWS.sub("", text)
