"""Verifications as JSON: the keys of `verify.schema.json`, in its order, whatever was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from exactmetrics.exact.errors import Why
from exactmetrics.exact.values import Undefined, Value, value_text
from exactmetrics.sheets.schema import schema_named
from exactmetrics.verification.checked import CheckedClaim, CheckedLink, Correction, Hint, Span
from exactmetrics.verification.formulas.checked_formula import CheckedFormula
from exactmetrics.verification.reasons import sentence_of
from exactmetrics.verification.report.document import Page, page_of
from exactmetrics.verification.report.findings import counts_of, counts_together, findings
from exactmetrics.verification.verified import Reports, Verification

NAMED = ("label", "average", "combine", "convention")  # options that have a key of their own


def verify_schema() -> Mapping[str, Any]:
    """The published schema of the JSON of one or several verifications."""
    return schema_named("verify", "exactmetrics.verification")


def files_data(found: Reports, *, language: str = "en") -> dict[str, Any]:
    """One or several documents, and the files that could not be used."""
    return {
        "schema": "exactmetrics/verify/1",
        "worst": found.worst,
        "summary": _summary(found.verifications),
        "files": [verification_data(one, language=language) for one in found.verifications],
        "refused": [{"path": one.path, "message": one.message} for one in found.refused],
    }


def verification_data(found: Verification, *, language: str = "en") -> dict[str, Any]:
    """One document as tables and lists of JSON; sentences are in `language`."""
    counted, habits = found.coverage, found.habits
    page = page_of(found) if found.format == "notebook" else Page("")
    return {
        "path": found.path,
        "format": found.format,
        "worst": found.worst,
        "summary": _summary([found]),
        "rules": {
            "digits": habits.digits, "zeros": habits.zeros, "rounding": habits.rounding, "ties": habits.ties,
            "decimal_comma": found.decimal_comma,
            "evidence": {
                "digits": _counted(habits.digits_seen), "zeros": _counted(habits.zeros_seen),
                "rounding": _counted(habits.rounding_seen), "ties": _counted(habits.ties_seen),
                "decimal_comma": found.decimal_evidence,
            },
        },
        "links": [_link(one, page, language) for one in found.links],
        "claims": [_claim(one, page, language) for one in found.claims],
        "data": [
            {
                "where": one.where, **_place(one.span), "labels": [str(label) for label in one.labels],
                "rows": None if one.rows is None else [[str(count) for count in row] for row in one.rows],
                "rows_are": one.orientation, "rows_by": one.rows_by or None,
            }
            for one in found.data
        ],
        "unread": [
            {
                **_place(Span(one.link.where, 0)), "text": f"{one.link.left} {one.link.relation} {one.link.right}",
                "kind": one.link.why.kind, "why": sentence_of(one.link.why, language),
            }
            for one in found.unread if one.link.why is not None
        ],
        "coverage": {
            "links": counted.links, "checked": counted.judged, "symbolic": counted.symbolic, "unread": counted.unread,
            "claims": len(found.claims), "claims_checked": checked_count(found), "passed": len(found.passed),
        },
        "remarks": [
            {"kind": one.kind, "level": "note", **_place(one.span), "text": one.text(language)} for one in found.remarks
        ],
        "passed": [
            {
                **_place(one.span), "start": one.span.start.offset, "stop": one.span.stop, "text": one.text,
                "why": one.why, "word": one.word or None, "reason": one.reason(language),
            }
            for one in found.passed
        ],
        "formulas": [_formula(one, page, language) for one in found.formulas],
    }  # fmt: skip


def _formula(one: CheckedFormula, page: Page, language: str) -> dict[str, Any]:
    shown = one.witness
    return {
        **_place(one.span), **_spot(one.span, page),
        "left": one.left, "printed": one.printed, "metric": one.metric or None,
        "verdict": one.verdict, "level": one.level, "convention": one.convention or None,
        "definition": one.definition or None,
        "witness": None if shown is None else {
            "rows": [list(row) for row in shown.rows], "label": shown.label,
            "left": _value(shown.left), "right": _value(shown.right),
        },
        "slip": None if one.slip is None else {"kind": one.slip.kind, "text": one.slip.text(language)},
    }  # fmt: skip


def checked_count(found: Verification) -> int:
    """How many claims were checked, against data or against the arithmetic printed before them."""
    words = [[verdict.word for verdict in one.verdicts] for one in found.claims]
    return sum(bool(one) and "unread" not in one for one in words)


def _summary(found: Iterable[Verification]) -> dict[str, int]:
    """How many numbers were found and what became of them; `unread` are those not judged that look like arithmetic."""
    each = [(one, findings(one)) for one in found]
    counts = counts_together(counts_of(one, numbers) for one, numbers in each)
    unread = sum(not number.is_judged for _, numbers in each for number in numbers)
    return {
        "error": counts.wrong, "warn": counts.warnings, "note": counts.notes, "ok": counts.right, "unread": unread,
        "unjudged": counts.unjudged, "found": counts.found,
    }  # fmt: skip


def _counted(seen: Counter[Any]) -> dict[str, int]:
    return {str(key): seen[key] for key in sorted(seen)}


def _place(span: Span | None) -> dict[str, int | None]:
    return {"line": span.start.line if span else None, "column": span.start.column if span else None}


def _spot(span: Span | None, page: Page) -> dict[str, Any]:
    """The cell of a notebook that something stands in, None elsewhere; and the stretch of the file."""
    place = None if span is None else page.cell(span.start.offset)
    cell = None if place is None else {"number": place.cell, "line": place.line, "output": place.output}
    return {"notebook_cell": cell, "start": span.start.offset if span else None, "stop": span.stop if span else None}


def _link(one: CheckedLink, page: Page, language: str) -> dict[str, Any]:
    link = one.link
    return {
        **_place(Span(link.where, 0)),
        **_spot(one.span, page),
        "chain": link.chain, "left": link.left, "relation": link.relation, "right": link.right,
        "left_value": _value(link.left_value), "right_value": _value(link.right_value),
        "verdict": one.word, "level": one.level,
        **_reason(link.why, language), **_explained(one, language),
    }  # fmt: skip


def _claim(one: CheckedClaim, page: Page, language: str) -> dict[str, Any]:
    question, options = one.question, one.question.options
    why = one.why or next((verdict.why for verdict in one.verdicts if verdict.why is not None), None)
    return {
        "where": one.where,
        **_place(one.span),
        **_spot(one.span, page),
        "metric": question.metric,
        "count": question.count,
        "cell": None if question.cell is None else [str(label) for label in question.cell],
        "label": None if question.label is None else str(question.label),
        "average": options.get("average"), "combine": options.get("combine"), "convention": options.get("convention"),
        "options": {key: str(options[key]) for key in options if key not in NAMED},
        "parameters": {key: str(number) for key, number in question.parameters.items()},
        "printed": one.printed, "expression": one.expression, "value": _value(one.value),
        "expected": None if one.verdict is None else one.verdict.expected,
        "verdict": one.word,
        "expression_verdict": None if one.expression_verdict is None else one.expression_verdict.word,
        "level": one.level,
        **_reason(why, language), **_explained(one, language),
    }  # fmt: skip


def _reason(why: Why | None, language: str) -> dict[str, str | None]:
    """The kind of a reason, the same in every language, and its sentence."""
    return {"reason_kind": why and why.kind, "reason": why and sentence_of(why, language)}


def _explained(one: CheckedLink | CheckedClaim, language: str) -> dict[str, Any]:
    return {
        "explanations": [_hint(hint, language) for hint in one.hints],
        "more": [_hint(hint, language) for hint in one.more],
        "correction": _correction(one.correction),
    }


def _hint(hint: Hint, language: str) -> dict[str, Any]:
    return {"kind": hint.kind, "text": hint.text(language), "repaired": hint.repaired or None}


def _correction(one: Correction | None) -> dict[str, Any] | None:
    return None if one is None else {"start": one.start, "stop": one.stop, "old": one.old, "new": one.new}


def _value(value: Value | None) -> str | None:
    return None if value is None or isinstance(value, Undefined) else value_text(value)
