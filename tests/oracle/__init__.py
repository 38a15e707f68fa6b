"""A second, plain implementation of every metric: what the metrics state of their cells, run by code of its own.

`Oracle` answers questions on a matrix of lists, `Surd` is its number with a root, `Missing` what has no value, `same`
compares its answers with the package's values. Nothing here runs a definition or a view of the package.
"""

from __future__ import annotations

from tests.oracle.ask import Missing, Oracle, Refused, knows, stated
from tests.oracle.surd import Surd, same
from tests.oracle.table import Table

__all__ = ["Missing", "Oracle", "Refused", "Surd", "Table", "knows", "same", "stated"]
