"""Statements altered at one place, as people mistake them: a sign, a count, an average, a metric for its neighbour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from exactmetrics.metrics.registry import all_metrics

Changes = Sequence[tuple[str, str]]  # a pattern, and what stands in its place

# What is taken for one another, a factor, a square or a root forgotten, and the wrong sign.
_SLIPS: Changes = (
    *((rf"\b{one}\b", other) for pair in (("P", "R"), ("FP", "FN"), ("min", "max"), ("macro", "weighted"))
      for one, other in (pair, pair[::-1])),
    (r"\bmicro\b", "macro"), (" <=", " >="), (r" \+ ", " - "), (r" - ", " + "), (r"\b2\*", ""), (r"/2\b", ""),
    (r"\^2\b", ""), (r"\bsqrt\(", "("), (r"\b2 - ", "1 - "), (r"\b1 - (?=\w)", ""), (r"\(k - 1\)", "k"),
    (r"(?<=[^\W\d])/(?=[a-z])", "*"),
)  # fmt: skip


@cache
def mistakes() -> Changes:
    """Slips, and for each metric the one that is often calculated instead, as the metrics say themselves."""
    return [(rf"\b{one.name}\b", one.wrong) for one in all_metrics() if isinstance(one.wrong, str)] + list(_SLIPS)


class Alteration(NamedTuple):
    """What stands from one place of a statement to another instead."""

    start: int
    end: int
    other: str


def alterations(text: str, changes: Changes | None = None) -> Iterator[Alteration]:
    """The places at which a change alters a statement, one of the `mistakes` if nothing is said; conditions stay.

    >>> [altered("recall[weighted] = accuracy", one) for one in alterations("recall[weighted] = accuracy")]
    ['precision[weighted] = accuracy', 'recall[weighted] = balanced_accuracy', 'recall[macro] = accuracy']
    """
    said = text.partition(" if ")[0]
    for pattern, other in mistakes() if changes is None else changes:
        for found in re.finditer(pattern, said):
            yield Alteration(*found.span(), other)


def altered(text: str, *made: Alteration) -> str:
    """A statement with alterations of different places."""
    for one in sorted(made, reverse=True):
        text = f"{text[: one.start]}{one.other}{text[one.end :]}"
    return text
