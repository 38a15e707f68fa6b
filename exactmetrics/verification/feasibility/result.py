"""What is found out about printed scores: whether data can have them, how many, which, or what clashes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias

from exactmetrics.verification.feasibility.matrices import Rows

Verdict: TypeAlias = Literal["feasible", "infeasible", "unknown"]


@dataclass(frozen=True)
class Feasibility:
    """Whether some matrix of whole numbers gives all printed scores.

    Attributes:
        verdict: "feasible", "infeasible", or "unknown" where the budget ended before either was certain.
        labels: the classes, in the order of the rows.
        blocks: how many sets of building blocks give the scores (a lower bound unless `complete`).
        solutions: how many matrices do; None where they were not counted.
        matrices: all of them if they are few, else the first one as a witness.
        complete: whether everything was searched, so that the numbers are exact.
        reason: what is wrong with a score that clashes by itself.
        cases: up to which number of samples the search went, where that was open; None if for any number.
        steps: how many steps it took.
        rounding: the rule by which the scores were read.

    >>> found = Feasibility("feasible", (0, 1), 1, 1, [[[2, 0], [1, 3]]])
    >>> found.feasible, found.witness
    (True, [[2, 0], [1, 3]])
    >>> found.verdict, found.labels, found.blocks, found.solutions, found.matrices, found.complete
    ('feasible', (0, 1), 1, 1, [[[2, 0], [1, 3]]], True)
    >>> found.reason, found.cases, found.steps, found.rounding
    ('', None, 0, 'nearest')
    """

    verdict: Verdict
    labels: tuple[Hashable, ...]
    blocks: int = 0
    solutions: int | None = 0
    matrices: list[Rows] = field(default_factory=list)
    complete: bool = True
    reason: str = ""
    cases: int | None = None
    steps: int = 0
    rounding: str = "nearest"
    clash: Callable[[], tuple[tuple[str, ...], bool]] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def _clash(self) -> tuple[tuple[str, ...], bool]:
        return ((), True) if self.clash is None else self.clash()

    @property
    def conflict(self) -> tuple[str, ...]:
        """Scores that clash, none of which can be left out; empty unless infeasible. Worked out when first asked for.

        >>> Feasibility("infeasible", (0, 1), clash=lambda: (("f1 = 0.9",), True)).conflict
        ('f1 = 0.9',)
        """
        return self._clash[0]

    @property
    def minimal(self) -> bool:
        """Whether it is certain that none of the scores in `conflict` can be left out.

        >>> Feasibility("feasible", (0, 1)).minimal
        True
        """
        return self._clash[1]

    @property
    def feasible(self) -> bool | None:
        """True, False, or None where it is not known.

        >>> Feasibility("unknown", (0, 1)).feasible is None
        True
        """
        return {"feasible": True, "infeasible": False}.get(self.verdict)

    @property
    def witness(self) -> Rows | None:
        """One matrix that gives the scores, if one is known.

        >>> Feasibility("unknown", (0, 1)).witness is None
        True
        """
        return self.matrices[0] if self.matrices else None

    def __bool__(self) -> bool:
        from exactmetrics.exact.errors import UsageError

        if self.feasible is None:
            raise UsageError("it is not known whether the scores are feasible: the budget ended; ask .verdict")
        return self.feasible

    def to_json(self) -> dict[str, Any]:
        """The result as plain data.

        >>> Feasibility("infeasible", (0, 1), clash=lambda: (("f1 = 0.9",), True)).to_json()["conflict"]
        ['f1 = 0.9']
        """
        return {
            "feasible": self.feasible,
            "verdict": self.verdict,
            "labels": [label if isinstance(label, (str, int, float)) else str(label) for label in self.labels],
            "solutions": {"blocks": self.blocks, "matrices": self.solutions},
            "matrices": self.matrices,
            "rounding": self.rounding,
            "complete": self.complete,
            "conflict": list(self.conflict) or None,
            "minimal": self.minimal,
            "reason": self.reason or None,
            "cases": self.cases,
            "steps": self.steps,
        }
