"""A verification as JSON: the keys of `verify.schema.json`, in this order, whatever was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from exactmetrics.exact.errors import Why
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.values import Undefined, Value, value_text
from exactmetrics.sheets.schema import schema_named
from exactmetrics.verification.checked import CheckedClaim, CheckedLink, Correction, Hint
from exactmetrics.verification.documents.pieces import Position
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.reasons import sentence_of
from exactmetrics.verification.remark import Remark
from exactmetrics.verification.reports.overview import checked_count, level_counts
from exactmetrics.verification.reports.paging import Page, page_of
from exactmetrics.verification.verified import FoundData, Verification

NAMED = ("label", "average", "combine", "convention")  # options that have a key of their own


def verify_schema() -> Mapping[str, Any]:
    """The published schema of the JSON of one or several verifications.

    >>> verify_schema()["title"]
    'Verification'
    """
    return schema_named("verify", __package__)


def verification_data(found: Verification, *, language: str = "en") -> dict[str, Any]:
    """One document as tables and lists of JSON; sentences are in `language`.

    >>> from exactmetrics.verification.verify import verify_document
    >>> data = verification_data(verify_document("1/2 = 0.6"))
    >>> [(link["left_value"], link["right_value"], link["verdict"]) for link in data["links"]]
    [('1/2', '3/5', 'false')]
    """
    counted = found.coverage
    page = page_of(found) if found.format == "notebook" else Page("")
    return {
        "path": found.path,
        "format": found.format,
        "worst": found.worst,
        "summary": level_counts([found]),
        "rules": _rules(found),
        "links": [_link(checked, page, language) for checked in found.links],
        "claims": [_claim(claim, page, language) for claim in found.claims],
        "data": [_data(data) for data in found.data],
        "unread": [_unread(checked, language) for checked in found.unread],
        "coverage": {
            "links": counted.links, "checked": counted.judged, "symbolic": counted.symbolic, "unread": counted.unread,
            "claims": len(found.claims), "claims_checked": checked_count(found),
            "passed": len(found.passed),
        },
        "remarks": [_remark(remark, language) for remark in found.remarks],
        "passed": [_passed(one, language) for one in found.passed],
    }  # fmt: skip


def _rules(found: Verification) -> dict[str, Any]:
    habits = found.habits
    return {
        "digits": habits.digits,
        "zeros": habits.zeros,
        "rounding": habits.rounding,
        "ties": habits.ties,
        "decimal_comma": found.decimal_comma,
        "evidence": {
            "digits": _counted(habits.digits_seen),
            "zeros": _counted(habits.zeros_seen),
            "rounding": _counted(habits.rounding_seen),
            "ties": _counted(habits.ties_seen),
            "decimal_comma": found.decimal_evidence,
        },
    }


def _counted(seen: Counter[Any]) -> dict[str, int]:
    return {str(key): seen[key] for key in sorted(seen)}


def _passed(one: Passed, language: str) -> dict[str, Any]:
    start = one.span.start
    return {
        "line": start.line,
        "column": start.column,
        "start": start.offset,
        "stop": one.span.stop,
        "text": one.text,
        "why": one.why,
        "reason": one.reason(language),
    }


def _remark(remark: Remark, language: str) -> dict[str, Any]:
    place = remark.span
    return {
        "kind": remark.kind,
        "level": "note",
        "line": place.start.line if place else None,
        "column": place.start.column if place else None,
        "text": remark.text(language),
    }


def _cell(start: Position | None, page: Page) -> dict[str, Any] | None:
    """The cell of a notebook that something stands in, None elsewhere."""
    place = None if start is None else page.cell(start.offset)
    return None if place is None else {"number": place.cell, "line": place.line, "output": place.output}


def _link(checked: CheckedLink, page: Page, language: str) -> dict[str, Any]:
    link = checked.link
    return {
        "line": link.where.line,
        "column": link.where.column,
        "notebook_cell": _cell(link.where, page),
        "start": checked.span.start.offset,
        "stop": checked.span.stop,
        "chain": link.chain,
        "left": link.left,
        "relation": link.relation,
        "right": link.right,
        "left_value": _value(link.left_value),
        "right_value": _value(link.right_value),
        "verdict": checked.word,
        "level": checked.level,
        **_reason(link.why, language),
        "explanations": _explanations(checked.hints, language),
        "correction": _correction(checked.correction),
    }


def _claim(claim: CheckedClaim, page: Page, language: str) -> dict[str, Any]:
    question, place = claim.question, claim.span
    options = question.options
    return {
        "where": claim.where,
        "line": place.start.line if place else None,
        "column": place.start.column if place else None,
        "start": place.start.offset if place else None,
        "stop": place.stop if place else None,
        "notebook_cell": _cell(place.start if place else None, page),
        "metric": question.metric,
        "count": question.count,
        "cell": None if question.cell is None else [str(label) for label in question.cell],
        "label": None if question.label is None else str(question.label),
        "average": options.get("average"),
        "combine": options.get("combine"),
        "convention": options.get("convention"),
        "options": {key: str(options[key]) for key in options if key not in NAMED},
        "parameters": {key: str(number) for key, number in question.parameters.items()},
        "printed": claim.printed,
        "expression": claim.expression,
        "value": _value(claim.value),
        "expected": None if claim.verdict is None else claim.verdict.expected,
        "verdict": claim.word,
        "expression_verdict": None if claim.expression_verdict is None else claim.expression_verdict.word,
        "level": claim.level,
        **_reason(_why(claim), language),
        "explanations": _explanations(claim.hints, language),
        "correction": _correction(claim.correction),
    }


def _why(claim: CheckedClaim) -> Why | None:
    """Why a claim could not be judged, or what its verdict adds."""
    verdicts: Iterable[Verdict | None] = (claim.verdict, claim.expression_verdict)
    return claim.why or next((v.why for v in verdicts if v is not None and v.why is not None), None)


def _reason(why: Why | None, language: str) -> dict[str, str | None]:
    """The kind of a reason, the same in every language, and its sentence."""
    if why is None:
        return {"reason_kind": None, "reason": None}
    return {"reason_kind": why.kind, "reason": sentence_of(why, language)}


def _data(data: FoundData) -> dict[str, Any]:
    place = data.span
    return {
        "where": data.where,
        "line": place.start.line if place else None,
        "column": place.start.column if place else None,
        "labels": [str(label) for label in data.labels],
        "rows": None if data.rows is None else [[str(count) for count in row] for row in data.rows],
        "rows_are": data.orientation,
        "rows_by": data.rows_by or None,
    }


def _unread(checked: CheckedLink, language: str) -> dict[str, Any]:
    link = checked.link
    assert link.why is not None  # nothing is left unread without a reason
    text, said = f"{link.left} {link.relation} {link.right}", sentence_of(link.why, language)
    return {"line": link.where.line, "column": link.where.column, "text": text, "kind": link.why.kind, "why": said}


def _explanations(hints: Iterable[Hint], language: str) -> list[dict[str, Any]]:
    return [{"kind": hint.kind, "text": hint.text(language), "repaired": hint.repaired or None} for hint in hints]


def _correction(correction: Correction | None) -> dict[str, Any] | None:
    if correction is None:
        return None
    return {"start": correction.start, "stop": correction.stop, "old": correction.old, "new": correction.new}


def _value(value: Value | None) -> str | None:
    return None if value is None or isinstance(value, Undefined) else value_text(value)
