"""A second, plain implementation of every metric, written from the cited formulas; it shares nothing with the package.

`Oracle` answers questions on a matrix of lists, `Surd` is its number with a root, `Missing` what has no value, `same`
compares its answers with the package's values, and `is_undefined` is the table of the domains.
"""

from __future__ import annotations

from tests.oracle.ask import Missing, Oracle, Refused
from tests.oracle.domains import is_undefined
from tests.oracle.surd import Surd, same

__all__ = ["Missing", "Oracle", "Refused", "Surd", "is_undefined", "same"]
