"""A question to the oracle: one class, one matrix, or an average, under a policy for 0/0.

It runs what the metrics state of themselves (`cells=` and `rows=`), never their definitions. The policy speaks where a
metric has no value and acts once, at the innermost one; x/0 and an average that no class is left for stay without a
value. A class of weight 0 takes no part in a weighted average.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from inspect import signature
from math import prod
from typing import Any

from exactmetrics.metrics.cells import Statement, ZeroDenominator
from exactmetrics.metrics.registry import metric_named
from tests.oracle.surd import arcsin, log, log2, pi, root, sqrt, z
from tests.oracle.table import Four, Table, pooled


@dataclass(frozen=True)
class Missing:
    """No value: "indeterminate" for 0/0, "infinite" for x/0 with the sign of x; or no class is left to average over."""

    kind: str
    sign: int = 0
    no_class: bool = False


class Refused(Exception):  # noqa: N818
    """The policy forbids 0/0."""


class NoValue(Exception):  # noqa: N818
    """A metric without a value, after the policy had its say; `omit` if it leaves out the class."""

    def __init__(self, numerator: Any, *, omit: bool = False, no_class: bool = False) -> None:
        super().__init__(f"{numerator}/0")
        self.numerator, self.omit, self.no_class = numerator, omit, no_class


@cache
def stated(metric: str, convention: str = "standard", form: str | None = None) -> tuple[Statement, tuple[str, ...]]:
    """What a metric says of its cells, and the names of what that needs."""
    found = metric_named(metric).pick(convention).pick(form, metric).stated
    if found is None:
        raise LookupError(f"{metric} ({convention}, {form}) states nothing of its cells")
    return found, tuple(signature(found).parameters)


def knows(metric: str, convention: str = "standard") -> bool:
    """Whether the metric states what it is under the convention."""
    return metric_named(metric).pick(convention).pick(None, metric).stated is not None


Key = tuple[str, str, str | None]


class Oracle:
    """The matrix, the policy, and `acted`: (metric, class position or None) wherever the policy acted."""

    def __init__(self, rows: Sequence[Sequence[Any]], policy: str | int = "propagate") -> None:
        self.table, self.policy, self.acted = Table.of(rows), policy, list[tuple[str, int | None]]()

    def value(self, metric: str, **options: Any) -> Any:
        """A `Fraction`, a `Surd` or `Missing`; options are those of the package, classes by position."""
        try:
            return self._answer(metric, **options)
        except NoValue as none:
            sign = (none.numerator > 0) - (none.numerator < 0)
            return Missing("infinite" if sign else "indeterminate", sign, none.no_class)

    def _answer(
        self, metric: str, *, label: int | None = None, average: str | None = None, combine: str = "scores",
        convention: str = "standard", form: str | None = None, over: Any = "all", weights: Any = "support",
        **parameters: Fraction,
    ) -> Any:  # fmt: skip
        key, chosen = (metric, convention, form), self._chosen(over)
        if combine == "averages":
            forms = metric_named(metric).pick(convention).forms.values()
            key = (metric, convention, next(f.name for f in forms if f.composite))
            return self._run(key, None, parameters, lambda name: self._answer(
                name, average=average, over=over, weights=weights
            ))  # fmt: skip
        if average == "micro":
            return self._one(key, pooled([self.table.four(i) for i in chosen]), None, parameters)
        if average is not None:
            given = self._weights(weights) if average == "weighted" else None
            return self._mean(
                chosen, lambda i: self._one(key, self.table.four(i), i, parameters, (self.table, i)), given
            )
        if label is not None:
            return self._one(key, self.table.four(label), label, parameters, (self.table, label))
        return self._whole(key, self.table, chosen, None, parameters)

    def _one(
        self,
        key: Key,
        c: Four,
        where: int | None,
        parameters: Mapping[str, Any],
        place: tuple[Table, int] | None = None,
    ) -> Any:
        """A metric of one class, or of the matrix of the class against the rest; `place` is where the class stands."""
        if metric_named(key[0]).scope == "matrix":
            return self._whole(key, Table([[c.tp, c.fn], [c.fp, c.tn]]), [0, 1], where, parameters)
        cells: dict[str, Any] = c._asdict()
        if place is not None:
            table, i = place
            cells |= {"rows": table, "row_sums": table.row_sums, "column_sums": table.column_sums, "i": i}

        def named(name: str) -> Any:
            return cells[name] if name in cells else self._one((name, "standard", None), c, where, {}, place)

        return self._run(key, where, parameters, named)

    def _whole(
        self, key: Key, table: Table, chosen: Sequence[int], where: int | None, parameters: Mapping[str, Any]
    ) -> Any:
        given = {"rows": table, "row_sums": table.row_sums, "column_sums": table.column_sums, "n": table.n}
        given["chosen"] = Fraction(len(chosen))  # type: ignore[assignment]
        given["mean"] = lambda term: self._mean(chosen, term)  # type: ignore[assignment]
        given["geometric_mean"] = lambda term: self._geometric_mean(chosen, term)  # type: ignore[assignment]

        def other(name: str) -> Any:
            own = table is self.table
            if metric_named(name).scope == "matrix":
                return self._whole((name, "standard", None), table, chosen, where, {})
            return lambda i: self._one((name, "standard", None), table.four(i), i if own else where, {}, (table, i))

        return self._run(key, where, parameters, lambda name: given[name] if name in given else other(name))

    def _run(self, key: Key, where: int | None, parameters: Mapping[str, Any], named: Callable[[str], Any]) -> Any:
        """What is stated, with what it needs; where it has no value the policy has its say."""
        statement, needed = stated(*key)
        known = {"sqrt": sqrt, "log": log, "log2": log2, "pi": pi(), "arcsin": arcsin, "z": z, **parameters}
        try:
            return statement(**{name: known[name] if name in known else named(name) for name in needed})
        except ZeroDenominator as zero:
            if self.policy == "raise":
                raise Refused(key[0]) from None
            if zero.numerator or self.policy == "propagate":
                raise NoValue(zero.numerator) from None
            self.acted.append((key[0], where))
            if self.policy == "omit":
                raise NoValue(0, omit=True) from None
            return Fraction(self.policy)

    def _mean(
        self, chosen: Sequence[int], term: Callable[[int], Any], weights: Sequence[Fraction] | None = None
    ) -> Any:
        top, bottom, without = Fraction(0), Fraction(0), None
        for i in chosen:
            w = Fraction(1) if weights is None else weights[i]
            if w == 0:
                continue
            try:
                top, bottom = top + w * term(i), bottom + w
            except NoValue as none:
                if not none.omit:
                    raise
            except ZeroDenominator as zero:  # the ratio is the whole metric's: all classes are asked first
                without = zero
        if without is not None:
            raise without
        if bottom == 0 and self.policy == "raise":
            raise Refused("mean")
        if bottom == 0:
            raise NoValue(0, no_class=True)
        return top / bottom

    def _geometric_mean(self, chosen: Sequence[int], term: Callable[[int], Any]) -> Any:
        factors = list[Fraction]()
        for i in chosen:
            try:
                factors.append(term(i))
            except NoValue as none:
                if not none.omit:
                    raise
        if not factors and self.policy == "raise":
            raise Refused("mean")
        if not factors:
            raise NoValue(0, no_class=True)
        return root(prod(factors), len(factors))

    def _chosen(self, over: Any) -> list[int]:
        places = range(len(self.table))
        true, predicted = self.table.row_sums, self.table.column_sums
        keep = {
            "all": lambda i: True,
            "true": lambda i: true[i] > 0,
            "predicted": lambda i: predicted[i] > 0,
            "present": lambda i: true[i] + predicted[i] > 0,
        }
        return [i for i in places if keep[over](i)] if isinstance(over, str) else list(over)

    def _weights(self, weights: Any) -> list[Fraction]:
        if isinstance(weights, str):
            return {"support": self.table.row_sums, "predicted": self.table.column_sums}[weights]
        return [Fraction(weights.get(i, 0)) for i in range(len(self.table))]
