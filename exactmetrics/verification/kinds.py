"""The kinds of explanations: one fixed list of ids, each with a sentence in every language."""

from __future__ import annotations

from exactmetrics.verification.diagnosis import KINDS as SLIPS
from exactmetrics.verification.diagnosis.remarks import KINDS as REMARKS
from exactmetrics.verification.formulas import checked_formula
from exactmetrics.verification.judging import claim_hints, count_hints, impossible, misread_cell
from exactmetrics.verification.links import edits, habits, link_hints

HINT_KINDS: tuple[str, ...] = (
    *SLIPS, *REMARKS, *edits.KINDS, *habits.RULES, *link_hints.KINDS, *claim_hints.KINDS, *count_hints.KINDS,
    *impossible.KINDS, *misread_cell.KINDS, *checked_formula.KINDS, "undecided",
)  # fmt: skip
