"""Documents: a full derivation in Markdown, and a full report in text, after warm-up."""

from __future__ import annotations

import random
from collections.abc import Iterator

from measure import Contest, contest

import exactmetrics as em


def matrix(k: int) -> em.ConfusionMatrix:
    """A matrix of k classes, the textbook one for three."""
    if k == 3:
        return em.ConfusionMatrix([[6, 1, 1], [1, 5, 2], [2, 3, 7]], labels=["bird", "cat", "dog"])
    draw = random.Random(k)
    return em.ConfusionMatrix([[draw.randint(0, 20) + 300 * (i == j) for j in range(k)] for i in range(k)])


def contests() -> Iterator[Contest]:
    """Three and a hundred classes; nobody runs against us here."""
    for k, repeat in ((3, 50), (100, 2)):
        cm = matrix(k)
        derive = {"exactmetrics": lambda cm=cm: cm.derive("precision", average="weighted").to_markdown()}
        yield contest(f"derivation of weighted precision in Markdown, {k} classes", derive, repeat=repeat)
        report = {"exactmetrics": lambda cm=cm: cm.report().to_text()}
        yield contest(f"report in text from counts, {k} classes", report, repeat=repeat)
