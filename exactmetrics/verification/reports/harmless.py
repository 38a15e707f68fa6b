"""Corrections that may be put into a document: none in code or in what it printed, none that spoils another link."""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Sequence

from exactmetrics.verification.checked import Correction
from exactmetrics.verification.documents.opening import Format, format_of
from exactmetrics.verification.documents.source import Source
from exactmetrics.verification.links.document_links import links_of
from exactmetrics.verification.links.findings import Link
from exactmetrics.verification.reports.entries import ORDER
from exactmetrics.verification.verified import Verification

LARGEST = 4_000_000  # characters of a document that is verified once more
TRIES = 5


def outside_code(corrections: Sequence[Correction], verification: Verification, text: str) -> list[Correction]:
    """The corrections that are in no program, and in a notebook in nothing that was printed: these are records.

    >>> outside_code([Correction(0, 4, "0.66", "0.67")], Verification("", "text"), "0.66")
    [Correction(start=0, stop=4, old='0.66', new='0.67')]
    """
    if not corrections:
        return []
    kept_out = {"code", "listing"} if verification.format == "notebook" else {"code"}
    source = Source(None, text, _format(verification, text))
    spans = sorted(
        (piece.position(0).offset, piece.stop(len(piece.text)))
        for piece in source.pieces()
        if piece.kind in kept_out and piece.text
    )
    found = []
    for one in corrections:
        at = bisect_right(spans, one.start, key=lambda span: span[0]) - 1
        if at < 0 or spans[at][1] <= one.start:
            found.append(one)
    return found


def without_harm(corrections: Sequence[Correction], verification: Verification, text: str) -> list[Correction]:
    """The corrections after which no link of the document is worse than before.

    A number that stands twice in a chain, differently written, is corrected in both places or in none.

    >>> text = "2/3 = 0.66 = 33/50"
    >>> without_harm([Correction(6, 10, "0.66", "0.67")], Verification("", "text"), text)
    []
    """
    kept = list(corrections)
    if not kept or len(text) > LARGEST:
        return kept
    before = _links(verification, text)
    for _ in range(TRIES):
        after = _links(verification, applied(text, kept))
        if len(after) != len(before):
            return []
        worse = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if _rank(new) < _rank(old)]
        if not worse:
            return kept
        spans = [_chain(before, at) for at in worse]
        kept = [one for one in kept if not any(start <= one.start < stop for start, stop in spans)]
    return []


def applied(text: str, corrections: Sequence[Correction]) -> str:
    """A text with corrections, which are in its order and do not overlap.

    >>> applied("so 0.66", [Correction(3, 7, "0.66", "0.67")])
    'so 0.67'
    """
    made, at = io.StringIO(), 0
    for one in corrections:
        made.write(text[at : one.start] + one.new)
        at = one.stop
    return made.getvalue() + text[at:]


def _links(verification: Verification, text: str) -> list[Link]:
    source = Source(None, text, _format(verification, text))
    return list(links_of(source, decimal_comma=verification.decimal_comma))


def _format(verification: Verification, text: str) -> Format:
    return format_of(None, text[:4000], None if verification.format == "sheet" else verification.format)


def _rank(link: Link) -> int:
    return ORDER.index(link.level) if link.level is not None else len(ORDER)


def _chain(links: Sequence[Link], at: int) -> tuple[int, int]:
    """Where the chain of a link begins and ends: its neighbours that are of the same one included."""
    first = last = at
    while first and links[first - 1].chain == links[at].chain:
        first -= 1
    while last + 1 < len(links) and links[last + 1].chain == links[at].chain:
        last += 1
    return links[first].where.offset, links[last].stop
