"""Every input of the vectors, in the order of the files."""

from __future__ import annotations

from functools import cache

from exactmetrics.vectors.catalogue.cancellation import cancellation
from exactmetrics.vectors.catalogue.degenerate import degenerate
from exactmetrics.vectors.catalogue.entry import Entry
from exactmetrics.vectors.catalogue.labels import labels
from exactmetrics.vectors.catalogue.ordinary import ordinary
from exactmetrics.vectors.catalogue.rounding import rounding
from exactmetrics.vectors.catalogue.sizes import sizes
from exactmetrics.vectors.catalogue.textbook import textbook
from exactmetrics.vectors.catalogue.weights import weights

FAMILIES = (ordinary, textbook, degenerate, labels, weights, sizes, cancellation, rounding)


@cache
def entries() -> tuple[Entry, ...]:
    """All of them; no two have one name.

    >>> found = entries()
    >>> len({entry.input.name for entry in found}) == len(found)
    True
    """
    return tuple(entry for family in FAMILIES for entry in family())
