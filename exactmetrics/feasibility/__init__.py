"""Consistency: can printed scores come from any data at all? Exactly, without the data, and with a proof."""

from __future__ import annotations

from exactmetrics.feasibility.ask import feasible
from exactmetrics.feasibility.result import Feasibility

__all__ = ["Feasibility", "feasible"]
