"""What stands over the columns of a matrix, and before its rows."""

from __future__ import annotations

from typing import Any

from exactmetrics.derivation.notation.terminal import breadth
from exactmetrics.derivation.writing.surface import Surface

HEAD_ROOM = 85  # characters over the columns of a matrix


def heads(surface: Surface, section: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """What stands over the columns and before the rows: names, or numbers where names alone would not fit a page.

    Args:
        surface: where it is written.
        section: the written labels, and the words, of a data section.
        names: the labels as they are read.

    >>> from exactmetrics.derivation.look import Look
    >>> from exactmetrics.derivation.writing.surface import surface_for
    >>> words = {"predicted": "pred.", "true": "true", "class": "class"}
    >>> heads(surface_for("text", Look(), "ab"), {"labels": ["a", "b"], "words": words}, ["a", "b"])
    {'heads': ['pred. a', 'pred. b'], 'row_heads': ['true a', 'true b']}
    """
    labels, words = section["labels"], section["words"]
    numbers = all(name.isdigit() for name in names)  # which could be taken for counts
    columns, rows = ([_head(surface, words, word, x, numbers) for x in labels] for word in ("predicted", "true"))
    more = len(words["class"]) + 1 if numbers else 0
    head = len(words["predicted"]) + 3 + more
    first = len(words["true"]) + 1 + more + max(map(breadth, names))
    names_wide = sum(breadth(name) + 2 for name in names) + head + first
    if names_wide + len(names) * (head - 2) > HEAD_ROOM:  # without the word, or else by number
        columns = labels
    if names_wide > HEAD_ROOM:
        columns = [str(i) for i in range(1, len(labels) + 1)]
        rows = [f"{i}: {row}" for i, row in zip(columns, rows, strict=True)]
    return {"heads": columns, "row_heads": rows}


def _head(surface: Surface, words: dict[str, str], word: str, label: str, is_number: bool) -> str:
    made = {"word": words[word], "label": label}
    if is_number:
        return surface.say_made("words", "head_number", **made, **{"class": words["class"]})
    return surface.say_made("words", "head", **made)
