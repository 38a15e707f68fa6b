"""Tables from rates against enumeration of all tables, and linear forms against the values of real tables."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactmetrics.api.matrix import ConfusionMatrix
from exactmetrics.exact.errors import ContradictionError, InputError, MissingCountsError, UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.views.rates import LinearClass, counts_from_rates, form_ratio
from tests.cases import each, size

F = Fraction
Table = tuple[int, int, int, int]

# The textbook definitions, on TP, FN, FP, TN: numerator and denominator.
SHARES: dict[str, Callable[[int, int, int, int], tuple[int, int]]] = {
    "prevalence": lambda tp, fn, fp, tn: (tp + fn, tp + fn + fp + tn),
    "sensitivity": lambda tp, fn, fp, tn: (tp, tp + fn), "tnr": lambda tp, fn, fp, tn: (tn, tn + fp),
    "ppv": lambda tp, fn, fp, tn: (tp, tp + fp), "npv": lambda tp, fn, fp, tn: (tn, tn + fn),
    "fall_out": lambda tp, fn, fp, tn: (fp, fp + tn), "miss_rate": lambda tp, fn, fp, tn: (fn, fn + tp),
    "fdr": lambda tp, fn, fp, tn: (fp, fp + tp), "for": lambda tp, fn, fp, tn: (fn, fn + tn),
    "accuracy": lambda tp, fn, fp, tn: (tp + tn, tp + fn + fp + tn),
    "error_rate": lambda tp, fn, fp, tn: (fp + fn, tp + fn + fp + tn),
    "class_accuracy": lambda tp, fn, fp, tn: (tp + tn, tp + fn + fp + tn),
    "dice": lambda tp, fn, fp, tn: (2 * tp, 2 * tp + fp + fn), "jaccard": lambda tp, fn, fp, tn: (tp, tp + fp + fn),
}  # fmt: skip


def tables(n: int) -> list[Table]:
    """All 2×2 tables of n samples."""
    return [(a, b, c, n - a - b - c) for a, b, c in product(range(n + 1), repeat=3) if a + b + c <= n]


def rank(n: int, positives: int | None, rates: dict[str, Fraction]) -> int:
    """How many of the conditions are independent: top − rate · bottom at the four unit tables, times a denominator."""
    rows = [[1, 1, 1, 1]] + [[1, 1, 0, 0]] * (positives is not None)
    for name, rate in rates.items():
        sides = [SHARES[name](*map(int, unit)) for unit in np.eye(4)]
        rows.append([top * rate.denominator - rate.numerator * bottom for top, bottom in sides])
    return int(np.linalg.matrix_rank(rows))


@given(st.lists(st.integers(1, 30), min_size=4, max_size=4))
def test_a_table_comes_back_from_its_rates(cells: list[int]) -> None:
    tp, fn, fp, tn = cells
    n = sum(cells)
    rates: dict[str, Any] = {
        "prevalence": F(tp + fn, n), "sensitivity": F(tp, tp + fn),
        "specificity": F(tn, tn + fp), "precision": F(tp, tp + fp), "npv": F(tn, tn + fn),
        "accuracy": F(tp + tn, n), "fpr": F(fp, fp + tn), "fnr": F(fn, fn + tp),
    }  # fmt: skip
    rows = [[tp, fn], [fp, tn]]
    assert counts_from_rates(n=n, **rates).rows() == rows
    for chosen in (["prevalence", "sensitivity", "specificity"], ["prevalence", "fnr", "fpr"]):
        assert counts_from_rates(n=n, **{name: rates[name] for name in chosen}).rows() == rows
    by_name = {"recall": rates["sensitivity"], "tnr": rates["specificity"]}
    assert counts_from_rates(n=n, positives=tp + fn, **by_name).rows() == rows
    try:
        found = counts_from_rates(n=n, accuracy=rates["accuracy"], ppv=rates["precision"], npv=rates["npv"]).rows()
    except MissingCountsError:
        assert rates["accuracy"] == rates["precision"] == rates["npv"]
    else:
        assert found == rows


def test_rates_are_read_exactly() -> None:
    counts = counts_from_rates(n=1000, prevalence=0.1, recall="0.9", specificity="0.95", labels=("ill", "well"))
    assert counts.rows() == [[90, 10], [45, 855]]
    assert counts.labels == ("ill", "well")


RATE = st.builds(lambda a, b: F(min(a, b), max(a, b)), st.integers(0, 6), st.integers(1, 6))


@given(st.integers(1, 8), st.data())
@settings(deadline=None, max_examples=size(100, 400))
def test_what_is_said_of_rates_is_what_all_tables_say(n: int, data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from(sorted(SHARES)), min_size=1, max_size=3, unique=True))
    like = data.draw(st.sampled_from(tables(n)))
    rates: dict[str, Fraction] = {}
    for name in names:
        top, bottom = SHARES[name](*like)
        real = bottom and data.draw(st.integers(0, 3))
        rates[name] = F(top, bottom) if real else data.draw(RATE)
    positives = data.draw(st.sampled_from([None, None, like[0] + like[1]]))
    fit = [
        table
        for table in tables(n)
        if positives in (None, table[0] + table[1])
        and all(bottom and F(top, bottom) == rates[name] for name in names for top, bottom in [SHARES[name](*table)])
    ]
    given_rates: dict[str, Any] = dict(rates)
    try:
        (tp, fn), (fp, tn) = counts_from_rates(n=n, positives=positives, **given_rates).rows()
    except ContradictionError:
        assert fit == []
    except MissingCountsError as error:
        said = str(error)
        if "alone" in said:
            assert rank(n, positives, rates) <= 2
        else:
            assert f"{len(fit)} tables have them" in said
            shown = [f"[[{a}, {b}], [{c}, {d}]]" for a, b, c, d in fit]
            assert sum(text in said for text in shown) == 2
    else:
        assert fit == [(tp, fn, fp, tn)]


def test_whole_numbers_decide_where_equations_do_not() -> None:
    assert counts_from_rates(n=6, fpr=1, precision="3/4").rows() == [[3, 2], [1, 0]]
    assert counts_from_rates(n=10, positives=4, accuracy=1).rows() == [[4, 0], [0, 6]]
    with pytest.raises(MissingCountsError, match=str(10**30 // 4)):
        counts_from_rates(n=10**30, recall="1/2", precision="1/3")


@given(st.tuples(*[st.integers(0, 30)] * 4).filter(any))
def test_linear_forms_give_the_values_of_tables(table: Table) -> None:
    tp, fn, fp, tn = table
    cm = ConfusionMatrix([[tp, fn], [fp, tn]], labels=["yes", "no"], positive="yes")
    for metric in all_metrics():
        ratio = form_ratio(metric)
        if ratio is not None:
            top, bottom, value = ratio.top.at(table), ratio.bottom.at(table), cm.value(metric.name)
            assert isinstance(value, Undefined) if bottom == 0 else value == F(top, bottom), metric.name


def test_every_ratio_of_sums_is_a_rate_under_every_name() -> None:
    named = {name for metric in all_metrics() if form_ratio(metric) for name in (metric.name, *metric.aliases)}
    assert set(SHARES) | {"recall", "tpr", "precision", "specificity", "fpr", "fnr", "f1", "iou", "acc"} <= named
    assert not named & {"kappa", "mcc", "informedness", "balanced_accuracy", "fbeta", "tp", "support"}
    for name in named:
        low, high = metric_named(name).standard.range
        outside, told = (90, f"outside {low} to {high}") if high is not None else (-90, "is never less than 0")
        with pytest.raises(InputError, match=told):
            counts_from_rates(n=5, **{name: outside})  # type: ignore[arg-type]


def test_a_form_does_nothing_that_is_not_linear() -> None:
    c = LinearClass()
    assert (3 * c.tp - c.fn * 2 + c.n).factors == (4, -1, 1, 1)
    wrong: list[Callable[[Any], Any]] = [
        lambda x: x * x, lambda x: x**2, lambda x: x + 1, lambda x: 1 - x, lambda x: x / 2, lambda x: 1 / x,
        lambda x: x / x + x, lambda x: 1 - x / x, lambda x: x / x / x, lambda x: F(1, 2) * x,
    ]  # fmt: skip
    for use in wrong:
        with pytest.raises(TypeError):
            use(c.tp)


@each(
    ("rates", "kind", "said"),
    [
        ({"n": 1000, "prevalence": "1/3"}, ContradictionError, "1000 · 1/3 = 1000/3 is not a whole number"),
        ({"n": 100, "positives": 10, "recall": "0.95"}, ContradictionError, "10 · 19/20 = 19/2 .*nearest is 10"),
        ({"n": 100, "positives": 10, "recall": 1, "fnr": "0.5"}, ContradictionError, "fnr = 1/2 contradicts"),
        ({"n": 10, "positives": 5, "accuracy": "0.1", "precision": 1}, ContradictionError, "negative"),
        ({"n": 8, "sensitivity": "3/4", "precision": "2/5"}, ContradictionError, "for no TN from 0 to 8 .* but for 8"),
        ({"n": 9, "accuracy": "1/2"}, ContradictionError, "9 · 1/2 = 9/2 is not a whole number"),
        ({"n": 4, "accuracy": 1, "npv": 1, "fdr": 1}, ContradictionError, "0/0"),
        ({"n": 100, "positives": 10, "recall": 1}, MissingCountsError, r"91 tables .* \[\[10, 0\], \[90, 0\]\]"),
        ({"n": 100, "recall": 1}, MissingCountsError, "the equations of recall, n alone do not determine"),
        ({"n": 100, "recal": 1}, UsageError, "'recal' is no rate; known are prevalence, .* Did you mean 'recall'"),
        *(({"n": 100, name: 1}, UsageError, f"'{name}' is no ratio of sums of counts") for name in ("kappa", "tp")),
        ({"n": 100, "recall": float("nan")}, InputError, "exact number"),
        ({"n": 100, "recall": True}, InputError, "True"),
        ({"n": 0}, InputError, "n is 0"), ({"n": 9, "labels": ["a", "b", "c"]}, InputError, "it has 3 names"),
        ({"n": 9, "labels": ["a"]}, InputError, "it has 1 name\\b"), ({"n": 2.5}, InputError, r"float 2\.5"),
    ],
)  # fmt: skip
def test_bad_rates_are_refused(rates: dict[str, Any], kind: type[InputError], said: str) -> None:
    with pytest.raises(kind, match=said):
        counts_from_rates(**rates)


NO_TABLE = "no table has these rates: "
RANGE = "which is outside 0 to 1. (90 % is 0.9.)"


@each(
    ("rates", "message"),
    [
        ({"recall": "90"}, f"recall is 90, {RANGE}"), ({"recall": "-0.1"}, f"recall is -0.1, {RANGE}"),
        ({"recall": "high"}, "recall is 'high'; give an exact number from 0 to 1, such as \"0.9\" or Fraction(9, 10)."),
        ({"recall": "0.9", "sensitivity": "0.8"}, "sensitivity = 4/5 is another name for recall, given as 9/10."),
        ({"prevalence": "0.25"}, f"{NO_TABLE}n · prevalence = 10 · 1/4 = 5/2 is not a whole number of samples. The "
         "nearest is 2, with prevalence = 1/5."),
        ({"positives": 5, "tnr": "0.5"}, f"{NO_TABLE}negatives · tnr = 5 · 1/2 = 5/2 is not a whole number of samples. "
         "The nearest is 2, with tnr = 2/5."),
        ({"positives": 11}, "positives = 11 is more than n = 10."),
        ({"positives": 0, "recall": "1"}, "recall = 1 is given, but there are no positives: it is 0/0."),
        ({"positives": 10, "tnr": "1"}, "tnr = 1 is given, but there are no negatives: it is 0/0."),
    ],
)  # fmt: skip
def test_what_is_refused_is_said_in_full(rates: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        counts_from_rates(n=10, **rates)
    assert str(caught.value) == message


@each("rate", ["0", "1", 0, 1, F(1)])
def test_both_ends_of_the_range_are_within_it(rate: Any) -> None:
    right, wrong = 5 * int(rate), 5 - 5 * int(rate)
    assert counts_from_rates(n=10, prevalence="1/2", recall=rate, tnr=rate).rows() == [[right, wrong], [wrong, right]]
