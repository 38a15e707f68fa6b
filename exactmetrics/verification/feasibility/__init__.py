"""Consistency: can printed scores come from any data at all? Exactly, without the data, and with a proof."""

from __future__ import annotations

from exactmetrics.verification.feasibility.answer import feasible
from exactmetrics.verification.feasibility.means import feasible_means
from exactmetrics.verification.feasibility.result import Feasibility
from exactmetrics.verification.feasibility.sets import feasible_sets

__all__ = ["Feasibility", "feasible", "feasible_means", "feasible_sets"]
