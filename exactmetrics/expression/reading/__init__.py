"""Printed arithmetic read back: LaTeX, Markdown or plain text into trees, chains and exact values, within limits."""

from __future__ import annotations

from exactmetrics.expression.reading.chains import Chain, Member, read_chain, read_chains
from exactmetrics.expression.reading.grammar import read
from exactmetrics.expression.reading.value import read_value, value_of

__all__ = ["Chain", "Member", "read", "read_chain", "read_chains", "read_value", "value_of"]
