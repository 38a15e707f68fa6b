"""A question to the oracle: one class, one matrix, or an average, under a policy for 0/0.

The policy speaks where a metric has no value and acts once, at the innermost one; x/0 and an average that no class is
left for stay without a value. A class of weight 0 takes no part in a weighted average.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.oracle.formulas import CLASS, COMBINED, MATRIX, Four, Gap, Rows, Table, sign_of, total


@dataclass(frozen=True)
class Missing:
    """No value: "indeterminate" for 0/0, "infinite" for x/0 with the sign of x; or no class is left to average over."""

    kind: str
    sign: int = 0
    no_class: bool = False


class Refused(Exception):  # noqa: N818
    """The policy forbids 0/0."""


class Oracle:
    """The matrix, the policy, and `acted`: (metric, class position or None) wherever the policy acted."""

    def __init__(self, rows: Sequence[Sequence[Any]], policy: str | int = "propagate") -> None:
        self.rows: Rows = rows if isinstance(rows, Table) else Table([Fraction(x) for x in row] for row in rows)
        self.policy, self.acted = policy, list[tuple[str, int | None]]()

    def value(self, metric: str, **options: Any) -> Any:
        """A `Fraction`, a `Surd` or `Missing`; options are those of the package, classes by position."""
        try:
            return self._answer(metric, **options)
        except Gap as gap:
            return Missing("infinite" if gap.numerator else "indeterminate", sign_of(gap.numerator), gap.no_class)

    def _answer(
        self, metric: str, *, label: int | None = None, average: str | None = None, combine: str = "scores",
        convention: str = "standard", form: str | None = None, over: Any = "all", weights: Any = "support",
        **parameters: Fraction,
    ) -> Any:  # fmt: skip
        key = self._key(metric, convention, form)
        chosen = self._chosen(over)
        if combine == "averages":
            how = {"average": average, "over": over, "weights": weights}
            p, r = self._answer("precision", **how), self._answer("recall", **how)
            return self._settle(metric, None, lambda: COMBINED[metric, convention](p, r, **parameters))
        if average == "micro":
            return self._one(key, pooled([self._four(i) for i in chosen]), None, parameters)
        if average is not None:
            given = self._weights(weights) if average == "weighted" else None
            return self._mean(chosen, lambda i: self._one(key, self._four(i), i, parameters), given)
        if label is not None:
            return self._one(key, self._four(label), label, parameters)
        return self._whole(key, self.rows, chosen, None)

    def _one(self, key: tuple[str, str, str], c: Four, where: int | None, parameters: Mapping[str, Any]) -> Any:
        """A metric of one class, or of the matrix of the class against the rest."""
        if key in MATRIX:
            return self._whole(key, [[c.tp, c.fn], [c.fp, c.tn]], [0, 1], where)
        ask = lambda name: self._one(self._key(name), c, where, {})  # noqa: E731
        return self._settle(key[0], where, lambda: CLASS[key](c, ask, **parameters))

    def _whole(self, key: tuple[str, str, str], rows: Rows, chosen: Sequence[int], where: int | None) -> Any:
        def ask(name: str, i: int) -> Any:
            return self._one(self._key(name), four(rows, i), i if rows is self.rows else where, {})

        return self._settle(key[0], where, lambda: MATRIX[key](rows, ask, lambda term: self._mean(chosen, term)))

    def _settle(self, metric: str, where: int | None, compute: Callable[[], Any]) -> Any:
        try:
            return compute()
        except Gap as gap:
            if gap.final:
                raise
            if gap.numerator or self.policy == "propagate":
                raise Gap(gap.numerator, final=True, no_class=gap.no_class) from None
            if self.policy == "raise":
                raise Refused(metric) from None
            self.acted.append((metric, where))
            if self.policy == "omit":
                raise Gap(0, final=True, omit=True) from None
            return Fraction(self.policy)

    def _mean(
        self, chosen: Sequence[int], term: Callable[[int], Any], weights: Sequence[Fraction] | None = None
    ) -> Any:
        top, bottom, open_gap = Fraction(0), Fraction(0), None
        for i in chosen:
            w = Fraction(1) if weights is None else weights[i]
            if w == 0:
                continue
            try:
                top, bottom = top + w * term(i), bottom + w
            except Gap as gap:
                if gap.final and not gap.omit:
                    raise
                open_gap = (
                    open_gap if gap.final else gap
                )  # the ratio is the whole metric's: all classes are asked first
        if open_gap is not None:
            raise open_gap
        if bottom == 0:
            raise Gap(0, final=True, no_class=True)
        return top / bottom

    def _key(self, metric: str, convention: str = "standard", form: str | None = None) -> tuple[str, str, str]:
        known = (*CLASS, *MATRIX)
        return next(k for k in known if k[:2] == (metric, convention) and form in (None, k[2]))

    def _four(self, i: int) -> Four:
        return four(self.rows, i)

    def _chosen(self, over: Any) -> list[int]:
        fours = [self._four(i) for i in range(len(self.rows))]
        keep = {
            "all": lambda i: True,
            "true": lambda i: fours[i].tp + fours[i].fn > 0,
            "predicted": lambda i: fours[i].tp + fours[i].fp > 0,
            "present": lambda i: fours[i].tp + fours[i].fp + fours[i].fn > 0,
        }
        return [i for i in range(len(self.rows)) if keep[over](i)] if isinstance(over, str) else list(over)

    def _weights(self, weights: Any) -> list[Fraction]:
        k = range(len(self.rows))
        if weights == "support":
            return [c.tp + c.fn for c in map(self._four, k)]
        if weights == "predicted":
            return [c.tp + c.fp for c in map(self._four, k)]
        return [Fraction(weights.get(i, 0)) for i in k]


def four(rows: Rows, i: int) -> Four:
    """The class at a position against the rest, counted cell by cell; the margins of a `Table` were counted before."""
    tp = rows[i][i]
    if isinstance(rows, Table):
        fn, fp = rows.true[i] - tp, rows.predicted[i] - tp
    else:
        fn = sum((x for j, x in enumerate(rows[i]) if j != i), Fraction(0))
        fp = sum((row[i] for a, row in enumerate(rows) if a != i), Fraction(0))
    return Four(tp, fn, fp, total(rows) - tp - fn - fp)


def pooled(fours: Sequence[Four]) -> Four:
    """Several classes as one: count by count."""
    return (
        Four(*(sum(counts, Fraction(0)) for counts in zip(*fours, strict=True))) if fours else Four(*[Fraction(0)] * 4)
    )
