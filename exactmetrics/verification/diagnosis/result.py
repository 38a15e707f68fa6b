"""What a diagnosis holds: the verdict, the explanations that fit, and remarks on a value that is right."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.look import Look
from exactmetrics.exact.printed import Verdict
from exactmetrics.exact.values import Value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.matrix.counts import Counts
from exactmetrics.metrics.request import Request

DERIVED = 100  # classes whose matrix a derivation shows


@dataclass(frozen=True, slots=True)
class Explanation:
    """One slip that leads to the printed digits.

    `kind` is one of `KINDS`, `facts` are what its sentence names, `value` is the number the slip leads to. `request`
    and `blocks` are the question and the counts that have this value; `request` is None where no question has it (a
    slip of digits). `score` is what the ranking went by.
    """

    kind: str
    facts: Mapping[str, Any]
    value: Value
    request: Request | None
    blocks: Blocks
    score: float


@dataclass(frozen=True, slots=True)
class Remark:
    """What surprises about a value, without being wrong: its `kind` and what its sentence names."""

    kind: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The verdict on a printed value, and what may have gone wrong.

    `explanations` are all that fit, the likeliest first; `shown` is the first where it stands alone in its rank, and
    `more` are the likeliest of the others, one of each kind.
    """

    verdict: Verdict
    request: Request
    blocks: Blocks
    counts: Counts | None = None
    positive: Hashable | None = None
    explanations: tuple[Explanation, ...] = ()
    shown: tuple[Explanation, ...] = ()
    more: tuple[Explanation, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def derivation(self, *, language: str = "en") -> Derivation:
        """How the right value comes about."""
        cells = self.counts

        def rows() -> list[list[Any]] | None:
            return None if cells is None or cells.k > DERIVED else cells.rows()

        return Derivation(self.request, self.blocks, rows, positive=self.positive, look=Look(language=language))
