"""The text of a verified document, and what of a finding is shown of it."""

from __future__ import annotations

from pathlib import Path

from exactmetrics.verification.documents.opening import opened
from exactmetrics.verification.verified import Verification

LARGEST = 64_000_000  # characters of a document that are taken up for a report


def document_text(verification: Verification) -> str:
    """The text that the places of a verification are counted in: what was given, or the file read again.

    An answer sheet has no text of its own that would be shown.

    Raises:
        InputError: a file that cannot be read any more.

    >>> document_text(Verification("", "text", source="1/2 = 0.5"))
    '1/2 = 0.5'
    """
    if verification.format == "sheet":
        return ""
    if verification.source or not verification.path or not Path(verification.path).is_file():
        return verification.source
    with opened(Path(verification.path)) as stream:
        return stream.read(LARGEST)
