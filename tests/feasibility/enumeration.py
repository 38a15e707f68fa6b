"""Small problems and their exhaustive answers: every matrix is tried, its values are the oracle's.

The values come from the oracle's own formulas, and whether a value is printed so from writing it down under the rule;
neither shares anything with the search.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor
from typing import Any

from exactmetrics.exact.square import whole_root
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics, needs_cells
from tests.oracle import Missing, Oracle
from tests.oracle.surd import Surd

RULES = ("nearest", "half-even", "half-up", "truncate", "any")
POLICIES = ("propagate", "propagate", "0", "1", "omit")
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Question:
    """One score: the metric and its options; classes by position."""

    metric: str
    options: tuple[tuple[str, Any], ...]

    def asked(self) -> dict[str, Any]:
        """The options as a mapping."""
        return dict(self.options)


def arrangements() -> Iterator[tuple[Metric, str, str]]:
    """Every form of every convention: the metrics of a class first."""
    for metric in sorted(all_metrics(), key=lambda m: (m.scope, m.name)):
        for convention in metric.conventions.values():
            for form in convention.forms:
                yield metric, convention.name, form


def questions(k: int) -> list[Question]:
    """Every metric, convention and form of the oracle, for each class, averaged each way, F both ways."""
    found = []
    for metric, convention, form in arrangements():
        name = metric.name
        if needs_cells(metric) or (form == "binary" and k != 2):  # the counts of the classes are searched, not cells
            continue
        base = {} if convention == "standard" else {"convention": convention}
        base |= {one.name: one.examples[-1] for one in metric.conventions[convention].parameters.values()}
        if (name, form) in (("f1", "harmonic"), ("fbeta", "harmonic")):
            found += [(name, {**base, "average": a, "combine": "averages"}) for a in ("macro", "micro", "weighted")]
        if metric.scope == "matrix":
            found.append((name, base))
        found += [(name, {**base, "label": i, "form": form}) for i in range(k)]
        found += [(name, {**base, "average": a, "form": form}) for a in ("macro", "micro", "weighted")]
        for over in ("true", "predicted", "present"):
            found.append((name, {**base, "average": "macro", "over": over, "form": form}))
    return [Question(name, tuple(options.items())) for name, options in found]


@cache
def value(rows: Rows, question: Question, policy: str) -> Any:
    """The oracle's value: a Fraction, a Surd or Missing; a Surd only where it is irrational."""
    found = Oracle(rows, policy).value(question.metric, **question.asked())
    if isinstance(found, (Fraction, Missing)):
        return found
    whole = found.rational()
    return found if whole is None else whole


def printed(number: Any, places: int, rule: str) -> set[str]:
    """Every text that a rule may make of a number at some places; a mark where it has no value."""
    if isinstance(number, Missing):
        return {"nan"}
    if rule == "nearest" and isinstance(number, Fraction):  # whatever is at most half a unit away
        scaled = number * 10**places
        return {_text(units, places) for units in (floor(scaled), ceil(scaled)) if 2 * abs(scaled - units) <= 1}
    rules = {"nearest": ("half-up",), "any": ("half-even", "half-up", "truncate")}.get(rule, (rule,))
    return {_text(_units(number, places, one), places) for one in rules}


def _units(number: Any, places: int, rule: str) -> int:
    """The number in units of the last place."""
    negative = _below_zero(number)
    doubled = _floor_of_size(number, 2 * 10**places)  # the floor of twice the size in units
    units, rest = divmod(doubled, 2)
    if rule == "truncate" or not rest:
        return -units if negative else units
    tie = isinstance(number, Fraction) and abs(number) * 2 * 10**places == doubled
    if not tie or rule == "half-up" or units % 2:
        units += 1
    return -units if negative else units


def _below_zero(number: Any) -> bool:
    return (number if isinstance(number, Fraction) else number.digits()) < 0


def _floor_of_size(number: Any, scale: int) -> int:
    if isinstance(number, Fraction):
        return int(abs(number) * scale)
    if isinstance(number, Surd) and len(number.terms) == 1:
        [(factor, radicand, degree)] = number.terms
        size = abs(factor * scale) ** degree * radicand
        return whole_root(size.numerator // size.denominator, degree)
    return int(abs(number.digits()) * scale)  # hundreds of digits, and no sum of unlike roots is a short decimal


def _text(units: int, places: int) -> str:
    sign, size = "-" if units < 0 else "", str(abs(units)).zfill(places + 1)
    return f"{sign}{size[:-places]}.{size[-places:]}"


def tables(supports: Sequence[int]) -> Iterator[Rows]:
    """Every matrix with given supports."""
    k = len(supports)
    lines = [[line for line in product(range(s + 1), repeat=k) if sum(line) == s] for s in supports]
    yield from product(*lines)


@dataclass(frozen=True)
class Small:
    """A small problem: supports, the scores as (question, text), and rule and policy."""

    supports: tuple[int, ...]
    scores: tuple[tuple[Question, str], ...]
    rule: str
    policy: str

    def matrices(self) -> list[Rows]:
        """All matrices that give the scores."""
        return [rows for rows in tables(self.supports) if all(self._fits(rows, *score) for score in self.scores)]

    def _fits(self, rows: Rows, question: Question, text: str) -> bool:
        places = len(text.partition(".")[2])
        return _plain(text) in map(_plain, printed(value(rows, question, self.policy), places, self.rule))


def _plain(text: str) -> str:
    """The text, zero without a sign."""
    return text if text.strip("-0.") else text.removeprefix("-")


def small_problem(rng: random.Random, k: int, most: int, asked: Sequence[Question]) -> Small:
    """A problem made from a random matrix, in about a third of cases with a number changed."""
    supports = tuple(rng.randint(0, most) for _ in range(k))
    rule, policy = rng.choice(RULES), rng.choice(POLICIES)
    rows = tuple(_random_line(rng, s, k) for s in supports)
    scores = []
    for question in rng.sample(asked, rng.choice((1, 1, 2, 3))):
        texts = printed(value(rows, question, policy), rng.choice((1, 2, 3)), rule)
        text = rng.choice(sorted(texts))
        if rng.random() < 0.3 and "." in text:
            places = len(text.partition(".")[2])
            text = _text(round(float(text) * 10**places) + rng.choice((-1, 1, 10, -10)), places)
        scores.append((question, text))
    return Small(supports, tuple(scores), rule, policy)


def _random_line(rng: random.Random, total: int, k: int) -> tuple[int, ...]:
    """A row of a matrix, each sample predicted as any class."""
    line = [0] * k
    for _ in range(total):
        line[rng.randrange(k)] += 1
    return tuple(line)
