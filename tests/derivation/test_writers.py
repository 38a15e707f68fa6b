"""The table of writers: every row leads to a function, and every kind of result is written as page, title and JSON."""

from __future__ import annotations

import exactmetrics as em
from exactmetrics._writers import WRITERS, writer
from exactmetrics.derivation.shown import Shown


def test_every_row_leads_to_a_function() -> None:
    assert all(callable(writer(*row)) for row in WRITERS)


def test_every_result_has_its_rows_and_knows_none_of_them() -> None:
    for result in (em.Derivation, em.Comparison, em.Report, em.Document):
        assert issubclass(result, Shown)
        rows = {what: home.partition(":")[0] for (kind, what), home in WRITERS.items() if kind == result._kind}
        assert {"page", "title", "json"} <= set(rows)
        assert result.__module__ not in rows.values()
