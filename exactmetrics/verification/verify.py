"""A document verified as a whole: its equalities, the rules it rounds by, and the values it claims."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.matrix.rows import turned
from exactmetrics.verification.checked import CheckedClaim
from exactmetrics.verification.claims.found import Recognised
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.confirmed import confirm
from exactmetrics.verification.documents.refused import check_no_missing_name, check_no_name
from exactmetrics.verification.documents.source import Source, source_of
from exactmetrics.verification.documents.watched import Progress, Told
from exactmetrics.verification.formulas.document_formulas import formulas_of
from exactmetrics.verification.judging.class_names import are_unnamed
from exactmetrics.verification.judging.complements import complements
from exactmetrics.verification.judging.document_claims import DocumentClaims
from exactmetrics.verification.judging.given_data import given_data
from exactmetrics.verification.judging.own_intervals import outside
from exactmetrics.verification.judging.triples import clashing, without
from exactmetrics.verification.links.checked_links import checked_links, kept_links
from exactmetrics.verification.links.document_links import links_of
from exactmetrics.verification.links.findings import Findings, Link
from exactmetrics.verification.links.habits import habits_of
from exactmetrics.verification.passed import Passed
from exactmetrics.verification.verified import Side, Verification
from exactmetrics.verification.verify_sheet import is_sheet, verify_claims

CLAIM = 20  # links that are judged in the time that one claim takes


def verify_document(
    source: str | Path,
    *,
    data: Any = None,
    labels: Sequence[Hashable] | None = None,
    orientation: Side | None = None,
    format: str | None = None,
    rule: RoundingRule | None = None,
    decimal_comma: bool | None = None,
    claims: bool = True,
    progress: Progress | None = None,
) -> Verification:
    """Say of everything a document prints whether it is right, and if not, what may have gone wrong.

    Args:
        source: a `Path`, or the text itself; a string is always the text. A TOML, JSON or CSV file is verified as an
            answer sheet, as by `verify_claims`, unless `format` says what else it is.
        data: what the claims are about: a confusion matrix, its rows, or the path of a file that holds one. Without it
            a matrix that stands in the document itself is taken.
        labels: the names of the classes of `data`, in their order, as the document has them. Without them classes are
            matched by name, or by position where a matrix of the document shows which is which.
        orientation: what the rows of a confusion matrix are, "true" or "predicted" classes: those of `data`, and of a
            matrix in the document. By default those of `data` are true classes, and the document's are what its words
            say; where they say nothing, only values are judged of which both readings say the same.
        format: one of "markdown", "latex", "text", "html", "notebook"; by default it follows from the file's name or
            from how the text begins.
        rule: how printed digits should have been rounded: nearest, half-even, half-up, truncate or any; by default
            nearest, or what an answer sheet says.
        decimal_comma: how numbers are written; by default the document itself is asked.
        claims: whether values that the document gives a name ("recall of K = 0.938") are looked for and checked.
        progress: called with how much of the document is read and judged, and of how much.

    Raises:
        InputError: a file that cannot be read, tables that are no answer sheet, or data that cannot be used.
        UsageError: a format or a rule that does not exist; a text that is the name of a file.

    >>> found = verify_document("Recall = 60 / (60 + 25) = 0.938, precision = 4/6 = 0.66.")
    >>> [(link.word, link.hints[0].kind) for link in found.of_level("warn", "error")]
    [('false', 'denominator'), ('truncated', 'truncated')]
    >>> found.links[-1].correction
    Correction(start=51, stop=55, old='0.66', new='0.67')
    """
    if isinstance(source, Path) and format is None and is_sheet(source, data=data is not None):
        return verify_claims(
            source, data=data, labels=labels, orientation=orientation, rule=rule, decimal_comma=decimal_comma
        )
    rule = check_rule(rule or "nearest")
    turned(orientation or "true")
    opened = _opened(source, format, progress, 1 + (decimal_comma is None) + claims)
    seen = opened.numerals() if decimal_comma is None else None
    comma = decimal_comma if decimal_comma is not None else bool(seen and seen.decimal_comma)
    links, counted = kept_links(links_of(opened, rule=rule, decimal_comma=comma))
    habits = habits_of(Findings(links))
    given = None if data is None else given_data(data, labels=labels, orientation=orientation)
    classes = () if given is None else given.blocks.labels
    named = () if are_unnamed(classes) else map(str, classes)
    found = recognised(opened, decimal_comma=comma, labels=named) if claims else Recognised()
    about = DocumentClaims(
        found, given=given, labels=labels, orientation=orientation, rule=rule, decimal_comma=comma
    )  # fmt: skip
    of_claims, of_links = _told(opened, (len(found.claims), CLAIM), (len(links), 1))
    checked = about.checked(habits, of_claims)
    if isinstance(source, str) and not links and not found.claims:
        check_no_missing_name(source)
    if claims:
        for contradictions in (clashing, outside, complements):
            checked = without(checked, contradictions(replace(opened, watch=None).pieces()))
    judged = checked_links(links, habits, of_links)
    confirm(judged, checked)
    return Verification(
        path="" if opened.path is None else str(opened.path),
        format=opened.format,
        links=judged, claims=checked, habits=habits, decimal_comma=comma,
        decimal_evidence="" if seen is None else seen.evidence,
        data=about.data,
        source=source if isinstance(source, str) else "",
        counted=counted, remarks=about.remarks,
        passed=_unjudged(about.passed, links, checked),
        formulas=formulas_of(replace(opened, watch=None)) if claims else [],
    )  # fmt: skip


def _opened(source: str | Path, format: str | None, progress: Progress | None, passes: int) -> Source:
    """The document, which will be read so many times."""
    if isinstance(source, str):
        check_no_name(source)
    opened = source_of(source, format)
    return opened if progress is None else opened.watched(progress, passes)


def _told(opened: Source, *stages: tuple[int, int]) -> Sequence[Told | None]:
    """What is to be called while claims, and then links, are judged; see `Watch.judging`."""
    return [None] * len(stages) if opened.watch is None else opened.watch.judging(*stages)


def _unjudged(passed: Sequence[Passed], links: Sequence[Link], claims: Sequence[CheckedClaim]) -> list[Passed]:
    """The numbers passed over that do not stand in an equality that is judged, and are no claims after all."""
    claimed = {claim.span.start.offset for claim in claims if claim.span is not None}
    judged = sorted((link.where.offset, link.stop) for link in links if link.word not in (None, "unread"))
    starts = [start for start, _ in judged]
    kept = []
    for one in passed:
        if one.span.start.offset in claimed:
            continue
        at = bisect_right(starts, one.span.start.offset) - 1
        if one.worked or at < 0 or one.span.start.offset >= judged[at][1]:
            kept.append(one)
    return kept
