"""The kinds of explanations: one fixed list of ids, each with a sentence in every language."""

from __future__ import annotations

from exactmetrics.verification import claim_hints, count_hints, edits, habits, impossible, link_hints, renamed
from exactmetrics.verification.diagnosis import KINDS as SLIPS
from exactmetrics.verification.diagnosis.remarks import KINDS as REMARKS

HINT_KINDS: tuple[str, ...] = (
    *SLIPS, *REMARKS, *edits.KINDS, *habits.RULES, *link_hints.KINDS, *claim_hints.KINDS, *count_hints.KINDS,
    *renamed.KINDS, *impossible.KINDS, "undecided",
)  # fmt: skip
