"""The 2×2 table that given rates determine, or the proof that none does.

With n samples every metric that is a ratio of linear forms is a linear condition on the four counts: recall · support =
TP, precision · predicted = TP, and so on. Which metrics are is found by running the registered definitions on the
linear view. The conditions are solved exactly; where one count stays open, its whole values decide.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

from exactmetrics.exact.digits import exact_number
from exactmetrics.exact.errors import ContradictionError, InputError, MissingCountsError, UsageError
from exactmetrics.exact.many import many
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.exact_count import whole_number
from exactmetrics.matrix.labels import check_labels, did_you_mean
from exactmetrics.matrix.linear import Equation, echelon, whole_points
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.views.carrier import PlainClass

COUNTS = ("TP", "FN", "FP", "TN")
ENOUGH = "recall, specificity and prevalence (or positives)"


def counts_from_rates(
    *,
    n: int,
    positives: int | None = None,
    labels: Sequence[Hashable] = ("positive", "negative"),
    **rates: object,
) -> Counts:
    """Make the 2×2 counts that have given rates; `ConfusionMatrix.from_rates` says what they are called.

    Where no table has these rates the message of the ContradictionError is the proof.
    """
    names = check_labels(labels)
    if len(names) != 2:
        raise InputError(f"labels= names the positive and the negative class; it has {many(len(names), 'name')}.")
    size = whole_number(n, "n")
    if size == 0:
        raise InputError("n is 0: a table without samples has no rates.")
    amount = None if positives is None else whole_number(positives, "positives")
    exact = named_rates(rates)
    prove_stepwise(size, amount, exact)
    tp, fn, fp, tn = only_table(size, amount, exact)
    return Counts(names, {(0, 0): tp, (0, 1): fn, (1, 0): fp, (1, 1): tn})


def named_rates(rates: Mapping[str, object]) -> list[Rate]:
    """Read the rates exactly, each metric once; a None is a rate not given."""
    found: dict[str, Rate] = {}
    for name, value in rates.items():
        metric, ratio = rate_named(name)
        if value is None:
            continue
        rate = Rate(name, exact_rate(value, name, metric), ratio)
        first = found.setdefault(metric.name, rate)
        if first.value != rate.value:
            raise ContradictionError(f"{name} = {rate.value} is another name for {first.name}, given as {first.value}.")
    return list(found.values())


def rate_named(name: str) -> tuple[Metric, FormRatio]:
    """The metric of a name or alias, with its linear forms."""
    known = [metric for metric in all_metrics() if form_ratio(metric) is not None]
    listing = ", ".join(metric.name for metric in known)
    try:
        metric = metric_named(name)
    except UsageError:
        near = did_you_mean(name, [word for metric in known for word in (metric.name, *metric.aliases)])
        raise UsageError(f"{name!r} is no rate; known are {listing}, and their aliases.{near}") from None
    ratio = form_ratio(metric)
    if ratio is None:
        raise UsageError(f"{name!r} is no ratio of sums of counts, so no counts can be solved from it; {listing} are.")
    return metric, ratio


def exact_rate(value: object, name: str, metric: Metric) -> Fraction:
    """Read one rate within the range of its metric; a float as its shortest decimal."""
    rate = exact_number(value)
    if rate is None:
        raise InputError(
            f'{name} is {str(value)[:80]!r}; give an exact number from 0 to 1, such as "0.9" or Fraction(9, 10).'
        )
    low, high = metric.standard.range
    if (low is not None and rate < low) or (high is not None and rate > high):
        if high is None:
            raise InputError(f"{name} is {value}, and it is never less than {low}.")
        hint = " (90 % is 0.9.)" if high == 1 else ""
        raise InputError(f"{name} is {value}, which is outside {low} to {high}.{hint}")
    return rate


def prove_stepwise(n: int, positives: int | None, rates: Sequence[Rate]) -> None:
    """Refuse rates of which a simple product is not a whole number; the product is the proof."""
    c = LinearClass()
    for rate in rates:
        if rate.ratio.bottom == c.n:
            _product("n", n, rate, n)
            if rate.ratio.top == c.support and positives is None:
                positives = int(n * rate.value)
    if positives is None:
        return
    if positives > n:
        raise ContradictionError(f"positives = {positives} is more than n = {n}.")
    for rate in rates:
        for bottom, what, size in ((c.support, "positives", positives), (c.fp + c.tn, "negatives", n - positives)):
            if rate.ratio.bottom == bottom:
                _product(what, size, rate, n)


def _product(what: str, size: int, rate: Rate, n: int) -> None:
    """Refuse a rate whose share of a whole number of samples is not whole, naming the nearest rate that is.

    A ratio of counts of which neither is part of the other may be more than 1; the counts are at most `n` all the same.
    """
    if size == 0:
        raise ContradictionError(f"{rate} is given, but there are no {what}: it is 0/0.")
    amount = size * rate.value
    if amount.denominator != 1:
        near = min(round(amount), n)
        raise ContradictionError(
            f"no table has these rates: {what} · {rate.name} = {size} · {rate.value} = {amount} is not a whole number "
            f"of samples. The nearest is {near}, with {rate.name} = {Fraction(near, size)}."
        )


@dataclass(frozen=True, slots=True)
class LinearForm:
    """A sum of counts with whole factors, in the order of `COUNTS`."""

    factors: tuple[int, ...]

    def __add__(self, other: LinearForm) -> LinearForm:
        if not isinstance(other, LinearForm):
            return NotImplemented
        return LinearForm(tuple(a + b for a, b in zip(self.factors, other.factors, strict=True)))

    def __sub__(self, other: LinearForm) -> LinearForm:
        return self + -1 * other if isinstance(other, LinearForm) else NotImplemented

    def __mul__(self, factor: int) -> LinearForm:
        return LinearForm(tuple(a * factor for a in self.factors)) if isinstance(factor, int) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: LinearForm) -> FormRatio:
        return FormRatio(self, other) if isinstance(other, LinearForm) else NotImplemented

    def at(self, counts: Sequence[Any]) -> Any:
        return sum(factor * count for factor, count in zip(self.factors, counts, strict=True))


@dataclass(frozen=True, slots=True)
class FormRatio:
    """One linear form over another; it takes part in no further arithmetic."""

    top: LinearForm
    bottom: LinearForm


class LinearClass(PlainClass):
    """The positive class of two, its counts linear forms."""

    tp, fn, fp, tn = (LinearForm(tuple(int(i == place) for i in range(4))) for place in range(4))
    support, predicted = tp + fn, tp + fp
    n = support + fp + tn

    def constant(self, value: int) -> int:
        return value


@cache
def form_ratio(metric: Metric) -> FormRatio | None:
    """A metric of the positive class of two as a ratio of linear forms; None where it is none or has a parameter."""
    if metric.standard.parameters:
        return None
    c: Any = LinearClass()
    try:
        found = metric(c if metric.scope == "class" else c.one_vs_rest())
    except TypeError:
        return None
    return found if isinstance(found, FormRatio) else None


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate under the name it was given, its exact value, and what it is a ratio of."""

    name: str
    value: Fraction
    ratio: FormRatio

    def __str__(self) -> str:
        return f"{self.name} = {self.value}"


def only_table(n: int, positives: int | None, rates: Sequence[Rate]) -> list[int]:
    """The counts, in the order of `COUNTS`, of the only table with these rates."""
    rows, clash = echelon(equations(n, positives, rates))
    if clash is not None:
        raise ContradictionError(f"no table has these rates: {clash} contradicts the others together.")
    free = [column for column in range(len(COUNTS)) if column not in rows]
    told = ", ".join([*(["positives"] if positives is not None else []), *(rate.name for rate in rates), "n"])
    if len(free) > 1:
        raise MissingCountsError(f"the equations of {told} alone do not determine the table; {ENOUGH} do.")
    if free:
        return _on_line(Line(rows, free[0]), n, rates, told)
    table = [rows[column][-1] for column in range(len(COUNTS))]
    check_table(table, rates)
    return [int(count) for count in table]


def equations(n: int, positives: int | None, rates: Sequence[Rate]) -> list[Equation]:
    """Write n, positives and every rate as a linear equation in TP, FN, FP, TN."""
    c = LinearClass()
    found = [Equation(f"n = {n}", c.n.factors, Fraction(n))]
    if positives is not None:
        found.append(Equation(f"positives = {positives}", c.support.factors, Fraction(positives)))
    for rate in rates:
        sides = zip(rate.ratio.top.factors, rate.ratio.bottom.factors, strict=True)
        found.append(Equation(str(rate), tuple(top - rate.value * bottom for top, bottom in sides), Fraction(0)))
    return found


def check_table(table: Sequence[Fraction], rates: Sequence[Rate]) -> None:
    """Refuse a solution with a negative or fractional count, or with a given rate that is 0/0."""
    for count, value in zip(COUNTS, table, strict=True):
        if value < 0:
            raise ContradictionError(f"no table has these rates: they force {count} = {value}, which is negative.")
        if value.denominator != 1:
            raise ContradictionError(
                f"no table has these rates: they force {count} = {value}, which is not a whole number of samples."
            )
    for rate in rates:
        if not rate.ratio.bottom.at(table):
            raise ContradictionError(f"{rate} is given, but the other rates make it 0/0.")


class Line:
    """All solutions of equations that leave one count open, which is the parameter; `rows` by the count solved for."""

    def __init__(self, rows: Mapping[int, Sequence[Fraction]], free: int) -> None:
        self.free = free
        self.others = {column: (row[-1], row[free]) for column, row in rows.items()}

    def at(self, x: int) -> list[Fraction]:
        """The four counts where the open one is x."""
        pairs = [self.others.get(column, (Fraction(0), Fraction(-1))) for column in range(len(COUNTS))]
        return [right - slope * x for right, slope in pairs]

    def zero(self, rate: Rate) -> int | None:
        """The whole x at which a rate is 0/0, None if there is none."""
        start, after = (rate.ratio.bottom.at(self.at(x)) for x in (0, 1))
        if start == after:
            if not start:
                raise ContradictionError(f"{rate} is given, but the other rates make it 0/0.")
            return None
        zero = Fraction(start) / (start - after)
        return zero.numerator if zero.denominator == 1 else None

    def __str__(self) -> str:
        open_count = COUNTS[self.free]
        return ", ".join(
            f"{COUNTS[column]} = {right} {'−' if slope > 0 else '+'} {abs(slope)}·{open_count}"
            if slope
            else f"{COUNTS[column]} = {right}"
            for column, (right, slope) in sorted(self.others.items())
        )


def _on_line(line: Line, n: int, rates: Sequence[Rate], told: str) -> list[int]:
    """The only whole, non-negative point of a line at which every given rate has a value."""
    points = whole_points(line.others.values(), n)
    zeros = {zero: rate for rate in rates if (zero := line.zero(rate)) is not None and zero in points}
    left = [[int(count) for count in line.at(x)] for x in islice((x for x in points if x not in zeros), 2)]
    if len(left) == 1:
        return left[0]
    if not left:
        but = "".join(f", but for {x}, where {rate.name} is 0/0" for x, rate in zeros.items())
        raise ContradictionError(
            f"no table has these rates: they force {line}, and for no {COUNTS[line.free]} from 0 to {n} are all four "
            f"counts whole and not negative{but}."
        )
    count = (points[-1] - points[0]) // points.step + 1 - len(zeros)
    examples = " and ".join(f"[[{tp}, {fn}], [{fp}, {tn}]]" for tp, fn, fp, tn in left)
    raise MissingCountsError(
        f"{told} do not determine the table: {count} tables have them, such as {examples}; {ENOUGH} determine one."
    )
