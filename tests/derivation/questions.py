"""What finished derivations are asked about: the matrices of the textbook, a question on counts, what a page says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from exactmetrics.api import ConfusionMatrix, Measured, OneVsRest
from exactmetrics.derivation.derivation import Derivation
from tests.contracts.questions import NAMES

BIRDS = [[6, 1, 1], [1, 5, 2], [2, 3, 7]]
FIG_23 = [[4, 0, 1], [10, 65, 16], [1, 1, 9]]  # Fahmy Amin 2023, Fig. 23
EXAMPLE_5 = {  # Fahmy Amin 2023, Example 5
    "K": {"support": 53, "tp": 30, "tn": 98},
    "L": {"support": 110, "tp": 52, "tn": 73},
    "M": {"support": 37, "tp": 22, "tn": 133},
}


@dataclass(frozen=True)
class Case:
    """A question on counts."""

    measured: Measured
    metric: str
    options: Mapping[str, Any]
    rows: Any = field(compare=False, default=None)

    @property
    def derivation(self) -> Derivation:
        return self.measured.derive(self.metric, **self.options)

    @property
    def value(self) -> Any:
        return self.measured.value(self.metric, **self.options)

    def __str__(self) -> str:
        options = " ".join(f"{k}={v}" for k, v in self.options.items())
        return f"{self.metric} {options} on {self.rows or self.measured!r}"


def example_5() -> OneVsRest:
    return OneVsRest.from_counts(EXAMPLE_5)


def matrix(rows: Any, labels: Any = None) -> ConfusionMatrix:
    return ConfusionMatrix(rows, labels=list(labels or NAMES[: len(rows)]))


def flat(page: str) -> str:
    """A page in one line, for words are folded differently where others are longer."""
    return " ".join(page.split())


def check_says(page: str, told: Sequence[str], untold: Sequence[str] = ()) -> None:
    """A page holds some texts, however its lines are folded, and not others."""
    line = flat(page)
    assert [text for text in told if flat(text) not in line] == [], line
    assert [text for text in untold if flat(text) in line] == [], line
