"""A list of metrics that shows itself as a table, a line for each."""

from __future__ import annotations

from exactmetrics.metrics.metric import Metric

WIDE = 80  # columns of a notebook or a terminal


class Catalogue(list[Metric]):
    """Metrics, as a list; what a session shows of it is a table of their names and other names."""

    def __repr__(self) -> str:
        from textwrap import shorten

        from exactmetrics.derivation.notation.terminal import text_table

        if not self:
            return "no metric"
        wide = max(len(metric.name) for metric in self)
        rows = [
            [m.name, m.scope, shorten(", ".join(m.aliases), WIDE - wide - len("  matrix  "), placeholder=" …")]
            for m in self
        ]
        return "\n".join(text_table(("name", "of a", "also called"), rows, left=3))
