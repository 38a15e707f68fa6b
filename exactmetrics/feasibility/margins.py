"""What chosen classes leave to the others: the predicted of all add up to n, no class has more errors than all."""

from __future__ import annotations

from dataclasses import dataclass

from exactmetrics.feasibility.candidates import Row


@dataclass(frozen=True, slots=True)
class Margins:
    """Of some classes: their tps together, the least and the most they may be predicted, and the most errors of one.

    >>> Margins(tp=3, first=4, last=6, errors=2).fit(Margins(tp=1, first=1, last=2), 6)
    True
    """

    tp: int = 0
    first: int = 0
    last: int = 0
    errors: int = 0  # FP + FN of a class, which n − ΣTP must cover

    def with_row(self, row: Row, support: int) -> Margins:
        """These and one class more.

        >>> Margins().with_row(Row(1, first=2, last=3), 1).errors
        1
        """
        errors = max(self.errors, row.first + support - 2 * row.tp)
        return Margins(self.tp + row.tp, self.first + row.first, self.last + row.last, errors)

    def fit(self, later: Margins, n: int) -> bool:
        """Whether other classes may complete them: the predicted add up to n, and no class has more errors than all.

        >>> Margins(first=4).fit(Margins(first=3, last=3), 6)
        False
        """
        if self.first + later.first > n or self.last + later.last < n:
            return False
        return self.errors <= n - self.tp - later.tp
