"""The table as a page: text, Markdown, HTML or JSON."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from exactmetrics.conformance.judge import VERDICTS, Judgement
from exactmetrics.conformance.table import Cell, Column, kinds_of
from exactmetrics.derivation.formats import FORMATS
from exactmetrics.derivation.notation.escape import json as visible_json
from exactmetrics.derivation.render import render
from exactmetrics.derivation.writing.tables import text_table

SCHEMA = "exactmetrics/conformance/1"
TEMPLATES = {"text": "page.txt.jinja", "markdown": "page.md.jinja", "html": "page.html.jinja"}
NAMES = 4  # that are told of a cell; the rest are counted
NEWS = 50  # wrong answers without explanation that are listed
DIGITS = 17
# Texts that mean nothing to any surface: an underscore inside a word is no mark of Markdown.
_HARMLESS = re.compile(r"(?:[A-Za-z0-9 .,;=:/+-]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))*")
Escape = Callable[[object], str]


@dataclass(frozen=True, slots=True)
class Page:
    """What a page shows.

    Attributes:
        columns: the implementations.
        version: of the vectors.
        cases: how many were asked.
        smoke: whether those of the smoke set were.
        command: what the page was made by; empty if that is not to be told.
        beside: what else was installed, such as the version of numpy.
        digest: of the certification record of the vectors, by which they are known again.
    """

    columns: Sequence[Column]
    version: str
    cases: int
    smoke: bool
    command: str = ""
    beside: str = ""
    digest: str = ""

    def to(self, format: str) -> str:
        """The page in a format: text, markdown, html or json.

        >>> print(Page([], "1.0.0", 300, True).to("text").strip())
        300 cases of the reference vectors 1.0.0, the smoke set
        """
        if format == "json":
            return visible_json(json.dumps(self.record(), indent=1, ensure_ascii=False)) + "\n"
        return render(f"conformance/{TEMPLATES[format]}", self._context(_light(FORMATS[format].escape)))

    def record(self) -> dict[str, Any]:
        """The page for JSON, after `conformance.schema.json`.

        >>> Page([], "1.0.0", 300, True).record()["vectors"]
        {'version': '1.0.0', 'cases': 300, 'smoke': True}
        """
        vectors = {"version": self.version, "cases": self.cases, "smoke": self.smoke}
        return {"schema": SCHEMA, "vectors": vectors, "implementations": [c.record() for c in self.columns]}

    def _context(self, escape: Escape) -> dict[str, Any]:
        news = [(column.name, judged) for column in self.columns for judged in column.news]
        return {
            "version": escape(self.version),
            "cases": f"{self.cases:,}",
            "smoke": self.smoke,
            "command": self.command,
            "beside": escape(self.beside),
            "digest": self.digest,
            "peers": [_peer(column, escape) for column in self.columns],
            "kinds": [_kind(*row, escape) for row in kinds_of(self.columns)],
            "news": [_news(name, judged, escape) for name, judged in news[:NEWS]],
            "more_news": max(0, len(news) - NEWS),
            "all_news": len(news),
            "table": lambda head, rows: "\n".join(text_table(head, rows)) if rows else "",
        }


def _light(escape: Escape) -> Escape:
    """An escape that leaves texts alone in which there is nothing to escape."""
    return lambda text: str(text) if _HARMLESS.fullmatch(str(text)) else escape(text)


def _peer(column: Column, escape: Escape) -> dict[str, Any]:
    rows = [_row(cell, escape) for cell in column.cells.values()]
    total: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for cell in column.cells.values():
        total["cases"] += cell.cases
        for verdict in VERDICTS:
            total[verdict] += cell.verdicts[verdict]
        reasons.update(cell.names.get("cannot", Counter()))
    counts: dict[str, int] = {name: total[name] for name in ("cases", *VERDICTS)}
    return {
        "name": escape(column.name),
        "version": escape(column.version) if column.version else "",
        "precision": column.precision,
        "total": {**counts, "failed": counts["error"] + counts["crashed"]},
        "few": sum(cell.few for cell in column.cells.values()),
        "unknown": {"count": len(column.unknown), "first": escape(column.unknown[0][:100])} if column.unknown else None,
        "rows": rows,
        "short": [_short(row) for row in rows],
        "cannot": _told(reasons, escape),
    }


def _row(cell: Cell, escape: Escape) -> dict[str, Any]:
    failed = cell.names.get("error", Counter()) + cell.names.get("crashed", Counter())
    worst = cell.worst
    return {
        "metric": escape(cell.metric),
        "cases": cell.cases,
        **{verdict: cell.verdicts[verdict] for verdict in VERDICTS},
        "worst": worst and {"ulps": ulps_text(worst.ulps or 0), "case": escape(worst.case.id)},
        "few": cell.few,
        "explained": _told(cell.explained(("wrong",)), escape),
        "missing_as": _told(cell.names.get("missing", Counter()), escape),
        "failed_by": _told(cell.explained(("error", "crashed")), escape),
        "conventions": _told(cell.names.get("convention", Counter()), escape),
        "undefined_as": _told(cell.names.get("undefined", Counter()), escape),
        "failures": _told(failed, escape),
    }


def _short(row: dict[str, Any]) -> list[str]:
    failed = row["error"] + row["crashed"]
    keys = ("metric", "cases", "correct", "near", "rough", "wrong", "missing")
    worst = f"{row['worst']['ulps']}: {row['worst']['case']}" if row["worst"] else ""
    return [*(str(row[key]) for key in keys), str(failed), str(row["convention"]), str(row["undefined"]), worst]


def _told(counted: Counter[str], escape: Escape) -> str:
    """Names with how often each was seen, the most frequent first."""
    told = [f"{escape(name)}: {count}" for name, count in counted.most_common(NAMES)]
    rest = counted.total() - sum(count for _, count in counted.most_common(NAMES))
    return "; ".join([*told, *([f"…: {rest}"] if rest else [])])


def ulps_text(ulps: int) -> str:
    """A distance in a few characters; beyond ten thousand as a power of two, rounded down.

    >>> ulps_text(12), ulps_text(2**40 + 7)
    ('12', '2^40')
    """
    return str(ulps) if ulps < 10_000 else f"2^{ulps.bit_length() - 1}"


def _kind(known: Any, count: int, first: Judgement, escape: Escape) -> dict[str, Any]:
    return {
        "peer": escape(known.peer),
        "kind": escape(known.kind),
        "count": count,
        "text": escape(known.text),
        "finding": known.finding,
        "refused": not known.finding,
        **_facts(first, escape),
    }


def _news(name: str, judged: Judgement, escape: Escape) -> dict[str, Any]:
    ulps = "" if judged.ulps is None else ulps_text(judged.ulps)
    hint = judged.name or judged.verdict
    flags = escape(", ".join(judged.case.flags))
    return {"peer": escape(name), "ulps": ulps, "hint": escape(hint), "flags": flags, **_facts(judged, escape)}


def _facts(judged: Judgement, escape: Escape) -> dict[str, str]:
    expected = judged.case.expected
    exact = f"{Decimal(expected.decimal):.{DIGITS}g}" if expected.decimal else f"{expected.undefined}"
    return {"case": escape(judged.case.id), "answer": escape(judged.answer.shown()[:80]), "expected": escape(exact)}
