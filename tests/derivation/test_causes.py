"""Why a value is undefined: what the sentence says is true, and no small matrix of which it is true has a value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

import exactmetrics as em
from exactmetrics.derivation.derivation import Derivation
from exactmetrics.derivation.planning.causes import causes
from exactmetrics.exact.values import Undefined
from exactmetrics.expression.evaluate import evaluate, has_value, walk
from exactmetrics.expression.nodes import Named
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics
from exactmetrics.views.trace import record
from tests.cases import each

Rows = tuple[tuple[int, ...], ...]
LABELS = "ABC"
NAMES = r"(?:each of the )?class(?:es)? (?P<names>[ABC](?:(?:, | and )[ABC])*)"


def row(rows: Rows, i: int) -> int:
    return sum(rows[i])


def column(rows: Rows, i: int) -> int:
    return sum(one[i] for one in rows)


def everything(rows: Rows) -> int:
    return sum(map(sum, rows))


# What is said of a class, and when it is true.
SAID: dict[str, Callable[[Rows, int], bool]] = {
    rf"{NAMES} (?:was|were) never predicted": lambda rows, i: not column(rows, i),
    rf"there are no samples of {NAMES}": lambda rows, i: not row(rows, i),
    rf"{NAMES} (?:has|have) no samples and (?:was|were) never predicted": (
        lambda rows, i: not row(rows, i) and not column(rows, i)
    ),
    rf"{NAMES} (?:has|have) samples": lambda rows, i: row(rows, i) > 0,
    rf"{NAMES} (?:was|were) predicted": lambda rows, i: column(rows, i) > 0,
    rf"every sample was predicted as {NAMES}": lambda rows, i: column(rows, i) == everything(rows),
    rf"every sample belongs to {NAMES}": lambda rows, i: row(rows, i) == everything(rows),
}
OPEN = ("its denominator is 0", "0 has no logarithm", "z(0) and z(1) are infinite", "no class is left for the mean")
PART = r"\$[^$]+\$ is \$[^$]+\$, so the denominator is 0"


def facts_of(reason: str) -> list[Callable[[Rows], bool]]:
    """What a sentence says of the matrix; nothing where it names the denominator alone."""
    rest, found = reason, []
    for open_end in OPEN:
        rest = rest.replace(open_end, "")
    rest = re.sub(PART, "", rest)
    for pattern, holds in sorted(SAID.items(), key=lambda item: -len(item[0])):
        for said in re.finditer(pattern, rest):
            places = [LABELS.index(name) for name in re.findall("[ABC]", said["names"])]
            found.append(lambda rows, holds=holds, places=places: all(holds(rows, i) for i in places))
        rest = re.sub(pattern, "", rest)
    if "there are no samples" in rest:
        found.append(lambda rows: not everything(rows))
        rest = rest.replace("there are no samples", "")
    assert not re.sub(r"[, ]|and", "", rest), rest
    return found


def test_sentences_are_read() -> None:
    facts = facts_of("classes A and C were never predicted, there are no samples of class B and class A has samples")
    assert [all(f(rows) for f in facts) for rows in (((0, 1, 0), (0, 0, 0), (0, 1, 0)), ((1, 0), (0, 1)))] == [True, 0]
    with pytest.raises(AssertionError):
        facts_of("class A is blue")


SMALL = {
    2: [(a, b) for a, b in product(product(range(3), repeat=2), repeat=2)],
    3: list(product(product(range(2), repeat=3), repeat=3)),
}
ASKED: dict[int, list[Rows]] = {
    2: [
        *(rows for rows in SMALL[2] if sum(cell > 0 for one in rows for cell in one) < 2),
        ((1, 1), (0, 0)), ((1, 0), (1, 0)), ((0, 2), (0, 1)), ((0, 0), (1, 2)), ((0, 1), (2, 0)), ((2, 0), (0, 1)),
        ((2, 1), (1, 0)), ((1, 0), (1, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 1)),
    ],
    3: [
        ((0, 0, 0), (0, 0, 0), (0, 0, 0)), ((0, 1, 0), (0, 0, 0), (0, 0, 0)), ((0, 1, 1), (0, 0, 0), (0, 0, 0)),
        ((1, 0, 0), (1, 0, 0), (0, 0, 0)), ((1, 0, 0), (0, 1, 0), (0, 0, 0)), ((1, 0, 1), (0, 0, 1), (0, 0, 0)),
        ((0, 1, 0), (1, 0, 0), (0, 0, 0)), ((1, 0, 0), (0, 0, 0), (1, 0, 0)),
    ],
}  # fmt: skip


@cache
def matrix(rows: Rows) -> em.ConfusionMatrix:
    return em.ConfusionMatrix([list(one) for one in rows], labels=list(LABELS[: len(rows)]))


def questions(metric: Metric) -> Iterator[dict[str, Any]]:
    for convention in metric.conventions.values():
        of = {"convention": convention.name} | {name: p.examples[0] for name, p in convention.parameters.items()}
        yield from ({"label": label, **of} for label in "AB")
        yield from ({"average": average, **of} for average in ("macro", "micro", "weighted"))
        yield {"average": "weighted", "weights": "predicted", **of}
        yield {"average": "micro", "over": ("A",), **of}
        if metric.scope == "matrix":
            yield of


def reason_of(derivation: Derivation) -> str:
    found = re.search(r"\*\*[^\n]*? is undefined, because ([^\n]*?)\.\*\*", derivation.to_markdown())
    assert found is not None
    return found[1]


def shares_part(derivation: Derivation, rows: Rows, metric: Metric, asked: dict[str, Any]) -> bool:
    """Whether another matrix has the value of the part that is named."""
    ending = derivation.page.ending
    assert ending is not None
    parts = [about for part in ending.missing for key, about in causes(part) if key == "part"]
    recorded = record(matrix(rows).derive(metric.name, **asked).request, matrix(rows)._blocks)
    others = [e for e in walk(recorded.body) if isinstance(e, Named)]
    values = {other.head: evaluate(other) for other in others if has_value(other)}
    return all(part.head in values and values[part.head] == evaluate(part) for part in parts)


@each("metric", all_metrics, quick=4, exhaustive=40)
def test_no_matrix_with_the_cause_has_a_value(metric: Metric) -> None:
    for asked in questions(metric):
        values = cache(lambda rows, asked=asked: matrix(rows).value(metric.name, **asked))
        for k, given in ASKED.items():
            told = set()
            for rows in given:
                try:
                    value = values(rows)
                except em.ExactMetricsError:
                    break
                if not isinstance(value, Undefined):
                    continue
                derivation = matrix(rows).derive(metric.name, **asked)
                reason = reason_of(derivation)
                facts = facts_of(reason)
                assert all(holds(rows) for holds in facts), (rows, asked, reason)
                if reason in told or not facts or any(open_end in reason for open_end in OPEN):
                    continue
                told.add(reason)
                for other in (other for other in SMALL[k] if all(holds(other) for holds in facts)):
                    if not isinstance(values(other), Undefined):
                        alike = not re.search(PART, reason) or shares_part(derivation, other, metric, asked)
                        assert not alike, (rows, asked, reason, other)
