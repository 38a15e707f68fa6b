"""A document verified as a whole: its equalities, the rules it rounds by, and the values it claims."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.verification.claims.found import Recognised
from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.judging.document_claims import DocumentClaims
from exactmetrics.verification.links.checked_links import checked_links, kept_links
from exactmetrics.verification.links.document_links import links_of
from exactmetrics.verification.links.findings import Findings
from exactmetrics.verification.links.habits import habits_of
from exactmetrics.verification.verified import Verification


def verify_document(
    source: str | Path,
    *,
    data: Any = None,
    format: str | None = None,
    rule: RoundingRule = "nearest",
    decimal_comma: bool | None = None,
    claims: bool = True,
) -> Verification:
    """Say of everything a document prints whether it is right, and if not, what may have gone wrong.

    Args:
        source: a `Path`, or the text itself; a string is always the text.
        data: what the claims are about: a confusion matrix, its rows, or the path of a file that holds one. Without it
            a matrix that stands in the document itself is taken.
        format: one of "markdown", "latex", "text", "html", "notebook"; by default it follows from the file's name or
            from how the text begins.
        rule: how printed digits should have been rounded: nearest, half-even, half-up, truncate or any.
        decimal_comma: how numbers are written; by default the document itself is asked.
        claims: whether values that the document gives a name ("recall of K = 0.938") are looked for and checked.

    Raises:
        InputError: a file that cannot be read, or data that cannot be used.
        UsageError: a format or a rule that does not exist.

    >>> found = verify_document("Recall = 60 / (60 + 25) = 0.938, precision = 4/6 = 0.66.")
    >>> [(link.word, link.hints[0].kind) for link in found.of_level("warn", "error")]
    [('false', 'denominator'), ('truncated', 'truncated')]
    >>> found.links[-1].correction
    Correction(start=51, stop=55, old='0.66', new='0.67')
    """
    check_rule(rule)
    opened = source_of(source, format)
    seen = opened.numerals() if decimal_comma is None else None
    comma = decimal_comma if decimal_comma is not None else bool(seen and seen.decimal_comma)
    links, counted = kept_links(links_of(opened, rule=rule, decimal_comma=comma))
    habits = habits_of(Findings(links))
    found = recognised(opened, decimal_comma=comma) if claims else Recognised()
    about = DocumentClaims(found, given=data, rule=rule, decimal_comma=comma)
    return Verification(
        path="" if opened.path is None else str(opened.path),
        format=opened.format,
        links=checked_links(links, habits),
        claims=about.checked(habits),
        habits=habits,
        decimal_comma=comma,
        decimal_evidence="" if seen is None else seen.evidence,
        data=about.data,
        source=source if isinstance(source, str) else "",
        counted=counted,
    )
