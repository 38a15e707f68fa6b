"""The matrices of the worked examples: what tutorials and their readers compute by hand."""

from __future__ import annotations

from collections.abc import Iterator

from exactmetrics.examples.collection import discover
from exactmetrics.vectors.catalogue.entry import Entry, matrix

THOROUGH = "002/figure_23"  # the rarer questions are asked of it too


def textbook() -> Iterator[Entry]:
    """One entry a matrix; two sheets about the same matrix make one.

    >>> next(textbook()).input.name
    'textbook-000-integer_lists'
    """
    seen = set()
    for example in discover():
        sheet = example.load()
        counts = sheet.data.counts
        if counts is None:  # what is known of every class only
            continue
        rows = counts.rows()
        key = str(rows), str(counts.labels)
        if key in seen:
            continue
        seen.add(key)
        thorough = example.name == THOROUGH
        name = f"textbook-{example.name.replace('/', '-')}"
        reach = "core" if thorough else "wide"
        yield matrix(name, sheet.title, rows, counts.labels, reach=reach, more=thorough)
