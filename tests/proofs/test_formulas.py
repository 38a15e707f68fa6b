"""Formulas for every matrix: each line of a page is the value of its metric on random matrices, evaluated from its tree
by an evaluator of its own, to fifty digits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import mpmath
import pytest

import exactmetrics as em
from exactmetrics.exact.errors import UsageError
from exactmetrics.exact.values import Undefined
from exactmetrics.expression import nodes
from exactmetrics.metrics.registry import all_metrics
from tests.cases import each

PARAMETERS: dict[str, dict[str, str]] = {
    "fbeta": {"beta": "2"}, "tversky": {"alpha": "1/3", "beta": "2"}, "net_benefit": {"w": "1/4"},
    "v_measure": {"beta": "1"}, "index_of_balanced_accuracy": {"alpha": "1/10"},
}  # fmt: skip
WITHOUT = ("class_cen", "class_mcen")  # a term for each single wrong cell of a class: no letter stands for that
ASKED = [
    (metric.name, average)
    for metric in all_metrics()
    for average in (None, *(("macro", "micro", "weighted") if metric.scope == "class" else ()))
    if metric.name not in WITHOUT
]
DIGITS = 50


class Evaluator:
    """The value of a formula on a matrix; `at` is the class that i stands for."""

    def __init__(self, rows: list[list[int]], at: int) -> None:
        self.rows, self.at, self.other = rows, at, 0
        self.k = len(rows)

    def count(self, leaf: nodes.Leaf) -> int:
        tag = leaf.tag
        n = sum(map(sum, self.rows))
        if leaf.block in ("n", "k"):
            return n if leaf.block == "n" else self.k
        assert tag is not None
        c = self.other if tag.second else self.at
        if tag.other is not None:
            d = self.other if tag.other.second else self.at
            return abs(c - d) if leaf.block == "gap" else self.rows[c][d]
        column = [row[c] for row in self.rows]
        tp, row_total, column_total = self.rows[c][c], sum(self.rows[c]), sum(column)
        return {
            "tp": tp, "fn": row_total - tp, "fp": column_total - tp, "tn": n - row_total - column_total + tp,
            "support": row_total, "predicted": column_total, "row_largest": max(self.rows[c]),
            "column_largest": max(column),
        }[leaf.block]  # fmt: skip

    def terms(self, e: nodes.Sum) -> Iterator[Any]:
        kept = self.at, self.other
        for first in (self.at,) if e.pairs in ("second", "others") else range(self.k):
            for second in range(self.k) if e.pairs else (self.other,):
                if e.pairs in ("different", "others") and first == second:
                    continue
                self.at, self.other = first, second
                yield self(e.body)
        self.at, self.other = kept

    def __call__(self, e: Any) -> Any:
        match e:
            case nodes.Num(value):
                return mpmath.mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else number(value)
            case nodes.Leaf():
                return mpmath.mpf(self.count(e))
            case nodes.Named():
                return self(e.body)
            case nodes.Neg():
                return -self(e.arg)
            case nodes.Add():
                return mpmath.fsum(map(self, e.terms))
            case nodes.Mul():
                return mpmath.fprod(map(self, e.factors))
            case nodes.Div():
                return self(e.num) / self(e.den)
            case nodes.Pow():
                return self(e.base) ** e.exponent
            case nodes.Sqrt():
                return mpmath.root(self(e.arg), self.k if e.classes else e.degree)
            case nodes.Log():
                return mpmath.log(self(e.arg)) / (1 if e.base is None else mpmath.log(e.base))
            case nodes.Max() | nodes.Min():
                return (max if isinstance(e, nodes.Max) else min)(map(self, e.args))
            case nodes.Abs():
                return abs(self(e.arg))
            case nodes.Function():
                return FUNCTIONS[e.name](self(e.arg))
            case nodes.Pi():
                return mpmath.pi
            case nodes.Product():
                return mpmath.fprod(list(self.terms(e)))
            case nodes.Largest():
                return max(self.terms(e))
            case nodes.Sum():
                return mpmath.fsum(list(self.terms(e)))
        raise AssertionError(f"no value of {e!r}")


FUNCTIONS: dict[str, Any] = {
    "sgn": mpmath.sign, "arcsin": mpmath.asin,
    "z": lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1),
}  # fmt: skip


def number(value: Any) -> Any:
    """An irrational constant or value to fifty digits."""
    return mpmath.mpf(em.decimal(value, places=DIGITS))


def matrices(seed: str) -> Iterator[list[list[int]]]:
    random = Random(seed)
    for k in (2, 3, 4):
        yield [[random.randint(1, 9) for _ in range(k)] for _ in range(k)]


@each("asked", ASKED, ids=str, quick=150)
def test_every_line_is_the_value_of_its_metric(asked: tuple[str, str | None]) -> None:
    metric, average = asked
    options: dict[str, Any] = {**PARAMETERS.get(metric, {}), **({"average": average} if average else {})}
    try:
        page = em.formula(metric, **options)
    except UsageError:
        if average != "micro":  # some metrics have no micro average
            raise
        return
    of_class = page.named.head.tag is not None
    read = 0
    for rows in matrices(f"{metric} {average}"):
        cm = em.ConfusionMatrix(rows)
        for at in range(len(rows) if of_class else 1):
            with mpmath.workdps(DIGITS + 10):
                read += sum(holds(chain, cm, rows, at, metric, options) for chain in chains(page, rows))
    assert read, "no line was read"


def chains(page: em.MetricFormula, rows: list[list[int]]) -> Iterator[Any]:
    for step in page.steps:
        for chain in step.formulas:
            # the two classes of a matrix are one case of a step for two
            if (step.kind != "for_two_classes" or len(rows) == 2) and isinstance(chain.left, nodes.Named):
                yield chain


def holds(chain: Any, cm: Any, rows: list[list[int]], at: int, metric: str, options: dict[str, Any]) -> bool:
    """Whether a chain was compared with the value; it must be equal to it."""
    evaluate, head = Evaluator(rows, at), chain.left.head
    if head.is_part:
        return False
    bare = head.tag is not None
    asked = {name: value for name, value in options.items() if name != "average" and head.metric == metric}
    if head.mark:
        return False
    try:
        value = cm.value(head.metric, **asked, **({"label": at} if bare else {"average": head.average}))
    except UsageError:  # a metric that needs parameters of its own, or has two conventions
        return False
    if isinstance(value, Undefined):
        return False
    exact = number(value)
    for member in chain.members:
        found = evaluate(member)
        assert abs(found - exact) <= mpmath.mpf(10) ** (5 - DIGITS) * (1 + abs(exact)), (rows, at, member)
    return True


@each("language", ["de", "fr", "es", "ar"])
def test_every_language_has_its_sentences(language: str) -> None:
    for metric, average in (("f1", "weighted"), ("kappa", None), ("specificity", "weighted"), ("npv", "macro")):
        pages = [em.formula(metric, average=average, language=one).to_text() for one in ("en", language)]
        assert pages[0] != pages[1]
        assert "stands" not in pages[1]
        assert "matrix" not in pages[1]


def test_the_closed_forms_of_a_source() -> None:
    """Sections 1 to 4 of source 000, whose symbols are cells: 1/N sum M_ii, and so on."""
    last = {
        (metric, average): em.formula(metric, average=average, profile="000").to_text().split("In one formula")[-1]
        for metric, average in (("precision", "weighted"), ("recall", "weighted"), ("f1", "weighted"))
    }
    assert "p_weighted = 1/N * sum_i support_i*M_ii/sum_j M_ji" in last["precision", "weighted"]
    assert "r_weighted = 1/N * sum_i M_ii" in last["recall", "weighted"]
    assert "f_weighted = (2/N) * sum_i support_i*M_ii/(sum_j M_ji + support_i)" in last["f1", "weighted"]


@pytest.mark.parametrize(
    ("metric", "options", "said"),
    [
        ("roc_auc", {}, "metric of scores"),
        ("nonsense", {}, "no metric 'nonsense'"),
        ("recall", {"label": "a"}, "leave it out"),
        ("class_cen", {}, "no formula for any matrix"),
        ("fbeta", {}, "needs beta"),
    ],
)
def test_what_has_no_formula_says_why(metric: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        em.formula(metric, **options)
