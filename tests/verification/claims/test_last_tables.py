"""Tables with a row of counts for each model, lists of metrics of one class, classes behind a verb."""

from __future__ import annotations

import pytest

from exactmetrics.verification.claims.recognise import recognised
from exactmetrics.verification.documents.source import source_of
from exactmetrics.verification.verify import verify_text

COUNTS = "TP = 40, FP = 10, FN = 20, TN = 30\n\n"
RULE = "|--|--|--|--|--|--|--|\n"


def levels(text: str, kind: str = "markdown") -> list[tuple[str, str]]:
    """The printed digits of each claim with its class or average, accused or not."""
    report = verify_text(text, kind=kind)
    return [(claim.printed, claim.verdict) for claim in report.claims]
