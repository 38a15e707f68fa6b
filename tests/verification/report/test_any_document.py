"""Whatever a document holds, every report of it is made, is well formed, and lets nothing through."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exactmetrics.verification.verify import verify_document
from tests.cases import size
from tests.derivation.html_reader import parsed
from tests.verification.report.written import NAMES

PIECES = [
    "4/6 = 0.66", "1/2 = 0.6", "2/3 = 0.67", "1 + ... = 3", "x = 4", "0,5 = 1/2", "recall of a: 0.7", "\r\n", "\n",
    "\r", "\n\n", "| 1 | 2 |", "```", "$$", "\\[", "%", "=", "≈", " ", "\t", "\x00", "\x1b[2J", "\u202e", "\ufeff",
    "\U0001f408", "\u0301", "٣", "½",
]  # fmt: skip
DOCUMENTS = st.lists(st.one_of(st.sampled_from(PIECES), st.sampled_from(NAMES), st.text(max_size=8)), max_size=20)


@settings(max_examples=size(30, 60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DOCUMENTS.map("".join), st.sampled_from(["markdown", "latex", "text", "html"]))
def test_every_report_of_any_document(text: str, format: str) -> None:
    checked = verify_document(text, format=format, data=[[5, 1], [5, 7]])
    for report in (checked.to_text(width=50, all=True), checked.to_markdown(), checked.to_github()):
        assert [ch for ch in report if not ch.isprintable() and ch != "\n"] == []
    parsed(checked.to_html())
    assert json.loads(checked.to_json())["schema"] == "exactmetrics/verify/1"
    changed = checked.fixed()
    corrections = [one.correction for one in (*checked.links, *checked.claims) if one.correction is not None]
    assert corrections or changed == text
    assert len(changed) == len(text) or corrections
