"""Every equality between numbers in a document, judged: `verify_links`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from exactmetrics.exact.rounding import RoundingRule, check_rule
from exactmetrics.verification.documents.source import Source, source_of
from exactmetrics.verification.links.findings import Findings, Link
from exactmetrics.verification.links.linking import Linker


def verify_links(
    source: str | Path,
    *,
    format: str | None = None,
    rule: RoundingRule = "nearest",
    decimal_comma: bool | None = None,
) -> Findings:
    """Every equality of a document with its verdict.

    `source` is a `Path`, or the text itself. `format` is one of "markdown", "latex", "text", "html", "notebook"; by
    default it follows from the file's name or from how the text begins. `rule` says how printed digits should have been
    rounded, `decimal_comma` how numbers are written; by default the document itself is asked. Raises `InputError` where
    a file cannot be read and `UsageError` for a format or a rule that does not exist; never for what a document holds.

    >>> findings = verify_links("Recall = TP / (TP + FN) = 60 / (60 + 25) = 0.938, precision = 4/6 = 0.66.")
    >>> [(link.left, link.right, link.word) for link in findings.judged]
    [('60 / (60 + 25)', '0.938', 'false'), ('4/6', '0.66', 'truncated')]
    >>> findings.coverage
    Coverage(links=5, judged=2, symbolic=3, unread=0)
    """
    check_rule(rule)
    opened = source_of(source, format)
    seen = opened.numerals() if decimal_comma is None else None
    comma = decimal_comma if decimal_comma is not None else bool(seen and seen.decimal_comma)
    links = list(links_of(opened, rule=rule, decimal_comma=comma))
    return Findings(links, comma, "" if seen is None else seen.evidence, opened.format)


def links_of(source: Source, *, rule: RoundingRule = "nearest", decimal_comma: bool = False) -> Iterator[Link]:
    """The links of a document one after another, without keeping any.

    >>> [link.word for link in links_of(source_of("3/4 = 0.75"))]
    ['exact']
    """
    linker = Linker(rule=rule, decimal_comma=decimal_comma)
    for piece in source.pieces():
        yield from linker.links(piece)
