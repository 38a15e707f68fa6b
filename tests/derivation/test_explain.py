"""Explanations: every metric has one, and what it says of a formula agrees with what the metric does."""

from __future__ import annotations

import re

import pytest

from exactmetrics.derivation.explain import FormulaText, explanation
from exactmetrics.exact.errors import ReadingError, UsageError
from exactmetrics.exact.values import Undefined, Value
from exactmetrics.expression.reading import read_value
from exactmetrics.matrix.blocks import Blocks
from exactmetrics.metrics.metric import Bound, Metric
from exactmetrics.metrics.registry import all_metrics, metric_named
from exactmetrics.metrics.request import resolve
from exactmetrics.views.value import compute
from tests.cases import each

METRICS = all_metrics()


@each("metric", METRICS, ids=lambda m: m.name)
def test_an_explanation_is_complete(metric: Metric) -> None:
    text = explanation(metric.name)
    of = {"class": "one class", "matrix": "the whole matrix"}[metric.scope]
    assert text.startswith(f"{metric.name} (a metric of {of})\n")
    for fact in (*metric.aliases, *metric.implemented_by, *metric.implemented_by.values()):
        assert fact in text
    for name, convention in metric.conventions.items():
        assert convention is metric.standard or f"\nConvention {name}\n" in text
        for form in convention.forms.values():
            made = FormulaText(Bound(metric, convention, form, {}), named_parts=True)
            assert all(formula in text for formula in (made.definition, *map(made.defined, made.parts.values())))
            assert len(convention.forms) == 1 or f"(form {form.name}" in text
        for parameter in convention.parameters.values():
            assert f"parameter {parameter.name}: {parameter.meaning}; {parameter.domain}" in text
    assert ">>>" not in text
    assert "{" not in text
    assert "\nReferences\n  " in text


@each("metric", METRICS, ids=lambda m: m.name)
def test_every_symbol_of_a_formula_is_named(metric: Metric) -> None:
    named = explanation(metric.name).partition("\nSymbols\n")[2].partition("\n\n")[0]
    listed = [line.split("  ")[1] for line in named.splitlines()]
    assert len(listed) == len(set(listed))
    for convention in metric.conventions.values():
        for form in convention.forms.values():
            made = FormulaText(Bound(metric, convention, form, {}))
            text = " ".join([made.definition.partition(" = ")[2], *made.denominators])
            for symbol in ("TP_i", "FP_i", "FN_i", "TN_i", "s_i", "c_i", "P_i", "R_i", "S_i", "N"):
                words = text.replace("(", " ").replace(")", " ").replace("*", " ").replace("/", " ").replace("^", " ")
                assert symbol not in words.split() or symbol in listed


# From the cited textbook definitions, written down without looking at the program's output.
@each(
    ("name", "form", "formula", "zero"),
    [
        ("precision", None, "P_i = TP_i/c_i", {"c_i"}),
        ("specificity", None, "S_i = TN_i/(TN_i + FP_i)", {"TN_i + FP_i"}),
        ("f1", "harmonic", "F1_i = 2*P_i*R_i/(P_i + R_i)", {"c_i", "s_i", "P_i + R_i"}),
        ("accuracy", None, "Acc = 1/N * sum_i TP_i", {"N"}),
        ("balanced_accuracy", None, "BA = 1/n * sum_i R_i", {"s_i"}),
        ("informedness", None, "BM_i = R_i + S_i - 1", {"s_i", "TN_i + FP_i"}),
    ],
)
def test_formulas(name: str, form: str | None, formula: str, zero: set[str]) -> None:
    metric = metric_named(name)
    made = FormulaText(Bound(metric, metric.standard, metric.standard.pick(form, name), {}))
    assert made.definition == formula
    assert set(made.denominators) == zero


@each("metric", [m for m in METRICS if m.scope == "class"], ids=lambda m: m.name)
def test_undefined_exactly_where_a_denominator_is_zero(metric: Metric) -> None:
    """The denominators that are listed, worked out as Python, against the values of all small sets of counts."""
    parameters = {name: p.examples[0] for name, p in metric.standard.parameters.items()}
    made = FormulaText(Bound(metric, metric.standard, None, {}))
    for tp, fp, fn, tn in [(a, b, c, d) for a in (0, 1) for b in (0, 2) for c in (0, 1) for d in (0, 3)]:
        n = tp + fp + fn + tn
        blocks = Blocks(("a", "b"), n=n, tp=[tp, tn], support=[tp + fn, tn + fp], predicted=[tp + fp, tn + fn])
        value = compute(resolve(metric.name, label="a", labels=("a", "b"), **parameters), blocks).value
        known: dict[str, Value | int] = {"TP_i": tp, "FP_i": fp, "FN_i": fn, "TN_i": tn, "s_i": tp + fn, "c_i": tp + fp}
        known |= {"N": n, "n": 2, "m_i,j": fn, "m_j,i": fp, **parameters}
        for symbol, rate in made.symbols.items():
            if symbol not in known:
                known[symbol] = compute(resolve(rate, label="a", labels=("a", "b")), blocks).value
        zeros = [_amount(text, known) == 0 for text in made.denominators]
        assert isinstance(value, Undefined) is any(zeros)


def _amount(text: str, known: dict[str, Value | int]) -> Value | None:
    """The value of a formula of the first forms, with numbers for the symbols; None where a part has no value."""
    for symbol, number in sorted(known.items(), key=lambda item: -len(item[0])):
        if symbol in text and isinstance(number, Undefined):
            return None
        text = re.sub(rf"\b{re.escape(symbol)}\b", f"({number})", text)
    try:
        return read_value(text)
    except ReadingError as error:
        if error.why[0] == "logarithm":  # that of 0
            return None
        raise


def test_an_unknown_name() -> None:
    with pytest.raises(UsageError, match="no metric 'presicion'; did you mean 'precision'"):
        explanation("presicion")
