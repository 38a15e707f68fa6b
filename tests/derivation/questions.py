"""What finished derivations are asked about: every question of the registry on matrices full of zeros, all policies."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from exactmetrics.api import ConfusionMatrix, Measured, OneVsRest
from exactmetrics.derivation.derivation import Derivation
from tests.contracts.questions import NAMES, Question, questions, restricted

POLICIES = ("propagate", 0, 1, "omit")
MATRICES = 30  # of each size
ROUNDS = 12 if os.environ.get("HYPOTHESIS_PROFILE") == "explore" else 1

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


def special(k: int) -> list[list[list[int]]]:
    """One sample, one class, perfect, all wrong, an absent and a never predicted class, large counts."""
    one = [[int(i == j == 0) for j in range(k)] for i in range(k)]
    first = [[7 if i == 0 else 0 for j in range(k)] for i in range(k)]
    perfect = [[i + 2 if i == j else 0 for j in range(k)] for i in range(k)]
    wrong = [[0 if i == j else i + 2 * j + 1 for j in range(k)] for i in range(k)]
    absent = [[0 if i == k - 1 else 3 * i + j + 1 for j in range(k)] for i in range(k)]
    unpredicted = [[0 if j == 0 else i + 3 * j + 1 for j in range(k)] for i in range(k)]
    large = [[10**9 - 7 * i - j if i == j else 10**6 + 11 * i + 5 * j for j in range(k)] for i in range(k)]
    return [one, first, perfect, wrong, absent, unpredicted, large, [[0] * k for _ in range(k)]]


def matrices(k: int, seed: int) -> list[list[list[int]]]:
    """The special ones and random ones, sparse or dense, small or large."""
    random = Random(f"{k} {seed}")
    found = special(k)
    while len(found) < MATRICES:
        most, empty = random.choice([2, 9, 50, 10**6, 10**9]), random.choice([0, 0, 0.3, 0.7])
        found.append([[0 if random.random() < empty else random.randint(0, most) for _ in range(k)] for _ in range(k)])
    return found


def cases(k: int) -> Iterator[Case]:
    """Every question of two and of three classes, each on another matrix and under another policy than the one before.

    Of one class and of more than three, where nothing is new but the length, it is every second and third question; of
    four, five and six classes together all of them.
    """
    for turn in range(ROUNDS):
        made = matrices(k, turn)
        asked: list[Question] = questions(k)
        if k == 3:
            asked = asked + [r for q in asked[turn % 7 :: 7] for r in restricted(q)]
        for at, question in enumerate(asked):
            share = 1 if k in (2, 3) else 2 if k == 1 else 3
            if at % share != k % share:
                continue
            rows = made[(at * 7 + turn) % MATRICES]
            whole = matrix(rows)
            measured: Measured = whole.building_blocks() if at % 9 == 8 else whole
            policy = POLICIES[(at + at // 4 + turn) % 4]
            yield Case(measured, question.metric, question.named() | {"undefined": policy}, rows)


def least_members(case: Case) -> int:
    """How many members of chains a page has at least: those that no other member is written like."""
    worked = [formula for step in case.derivation.steps for formula in step.formulas if formula.numeric]
    return sum(len(set(formula.members)) for formula in worked)


def flat(page: str) -> str:
    """A page in one line, for words are folded differently where others are longer."""
    return " ".join(page.split())


def check_says(page: str, told: Sequence[str], untold: Sequence[str] = ()) -> None:
    """A page holds some texts, however its lines are folded, and not others."""
    line = flat(page)
    assert [text for text in told if flat(text) not in line] == [], line
    assert [text for text in untold if flat(text) in line] == [], line
