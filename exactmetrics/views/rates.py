"""The 2×2 table that given rates determine, or the proof that none does.

With n samples every metric that is a ratio of linear forms is a linear condition on the four counts: recall · support =
TP, precision · predicted = TP, and so on, by the registered definitions. The conditions are solved exactly; a table
exists when every count comes out whole and not negative. Where one count stays open, its whole values decide. Rates are
read exactly: "0.9", Decimal("0.9"), Fraction(9, 10); a float is read as its shortest decimal.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

from exactmetrics.exact.errors import ContradictionError, InputError, UsageError
from exactmetrics.exact.given import exact_number
from exactmetrics.matrix.counts import Counts
from exactmetrics.matrix.exact_count import whole_number
from exactmetrics.matrix.labels import check_labels, did_you_mean
from exactmetrics.metrics.metric import Metric
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.views.linear import FormRatio, LinearClass, form_ratio
from exactmetrics.views.rate_tables import Rate, only_table


def counts_from_rates(
    *,
    n: int,
    positives: int | None = None,
    labels: Sequence[Hashable] = ("positive", "negative"),
    **rates: object,
) -> Counts:
    """Make the 2×2 counts that have given rates.

    Args:
        n: number of samples.
        positives: number of samples of the positive class, if that is known instead of the prevalence.
        labels: names of the positive and the negative class.
        rates: every registered metric that is a ratio of sums of counts, by its name or an alias: prevalence, recall
            (sensitivity, tpr), specificity, precision (ppv), npv, accuracy, fpr, fnr, f1, jaccard and others; each an
            exact number between 0 and 1. Those given must determine the table.

    Raises:
        UsageError: a rate of another name.
        InputError: a rate outside 0 to 1 or unreadable.
        MissingCountsError: the rates do not determine the table.
        ContradictionError: no table has these rates; the message is the proof.

    >>> counts_from_rates(n=1000, prevalence="0.1", sensitivity="0.9", specificity="0.95").rows()
    [[90, 10], [45, 855]]
    """
    names = check_labels(labels)
    if len(names) != 2:
        raise InputError(f"labels= names the positive and the negative class; it has {len(names)} names.")
    size = whole_number(n, "n")
    if size == 0:
        raise InputError("n is 0: a table without samples has no rates.")
    amount = None if positives is None else whole_number(positives, "positives")
    exact = named_rates(rates)
    prove_stepwise(size, amount, exact)
    tp, fn, fp, tn = only_table(size, amount, exact)
    return Counts(names, {(0, 0): tp, (0, 1): fn, (1, 0): fp, (1, 1): tn})


def named_rates(rates: Mapping[str, object]) -> list[Rate]:
    """Read the rates exactly, each metric once; a None is a rate not given.

    >>> [(rate.name, rate.value) for rate in named_rates({"recall": "0.9", "tpr": 0.9, "npv": None})]
    [('recall', Fraction(9, 10))]
    """
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
    """The metric of a name or alias, with its linear forms.

    >>> rate_named("PPV")[0].name
    'precision'
    """
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
    """Read one rate within the range of its metric; a float as its shortest decimal.

    >>> exact_rate(0.1, "prevalence", metric_named("prevalence"))
    Fraction(1, 10)
    """
    rate = exact_number(value)
    if rate is None:
        raise InputError(
            f'{name} is {str(value)[:80]!r}; give an exact number from 0 to 1, such as "0.9" or Fraction(9, 10).'
        )
    low, high = metric.standard.range
    if (low is not None and rate < low) or (high is not None and rate > high):
        hint = " (90 % is 0.9.)" if high == 1 else ""
        raise InputError(f"{name} is {value}, which is outside {low} to {high}.{hint}")
    return rate


def prove_stepwise(n: int, positives: int | None, rates: Sequence[Rate]) -> None:
    """Refuse rates of which a simple product is not a whole number; the product is the proof.

    >>> prove_stepwise(1000, None, named_rates({"prevalence": "0.1", "sensitivity": "0.9"}))
    """
    c = LinearClass()
    for rate in rates:
        if rate.ratio.bottom == c.n:
            _product("n", n, rate)
            if rate.ratio.top == c.support and positives is None:
                positives = int(n * rate.value)
    if positives is None:
        return
    if positives > n:
        raise ContradictionError(f"positives = {positives} is more than n = {n}.")
    for rate in rates:
        for bottom, what, size in ((c.support, "positives", positives), (c.fp + c.tn, "negatives", n - positives)):
            if rate.ratio.bottom == bottom:
                _product(what, size, rate)


def _product(what: str, size: int, rate: Rate) -> None:
    """Refuse a rate whose share of a whole number of samples is not whole, naming the nearest rate that is."""
    if size == 0:
        raise ContradictionError(f"{rate} is given, but there are no {what}: it is 0/0.")
    amount = size * rate.value
    if amount.denominator != 1:
        near = round(amount)
        raise ContradictionError(
            f"no table has these rates: {what} · {rate.name} = {size} · {rate.value} = {amount} is not a whole number "
            f"of samples. The nearest is {near}, with {rate.name} = {Fraction(near, size)}."
        )
