"""Statements altered at one place, as people mistake them: a sign, a count, an average, a metric for its neighbour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Changes = Sequence[tuple[str, str]]  # a pattern, and what stands in its place

_SWAPPED = (
    ("recall", "precision"), ("specificity", "npv"), ("fpr", "fnr"), ("plr", "nlr"), ("f1", "jaccard"),
    ("informedness", "markedness"), ("prevalence", "detection_prevalence"), ("support", "predicted"),
    ("macro", "weighted"), ("accuracy", "balanced_accuracy"), ("kappa", "mcc"), ("overall_random_accuracy",
    "overall_unbiased_random_accuracy"), ("reference_entropy", "response_entropy"), ("P", "R"), ("FP", "FN"),
    ("min", "max"), (" <=", " >="),
)  # fmt: skip
# What students take for one another, a factor, a square or a root forgotten, and the wrong sign.
MISTAKES: Changes = (
    *((rf"(?<!\w){one}(?!\w)", other) for pair in _SWAPPED for one, other in (pair, pair[::-1])),
    (r"\bmicro\b", "macro"), (r" \+ ", " - "), (r" - ", " + "), (r"\b2\*", ""), (r"/2\b", ""), (r"\^2\b", ""),
    (r"\bsqrt\(", "("), (r"\b2 - ", "1 - "), (r"\b1 - (?=\w)", ""), (r"\(k - 1\)", "k"),
    (r"(?<=[^\W\d])/(?=[a-z])", "*"),
)  # fmt: skip


class Alteration(NamedTuple):
    """What stands from one place of a statement to another instead."""

    start: int
    end: int
    other: str


def alterations(text: str, changes: Changes = MISTAKES) -> Iterator[Alteration]:
    """The places at which a change alters a statement; conditions stay.

    >>> [altered("recall[weighted] = accuracy", one) for one in alterations("recall[weighted] = accuracy")]
    ['precision[weighted] = accuracy', 'recall[macro] = accuracy', 'recall[weighted] = balanced_accuracy']
    """
    said = text.partition(" if ")[0]
    for pattern, other in changes:
        for found in re.finditer(pattern, said):
            yield Alteration(*found.span(), other)


def altered(text: str, *made: Alteration) -> str:
    """A statement with alterations of different places."""
    for one in sorted(made, reverse=True):
        text = f"{text[: one.start]}{one.other}{text[one.end :]}"
    return text
