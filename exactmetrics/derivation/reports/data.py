"""A report as data for JSON: every value in full, with what else is exactly known of it.

The format is `report.schema.json`, published with the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactmetrics.derivation.reports.rows import ReportRow
from exactmetrics.derivation.structured.values import acted_data, label_data, value_data
from exactmetrics.exact.values import value_text
from exactmetrics.sheets.schema import schema_named

if TYPE_CHECKING:
    from exactmetrics.derivation.reports.report import Report

SCHEMA = "exactmetrics/report/1"


def report_schema() -> Mapping[str, Any]:
    """The published JSON Schema of a report.

    >>> report_schema()["title"]
    'Report'
    """
    return schema_named("report", __package__)


def report_data(report: Report) -> dict[str, Any]:
    """The report as dictionaries, lists, texts and numbers.

    >>> from exactmetrics.derivation.reports.report import Report
    >>> from exactmetrics.matrix.counts import Counts
    >>> counts = Counts.from_rows([[5, 1], [5, 7]])
    >>> data = report_data(Report(counts.blocks(), counts.rows))
    >>> next(row for row in data["rows"] if row["metric"] == "mcc")["square"]
    '5/32'
    """
    blocks = report.blocks
    cells = report.cells
    return {
        "schema": SCHEMA,
        "labels": [label_data(label) for label in blocks.labels],
        "n": _count(blocks.n),
        "partition": blocks.partition,
        "matrix": None if cells is None else [[_count(c) for c in row] for row in cells],
        "policy": report.policy,
        "preset": report.preset,
        "places": report.places,
        "notes": list(blocks.notes),
        "rows": [_row(row) for row in report.rows],
        "identities": [[_key(row) for row in group] for group in report.identities],
    }


def _row(row: ReportRow) -> dict[str, Any]:
    return {
        **_key(row),
        "label": label_data(row.label),
        "decimal": row.decimal,
        **value_data(row.value),
        "applied": [acted_data(acted) for acted in row.applied],
    }


def _key(row: ReportRow) -> dict[str, Any]:
    return {"metric": row.metric, "average": row.average}


def _count(count: Any) -> int | str:
    return count if isinstance(count, int) else value_text(Fraction(count))
