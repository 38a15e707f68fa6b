"""Names by which the values of a report can be linked to."""

from __future__ import annotations


def anchor(metric: str, *, average: str | None = None, position: int | None = None) -> str:
    """The name of a value: of the whole matrix, of an average, or of the class at a position (from 0).

    It holds only letters, digits and hyphens, so that it can stand in HTML, Markdown and LaTeX alike.

    >>> anchor("error_rate"), anchor("precision", average="macro"), anchor("recall", position=0)
    ('overall-error-rate', 'macro-precision', 'class-1-recall')
    """
    what = metric.replace("_", "-")
    if average is not None:
        return f"{average}-{what}"
    return f"overall-{what}" if position is None else f"class-{position + 1}-{what}"
