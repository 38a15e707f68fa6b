"""What random order of the predictions gives on average, against all orders of the predictions one by one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import exactmetrics as em
from exactmetrics.derivation.machine import ask
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.registry import all_metrics
from tests.cases import each

SENTENCE = "The same predictions in random order would give 0 on average."
NEUTRAL = sorted(metric.name for metric in all_metrics() if metric.zero_at_random)
ROWS = [
    [[1, 1, 0], [0, 0, 0], [0, 1, 1]],
    [[2, 0, 1], [0, 1, 0], [0, 0, 0]],
    [[1, 0, 0], [1, 0, 0], [0, 0, 2]],
    [[1, 1, 0], [0, 2, 0], [0, 0, 0]],
    [[0, 1, 0], [1, 0, 1], [0, 1, 0]],
    [[2, 0, 0], [0, 2, 0], [0, 0, 0]],
    [[0, 2, 0], [0, 1, 0], [0, 1, 0]],
    [[2, 1], [1, 1]],
    [[1, 2], [0, 0]],
    [[2, 0], [1, 0]],
    [[3, 0], [0, 0]],
]
CHOICES: list[dict[str, Any]] = [
    {"average": "macro"},
    {"average": "weighted"},
    {"average": "macro", "over": "true"},
    {"average": "macro", "over": "predicted"},
    {"average": "macro", "over": (0, 1)},
    {"average": "weighted", "weights": "predicted", "over": (0,)},
]
POLICIES: list[dict[str, Any]] = [
    {},
    {"undefined": 0},
    {"undefined": 1},
    {"undefined": "omit"},
    {"preset": "sklearn-1.9"},
    {"preset": "torchmetrics-1.9"},
    {"preset": "pycm-4.6"},
]


def questions() -> Iterator[tuple[str, list[list[int]], dict[str, Any]]]:
    for name, rows, policy in product(NEUTRAL, ROWS, POLICIES):
        of_class = {"informedness", "markedness"} & {name}
        alone = [{"label": label} for label in range(len(rows))]
        own = [] if of_class else [{}]
        if name == "adjusted_balanced_accuracy":
            own += [{"over": over} for over in ("true", "predicted", "present", (0, 1))]
        for asked in [*own, *alone, *CHOICES]:
            yield name, rows, {**asked, **policy}


@cache
def orders(rows: tuple[tuple[int, ...], ...]) -> list[tuple[int, em.ConfusionMatrix]]:
    """Every matrix with the totals of a matrix, and how many orders of the predictions make it."""
    true = [i for i, row in enumerate(rows) for _ in range(sum(row))]
    left = [sum(column) for column in zip(*rows, strict=True)]
    found: dict[tuple[int, ...], int] = {}

    def give(at: int, cells: tuple[int, ...]) -> None:
        if at == len(true):
            found[cells] = found.get(cells, 0) + 1
            return
        for j, many in enumerate(left):
            if many:
                left[j] -= 1
                place = true[at] * len(rows) + j
                give(at + 1, (*cells[:place], cells[place] + 1, *cells[place + 1 :]))
                left[j] += 1

    give(0, (0,) * len(rows) ** 2)
    k = len(rows)
    return [
        (times, em.ConfusionMatrix([list(cells[i : i + k]) for i in range(0, k * k, k)]))
        for cells, times in found.items()
    ]


def mean_of_all(name: str, rows: list[list[int]], options: dict[str, Any]) -> Any:
    """The mean over all orders; None where one of them has no value."""
    found: Any = Fraction(0)
    total = 0
    for times, made in orders(tuple(map(tuple, rows))):
        value = made.value(name, **options)
        if isinstance(value, Undefined):
            return None
        found, total = found + times * value, total + times
    return found / total


@each("name, rows, options", questions, quick=400)
def test_random_order(name: str, rows: list[list[int]], options: dict[str, Any]) -> None:
    derivation = em.ConfusionMatrix(rows).derive(name, **options)
    if not isinstance(derivation.value, Undefined):
        ended: Any = ask(derivation)
        assert ended.ending.chance == (mean_of_all(name, rows, options) == 0)


@each("name, rows, options", questions, quick=60, exhaustive=600)
def test_pages_say_so(name: str, rows: list[list[int]], options: dict[str, Any]) -> None:
    derivation = em.ConfusionMatrix(rows).derive(name, **options)
    ended: Any = ask(derivation)
    assert (SENTENCE in derivation.to_markdown()) == ended.ending.chance
