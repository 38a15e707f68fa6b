"""Printed arithmetic read back: LaTeX, Markdown or plain text into trees and exact values, within limits."""

from __future__ import annotations

from exactmetrics.expression.reading.grammar import read
from exactmetrics.expression.reading.value import read_value, value_of

__all__ = ["read", "read_value", "value_of"]
