"""The library of explanations: each class of slips is one small function, registered here under the id of its kind.

A function takes a case and yields candidates: values that the slip leads to, with the question and the counts they come
from. Whether one fits the printed digits is not its business. A slip that leaves many candidates explains less by one
that fits, so the plausibility of a kind is shared among its candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from exactmetrics.exact.values import Value
from exactmetrics.expression.nodes import Expr
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.request import Request

if TYPE_CHECKING:
    from exactmetrics.verification.diagnosis.case import Case


@dataclass(slots=True)
class Candidate:
    """What a slip leads to: a value, the question and counts whose value it is, and facts for the sentence.

    `request` and `blocks` are None where they are those of the case. `weight` is the share among the candidates of the
    kind. `fits` is set where the function itself compared the digits; `odds` is then one over the number of such slips.
    `tree` is the working of a value that no question has.
    """

    value: Value
    facts: Mapping[str, Any] = field(default_factory=dict)
    request: Request | None = None
    blocks: Blocks | None = None
    weight: float = 1.0
    fits: bool | None = None
    odds: float = 1.0
    tree: Expr | None = None


Candidates: TypeAlias = Iterator[Candidate]
Explain: TypeAlias = "Callable[[Case], Candidates]"


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of slips: its id, how plausible it is beside others, and whether it is a convention of its own."""

    name: str
    plausibility: float
    convention: bool
    find: Explain


LIBRARY: dict[str, Kind] = {}


def explains(kind: str, *, plausibility: float = 1.0, convention: bool = False) -> Callable[[Explain], Explain]:
    """Register a function as the class of slips with this id, whose sentence is `[diagnosis] <id>` of the catalogues.

    `plausibility` is how often such slips are met, 1 being usual; with `convention` the printed number is right by
    another convention, rather than wrong.
    """

    def register(find: Explain) -> Explain:
        if kind in LIBRARY:
            raise ValueError(f"the kind {kind!r} is registered twice")
        LIBRARY[kind] = Kind(kind, plausibility, convention, find)
        return find

    return register
