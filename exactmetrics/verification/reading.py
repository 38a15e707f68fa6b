"""Data from wherever they are: in a format of ours, or in a text as people have it, which is tried only then."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from exactmetrics.exact.errors import InputError
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.reading import asked_of, read_as_asked


def read_data(source: Any, *, matrix: int | None = None, **said: Any) -> tuple[Counts | Blocks, Hashable | None]:
    """The counts of a source, and the class that it calls positive; options as for `exactmetrics.read`.

    >>> read_data("TP=40 FP=10 FN=5 TN=45")
    (Counts.from_rows([[40, 5], [10, 45]], labels=['positive', 'negative']), 'positive')
    """
    asked = asked_of(**said)
    refused = None
    if matrix is None:
        try:
            return read_as_asked(source, asked), None
        except InputError as error:
            refused = error
    from exactmetrics.verification.data_in_text import counts_in_text

    return counts_in_text(source, asked, refused, matrix)
