"""The table of all peers, as text, Markdown, HTML or JSON: of each metric how many answers are what."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from exactmetrics.conformance.answers import Answers
from exactmetrics.conformance.cases import About, about
from exactmetrics.conformance.explained import UNEXPECTED, Explained, explanation
from exactmetrics.conformance.judge import TRANSPOSED, VERDICTS, Judgement, Verdict, judge_answer
from exactmetrics.derivation.formats import FORMATS
from exactmetrics.derivation.notation.escape import json as visible_json
from exactmetrics.derivation.notation.terminal import text_table
from exactmetrics.derivation.render import render
from exactmetrics.exact.errors import InputError
from exactmetrics.vectors.reading import Case

SCHEMA = "exactmetrics/conformance/1"
TEMPLATES = {"text": "page.txt.jinja", "markdown": "page.md.jinja", "html": "page.html.jinja"}
FEW = 4  # units that a good implementation may be off
NAMES = 4  # that are told of a cell; the rest are counted
NEWS = 50  # wrong answers without explanation that are listed
DIGITS = 17
# Texts that mean nothing to any surface: an underscore inside a word is no mark of Markdown.
_HARMLESS = re.compile(r"(?:[A-Za-z0-9 .,;=:/+-]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))*")
Escape = Callable[[object], str]


@dataclass(slots=True)
class Cell:
    """One metric of one peer, on inputs of one kind."""

    metric: str
    of: About = "matrix"
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    # For each verdict the names that were given: conventions, how no value is said, errors.
    names: dict[Verdict, Counter[str]] = field(default_factory=lambda: {verdict: Counter() for verdict in VERDICTS})
    worst: Judgement | None = None  # the number farthest off; None where all are correctly rounded
    few: int = 0  # numbers that are 2 to 4 units off
    wrong: list[tuple[Judgement, Explained | None]] = field(default_factory=list)  # unexpected; what is known of each

    @property
    def name(self) -> str:
        """The metric, and what it is asked of where others of that name are asked of matrices."""
        return self.shown(str)

    def shown(self, escape: Escape) -> str:
        """The name on a surface."""
        return f"{escape(self.metric)}{' (label sets)' * (self.of == 'label_sets')}"

    @property
    def news(self) -> list[Judgement]:
        """The answers that are wrong in no way that is known."""
        return [judged for judged, known in self.wrong if known is None]

    def explained(self, *verdicts: Verdict) -> Counter[str]:
        """How many answers of these verdicts each known kind of mistake explains, and how many are transposed."""
        return Counter(
            known.kind if known else judged.name
            for judged, known in self.wrong
            if judged.verdict in verdicts and (known or judged.name == TRANSPOSED)
        )

    def add(self, peer: str, judged: Judgement) -> None:
        """Count one answer, given by a peer that was asked; of another, "", no known mistake explains it."""
        self.verdicts[judged.verdict] += 1
        if judged.name:
            self.names[judged.verdict][judged.name] += 1
        if judged.verdict != "convention" and (judged.ulps or 0) > (self.worst.ulps or 0 if self.worst else 0):
            self.worst = judged
        self.few += judged.verdict == "rough" and (judged.ulps or 0) <= FEW
        if judged.verdict in UNEXPECTED:
            self.wrong.append((judged, explanation(peer, judged)))

    @property
    def cases(self) -> int:
        """How many cases were answered, crashes included."""
        return self.verdicts.total() - self.verdicts["cannot"]

    def counts(self) -> dict[str, int]:
        """How many cases were answered, and how many answers have each verdict."""
        return {"cases": self.cases, **{verdict: self.verdicts[verdict] for verdict in VERDICTS}}

    def record(self) -> dict[str, Any]:
        return {
            "metric": self.metric,
            "of": self.of,
            **self.counts(),
            "within_4": self.few,
            "conventions": dict(self.names["convention"]),
            "undefined_as": dict(self.names["undefined"]),
            "cannot_take": dict(self.names["cannot"]),
            "worst": self.worst and {"case": self.worst.case.id, "ulps": self.worst.ulps},
            "unexplained": len(self.news),
        }


@dataclass(slots=True)
class Column:
    """One peer: what it is, its cells, and the ids of answers to cases there are not."""

    name: str
    version: str
    precision: str
    cells: dict[str, Cell] = field(default_factory=dict)  # by their names
    unknown: Sequence[str] = ()

    @property
    def news(self) -> list[Judgement]:
        return [judged for cell in self.cells.values() for judged in cell.news]

    def record(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "version": self.version,
            "precision": self.precision,
            "unknown_cases": len(self.unknown),
            "metrics": [cell.record() for cell in self.cells.values()],
            "wrong": [_wrong(judged, known) for cell in self.cells.values() for judged, known in cell.wrong],
        }


def _wrong(judged: Judgement, known: Explained | None) -> dict[str, Any]:
    return {
        "case": judged.case.id,
        "verdict": judged.verdict,
        "answer": judged.answer.shown(),
        "expected": judged.case.expected.decimal,
        "ulps": judged.ulps,
        "kind": known.kind if known else None,
        "finding": known.finding or None if known else None,
    }


def column_of(given: Answers, cases: Iterable[Case]) -> Column:
    """Judge all answers of one implementation; InputError where there are none, or none to any of the cases."""
    column = Column(given.implementation, given.version, given.precision)
    peer = given.implementation if given.asked_here else ""
    left = dict.fromkeys(given.answers)
    for case in cases:
        if case.id in given.answers:
            cell = Cell(case.metric, about(case))
            cell = column.cells.setdefault(cell.name, cell)
            cell.add(peer, judge_answer(case, given.answers[case.id], given.precision))
            left.pop(case.id, None)
    column.unknown = list(left)
    if not given.answers and not given.asked_here:
        raise InputError(f"{given.implementation[:100]!r} has no answers: give one for each case, by its id")
    if given.answers and not column.cells:
        raise InputError(f"no answer is to a case there is: {column.unknown[0][:100]!r} is no id of these vectors")
    return column


@dataclass(frozen=True, slots=True)
class Page:
    """The implementations, and what they were asked."""

    columns: Sequence[Column]
    version: str  # of the vectors
    cases: int
    smoke: bool  # whether those of the smoke set were asked
    command: str = ""  # that made the page; empty if that is not to be told
    beside: str = ""  # what else was installed, such as the version of numpy
    digest: str = ""  # of the certification record of the vectors, by which they are known again

    def to(self, format: str) -> str:
        """The page in a format: text, markdown, html or json.

        >>> print(Page([], "1.0.0", 500, True).to("text").strip())
        500 cases of the reference vectors 1.0.0, the smoke set
        """
        if format == "json":
            return visible_json(json.dumps(self.record(), indent=1, ensure_ascii=False)) + "\n"
        return render(f"conformance/{TEMPLATES[format]}", self._context(_light(FORMATS[format].escape)))

    def record(self) -> dict[str, Any]:
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
            "kinds": _kinds(self.columns, escape),
            "news": [_news(name, judged, escape) for name, judged in news[:NEWS]],
            "more_news": max(0, len(news) - NEWS),
            "all_news": len(news),
            "table": lambda head, rows: "\n".join(text_table(head, rows)) if rows else "",
        }


def _light(escape: Escape) -> Escape:
    """An escape that leaves texts alone in which there is nothing to escape."""
    return lambda text: str(text) if _HARMLESS.fullmatch(str(text)) else escape(text)


def _peer(column: Column, escape: Escape) -> dict[str, Any]:
    cells = column.cells.values()
    rows = [_row(cell, escape) for cell in cells]
    counts = {key: sum(row[key] for row in rows) for key in ("cases", *VERDICTS)}
    reasons = sum((cell.names["cannot"] for cell in cells), Counter[str]())
    return {
        "name": escape(column.name),
        "version": escape(column.version) if column.version else "",
        "precision": column.precision,
        "total": {**counts, "failed": counts["error"] + counts["crashed"]},
        "few": sum(cell.few for cell in cells),
        "unknown": {"count": len(column.unknown), "first": escape(column.unknown[0][:100])} if column.unknown else None,
        "rows": rows,
        "short": [_short(row) for row in rows],
        "cannot": _told(reasons, escape),
    }


def _row(cell: Cell, escape: Escape) -> dict[str, Any]:
    names, worst = cell.names, cell.worst
    return {
        "metric": cell.shown(escape),
        **cell.counts(),
        "worst": worst and {"ulps": ulps_text(worst.ulps or 0), "case": escape(worst.case.id)},
        "few": cell.few,
        "explained": _told(cell.explained("wrong"), escape),
        "missing_as": _told(names["missing"], escape),
        "failed_by": _told(cell.explained("error", "crashed"), escape),
        "conventions": _told(names["convention"], escape),
        "undefined_as": _told(names["undefined"], escape),
        "failures": _told(names["error"] + names["crashed"], escape),
    }


def _short(row: dict[str, Any]) -> list[str]:
    failed = row["error"] + row["crashed"]
    keys = ("metric", "cases", "correct", "near", "rough", "wrong", "missing")
    worst = f"{row['worst']['ulps']}: {row['worst']['case']}" if row["worst"] else ""
    return [*(str(row[key]) for key in keys), str(failed), str(row["convention"]), str(row["undefined"]), worst]


def _told(counted: Counter[str], escape: Escape) -> str:
    """Names with how often each was seen, the most frequent first."""
    first = counted.most_common(NAMES)
    rest = counted.total() - sum(count for _, count in first)
    return "; ".join([*(f"{escape(name)}: {count}" for name, count in first), *([f"…: {rest}"] if rest else [])])


def ulps_text(ulps: int) -> str:
    """A distance in a few characters; beyond ten thousand as a power of two, rounded down."""
    return str(ulps) if ulps < 10_000 else f"2^{ulps.bit_length() - 1}"


def _kinds(columns: Sequence[Column], escape: Escape) -> list[dict[str, Any]]:
    """Every kind of mistake that was seen: how often, and the first answer that shows it."""
    seen: dict[tuple[int, str], list[tuple[Judgement, Explained]]] = {}
    for at, column in enumerate(columns):
        for cell in column.cells.values():
            for judged, known in cell.wrong:
                if known is not None:
                    seen.setdefault((at, known.kind), []).append((judged, known))
    return [
        {
            "peer": escape(known.peer),
            "kind": escape(known.kind),
            "count": len(found),
            "text": escape(known.text),
            "finding": known.finding,
            **_facts(first, escape),
        }
        for found in seen.values()
        for first, known in found[:1]
    ]


def _news(name: str, judged: Judgement, escape: Escape) -> dict[str, Any]:
    ulps = "" if judged.ulps is None else ulps_text(judged.ulps)
    hint = judged.name or judged.verdict
    flags = escape(", ".join(judged.case.flags))
    return {"peer": escape(name), "ulps": ulps, "hint": escape(hint), "flags": flags, **_facts(judged, escape)}


def _facts(judged: Judgement, escape: Escape) -> dict[str, str]:
    expected = judged.case.expected
    exact = f"{Decimal(expected.decimal):.{DIGITS}g}" if expected.decimal else f"{expected.undefined}"
    return {"case": escape(judged.case.id), "answer": escape(judged.answer.shown()[:80]), "expected": escape(exact)}
